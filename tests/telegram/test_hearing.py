"""The bot is told what Telegram would tell it, and nothing else."""

from tests.telegram.chats import Chat, Status
from tests.telegram.conftest import Api
from tests.telegram.people import Person
from tests.telegram.server import Server


def heard(telegram: Server) -> list[str]:
    """The texts that the bot was told of, or the kinds of updates without one."""
    return [update.body.get("text", update.kind) for update in telegram.world.updates.made]


def team(telegram: Server, *, bot: Status = "member") -> tuple[Person, Chat]:
    """A person and a group."""
    anna = telegram.world.person("Anna")
    return anna, telegram.world.group("team", members=[anna], bot=bot)


async def test_in_private_everything_arrives(telegram: Server) -> None:
    anna = telegram.world.person("Anna")
    await anna.says(anna.private, "hello")
    await anna.says(anna.private, "/start@other_bot")
    assert heard(telegram) == ["hello", "/start@other_bot"]


async def test_privacy_mode_lets_only_what_is_meant_for_the_bot_through(telegram: Server) -> None:
    anna, group = team(telegram)
    await anna.says(group, "hello all")
    await anna.says(group, "@letopis_bot hello")
    await anna.says(group, "please /remember this")
    await anna.says(group, "/remember@other_bot this")
    await anna.says(group, "/remember this")
    await anna.says(group, "/remember@Letopis_Bot this")
    assert heard(telegram) == ["/remember this", "/remember@Letopis_Bot this"]


async def test_a_caption_that_is_a_command_is_let_through(telegram: Server) -> None:
    anna, group = team(telegram)
    await anna.photo(group, "/remember the whiteboard")
    await anna.photo(group, "the whiteboard")
    (update,) = telegram.world.updates.made
    assert update.body["caption"] == "/remember the whiteboard"


async def test_a_reply_to_the_bot_is_let_through_and_one_to_others_is_not(telegram: Server, api: Api) -> None:
    anna, group = team(telegram)
    await api("sendMessage", chat_id=group.id, text="what is it?")
    asked = await group.answer()
    answer = await anna.says(group, "this", reply_to=asked)
    await anna.says(group, "indeed", reply_to=answer)
    assert heard(telegram) == ["this"]
    assert telegram.world.updates.made[0].body["reply_to_message"]["text"] == "what is it?"


async def test_a_command_in_reply_brings_along_a_message_that_the_bot_did_not_hear(telegram: Server) -> None:
    anna, group = team(telegram)
    said = await anna.says(group, "we release on Thursdays")
    await anna.says(group, "/remember", reply_to=said)
    (update,) = telegram.world.updates.made
    assert update.body["reply_to_message"]["text"] == "we release on Thursdays"


async def test_a_reply_to_a_reply_is_shown_one_level_deep(telegram: Server) -> None:
    anna = telegram.world.person("Anna")
    first = await anna.says(anna.private, "one")
    second = await anna.says(anna.private, "two", reply_to=first)
    await anna.says(anna.private, "three", reply_to=second)
    shown = telegram.world.updates.made[-1].body["reply_to_message"]
    assert shown["text"] == "two"
    assert "reply_to_message" not in shown


async def test_a_plain_command_is_for_the_bot_that_spoke_last(telegram: Server, api: Api) -> None:
    anna, group = team(telegram)
    other = telegram.world.other_bot("Other", "other_bot")
    telegram.world.enter(group, other)
    await other.says(group, "beep")
    await anna.says(group, "/help for the other")
    await api("sendMessage", chat_id=group.id, text="hello")
    await anna.says(group, "/help for us")
    assert heard(telegram) == ["/help for us"]


async def test_without_privacy_mode_everything_arrives(telegram: Server) -> None:
    telegram.world.bot.privacy = False
    anna, group = team(telegram)
    await anna.says(group, "hello all")
    await anna.says(group, "/remember@other_bot this")
    assert heard(telegram) == ["hello all", "/remember@other_bot this"]


async def test_an_administrator_hears_everything(telegram: Server) -> None:
    anna, group = team(telegram, bot="administrator")
    await anna.says(group, "hello all")
    assert heard(telegram) == ["hello all"]


async def test_switching_privacy_mode_counts_after_the_bot_has_come_in_anew(telegram: Server) -> None:
    anna, group = team(telegram)
    telegram.world.bot.privacy = False
    await anna.says(group, "not yet")
    await anna.removes(telegram.world.bot, group)
    await anna.adds(telegram.world.bot, group)
    await anna.says(group, "now")
    assert heard(telegram)[-1] == "now"
    assert "not yet" not in heard(telegram)


async def test_rising_and_falling_does_not_change_what_a_plain_member_hears(telegram: Server) -> None:
    anna, group = team(telegram)
    telegram.world.bot.privacy = False
    await anna.promotes(telegram.world.bot, group)
    await anna.says(group, "heard")
    await anna.demotes(telegram.world.bot, group)
    await anna.says(group, "not heard")
    assert heard(telegram) == ["my_chat_member", "heard", "my_chat_member"]


async def test_service_messages_arrive_in_privacy_mode(telegram: Server) -> None:
    anna, group = team(telegram)
    boris = telegram.world.person("Boris")
    await boris.joins(group)
    await anna.renames(group, "crew")
    await boris.leaves(group)
    joined, renamed, left = (update.body for update in telegram.world.updates.made)
    assert [user["first_name"] for user in joined["new_chat_members"]] == ["Boris"]
    assert renamed["new_chat_title"] == "crew"
    assert left["left_chat_member"]["first_name"] == "Boris"


async def test_the_bot_does_not_hear_itself(telegram: Server, api: Api) -> None:
    anna, group = team(telegram, bot="administrator")
    await api("sendMessage", chat_id=group.id, text="hello")
    await api("sendMessage", chat_id=anna.id, text="hello")
    assert heard(telegram) == []


async def test_other_bots_are_not_heard_even_by_an_administrator(telegram: Server) -> None:
    _, group = team(telegram, bot="administrator")
    other = telegram.world.other_bot("Other", "other_bot")
    telegram.world.enter(group, other)
    await other.says(group, "/remember me")
    assert heard(telegram) == []


async def test_where_the_bot_is_not_it_hears_nothing(telegram: Server) -> None:
    anna = telegram.world.person("Anna")
    group = telegram.world.group("secret", members=[anna], bot=None)
    await anna.says(group, "/remember this")
    assert heard(telegram) == []


async def test_an_edit_that_makes_a_command_arrives(telegram: Server) -> None:
    anna, group = team(telegram)
    message = await anna.says(group, "remember this")
    await anna.edits(message, "/remember this")
    (update,) = telegram.world.updates.made
    assert update.kind == "edited_message"
    assert update.body["edit_date"] == telegram.clock.unix


async def test_what_was_sent_by_way_of_the_bot_arrives(telegram: Server, api: Api) -> None:
    anna, group = team(telegram)
    query = await anna.inline("release", group)
    assert telegram.world.updates.made[0].body["chat_type"] == "supergroup"
    content = {"message_text": "on Thursdays"}
    article = {"type": "article", "id": "1", "title": "Release", "input_message_content": content}
    await api("answerInlineQuery", inline_query_id=query.id, results=[article])
    await anna.chooses(query, "Release", group)
    update = telegram.world.updates.made[-1]
    assert update.body["via_bot"]["username"] == "letopis_bot"
    assert update.body["text"] == "on Thursdays"


async def test_a_post_in_a_channel_has_no_sender(telegram: Server) -> None:
    anna = telegram.world.person("Anna")
    channel = telegram.world.channel("news", admins=[anna], bot="administrator")
    post = await anna.says(channel, "released")
    await anna.edits(post, "released!")
    first, second = telegram.world.updates.made
    assert (first.kind, second.kind) == ("channel_post", "edited_channel_post")
    assert "from" not in first.body
    assert first.body["sender_chat"]["title"] == "news"


async def test_a_post_of_the_bots_own_in_a_channel_is_not_told(telegram: Server, api: Api) -> None:
    channel = telegram.world.channel("news", bot="administrator")
    sent = (await api("sendMessage", chat_id=channel.id, text="released"))["result"]
    assert "from" not in sent
    assert heard(telegram) == []
    closed = telegram.world.channel("closed", bot="member")
    telegram.allow_refusal("need administrator rights in the channel chat")
    assert not (await api("sendMessage", chat_id=closed.id, text="released"))["ok"]


async def test_a_channels_group_gets_an_automatic_forward(telegram: Server) -> None:
    anna = telegram.world.person("Anna")
    channel = telegram.world.channel("news", admins=[anna])
    telegram.world.group("comments", members=[anna], bot="administrator", linked=channel)
    await anna.says(channel, "released")
    (update,) = telegram.world.updates.made
    assert update.body["is_automatic_forward"] is True
    assert update.body["from"]["id"] == 777000
    assert update.body["forward_origin"]["chat"]["title"] == "news"
