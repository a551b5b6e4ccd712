"""Being mentioned."""

from collections.abc import Awaitable, Callable
from typing import Any, Literal

from aiogram import BaseMiddleware, Bot
from aiogram.enums import MessageEntityType
from aiogram.filters import Filter
from aiogram.types import Message, TelegramObject

from bot.commands import names
from bot.incoming import covered, without_address, words_of
from core.records import is_storable


class Addressed(BaseMiddleware):
    """Lets what follows the bot's name be a command as any: `@letopis_bot /recent`, `@letopis_bot help`.

    It stands before the filters. The message replied to is read in the same way.
    """

    async def __call__(
        self,
        handler: Callable[[TelegramObject, dict[str, Any]], Awaitable[Any]],
        event: TelegramObject,
        data: dict[str, Any],
    ) -> Any:
        """Take the name off, where a command is behind it."""
        assert isinstance(event, Message)
        name = (await data["bot"].me()).username
        event = without_address(event, name, names())
        if event.reply_to_message is not None:
            replied = without_address(event.reply_to_message, name, names())
            event = event.model_copy(update={"reply_to_message": replied})
        return await handler(event, data)


class Mention(Filter):
    """Passes messages that mention the bot; handlers get the words `without_mention`."""

    async def __call__(self, message: Message, bot: Bot) -> dict[str, str] | Literal[False]:
        """Look for the bot's name."""
        words = await words_without_mention(message, bot)
        return False if words is None else {"without_mention": words}


async def words_without_mention(message: Message, bot: Bot) -> str | None:
    """What a mention of the bot, in any case, leaves of a message; None where there is none."""
    name = f"@{(await bot.me()).username}".lower()
    text = message.text or message.caption or ""
    if not is_storable(text):
        return None
    entities = message.entities or message.caption_entities or []
    mentions = (covered(one, text) for one in entities if one.type == MessageEntityType.MENTION)
    found = next((mention for mention in mentions if mention.lower() == name), None)
    if found is None:
        return None
    before, _, after = words_of(message).partition(found)
    # The blank before it goes with it, so that a question keeps its mark at its last word.
    return (before.rstrip(" ") + after).strip(" ,:")
