"""Records follow the messages that they come from (TELEGRAM.md rule 6)."""

from dataclasses import replace

from aiogram import Router
from aiogram.filters import Command
from aiogram.types import Message

from bot.carried import kept_of
from bot.conversation import Conversation
from bot.filters import gives_no_command, in_private
from bot.handlers.judging import ask_which_is_right
from bot.handlers.mention import Mention
from bot.handlers.remember import as_known
from bot.incoming import arguments_of, draft_of, labelled_draft
from bot.views import notices, receipts, secrets
from core.errors import Invalid
from core.qualifiers import Untaken, labelled
from core.records import Draft


def router() -> Router:
    """Routes of this feature. An edit never saves what was not saved before, and runs no command again."""
    routes = Router(name="edits")
    routes.edited_message.register(remember_edited, Command("remember", ignore_case=True))
    routes.edited_message.register(edited, in_private, gives_no_command)
    routes.edited_message.register(mention_edited, Mention())
    return routes


async def edited(message: Message, talk: Conversation) -> None:
    """A message in private was changed."""
    await _follow(message, draft_of(message, talk.actor, kept_of(message, talk.texts)), talk)


async def remember_edited(message: Message, talk: Conversation) -> None:
    """The text after /remember, or the labels before it, were changed."""
    told = labelled(arguments_of(message))
    untaken = told.untaken
    told = await as_known(told, talk)
    if untaken is not None and untaken.alone:
        told = replace(told, content="")
    await _follow(message, labelled_draft(message, talk.actor, told), talk, untaken, labels=True)


async def mention_edited(message: Message, without_mention: str, talk: Conversation) -> None:
    """A message that mentions the bot was changed."""
    await _follow(message, draft_of(message, talk.actor, without_mention), talk)


async def _follow(
    message: Message,
    draft: Draft,
    talk: Conversation,
    untaken: Untaken | None = None,
    *,
    labels: bool = False,
) -> None:
    outcome = await talk.memory.edit.of_message(talk.actor, message.message_id, draft, labels=labels)
    if outcome is None:
        return
    if isinstance(outcome, Invalid):
        why = untaken.refusal if untaken is not None and untaken.alone else outcome
        talk.say(notices.not_changed(why, talk.texts))
        return
    if outcome.redacted:
        talk.say(secrets.kept_without(outcome.redacted, message.message_id, talk.texts))
    if untaken is not None:
        talk.say(receipts.kept_with_label(untaken, talk.texts))
    if outcome.record.versioned_key is not None:
        await ask_which_is_right(outcome.record.id, talk)
