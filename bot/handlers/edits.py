"""Records follow the messages that they come from (TELEGRAM.md rule 6)."""

from aiogram import F, Router
from aiogram.filters import Command
from aiogram.types import Message

from bot.carried import kept_of
from bot.conversation import Conversation
from bot.handlers.mention import Mention
from bot.incoming import draft_of, is_command
from bot.views import notices
from core.errors import Invalid


def router() -> Router:
    """Routes of this feature. An edit never saves what was not saved before, and runs no command again."""
    routes = Router(name="edits")
    routes.edited_message.register(edited, Command("remember", ignore_case=True))
    routes.edited_message.register(edited, F.chat.type == "private", ~F.func(is_command))
    routes.edited_message.register(mention_edited, Mention())
    return routes


async def edited(message: Message, talk: Conversation) -> None:
    """A message in private, or the text after /remember, was changed."""
    await _follow(message, kept_of(message, talk.texts), talk)


async def mention_edited(message: Message, without_mention: str, talk: Conversation) -> None:
    """A message that mentions the bot was changed."""
    await _follow(message, without_mention, talk)


async def _follow(message: Message, text: str, talk: Conversation) -> None:
    draft = draft_of(message, talk.actor, text)
    outcome = await talk.memory.edit.of_message(talk.actor, message.message_id, draft)
    if isinstance(outcome, Invalid):
        talk.say(notices.refused(outcome, talk.texts))
