"""Being mentioned."""

from typing import Literal

from aiogram import Bot
from aiogram.enums import MessageEntityType
from aiogram.filters import Filter
from aiogram.types import Message

from bot.incoming import covered, words_of
from core.records import is_storable


class Mention(Filter):
    """Passes messages that mention the bot; handlers get the words `without_mention`."""

    async def __call__(self, message: Message, bot: Bot) -> dict[str, str] | Literal[False]:
        """Look for the bot's name among the mentions, in any case."""
        name = f"@{(await bot.me()).username}".lower()
        text = message.text or message.caption or ""
        if not is_storable(text):
            return False
        entities = message.entities or message.caption_entities or []
        mentions = (covered(one, text) for one in entities if one.type == MessageEntityType.MENTION)
        found = next((mention for mention in mentions if mention.lower() == name), None)
        if found is None:
            return False
        before, _, after = words_of(message).partition(found)
        # The blank before it goes with it, so that a question keeps its mark at its last word.
        return {"without_mention": (before.rstrip(" ") + after).strip(" ,:")}
