"""The statuses of a page of records: the rules of `status.py` over what the store holds, a query a level."""

from collections.abc import Iterable
from dataclasses import dataclass

from core.ids import RecordId
from core.records import Record, Status
from core.status import INHERITED_LEVELS, contradicts, own_status, worst
from core.storage import Connection, records
from core.storage.records import Fact, Reader


@dataclass(frozen=True)
class Standing:
    """What the versions and sources of a record say about it, for one reader."""

    status: Status
    superseded_by: RecordId | None
    contradicts: tuple[Record, ...]
    """The other versions of its fact that contradict it, newest first."""


ALONE = Standing(Status.UNVERIFIED, None, ())
"""Of a record without versions and sources."""


class Snapshot:
    """What one reader sees at one moment. Versions of a fact are read once, wherever they are asked for."""

    def __init__(self, connection: Connection, reader: Reader) -> None:
        self.connection = connection
        self.reader = reader
        self._versions: dict[Fact, list[Record]] = {}

    def versions(self, record: Record) -> list[Record]:
        """The visible versions of the record's fact, newest first, itself included; none without a key."""
        self.read_versions([record])
        fact = fact_of(record)
        return [] if fact is None else self._versions[fact]

    def read_versions(self, page: Iterable[Record]) -> None:
        """Read at once what `versions` will be asked for."""
        facts = {fact for record in page if (fact := fact_of(record))} - self._versions.keys()
        if facts:
            self._versions.update(records.versions(self.connection, self.reader, facts))


def fact_of(record: Record) -> Fact | None:
    """What a record is a version of, if of anything."""
    return None if record.versioned_key is None else (record.workspace_id, record.versioned_key)


def standings(
    snapshot: Snapshot, page: Iterable[Record], current_source_hash: str | None = None
) -> dict[RecordId, Standing]:
    """The standing of each record of a page (SPEC section 5)."""
    asked = list(page)
    known: dict[RecordId, Record] = {}
    own: dict[RecordId, Standing] = {}
    level = asked
    for depth in range(INHERITED_LEVELS + 1):
        snapshot.read_versions(level)
        known.update((record.id, record) for record in level)
        own.update((record.id, _own(snapshot, record, current_source_hash)) for record in level)
        sources = {source for record in level for source in record.derived_from} - known.keys()
        if depth == INHERITED_LEVELS or not sources:
            break
        level = list(records.by_ids(snapshot.connection, snapshot.reader, sources).values())
    return {
        record.id: Standing(
            worst(own[source].status for source in _with_sources(record, known)),
            own[record.id].superseded_by,
            own[record.id].contradicts,
        )
        for record in asked
    }


def _own(snapshot: Snapshot, record: Record, current_source_hash: str | None) -> Standing:
    versions = snapshot.versions(record)
    newest = versions[0].id if versions and versions[0].id != record.id else None
    against = tuple(other for other in versions if contradicts(record, other))
    return Standing(own_status(record, against, current_source_hash), newest, against)


def _with_sources(record: Record, known: dict[RecordId, Record]) -> set[RecordId]:
    """The record and its visible sources, three levels deep; loops end."""
    found = {record.id}
    level = {record.id}
    for _ in range(INHERITED_LEVELS):
        level = {source for one in level for source in known[one].derived_from if source in known} - found
        found |= level
    return found
