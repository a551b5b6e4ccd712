"""Saves, timed: alone, beside searches, and against raw sqlite3."""

import asyncio
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from bot.clock import SystemClock
from core.memory import Memory
from core.records import Draft
from core.remember import Remembered
from core.spaces import Actor, Chat, Role, SpaceKind, Visitor
from core.storage import Store
from tests.bench import plain
from tests.bench.notes import notes
from tests.bench.questions import SEED, questions

CALLERS = 16
SEARCHERS = 4
MEASURED = 8_000
"""Saves in each measurement."""
FILLERS = 64


async def enter(memory: Memory) -> Actor:
    """The one person whose memory is measured."""
    visitor = Visitor(1, "owner", None)
    return await memory.membership.enter(visitor, Chat(1, SpaceKind.PRIVATE, ""), Role.ADMIN)


@dataclass(frozen=True)
class Filled:
    """How many notes were missing, and how fast they were saved."""

    added: int
    a_second: float


async def fill(memory: Memory, owner: Actor, count: int) -> Filled:
    """Save the notes that are not there yet, up to so many, in their order."""
    there = (await memory.housekeeping.counts()).records
    began = time.perf_counter()
    missing = islice(notes(SEED, count), there, None)
    # In order: a batch is handed in whole, and saved as it was handed in.
    while batch := list(islice(missing, FILLERS)):
        await asyncio.gather(*(_save(memory, owner, text) for text in batch))
    added = max(0, count - there)
    return Filled(added, added / (time.perf_counter() - began))


async def measure(file: Path) -> list[tuple[str, float, float]]:
    """Saves a second and their p95: alone, beside searches, and raw sqlite3's."""
    from tests.bench.searching import search_on

    store = Store.open(f"sqlite:///{file}")
    memory = Memory.on(store, SystemClock())
    owner = await enter(memory)
    more = notes(SEED + 1, 1 << 30)
    alone = await _timed(memory, owner, islice(more, MEASURED))
    stop = asyncio.Event()
    asked = questions("mixed", 4)
    async with asyncio.TaskGroup() as group:
        searches = [group.create_task(search_on(memory, owner, asked, stop)) for _ in range(SEARCHERS)]
        beside = await _timed(memory, owner, islice(more, MEASURED))
        stop.set()
    found = sorted(taken for one in searches for taken in one.result())
    store.close()
    raw = plain.saves_a_second(list(islice(more, MEASURED)), CALLERS)
    return [
        (f"{CALLERS} callers", *alone),
        (f"{CALLERS} callers beside {SEARCHERS} searchers", *beside),
        (f"the {SEARCHERS} searchers meanwhile", *_summary(found, len(found) / (MEASURED / beside[0]))),
        (f"raw sqlite3, {CALLERS} to a commit", raw, 0.0),
    ]


async def _timed(memory: Memory, owner: Actor, texts: Iterator[str]) -> tuple[float, float]:
    ready = iter(list(texts))
    taken: list[float] = []

    async def call() -> None:
        for text in ready:
            began = time.perf_counter()
            await _save(memory, owner, text)
            taken.append(1000 * (time.perf_counter() - began))

    began = time.perf_counter()
    await asyncio.gather(*(call() for _ in range(CALLERS)))
    return _summary(sorted(taken), len(taken) / (time.perf_counter() - began))


def _summary(taken: list[float], a_second: float) -> tuple[float, float]:
    return a_second, taken[len(taken) * 95 // 100]


async def _save(memory: Memory, owner: Actor, text: str) -> None:
    saved = await memory.remember(owner, Draft(text, source="bench"))
    assert isinstance(saved, Remembered)
