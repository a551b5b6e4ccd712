"""What handlers are chosen by.

All of these are coroutines: aiogram asks plain functions, and its `F`, in threads of their own, which takes
longer than everything else that a message needs.
"""

from aiogram.enums import ChatType
from aiogram.types import CallbackQuery, Message

from bot.incoming import is_command, is_from_member, is_question


async def from_member(message: Message) -> bool:
    """Whether a person, or the group itself, wrote it here."""
    return is_from_member(message)


async def in_private(message: Message) -> bool:
    """Whether it is in a private chat."""
    return message.chat.type == ChatType.PRIVATE


async def in_group(message: Message) -> bool:
    """Whether it is in a group."""
    return message.chat.type != ChatType.PRIVATE


async def gives_command(message: Message) -> bool:
    """Whether somebody gives a command here, for whichever bot."""
    return is_command(message)


async def gives_no_command(message: Message) -> bool:
    """Whether it is no command."""
    return not is_command(message)


async def asks(message: Message, without_mention: str | None = None) -> bool:
    """Whether it is a lookup; of a mention, what it leaves of the text counts."""
    return is_question(message, without_mention)


async def somebody_left(message: Message) -> bool:
    """Whether it tells that somebody left."""
    return message.left_chat_member is not None


async def under_a_message(press: CallbackQuery) -> bool:
    """Whether the button stands under a message of a chat, as all of ours do."""
    return press.message is not None


async def under_no_message(press: CallbackQuery) -> bool:
    """Whether it stands elsewhere, so that nobody knows in which chat."""
    return press.message is None
