"""A terminal, a real store and a real dispatcher, for scripts to be played on."""

import io
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aiogram import Bot, Dispatcher
from aiogram.types import (
    CallbackQuery,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    Message,
    TelegramObject,
    Update,
)

from bot.clock import ShiftedClock
from bot.console import Console
from bot.console.streams import Streams
from bot.texts import texts_for
from core.spaces import local_visitor
from core.storage import Store

Handler = Callable[[TelegramObject, dict[str, Any]], Awaitable[Any]]
Step = Callable[[], Awaitable[None]]

OWNER = local_visitor("owner").external_id


async def nothing() -> None:
    """Neither jobs nor answers wait."""


@dataclass
class Run:
    """What a script led to."""

    said: list[dict[str, Any]]
    errors: list[str]
    updates: list[Update] = field(default_factory=list)

    @property
    def messages(self) -> list[Message]:
        """The messages that the bot got."""
        return [update.message for update in self.updates if update.message is not None]

    @property
    def presses(self) -> list[CallbackQuery]:
        """The presses that the bot got."""
        return [update.callback_query for update in self.updates if update.callback_query is not None]

    def called(self, method: str) -> list[dict[str, Any]]:
        """What was printed of one kind of call."""
        return [said for said in self.said if said["method"] == method]


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[Store]:
    """The store of a folder, the same one each time."""
    store = Store.open(f"sqlite:///{folder / 'letopis.db'}")
    try:
        yield store
    finally:
        store.close()


async def play(
    folder: Path,
    *lines: str | bytes,
    dispatcher: Dispatcher | None = None,
    run_due: Step = nothing,
    drain: Step = nothing,
    clock: ShiftedClock | None = None,
) -> Run:
    """Play a script in one run of the terminal, with handlers of the test's own; all updates are kept."""
    dispatcher = dispatcher or Dispatcher()
    run = Run([], [])

    async def keep(handler: Handler, update: TelegramObject, data: dict[str, Any]) -> Any:
        assert isinstance(update, Update)
        run.updates.append(update)
        return await handler(update, data)

    dispatcher.update.outer_middleware.register(keep)
    source = b"".join((line if isinstance(line, bytes) else line.encode()) + b"\n" for line in lines)
    out, errors = io.BytesIO(), io.StringIO()
    async with opened(folder) as store:
        streams = Streams(io.BytesIO(source), out, errors)
        console = Console(
            store, clock or ShiftedClock(), texts_for("en"), folder / "files", script=True, streams=streams
        )
        await console.converse(dispatcher, run_due=run_due, drain=drain)
    run.said = [json.loads(line) for line in out.getvalue().splitlines()]
    run.errors = errors.getvalue().splitlines()
    return run


@dataclass
class Quiet:
    """A console whose bot a test calls itself; `said` is what came out of it."""

    bot: Bot
    out: io.BytesIO

    @property
    def said(self) -> list[dict[str, Any]]:
        """What was printed."""
        return [json.loads(line) for line in self.out.getvalue().splitlines()]


def quiet(store: Store, folder: Path) -> Quiet:
    """A console without a script, its person in private."""
    out = io.BytesIO()
    streams = Streams(io.BytesIO(), out, io.StringIO())
    console = Console(store, ShiftedClock(), texts_for("en"), folder / "files", script=True, streams=streams)
    return Quiet(console.bot, out)


def keyboard(*labels: str) -> InlineKeyboardMarkup:
    """A row of buttons, which carry their own labels."""
    return InlineKeyboardMarkup(
        inline_keyboard=[[InlineKeyboardButton(text=label, callback_data=label) for label in labels]]
    )


def answering(*labels: str) -> Dispatcher:
    """A bot that repeats every message, with buttons under it, and says which was pressed."""
    dispatcher = Dispatcher()

    async def repeat(message: Message) -> None:
        await message.answer(message.text or "-", reply_markup=keyboard(*labels) if labels else None)

    async def pressed(press: CallbackQuery) -> None:
        await press.answer(press.data)

    dispatcher.message.register(repeat)
    dispatcher.callback_query.register(pressed)
    return dispatcher
