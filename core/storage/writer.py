"""The one writer (HOUSE rule 10): a thread that commits what has gathered and answers after the commit."""

import asyncio
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.engine import URL

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
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer")
        self._thread.start()

    async def write(self, work: Work[T]) -> T:
        """Run `work` in a transaction and return its result once that is committed.

        Raises what `work` raises, or a `StorageError`.
        """
        answer: Future[T] = Future()
        self._jobs.put((work, answer))
        return await asyncio.wrap_future(answer)

    def close(self) -> None:
        """Finish what was handed in, then stop."""
        self._jobs.put(None)
        self._thread.join()
        self._engine.dispose()

    def _run(self) -> None:
        while (first := self._jobs.get()) is not None:
            batch, last = [first], False
            while len(batch) < BATCH and not self._jobs.empty():
                job = self._jobs.get()
                if job is None:
                    last = True
                    break
                batch.append(job)
            self._commit([job for job in batch if job[1].set_running_or_notify_cancel()])
            if last:
                return

    def _commit(self, batch: list[_Job]) -> None:
        try:
            with translated(self._url), self._engine.begin() as connection:
                results = [work(connection) for work, _ in batch]
        except Exception as error:  # noqa: BLE001  whatever it is, it goes to the caller whose write it is
            if len(batch) == 1:
                batch[0][1].set_exception(error)
            else:
                for job in batch:
                    self._commit([job])
        else:
            for (_, answer), result in zip(batch, results, strict=True):
                answer.set_result(result)
