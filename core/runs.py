"""The archivist's runs: one for each record that is to be judged (SPEC section 7, point 6)."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from math import inf
from time import monotonic

from core.errors import Failure
from core.ids import RecordId, RecordKey, Ref

_PAUSES = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=15), timedelta(hours=1))
LONGEST_PAUSE = timedelta(hours=6)
"""Between two tries, once the shorter pauses are over."""
PATIENCE = timedelta(days=7)
"""How long after the first try that failed another one may be made."""
LEASE = timedelta(minutes=2)
"""For how long a process may be at work on a run before another takes it over. No answer takes longer."""
TOO_FAR = LONGEST_PAUSE + timedelta(hours=1)
"""A run that is due later than this was dated by a clock that has been put back since."""


SIMILAR = 8
"""Candidates that are taken because they share words with the new record, where nothing else is set.

So many, since a fact that changed often has more than five versions, all equally like the new one.
"""


class RunState(StrEnum):
    """Where a run is."""

    WAITING = "waiting"
    DONE = "done"
    DROPPED = "dropped"
    """There was nothing to judge: the record was forgotten, or nobody is there who wrote it."""
    GIVEN_UP = "given up"


@dataclass(frozen=True)
class Claim:
    """A run that this process alone may finish, as long as nobody takes it over."""

    record: RecordKey
    token: str
    due_at: datetime
    """When it was due before it was claimed."""
    tries: int
    """How often it was skipped before."""
    first_failed_at: datetime | None


@dataclass(frozen=True)
class Run:
    """A run as it is shown: ids and times, never a text."""

    record: RecordId
    ref: Ref
    state: RunState
    due_at: datetime
    """When it is due; while it is claimed, when its lease ends; of one that has ended, when it did."""
    tries: int
    failure: Failure | None
    claimed: bool
    dropped_links: int
    """Links that the model made up, or gave an unknown relation."""
    discarded: bool
    """Whether the model decided about something else than candidates, so that nothing was marked."""


@dataclass(frozen=True)
class Queue:
    """The runs at a glance."""

    counts: dict[RunState, int]
    oldest_due: datetime | None
    """When the first of those that wait is or was due."""
    last_failure: Failure | None
    """Of the last run that was skipped and is not done since."""
    dropped_links: int
    discarded: int
    """Decisions that were discarded."""


def next_try(claim: Claim, now: datetime, not_before: datetime | None = None) -> datetime | None:
    """When a run that was skipped now is due again; None where it is given up.

    `not_before`: what the server asked for.
    """
    pause = _PAUSES[claim.tries] if claim.tries < len(_PAUSES) else LONGEST_PAUSE
    due = max(now + pause, min(not_before or now, now + LONGEST_PAUSE))
    first = now if claim.first_failed_at is None else min(claim.first_failed_at, now)
    return None if due > first + PATIENCE else due


class Alarm:
    """Rings when something has been queued, so that it is done when it is due and not at the next look."""

    def __init__(self) -> None:
        self._ring: Callable[[datetime], None] = lambda _: None
        self.last_set = -inf
        """When it was set last, in seconds of `time.monotonic`."""

    def answer(self, ring: Callable[[datetime], None]) -> None:
        """Call `ring`, from now on, with the time when something will be due."""
        self._ring = ring

    def set(self, due: datetime) -> None:
        """Something will be due: to be called after its commit."""
        self.last_set = monotonic()
        self._ring(due)


@dataclass(frozen=True)
class Archiving:
    """How what is saved gets to the archivist."""

    alarm: Alarm
    pause: timedelta = timedelta()
    """After a chat message, which may be changed at once; what programs save is due at once."""

    def due(self, now: datetime, *, from_chat: bool) -> datetime:
        """When what is saved now is to be judged."""
        return now + self.pause if from_chat else now
