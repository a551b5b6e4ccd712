"""Search (SPEC section 4): the index gives hits and scores, the store records, the rules their order."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from core.errors import WorkspaceNotActive
from core.ids import RecordId, Seq
from core.query import DEFAULT_LIMIT, Query, clamp_limit
from core.records import Record, Status
from core.scoring import Hit, Scores, newest_first, place
from core.sight import Sight, reader
from core.spaces import Actor
from core.standing import Standing, fact_of, standings
from core.storage import Connection, Store, records
from core.storage.index import Index
from core.storage.records import Reader

SLICE = 64
"""How many hits are read at once until the page is full."""


@dataclass(frozen=True)
class SearchRequest:
    """What is searched, and how much of it is wanted; `workspace` None means all of them."""

    query: Query
    workspace: str | None = "default"
    scope: str | None = None
    limit: int = DEFAULT_LIMIT
    offset: int = 0
    current_source_hash: str | None = None
    exclude_stale: bool = False


@dataclass(frozen=True)
class Found:
    """One result."""

    record: Record
    standing: Standing
    score: int


@dataclass(frozen=True)
class Page:
    """Part of the results; `total` counts all that match, before `exclude_stale`."""

    results: tuple[Found, ...]
    offset: int
    total: int


@dataclass(frozen=True)
class Search:
    """Find records for a person."""

    store: Store

    async def __call__(
        self, actor: Actor, request: SearchRequest, sight: Sight = Sight.HERE
    ) -> Page | WorkspaceNotActive:
        """The page of results that was asked for. Reads only."""

        def run(connection: Connection, index: Index) -> Page | WorkspaceNotActive:
            eyes = reader(connection, actor, sight, request.workspace)
            if not eyes.workspaces and request.workspace is not None:
                return WorkspaceNotActive(request.workspace)
            return find(connection, index, eyes, request)

        return await self.store.search(run)


def find(connection: Connection, index: Index, eyes: Reader, request: SearchRequest) -> Page:
    """Search on one snapshot."""
    mask = index.readable(connection, eyes.audiences)
    if request.scope is not None:
        mask &= index.in_scope(connection, eyes.workspaces, request.scope)
    if request.query.is_blank:
        scores, total = None, mask.bit_count()
        hits: Iterator[Hit] = (Hit(seq, 0) for seq in newest_first(mask))
    else:
        scores = Scores((index.occurrences(connection, term) for term in request.query.terms), mask)
        hits, total = scores.hits(), scores.total
    end = request.offset + clamp_limit(request.limit)
    wanted = islice(_ordered(connection, eyes, request, hits, scores), request.offset, end)
    results = _judged(connection, eyes, request, dict(wanted))
    return Page(tuple(results), request.offset, total)


def _ordered(
    connection: Connection, eyes: Reader, request: SearchRequest, hits: Iterator[Hit], scores: Scores | None
) -> Iterator[tuple[Hit, Record]]:
    """All results in the order of SPEC section 4, point 4, read a slice at a time."""
    placed: set[Seq] = set()
    while batch := list(islice(hits, SLICE)):
        known = records.by_seqs(connection, eyes, (hit.seq for hit in batch))
        newer = {} if scores is None else _newer(connection, eyes, request, known, scores)
        known.update((version.seq, version) for found in newer.values() for version in found)
        if request.exclude_stale:
            standing = standings(connection, eyes, known.values(), request.current_source_hash)
            known = {seq: one for seq, one in known.items() if standing[one.id].status is not Status.STALE}
        versions = {
            seq: [Hit(version.seq, scores.of(version.seq)) for version in found if version.seq in known]
            for seq, found in newer.items()
            if scores is not None
        }
        for hit in place((hit for hit in batch if hit.seq in known), versions, placed):
            yield hit, known[hit.seq]


def _newer(
    connection: Connection, eyes: Reader, request: SearchRequest, known: dict[Seq, Record], scores: Scores
) -> dict[Seq, list[Record]]:
    """For each record its newer versions that match, newest first."""
    versions = records.versions(connection, eyes, {fact for one in known.values() if (fact := fact_of(one))})
    return {
        seq: [
            version for version in versions[fact] if version.seq > seq and scores.matching >> version.seq & 1
        ]
        for seq, record in known.items()
        if (fact := fact_of(record))
    }


def _judged(
    connection: Connection, eyes: Reader, request: SearchRequest, wanted: dict[Hit, Record]
) -> Iterator[Found]:
    standing: dict[RecordId, Standing] = standings(
        connection, eyes, wanted.values(), request.current_source_hash
    )
    for hit, record in wanted.items():
        yield Found(record, standing[record.id], hit.score)
