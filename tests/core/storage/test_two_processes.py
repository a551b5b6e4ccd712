"""Two processes on one file: each sees at its next search what the other did, and no write is refused."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator

import pytest

from core.ids import RecordId
from core.memory import Memory
from core.spaces import Actor
from tests.core.judging import edited
from tests.core.processes import flood
from tests.core.steps import contents, remembered
from tests.core.storage.test_database import ROOT

FLOOD = 200
"""Saves in each process."""


class Other:
    """Another process on the same file."""

    def __init__(self, url: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.core.processes", "part", url],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def begin(self, *words: str) -> None:
        """Tell it to do something."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(words) + "\n")
        self._process.stdin.flush()

    def outcome(self) -> list[str]:
        """What came of it."""
        assert self._process.stdout is not None
        told: list[str] = json.loads(self._process.stdout.readline())
        return told

    def do(self, *words: str) -> list[str]:
        """Let it do something."""
        self.begin(*words)
        return self.outcome()

    def end(self) -> None:
        """Let it end."""
        self._process.communicate()


@pytest.fixture
def other(database_url: str, memory: Memory) -> Iterator[Other]:
    """The other process."""
    process = Other(database_url)
    yield process
    process.end()


async def test_each_sees_what_the_other_did_at_its_next_search(
    memory: Memory, other: Other, owner: Actor
) -> None:
    async def both() -> list[str]:
        here, there = await contents(memory, owner, "note", limit=50), other.do("find", "note")
        assert here == there
        return here

    mine = (await remembered(memory, owner, "note one")).record
    assert await both() == ["note one"]
    [theirs] = other.do("save", "note two")
    assert await both() == ["note two", "note one"]
    other.do("edit", mine.id, "note one again")
    assert await both() == ["note one again", "note two"]
    await memory.forget.by_name(owner, RecordId(theirs))
    assert await both() == ["note one again"]
    other.do("restore", theirs)
    assert await both() == ["note one again", "note two"]
    other.do("hide", theirs)
    assert await both() == ["note one again", "note two"]
    await edited(memory, owner, mine, content="no more")
    assert await both() == ["note two"]
    other.do("forget", theirs)
    assert await both() == []


async def test_writes_of_both_succeed_while_both_search_and_the_index_is_made_anew(
    memory: Memory, other: Other, owner: Actor
) -> None:
    other.do("find", "flood")
    other.begin("flood", "there", str(FLOOD))
    failed, count = await asyncio.gather(
        flood(memory, owner, "here", FLOOD), memory.housekeeping.rebuild_index()
    )
    assert (failed, other.outcome()) == ([], [])
    assert count <= 2 * FLOOD
    for name in ("here", "there"):
        assert len(other.do("find", name)) == len(await contents(memory, owner, name, limit=50)) == 50
    assert (await memory.housekeeping.counts()).records == 2 * FLOOD
