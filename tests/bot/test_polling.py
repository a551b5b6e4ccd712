"""Updates by long polling, over HTTP: none is lost, and none holds up the others."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest
from aiogram import Bot
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.exceptions import TelegramUnauthorizedError
from aiogram.types import Update

from bot.polling import ATTEMPTS, GRACE_SECONDS, Polling
from core.errors import DatabaseFull, StorageError
from tests.telegram.faults import Trouble
from tests.telegram.server import Server

Handle = Callable[[str], Awaitable[None]]


@dataclass
class Poll:
    """A polling loop at work, and what it has handled."""

    polling: Polling
    handled: list[str] = field(default_factory=list)
    given_up: list[str] = field(default_factory=list)
    begun: list[None] = field(default_factory=list)


def words(update: Update) -> str:
    """The text of the message that an update brings."""
    assert update.message is not None
    return update.message.text or ""


async def handle_nothing(text: str) -> None:
    """It is enough that it came."""


@asynccontextmanager
async def bot_on(telegram: Server) -> AsyncIterator[Bot]:
    """A bot that calls the server."""
    session = AiohttpSession(api=TelegramAPIServer.from_base(telegram.url))
    try:
        yield Bot(telegram.token, session=session)
    finally:
        # Its own `close` waits a quarter of a second for TLS, which there is none of here.
        await (await session.create_session()).close()


def loop_on(bot: Bot, handle: Handle) -> Poll:
    """A polling loop over one handler, not yet running."""

    async def note(update: Update) -> None:
        await handle(words(update))
        poll.handled.append(words(update))

    async def give_up(update: Update) -> None:
        poll.given_up.append(words(update))

    async def begin() -> None:
        poll.begun.append(None)

    poll = Poll(Polling(bot, ["message", "chat_member"], note, give_up, begin))
    return poll


@asynccontextmanager
async def polling(telegram: Server, handle: Handle = handle_nothing) -> AsyncIterator[Poll]:
    """A polling loop at work; stopped at the end, whatever happens."""
    async with bot_on(telegram) as bot, asyncio.TaskGroup() as tasks:
        poll = loop_on(bot, handle)
        tasks.create_task(poll.polling.run())
        yield poll
        poll.polling.stop()


async def until(telegram: Server, condition: Callable[[], object]) -> None:
    """Wait until something is so, which changes with what the bot calls."""
    await telegram.world.wait_for(lambda: bool(condition()) or None)


async def test_updates_are_handled_and_then_confirmed(telegram: Server) -> None:
    anna = telegram.world.person("Anna")
    async with polling(telegram) as poll:
        for text in ("first", "second"):
            await anna.says(anna.private, text)
        await telegram.world.settled()
        assert poll.handled == ["first", "second"]
        await anna.says(anna.private, "third")
        await telegram.world.settled()
    assert poll.handled == ["first", "second", "third"]


async def test_an_update_is_confirmed_only_after_it_was_handled(telegram: Server) -> None:
    anna = telegram.world.person("Anna")
    arrived, may_go_on = asyncio.Event(), asyncio.Event()

    async def handle(text: str) -> None:
        arrived.set()
        await may_go_on.wait()

    async with polling(telegram, handle):
        await anna.says(anna.private, "first")
        await arrived.wait()
        assert len(telegram.world.updates.pending) == 1
        may_go_on.set()
        await telegram.world.settled()


async def test_chats_are_handled_side_by_side_and_each_in_its_order(telegram: Server) -> None:
    anna, boris = telegram.world.person("Anna"), telegram.world.person("Boris")
    boris_had_it = asyncio.Event()

    async def handle(text: str) -> None:
        if text == "a1":
            await boris_had_it.wait()
        if text == "b1":
            boris_had_it.set()

    for person, texts in ((anna, ["a1", "a2"]), (boris, ["b1"])):
        for text in texts:
            await person.says(person.private, text)
    async with polling(telegram, handle) as poll:
        await telegram.world.settled()
    assert poll.handled == ["b1", "a1", "a2"]


async def test_an_update_that_fails_for_good_is_given_up_and_holds_up_nothing(telegram: Server) -> None:
    anna = telegram.world.person("Anna")
    attempts: list[str] = []

    async def handle(text: str) -> None:
        attempts.append(text)
        if text == "bad":
            raise LookupError

    for text in ("good", "bad", "better"):
        await anna.says(anna.private, text)
    async with polling(telegram, handle) as poll:
        await telegram.world.settled()
    assert attempts == ["good", *["bad"] * ATTEMPTS, "better"]
    assert (poll.handled, poll.given_up) == (["good", "better"], ["bad"])


async def test_an_update_that_fails_once_is_handled_the_second_time(telegram: Server) -> None:
    anna = telegram.world.person("Anna")
    failures = [LookupError()]

    async def handle(text: str) -> None:
        if failures:
            raise failures.pop()

    await anna.says(anna.private, "first")
    async with polling(telegram, handle) as poll:
        await telegram.world.settled()
    assert (poll.handled, poll.given_up) == (["first"], [])


async def test_a_database_that_fails_ends_it_and_the_update_comes_again(telegram: Server) -> None:
    anna = telegram.world.person("Anna")

    async def handle(text: str) -> None:
        raise DatabaseFull("letopis.db")

    await anna.says(anna.private, "first")
    async with bot_on(telegram) as bot:
        poll = loop_on(bot, handle)
        with pytest.raises(StorageError):
            await poll.polling.run()
    assert poll.given_up == []
    assert len(telegram.world.updates.pending) == 1
    async with polling(telegram) as later:
        await telegram.world.settled()
    assert later.handled == ["first"]


@pytest.mark.parametrize("trouble", [409, 429, 502, "dropped", "bad json"])
async def test_it_goes_on_when_telegram_is_there_again(telegram: Server, trouble: Trouble) -> None:
    anna = telegram.world.person("Anna")
    telegram.allow_refusal("terminated by other getUpdates request")
    telegram.fault("getUpdates", answer=trouble, retry_after=1)
    await anna.says(anna.private, "first")
    async with polling(telegram) as poll:
        await telegram.world.settled()
    assert poll.handled == ["first"]


async def test_an_answer_that_is_lost_on_its_way_comes_again(telegram: Server) -> None:
    anna = telegram.world.person("Anna")
    await anna.says(anna.private, "first")
    telegram.fault("getUpdates", answer="dropped", after_effect=True)
    async with polling(telegram) as poll:
        await telegram.world.settled()
    assert poll.handled == ["first"]


async def test_a_token_that_telegram_does_not_know_ends_it(telegram: Server) -> None:
    telegram.fault("getUpdates", answer=401)
    async with bot_on(telegram) as bot:
        with pytest.raises(TelegramUnauthorizedError):
            await loop_on(bot, handle_nothing).polling.run()


async def test_a_stop_ends_a_long_poll_at_once(telegram: Server) -> None:
    async with polling(telegram), asyncio.timeout(5):
        await until(telegram, lambda: telegram.world.updates.is_polled)
    assert [poll.parameters.get("offset") for poll in telegram.polls] == [None]


async def test_a_stop_lets_what_is_being_handled_be_done_and_confirms_it(telegram: Server) -> None:
    anna = telegram.world.person("Anna")
    arrived, may_go_on = asyncio.Event(), asyncio.Event()

    async def handle(text: str) -> None:
        arrived.set()
        await may_go_on.wait()

    await anna.says(anna.private, "first")
    async with polling(telegram, handle) as poll:
        await arrived.wait()
        poll.polling.stop()
        may_go_on.set()
    assert poll.handled == ["first"]
    assert telegram.world.updates.pending == []
    assert 0 < poll.polling.grace_left() < GRACE_SECONDS


async def test_where_the_last_updates_cannot_be_confirmed_it_ends_all_the_same(telegram: Server) -> None:
    anna = telegram.world.person("Anna")
    await anna.says(anna.private, "first")
    async with polling(telegram) as poll:
        await telegram.world.settled()
        telegram.fault("getUpdates", answer=502, when=lambda call: call.get("timeout") == 0)
    assert poll.handled == ["first"]


async def test_a_stop_before_telegram_was_ever_reached_ends_it(telegram: Server) -> None:
    trouble = telegram.fault("deleteWebhook", answer=502, times=None)
    async with polling(telegram) as poll, asyncio.timeout(5):
        await trouble.reached()
        poll.polling.stop()
    assert (poll.begun, telegram.polls) == ([], [])


async def test_a_webhook_of_an_earlier_life_is_taken_away(telegram: Server) -> None:
    anna = telegram.world.person("Anna")
    async with bot_on(telegram) as bot:
        await bot.set_webhook("http://127.0.0.1:1/hook", secret_token="secret")
    async with polling(telegram) as poll:
        await anna.says(anna.private, "first")
        await until(telegram, lambda: poll.handled)
        await telegram.world.settled()


async def test_it_names_the_updates_that_it_wants_and_begins_once(telegram: Server) -> None:
    async with polling(telegram) as poll:
        await until(telegram, lambda: telegram.world.updates.is_polled)
    assert telegram.world.updates.allowed == {"message", "chat_member"}
    assert len(poll.begun) == 1
