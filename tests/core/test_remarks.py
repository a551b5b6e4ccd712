"""What the archivist says, where several processes on one database say it."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from core.judgement import Judgement, NewMark
from core.marks import MarkKind
from core.memory import Memory
from core.remarks import A_DAY, Digest, Remark
from core.spaces import Actor
from core.storage import Store
from tests.core.fakes import FakeModel, StoppedClock
from tests.core.steps import remembered


class Team:
    """Processes on one database, and a person whose every note marks the one before."""

    def __init__(self, processes: list[Memory], owner: Actor) -> None:
        self.processes = processes
        self._owner = owner
        self._notes = 0

    async def note(self, count: int) -> None:
        """Save notes and have them judged."""
        for _ in range(count):
            self._notes += 1
            await remembered(self.processes[0], self._owner, f"staging {self._notes}", message=self._notes)
            await self.processes[0].archive.run_once(now=True)


@pytest.fixture
def processes(database_url: str, clock: StoppedClock) -> Iterator[list[Memory]]:
    model = FakeModel()
    model.verdict = lambda question: Judgement(
        "another", tuple(NewMark(one.id, MarkKind.INVALIDATE) for one in question.candidates[:1])
    )
    stores = [Store.open(database_url) for _ in range(3)]
    yield [Memory.on(store, clock, model=model) for store in stores]
    for store in stores:
        store.close()


async def said(memory: Memory) -> list[Remark | Digest]:
    """All that a process has to say now."""
    found = []
    while (addressed := await memory.remarks.take()) is not None:
        found.append(addressed.said)
        await memory.remarks.said(addressed.said)
    return found


async def test_what_another_process_is_about_to_say_counts_among_those_of_the_day(
    processes: list[Memory], owner: Actor
) -> None:
    await Team(processes, owner).note(A_DAY + 4)
    for _ in range(A_DAY - 1):
        addressed = await processes[0].remarks.take()
        assert addressed is not None
        await processes[0].remarks.said(addressed.said)
    last, *others = [await one.remarks.take() for one in processes]
    assert last is not None
    assert isinstance(last.said, Remark)
    assert last.said.is_last_today
    assert others == [None, None]


async def test_a_digest_that_another_process_is_about_to_say_is_said_once(
    processes: list[Memory], owner: Actor, clock: StoppedClock
) -> None:
    team = Team(processes, owner)
    await team.note(1)
    for _ in range(A_DAY):
        await team.note(1)
        assert len(await said(processes[0])) == 1
        clock.advance(seconds=10)
    await team.note(3)
    assert await said(processes[0]) == []
    clock.moment += timedelta(hours=24) - timedelta(seconds=10 * A_DAY - 1)

    saying = await processes[0].remarks.take()
    assert saying is not None
    assert isinstance(saying.said, Digest)
    assert len(saying.said.settles) == 3
    await team.note(1)
    assert [type(one) for one in await said(processes[1])] == [Remark]
    await team.note(1)
    assert await said(processes[1]) == []
    clock.advance(seconds=10)
    (later,) = await said(processes[1])
    assert isinstance(later, Digest)
    assert len(later.settles) == 1
    await processes[0].remarks.said(saying.said)
    clock.advance(days=2)
    assert await said(processes[2]) == []
