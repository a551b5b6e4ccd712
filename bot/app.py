"""The chat put together: one dispatcher over the use cases, for Telegram and for the terminal alike."""

import asyncio
import gc
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

from aiogram import Bot, Dispatcher, Router
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import PRODUCTION, TelegramAPIServer
from aiogram.methods import (
    AnswerCallbackQuery,
    DeleteMessage,
    EditMessageReplyMarkup,
    EditMessageText,
    GetChatMember,
    GetUpdates,
    Response,
    SendMessage,
    SetMessageReaction,
    TelegramMethod,
)
from aiogram.types import Update

from bot.clock import ShiftedClock, SystemClock
from bot.console import Console
from bot.due import DueJobs
from bot.filters import from_member, gives_command, under_a_message
from bot.handlers import archivist, card, edits, judging, members, other, remember, search, secrets, start
from bot.handlers.mention import Addressed
from bot.jobs import Jobs, answer, jobs_of
from bot.menus import set_menus
from bot.middlewares import Arrival
from bot.notifier import Notifier
from bot.opening import memory_on
from bot.pace import UNLIMITED, Limits, Pace
from bot.polling import Polling
from bot.presence import Presence
from bot.sending import Sender
from bot.settings import Settings
from bot.texts import Texts, nearest_locale, texts_for
from bot.views import notices
from core.memory import Memory
from core.ports import Clock
from core.storage import Store

MESSAGE_PAUSE = timedelta(seconds=3)
"""How long a chat message may still be changed before it is judged (TELEGRAM.md rule 7)."""

_CALLED: tuple[type[TelegramMethod[Any]], ...] = (
    GetUpdates,
    SetMessageReaction,
    SendMessage,
    EditMessageText,
    EditMessageReplyMarkup,
    AnswerCallbackQuery,
    DeleteMessage,
    GetChatMember,
)
ANSWERS: tuple[type[object], ...] = tuple(Response[method.__returning__] for method in _CALLED)  # type: ignore[name-defined]
"""Telegram's answers to these, as aiogram reads them.

Pydantic forgets such a class as soon as nobody holds it, and aiogram's making it anew takes longer than all
else that a message needs.
"""


@dataclass(frozen=True)
class App:
    """The dispatcher, and what sends its answers."""

    dispatcher: Dispatcher
    sender: Sender
    notifier: Notifier


@asynccontextmanager
async def app_for(
    bot: Bot, memory: Memory, presence: Presence, limits: Limits, locale: str
) -> AsyncIterator[App]:
    """The chat on a bot, for as long as the context lasts."""

    async def blocked(chat: int) -> None:
        await memory.membership.set_reachable(chat, reachable=False)

    async with Sender(bot, Pace(limits), blocked) as sender:
        arrival = Arrival(memory, presence, sender, locale)
        dispatcher = dispatcher_for(arrival, memory, presence, sender, locale)
        yield App(dispatcher, sender, Notifier(memory, sender, locale))


def dispatcher_for(
    arrival: Arrival, memory: Memory, presence: Presence, sender: Sender, locale: str
) -> Dispatcher:
    """The dispatcher with all features, in the order in which they are asked: the catch-all comes last."""
    # What people are in the middle of stands in tables and under buttons, never in a process.
    dispatcher = Dispatcher(disable_fsm=True)
    commands = Router(name="commands")
    commands.message.filter(gives_command)
    commands.include_routers(
        start.router(),
        remember.command_router(),
        search.command_router(),
        card.router(),
        judging.router(),
        secrets.router(),
        archivist.router(),
    )
    people = Router(name="people")
    people.message.filter(from_member)
    people.edited_message.filter(from_member)
    people.callback_query.filter(under_a_message)
    for messages in (people.message, people.edited_message):
        messages.outer_middleware(Addressed())
    for observer in (people.message, people.edited_message, people.callback_query):
        observer.middleware(arrival)
    people.include_routers(
        commands,
        search.question_router(),
        remember.mention_router(),
        remember.catch_all_router(),
        edits.router(),
        other.router(),
    )
    dispatcher.include_routers(
        members.router(memory, presence, sender, locale), people, other.stray_router(sender, locale)
    )
    return dispatcher


def run_console(settings: Settings, store: Store, *, script: bool) -> None:
    """The chat in the terminal, until its input ends (SPEC section 11)."""
    asyncio.run(_console(settings, store, script=script))


async def _console(settings: Settings, store: Store, *, script: bool) -> None:
    clock = ShiftedClock()
    memory = memory_on(store, clock, settings, timedelta() if script else MESSAGE_PAUSE)
    texts = texts_for(settings.default_locale)
    console = Console(store, clock, texts, store.path.parent / "letopis-files", script=script)
    presence = Presence(console.bot, clock)
    try:
        async with app_for(console.bot, memory, presence, UNLIMITED, settings.default_locale) as app:
            due = DueJobs(jobs_of(memory, app.notifier.deliver), clock)
            answer(memory.alarms, due)
            await console.converse(
                app.dispatcher, run_due=due.run, drain=app.sender.drain, leave=memory.archive.stop
            )
    finally:
        await memory.archive.close()


def run_telegram(settings: Settings, store: Store, token: str, say: Callable[[str], None]) -> None:
    """The chat in Telegram, until SIGTERM or SIGINT; `say` is told once Telegram has answered.

    One of `TOKEN_UNKNOWN`: Telegram does not know the token. `StorageError`: the database failed.
    """
    # aiogram's hundreds of thousands of objects stay for good. To look through them for garbage, time and
    # again, would take a quarter of what a message needs.
    gc.collect()
    gc.freeze()
    asyncio.run(_telegram(settings, store, token, say))


async def _telegram(settings: Settings, store: Store, token: str, say: Callable[[str], None]) -> None:
    clock = SystemClock()
    memory = memory_on(store, clock, settings, MESSAGE_PAUSE)
    server = (
        TelegramAPIServer.from_base(settings.telegram_api_url) if settings.telegram_api_url else PRODUCTION
    )
    async with (
        Bot(token, session=AiohttpSession(api=server)) as bot,
        telegram_app(bot, memory, clock, Limits(), settings.default_locale, say=say) as app,
    ):
        jobs = Jobs(jobs_of(memory, app.notifier.deliver))
        answer(memory.alarms, jobs)
        with _stopped_by_signals(app.polling.stop):
            jobs.start()
            try:
                await app.polling.run()
            finally:
                memory.archive.stop()
                await app.drain()
                await jobs.close()
                await memory.archive.close()


@dataclass(frozen=True)
class TelegramApp:
    """The loop that hears of updates, and what sends the answers."""

    polling: Polling
    sender: Sender
    notifier: Notifier

    async def drain(self) -> None:
        """Send what still waits, for as long as a stop allows."""
        await self.sender.close(self.polling.grace_left())


@asynccontextmanager
async def telegram_app(
    bot: Bot,
    memory: Memory,
    clock: Clock,
    limits: Limits,
    locale: str,
    *,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    say: Callable[[str], None] = lambda _: None,
) -> AsyncIterator[TelegramApp]:
    """The chat in Telegram, ready to be polled for; the loop waits by `sleep`, `say` hears that it began."""
    async with app_for(bot, memory, Presence(bot, clock), limits, locale) as app:
        polling = Polling(
            bot,
            app.dispatcher.resolve_used_update_types(),
            partial(app.dispatcher.feed_update, bot),
            partial(_not_kept, app.sender, memory, locale),
            partial(_begin, bot, texts_for(locale), say),
            sleep=sleep,
        )
        yield TelegramApp(polling, app.sender, app.notifier)


async def _begin(bot: Bot, texts: Texts, say: Callable[[str], None]) -> None:
    """Learn one's own name, which commands and mentions are compared with, and show the menus."""
    me = await bot.me()
    await set_menus(bot)
    say(texts.say("In Telegram as @{name}.", name=me.username))


async def _not_kept(sender: Sender, memory: Memory, default_locale: str, update: Update) -> None:
    """Tell whoever sent an update that it failed for good."""
    message, press = update.message or update.edited_message, update.callback_query
    event = message or press
    if event is None or event.from_user is None:
        return
    where = message.chat.id if message else event.from_user.id
    chosen = await memory.membership.language(where)
    heard = None if where < 0 else event.from_user.language_code
    texts = texts_for(nearest_locale(chosen or heard, default_locale))
    if press is not None:
        sender.notice(where, press.id, notices.press_failed(texts))
    else:
        sender.send(where, notices.failed(texts))


@contextmanager
def _stopped_by_signals(stop: Callable[[], None]) -> Iterator[None]:
    """Let SIGTERM and SIGINT call `stop` instead of ending the process."""
    loop = asyncio.get_running_loop()
    signals = (signal.SIGTERM, signal.SIGINT)
    for one in signals:
        loop.add_signal_handler(one, stop)
    try:
        yield
    finally:
        for one in signals:
            loop.remove_signal_handler(one)
