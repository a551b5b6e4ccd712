"""Lines from a stream, one at a time."""

import asyncio
import queue
import threading
from collections.abc import AsyncIterator
from concurrent.futures import Future
from typing import BinaryIO

BYTE_ORDER_MARK = "\ufeff"
"""What some editors and shells put before the first line."""


async def lines_of(source: BinaryIO) -> AsyncIterator[str]:
    """The lines of a UTF-8 stream, without their ends; none is read before it is asked for.

    Bytes that are not UTF-8 become U+FFFD, so that nothing a pipe may hold ends the run.
    """
    asked: queue.SimpleQueue[Future[bytes] | None] = queue.SimpleQueue()
    # A thread of its own, which ends with the process: a read that nobody answers must not hold up Ctrl-C.
    threading.Thread(target=_read, args=(source, asked), name="lines", daemon=True).start()
    mark = BYTE_ORDER_MARK
    try:
        while line := await _next(asked):
            yield line.decode(errors="replace").removeprefix(mark).rstrip("\r\n")
            mark = ""
    finally:
        asked.put(None)


async def _next(asked: queue.SimpleQueue[Future[bytes] | None]) -> bytes:
    answer: Future[bytes] = Future()
    asked.put(answer)
    return await asyncio.wrap_future(answer)


def _read(source: BinaryIO, asked: queue.SimpleQueue[Future[bytes] | None]) -> None:
    while (answer := asked.get()) is not None:
        if not answer.set_running_or_notify_cancel():
            continue
        try:
            answer.set_result(source.readline())
        except (OSError, ValueError) as error:
            answer.set_exception(error)
