"""Searches, timed and checked."""

import asyncio
import sqlite3
import time
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from operator import itemgetter
from pathlib import Path

from bot.clock import SystemClock
from core.memory import Memory
from core.query import DEFAULT_LIMIT, Query
from core.search import Page, SearchRequest
from core.spaces import Actor
from core.storage import Store
from core.words import RecordWords, Term
from tests.bench.notes import languages
from tests.bench.questions import SEED
from tests.bench.saving import enter

WARM = 5
"""How often each query is asked again."""
FIRST = 3
"""Words whose first use is timed, the commonest of each language."""


@dataclass(frozen=True)
class Row:
    """Milliseconds that queries of one kind and length took."""

    length: int
    kind: str
    median: float
    p95: float
    first: float
    """The slowest of those asked for the first time."""


async def measure(memory: Memory, owner: Actor, kind: str, length: int, asked: Sequence[str]) -> Row:
    """Ask each once, then all of them several times more."""
    first = [await _timed(memory, owner, text) for text in asked]
    warm = sorted([await _timed(memory, owner, text) for _ in range(WARM) for text in asked])
    return Row(length, kind, warm[len(warm) // 2], warm[len(warm) * 95 // 100], max(first))


async def _timed(memory: Memory, owner: Actor, text: str) -> float:
    request = SearchRequest(Query.parse(text))
    began = time.perf_counter()
    await memory.search(owner, request)
    return 1000 * (time.perf_counter() - began)


async def first_use(file: Path) -> list[tuple[str, int, float]]:
    """The commonest words, each asked once by a store that was just opened and knows its audiences."""
    store = Store.open(f"sqlite:///{file}")
    memory = Memory.on(store, SystemClock())
    owner = await enter(memory)
    await _timed(memory, owner, "nothing-of-the-kind")
    found = []
    for rank in range(FIRST):
        for language in languages(SEED):
            word = language.stems[rank]
            taken = await _timed(memory, owner, word)
            page = await memory.search(owner, SearchRequest(Query.parse(word)))
            assert isinstance(page, Page)
            found.append((f"{language.name} {rank + 1}", page.total or 0, taken))
    store.close()
    return found


@dataclass(frozen=True)
class Answer:
    """What was asked, and what came back: the contents, best first, with their scores."""

    terms: tuple[Term, ...]
    total: int
    hits: list[tuple[str, int]]


async def answer(memory: Memory, owner: Actor, text: str) -> Answer:
    """Ask."""
    query = Query.parse(text)
    page = await memory.search(owner, SearchRequest(query))
    assert isinstance(page, Page)
    hits = [(one.record.content, one.score) for one in page.results]
    return Answer(query.terms, page.total or 0, hits)


@dataclass(frozen=True)
class Text:
    """What is searched of a record."""

    content: str
    source: str


def readable(file: Path, person: Actor) -> list[Text]:
    """What the person may read in the space, the oldest first."""
    with closing(sqlite3.connect(file)) as connection:
        return [Text(*row) for row in connection.execute(_READABLE, (person.space, person.person.id))]


_READABLE = (
    "SELECT content, source FROM records JOIN audiences ON audiences.pk = audience"
    " JOIN workspaces ON workspaces.pk = records.workspace"
    " WHERE space = ? AND workspaces.name = 'default' AND forgotten_at IS NULL"
    " AND (visibility IN ('organization', 'project') OR audiences.author = ?)"
    " ORDER BY seq"
)


def differing(texts: Iterable[Text], answers: Sequence[Answer]) -> list[int]:
    """Which of the answers a plain reading of the contract would not give on these texts, oldest first.

    The score counts, then the newest (SPEC section 4); no record has a key. Every word of these queries is a
    single run, so that it occurs in a text where it occurs in one of its runs.
    """
    asked = [frozenset(answer.terms) for answer in answers]
    terms = frozenset[Term]().union(*asked)

    @cache
    def occurring(run: str) -> frozenset[Term]:
        alone = RecordWords(frozenset([run]), frozenset())
        return frozenset(term for term in terms if term.occurs_in(alone))

    found: list[list[tuple[str, int]]] = [[] for _ in answers]
    for text in texts:
        there = frozenset[Term]().union(*map(occurring, RecordWords.of(text.content, text.source).runs))
        for sought, hits in zip(asked, found, strict=True):
            if score := len(sought & there):
                hits.append((text.content, score))
    expected = [(len(hits), _best(hits)) for hits in found]
    return [number for number, one in enumerate(answers) if (one.total, one.hits) != expected[number]]


def _best(hits: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
    # What is alike keeps its order, which is then turned round with the rest.
    return sorted(hits, key=itemgetter(1))[::-1][:DEFAULT_LIMIT]


async def search_on(memory: Memory, owner: Actor, asked: Sequence[str], stop: asyncio.Event) -> list[float]:
    """Search without a pause until told to stop; the milliseconds that each took."""
    taken = []
    while not stop.is_set():
        taken.extend([await _timed(memory, owner, text) for text in asked])
    return taken
