"""The one writer (HOUSE rule 10): a thread that commits what has gathered and answers after the commit."""

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.engine import URL

from core.errors import DatabaseLocked
from core.storage.database import translated

T = TypeVar("T")
Work = Callable[[Connection], T]
_Job = tuple[Work[Any], Future[Any]]

BATCH = 64
"""How many writes share a commit at most."""


class Writer:
    """Runs writes, plain functions of a connection, one after another, several to a commit.

    A write must be ready to run again: where one of a batch raises, the batch is rolled back and each runs
    anew in a transaction of its own, so that only the caller whose write fails sees an error.
    """

    def __init__(self, engine: Engine, url: URL) -> None:
        self._engine = engine
        self._url = url
        self._jobs: deque[_Job] = deque()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")

    async def write(self, work: Work[T]) -> T:
        """Run `work` in a transaction and return its result once that is committed.

        Raises what `work` raises, or a `StorageError`. A caller who is cancelled meanwhile takes the write
        back, unless it has begun.
        """
        answer: Future[T] = Future()
        self._jobs.append((work, answer))
        self._thread.submit(self._commit_gathered)
        return await asyncio.wrap_future(answer)

    def close(self) -> None:
        """Finish what was handed in, then stop."""
        self._thread.shutdown()
        self._engine.dispose()

    def _commit_gathered(self) -> None:
        # Called once for each write; it finds nothing where an earlier call has taken that one along.
        gathered = [self._jobs.popleft() for _ in range(min(BATCH, len(self._jobs)))]
        batch = [(work, answer) for work, answer in gathered if answer.set_running_or_notify_cancel()]
        if batch:
            self._commit(batch)

    def _commit(self, batch: list[_Job]) -> None:
        try:
            with translated(self._url), self._engine.begin() as connection:
                results = [work(connection) for work, _ in batch]
        except BaseException as error:  # noqa: BLE001  whatever it is, it goes to the caller whose write it is
            # Waiting for the lock again, a write at a time, would help nobody.
            if len(batch) == 1 or isinstance(error, DatabaseLocked):
                for _, answer in batch:
                    answer.set_exception(error)
            else:
                for job in batch:
                    self._commit([job])
        else:
            for (_, answer), result in zip(batch, results, strict=True):
                answer.set_result(result)
