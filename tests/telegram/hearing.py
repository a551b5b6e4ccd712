"""What the bot is told of: privacy mode, other bots, chats that it is not in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.telegram.texts import cut
from tests.telegram.users import ANONYMOUS_ADMINISTRATOR

if TYPE_CHECKING:
    from tests.telegram.messages import Message
    from tests.telegram.users import Bot


def hears(bot: Bot, message: Message) -> bool:
    """Whether Telegram tells the bot of a message."""
    if not message.chat.is_inside(bot):
        return _says_that_it_left(bot, message)
    # Bots do not hear each other, nor any itself.
    if message.sender.is_bot and message.sender is not ANONYMOUS_ADMINISTRATOR:
        return message.is_service
    if message.chat.kind in {"private", "channel"}:
        return True
    return _hears_in_group(bot, message)


def _hears_in_group(bot: Bot, message: Message) -> bool:
    member = message.chat.member(bot)
    if member.reads_all or message.chat.is_administrator(bot) or message.is_service:
        return True
    if message.data.get("via_bot", {}).get("id") == bot.id:
        return True
    if message.reply_to and message.reply_to.sender is bot:
        return True
    return _is_command_for(bot, message)


def _is_command_for(bot: Bot, message: Message) -> bool:
    """A command that names the bot, or that names none where no other bot was the last to speak."""
    first = message.entities[0] if message.entities else None
    if not first or first["type"] != "bot_command" or first["offset"] != 0:
        return False
    _, _, named = cut(message.text, first).partition("@")
    if named:
        return named.lower() == (bot.username or "").lower()
    for earlier in reversed(message.chat.messages):
        if earlier.sender.is_bot and earlier.sender is not ANONYMOUS_ADMINISTRATOR:
            return earlier.sender is bot
    return True


def _says_that_it_left(bot: Bot, message: Message) -> bool:
    """After it has left, the bot is still told that."""
    return bool(message.data.get("left_chat_member", {}).get("id") == bot.id)
