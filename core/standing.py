"""The statuses of a page of records: the rules of `status.py` over what the store holds, a query a level."""

from collections.abc import Iterable
from dataclasses import dataclass

from core.ids import RecordId
from core.records import Record, Status
from core.status import INHERITED_LEVELS, Version, own_status, worst
from core.storage import Connection, records
from core.storage.records import Fact, Reader


@dataclass(frozen=True)
class Standing:
    """What the versions and sources of a record say about it, for one reader."""

    status: Status
    superseded_by: RecordId | None
    contradicts: tuple[Record, ...]
    """The other versions of its fact, where the record itself is in conflict with them."""


def standings(
    connection: Connection, reader: Reader, page: Iterable[Record], current_source_hash: str | None = None
) -> dict[RecordId, Standing]:
    """The standing of each record of a page (SPEC section 5)."""
    asked = list(page)
    known: dict[RecordId, Record] = {}
    own: dict[RecordId, Standing] = {}
    level = asked
    for depth in range(INHERITED_LEVELS + 1):
        known.update((record.id, record) for record in level)
        own.update(_own(connection, reader, level, current_source_hash))
        sources = {source for record in level for source in record.derived_from} - known.keys()
        if depth == INHERITED_LEVELS or not sources:
            break
        level = list(records.by_ids(connection, reader, sources).values())
    return {
        record.id: Standing(
            worst(own[source].status for source in _with_sources(record, known)),
            own[record.id].superseded_by,
            own[record.id].contradicts,
        )
        for record in asked
    }


def _own(
    connection: Connection, reader: Reader, level: list[Record], current_source_hash: str | None
) -> dict[RecordId, Standing]:
    versions = records.versions(connection, reader, {fact for record in level if (fact := fact_of(record))})
    found = {}
    for record in level:
        fact = fact_of(record)
        same = versions[fact] if fact else []
        others = [other for other in same if other.id != record.id]
        status = own_status(
            record, (Version(other.content, other.source_hash) for other in others), current_source_hash
        )
        newest = same[0].id if others and same[0].id != record.id else None
        found[record.id] = Standing(status, newest, tuple(others) if status is Status.CONFLICT else ())
    return found


def fact_of(record: Record) -> Fact | None:
    """What a record is a version of, if of anything."""
    return None if record.versioned_key is None else (record.workspace_id, record.versioned_key)


def _with_sources(record: Record, known: dict[RecordId, Record]) -> set[RecordId]:
    """The record and its visible sources, three levels deep; loops end."""
    found = {record.id}
    level = {record.id}
    for _ in range(INHERITED_LEVELS):
        level = {source for one in level for source in known[one].derived_from if source in known} - found
        found |= level
    return found
