"""A small bot of aiogram's lives in the world by polling."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiogram import Bot, Dispatcher, F
from aiogram.filters import Command
from aiogram.types import (
    CallbackQuery,
    ChatMemberUpdated,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InlineQuery,
    InlineQueryResultArticle,
    InputTextMessageContent,
    Message,
    ReactionTypeEmoji,
)

from tests.telegram.server import Server
from tests.telegram.world import World

YES = InlineKeyboardMarkup(inline_keyboard=[[InlineKeyboardButton(text="yes", callback_data="y")]])


def small_bot() -> Dispatcher:
    """A bot that reacts, asks, edits and answers."""
    dispatcher = Dispatcher()

    @dispatcher.message(Command("ask"))
    async def ask(message: Message) -> None:
        await message.reply("sure?", reply_markup=YES)

    @dispatcher.message(F.text)
    async def note(message: Message) -> None:
        await message.react([ReactionTypeEmoji(emoji="👌")])

    @dispatcher.edited_message()
    async def noted(message: Message) -> None:
        await message.answer(f"now: {message.text}")

    @dispatcher.callback_query(F.data == "y")
    async def sure(query: CallbackQuery) -> None:
        await query.answer("good")
        if isinstance(query.message, Message):
            await query.message.edit_text("sure.")

    @dispatcher.inline_query()
    async def offer(query: InlineQuery) -> None:
        content = InputTextMessageContent(message_text=query.query)
        result = InlineQueryResultArticle(id="1", title=query.query.upper(), input_message_content=content)
        await query.answer([result], is_personal=True, cache_time=0)

    @dispatcher.my_chat_member()
    async def came(change: ChatMemberUpdated) -> None:
        await change.answer(f"hello, {change.chat.title}")

    return dispatcher


@asynccontextmanager
async def polling(telegram: Server, bot: Bot) -> AsyncIterator[World]:
    """The world, while the small bot polls."""
    dispatcher = small_bot()
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(dispatcher.start_polling(bot, handle_signals=False, close_bot_session=False))
        await telegram.world.wait_for(lambda: telegram.world.updates.is_polled)
        yield telegram.world
        await dispatcher.stop_polling()


async def test_the_bot_talks_in_private(telegram: Server, bot: Bot) -> None:
    async with polling(telegram, bot) as world:
        anna = world.person("Anna")
        message = await anna.says(anna.private, "keep this")
        assert await world.wait_for(lambda: message.reaction) == "👌"
        await anna.edits(message, "keep that")
        assert (await anna.private.answer()).text == "now: keep that"
        await world.settled()
    assert [record.method for record in telegram.calls] == ["getMe", "setMessageReaction", "sendMessage"]


async def test_the_bot_asks_and_is_answered_by_a_press(telegram: Server, bot: Bot) -> None:
    async with polling(telegram, bot) as world:
        anna = world.person("Anna")
        group = world.group("team", members=[anna])
        asked = await anna.says(group, "/ask")
        question = await group.answer()
        assert question.reply_to is asked
        press = await (await anna.presses(question, "yes")).answered()
        assert press.notice == "good"
        assert await world.wait_for(lambda: question.text == "sure." and not question.buttons)


async def test_the_bot_is_asked_inline(telegram: Server, bot: Bot) -> None:
    async with polling(telegram, bot) as world:
        anna = world.person("Anna")
        query = await (await anna.inline("release")).answered()
        assert query.titles == ["RELEASE"]
        assert (await anna.chooses(query, "RELEASE", anna.private)).text == "release"


async def test_the_bot_greets_a_group_that_it_is_brought_into(telegram: Server, bot: Bot) -> None:
    async with polling(telegram, bot) as world:
        anna = world.person("Anna")
        group = world.group("team", members=[anna], bot=None)
        await anna.adds(world.bot, group)
        assert (await group.answer()).text == "hello, team"
