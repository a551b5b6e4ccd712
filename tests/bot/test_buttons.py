"""Buttons outlive releases, records and people's patience: every press is answered."""

from pathlib import Path

import pytest

from tests.bot.chat import Chat, delivered, person, pressed, talking

TOO_OLD = "This button is too old. Please ask again."
NO_RECORD = "There is no such record."


async def with_a_message_of_ours(chat: Chat) -> int:
    """The number of a message of the bot's."""
    return (await chat.type("/help")).number


@pytest.mark.parametrize(
    "data",
    [
        None,
        "",
        "x",
        "other_bot:1",
        "card0:7K2MQ9XA",
        "card2:7K2MQ9XA",
        "card1",
        "card1:7K2MQ9XA:more",
        "right1:7K2MQ9XA",
        "both1:7K2MQ9XA",
        "page1:token",
        "page1:token:first",
        "page1:AAAAAAAAAAAA:0",
        "keep1:AAAAAAAAAAAA",
        "keep1:\0",
        "drop1:7K2MQ9XA:perhaps",
        "hold1:999999",
        "hold1:x",
        "which1:999999",
        "among1:999999:7K2MQ9XA",
        "asked1:x",
        "lang1:tlh",
        "lang1:",
        ":" * 64,
        "🙂" * 16,
    ],
)
async def test_a_button_that_means_nothing_is_too_old(tmp_path: Path, data: str | None) -> None:
    async with talking(tmp_path) as chat:
        number = await with_a_message_of_ours(chat)
        said = await chat.type(pressed(number, data))
    assert (said.methods, said.notice) == (["answerCallbackQuery"], TOO_OLD)


@pytest.mark.parametrize("ref", ["7K2MQ9XA", "", "🙂", "a\0b", "\ud800", "' OR 1=1 --"])
async def test_a_button_about_a_record_that_there_is_not_says_so(tmp_path: Path, ref: str) -> None:
    plain = [
        "card1",
        "hist1",
        "gone1",
        "back1",
        "rejudge1",
        "unret1",
        "unmark1",
        "doubt1",
        "notall1",
        "ofall1",
    ]
    buttons = [f"{button}:{ref}" for button in plain]
    buttons += [f"{button}:{ref}:01234567" for button in ("both2", "pick2", "rekey1")]
    buttons += [f"right2:{ref}:{ref}:01234567"]
    buttons += [f"{button}:{ref}:{way}" for button in ("drop1", "vis1") for way in "01"]
    async with talking(tmp_path) as chat:
        number = await with_a_message_of_ours(chat)
        for button in buttons:
            said = await chat.type(pressed(number, button))
            assert (said.methods, said.notice) == (["answerCallbackQuery"], NO_RECORD)


async def test_a_button_about_somebody_elses_record_says_the_same(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.keep("mine")
        (record,) = await chat.records()
        await chat.type(":as alice", "/help")
        plain = ("card1", "hist1", "gone1", "back1", "rejudge1", "unret1", "unmark1")
        judging = (f"{button}:{record.ref}:{record.ref}" for button in ("pick2", "both2", "rekey1"))
        for data in (*(f"{button}:{record.ref}" for button in plain), *judging):
            said = await chat.type(pressed(2, data, by="alice"))
            assert (said.methods, said.notice) == (["answerCallbackQuery"], NO_RECORD)
        assert await chat.records() == [record]


async def test_a_press_of_a_button_under_no_message_is_answered(tmp_path: Path) -> None:
    press = {"id": "1", "from": person("owner"), "chat_instance": "1", "inline_message_id": "5", "data": "x"}
    async with talking(tmp_path) as chat:
        said = await chat.type(delivered(callback_query=press))
        in_russian = {**press, "from": {**person("owner"), "language_code": "ru"}}
        again = await chat.type(delivered(callback_query=in_russian))
    assert (said.methods, said.notice) == (["answerCallbackQuery"], TOO_OLD)
    assert again.notice.startswith("Эта кнопка")


OUT_OF_SIGHT = 0
"""The date of messages that Telegram does not show to the bot any more."""


async def test_a_press_on_a_message_that_telegram_does_not_show_any_more_works(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.keep("topic")
        (record,) = await chat.records()
        shown = await chat.type(f"/show {record.ref}")
        said = await chat.type(pressed(shown.number, f"gone1:{record.ref}", date=OUT_OF_SIGHT))
        assert said.methods == ["answerCallbackQuery", "editMessageText"]
        assert await chat.records() == []


async def test_a_press_whose_message_is_gone_does_its_work(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.keep("topic")
        (record,) = await chat.records()
        said = await chat.type(pressed(77, f"gone1:{record.ref}", date=OUT_OF_SIGHT))
        assert said.methods == ["answerCallbackQuery"]
        assert await chat.records() == []


async def test_a_press_that_changes_nothing_is_normal(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.keep("topic")
        found = await chat.type("/search topic")
        await chat.keep(*(f"other {number}" for number in range(5)))
        six = await chat.type("/search topic other")
        token = six.data["More →"].split(":")[1]
        said = await chat.type(pressed(six.number, f"page1:{token}:0"))
        assert said.methods == ["answerCallbackQuery"]
    assert found.rows == [["1"]]
