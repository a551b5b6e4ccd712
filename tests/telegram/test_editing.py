"""Edits and deletions follow Telegram's rules."""

from typing import Any

import pytest
from aiogram import Bot
from aiogram.exceptions import TelegramBadRequest
from aiogram.types import BufferedInputFile, InputMediaDocument, InputMediaPhoto

from tests.telegram.clock import DAY
from tests.telegram.conftest import Api
from tests.telegram.people import Person
from tests.telegram.server import Server
from tests.telegram.test_files import png

KEYS = {"inline_keyboard": [[{"text": "next", "callback_data": "2"}]]}


@pytest.fixture
def anna(telegram: Server) -> Person:
    """Somebody."""
    return telegram.world.person("Anna")


async def sent(api: Api, chat_id: int, **parameters: Any) -> dict[str, int]:
    """Where a message of the bot's is."""
    answer = await api("sendMessage", **{"chat_id": chat_id, "text": "first", **parameters})
    return {"chat_id": chat_id, "message_id": answer["result"]["message_id"]}


async def test_an_edit_puts_a_text_in_the_place_of_another(telegram: Server, anna: Person, api: Api) -> None:
    there = await sent(api, anna.id)
    telegram.clock.advance(3)
    answer = await api("editMessageText", **there, text="second", reply_markup=KEYS)
    assert answer["result"]["edit_date"] == telegram.clock.unix
    (message,) = anna.private.answers
    assert message.text == "second"
    assert message.labels == ["next"]
    assert [earlier["text"] for earlier in message.earlier] == ["first"]
    assert telegram.world.updates.made == []


async def test_an_edit_without_a_keyboard_takes_it_away(telegram: Server, anna: Person, api: Api) -> None:
    there = await sent(api, anna.id, reply_markup=KEYS)
    answer = await api("editMessageText", **there, text="second")
    assert "reply_markup" not in answer["result"]


@pytest.mark.parametrize(
    ("method", "changes"),
    [
        ("editMessageText", {"text": "first", "reply_markup": KEYS}),
        ("editMessageText", {"text": "  first  ", "reply_markup": KEYS}),
        ("editMessageReplyMarkup", {"reply_markup": KEYS}),
    ],
)
async def test_an_edit_that_changes_nothing_is_refused(
    telegram: Server, anna: Person, api: Api, method: str, changes: dict[str, Any]
) -> None:
    telegram.allow_refusal("message is not modified")
    there = await sent(api, anna.id, reply_markup=KEYS)
    answer = await api(method, **there, **changes)
    assert answer["description"] == (
        "Bad Request: message is not modified: specified new message content and reply markup are exactly "
        "the same as a current content and reply markup of the message"
    )


async def test_a_change_of_entities_alone_is_a_change(telegram: Server, anna: Person, api: Api) -> None:
    there = await sent(api, anna.id)
    bold = {"type": "bold", "offset": 0, "length": 5}
    assert (await api("editMessageText", **there, text="first", entities=[bold]))["ok"]


async def test_a_keyboard_can_be_taken_away_once(telegram: Server, anna: Person, api: Api) -> None:
    telegram.allow_refusal("message is not modified")
    there = await sent(api, anna.id, reply_markup=KEYS)
    assert (await api("editMessageReplyMarkup", **there))["ok"]
    assert not (await api("editMessageReplyMarkup", **there))["ok"]


async def test_only_what_is_there_and_the_bots_own_can_be_edited(
    telegram: Server, anna: Person, api: Api
) -> None:
    said = await anna.says(anna.private, "mine")
    there = await sent(api, anna.id)
    gone = await sent(api, anna.id)
    await api("deleteMessage", **gone)
    photo = await api("sendPhoto", chat_id=anna.id, photo=(await anna.photo(anna.private)).file_id)
    photo_id = photo["result"]["message_id"]
    media = {"type": "photo", "media": "x"}
    cases = [
        ("editMessageText", {"message_id": 99, "text": "x"}, "message to edit not found"),
        ("editMessageText", {**gone, "text": "x"}, "message to edit not found"),
        ("editMessageText", {"message_id": said.id, "text": "x"}, "message can't be edited"),
        ("editMessageText", {"message_id": photo_id, "text": "x"}, "there is no text in the message to edit"),
        ("editMessageCaption", {**there, "caption": "x"}, "there is no caption in the message to edit"),
        ("editMessageMedia", {**there, "media": media}, "there is no media in the message to edit"),
        ("editMessageText", {**there, "text": "x" * 4097}, "message is too long"),
        ("editMessageText", {**there}, "message text is empty"),
        ("editMessageText", {"text": "x", "chat_id": anna.id}, "message identifier is not specified"),
        ("editMessageText", {"text": "x", "inline_message_id": "1"}, "does not play inline_message_id"),
    ]
    for method, parameters, words in cases:
        telegram.allow_refusal(words)
        where = {} if "inline_message_id" in parameters else {"chat_id": anna.id}
        answer = await api(method, **{**where, **parameters})
        assert words in answer["description"]


async def test_a_caption_can_be_edited(telegram: Server, anna: Person, bot: Bot) -> None:
    message = await bot.send_document(anna.id, BufferedInputFile(b"x", "x.txt"), caption="first")
    await message.edit_caption(caption="second")
    assert anna.private.answers[0].text == "second"
    telegram.allow_refusal("message is not modified")
    with pytest.raises(TelegramBadRequest, match="not modified"):
        await message.edit_caption(caption="second")


async def test_a_photo_can_be_put_in_the_place_of_another(telegram: Server, anna: Person, bot: Bot) -> None:
    message = await bot.send_photo(anna.id, BufferedInputFile(png(100, 100), "a.png"), caption="first")
    picture = BufferedInputFile(png(200, 100), "b.png")
    await message.edit_media(InputMediaPhoto(media=picture, caption="second"))
    answer = anna.private.answers[0]
    assert answer.text == "second"
    assert answer.data["photo"][-1]["width"] == 200
    file = BufferedInputFile(b"x", "x.txt")
    await message.edit_media(InputMediaDocument(media=file))
    assert answer.document is not None
    assert "photo" not in answer.data


async def test_own_messages_can_be_deleted_for_two_days(telegram: Server, anna: Person, api: Api) -> None:
    early, late = await sent(api, anna.id), await sent(api, anna.id)
    telegram.clock.advance(2 * DAY - 1)
    assert (await api("deleteMessage", **early))["result"] is True
    telegram.clock.advance(1)
    telegram.allow_refusal("message can't be deleted for everyone")
    answer = await api("deleteMessage", **late)
    assert answer["description"] == "Bad Request: message can't be deleted for everyone"
    telegram.allow_refusal("message to delete not found")
    answer = await api("deleteMessage", **early)
    assert answer["description"] == "Bad Request: message to delete not found"


async def test_what_others_said_is_deleted_only_by_an_administrator(
    telegram: Server, anna: Person, api: Api
) -> None:
    group = telegram.world.group("team", members=[anna])
    said = await anna.says(group, "mine")
    telegram.allow_refusal("message can't be deleted")
    assert not (await api("deleteMessage", chat_id=group.id, message_id=said.id))["ok"]
    await anna.promotes(telegram.world.bot, group)
    telegram.clock.advance(3 * DAY)
    assert (await api("deleteMessage", chat_id=group.id, message_id=said.id))["ok"]


async def test_several_are_deleted_at_once_and_those_not_there_passed_over(
    telegram: Server, anna: Person, api: Api
) -> None:
    one, two = await sent(api, anna.id), await sent(api, anna.id)
    ids = [one["message_id"], two["message_id"], 99]
    assert (await api("deleteMessages", chat_id=anna.id, message_ids=ids))["ok"]
    assert anna.private.answers == []
    telegram.allow_refusal("wrong number of message identifiers")
    assert not (await api("deleteMessages", chat_id=anna.id, message_ids=[]))["ok"]
