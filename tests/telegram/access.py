"""What the bot may reach: chats, messages in them, topics."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from tests.telegram.chats import Chat
from tests.telegram.messages import Message
from tests.telegram.refusals import bad_request, forbidden, migrated

if TYPE_CHECKING:
    from tests.telegram.world import World

_NAMES = {"group": "group chat", "supergroup": "supergroup chat", "channel": "channel chat"}


class To(IntEnum):
    """What a chat is reached for."""

    READ = 0
    TOUCH = 1
    """To edit, delete or react."""
    WRITE = 2


def reach(world: World, chat_id: int | str, purpose: To = To.READ) -> Chat:
    """The chat with an id or @username, if the bot may do there what it wants."""
    if isinstance(chat_id, str):
        named = (chat for chat in world.chats.values() if chat.username and f"@{chat.username}" == chat_id)
        chat = next(named, None)
    else:
        chat = world.chats.get(chat_id)
    if chat is None:
        raise bad_request("chat not found")
    if chat.kind == "private":
        _check_private(world, chat, purpose)
    else:
        _check_group(world, chat, write=purpose is To.WRITE)
    return chat


def find_message(chat: Chat, message_id: int, purpose: str) -> Message:
    """A message of a chat; the purpose is how Telegram calls one that is not there."""
    if message := chat.find(message_id):
        return message
    raise bad_request(f"{purpose} not found")


def check_topic(chat: Chat, topic: int | None) -> None:
    """Refuse a thread that one may not send to. General has none: its number 1 is refused too."""
    if topic is not None and topic not in (chat.topics or {}):
        raise bad_request("message thread not found")


def _check_private(world: World, chat: Chat, purpose: To) -> None:
    person = world.people[chat.id]
    if person.is_bot and purpose is To.WRITE:
        raise forbidden("bot can't send messages to bots")
    if not person.started:
        met = any(
            each.is_inside(person) and each.is_inside(world.bot)
            for each in world.chats.values()
            if each is not chat
        )
        if not met:
            raise bad_request("chat not found")
        if purpose is To.WRITE:
            raise forbidden("bot can't initiate conversation with a user")
    if person.blocked and purpose >= To.TOUCH:
        raise forbidden("bot was blocked by the user")


def _check_group(world: World, chat: Chat, *, write: bool) -> None:
    if chat.migrated_to:
        raise migrated(chat.migrated_to.id)
    member = chat.members.get(world.bot.id)
    if member is None and not chat.username:
        raise bad_request("chat not found")
    if member and member.status == "kicked":
        raise forbidden(f"bot was kicked from the {_NAMES[chat.kind]}")
    if not chat.is_inside(world.bot) and (write or not chat.username):
        raise forbidden(f"bot is not a member of the {_NAMES[chat.kind]}")
    if write and member and member.status == "restricted":
        raise bad_request("not enough rights to send text messages to the chat")
    if write and chat.kind == "channel" and not chat.is_administrator(world.bot):
        raise bad_request("need administrator rights in the channel chat")
