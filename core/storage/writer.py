"""The one writer (HOUSE rule 10): a thread that commits what has gathered and answers after the commit."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any, TypeVar

from sqlalchemy import Connection
from sqlalchemy.engine import URL

from core.errors import DatabaseLocked, StorageError
from core.storage.database import OwnConnections, translated

T = TypeVar("T")
One = TypeVar("One")
Work = Callable[[Connection], T]
Together = Callable[[Connection, Sequence[One]], Iterable[T]]
"""A write of several things, with a result for each, in their order."""

BATCH = 64
"""How many writes share a commit at most."""
UPKEEP_AFTER = 240_000
"""After writes of so many characters comes what they leave for later: it takes a tenth of a second or two."""
LEAST = 100
"""Characters as which a write counts at least."""


@dataclass(frozen=True, eq=False)
class _Job:
    """What is to be written, how, and the caller who waits for it."""

    together: Together[Any, Any]
    one: Any
    length: int
    answer: asyncio.Future[Any]


@dataclass(frozen=True, eq=False)
class _Outcome:
    """How a write went."""

    answer: asyncio.Future[Any]
    result: Any = None
    error: BaseException | None = None


class Writer:
    """Runs writes, plain functions of a connection, one after another, several to a commit.

    A write must be ready to run again: where one of a batch raises, the batch is rolled back and each runs
    anew in a transaction of its own, so that only the caller whose write fails sees an error. All callers are
    of one event loop.
    """

    def __init__(self, own: OwnConnections, url: URL, upkeep: Callable[[], None]) -> None:
        """`upkeep` does what writes leave for later, on the writer's thread: now and then, and at the end."""
        self._own = own
        self._url = url
        self._upkeep = upkeep
        self._written = 0
        self._jobs: deque[_Job] = deque()
        self._is_called = False
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")

    async def write(self, work: Work[T], length: int = 0) -> T:
        """Run `work` in a transaction and return its result once that is committed.

        `length`: characters of the text that is written, by which upkeep becomes due.
        Raises what `work` raises, or a `StorageError`. A caller who is cancelled meanwhile takes the write
        back, unless it has begun.
        """
        return await self.write_together(_run_each, work, length)

    async def write_together(self, together: Together[One, T], one: One, length: int = 0) -> T:
        """The same for one thing of several: those that come one after another are handed over together."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        self._jobs.append(_Job(together, one, length, answer))
        if not self._is_called:
            self._is_called = True
            # Later, so that those who were answered together hand in together what comes next: threads that
            # work side by side take the interpreter's lock from each other, and both get slower.
            loop.call_soon(self._call)
        return await answer

    async def keep_up(self) -> None:
        """Do now what writes left for later. `StorageError` where it fails."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._upkeep)

    def close(self) -> None:
        """Finish what was handed in, and what writes left for later, then stop."""
        self._call()
        last = self._thread.submit(self._finish)
        self._thread.shutdown()
        # What could not be done stays for the next process.
        with suppress(StorageError):
            last.result()

    def _call(self) -> None:
        # Whoever hands in after this line calls again.
        self._is_called = False
        if self._jobs:
            self._thread.submit(self._commit_all)

    def _commit_all(self) -> None:
        """Commit what has gathered, until nothing has."""
        while self._jobs:
            gathered = [self._jobs.popleft() for _ in range(min(len(self._jobs), BATCH))]
            batch = [job for job in gathered if not job.answer.cancelled()]
            if batch:
                outcomes = self._commit(batch)
                loop = batch[0].answer.get_loop()
                # All at once: to wake the loop takes longer than to answer.
                _tell(loop, _answer, outcomes)
                self._written += sum(
                    max(LEAST, job.length)
                    for job, outcome in zip(batch, outcomes, strict=True)
                    if outcome.error is None
                )
                if self._written >= UPKEEP_AFTER:
                    self._keep_up(loop)

    def _keep_up(self, loop: asyncio.AbstractEventLoop) -> None:
        self._written = 0
        try:
            self._upkeep()
        except Exception as error:  # noqa: BLE001  whatever it is, nobody else waits for it
            _tell(loop, loop.call_exception_handler, {"message": "upkeep failed", "exception": error})

    def _finish(self) -> None:
        if self._written:
            self._upkeep()

    def _commit(self, batch: list[_Job]) -> list[_Outcome]:
        try:
            with translated(self._url), self._own.begin() as connection:
                results = [
                    result
                    for together, jobs in groupby(batch, key=attrgetter("together"))
                    for result in together(connection, [job.one for job in jobs])
                ]
        except BaseException as error:  # noqa: BLE001  whatever it is, it goes to the caller whose write it is
            # Waiting for the lock again, a write at a time, would help nobody.
            if len(batch) == 1 or isinstance(error, DatabaseLocked):
                return [_Outcome(job.answer, error=error) for job in batch]
            return [outcome for job in batch for outcome in self._commit([job])]
        return [_Outcome(job.answer, result) for job, result in zip(batch, results, strict=True)]


def _run_each(connection: Connection, works: Sequence[Work[T]]) -> Iterable[T]:
    return [work(connection) for work in works]


def _tell(loop: asyncio.AbstractEventLoop, tell: Callable[[T], object], what: T) -> None:
    with suppress(RuntimeError):  # The loop is closed, and nobody waits any more.
        loop.call_soon_threadsafe(tell, what)


def _answer(outcomes: list[_Outcome]) -> None:
    for outcome in outcomes:
        if outcome.answer.done():
            continue
        if outcome.error is None:
            outcome.answer.set_result(outcome.result)
        else:
            outcome.answer.set_exception(outcome.error)
