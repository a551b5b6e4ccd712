"""Updates are given until they are confirmed, and waited for where there are none."""

import asyncio

from aiohttp import ClientSession

from tests.telegram.clock import DAY
from tests.telegram.conftest import Api
from tests.telegram.schema import Json
from tests.telegram.server import Server
from tests.telegram.updates import NOT_BY_DEFAULT


def texts(answer: Json) -> list[str]:
    """The texts of the messages in an answer to getUpdates."""
    return [update["message"]["text"] for update in answer["result"]]


async def say(telegram: Server, *words: str) -> list[int]:
    """Let somebody say these words, one after another; the ids of the updates."""
    anna = telegram.world.person("Anna")
    for each in words:
        await anna.says(anna.private, each)
    return [update.id for update in telegram.world.updates.made]


async def test_an_update_is_given_again_until_it_is_confirmed(telegram: Server, api: Api) -> None:
    first, _ = await say(telegram, "one", "two")
    assert texts(await api("getUpdates")) == ["one", "two"]
    assert texts(await api("getUpdates")) == ["one", "two"]
    assert texts(await api("getUpdates", offset=first + 1)) == ["two"]
    assert texts(await api("getUpdates")) == ["two"]


async def test_ids_rise_by_one(telegram: Server) -> None:
    ids = await say(telegram, "one", "two", "three")
    assert ids == list(range(ids[0], ids[0] + 3))


async def test_the_limit_holds_back_the_later_ones(telegram: Server, api: Api) -> None:
    await say(telegram, "one", "two", "three")
    assert texts(await api("getUpdates", limit=2)) == ["one", "two"]
    assert len((await api("getUpdates", limit=0))["result"]) == 1


async def test_a_negative_offset_counts_from_the_end_and_forgets_the_rest(telegram: Server, api: Api) -> None:
    await say(telegram, "one", "two", "three")
    assert texts(await api("getUpdates", offset=-1)) == ["three"]
    assert texts(await api("getUpdates")) == ["three"]


async def test_a_poll_waits_and_is_answered_as_soon_as_something_comes(telegram: Server, api: Api) -> None:
    async with asyncio.TaskGroup() as tasks:
        poll = tasks.create_task(api_call(api, timeout=50))
        await telegram.world.wait_for(lambda: telegram.world.updates.is_polled)
        await say(telegram, "at last")
    assert texts(poll.result()) == ["at last"]


async def test_a_poll_without_a_timeout_answers_at_once(telegram: Server, api: Api) -> None:
    assert (await api("getUpdates"))["result"] == []


async def test_a_poll_ends_when_its_time_is_over(telegram: Server, api: Api) -> None:
    assert (await api("getUpdates", timeout=1))["result"] == []


async def test_a_second_poller_ends_the_first_with_a_conflict(telegram: Server, api: Api) -> None:
    async with asyncio.TaskGroup() as tasks:
        first = tasks.create_task(api_call(api, timeout=50))
        await telegram.world.wait_for(lambda: telegram.world.updates.is_polled)
        second = tasks.create_task(api_call(api, timeout=50))
        refused = await first
        assert not second.done()
        await say(telegram, "for the second")
    assert refused == {
        "ok": False,
        "error_code": 409,
        "description": "Conflict: terminated by other getUpdates request; "
        "make sure that only one bot instance is running",
    }
    assert texts(second.result()) == ["for the second"]


async def test_a_poller_that_has_gone_away_is_forgotten(
    telegram: Server, api: Api, client: ClientSession
) -> None:
    async with asyncio.TaskGroup() as tasks:
        poll = tasks.create_task(api_call(api, timeout=50))
        await telegram.world.wait_for(lambda: telegram.world.updates.is_polled)
        poll.cancel()
    await telegram.world.wait_for(lambda: not telegram.world.updates.is_polled)


async def test_by_default_what_needs_naming_is_not_told(telegram: Server, api: Api) -> None:
    anna = telegram.world.person("Anna")
    message = await anna.says(anna.private, "hello")
    await anna.reacts(message, "👍")
    assert [update.kind for update in telegram.world.updates.made] == ["message"]
    assert frozenset({"chat_member", "message_reaction", "message_reaction_count"}) == NOT_BY_DEFAULT


async def test_the_choice_of_updates_is_kept_from_call_to_call(telegram: Server, api: Api) -> None:
    anna = telegram.world.person("Anna")
    await api("getUpdates", allowed_updates=["message_reaction"])
    await api("getUpdates")
    message = await anna.says(anna.private, "not told")
    await anna.reacts(message, "👍")
    (update,) = (await api("getUpdates"))["result"]
    assert update["message_reaction"]["new_reaction"] == [{"type": "emoji", "emoji": "👍"}]


async def test_an_empty_choice_is_the_default_again(telegram: Server, api: Api) -> None:
    await api("getUpdates", allowed_updates=["callback_query"])
    await api("getUpdates", allowed_updates=[])
    await say(telegram, "told")
    assert texts(await api("getUpdates")) == ["told"]


async def test_the_choice_does_not_touch_what_waits_already(telegram: Server, api: Api) -> None:
    await say(telegram, "told")
    assert texts(await api("getUpdates", allowed_updates=["callback_query"])) == ["told"]


async def test_after_a_day_an_update_is_dropped(telegram: Server, api: Api) -> None:
    await say(telegram, "old")
    telegram.clock.advance(DAY - 1)
    assert texts(await api("getUpdates")) == ["old"]
    telegram.clock.advance(1)
    assert texts(await api("getUpdates")) == []


async def test_a_press_does_not_wait_as_long_as_a_message(telegram: Server, api: Api) -> None:
    anna = telegram.world.person("Anna")
    message = await anna.says(anna.private, "old")
    await anna.presses(message, data="x")
    telegram.clock.advance(150)
    assert texts(await api("getUpdates")) == ["old"]


async def test_an_update_can_be_given_once_more_although_it_was_confirmed(telegram: Server, api: Api) -> None:
    (first,) = await say(telegram, "twice")
    assert texts(await api("getUpdates", offset=first + 1)) == []
    telegram.world.updates.repeat(telegram.world.updates.made[0])
    (update,) = (await api("getUpdates"))["result"]
    assert update["update_id"] == first


async def test_the_world_is_settled_once_all_is_confirmed(telegram: Server, api: Api) -> None:
    (first,) = await say(telegram, "one")
    async with asyncio.TaskGroup() as tasks:
        settled = tasks.create_task(telegram.world.settled())
        await api("getUpdates")
        assert not settled.done()
        await api("getUpdates", offset=first + 1)


async def test_a_wrong_token_is_unauthorized(telegram: Server, client: ClientSession) -> None:
    async with client.post(f"{telegram.url}/bot1:WRONG/getMe") as answer:
        assert answer.status == 401
        assert (await answer.json())["description"] == "Unauthorized"


async def test_what_is_no_token_is_not_found(telegram: Server, client: ClientSession) -> None:
    async with client.post(f"{telegram.url}/botnonsense/getMe") as answer:
        assert answer.status == 404
        assert (await answer.json())["description"] == "Not Found"


async def test_an_unknown_method_is_not_found_and_is_noted(telegram: Server, api: Api) -> None:
    telegram.allow_refusal("Not Found")
    assert (await api("getNothing"))["description"] == "Not Found"
    assert [record.method for record in telegram.refusals] == ["getNothing"]


async def test_methods_are_known_in_any_case(telegram: Server, client: ClientSession) -> None:
    async with client.get(f"{telegram.url}/bot{telegram.token}/getme") as answer:
        assert (await answer.json())["result"]["is_bot"] is True


async def test_after_closing_a_poll_ends(telegram: Server, api: Api) -> None:
    async with asyncio.TaskGroup() as tasks:
        poll = tasks.create_task(api_call(api, timeout=50))
        await telegram.world.wait_for(lambda: telegram.world.updates.is_polled)
        assert (await api("close"))["result"] is True
    assert poll.result()["error_code"] == 409


async def api_call(api: Api, **parameters: int) -> Json:
    """A coroutine for a task."""
    return await api("getUpdates", **parameters)
