"""What outlives the process: numbers, buttons, membership; and what must not: texts."""

from pathlib import Path

import pytest
from aiogram import Dispatcher
from aiogram.types import CallbackQuery, Message

from bot.clock import ShiftedClock
from core.membership import Membership
from core.spaces import Role, local_group, local_visitor
from tests.console.stage import answering, opened, play


async def test_numbers_go_on_after_a_restart(tmp_path: Path) -> None:
    await play(tmp_path, "a", ":chat team", "b", dispatcher=answering())
    run = await play(tmp_path, "c", ":chat team", "d", dispatcher=answering())
    assert [message.message_id for message in run.messages] == [3, 3]
    assert [said["n"] for said in run.said] == [4, 4]


async def test_a_button_can_be_pressed_after_a_restart(tmp_path: Path) -> None:
    dispatcher = Dispatcher()

    @dispatcher.callback_query()
    async def pressed(press: CallbackQuery) -> None:
        assert isinstance(press.message, Message)
        await press.answer(press.data)
        await press.message.edit_text("done")

    await play(tmp_path, "a", dispatcher=answering("Yes", "No"))
    run = await play(tmp_path, ":press last N", ":press 2 Yes", dispatcher=dispatcher)
    message = run.presses[0].message
    assert isinstance(message, Message)
    assert (message.message_id, message.text) == (2, None)
    assert message.reply_markup is not None
    assert [said["method"] for said in run.said] == ["answerCallbackQuery", "editMessageText"]
    assert run.errors == ["line 2: The message has no such button."]


async def test_a_reply_to_a_message_of_an_earlier_run_has_no_text(tmp_path: Path) -> None:
    await play(tmp_path, "a", dispatcher=answering())
    run = await play(tmp_path, ":reply last /remember", ":reply 2 /remember")
    first, second = (message.reply_to_message for message in run.messages)
    assert first is not None
    assert second is not None
    assert (first.text, second.text) == (None, None)
    assert first.from_user is not None
    assert second.from_user is not None
    assert (first.from_user.is_bot, second.from_user.is_bot) == (False, True)


async def test_texts_are_in_no_file(tmp_path: Path) -> None:
    await play(tmp_path, "a very secret text", ":edit last another secret", dispatcher=answering("Yes"))
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir() if path.is_file())
    assert b"secret" not in kept
    assert b"Yes" in kept


async def test_the_bot_is_added_to_a_group_once_in_all_runs(tmp_path: Path) -> None:
    added = [await play(tmp_path, ":chat team", "hello"), await play(tmp_path, ":chat team", "hello")]
    assert [[update for update in run.updates if update.my_chat_member] != [] for run in added] == [
        True,
        False,
    ]


async def test_who_is_a_member_by_memory_is_one_after_a_restart(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        membership = Membership(store, ShiftedClock())
        await membership.enter(local_visitor("alice"), local_group("team"), Role.MEMBER)
    dispatcher, found = Dispatcher(), {}

    @dispatcher.message()
    async def ask(message: Message) -> None:
        assert message.bot is not None
        assert message.from_user is not None
        member = await message.bot.get_chat_member(local_group("team").external_id, message.from_user.id)
        found[message.from_user.first_name] = member.status

    run = await play(tmp_path, ":as alice", "hello", ":as bob", "hello", dispatcher=dispatcher)
    assert run.errors == []
    assert found == {"alice": "member", "bob": "left"}


async def test_a_chat_that_only_memory_knows_can_be_written_to(tmp_path: Path) -> None:
    alice = local_visitor("alice").external_id
    async with opened(tmp_path) as store:
        membership = Membership(store, ShiftedClock())
        await membership.enter(local_visitor("alice"), local_group("team"), Role.MEMBER)
    dispatcher = Dispatcher()

    @dispatcher.message()
    async def pass_on(message: Message) -> None:
        assert message.bot is not None
        await message.bot.send_message(local_group("team").external_id, "news")
        assert (
            await message.bot.get_chat_member(local_group("team").external_id, alice)
        ).user.first_name == "alice"

    run = await play(tmp_path, "hello", dispatcher=dispatcher)
    assert run.errors == []
    assert run.said == [{"method": "sendMessage", "n": 1, "chat": "team", "text": "news", "buttons": []}]


class Killed(BaseException):
    """Ends a run in the middle of a line, as a signal would."""


def dying() -> Dispatcher:
    """A bot that dies over the first message it gets."""
    dispatcher = Dispatcher()

    @dispatcher.message()
    async def die(message: Message) -> None:
        raise Killed

    return dispatcher


async def test_a_message_that_a_process_died_over_is_the_same_when_it_is_typed_again(tmp_path: Path) -> None:
    await play(tmp_path, "before")
    with pytest.raises(Killed):
        await play(tmp_path, "hello", dispatcher=dying())
    run = await play(tmp_path, "hello", "hello", "after")
    assert [message.message_id for message in run.messages] == [2, 3, 4]


async def test_another_message_after_a_death_is_another_message(tmp_path: Path) -> None:
    with pytest.raises(Killed):
        await play(tmp_path, "hello", dispatcher=dying())
    run = await play(tmp_path, "good morning", "hello")
    assert [message.message_id for message in run.messages] == [2, 3]


async def test_the_same_text_in_another_run_is_another_message_where_nothing_died(tmp_path: Path) -> None:
    await play(tmp_path, "hello")
    run = await play(tmp_path, "hello", ":as anna", "hello")
    assert [message.message_id for message in run.messages] == [2, 1]
