"""Links between records (SPEC sections 4 and 7)."""

from dataclasses import dataclass
from enum import StrEnum

from core.ids import RecordId, Ref

PREVIEW = 120
"""Characters of the other record that a link shows."""


class Relation(StrEnum):
    """How one record relates to another."""

    RELATES_TO = "relates_to"
    FIXES_ISSUE = "fixes_issue"
    SUPERSEDES = "supersedes"


class Direction(StrEnum):
    """Whether a link begins or ends at the record that it is shown with."""

    OUTGOING = "outgoing"
    INCOMING = "incoming"


@dataclass(frozen=True)
class Link:
    """A link as seen from one of its ends; the other end is a record that the reader sees."""

    relation: Relation
    direction: Direction
    weight: float
    """0.0 to 1.0."""
    target_id: RecordId
    target_ref: Ref
    preview: str
