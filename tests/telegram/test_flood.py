"""Telegram's pace, where a test switches it on."""

import pytest

from tests.telegram.conftest import Api
from tests.telegram.people import Person
from tests.telegram.server import Server


@pytest.fixture
def anna(telegram: Server) -> Person:
    """Somebody."""
    return telegram.world.person("Anna")


async def send(api: Api, chat_id: int) -> int:
    """Send something: 0, or how many seconds to wait."""
    answer = await api("sendMessage", chat_id=chat_id, text="hello")
    if answer["ok"]:
        return 0
    assert answer["error_code"] == 429
    wait: int = answer["parameters"]["retry_after"]
    assert answer["description"] == f"Too Many Requests: retry after {wait}"
    return wait


async def test_without_being_switched_on_there_is_no_limit(telegram: Server, anna: Person, api: Api) -> None:
    assert [await send(api, anna.id) for _ in range(40)] == [0] * 40


async def test_a_chat_takes_a_message_a_second(telegram: Server, anna: Person, api: Api) -> None:
    telegram.limit_floods()
    boris = telegram.world.person("Boris")
    assert [await send(api, chat) for chat in (anna.id, anna.id, boris.id)] == [0, 1, 0]
    telegram.clock.advance(1)
    assert [await send(api, anna.id) for _ in range(2)] == [0, 1]


async def test_what_is_refused_for_another_reason_does_not_count(
    telegram: Server, anna: Person, api: Api
) -> None:
    telegram.limit_floods()
    telegram.allow_refusal("message is too long")
    assert not (await api("sendMessage", chat_id=anna.id, text="x" * 5000))["ok"]
    assert await send(api, anna.id) == 0


async def test_a_burst_is_paid_for_afterwards(telegram: Server, anna: Person, api: Api) -> None:
    telegram.limit_floods(burst=5)
    assert [await send(api, anna.id) for _ in range(6)] == [0, 0, 0, 0, 0, 1]
    telegram.clock.advance(1)
    assert [await send(api, anna.id) for _ in range(2)] == [0, 1]
    telegram.clock.advance(60)
    assert [await send(api, anna.id) for _ in range(6)] == [0, 0, 0, 0, 0, 1]


async def test_a_group_takes_twenty_a_minute(telegram: Server, anna: Person, api: Api) -> None:
    telegram.limit_floods()
    group = telegram.world.group("team", members=[anna])
    waits = []
    for _ in range(21):
        waits.append(await send(api, group.id))
        telegram.clock.advance(1)
    assert waits == [0] * 20 + [40]
    telegram.clock.advance(39)
    assert await send(api, group.id) == 0


async def test_all_chats_together_take_thirty_a_second(telegram: Server, api: Api) -> None:
    telegram.limit_floods()
    people = [telegram.world.person(f"Person{number}") for number in range(31)]
    assert [await send(api, person.id) for person in people] == [0] * 30 + [1]
    telegram.clock.advance(1)
    assert await send(api, people[30].id) == 0


async def test_reactions_answers_and_actions_are_outside_of_the_limits(
    telegram: Server, anna: Person, api: Api
) -> None:
    telegram.limit_floods()
    message = await anna.says(anna.private, "hello")
    for _ in range(3):
        press = await anna.presses(message, data="x")
        there = {"chat_id": anna.id, "message_id": message.id}
        assert (await api("setMessageReaction", **there, reaction=[{"type": "emoji", "emoji": "👌"}]))["ok"]
        assert (await api("answerCallbackQuery", callback_query_id=press.id))["ok"]
        assert (await api("sendChatAction", chat_id=anna.id, action="typing"))["ok"]


@pytest.mark.parametrize(("edits_count", "wait"), [(False, 0), (True, 1)])
async def test_edits_count_where_a_test_says_so(
    telegram: Server, anna: Person, api: Api, edits_count: bool, wait: int
) -> None:
    telegram.limit_floods(edits_count=edits_count)
    assert await send(api, anna.id) == 0
    answer = await api("editMessageText", chat_id=anna.id, message_id=1, text="changed")
    assert answer.get("parameters", {}).get("retry_after", 0) == wait
