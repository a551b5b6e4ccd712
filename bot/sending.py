"""The one way out (TELEGRAM.md rule 4): a chat's messages in their order, at the pace that Telegram allows.

Handlers hand in what is to be said and go on; what waits belongs to the sender, which is drained at the end.
"""

import asyncio
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from math import ceil
from time import monotonic
from types import TracebackType
from typing import Any, Self

import structlog
from aiogram import Bot
from aiogram.exceptions import (
    ClientDecodeError,
    TelegramAPIError,
    TelegramBadRequest,
    TelegramForbiddenError,
    TelegramNetworkError,
    TelegramRetryAfter,
    TelegramServerError,
)
from aiogram.methods import (
    AnswerCallbackQuery,
    EditMessageReplyMarkup,
    EditMessageText,
    SendMessage,
    SetMessageReaction,
    TelegramMethod,
)
from aiogram.types import InlineKeyboardMarkup, ReactionTypeEmoji, ReplyParameters

from bot.pace import Pace
from bot.splitting import split
from bot.views.reply import Reply

RECEIPT = "👌"
"""The reaction that says: it is kept. One of those that bots may set."""
RECEIPT_PATIENCE = 5.0
"""Seconds that a receipt may wait; after that it would only confuse."""
ANSWER_PATIENCE = 20.0
"""Seconds that an answer may wait."""
RETRY_PAUSE = 1.0
"""Seconds between attempts while Telegram cannot be reached."""

_NORMAL = (
    "message is not modified",
    "message to edit not found",
    "message can't be edited",
    "query is too old",
)
"""What Telegram says of messages and presses that time has passed by (rule 11)."""

_log = structlog.get_logger()


_Line = tuple[int, bool]
"""A chat, and whether what waits counts as messages: presses need not wait behind messages."""


@dataclass(frozen=True)
class _Job:
    """A call to Telegram; `paced` where it counts as a message, `deadline` on the monotonic clock."""

    method: TelegramMethod[Any]
    deadline: float
    paced: bool = True
    if_refused: Reply | None = None
    settled: asyncio.Future[bool] | None = None
    """Learns whether it was dealt with for good, and need not be tried again."""


class Sender(AbstractAsyncContextManager["Sender"]):
    """Sends replies, edits them, sets receipts and answers presses."""

    def __init__(
        self,
        bot: Bot,
        pace: Pace,
        on_blocked: Callable[[int], Awaitable[None]],
        *,
        now: Callable[[], float] = monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """`on_blocked` learns of chats that may not be written to; `sleep` waits by the clock `now`."""
        self.bot = bot
        self.dropped: Counter[str] = Counter()
        self._pace = pace
        self._on_blocked = on_blocked
        self._now = now
        self._sleep = sleep
        self._lines: dict[_Line, deque[_Job]] = {}
        self._serving: dict[_Line, asyncio.Task[None]] = {}
        self._idle = asyncio.Event()
        self._idle.set()
        self._tasks = asyncio.TaskGroup()
        self._closed = False

    async def __aenter__(self) -> Self:
        """Begin."""
        await self._tasks.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Wait for what is being sent; a failure of the context ends that at once, and passes as it is."""
        try:
            await self._tasks.__aexit__(kind, error, trace)
        except BaseExceptionGroup as failed:
            if error not in failed.exceptions:
                raise failed.exceptions[0] from None

    async def drain(self) -> None:
        """Wait until all that was handed in is sent or given up."""
        await self._idle.wait()

    async def close(self, grace: float) -> None:
        """Drain for `grace` seconds at most, then give up what still waits."""
        try:
            async with asyncio.timeout(grace):
                await self.drain()
        except TimeoutError:
            for line, task in self._serving.items():
                for job in self._lines.pop(line):
                    self._drop(job, "stopped")
                    _settle(job, False)
                task.cancel()
            self._idle.set()
        self._closed = True

    def send(self, chat: int, reply: Reply) -> None:
        """Send a reply, in several messages where it is long; the buttons stand under the last."""
        for method in _messages(chat, reply):
            self._hand_in(chat, _Job(method, self._now() + ANSWER_PATIENCE))

    async def remark(self, chat: int, reply: Reply, under: int | None) -> bool:
        """Say something that nobody waits for, silently, under a message or alone; once that is there.

        Whether it is dealt with for good: sent, or never to be sent. Else it may be tried again later.
        """
        if self._closed:
            return False
        settled: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        text, entities = next(split(reply.text))
        method = SendMessage(
            chat_id=chat,
            text=text,
            entities=entities,
            parse_mode=None,
            reply_markup=reply.keyboard,
            disable_notification=True,
            reply_parameters=(
                None if under is None else ReplyParameters(message_id=under, allow_sending_without_reply=True)
            ),
        )
        self._hand_in(chat, _Job(method, self._now() + ANSWER_PATIENCE, settled=settled))
        return await settled

    def edit(self, chat: int, message: int, reply: Reply) -> None:
        """Put a reply in place of a message of ours.

        Of a long one that is its end: buttons stand under the last of several messages, the others stay.
        """
        *_, (text, entities) = split(reply.text)
        method = EditMessageText(
            chat_id=chat,
            message_id=message,
            text=text,
            entities=entities,
            parse_mode=None,
            reply_markup=reply.keyboard,
        )
        self._hand_in(chat, _Job(method, self._now() + ANSWER_PATIENCE))

    def edit_buttons(self, chat: int, message: int, keyboard: InlineKeyboardMarkup | None) -> None:
        """Replace the buttons under a message of ours."""
        method = EditMessageReplyMarkup(chat_id=chat, message_id=message, reply_markup=keyboard)
        self._hand_in(chat, _Job(method, self._now() + ANSWER_PATIENCE))

    def receipt(self, chat: int, message: int, in_words: Reply) -> None:
        """Say that a message is kept: by a reaction, in words where reactions are refused."""
        reaction = ReactionTypeEmoji(emoji=RECEIPT)
        method = SetMessageReaction(chat_id=chat, message_id=message, reaction=[reaction])
        deadline = self._now() + RECEIPT_PATIENCE
        self._hand_in(chat, _Job(method, deadline, paced=False, if_refused=in_words))

    def notice(self, chat: int, press: str, text: str | None = None) -> None:
        """Answer the press of a button, with a few words where there are any."""
        method = AnswerCallbackQuery(callback_query_id=press, text=text)
        self._hand_in(chat, _Job(method, self._now() + ANSWER_PATIENCE, paced=False))

    async def delete(self, chat: int, message: int) -> bool:
        """Delete a message of anybody's now, since whoever asked for it waits; whether it is gone."""
        try:
            await self.bot.delete_message(chat, message, request_timeout=int(RECEIPT_PATIENCE))
        except TelegramBadRequest as error:
            return "message to delete not found" in error.message
        except (TelegramAPIError, ClientDecodeError):
            return False
        return True

    def _hand_in(self, chat: int, job: _Job) -> None:
        line = (chat, job.paced)
        if line in self._lines:
            self._lines[line].append(job)
            return
        self._lines[line] = deque([job])
        self._idle.clear()
        self._serving[line] = self._tasks.create_task(self._serve(line))

    async def _serve(self, line: _Line) -> None:
        jobs = self._lines[line]
        try:
            while jobs:
                # It is on the line until it is dealt with, so that closing counts it.
                _settle(jobs[0], await self._do(line[0], jobs[0]))
                jobs.popleft()
        finally:
            self._lines.pop(line, None)
            self._serving.pop(line, None)
            if not self._lines:
                self._idle.set()

    async def _do(self, chat: int, job: _Job) -> bool:
        """Send, wait and send again; False where the job's deadline came first."""
        pause: float | None = 0.0
        while pause is not None:
            if self._now() + pause > job.deadline:
                self._drop(job, "late")
                return False
            if pause:
                await self._sleep(pause)
            pause = self._turn(chat, job) or await self._attempt(chat, job)
        return True

    def _turn(self, chat: int, job: _Job) -> float:
        """Seconds until it may be sent; with none, the message is accounted for."""
        return self._pace.take(chat, self._now()) if job.paced else 0.0

    async def _attempt(self, chat: int, job: _Job) -> float | None:
        """Send it now; seconds until it should be tried again, None where it need not."""
        # A request that hangs must not hold up the chat for longer than it is worth.
        patience = max(1, ceil(job.deadline - self._now()))
        try:
            await self.bot(job.method, request_timeout=patience)
        except TelegramRetryAfter as error:
            self._pace.hold(chat, self._now() + error.retry_after)
            return float(error.retry_after)
        except (TelegramNetworkError, TelegramServerError):
            return RETRY_PAUSE
        except TelegramForbiddenError:
            await self._on_blocked(chat)
        except TelegramBadRequest as error:
            self._refused(chat, job, error)
        except (TelegramAPIError, ClientDecodeError) as error:
            # An answer that cannot be read may well say that it was sent: it is not tried again.
            self._drop(job, error.message)
        return None

    def _refused(self, chat: int, job: _Job, error: TelegramBadRequest) -> None:
        if job.if_refused is not None:
            self._hand_in(chat, _Job(next(_messages(chat, job.if_refused)), job.deadline))
        elif not any(words in error.message for words in _NORMAL):
            self._drop(job, error.message)

    def _drop(self, job: _Job, reason: str) -> None:
        name = job.method.__api_method__
        self.dropped[name] += 1
        _log.warning("not sent", method=name, reason=reason)


def _settle(job: _Job, done: bool) -> None:
    if job.settled is not None and not job.settled.done():
        job.settled.set_result(done)


def _messages(chat: int, reply: Reply) -> Iterator[SendMessage]:
    # Telegram takes no message of blanks alone.
    parts = [part for part in split(reply.text) if part[0].strip()]
    for number, (text, entities) in enumerate(parts, 1):
        markup = reply.keyboard if number == len(parts) else None
        yield SendMessage(chat_id=chat, text=text, entities=entities, parse_mode=None, reply_markup=markup)
