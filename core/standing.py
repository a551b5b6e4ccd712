"""The statuses of a page of records: the rules of `status.py` over what the store holds, a query a level."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from core.ids import Names, RecordId, RecordKey
from core.marks import Mark, is_outdated, shown_confidence
from core.records import Record, Status
from core.status import INHERITED_LEVELS, contradicts, own_status, worst
from core.storage import Connection, judgements, records
from core.storage.records import Fact, Reader


@dataclass(frozen=True)
class Standing:
    """What other records say about a record, for one reader."""

    status: Status
    own: Status
    """The status without what it inherits from its sources."""
    confidence: float
    """0.0 to 1.0, as the reader sees it."""
    superseded_by: RecordId | None = None
    contradicts: tuple[Record, ...] = ()
    """The other versions of its fact that contradict it, newest first."""
    marks: tuple[Mark, ...] = ()
    retired_for: Names | None = None
    """The record that a person kept in place of this one."""


def alone(record: Record) -> Standing:
    """How a new record without versions and sources stands."""
    return Standing(Status.UNVERIFIED, Status.UNVERIFIED, record.confidence)


class Snapshot:
    """What one reader sees at one moment. Versions of a fact are read once, wherever they are asked for."""

    def __init__(self, connection: Connection, reader: Reader) -> None:
        self.connection = connection
        self.reader = reader
        self._versions: dict[Fact, list[Record]] = {}
        self._retired: dict[RecordKey, Names | None] = {}

    def versions(self, record: Record) -> list[Record]:
        """The visible, unretired versions of the record's fact, newest first, itself included.

        None for a record without a key, nor for a retired one, which is no version any more.
        """
        versions = self.of_fact(record)
        return [] if versions and self.retired_for(record) else versions

    def of_fact(self, record: Record) -> list[Record]:
        """The visible, unretired versions of the record's fact, even where it is retired itself."""
        fact = fact_of(record)
        if fact is None:
            return []
        self.read([record])
        return self._versions[fact]

    def retired_for(self, record: Record) -> Names | None:
        """The record that was kept in place of this one, which `read` has read before."""
        return self._retired.get(record.key)

    def read(self, page: Iterable[Record]) -> None:
        """Read at once what `versions` and `retired_for` will be asked for, as far as it is not known yet."""
        asked = list(page)
        facts = {fact for record in asked if (fact := fact_of(record))} - self._versions.keys()
        found = records.versions(self.connection, self.reader, facts) if facts else {}
        of_facts = (version for versions in found.values() for version in versions)
        keys = {record.key for record in (*asked, *of_facts)} - self._retired.keys()
        retired = judgements.retired(self.connection, self.reader, keys) if keys else {}
        self._retired.update((key, retired.get(key)) for key in keys)
        for fact, versions in found.items():
            self._versions[fact] = [version for version in versions if not self._retired[version.key]]


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
        known.update((record.id, record) for record in level)
        own.update(_own(snapshot, level, current_source_hash))
        sources = {source for record in level for source in record.derived_from} - known.keys()
        if depth == INHERITED_LEVELS or not sources:
            break
        level = list(records.by_ids(snapshot.connection, snapshot.reader, sources).values())
    return {
        record.id: replace(
            own[record.id], status=worst(own[source].own for source in _with_sources(record, known))
        )
        for record in asked
    }


def _own(
    snapshot: Snapshot, level: list[Record], current_source_hash: str | None
) -> Iterator[tuple[RecordId, Standing]]:
    snapshot.read(level)
    keys = (record.key for record in level)
    marks = judgements.marks_on(snapshot.connection, snapshot.reader, keys)
    for record in level:
        on_it = tuple(marks.get(record.key, ()))
        retired_for = snapshot.retired_for(record)
        versions = snapshot.versions(record)
        newest = versions[0].id if versions and versions[0].id != record.id else None
        superseded_by = newest if retired_for is None else retired_for.id
        against = tuple(other for other in versions if contradicts(record, other))
        outdated = is_outdated(on_it) or retired_for is not None
        status = own_status(record, against, current_source_hash, outdated=outdated)
        confidence = shown_confidence(record.confidence, on_it)
        yield (
            record.id,
            Standing(status, status, confidence, superseded_by, against, on_it, retired_for),
        )


def _with_sources(record: Record, known: dict[RecordId, Record]) -> set[RecordId]:
    """The record and its visible sources, three levels deep; loops end."""
    found = {record.id}
    level = {record.id}
    for _ in range(INHERITED_LEVELS):
        level = {source for one in level for source in known[one].derived_from if source in known} - found
        found |= level
    return found
