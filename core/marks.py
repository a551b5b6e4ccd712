"""Marks: what the archivist thinks of a record because of a newer one (SPEC section 7, point 4)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from core.ids import RecordId, Ref


class MarkKind(StrEnum):
    """What a mark says of its target."""

    MERGE = "merge"
    """The cause refines or completes it."""
    INVALIDATE = "invalidate"
    """The cause refutes it."""


CONFIDENCE_AT_MOST = {MarkKind.MERGE: 0.4, MarkKind.INVALIDATE: 0.1}
"""The highest confidence that a record with such a mark shows (SPEC section 7, point 3)."""


@dataclass(frozen=True)
class Mark:
    """A mark on a record whose cause the reader sees."""

    kind: MarkKind
    reason: str
    at: datetime
    cause_id: RecordId
    cause_ref: Ref


def shown_confidence(saved: float, marks: Iterable[Mark]) -> float:
    """The confidence that a reader sees: as saved, or the lowest that the marks allow."""
    return min([saved, *(CONFIDENCE_AT_MOST[mark.kind] for mark in marks)])


def is_outdated(marks: Iterable[Mark]) -> bool:
    """Whether a mark says that the record holds no more."""
    return any(mark.kind is MarkKind.INVALIDATE for mark in marks)
