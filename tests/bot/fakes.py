"""Stand-ins for Telegram's servers and for time, for tests of the sender."""

import asyncio
import heapq
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Any, cast

from aiogram import Bot
from aiogram.client.session.base import BaseSession
from aiogram.methods import TelegramMethod
from aiogram.methods.base import TelegramType

ROUNDS = 200
"""Rounds of the event loop in which whatever can go on does; nothing here needs more than a few."""


class Time:
    """Seconds that pass only when everybody waits."""

    def __init__(self) -> None:
        self.now = 0.0
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._count = 0

    async def sleep(self, seconds: float) -> None:
        """Wait for that long."""
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        self._count += 1
        woken = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (self.now + seconds, self._count, woken))
        await woken

    async def settle(self) -> None:
        """Let everything happen that needs no time."""
        for _ in range(ROUNDS):
            await asyncio.sleep(0)

    async def advance(self, seconds: float) -> None:
        """Let that much time pass, waking whoever waits for a moment in it."""
        end = self.now + seconds
        await self.settle()
        while self._waiting and self._waiting[0][0] <= end:
            self.now, _, woken = heapq.heappop(self._waiting)
            if not woken.cancelled():
                woken.set_result(None)
            await self.settle()
        self.now = end

    async def until(self, done: Callable[[], Awaitable[None]]) -> None:
        """Let time pass until the work is done."""
        async with asyncio.TaskGroup() as tasks:
            work = tasks.create_task(self._wait_for(done))
            await self.settle()
            while not work.done():
                assert self._waiting, "nobody waits for a time, and yet the work is not done"
                await self.advance(self._waiting[0][0] - self.now)

    async def _wait_for(self, done: Callable[[], Awaitable[None]]) -> None:
        await done()


class Telegram(BaseSession):
    """Takes every call, notes when, and raises what a test has laid ready, in that order."""

    def __init__(self, time: Time) -> None:
        super().__init__()
        self._time = time
        self._answers: list[Callable[[TelegramMethod[Any]], Exception] | None] = []
        self.calls: list[tuple[float, TelegramMethod[Any]]] = []
        """All calls, refused ones included."""
        self.always: Callable[[TelegramMethod[Any]], Exception | None] = lambda _: None
        """What is raised where nothing is laid ready."""

    def will(self, *answers: Callable[[TelegramMethod[Any]], Exception] | None) -> None:
        """Lay answers ready for the next calls; None takes the call."""
        self._answers += answers

    async def make_request(
        self,
        bot: Bot,
        method: TelegramMethod[TelegramType],
        timeout: int | None = None,  # noqa: ASYNC109  aiogram's own signature
    ) -> TelegramType:
        """Answer a call."""
        self.calls.append((self._time.now, method))
        await asyncio.sleep(0)
        ready = self._answers.pop(0) if self._answers else self.always
        if ready is not None and (error := ready(method)) is not None:
            raise error
        return cast(TelegramType, True)

    def stream_content(
        self,
        url: str,
        headers: dict[str, Any] | None = None,
        timeout: int = 30,
        chunk_size: int = 65536,
        raise_for_status: bool = True,
    ) -> AsyncGenerator[bytes, None]:
        """Nothing is downloaded."""
        raise NotImplementedError

    async def close(self) -> None:
        """Nothing is held open."""
