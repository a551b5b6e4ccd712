"""Trouble comes when tests ask for it, and only then."""

import asyncio

import pytest
from aiogram import Bot
from aiogram.exceptions import (
    ClientDecodeError,
    TelegramBadRequest,
    TelegramConflictError,
    TelegramForbiddenError,
    TelegramNetworkError,
    TelegramRetryAfter,
    TelegramServerError,
)
from aiohttp import ClientResponseError, ServerDisconnectedError

from tests.telegram.conftest import Api
from tests.telegram.faults import Trouble
from tests.telegram.people import Person
from tests.telegram.server import Server


@pytest.fixture
def anna(telegram: Server) -> Person:
    """Somebody."""
    return telegram.world.person("Anna")


async def test_a_fault_befalls_as_many_calls_of_its_method_as_it_should(
    telegram: Server, anna: Person, bot: Bot
) -> None:
    fault = telegram.fault("sendMessage", answer=429, retry_after=7, times=2)
    await bot.get_me()
    for _ in range(2):
        with pytest.raises(TelegramRetryAfter) as raised:
            await bot.send_message(anna.id, "hello")
        assert raised.value.retry_after == 7
    assert anna.private.answers == []
    await bot.send_message(anna.id, "hello")
    assert len(anna.private.answers) == 1
    assert [hit["text"] for hit in fault.hits] == ["hello", "hello"]


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (400, TelegramBadRequest),
        (403, TelegramForbiddenError),
        (409, TelegramConflictError),
        (500, TelegramServerError),
        (502, TelegramServerError),
        ("dropped", TelegramNetworkError),
        ("bad json", ClientDecodeError),
    ],
)
@pytest.mark.parametrize("after_effect", [False, True])
async def test_the_answer_may_be_lost_before_or_after_the_work_is_done(
    telegram: Server, anna: Person, bot: Bot, answer: Trouble, error: type[Exception], after_effect: bool
) -> None:
    telegram.fault("sendMessage", answer=answer, after_effect=after_effect)
    with pytest.raises(error):
        await bot.send_message(anna.id, "hello")
    assert len(anna.private.answers) == int(after_effect)
    await bot.send_message(anna.id, "hello again")


async def test_trouble_that_was_asked_for_is_no_mistake_of_the_bots(
    telegram: Server, anna: Person, api: Api
) -> None:
    telegram.fault("sendMessage", answer=400, description="Bad Request: not today")
    answer = await api("sendMessage", chat_id=anna.id, text="hello")
    assert answer["description"] == "Bad Request: not today"
    telegram.assert_clean()
    assert len(telegram.calls_of("sendMessage")) == 1


async def test_a_fault_may_choose_its_calls(telegram: Server, anna: Person, bot: Bot) -> None:
    boris = telegram.world.person("Boris")
    telegram.fault(answer=500, times=None, when=lambda call: call.get("chat_id") == boris.id)
    await bot.send_message(anna.id, "hello")
    with pytest.raises(TelegramServerError):
        await bot.send_message(boris.id, "hello")
    with pytest.raises(TelegramServerError):
        await bot.send_chat_action(boris.id, "typing")


@pytest.mark.parametrize("after_effect", [False, True])
async def test_a_slow_answer_is_held_until_it_is_released(
    telegram: Server, anna: Person, bot: Bot, after_effect: bool
) -> None:
    fault = telegram.fault("sendMessage", answer="slow", after_effect=after_effect)
    async with asyncio.TaskGroup() as tasks:
        call = tasks.create_task(bot.send_message(anna.id, "hello"))
        await fault.reached()
        await bot.get_me()
        assert not call.done()
        if after_effect:
            await anna.private.answer()
        assert len(anna.private.answers) == int(after_effect)
        fault.release()
    assert call.result().text == "hello"


async def test_a_client_that_does_not_wait_leaves_a_slow_call_undone(
    telegram: Server, anna: Person, bot: Bot
) -> None:
    fault = telegram.fault("sendMessage", answer="slow")
    with pytest.raises(TelegramNetworkError, match="timeout"):
        await bot.send_message(anna.id, "hello", request_timeout=1)
    await bot.get_me()
    fault.release()
    assert anna.private.answers == []


async def test_fetching_a_file_meets_trouble_too(telegram: Server, anna: Person, bot: Bot) -> None:
    message = await anna.document(anna.private, "x.txt", b"content")
    telegram.fault("file", answer=500)
    # The client asks once more by itself where a connection breaks.
    telegram.fault("file", answer="dropped", times=2)
    slow = telegram.fault("file", answer="slow")
    for error in (ClientResponseError, ServerDisconnectedError):
        with pytest.raises(error):
            await bot.download(message.file_id)
    async with asyncio.TaskGroup() as tasks:
        fetched = tasks.create_task(bot.download(message.file_id))
        await slow.reached()
        slow.release()
    content = fetched.result()
    assert content is not None
    assert content.read() == b"content"


async def test_what_is_refused_after_having_been_slow_is_a_mistake_all_the_same(
    telegram: Server, anna: Person, api: Api
) -> None:
    fault = telegram.fault("sendMessage", answer="slow")
    fault.release()
    assert not (await api("sendMessage", chat_id=anna.id, text="x" * 5000))["ok"]
    with pytest.raises(AssertionError, match="message is too long"):
        telegram.assert_clean()
    telegram.allow_refusal("message is too long")


async def test_polling_meets_trouble_too_and_loses_nothing(telegram: Server, anna: Person, api: Api) -> None:
    await anna.says(anna.private, "hello")
    for answer in (500, 502):
        telegram.fault("getUpdates", answer=answer)
        assert (await api("getUpdates"))["error_code"] == answer
    telegram.fault("getUpdates", answer=500, after_effect=True)
    assert (await api("getUpdates"))["error_code"] == 500
    assert len((await api("getUpdates"))["result"]) == 1
