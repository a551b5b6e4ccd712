"""Telegram's updates, none lost and none twice (TELEGRAM.md rule 1).

aiogram's own polling confirms a batch before its handlers are done; this loop moves the offset after them.
A batch is handled concurrently, in order within a chat.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from random import uniform
from time import monotonic
from typing import TypeVar

import structlog
from aiogram import Bot
from aiogram.exceptions import (
    ClientDecodeError,
    TelegramAPIError,
    TelegramConflictError,
    TelegramNotFound,
    TelegramRetryAfter,
    TelegramUnauthorizedError,
)
from aiogram.types import Update
from aiogram.types.update import UpdateTypeLookupError

from bot.logs import places
from bot.received import Received, one_by_one
from core.errors import StorageError

POLL_SECONDS = 30
"""How long Telegram holds a request that finds nothing."""
GRACE_SECONDS = 20.0
"""How long what runs may still take once a stop was asked for."""
ATTEMPTS = 3
"""How often an update is tried that fails."""
ATTEMPT_PAUSE = 0.5
"""Seconds between these attempts."""
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
"""Seconds to wait where Telegram cannot be reached: doubled each time, up to the longest."""
CONFIRM_SECONDS = 3.0
"""How long the last request, which only confirms, may take."""

TOKEN_UNKNOWN = (TelegramUnauthorizedError, TelegramNotFound)
"""What Telegram answers to a token that it does not know, or that cannot be one."""

T = TypeVar("T")
_log = structlog.get_logger()


class Polling:
    """Asks for updates and has each handled, until it is told to stop."""

    def __init__(
        self,
        bot: Bot,
        allowed_updates: list[str],
        handle: Callable[[Update], Awaitable[object]],
        give_up: Callable[[Update], Awaitable[None]],
        begin: Callable[[], Awaitable[None]],
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """`give_up` is told of an update that failed for good; `begin` runs once Telegram can be reached."""
        self._bot = bot
        self._allowed_updates = allowed_updates
        self._handle = handle
        self._give_up = give_up
        self._begin = begin
        self._sleep = sleep
        self._stopped_at: float | None = None
        self._interrupt: Callable[[], None] = lambda: None

    def stop(self) -> None:
        """Ask for no more updates; what runs may finish, for `GRACE_SECONDS` at most."""
        self._stopped_at = self._stopped_at or monotonic()
        self._interrupt()

    def grace_left(self) -> float:
        """Seconds that what runs may still take, all together."""
        return GRACE_SECONDS - (0.0 if self._stopped_at is None else monotonic() - self._stopped_at)

    async def run(self) -> None:
        """Poll until stopped.

        `StorageError`: the database failed; what was not handled is not confirmed, and comes again.
        One of `TOKEN_UNKNOWN`: Telegram does not know the token, or not any more.
        """
        # A webhook of an earlier life would keep updates from being asked for.
        await self._patiently(self._bot.delete_webhook)
        await self._patiently(self._begin)
        offset: int | None = None
        while self._stopped_at is None:
            received = await self._patiently(partial(self._get, offset))
            if received:
                if not await self._unless_stopped(self._batch(received), grace=GRACE_SECONDS):
                    # The batch before this one was confirmed when this one was asked for.
                    return
                offset = received[-1].update.update_id + 1
        if offset is not None:
            await self._confirm(offset)

    async def _patiently(self, request: Callable[[], Awaitable[T]]) -> T | None:
        """What Telegram answers, however long it takes until it does; None where a stop came first."""
        pause = FIRST_PAUSE
        while self._stopped_at is None:
            try:
                return await self._unless_stopped(request())
            except TOKEN_UNKNOWN:
                raise
            except TelegramRetryAfter as error:
                pause = float(error.retry_after)
                _log.warning("Telegram asks for a pause", pause=pause)
            except TelegramConflictError:
                _log.warning(
                    "another process gets the updates of this token, by polling or a webhook;"
                    " stop it, or give this one its own token"
                )
            except (TelegramAPIError, ClientDecodeError) as error:
                _log.warning("Telegram cannot be reached", reason=type(error).__name__, pause=pause)
            # Never sooner than Telegram said.
            await self._unless_stopped(self._sleep(pause * uniform(1.0, 1.2)))
            pause = min(2 * pause, LONGEST_PAUSE)
        return None

    async def _unless_stopped(self, work: Awaitable[T], *, grace: float = 0.0) -> T | None:
        """Do the work; once a stop is asked for it has `grace` seconds left, then it is cancelled: None."""
        try:
            async with asyncio.timeout(None) as limit:
                loop = asyncio.get_running_loop()
                self._interrupt = lambda: limit.reschedule(loop.time() + min(grace, self.grace_left()))
                return await work
        except TimeoutError:
            if self._stopped_at is None:
                raise
            return None
        finally:
            self._interrupt = lambda: None

    async def _get(self, offset: int | None) -> list[Received]:
        try:
            updates = await self._bot.get_updates(
                offset=offset,
                timeout=POLL_SECONDS,
                allowed_updates=self._allowed_updates,
                request_timeout=POLL_SECONDS + 10,
            )
        except ClientDecodeError as error:
            return one_by_one(error, self._bot)
        return [Received(update) for update in updates]

    async def _batch(self, batch: list[Received]) -> bool:
        """Handle all, in order within a chat. `StorageError` as soon as the database fails."""
        lines: dict[int, list[Received]] = {}
        for received in batch:
            lines.setdefault(_line_of(received.update), []).append(received)
        try:
            async with asyncio.TaskGroup() as chats:
                for line in lines.values():
                    chats.create_task(self._in_order(line))
        except BaseExceptionGroup as failed:
            # Nothing else ends a line, and the first failure ends the others.
            raise failed.exceptions[0] from None
        return True

    async def _in_order(self, line: list[Received]) -> None:
        for update, readable in line:
            if readable:
                await self._surely(update)
            else:
                _log.error("update cannot be read", update=update.update_id)
                await self._give_up(update)

    async def _surely(self, update: Update) -> None:
        for attempt in range(1, ATTEMPTS + 1):
            try:
                await self._handle(update)
            except StorageError:
                raise
            except Exception as error:  # noqa: BLE001  one update must not hold up the others
                _log.error(
                    "update failed",
                    update=update.update_id,
                    attempt=attempt,
                    error=type(error).__name__,
                    places=places(error.__traceback__),
                )
            else:
                return
            if attempt < ATTEMPTS:
                await self._sleep(ATTEMPT_PAUSE)
        await self._give_up(update)

    async def _confirm(self, offset: int) -> None:
        """Tell Telegram what was handled, which it otherwise learns with the next request."""
        seconds = max(1, round(min(CONFIRM_SECONDS, self.grace_left())))
        try:
            await self._bot.get_updates(offset=offset, limit=1, timeout=0, request_timeout=seconds)
        except TelegramAPIError as error:
            _log.warning(
                "the last updates are not confirmed, and will come again", reason=type(error).__name__
            )
        except ClientDecodeError:
            # It was answered, and what the answer holds comes again.
            return


def _line_of(update: Update) -> int:
    """What must be handled in order: updates of one chat, else of one person."""
    try:
        event = update.event
    except UpdateTypeLookupError:
        return 0
    message = getattr(event, "message", None) or event
    for named in (getattr(message, "chat", None), getattr(event, "from_user", None)):
        if named is not None:
            return int(named.id)
    return 0
