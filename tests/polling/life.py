"""One run of the bot in this process, put together as the product does it.

    async with living(telegram, tmp_path) as life:
        message = await anna.says(anna.private, "Deploys are on Fridays")
        await life.quiet()

Another `living` in the same folder is a restart.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from aiogram import Bot
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer

from bot.app import TelegramApp, telegram_app
from bot.clock import ShiftedClock
from bot.pace import UNLIMITED, Limits
from core.memory import Memory
from core.storage import Store
from tests.polling.memory import fresh
from tests.telegram.messages import Message
from tests.telegram.server import Server
from tests.telegram.world import World


@dataclass
class Life:
    """The bot at work, and the world around it."""

    telegram: Server
    app: TelegramApp
    clock: ShiftedClock
    pauses: list[float]
    """The pauses that the loop has made; none of them took any time."""

    @property
    def world(self) -> World:
        """People and chats."""
        return self.telegram.world

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait until something is so, which changes with what the bot calls."""
        await self.world.wait_for(lambda: bool(condition()) or None)

    async def quiet(self) -> None:
        """Wait until every update is confirmed and all that there is to say about it is said."""
        await self.world.settled()
        await self.app.sender.drain()

    async def receipt(self, message: Message) -> None:
        """Wait for the sign that a message is kept."""
        assert await self.world.wait_for(lambda: message.reaction) == "👌"


@dataclass
class Pauses:
    """Pauses that are noted, and take no time."""

    made: list[float] = field(default_factory=list)

    async def __call__(self, seconds: float) -> None:
        """Make one."""
        self.made.append(seconds)
        await asyncio.sleep(0)


@asynccontextmanager
async def bot_of(telegram: Server) -> AsyncIterator[Bot]:
    """A bot with the server's token."""
    session = AiohttpSession(api=TelegramAPIServer.from_base(telegram.url))
    try:
        yield Bot(telegram.token, session=session)
    finally:
        # Its own `close` waits a quarter of a second for TLS, which there is none of here.
        await (await session.create_session()).close()


@asynccontextmanager
async def born(
    telegram: Server,
    folder: Path,
    *,
    limits: Limits = UNLIMITED,
    locale: str = "en",
    sleep: Callable[[float], Awaitable[None]] | None = None,
    lock_wait: float | None = None,
) -> AsyncIterator[Life]:
    """The bot, which does not poll yet; what it still has to say at the end is said.

    `lock_wait` is how many seconds the database waits for a lock. By default the loop's pauses take no time.
    """
    pauses, clock = Pauses(), ShiftedClock()
    store = Store.open(fresh(folder, lock_wait=lock_wait))
    try:
        memory = Memory.on(store, clock)
        async with (
            bot_of(telegram) as bot,
            telegram_app(bot, memory, clock, limits, locale, sleep=sleep or pauses) as app,
        ):
            try:
                yield Life(telegram, app, clock, pauses.made)
            finally:
                await app.drain()
    finally:
        store.close()


@asynccontextmanager
async def living(
    telegram: Server,
    folder: Path,
    *,
    limits: Limits = UNLIMITED,
    locale: str = "en",
    sleep: Callable[[float], Awaitable[None]] | None = None,
    listening: bool = True,
) -> AsyncIterator[Life]:
    """The bot at work, by default once it listens; it is told to stop at the end."""
    async with born(telegram, folder, limits=limits, locale=locale, sleep=sleep) as life:
        failed, polls = None, len(telegram.polls)
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(life.app.polling.run())
            try:
                if listening:
                    await life.until(lambda: len(telegram.polls) > polls and life.world.updates.is_polled)
                yield life
            except Exception as error:  # noqa: BLE001  it is raised below, out of the group
                failed = error
            life.app.polling.stop()
        if failed is not None:
            raise failed
        await life.app.drain()
        assert life.app.sender.dropped == {}
