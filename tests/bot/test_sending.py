"""The one way out: order, pace, refusals and failures, on a time of the test's own."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from aiogram import Bot
from aiogram.exceptions import (
    ClientDecodeError,
    TelegramBadRequest,
    TelegramForbiddenError,
    TelegramMigrateToChat,
    TelegramNetworkError,
    TelegramNotFound,
    TelegramRetryAfter,
    TelegramServerError,
    TelegramUnauthorizedError,
)
from aiogram.methods import (
    AnswerCallbackQuery,
    EditMessageReplyMarkup,
    EditMessageText,
    SendMessage,
    SetMessageReaction,
    TelegramMethod,
)
from aiogram.types import InlineKeyboardButton, ReactionTypeEmoji
from aiogram.utils.formatting import Bold, Text

from bot.pace import Pace
from bot.sending import Sender
from bot.views.reply import Reply, keyboard, plain
from tests.bot.fakes import Telegram, Time

ANNA, BORIS, TEAM = 1, 2, -3
BUTTONS = [InlineKeyboardButton(text="Undo", callback_data="back1:7K2MQ9XA")]

Method = TelegramMethod[Any]


@dataclass
class Line:
    """A sender, and the Telegram at its other end."""

    sender: Sender
    telegram: Telegram
    time: Time
    blocked: list[int] = field(default_factory=list)

    def say(self, chat: int, *texts: str) -> None:
        """Hand in messages."""
        for text in texts:
            self.sender.send(chat, plain(text))

    async def drain(self) -> None:
        """Let time pass until everything is sent or given up."""
        await self.time.until(self.sender.drain)

    @property
    def sent(self) -> list[tuple[float, str]]:
        """When which messages were sent, or tried."""
        return [(when, call.text) for when, call in self.telegram.calls if isinstance(call, SendMessage)]

    @property
    def moments(self) -> list[float]:
        """When anything was called."""
        return [when for when, _ in self.telegram.calls]

    @property
    def methods(self) -> list[type[Method]]:
        """What was called, in order."""
        return [type(call) for _, call in self.telegram.calls]


@asynccontextmanager
async def opened() -> AsyncIterator[Line]:
    """A sender at work; what it holds at the end is sent in no time at all."""
    time = Time()
    telegram = Telegram(time)
    bot = Bot("1:test", session=telegram)
    blocked: list[int] = []

    async def on_blocked(chat: int) -> None:
        blocked.append(chat)

    sender = Sender(bot, Pace(), on_blocked, now=lambda: time.now, sleep=time.sleep)
    async with sender:
        yield Line(sender, telegram, time, blocked)


def too_many(seconds: int) -> Any:
    """429: wait."""
    return lambda method: TelegramRetryAfter(method, "Too Many Requests", seconds)


def refused(why: str) -> Any:
    """400."""
    return lambda method: TelegramBadRequest(method, f"Bad Request: {why}")


def unreachable(method: Method) -> Exception:
    """No connection."""
    return TelegramNetworkError(method, "no route")


def forbidden(method: Method) -> Exception:
    """403."""
    return TelegramForbiddenError(method, "Forbidden: bot was blocked by the user")


async def test_messages_of_a_chat_go_in_their_order() -> None:
    async with opened() as line:
        line.say(ANNA, *"abcdefgh")
        await line.drain()
        assert "".join(text for _, text in line.sent) == "abcdefgh"


async def test_each_message_is_accounted_for_once() -> None:
    async with opened() as line:
        line.say(ANNA, *"abcdefgh")
        await line.drain()
        assert line.moments == [0, 0, 0, 0, 0, 1, 2, 3]


async def test_chats_do_not_wait_for_each_other() -> None:
    async with opened() as line:
        line.say(ANNA, *"aaaaaaa")
        line.say(BORIS, *"bb")
        await line.drain()
        assert [when for when, text in line.sent if text == "b"] == [0, 0]


async def test_a_message_keeps_its_formatting_and_its_buttons() -> None:
    async with opened() as line:
        line.sender.send(ANNA, Reply(Text("🙂 ", Bold("bold")), keyboard(BUTTONS)))
        await line.drain()
        ((_, method),) = line.telegram.calls
        assert isinstance(method, SendMessage)
        assert (method.chat_id, method.text, method.parse_mode) == (ANNA, "🙂 bold", None)
        assert [(one.type, one.offset, one.length) for one in method.entities or []] == [("bold", 3, 4)]
        assert method.reply_markup == keyboard(BUTTONS)


async def test_a_long_message_is_several_with_the_buttons_under_the_last() -> None:
    async with opened() as line:
        line.sender.send(ANNA, plain("a" * 4096 + "b" * 4096 + "c", BUTTONS))
        await line.drain()
        sent = [call for _, call in line.telegram.calls if isinstance(call, SendMessage)]
        assert [call.text for call in sent] == ["a" * 4096, "b" * 4096, "c"]
        assert [call.reply_markup is not None for call in sent] == [False, False, True]


async def test_a_stretch_of_blanks_is_no_message_of_its_own() -> None:
    async with opened() as line:
        line.sender.send(ANNA, plain("\n".join(["a", *[""] * 9000, "b"])))
        await line.drain()
        assert [text.strip() for _, text in line.sent] == ["a", "b"]


async def test_of_what_is_too_long_to_replace_a_message_the_end_stands_there() -> None:
    async with opened() as line:
        line.sender.edit(ANNA, 5, plain("a" * 4096 + "\n" + "b" * 5, BUTTONS))
        await line.drain()
        ((_, method),) = line.telegram.calls
        assert isinstance(method, EditMessageText)
        assert (method.message_id, (method.text or "").strip()) == (5, "b" * 5)
        assert method.reply_markup == keyboard(BUTTONS)


async def test_buttons_are_replaced_or_taken_away() -> None:
    async with opened() as line:
        line.sender.edit_buttons(ANNA, 5, keyboard(BUTTONS))
        line.sender.edit_buttons(ANNA, 5, None)
        await line.drain()
        markups = [
            call.reply_markup for _, call in line.telegram.calls if isinstance(call, EditMessageReplyMarkup)
        ]
        assert markups == [keyboard(BUTTONS), None]


async def test_edits_are_paced_like_messages() -> None:
    async with opened() as line:
        for number in range(7):
            line.sender.edit_buttons(ANNA, number, None)
        await line.drain()
        assert line.moments == [0, 0, 0, 0, 0, 1, 2]


async def test_a_receipt_is_a_reaction() -> None:
    async with opened() as line:
        line.sender.receipt(ANNA, 5, plain("Kept."))
        await line.drain()
        ((_, method),) = line.telegram.calls
        assert isinstance(method, SetMessageReaction)
        assert (method.chat_id, method.message_id) == (ANNA, 5)
        assert method.reaction == [ReactionTypeEmoji(emoji="👌")]


async def test_a_receipt_is_said_once_in_words_where_reactions_are_refused() -> None:
    async with opened() as line:
        line.telegram.will(refused("REACTION_INVALID"))
        line.sender.receipt(ANNA, 5, plain("Kept."))
        await line.drain()
        assert line.methods == [SetMessageReaction, SendMessage]
        assert line.sent == [(0, "Kept.")]
        assert line.sender.dropped == {}


async def test_a_receipt_that_is_refused_in_words_too_is_counted() -> None:
    async with opened() as line:
        line.telegram.will(refused("REACTION_INVALID"), refused("message text is empty"))
        line.sender.receipt(ANNA, 5, plain("Kept."))
        await line.drain()
        assert line.methods == [SetMessageReaction, SendMessage]
        assert line.sender.dropped == {"sendMessage": 1}


async def test_receipts_and_presses_do_not_wait_behind_messages() -> None:
    async with opened() as line:
        line.say(ANNA, *"abcdefgh")
        line.sender.receipt(ANNA, 5, plain("Kept."))
        line.sender.notice(ANNA, "press", "too old")
        await line.drain()
        others = [
            (when, type(call)) for when, call in line.telegram.calls if not isinstance(call, SendMessage)
        ]
        assert others == [(0, SetMessageReaction), (0, AnswerCallbackQuery)]


async def test_receipts_count_as_no_messages() -> None:
    async with opened() as line:
        for number in range(40):
            line.sender.receipt(TEAM, number, plain("Kept."))
        line.say(TEAM, "a")
        await line.drain()
        assert set(line.moments) == {0}


async def test_a_press_is_answered_with_or_without_words() -> None:
    async with opened() as line:
        line.sender.notice(ANNA, "first")
        line.sender.notice(ANNA, "second", "too old")
        await line.drain()
        answers = [call for _, call in line.telegram.calls if isinstance(call, AnswerCallbackQuery)]
        assert [(one.callback_query_id, one.text) for one in answers] == [
            ("first", None),
            ("second", "too old"),
        ]


async def test_what_telegram_puts_off_is_sent_when_it_said() -> None:
    async with opened() as line:
        line.telegram.will(too_many(3))
        line.say(ANNA, *"ab")
        await line.drain()
        assert line.sent == [(0, "a"), (3, "a"), (4, "b")]
        assert line.sender.dropped == {}


async def test_a_chat_that_is_put_off_holds_up_no_other() -> None:
    async with opened() as line:
        line.telegram.will(too_many(3))
        line.say(ANNA, "a")
        line.say(BORIS, "b")
        await line.drain()
        assert line.sent == [(0, "a"), (0, "b"), (3, "a")]


async def test_a_receipt_that_is_put_off_is_set_later() -> None:
    async with opened() as line:
        line.telegram.will(too_many(3))
        line.sender.receipt(ANNA, 5, plain("Kept."))
        await line.drain()
        assert line.moments == [0, 3]


async def test_what_is_put_off_for_longer_than_anyone_waits_is_counted_at_once() -> None:
    async with opened() as line:
        line.telegram.will(too_many(21))
        line.say(ANNA, "a")
        await line.drain()
        assert (line.time.now, line.sender.dropped) == (0, {"sendMessage": 1})


@pytest.mark.parametrize(
    "failure",
    [unreachable, lambda method: TelegramServerError(method, "Bad Gateway")],
    ids=["no connection", "5xx"],
)
async def test_what_did_not_arrive_is_sent_again(failure: Any) -> None:
    async with opened() as line:
        line.telegram.will(failure, failure)
        line.say(ANNA, *"ab")
        await line.drain()
        assert line.sent == [(0, "a"), (1, "a"), (2, "a"), (2, "b")]
        assert line.sender.dropped == {}


async def test_an_answer_that_arrives_nowhere_is_given_up_after_twenty_seconds_and_counted() -> None:
    async with opened() as line:
        line.telegram.always = unreachable
        line.say(ANNA, "a")
        await line.drain()
        assert line.moments == list(range(21))
        assert line.sender.dropped == {"sendMessage": 1}


async def test_a_receipt_is_given_up_after_five_seconds_and_counted() -> None:
    async with opened() as line:
        line.telegram.always = unreachable
        line.sender.receipt(ANNA, 5, plain("Kept."))
        await line.drain()
        assert line.moments == list(range(6))
        assert line.sender.dropped == {"setMessageReaction": 1}


async def test_what_waits_longer_than_twenty_seconds_behind_others_is_counted() -> None:
    async with opened() as line:
        line.say(ANNA, *map(str, range(40)))
        await line.drain()
        assert [text for _, text in line.sent] == [str(number) for number in range(25)]
        assert line.moments[-1] == 20
        assert line.sender.dropped == {"sendMessage": 15}


async def test_a_group_gets_no_more_than_twenty_a_minute() -> None:
    async with opened() as line:
        line.say(TEAM, *map(str, range(22)))
        await line.drain()
        assert (len(line.sent), line.sender.dropped) == (20, {"sendMessage": 2})
        await line.time.advance(60 - line.time.now)
        line.say(TEAM, "a minute later")
        await line.drain()
        assert line.sent[-1] == (60, "a minute later")


async def test_a_chat_that_keeps_the_bot_out_is_reported_and_no_other_suffers() -> None:
    async with opened() as line:
        line.telegram.will(forbidden)
        line.say(ANNA, "a")
        line.say(BORIS, "b")
        await line.drain()
        assert line.blocked == [ANNA]
        assert line.sent == [(0, "a"), (0, "b")]


@pytest.mark.parametrize(
    "why",
    [
        "message is not modified: specified new message content and reply markup are exactly the same",
        "message to edit not found",
        "message can't be edited",
        "query is too old and response timeout expired or query ID is invalid",
    ],
)
async def test_what_time_has_passed_by_is_normal(why: str) -> None:
    async with opened() as line:
        line.telegram.will(refused(why))
        line.sender.edit(ANNA, 5, plain("a"))
        await line.drain()
        assert (line.methods, line.sender.dropped) == ([EditMessageText], {})


@pytest.mark.parametrize(
    "failure",
    [
        refused("chat not found"),
        lambda method: TelegramNotFound(method, "Not Found"),
        lambda method: TelegramUnauthorizedError(method, "Unauthorized"),
        lambda method: TelegramMigrateToChat(method, "group upgraded", migrate_to_chat_id=-100),
        lambda method: ClientDecodeError("Failed to decode object", ValueError(), "<html>"),
    ],
    ids=["400", "404", "401", "moved", "no answer of Telegram's"],
)
async def test_what_is_refused_is_counted_and_the_next_one_goes(failure: Any) -> None:
    async with opened() as line:
        line.telegram.will(failure)
        line.say(ANNA, *"ab")
        await line.drain()
        assert line.sent == [(0, "a"), (0, "b")]
        assert line.sender.dropped == {"sendMessage": 1}


async def test_draining_waits_for_what_is_put_off() -> None:
    async with opened() as line:
        line.telegram.will(too_many(3))
        line.say(ANNA, "a")
        await line.time.settle()
        async with asyncio.TaskGroup() as tasks:
            drained = tasks.create_task(line.sender.drain())
            await line.time.advance(2)
            assert not drained.done()
            await line.time.advance(1)
            assert drained.done()


async def test_with_nothing_to_send_draining_is_over_at_once() -> None:
    async with opened() as line, asyncio.timeout(0):
        await line.sender.drain()


async def test_at_its_end_the_sender_waits_for_what_it_holds() -> None:
    async with opened() as line:
        line.say(ANNA, *"abc")
    assert [text for _, text in line.sent] == ["a", "b", "c"]


async def test_a_failure_beside_the_sender_ends_it_and_passes_as_it_is() -> None:
    lines: list[Line] = []

    async def fail() -> None:
        async with opened() as line:
            lines.append(line)
            line.telegram.will(too_many(3))
            line.say(ANNA, "a")
            await line.time.settle()
            raise OSError("disk")

    with pytest.raises(OSError, match="disk"):
        await fail()
    assert lines[0].moments == [0]


async def test_a_failure_of_the_sender_itself_passes_as_it_is() -> None:
    async def fail() -> None:
        async with opened() as line:
            line.telegram.will(lambda _: LookupError())
            line.say(ANNA, "a")
            await line.time.settle()

    with pytest.raises(LookupError):
        await fail()


async def test_closing_gives_up_and_counts_whatever_still_waits_when_the_grace_is_over() -> None:
    async with opened() as line:
        line.telegram.will(too_many(3))
        line.say(ANNA, *"abc")
        line.say(BORIS, "d")
        await line.time.settle()
        await line.sender.close(grace=0)
        assert line.sent == [(0, "a"), (0, "d")]
        assert line.sender.dropped == {"sendMessage": 3}


async def test_closing_with_nothing_to_send_is_over_at_once() -> None:
    async with opened() as line:
        line.say(ANNA, *"abc")
        await line.drain()
        await line.sender.close(grace=0)
        assert line.sender.dropped == {}
