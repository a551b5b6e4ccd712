"""The server's clock: tests move it, so that nothing has to be waited for."""

import asyncio
import time

DAY = 24 * 60 * 60


class Clock:
    """Unix time. It stands still until it is moved, or runs with real time where people try a bot by hand."""

    def __init__(self, start: float | None = None, *, running: bool = False) -> None:
        self._running = running
        self._moved = asyncio.Event()
        real = time.time()
        self._start = float(int(real)) if start is None else start
        self._began = real

    @property
    def now(self) -> float:
        """The time in seconds."""
        return self._start + (time.time() - self._began if self._running else 0)

    @property
    def unix(self) -> int:
        """The time in whole seconds, as messages carry it."""
        return int(self.now)

    def advance(self, seconds: float) -> None:
        """Move on, and wake whoever waits for a time that has come."""
        self._start += seconds
        self._moved.set()
        self._moved = asyncio.Event()

    async def reach(self, moment: float) -> None:
        """Wait until it is that late."""
        while (left := moment - self.now) > 0:
            moved = self._moved
            try:
                await asyncio.wait_for(moved.wait(), left if self._running else None)
            except TimeoutError:
                return
