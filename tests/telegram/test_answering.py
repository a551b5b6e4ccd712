"""Presses, inline queries and reactions."""

import asyncio
from typing import Any

import pytest
from aiogram import Bot
from aiogram.types import (
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InlineQueryResultArticle,
    InlineQueryResultsButton,
    InputTextMessageContent,
    ReactionTypeEmoji,
)

from tests.telegram.conftest import Api
from tests.telegram.people import Person
from tests.telegram.queries import CALLBACK_LIFE, INLINE_CACHE, INLINE_LIFE
from tests.telegram.server import Server

TOO_OLD = "Bad Request: query is too old and response timeout expired or query ID is invalid"


@pytest.fixture
def anna(telegram: Server) -> Person:
    """Somebody."""
    return telegram.world.person("Anna", language_code="ru")


def article(number: int = 1, **fields: Any) -> dict[str, Any]:
    """A result."""
    content = {"message_text": f"text {number}"}
    return {
        "type": "article",
        "id": str(number),
        "title": f"title {number}",
        "input_message_content": content,
        **fields,
    }


async def offers(api: Api, anna: Person) -> None:
    """Let the bot show a button."""
    keys = [[{"text": "yes", "callback_data": "y"}, {"text": "site", "url": "https://example.org/"}]]
    await api("sendMessage", chat_id=anna.id, text="sure?", reply_markup={"inline_keyboard": keys})


# presses


async def test_a_press_is_told_with_its_message_and_answered_once(
    telegram: Server, anna: Person, api: Api
) -> None:
    await offers(api, anna)
    message = await anna.private.answer()
    press = await anna.presses(message, "yes")
    query = telegram.world.updates.made[-1].body
    assert (query["data"], query["from"]["language_code"]) == ("y", "ru")
    assert query["message"]["text"] == "sure?"
    async with asyncio.TaskGroup() as tasks:
        answered = tasks.create_task(press.answered())
        await api("answerCallbackQuery", callback_query_id=press.id, text="done", show_alert=True)
    assert answered.result().notice == "done"
    assert press.is_alert
    telegram.allow_refusal("query is too old")
    assert (await api("answerCallbackQuery", callback_query_id=press.id))["description"] == TOO_OLD


async def test_an_answer_to_a_press_can_come_too_late(telegram: Server, anna: Person, api: Api) -> None:
    await offers(api, anna)
    press = await anna.presses(await anna.private.answer(), "yes")
    telegram.clock.advance(CALLBACK_LIFE)
    telegram.allow_refusal("query is too old")
    assert (await api("answerCallbackQuery", callback_query_id=press.id))["description"] == TOO_OLD
    assert press.notice is None


async def test_a_notice_may_be_as_long_as_200(telegram: Server, anna: Person, api: Api) -> None:
    await offers(api, anna)
    message = await anna.private.answer()
    first, second = await anna.presses(message, "yes"), await anna.presses(message, "yes")
    assert (await api("answerCallbackQuery", callback_query_id=first.id, text="x" * 200))["ok"]
    telegram.allow_refusal("MESSAGE_TOO_LONG")
    assert not (await api("answerCallbackQuery", callback_query_id=second.id, text="x" * 201))["ok"]


async def test_only_a_button_that_is_there_and_calls_the_bot_can_be_pressed(
    telegram: Server, anna: Person, api: Api
) -> None:
    await offers(api, anna)
    message = await anna.private.answer()
    with pytest.raises(AssertionError, match=r"no button 'no'.*\['yes', 'site'\]"):
        await anna.presses(message, "no")
    with pytest.raises(AssertionError, match="does not call the bot"):
        await anna.presses(message, "site")


async def test_an_old_keyboard_can_still_be_pressed(telegram: Server, anna: Person, api: Api) -> None:
    await offers(api, anna)
    message = await anna.private.answer()
    await api("editMessageText", chat_id=anna.id, message_id=message.id, text="done")
    await anna.presses(message, data="y")
    assert telegram.world.updates.made[-1].body["message"]["text"] == "done"


async def test_of_a_message_that_is_gone_only_the_place_is_told(
    telegram: Server, anna: Person, api: Api
) -> None:
    await offers(api, anna)
    message = await anna.private.answer()
    await anna.presses(message, "yes", inaccessible=True)
    await anna.deletes(message)
    await anna.presses(message, "yes")
    for update in telegram.world.updates.made:
        shown = update.body["message"]
        assert (shown["date"], shown["message_id"]) == (0, message.id)
        assert "text" not in shown


# inline queries


async def test_an_inline_query_is_answered_and_a_result_chosen(
    telegram: Server, anna: Person, bot: Bot
) -> None:
    query = await anna.inline("release")
    told = telegram.world.updates.made[-1].body
    assert (told["query"], told["offset"], told["chat_type"]) == ("release", "", "sender")
    more = InlineKeyboardButton(text="more", callback_data="m")
    found = InlineQueryResultArticle(
        id="1",
        title="Release",
        input_message_content=InputTextMessageContent(message_text="on Thursdays"),
        reply_markup=InlineKeyboardMarkup(inline_keyboard=[[more]]),
    )
    button = InlineQueryResultsButton(text="open", start_parameter="go")
    await bot.answer_inline_query(query.id, [found], cache_time=0, is_personal=True, button=button)
    assert query.titles == ["Release"]
    telegram.world.bot.inline_feedback = True
    message = await anna.chooses(query, "Release", anna.private)
    assert message.text == "on Thursdays"
    assert message.labels == ["more"]
    chosen = telegram.world.updates.made[-1]
    assert (chosen.kind, chosen.body["result_id"]) == ("chosen_inline_result", "1")
    assert chosen.body["from"]["language_code"] == "ru"


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"results": [article(number) for number in range(51)]}, "RESULTS_TOO_MUCH"),
        ({"results": [article(1), article(1)]}, "RESULT_ID_DUPLICATE"),
        ({"results": [article(id="x" * 65)]}, "RESULT_ID_INVALID"),
        ({"results": [article(id="")]}, "RESULT_ID_INVALID"),
        ({"results": [], "next_offset": "б" * 33}, "NEXT_OFFSET_INVALID"),
        ({"results": [], "button": {"text": "x", "start_parameter": "a.b"}}, "START_PARAM_INVALID"),
        ({"results": [], "button": {"text": "x"}}, "START_PARAM_EMPTY"),
        ({"results": [article(input_message_content={"message_text": ""})]}, "message text is empty"),
        ({"results": [article(input_message_content={"message_text": "x" * 4097})]}, "message is too long"),
        (
            {"results": [article(input_message_content={"message_text": "x", "parse_mode": "HTML"})]},
            "does not play parse_mode",
        ),
        (
            {"results": [article(reply_markup={"inline_keyboard": [[{"text": "x", "callback_data": ""}]]})]},
            "BUTTON_DATA_INVALID",
        ),
        ({"results": [{"type": "article", "id": "1"}]}, "required field"),
    ],
)
async def test_an_improper_inline_answer_is_refused(
    telegram: Server, anna: Person, api: Api, parameters: dict[str, Any], words: str
) -> None:
    query = await anna.inline("x")
    telegram.allow_refusal(words)
    answer = await api("answerInlineQuery", inline_query_id=query.id, **parameters)
    assert words in answer["description"]
    assert query.answer is None


async def test_an_inline_query_can_be_answered_once_and_soon(
    telegram: Server, anna: Person, api: Api
) -> None:
    telegram.allow_refusal("query is too old")
    first, second = await anna.inline("one"), await anna.inline("two")
    assert (await api("answerInlineQuery", inline_query_id=first.id, results=[]))["ok"]
    again = await api("answerInlineQuery", inline_query_id=first.id, results=[])
    telegram.clock.advance(INLINE_LIFE)
    late = await api("answerInlineQuery", inline_query_id=second.id, results=[])
    assert again["description"] == late["description"] == TOO_OLD


async def test_an_answer_that_is_not_personal_is_shown_to_everybody_who_asks_the_same(
    telegram: Server, anna: Person, api: Api
) -> None:
    boris = telegram.world.person("Boris")
    query = await anna.inline("secret")
    await api("answerInlineQuery", inline_query_id=query.id, results=[article()])
    leaked = await boris.inline("secret")
    assert leaked.from_cache
    assert leaked.titles == ["title 1"]
    telegram.clock.advance(INLINE_CACHE)
    assert not (await boris.inline("secret")).from_cache


async def test_a_personal_answer_is_cached_for_the_one_person(
    telegram: Server, anna: Person, api: Api
) -> None:
    boris = telegram.world.person("Boris")
    query = await anna.inline("mine")
    await api(
        "answerInlineQuery", inline_query_id=query.id, results=[article()], is_personal=True, cache_time=5
    )
    assert (await anna.inline("mine")).from_cache
    assert not (await boris.inline("mine")).from_cache
    telegram.clock.advance(5)
    assert not (await anna.inline("mine")).from_cache


# reactions


async def test_a_reaction_is_set_and_taken_off(telegram: Server, anna: Person, bot: Bot) -> None:
    message = await anna.says(anna.private, "keep this")
    await bot.set_message_reaction(anna.id, message.id, reaction=[ReactionTypeEmoji(emoji="👌")])
    assert await telegram.world.wait_for(lambda: message.reaction) == "👌"
    await bot.set_message_reaction(anna.id, message.id, reaction=[])
    assert message.reaction is None
    assert telegram.world.updates.made[1:] == []


@pytest.mark.parametrize(
    ("reaction", "words"),
    [
        ([{"type": "emoji", "emoji": "✅"}], "REACTION_INVALID"),
        ([{"type": "emoji", "emoji": "ok"}], "REACTION_INVALID"),
        ([{"type": "paid"}], "REACTION_INVALID"),
        ([{"type": "emoji", "emoji": "👌"}, {"type": "emoji", "emoji": "👍"}], "REACTIONS_TOO_MANY"),
    ],
)
async def test_an_improper_reaction_is_refused(
    telegram: Server, anna: Person, api: Api, reaction: list[dict[str, str]], words: str
) -> None:
    telegram.allow_refusal(words)
    message = await anna.says(anna.private, "keep this")
    answer = await api("setMessageReaction", chat_id=anna.id, message_id=message.id, reaction=reaction)
    assert answer["description"] == f"Bad Request: {words}"


@pytest.mark.parametrize("available", [(), ("👍",)])
async def test_a_chat_may_refuse_reactions(
    telegram: Server, anna: Person, api: Api, available: tuple[str, ...]
) -> None:
    telegram.allow_refusal("REACTION_INVALID")
    group = telegram.world.group("team", members=[anna])
    group.available_reactions = available
    message = await anna.says(group, "/remember this")
    reaction = [{"type": "emoji", "emoji": "👌"}]
    answer = await api("setMessageReaction", chat_id=group.id, message_id=message.id, reaction=reaction)
    assert answer["description"] == "Bad Request: REACTION_INVALID"
    shown = (await api("getChat", chat_id=group.id))["result"]["available_reactions"]
    assert [each["emoji"] for each in shown] == list(available)


async def test_a_message_that_is_not_there_takes_no_reaction(
    telegram: Server, anna: Person, api: Api
) -> None:
    telegram.allow_refusal("message to react not found")
    answer = await api("setMessageReaction", chat_id=anna.id, message_id=9, reaction=[])
    assert answer["description"] == "Bad Request: message to react not found"


async def test_a_reaction_on_an_album_goes_to_its_first_message(
    telegram: Server, anna: Person, api: Api
) -> None:
    first, second, third = await anna.album(anna.private, 3)
    await anna.deletes(first)
    reaction = [{"type": "emoji", "emoji": "👌"}]
    await api("setMessageReaction", chat_id=anna.id, message_id=third.id, reaction=reaction)
    assert (second.reaction, third.reaction) == ("👌", None)


async def test_a_persons_reaction_is_told_to_an_administrator_that_asked(
    telegram: Server, anna: Person, api: Api
) -> None:
    await api("getUpdates", allowed_updates=["message_reaction"])
    group = telegram.world.group("team", members=[anna])
    message = await anna.says(group, "hello")
    await anna.reacts(message, "👍")
    await anna.promotes(telegram.world.bot, group)
    await anna.reacts(message, "🔥")
    (update,) = telegram.world.updates.made
    assert update.body["old_reaction"] == [{"type": "emoji", "emoji": "👍"}]
    assert update.body["new_reaction"] == [{"type": "emoji", "emoji": "🔥"}]
    assert message.emojis(anna) == ["🔥"]
