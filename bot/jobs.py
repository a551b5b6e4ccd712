"""The clock behind the process (TELEGRAM.md, APScheduler): it only says when; what is due is in our tables.

Jobs are registered in code at every start and kept in memory; nothing that matters is lost with them.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Protocol

import structlog
from apscheduler.events import (
    EVENT_JOB_ERROR,
    EVENT_JOB_EXECUTED,
    EVENT_JOB_MISSED,
    EVENT_JOB_SUBMITTED,
    JobEvent,
)
from apscheduler.schedulers.asyncio import AsyncIOScheduler
from apscheduler.triggers.interval import IntervalTrigger

from core.memory import Alarms, Memory

_log = structlog.get_logger()

ON_TIME = timedelta(milliseconds=100)
"""How late a job may start without being hastened."""
LATE = timedelta(hours=6)
"""How late a job may still start: a computer that slept does its work when it wakes."""


ARCHIVE = "archive"
"""The job that judges what was saved."""
REMARKS = "remarks"
"""The job that says in chats what was judged."""
RENEW = "renew"
"""The job that makes the word index anew where other word rules made it."""
TICK = timedelta(seconds=3)
"""How often is looked for what another process has saved."""


@dataclass(frozen=True)
class Job:
    """Something done at start, then every so often, and whenever it is hastened."""

    name: str
    every: timedelta
    run: Callable[[], Awaitable[datetime | None]]
    """What it answers is when it should run next, at the latest."""
    at_once: int = 1
    """How often it may run at the same time; what is too much comes again with the next tick."""


def jobs_of(memory: Memory, deliver: Callable[[], Awaitable[None]]) -> tuple[Job, ...]:
    """All that is done in the background; `deliver` says in chats what was judged."""

    async def tidy() -> None:
        await memory.housekeeping.tidy()

    async def renew() -> None:
        await memory.housekeeping.renew_index(_log_progress)

    judging = Job(ARCHIVE, TICK, memory.archive.work, at_once=memory.archive.at_once + 1)
    return (
        *((judging,) if memory.archive.has_model else ()),
        Job(REMARKS, TICK, deliver),
        Job("tidy", timedelta(hours=1), tidy),
        Job(RENEW, timedelta(hours=1), renew),
    )


def _log_progress(records: int) -> None:
    _log.info("word index is made anew", records=records)


def answer(alarms: Alarms, jobs: "Hastened") -> None:
    """Let what is queued in this process be done when it is due."""
    alarms.archive.answer(partial(jobs.hasten, ARCHIVE))
    alarms.remarks.answer(partial(jobs.hasten, REMARKS))


class Hastened(Protocol):
    """What runs jobs."""

    def hasten(self, name: str, due: datetime) -> None:
        """Run a job when something will be due, if it would not run before then."""
        ...


class Jobs:
    """Runs jobs in the event loop."""

    def __init__(self, jobs: Iterable[Job]) -> None:
        self._jobs = tuple(jobs)
        self._at_work: Counter[str] = Counter()
        self._again: dict[str, datetime] = {}
        self._idle = asyncio.Event()
        self._idle.set()
        self._scheduler = AsyncIOScheduler(
            timezone=UTC,
            job_defaults={
                "misfire_grace_time": int(LATE.total_seconds()),
                "coalesce": True,
            },
        )
        self._scheduler.add_listener(self._begun, EVENT_JOB_SUBMITTED)
        self._scheduler.add_listener(self._ended, EVENT_JOB_EXECUTED | EVENT_JOB_ERROR | EVENT_JOB_MISSED)

    def start(self) -> None:
        """Start the clock, within a running event loop. An error of a job is logged; the job stays."""
        for job in self._jobs:
            self._scheduler.add_job(
                partial(self._run, job),
                IntervalTrigger(seconds=int(job.every.total_seconds())),
                id=job.name,
                name=job.name,
                max_instances=job.at_once,
                next_run_time=datetime.now(UTC),
            )
        self._scheduler.start()

    def hasten(self, name: str, due: datetime) -> None:
        """Run a job when something will be due, if it would not run before then."""
        job = self._scheduler.get_job(name)
        if job is None:
            return
        if self._at_work[name] >= job.max_instances:
            self._hasten_after(name, due)
        # One that runs before then says itself when it wants to run again.
        elif job.next_run_time > due + ON_TIME:
            job.modify(next_run_time=max(due, datetime.now(UTC)))

    async def close(self) -> None:
        """Start nothing more, and wait until what runs has ended.

        The scheduler's own shutdown cancels running coroutines, even where it is told to wait.
        """
        if not self._scheduler.running:
            return
        self._scheduler.pause()
        await self._idle.wait()
        self._scheduler.shutdown(wait=False)
        # It shuts down in the next round of the event loop.
        await asyncio.sleep(0)

    def _begun(self, event: JobEvent) -> None:
        self._at_work[event.job_id] += 1
        self._idle.clear()

    def _ended(self, event: JobEvent) -> None:
        self._at_work[event.job_id] -= 1
        if not self._at_work.total():
            self._idle.set()
        if (due := self._again.pop(event.job_id, None)) is not None:
            self.hasten(event.job_id, due)

    async def _run(self, job: Job) -> None:
        wanted = await job.run()
        if wanted is not None:
            self._hasten_after(job.name, wanted)

    def _hasten_after(self, name: str, due: datetime) -> None:
        # To the scheduler a job runs until it says that it has ended, and would not be started again.
        self._again[name] = min(due, self._again.get(name, due))
