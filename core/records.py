"""A record and what belongs to it (SPEC section 2)."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from datetime import UTC, datetime
from enum import StrEnum
from functools import lru_cache
from hashlib import sha256

from core.errors import Invalid, Reason
from core.guard import clean, is_plain_hash
from core.ids import AudienceId, PersonId, RecordId, RecordKey, Ref, Seq, WorkspaceId
from core.spaces import Person, Space

CONTENT_LIMIT = 20_000
"""Characters after Memory Guard, as all limits of texts are."""
UNCLEANED = 10
"""How many times as long a text may be before Guard: a key is longer than its placeholder."""
UNCLEANED_MORE = 20_000
"""Characters that it may have above its limit then: no keys of one note take more."""
LABEL_LIMIT = 128
DEFAULT_SCOPE = "shared"
"""The label of what was given none (SPEC section 2)."""
SOURCE_LIMIT = 1_000
DERIVED_LIMIT = 1_000
ARCHIVIST_PREFIX = "archivist:"
"""Keys that begin so are the archivist's own: they make neither versions nor conflicts."""


class MemoryType(StrEnum):
    """What kind of memory a record is."""

    SEMANTIC = "semantic"
    EPISODIC = "episodic"
    PROCEDURAL = "procedural"
    IDENTITY = "identity"
    WORKING = "working"


class Visibility(StrEnum):
    """Who in the space may read a record."""

    ORGANIZATION = "organization"
    PROJECT = "project"
    UNIT = "unit"
    AUTHOR = "author"


class Status(StrEnum):
    """How far a record can be relied on, the worst first (SPEC section 5)."""

    CONFLICT = "conflict"
    STALE = "stale"
    UNVERIFIED = "unverified"


class EventKind(StrEnum):
    """What happened to a record."""

    SAVED = "saved"
    EDITED = "edited"
    LABELLED = "labelled"
    VISIBILITY = "visibility changed"
    RETIRED = "retired"
    BROUGHT_BACK = "brought back"
    MARKED = "marked"
    UNMARKED = "unmarked"
    BOTH_RIGHT = "both right"
    IN_DOUBT = "in doubt"
    FORGOTTEN = "forgotten"
    RESTORED = "restored"
    WIPED = "wiped"


@dataclass(frozen=True)
class Event:
    """One line of a record's history: who, when, what kind; never content."""

    kind: EventKind
    at: datetime
    person: Person
    other: Ref | None = None
    """The other record that it was about: the one kept, the mark's cause."""


@dataclass(frozen=True)
class EarlierContent:
    """What a record said before it was edited, and until when."""

    content: str
    replaced_at: datetime


@dataclass(frozen=True)
class Draft:
    """What someone asks to remember, as parsed; `checked` tells whether the limits hold."""

    content: str
    workspace: str = "default"
    scope: str = DEFAULT_SCOPE
    source: str = "owner"
    source_id: str | None = None
    source_hash: str | None = None
    source_revision: str | None = None
    fact_key: str | None = None
    confidence: float = 0.5
    derived_from: tuple[RecordId, ...] = ()
    path: str = "/"
    memory_type: MemoryType = MemoryType.SEMANTIC
    visibility: Visibility = Visibility.ORGANIZATION
    said_by: str | None = None
    said_by_id: PersonId | None = None
    said_at: datetime | None = None
    idempotency_key: str | None = None
    analyze: bool = True
    hash_content: bool = False
    """Whether the text itself is the source, so that its own hash is the source's."""


@dataclass(frozen=True)
class Record:
    """One record, as stored; status and whatever else depends on the reader stand beside it."""

    key: RecordKey
    id: RecordId
    ref: Ref
    seq: Seq
    space: Space
    workspace_id: WorkspaceId
    workspace: str
    audience: AudienceId
    scope: str
    content: str
    source: str
    source_id: str | None
    source_hash: str | None
    source_revision: str | None
    fact_key: str | None
    confidence: float
    derived_from: tuple[RecordId, ...]
    path: str
    memory_type: MemoryType
    visibility: Visibility
    author: Person
    said_by: str | None
    said_at: datetime | None
    created_at: datetime
    updated_at: datetime

    @property
    def versioned_key(self) -> str | None:
        """The key by which versions and conflicts are found: none for the archivist's keys."""
        return versioned(self.fact_key)


def versioned(fact_key: str | None) -> str | None:
    """The key itself where it makes versions and conflicts, else None (SPEC section 5)."""
    return None if fact_key is None or fact_key.startswith(ARCHIVIST_PREFIX) else fact_key


def content_hash(content: str) -> str:
    """Our own hash of a text after Memory Guard: `sha256:` and 64 hex digits (SPEC section 2)."""
    return f"sha256:{sha256(content.encode()).hexdigest()}"


@lru_cache(maxsize=16)
def iso(moment: datetime) -> str:
    """ISO 8601 in UTC, always with microseconds, `+00:00` (SPEC section 2)."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


UNSTORABLE = re.compile("[\0\ud800-\udfff]")
"""What no text that is kept may hold: null characters and lone surrogates."""


def is_storable(text: str) -> bool:
    """Whether a text is valid Unicode without null characters; a lone surrogate is not."""
    return UNSTORABLE.search(text) is None


_TEXT_LIMITS = {
    "content": CONTENT_LIMIT,
    "workspace": LABEL_LIMIT,
    "scope": LABEL_LIMIT,
    "source": LABEL_LIMIT,
    "source_id": SOURCE_LIMIT,
    "source_hash": SOURCE_LIMIT,
    "source_revision": SOURCE_LIMIT,
    "fact_key": LABEL_LIMIT,
    "path": SOURCE_LIMIT,
    "said_by": SOURCE_LIMIT,
    "idempotency_key": SOURCE_LIMIT,
}
"""Arguments that are texts, and the most characters that each may have."""
_TEXTS_BY_DEFAULT = tuple(
    (each.name, each.default)
    for each in fields(Draft)
    if each.name in _TEXT_LIMITS and each.default is not MISSING
)
"""Arguments that are texts and need not be given, and what each is then; in the order of `_TEXT_LIMITS`."""


_NAMED_BY_HASHES = ("source_hash", "source_revision")
"""Arguments in which plain hashes are no secrets (SPEC section 9)."""


@dataclass(frozen=True)
class Checked:
    """A draft that may be saved, and what Memory Guard took out of its texts: kinds and their counts."""

    draft: Draft
    redacted: Mapping[str, int] = field(default_factory=dict)


def checked(draft: Draft) -> Checked | Invalid:
    """The draft without secrets and outer blanks of its content, each source once; or the first problem.

    All that is saved goes through here, so that no caller can forget Memory Guard (SPEC sections 2 and 9).
    """
    given = _given(draft)
    for argument, text in given.items():
        if (problem := _unreadable(argument, text)) is not None:
            return problem
    kept, redacted = _cleaned(given)
    for argument, text in kept.items():
        if (problem := _misfit(argument, text)) is not None:
            return problem
    draft = _with(draft, kept)
    if (problem := next(_value_problems(draft), None)) is not None:
        return problem
    settled: dict[str, object] = {"derived_from": tuple(dict.fromkeys(draft.derived_from))}
    if draft.confidence == 0:
        # `-0.0` is no number of its own: SQLite keeps `0.0`.
        draft = replace(draft, confidence=abs(draft.confidence))
    if draft.hash_content:
        settled["source_hash"] = content_hash(draft.content)
    return Checked(_with(draft, settled), redacted)


def _given(draft: Draft) -> dict[str, str]:
    """The texts of a draft that need a look: what stands there by default fits and holds no secret."""
    given = {"content": draft.content.strip()}
    for argument, default in _TEXTS_BY_DEFAULT:
        text = getattr(draft, argument)
        if text is not None and text != default:
            given[argument] = text
    return given


def _with(draft: Draft, values: Mapping[str, object]) -> Draft:
    """The draft with these values; itself where it has them, as to make another takes its time."""
    others = {argument: value for argument, value in values.items() if getattr(draft, argument) != value}
    return replace(draft, **others) if others else draft  # type: ignore[arg-type]


def _cleaned(texts: Mapping[str, str]) -> tuple[dict[str, str], dict[str, int]]:
    kept: dict[str, str] = {}
    redacted: Counter[str] = Counter()
    for argument, text in texts.items():
        if argument in _NAMED_BY_HASHES and is_plain_hash(text):
            kept[argument] = text
            continue
        cleaned = clean(text)
        kept[argument] = cleaned.text
        if cleaned.redacted:
            redacted.update(cleaned.redacted)
    return kept, dict(redacted)


def _unreadable(argument: str, text: str) -> Invalid | None:
    """What keeps a text from being looked through at all."""
    if not is_storable(text):
        return Invalid(argument, Reason.BROKEN_TEXT, "valid Unicode text without null characters")
    limit = _TEXT_LIMITS[argument]
    if len(text) > min(limit * UNCLEANED, limit + UNCLEANED_MORE):
        return Invalid(argument, Reason.TOO_LONG, _allowed(argument))
    return None


def _misfit(argument: str, text: str) -> Invalid | None:
    if len(text) > _TEXT_LIMITS[argument]:
        return Invalid(argument, Reason.TOO_LONG, _allowed(argument))
    if not text.strip():
        return Invalid(argument, Reason.EMPTY, _allowed(argument))
    return None


def _allowed(argument: str) -> str:
    return f"a text of 1 to {_TEXT_LIMITS[argument]} characters"


def _value_problems(draft: Draft) -> Iterator[Invalid]:
    if draft.fact_key is not None and draft.fact_key.startswith(ARCHIVIST_PREFIX):
        yield Invalid(
            "fact_key", Reason.RANGE, f"any key but `{ARCHIVIST_PREFIX}…`, which is the archivist's"
        )
    if not 0.0 <= draft.confidence <= 1.0:
        yield Invalid("confidence", Reason.RANGE, "a number from 0.0 to 1.0")
    if not draft.path.startswith("/"):
        yield Invalid("path", Reason.RANGE, "a path that begins with `/`")
    if len(draft.derived_from) > DERIVED_LIMIT:
        yield Invalid("derived_from", Reason.TOO_LONG, f"a list of up to {DERIVED_LIMIT} ids")
    if draft.visibility is Visibility.UNIT:
        allowed = "`organization`, `project` or `author`; units do not exist yet"
        yield Invalid("visibility", Reason.NOT_YET, allowed)
    if draft.said_at is not None and not _has_place_in_time(draft.said_at):
        yield Invalid("said_at", Reason.RANGE, "a time with its offset from UTC, in the years 1 to 9999")


def _has_place_in_time(moment: datetime) -> bool:
    """Whether it is known when that was, and UTC has a date for it."""
    try:
        return moment.utcoffset() is not None and moment.astimezone(UTC) is not None
    except OverflowError:
        return False
