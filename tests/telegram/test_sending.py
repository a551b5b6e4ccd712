"""What the bot sends is taken as strictly as Telegram takes it, and kept as Telegram shows it."""

from typing import Any

import pytest
from aiogram import Bot
from aiogram.exceptions import TelegramBadRequest
from aiogram.types import (
    ForceReply,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    MessageEntity,
    ReplyParameters,
)
from aiohttp import ClientSession, FormData

from tests.telegram.conftest import Api
from tests.telegram.people import Person
from tests.telegram.server import Server


@pytest.fixture
def anna(telegram: Server) -> Person:
    """Somebody."""
    return telegram.world.person("Anna")


def one_button(**kind: Any) -> dict[str, Any]:
    """A keyboard."""
    return {"inline_keyboard": [[{"text": "press", **kind}]]}


async def test_a_text_is_kept_with_all_that_came_along(telegram: Server, anna: Person, bot: Bot) -> None:
    said = await anna.says(anna.private, "hello")
    sent = await bot.send_message(
        anna.id,
        "🙂 bold #tag",
        entities=[MessageEntity(type="bold", offset=3, length=4)],
        reply_parameters=ReplyParameters(message_id=said.id),
        reply_markup=InlineKeyboardMarkup(
            inline_keyboard=[[InlineKeyboardButton(text="yes", callback_data="y")]]
        ),
        disable_notification=True,
        protect_content=True,
    )
    assert sent.has_protected_content
    assert sent.reply_to_message is not None
    answer = await anna.private.answer()
    assert answer.id == sent.message_id == 2
    assert answer.text == "🙂 bold #tag"
    assert answer.marked("bold") == ["bold"]
    assert answer.marked("hashtag") == ["#tag"]
    assert answer.labels == ["yes"]
    assert answer.button("yes") == {"text": "yes", "callback_data": "y"}
    assert answer.reply_to is said
    assert answer.silent
    assert anna.private.answers == [answer]


async def test_answers_are_given_one_by_one(telegram: Server, anna: Person, api: Api) -> None:
    for words in ("one", "two"):
        await api("sendMessage", chat_id=anna.id, text=words)
    assert [(await anna.private.answer()).text for _ in range(2)] == ["one", "two"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "message text is empty"),
        (" \n ", "text must be non-empty"),
        ("x" * 4097, "message is too long"),
        ("🙂" * 2049, "message is too long"),
    ],
)
async def test_an_improper_text_is_refused(
    telegram: Server, anna: Person, api: Api, text: str, words: str
) -> None:
    telegram.allow_refusal(words)
    answer = await api("sendMessage", chat_id=anna.id, text=text)
    assert answer == {"ok": False, "error_code": 400, "description": f"Bad Request: {words}"}
    assert anna.private.messages == []


async def test_aiogram_leaves_an_empty_text_out_and_is_told_the_same(
    telegram: Server, anna: Person, bot: Bot
) -> None:
    telegram.allow_refusal("message text is empty")
    with pytest.raises(TelegramBadRequest, match="message text is empty"):
        await bot.send_message(anna.id, "")


@pytest.mark.parametrize("text", ["x" * 4096, "🙂" * 2048, "배" * 4096])
async def test_a_text_may_be_as_long_as_4096_utf16_units(
    telegram: Server, anna: Person, api: Api, text: str
) -> None:
    assert (await api("sendMessage", chat_id=anna.id, text=text))["result"]["text"] == text


async def test_entities_outside_the_text_are_refused(telegram: Server, anna: Person, bot: Bot) -> None:
    telegram.allow_refusal("ends after the end of the text")
    with pytest.raises(TelegramBadRequest, match="ends after the end of the text"):
        await bot.send_message(anna.id, "abc", entities=[MessageEntity(type="bold", offset=0, length=4)])


@pytest.mark.parametrize(
    ("markup", "words"),
    [
        (one_button(callback_data="x" * 65), "BUTTON_DATA_INVALID"),
        (one_button(callback_data="б" * 33), "BUTTON_DATA_INVALID"),
        (one_button(callback_data=""), "BUTTON_DATA_INVALID"),
        (one_button(copy_text={"text": "x" * 257}), "BUTTON_COPY_TEXT_INVALID"),
        (one_button(copy_text={"text": ""}), "BUTTON_COPY_TEXT_INVALID"),
        (one_button(), "text buttons are unallowed in the inline keyboard"),
        (one_button(callback_data="x", url="https://example.org/"), "BUTTON_TYPE_INVALID"),
        (one_button(url="nonsense"), "Wrong HTTP URL"),
        (one_button(url="ftp://example.org/"), "Wrong HTTP URL"),
        ({"inline_keyboard": [[{"text": " ", "callback_data": "x"}]]}, "button text must be non-empty"),
        ({"inline_keyboard": [[{"text": "x", "callback_data": "x"}] * 8] * 13}, "REPLY_MARKUP_TOO_LONG"),
    ],
)
async def test_an_improper_keyboard_is_refused(
    telegram: Server, anna: Person, api: Api, markup: dict[str, Any], words: str
) -> None:
    telegram.allow_refusal(words)
    answer = await api("sendMessage", chat_id=anna.id, text="x", reply_markup=markup)
    assert words in answer["description"]


@pytest.mark.parametrize(
    "markup",
    [
        one_button(callback_data="б" * 32),
        one_button(copy_text={"text": "б" * 256}),
        one_button(url="https://example.org/"),
        one_button(url="tg://user?id=1"),
        one_button(switch_inline_query_current_chat=""),
        one_button(disabled={}),
    ],
)
async def test_a_proper_keyboard_is_shown(
    telegram: Server, anna: Person, api: Api, markup: dict[str, Any]
) -> None:
    answer = await api("sendMessage", chat_id=anna.id, text="x", reply_markup=markup)
    assert answer["result"]["reply_markup"] == markup


async def test_a_keyboard_without_buttons_is_none(telegram: Server, anna: Person, api: Api) -> None:
    answer = await api("sendMessage", chat_id=anna.id, text="x", reply_markup={"inline_keyboard": [[]]})
    assert "reply_markup" not in answer["result"]


async def test_a_request_to_reply_is_kept_beside_the_message(
    telegram: Server, anna: Person, bot: Bot
) -> None:
    await bot.send_message(anna.id, "which one?", reply_markup=ForceReply())
    answer = await anna.private.answer()
    assert answer.markup["force_reply"] is True
    assert answer.buttons == []


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"chat_id": 5, "text": "x"}, "chat not found"),
        ({"chat_id": "@nobody", "text": "x"}, "chat not found"),
        ({"text": "x"}, "chat_id is empty"),
        ({"chat_id": 5, "text": "x", "colour": "red"}, "unknown field colour"),
        ({"chat_id": 5, "text": "x", "parse_mode": "HTML"}, "does not play parse_mode"),
    ],
)
async def test_an_improper_call_is_refused_and_fails_the_test(
    telegram: Server, api: Api, parameters: dict[str, Any], words: str
) -> None:
    answer = await api("sendMessage", **parameters)
    assert answer["error_code"] == 400
    assert words in answer["description"]
    with pytest.raises(AssertionError, match="the bot was refused"):
        telegram.assert_clean()
    telegram.allow_refusal(words)
    telegram.assert_clean()


async def test_a_method_that_is_not_played_is_refused_by_name(telegram: Server, api: Api) -> None:
    words = "this test server does not play getMyStarBalance"
    assert (await api("getMyStarBalance"))["description"] == f"Bad Request: {words}"
    with pytest.raises(AssertionError, match="does not play"):
        telegram.assert_clean()
    telegram.allow_refusal(words)


async def test_whoever_never_started_the_bot_cannot_be_written_to(telegram: Server, api: Api) -> None:
    stranger = telegram.world.person("Stranger", started=False)
    telegram.allow_refusal("chat not found")
    assert (await api("sendMessage", chat_id=stranger.id, text="x"))["description"].endswith("chat not found")
    telegram.world.group("team", members=[stranger])
    answer = await api("sendMessage", chat_id=stranger.id, text="x")
    assert answer["description"] == "Forbidden: bot can't initiate conversation with a user"
    await stranger.starts()
    assert (await api("sendMessage", chat_id=stranger.id, text="x"))["ok"]


async def test_where_the_bot_is_not_it_cannot_write(telegram: Server, anna: Person, api: Api) -> None:
    bot = telegram.world.bot
    group = telegram.world.group("team", members=[anna], kind="group")
    large = telegram.world.group("large team", members=[anna])
    strange = telegram.world.group("strange", members=[anna], bot=None)
    await anna.removes(bot, group)
    await api("leaveChat", chat_id=large.id)
    telegram.allow_refusal("chat not found")
    answers = [await api("sendMessage", chat_id=chat.id, text="x") for chat in (group, large, strange)]
    assert [answer["description"] for answer in answers] == [
        "Forbidden: bot was kicked from the group chat",
        "Forbidden: bot is not a member of the supergroup chat",
        "Bad Request: chat not found",
    ]


async def test_a_bot_that_was_muted_cannot_write(telegram: Server, anna: Person, api: Api) -> None:
    group = telegram.world.group("team", members=[anna])
    await anna.mutes(telegram.world.bot, group)
    telegram.allow_refusal("not enough rights")
    answer = await api("sendMessage", chat_id=group.id, text="x")
    assert answer["description"] == "Bad Request: not enough rights to send text messages to the chat"


async def test_other_bots_cannot_be_written_to(telegram: Server, api: Api) -> None:
    other = telegram.world.other_bot("Other", "other_bot")
    answer = await api("sendMessage", chat_id=other.id, text="x")
    assert answer["description"] == "Forbidden: bot can't send messages to bots"


async def test_a_reply_needs_its_message_unless_told_otherwise(
    telegram: Server, anna: Person, api: Api
) -> None:
    telegram.allow_refusal("message to be replied not found")
    answer = await api("sendMessage", chat_id=anna.id, text="x", reply_parameters={"message_id": 9})
    assert answer["description"] == "Bad Request: message to be replied not found"
    lenient = {"message_id": 9, "allow_sending_without_reply": True}
    answer = await api("sendMessage", chat_id=anna.id, text="x", reply_parameters=lenient)
    assert "reply_to_message" not in answer["result"]


async def test_replies_to_other_chats_are_not_played(telegram: Server, anna: Person, api: Api) -> None:
    telegram.allow_refusal("does not play replies to other chats")
    elsewhere = {"message_id": 1, "chat_id": 5}
    assert not (await api("sendMessage", chat_id=anna.id, text="x", reply_parameters=elsewhere))["ok"]


async def test_a_quote_must_stand_in_the_message(telegram: Server, anna: Person, api: Api) -> None:
    said = await anna.says(anna.private, "🙂 on Thursdays")
    quoting = {"message_id": said.id, "quote": "Thursdays"}
    answer = await api("sendMessage", chat_id=anna.id, text="x", reply_parameters=quoting)
    assert answer["result"]["quote"] == {"text": "Thursdays", "position": 6, "is_manual": True}
    telegram.allow_refusal("QUOTE_TEXT_INVALID")
    wrong = {"message_id": said.id, "quote": "Fridays"}
    answer = await api("sendMessage", chat_id=anna.id, text="x", reply_parameters=wrong)
    assert answer["description"] == "Bad Request: QUOTE_TEXT_INVALID"


async def test_calls_come_as_json_form_query_or_multipart(
    telegram: Server, anna: Person, client: ClientSession
) -> None:
    address = f"{telegram.url}/bot{telegram.token}/sendMessage"
    plain = {"chat_id": str(anna.id), "text": "hello", "disable_notification": "true"}
    multipart = FormData(plain)
    multipart.add_field("unused", b"x", filename="unused")
    telegram.allow_refusal("unknown field unused")
    for words in ({"json": {"chat_id": anna.id, "text": "hello"}}, {"data": plain}, {"params": plain}):
        async with client.post(address, **words) as answer:
            assert answer.status == 200
    async with client.post(address, data=multipart) as answer:
        assert (await answer.json())["description"] == "Bad Request: sendMessage: unknown field unused"
    async with client.post(address, data="{", headers={"Content-Type": "application/json"}) as answer:
        assert (await answer.json())["description"] == "Bad Request: can't parse JSON object"
    assert len(anna.private.answers) == 3


async def test_an_error_of_the_server_itself_fails_the_test(telegram: Server, anna: Person, api: Api) -> None:
    telegram.world.bot.first_name = 5  # type: ignore[assignment]
    assert (await api("sendMessage", chat_id=anna.id, text="x"))["error_code"] == 500
    with pytest.raises(AssertionError, match="the test server erred"):
        telegram.assert_clean()
    telegram.crashes.clear()
