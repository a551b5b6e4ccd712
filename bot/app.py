"""The chat put together: one dispatcher over the use cases, for Telegram and for the terminal alike."""

import asyncio

from aiogram import Dispatcher, F

from bot.clock import ShiftedClock
from bot.console import Console
from bot.due import DueJobs
from bot.handlers import card, other, remember, search, start
from bot.jobs import jobs_of
from bot.middlewares import Arrival
from bot.pace import UNLIMITED, Pace
from bot.roles import Roles
from bot.sending import Sender
from bot.settings import Settings
from bot.texts import texts_for
from core.memory import Memory
from core.storage import Store


def dispatcher_for(arrival: Arrival) -> Dispatcher:
    """The dispatcher with all features, in the order in which they are asked: the catch-all comes last."""
    dispatcher = Dispatcher()
    dispatcher.callback_query.filter(F.message)
    for observer in (dispatcher.message, dispatcher.callback_query):
        observer.middleware(arrival)
    dispatcher.include_routers(
        start.router(),
        remember.command_router(),
        search.command_router(),
        card.router(),
        search.question_router(),
        remember.catch_all_router(),
        other.router(),
    )
    return dispatcher


def run_console(settings: Settings, store: Store, *, script: bool) -> None:
    """The chat in the terminal, until its input ends (SPEC section 11)."""
    asyncio.run(_console(settings, store, script=script))


async def _console(settings: Settings, store: Store, *, script: bool) -> None:
    clock = ShiftedClock()
    memory = Memory.on(store, clock)
    texts = texts_for(settings.default_locale)
    console = Console(store, clock, texts, store.path.parent / "letopis-files", script=script)
    due = DueJobs(jobs_of(memory), clock)
    async with Sender(console.bot, Pace(UNLIMITED), _nobody_blocks) as sender:
        arrival = Arrival(memory, Roles(console.bot, clock), sender, settings.default_locale)
        await console.converse(dispatcher_for(arrival), run_due=due.run, drain=sender.drain)


async def _nobody_blocks(chat: int) -> None:
    """In the terminal nobody can keep the bot out."""
