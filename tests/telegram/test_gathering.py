"""People and the bot come and go, rise and fall; groups change."""

from typing import Literal

import pytest

from tests.telegram.chats import Status
from tests.telegram.conftest import Api
from tests.telegram.people import Person
from tests.telegram.schema import Json
from tests.telegram.server import Server
from tests.telegram.users import ANONYMOUS_ADMINISTRATOR

ALL = ["message", "my_chat_member", "chat_member", "callback_query", "message_reaction"]


def told(telegram: Server) -> list[tuple[str, Json]]:
    """What the bot was told, in order."""
    return [(update.kind, update.body) for update in telegram.world.updates.made]


def statuses(change: Json) -> tuple[str, str]:
    """From what to what."""
    return change["old_chat_member"]["status"], change["new_chat_member"]["status"]


@pytest.fixture
def anna(telegram: Server) -> Person:
    """Somebody."""
    return telegram.world.person("Anna")


async def test_a_group_that_was_there_before_is_told_of_by_nothing(telegram: Server, anna: Person) -> None:
    telegram.world.group("team", members=[anna])
    assert told(telegram) == []


async def test_being_added_and_removed_is_told_twice_each(telegram: Server, anna: Person) -> None:
    group = telegram.world.group("team", members=[anna], bot=None)
    bot = telegram.world.bot
    await anna.adds(bot, group)
    await anna.removes(bot, group)
    (_, came), (_, greeted), (_, went), (_, parted) = told(telegram)
    assert statuses(came) == ("left", "member")
    assert came["from"]["id"] == anna.id
    assert greeted["new_chat_members"][0]["id"] == bot.id
    assert statuses(went) == ("member", "kicked")
    assert parted["left_chat_member"]["id"] == bot.id
    await anna.says(group, "/remember nobody listens")
    assert len(told(telegram)) == 4


async def test_a_new_group_with_the_bot_in_it_says_so(telegram: Server, anna: Person) -> None:
    group = await anna.creates("team", telegram.world.bot, telegram.world.person("Boris"))
    (first, change), (second, message) = told(telegram)
    assert (first, second) == ("my_chat_member", "message")
    assert statuses(change) == ("left", "member")
    assert message["group_chat_created"] is True
    assert group.kind == "group"
    assert [user.first_name for user in group.member_users()] == ["Anna", "Boris", "Letopis"]


async def test_the_bots_rise_and_fall_is_told(telegram: Server, anna: Person) -> None:
    group = telegram.world.group("team", members=[anna])
    await anna.promotes(telegram.world.bot, group)
    await anna.mutes(telegram.world.bot, group)
    await anna.demotes(telegram.world.bot, group)
    changes = [statuses(body) for kind, body in told(telegram) if kind == "my_chat_member"]
    assert changes == [("member", "administrator"), ("administrator", "restricted"), ("restricted", "member")]


@pytest.mark.parametrize(
    ("standing", "kinds"), [("administrator", ["chat_member", "message"]), ("member", ["message"])]
)
async def test_others_standing_is_told_to_an_administrator_that_asked(
    telegram: Server, anna: Person, api: Api, standing: Status, kinds: list[str]
) -> None:
    await api("getUpdates", allowed_updates=ALL)
    group = telegram.world.group("team", members=[anna], bot=standing)
    boris = telegram.world.person("Boris")
    await boris.joins(group)
    assert [kind for kind, _ in told(telegram)] == kinds


async def test_someone_who_is_thrown_out_has_left_for_all_to_see(
    telegram: Server, anna: Person, api: Api
) -> None:
    boris = telegram.world.person("Boris")
    group = telegram.world.group("team", members=[anna, boris])
    await anna.removes(boris, group)
    answer = await api("getChatMember", chat_id=group.id, user_id=boris.id)
    assert answer["result"]["status"] == "kicked"


async def test_blocking_and_unblocking_is_told(telegram: Server, anna: Person, api: Api) -> None:
    message = await anna.says(anna.private, "hello")
    await anna.blocks_bot()
    answer = await api("sendMessage", chat_id=anna.id, text="hello?")
    assert (answer["error_code"], answer["description"]) == (403, "Forbidden: bot was blocked by the user")
    reaction = [{"type": "emoji", "emoji": "👌"}]
    answer = await api("setMessageReaction", chat_id=anna.id, message_id=message.id, reaction=reaction)
    assert answer["description"] == "Forbidden: bot was blocked by the user"
    with pytest.raises(AssertionError, match="blocked"):
        await anna.says(anna.private, "hello")
    await anna.unblocks_bot()
    await anna.says(anna.private, "back")
    assert [statuses(body) for _, body in told(telegram)[1:3]] == [("member", "kicked"), ("kicked", "member")]


async def test_an_anonymous_administrator_is_the_group_itself(telegram: Server, anna: Person) -> None:
    boris = telegram.world.person("Boris")
    group = telegram.world.group("team", admins=[anna], members=[boris], bot="administrator")
    await anna.hides(group)
    message = await anna.says(group, "from above")
    (_, body) = told(telegram)[0]
    assert body["from"]["id"] == ANONYMOUS_ADMINISTRATOR.id == 1087968824
    assert body["sender_chat"]["id"] == group.id
    await anna.presses(message, data="x")
    assert told(telegram)[1][1]["from"]["id"] == anna.id
    with pytest.raises(AssertionError, match="no administrator"):
        await boris.hides(group)


@pytest.mark.parametrize(("first", "order"), [("old", [0, 1]), ("new", [1, 0])])
async def test_a_group_becomes_a_supergroup_with_another_id(
    telegram: Server, anna: Person, api: Api, first: Literal["old", "new"], order: list[int]
) -> None:
    group = telegram.world.group("team", members=[anna], kind="group")
    await anna.says(group, "/remember before")
    new = await anna.upgrades(group, first=first)
    bodies = [body for _, body in told(telegram)[1:]]
    leave, arrive = (bodies[place] for place in order)
    assert leave["chat"]["id"] == group.id
    assert leave["migrate_to_chat_id"] == new.id
    assert arrive["chat"]["id"] == new.id
    assert arrive["migrate_from_chat_id"] == group.id
    assert arrive["message_id"] == 1
    refused = await api("sendMessage", chat_id=group.id, text="hello")
    assert refused == {
        "ok": False,
        "error_code": 400,
        "description": "Bad Request: group chat was upgraded to a supergroup chat",
        "parameters": {"migrate_to_chat_id": new.id},
    }
    assert (await api("sendMessage", chat_id=new.id, text="hello"))["ok"]
    with pytest.raises(AssertionError, match="supergroup"):
        await anna.says(group, "anyone?")


async def test_a_pin_brings_the_pinned_message(telegram: Server, anna: Person, api: Api) -> None:
    group = telegram.world.group("team", members=[anna])
    message = await anna.says(group, "read this")
    await anna.pins(message)
    (_, body) = told(telegram)[0]
    assert body["pinned_message"]["text"] == "read this"
    chat = (await api("getChat", chat_id=group.id))["result"]
    assert chat["pinned_message"]["message_id"] == message.id


async def test_in_a_topic_every_message_tells_where_it_is(telegram: Server, anna: Person) -> None:
    group = telegram.world.group("team", members=[anna], bot="administrator", topics=True)
    topic = await anna.opens_topic(group, "releases")
    message = await anna.says(group, "on Thursdays", topic=topic)
    await anna.says(group, "indeed", reply_to=message)
    (_, opened), (_, plain), (_, reply) = told(telegram)
    assert opened["forum_topic_created"]["name"] == "releases"
    assert opened["message_thread_id"] == topic == opened["message_id"]
    assert (plain["message_thread_id"], plain["is_topic_message"]) == (topic, True)
    assert plain["reply_to_message"]["forum_topic_created"]["name"] == "releases"
    assert (reply["message_thread_id"], reply["reply_to_message"]["text"]) == (topic, "on Thursdays")


async def test_outside_of_topics_a_reply_carries_a_thread_that_is_no_topic(
    telegram: Server, anna: Person, api: Api
) -> None:
    group = telegram.world.group("team", members=[anna], bot="administrator", topics=True)
    first = await anna.says(group, "in General")
    await anna.says(group, "a reply", reply_to=first)
    body = told(telegram)[-1][1]
    assert body["message_thread_id"] == first.id
    assert "is_topic_message" not in body
    telegram.allow_refusal("message thread not found")
    refused = await api("sendMessage", chat_id=group.id, message_thread_id=first.id, text="hello")
    assert refused["description"] == "Bad Request: message thread not found"


async def test_general_has_no_number_and_a_deleted_topic_none_any_more(
    telegram: Server, anna: Person, api: Api
) -> None:
    telegram.allow_refusal("message thread not found")
    group = telegram.world.group("team", members=[anna], topics=True)
    topic = await anna.opens_topic(group, "releases")
    sent = await api("sendMessage", chat_id=group.id, message_thread_id=topic, text="hello")
    assert sent["result"]["is_topic_message"] is True
    kept = await anna.says(group, "in General")
    await anna.deletes_topic(group, topic)
    assert [message for message in group.messages if not message.deleted] == [kept]
    for thread in (1, topic, 999):
        refused = await api("sendMessage", chat_id=group.id, message_thread_id=thread, text="hello")
        assert refused["description"] == "Bad Request: message thread not found"
    assert "message_thread_id" not in (await api("sendMessage", chat_id=group.id, text="hello"))["result"]
