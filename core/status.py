"""What a record's status is, for one reader, at reading time (SPEC section 5)."""

from collections.abc import Iterable

from core.records import Record, Status

INHERITED_LEVELS = 3
"""How deep a summary looks: its sources, theirs, and theirs."""

_WORST_FIRST = (Status.CONFLICT, Status.STALE, Status.UNVERIFIED)


def contradicts(record: Record, other: Record) -> bool:
    """Whether two versions of one fact differ: in content, or in the source's hash where both have one."""
    if record.content != other.content:
        return True
    return None not in (record.source_hash, other.source_hash) and record.source_hash != other.source_hash


def own_status(
    record: Record, others: Iterable[Record], current_source_hash: str | None, *, outdated: bool = False
) -> Status:
    """The status of a record by itself; `others` are the other visible, unretired versions of its fact.

    `outdated` tells whether the archivist marked it so, or a person retired it.
    """
    if any(contradicts(record, other) for other in others):
        return Status.CONFLICT
    if outdated or source_moved_on(record, current_source_hash):
        return Status.STALE
    return Status.UNVERIFIED


def source_moved_on(record: Record, current_source_hash: str | None) -> bool:
    """Whether the source's hash, where it is known, is another one now."""
    known = None not in (current_source_hash, record.source_hash)
    return known and record.source_hash != current_source_hash


def worst(statuses: Iterable[Status]) -> Status:
    """The one that shows where there are several."""
    return min(statuses, key=_WORST_FIRST.index, default=Status.UNVERIFIED)
