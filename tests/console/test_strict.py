"""What Telegram refuses, the terminal refuses, in the same words."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from aiogram import Bot, Dispatcher
from aiogram.exceptions import TelegramBadRequest, TelegramForbiddenError
from aiogram.types import (
    BotCommand,
    BotCommandScopeAllGroupChats,
    BufferedInputFile,
    CopyTextButton,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InlineQueryResultArticle,
    InputTextMessageContent,
    Message,
    MessageEntity,
    ReactionTypeEmoji,
    ReplyParameters,
)

from core.spaces import local_group, local_visitor
from core.storage import Store
from tests.console.stage import OWNER, Quiet, keyboard, play, quiet

Call = Callable[[Bot], Awaitable[Any]]


@pytest.fixture
def console(store: Store, tmp_path: Path) -> Quiet:
    """A console in which nothing was said yet."""
    return quiet(store, tmp_path)


def bold(offset: int, length: int) -> list[MessageEntity]:
    """One entity."""
    return [MessageEntity(type="bold", offset=offset, length=length)]


def button(**action: Any) -> InlineKeyboardMarkup:
    """A single button."""
    return InlineKeyboardMarkup(inline_keyboard=[[InlineKeyboardButton(**{"text": "x", **action})]])


def article(id_: str = "1", text: str = "text") -> InlineQueryResultArticle:
    """A result of inline mode."""
    return InlineQueryResultArticle(
        id=id_, title="title", input_message_content=InputTextMessageContent(message_text=text)
    )


REFUSALS: dict[str, tuple[Call, str]] = {
    "empty text": (lambda bot: bot.send_message(OWNER, ""), "message text is empty"),
    "blank text": (lambda bot: bot.send_message(OWNER, " \n"), "message text is empty"),
    "long text": (lambda bot: bot.send_message(OWNER, "🐘" * 2049), "message is too long"),
    "strange chat": (lambda bot: bot.send_message(1, "x"), "chat not found"),
    "no such number": (lambda bot: bot.send_message(2**80, "x"), "chat not found"),
    "name of a chat": (lambda bot: bot.send_message("@letopis", "x"), "chat not found"),
    "thread": (lambda bot: bot.send_message(OWNER, "x", message_thread_id=5), "message thread not found"),
    "lost question": (
        lambda bot: bot.send_message(OWNER, "x", reply_parameters=ReplyParameters(message_id=9)),
        "message to be replied not found",
    ),
    "entity before": (
        lambda bot: bot.send_message(OWNER, "x", entities=bold(-1, 1)),
        "receive an entity with incorrect offset -1",
    ),
    "entity backwards": (
        lambda bot: bot.send_message(OWNER, "x", entities=bold(0, -1)),
        "receive an entity with incorrect length -1",
    ),
    "entity behind": (
        lambda bot: bot.send_message(OWNER, "x", entities=bold(2, 1)),
        "entity begins after the end of the text at UTF-16 offset 2",
    ),
    "entity over the end": (
        lambda bot: bot.send_message(OWNER, "배포", entities=bold(1, 2)),
        "entity beginning at UTF-16 offset 1 ends after the end of the text at UTF-16 offset 3",
    ),
    "entity begins in a pair": (
        lambda bot: bot.send_message(OWNER, "🐘x", entities=bold(1, 1)),
        "entity begins in a middle of a UTF-16 symbol at byte offset 4",
    ),
    "entity ends in a pair": (
        lambda bot: bot.send_message(OWNER, "x🐘", entities=bold(0, 2)),
        "entity beginning at UTF-16 offset 0 ends in a middle of a UTF-16 symbol at byte offset 5",
    ),
    "long data": (
        lambda bot: bot.send_message(OWNER, "x", reply_markup=button(callback_data="배" * 22)),
        "BUTTON_DATA_INVALID",
    ),
    "long copy": (
        lambda bot: bot.send_message(
            OWNER, "x", reply_markup=button(copy_text=CopyTextButton(text="x" * 257))
        ),
        "BUTTON_COPY_TEXT_INVALID",
    ),
    "no action": (
        lambda bot: bot.send_message(OWNER, "x", reply_markup=button()),
        "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
    ),
    "no label": (
        lambda bot: bot.send_message(OWNER, "x", reply_markup=button(text=" ", callback_data="x")),
        "inline keyboard button text is empty",
    ),
    "long caption": (
        lambda bot: bot.send_photo(OWNER, BufferedInputFile(b"", "a"), caption="x" * 1025),
        "message caption is too long",
    ),
    "action in a strange chat": (lambda bot: bot.send_chat_action(1, "typing"), "chat not found"),
    "strange chat asked for": (lambda bot: bot.get_chat(1), "chat not found"),
    "strange member": (lambda bot: bot.get_chat_member(OWNER, 1), "user not found"),
    "leaving a private chat": (
        lambda bot: bot.leave_chat(OWNER),
        "chat member status can't be changed in private chats",
    ),
    "edit of nothing": (
        lambda bot: bot.edit_message_text("x", chat_id=OWNER, message_id=9),
        "message to edit not found",
    ),
    "edit of inline": (lambda bot: bot.edit_message_text("x", inline_message_id="9"), "MESSAGE_ID_INVALID"),
    "buttons of nothing": (
        lambda bot: bot.edit_message_reply_markup(chat_id=OWNER, message_id=2**70),
        "message to edit not found",
    ),
    "deletion of nothing": (lambda bot: bot.delete_message(OWNER, 9), "message to delete not found"),
    "reaction to nothing": (
        lambda bot: bot.set_message_reaction(OWNER, 9, [ReactionTypeEmoji(emoji="👌")]),
        "message to react not found",
    ),
    "answer to no press": (
        lambda bot: bot.answer_callback_query("1"),
        "query is too old and response timeout expired or query ID is invalid",
    ),
    "answer to no query": (
        lambda bot: bot.answer_inline_query("1", [article()]),
        "query is too old and response timeout expired or query ID is invalid",
    ),
}


@pytest.mark.parametrize(("call", "words"), REFUSALS.values(), ids=REFUSALS)
async def test_telegram_refuses(console: Quiet, call: Call, words: str) -> None:
    with pytest.raises(TelegramBadRequest) as raised:
        await call(console.bot)
    assert raised.value.message == f"Bad Request: {words}"
    assert console.said == []


async def test_what_just_fits_is_sent(console: Quiet) -> None:
    markup = button(callback_data="배" * 21 + "x")
    text = "🐘" * 2048
    sent = await console.bot.send_message(OWNER, text, entities=bold(4094, 2), reply_markup=markup)
    assert (sent.message_id, sent.text, sent.reply_markup) == (1, text, markup)
    await console.bot.send_document(OWNER, BufferedInputFile(b"", "a"), caption="x" * 1024)
    assert [said["n"] for said in console.said] == [1, 2]


async def test_an_answer_without_its_question_can_be_allowed(console: Quiet) -> None:
    lost = ReplyParameters(message_id=9, allow_sending_without_reply=True)
    sent = await console.bot.send_message(OWNER, "x", reply_parameters=lost)
    found = await console.bot.send_message(OWNER, "y", reply_parameters=ReplyParameters(message_id=1))
    assert sent.reply_to_message is None
    assert found.reply_to_message is not None
    assert found.reply_to_message.text == "x"


async def test_an_edit_that_changes_nothing_is_refused(console: Quiet) -> None:
    sent = await console.bot.send_message(OWNER, "x", entities=bold(0, 1), reply_markup=keyboard("Yes"))
    with pytest.raises(TelegramBadRequest, match="message is not modified"):
        await sent.edit_text("x", entities=bold(0, 1), reply_markup=keyboard("Yes"))
    with pytest.raises(TelegramBadRequest, match="message is not modified"):
        await sent.edit_reply_markup(reply_markup=keyboard("Yes"))
    await sent.edit_text("x", reply_markup=keyboard("Yes"))
    await sent.edit_text("x")
    assert [said["buttons"] != [] for said in console.said] == [True, True, False]


async def test_a_caption_is_no_text_to_edit(console: Quiet) -> None:
    sent = await console.bot.send_photo(OWNER, BufferedInputFile(b"x", "a.png"))
    with pytest.raises(TelegramBadRequest, match="there is no text in the message to edit"):
        await sent.edit_text("x")


async def test_a_deleted_message_is_gone(console: Quiet) -> None:
    sent = await console.bot.send_message(OWNER, "x")
    await sent.delete()
    with pytest.raises(TelegramBadRequest, match="message to edit not found"):
        await sent.edit_text("y")
    assert (await console.bot.send_message(OWNER, "z")).message_id == 2


@pytest.mark.parametrize(
    ("reaction", "words"), [(["✅"], "REACTION_INVALID"), (["👌", "👍"], "REACTIONS_TOO_MANY")]
)
async def test_only_one_reaction_of_telegrams_list_is_taken(
    console: Quiet, reaction: list[str], words: str
) -> None:
    sent = await console.bot.send_message(OWNER, "x")
    with pytest.raises(TelegramBadRequest, match=words):
        await sent.react([ReactionTypeEmoji(emoji=emoji) for emoji in reaction])


async def test_what_the_terminal_cannot_do_it_says(console: Quiet) -> None:
    with pytest.raises(NotImplementedError, match="sendDice"):
        await console.bot.send_dice(OWNER)
    with pytest.raises(NotImplementedError, match="entities"):
        await console.bot.send_message(OWNER, "<b>x</b>", parse_mode="HTML")
    with pytest.raises(NotImplementedError, match="files"):
        await console.bot.send_photo(OWNER, "https://example.org/map.png")
    with pytest.raises(NotImplementedError, match="button"):
        await console.bot.send_message(OWNER, "x", reply_markup=button(pay=True))
    assert console.said == []


async def test_the_bot_knows_itself_and_its_commands(console: Quiet) -> None:
    me = await console.bot.get_me()
    assert (me.id, me.username, me.can_read_all_group_messages) == (console.bot.id, "letopis_bot", True)
    commands, scope = [BotCommand(command="help", description="help")], BotCommandScopeAllGroupChats()
    await console.bot.set_my_commands(commands, scope, "ru")
    assert await console.bot.get_my_commands(scope, "ru") == commands
    assert await console.bot.get_my_commands() == []
    await console.bot.delete_my_commands(scope, "ru")
    assert await console.bot.get_my_commands(scope, "ru") == []


async def test_a_chat_tells_its_kind(console: Quiet) -> None:
    chat = await console.bot.get_chat(OWNER)
    assert (chat.type, chat.first_name) == ("private", "owner")
    assert (await console.bot.get_chat_member(OWNER, OWNER)).status == "member"
    assert await console.bot.send_chat_action(OWNER, "typing")
    assert console.said == []


async def test_nobody_is_written_to_who_was_never_here(console: Quiet) -> None:
    for chat in (local_visitor("alice").external_id, local_group("team").external_id):
        with pytest.raises(TelegramBadRequest, match="chat not found"):
            await console.bot.send_message(chat, "x")


ANSWERS: dict[str, tuple[Call, str]] = {
    "too many": (
        lambda bot: bot.answer_inline_query("q", [article(str(n)) for n in range(51)]),
        "RESULTS_TOO_MUCH",
    ),
    "long offset": (
        lambda bot: bot.answer_inline_query("q", [], next_offset="배" * 22),
        "NEXT_OFFSET_INVALID",
    ),
    "twice": (lambda bot: bot.answer_inline_query("q", [article(), article()]), "RESULT_ID_DUPLICATE"),
    "long id": (lambda bot: bot.answer_inline_query("q", [article("x" * 65)]), "RESULT_ID_INVALID"),
    "no text": (lambda bot: bot.answer_inline_query("q", [article(text=" ")]), "message text is empty"),
    "long notice": (lambda bot: bot.answer_callback_query("p", "x" * 201), "MESSAGE_TOO_LONG"),
}
EVA = '"from": {"id": 7, "is_bot": false, "first_name": "Eva"}'


@pytest.mark.parametrize(("call", "words"), ANSWERS.values(), ids=ANSWERS)
async def test_telegram_refuses_an_answer(tmp_path: Path, call: Call, words: str) -> None:
    dispatcher, refusals = Dispatcher(), []

    @dispatcher.message()
    async def answer(message: Message) -> None:
        assert message.bot is not None
        with pytest.raises(TelegramBadRequest) as raised:
            await call(message.bot)
        refusals.append(raised.value.message)

    query = f':update {{"inline_query": {{"id": "q", {EVA}, "query": "", "offset": ""}}}}'
    press = f':update {{"callback_query": {{"id": "p", {EVA}, "chat_instance": "1", "data": "x"}}}}'
    run = await play(tmp_path, query, press, "answer", dispatcher=dispatcher)
    assert run.errors == []
    assert refusals == [f"Bad Request: {words}"]


async def test_a_group_that_the_bot_left_is_closed_to_it(tmp_path: Path) -> None:
    dispatcher, refusals = Dispatcher(), []

    @dispatcher.message()
    async def leave(message: Message) -> None:
        assert message.bot is not None
        await message.bot.leave_chat(message.chat.id)
        with pytest.raises(TelegramForbiddenError) as raised:
            await message.answer("still here?")
        refusals.append(raised.value.message)

    await play(tmp_path, ":chat team", "go", dispatcher=dispatcher)
    assert refusals == ["Forbidden: bot is not a member of the group chat"]
