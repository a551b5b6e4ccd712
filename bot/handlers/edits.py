"""Records follow the messages that they come from (TELEGRAM.md rule 6)."""

from aiogram import F, Router
from aiogram.filters import Command
from aiogram.types import Message

from bot.carried import content_of
from bot.conversation import Conversation
from bot.incoming import arguments_of, draft_of, is_command
from bot.views import notices
from core.errors import Invalid


def router() -> Router:
    """Routes of this feature. An edit never saves what was not saved before, and runs no command again."""
    routes = Router(name="edits")
    routes.edited_message.register(remember_edited, Command("remember", ignore_case=True))
    routes.edited_message.register(note_edited, F.chat.type == "private", ~F.func(is_command))
    return routes


async def remember_edited(message: Message, talk: Conversation) -> None:
    """The text after /remember was changed."""
    if text := arguments_of(message):
        await _follow(message, text, talk)


async def note_edited(message: Message, talk: Conversation) -> None:
    """A message in private was changed."""
    if text := content_of(message, talk.texts):
        await _follow(message, text, talk)


async def _follow(message: Message, text: str, talk: Conversation) -> None:
    draft = draft_of(message, talk.actor, text)
    outcome = await talk.memory.edit.of_message(talk.actor, message.message_id, draft)
    if isinstance(outcome, Invalid):
        talk.say(notices.refused(outcome, talk.texts))
