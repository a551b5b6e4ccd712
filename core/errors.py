"""What can go wrong.

A *refusal* is an expected outcome: a value that a use case returns and a front end puts into words.
An exception is a broken expectation; the tree carries data, never sentences:

    LetopisError
      StorageError          the database cannot be used; `path` says which
        DatabaseDamaged     it is no readable SQLite database
        DatabaseForeign     it belongs to another program
        DatabaseNewer       a newer release of Letopis wrote it
        DatabaseLocked      another program holds it for longer than we wait
        DatabaseFull        there is no room left
        DatabaseUnavailable it cannot be opened, read or written
        StoreClosed         this program has already let go of it
      ModelAway             the language model does not answer; `failure` says why
"""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum, StrEnum


class Reason(Enum):
    """Why a value is not accepted."""

    MISSING = "missing"
    UNKNOWN = "unknown"
    TYPE = "type"
    RANGE = "range"
    TWICE = "twice"
    EMPTY = "empty"
    TOO_LONG = "too long"
    BROKEN_TEXT = "broken text"
    NOT_YET = "not yet"


@dataclass(frozen=True)
class NotFound:
    """No such record for this reader: unknown, hidden, forgotten, or no id at all (SPEC section 1)."""


@dataclass(frozen=True)
class WorkspaceNotActive:
    """The workspace was never saved into, or was removed."""

    name: str


@dataclass(frozen=True)
class KeyReused:
    """The idempotency key was used before, with other content."""


@dataclass(frozen=True)
class NotAllowed:
    """The person sees the record but may not do this with it."""


@dataclass(frozen=True)
class Invalid:
    """An argument's value is not accepted.

    `allows` says in English what is, for machines and their owners; front ends word `reason` themselves.
    """

    argument: str
    reason: Reason
    allows: str


Refusal = NotFound | WorkspaceNotActive | KeyReused | NotAllowed | Invalid


class LetopisError(Exception):
    """Root of what this product raises."""


class StorageError(LetopisError):
    """The database cannot be used."""

    def __init__(self, path: str, detail: str = "") -> None:
        super().__init__(path, detail)
        self.path = path
        self.detail = detail


class DatabaseDamaged(StorageError):
    """It is no readable SQLite database, or parts of it are broken."""


class DatabaseForeign(StorageError):
    """It is a database of another program."""


class DatabaseNewer(StorageError):
    """A newer release wrote it; `detail` is the revision found."""


class DatabaseLocked(StorageError):
    """Another program held it for longer than the busy timeout."""


class DatabaseFull(StorageError):
    """The disk, or the database's own limit, is full."""


class DatabaseUnavailable(StorageError):
    """It cannot be opened, read or written; `detail` is SQLite's word for it."""


class DatabaseMissing(StorageError):
    """There is none, and none is to be made."""


class CopyExists(StorageError):
    """Something is already where a copy is to be."""


class CopyFailed(StorageError):
    """A copy cannot be written; `detail` is the system's word for it."""


class StoreClosed(StorageError):
    """Something was asked of a store after it had been closed."""


class Failure(StrEnum):
    """Why the archivist could not judge: what is told of it, and never what the model said."""

    CONNECTION = "no connection"
    TIMEOUT = "timeout"
    BUSY = "too many requests"
    SERVER = "server error"
    UNAUTHORIZED = "key not accepted"
    REFUSED = "request refused"
    PAUSED = "paused after failures"
    MALFORMED = "malformed answer"
    UNEXPECTED = "unexpected error"


class ModelAway(LetopisError):
    """The language model does not answer."""

    def __init__(self, failure: Failure, not_before: datetime | None = None) -> None:
        super().__init__(failure)
        self.failure = failure
        self.not_before = not_before
        """Until when the server asked to be left alone."""
