"""Search (SPEC section 4): the index gives hits and scores, the store records, the rules their order."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import reduce
from itertools import islice
from operator import or_

from core.errors import WorkspaceNotActive
from core.graph import Link
from core.guard import as_kept
from core.ids import Seq
from core.qualifiers import NO_FILTERS, Filters
from core.query import DEFAULT_LIMIT, Query, clamp_limit
from core.records import Record, Status
from core.scoring import Hit, Scores, Widened, newest_first, place
from core.second_chance import KNOWN, SecondChance
from core.sight import Sight, reader
from core.spaces import Actor
from core.standing import Snapshot, Standing, standings
from core.storage import Connection, Store, judgements, known, records, spaces
from core.storage.index import Index, bitmap
from core.storage.records import Reader
from core.words import Term

SLICE = 64
"""How many hits are read at once at most, until the page is full."""


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
    filters: Filters = NO_FILTERS

    @property
    def takes_all(self) -> bool:
        """Whether whatever matches is wanted."""
        return not self.exclude_stale and self.filters == NO_FILTERS

    def as_kept(self) -> "SearchRequest":
        """The same with its labels as they were kept, without secrets."""
        workspace = None if self.workspace is None else as_kept(self.workspace)
        scope = None if self.scope is None else as_kept(self.scope)
        return replace(self, workspace=workspace, scope=scope)

    def wants(self, standing: Standing) -> bool:
        """Whether a record that matches, and passes the filters, is wanted for how it stands."""
        status = standing.status
        if self.exclude_stale and status is Status.STALE:
            return False
        if self.filters.marked and not (status is Status.STALE or standing.marks):
            return False
        return self.filters.status in (None, status)


@dataclass(frozen=True)
class Found:
    """One result."""

    record: Record
    standing: Standing
    score: int
    links: tuple[Link, ...]


@dataclass(frozen=True)
class Page:
    """Part of the results."""

    results: tuple[Found, ...]
    offset: int
    total: int | None
    """How many there are; None where `exclude_stale` or filters take some out."""
    has_more: bool
    """Whether there are results after these."""
    expanded_with: tuple[str, ...] = ()
    """Words that a language model added to the query."""
    model_was_away: bool = False
    """Whether a language model should have been asked for other words, and did not answer."""


@dataclass(frozen=True)
class Search:
    """Find records for a person."""

    store: Store
    second_chance: SecondChance

    async def __call__(
        self, actor: Actor, request: SearchRequest, sight: Sight = Sight.HERE
    ) -> Page | WorkspaceNotActive:
        """The page of results that was asked for. Reads only."""
        request = request.as_kept()

        def run(connection: Connection, index: Index) -> tuple[Page | WorkspaceNotActive, bool]:
            eyes = reader(connection, actor, sight)
            if request.workspace is not None and request.workspace not in eyes.workspaces.values():
                return WorkspaceNotActive(request.workspace), False
            may_ask = self.second_chance.exists and not request.query.is_blank
            poor = may_ask and _is_poor(connection, index, eyes, request)
            return find(connection, index, eyes, request), poor

        page, is_poor = await self.store.search(run)
        return await self._again(actor, request, sight, page) if is_poor and isinstance(page, Page) else page

    async def _again(self, actor: Actor, request: SearchRequest, sight: Sight, page: Page) -> Page:
        """Search with the words of a language model beside those of the query, where it has any."""

        def read_known(connection: Connection) -> tuple[str, ...] | None:
            if not spaces.archivist_is_on(connection, actor.space):
                return None
            eyes = reader(connection, actor, sight).within(request.workspace)
            return known.keys_and_labels(connection, eyes, KNOWN)

        keys_and_labels = await self.store.read(read_known)
        if keys_and_labels is None:
            return page
        asked = actor.space, request.workspace, request.query.text, keys_and_labels
        words = await self.second_chance.words(*asked)
        if words is None:
            return replace(page, model_was_away=True)
        added = request.query.terms_beside(words)
        if not added:
            return page

        def run(connection: Connection, index: Index) -> Page:
            return find(connection, index, reader(connection, actor, sight), request, added)

        return replace(await self.store.search(run), expanded_with=words)


def find(
    connection: Connection, index: Index, eyes: Reader, request: SearchRequest, added: tuple[Term, ...] = ()
) -> Page:
    """Search on one snapshot; with terms that were added, in keys too."""
    within = eyes.within(request.workspace)
    mask = _mask(connection, index, within, request)
    if request.query.is_blank:
        scores: Scores | Widened = Scores((), mask)
        hits: Iterator[Hit] = (Hit(seq, 0) for seq in newest_first(mask))
        total = mask.bit_count()
    else:
        scores = _scores(connection, index, within, request.query.terms, added, mask)
        hits, total = scores.hits(), scores.total
    snapshot = Snapshot(connection, eyes)
    end = request.offset + clamp_limit(request.limit)
    at_once = min(end, SLICE) if request.takes_all else SLICE
    ordered = islice(_ordered(snapshot, request, hits, scores, at_once), request.offset, None)
    wanted = list(islice(ordered, end - request.offset))
    standing = standings(snapshot, (record for _, record in wanted), request.current_source_hash)
    links = judgements.links_of(connection, eyes, (record.key for _, record in wanted))
    results = (
        Found(record, standing[record.id], hit.score, tuple(links.get(record.key, ())))
        for hit, record in wanted
    )
    if request.takes_all:
        return Page(tuple(results), request.offset, total, request.offset + len(wanted) < total)
    return Page(tuple(results), request.offset, None, next(ordered, None) is not None)


def _scores(
    connection: Connection,
    index: Index,
    within: Reader,
    original: tuple[Term, ...],
    added: tuple[Term, ...],
    mask: int,
) -> Scores | Widened:
    """How many terms occur in which records: of the query, or with terms that were added, of both."""
    found = [index.occurrences(connection, term, mask) for term in (*original, *added)]
    if not added:
        return Scores(found, mask)
    keyed = known.seqs_by_key(connection, within.workspaces, (*original, *added))
    found = [bits | bitmap(keyed[term]) for bits, term in zip(found, (*original, *added), strict=True)]
    return Widened(Scores(found[: len(original)], mask), Scores(found, mask))


def _is_poor(connection: Connection, index: Index, eyes: Reader, request: SearchRequest) -> bool:
    """Whether no record holds half of the query's content words (SPEC section 4, point 5)."""
    mask = _mask(connection, index, eyes.within(request.workspace), request)
    terms = Query.question(request.query.text).terms
    scores = Scores((index.occurrences(connection, term, mask) for term in terms), mask)
    best = next(scores.hits(), None)
    return best is None or 2 * best.score < len(terms)


def _mask(connection: Connection, index: Index, within: Reader, request: SearchRequest) -> int:
    """The bitmap of the records among which is searched."""
    mask = index.readable(connection, within.audiences)
    status = request.filters.status
    if status is Status.CONFLICT or (status is Status.STALE and request.current_source_hash is None):
        mask &= bitmap(judgements.suspects(connection, within, status))
    if request.filters.marked:
        mask &= bitmap(judgements.suspects(connection, within, Status.STALE))
    if request.scope is not None:
        mask &= index.in_scope(connection, within.workspaces, request.scope)
    if (typed := request.filters.scope) is not None:
        spelled = known.spellings(connection, within.workspaces, typed)
        scoped = (index.in_scope(connection, within.workspaces, one) for one in spelled)
        mask &= reduce(or_, scoped)
    return mask


def _ordered(
    snapshot: Snapshot, request: SearchRequest, hits: Iterator[Hit], scores: Scores | Widened, at_once: int
) -> Iterator[tuple[Hit, Record]]:
    """All results in the order of SPEC section 4, point 4, read a slice at a time."""
    placed: set[Seq] = set()
    while batch := list(islice(hits, at_once)):
        read = records.by_seqs(snapshot.connection, snapshot.reader, (hit.seq for hit in batch))
        # First, as a filter may leave nothing of all that matches.
        known = {seq: record for seq, record in read.items() if request.filters.allow(record)}
        snapshot.read(known.values())
        newer = {seq: _newer(snapshot, record, scores) for seq, record in known.items()}
        versions_found = (version for found in newer.values() for version in found)
        known.update((one.seq, one) for one in versions_found if request.filters.allow(one))
        if not request.takes_all:
            standing = standings(snapshot, known.values(), request.current_source_hash)
            known = {seq: one for seq, one in known.items() if request.wants(standing[one.id])}
        versions = {
            seq: [Hit(one.seq, scores.of(one.seq)) for one in found if one.seq in known]
            for seq, found in newer.items()
        }
        for hit in place((hit for hit in batch if hit.seq in known), versions, placed):
            yield hit, known[hit.seq]


def _newer(snapshot: Snapshot, record: Record, scores: Scores | Widened) -> list[Record]:
    """The newer versions of the record's fact that match, newest first."""
    return [
        version
        for version in snapshot.versions(record)
        if version.seq > record.seq and scores.matching >> version.seq & 1
    ]
