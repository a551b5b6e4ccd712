"""How often a model is called, and how many calls run at once."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from time import monotonic

CALLS_A_MINUTE = 600
AT_ONCE = 5
"""One more than runs of the archivist, so that a search need not wait for them."""
_MINUTE = 60.0


class Limits:
    """Lets calls through, as many as may be."""

    def __init__(
        self,
        calls_a_minute: int = CALLS_A_MINUTE,
        at_once: int = AT_ONCE,
        *,
        now: Callable[[], float] = monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """`sleep` waits by the clock `now`, in seconds."""
        self._calls: deque[float] = deque(maxlen=calls_a_minute)
        self._free = asyncio.Semaphore(at_once)
        self._now = now
        self._sleep = sleep

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait until a call may be made, and count it."""
        async with self._free:
            while (
                len(self._calls) == self._calls.maxlen
                and (rest := self._calls[0] + _MINUTE - self._now()) > 0
            ):
                await self._sleep(rest)
            self._calls.append(self._now())
            yield
