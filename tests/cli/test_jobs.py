"""The clock behind the process."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.clock import ShiftedClock
from bot.jobs import ARCHIVE, REMARKS, RENEW, Job, Jobs, jobs_of
from core.lookups import LOOKUP_LIFE, Lookup, LookupKind
from core.memory import Memory
from core.spaces import local_role, local_visitor, private_chat
from core.storage import Store
from tests.core.fakes import FakeModel, StoppedClock

HOUR = timedelta(hours=1)


async def silence() -> None:
    """Nothing is to be said."""


async def test_a_job_runs_at_start() -> None:
    ran = asyncio.Event()

    async def run() -> None:
        ran.set()

    jobs = Jobs([Job("one", HOUR, run)])
    jobs.start()
    await ran.wait()
    await jobs.close()


async def test_closing_lets_the_current_run_end() -> None:
    began, may_end, ended = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def run() -> None:
        began.set()
        await may_end.wait()
        ended.set()

    jobs = Jobs([Job("one", HOUR, run)])
    jobs.start()
    await began.wait()
    async with asyncio.TaskGroup() as group:
        closing = group.create_task(jobs.close())
        await asyncio.sleep(0)
        assert not closing.done()
        may_end.set()
    assert ended.is_set()


async def test_a_job_that_fails_is_logged_and_closing_still_ends(caplog: pytest.LogCaptureFixture) -> None:
    began = asyncio.Event()

    async def run() -> None:
        began.set()
        raise ValueError

    jobs = Jobs([Job("one", HOUR, run)])
    jobs.start()
    await began.wait()
    await jobs.close()
    assert [line.levelname for line in caplog.records if line.exc_info] == ["ERROR"]


async def test_one_job_does_not_wait_for_another() -> None:
    first, second = asyncio.Event(), asyncio.Event()

    async def run_first() -> None:
        await second.wait()
        first.set()

    async def run_second() -> None:
        second.set()

    jobs = Jobs([Job("first", HOUR, run_first), Job("second", HOUR, run_second)])
    jobs.start()
    await first.wait()
    await jobs.close()


async def test_what_was_never_started_can_be_closed() -> None:
    await Jobs([]).close()


async def test_closing_before_the_first_run_runs_nothing() -> None:
    ran = asyncio.Event()

    async def run() -> None:
        ran.set()

    jobs = Jobs([Job("one", HOUR, run)])
    jobs.start()
    await jobs.close()
    assert not ran.is_set()


async def test_a_job_that_is_hastened_does_not_wait_for_its_hour() -> None:
    runs: asyncio.Queue[None] = asyncio.Queue()

    async def run() -> None:
        runs.put_nowait(None)

    jobs = Jobs([Job("one", HOUR, run)])
    jobs.start()
    await runs.get()
    jobs.hasten("one", datetime.now(UTC))
    await runs.get()
    jobs.hasten("unknown", datetime.now(UTC))
    await jobs.close()
    assert runs.empty()


async def test_a_job_comes_again_when_it_says_so() -> None:
    runs: asyncio.Queue[None] = asyncio.Queue()

    async def run() -> datetime:
        runs.put_nowait(None)
        return datetime.now(UTC) + timedelta(milliseconds=150)

    jobs = Jobs([Job("one", HOUR, run)])
    jobs.start()
    await runs.get()
    await runs.get()
    await jobs.close()


async def test_a_job_may_run_while_it_runs() -> None:
    begun: asyncio.Queue[None] = asyncio.Queue()
    both = asyncio.Barrier(2)

    async def run() -> None:
        begun.put_nowait(None)
        await both.wait()

    jobs = Jobs([Job("one", HOUR, run, at_once=2)])
    jobs.start()
    await begun.get()
    jobs.hasten("one", datetime.now(UTC))
    await begun.get()
    await jobs.close()


async def test_the_archivist_is_among_the_jobs_where_there_is_a_model(
    store: Store, clock: StoppedClock
) -> None:
    memory = Memory.on(store, clock, model=FakeModel())
    assert [job.name for job in jobs_of(memory, silence)] == [ARCHIVE, REMARKS, "tidy", RENEW]


async def test_old_searches_are_tidied_away(tmp_path: Path) -> None:
    store, clock = Store.open(f"sqlite:///{tmp_path}/letopis.db"), ShiftedClock()
    memory = Memory.on(store, clock)
    visitor = local_visitor("owner")
    chat = private_chat(visitor)
    actor = await memory.membership.enter(visitor, chat, local_role(visitor, chat))
    await memory.lookups.keep(actor, Lookup(LookupKind.SEARCH, "deploy", 1))
    clock.advance(LOOKUP_LIFE.total_seconds() + 1)
    [tidy] = [job for job in jobs_of(memory, silence) if job.name == "tidy"]
    assert tidy.every == HOUR
    await tidy.run()
    assert (await memory.housekeeping.tidy()).lookups == 0
    store.close()


async def test_a_job_that_is_hastened_while_it_runs_runs_once_more_and_no_warning_is_given(
    caplog: pytest.LogCaptureFixture,
) -> None:
    begun: asyncio.Queue[None] = asyncio.Queue()
    go_on = asyncio.Event()

    async def run() -> None:
        begun.put_nowait(None)
        await go_on.wait()

    jobs = Jobs([Job("one", HOUR, run)])
    jobs.start()
    await begun.get()
    for _ in range(5):
        jobs.hasten("one", datetime.now(UTC))
    go_on.set()
    await begun.get()
    await jobs.close()
    assert begun.empty()
    assert [line.message for line in caplog.records if line.levelname == "WARNING"] == []
