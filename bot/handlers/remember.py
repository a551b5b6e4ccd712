"""Messages become records."""

from dataclasses import replace

from aiogram import Router
from aiogram.filters import Command
from aiogram.types import CallbackQuery, Message

from bot.callbacks import SaveQuestion
from bot.carried import content_of, is_only_described
from bot.commands import names
from bot.conversation import Conversation
from bot.filters import gives_command, gives_no_command, in_group, in_private
from bot.handlers.judging import ask_which_is_right
from bot.handlers.mention import Mention
from bot.incoming import (
    arguments_of,
    begins_with_command,
    command_of,
    is_own,
    is_unseen,
    labelled_draft,
    note,
    replied_to,
    sayer_of,
)
from bot.views import notices, receipts, secrets
from core.edit import KEPT, Changes, Edited
from core.errors import NotFound, Refusal
from core.qualifiers import Labelled, labelled
from core.records import Draft, Record, is_storable
from core.remember import Remembered
from core.spaces import Visitor

REMEMBER = "remember"


def command_router() -> Router:
    """/remember, and the button that saves a question."""
    routes = Router(name="remember")
    routes.message.register(remember, Command(REMEMBER, ignore_case=True))
    routes.callback_query.register(save_question, SaveQuestion.filter())
    return routes


def mention_router() -> Router:
    """In groups, a mention of the bot saves; with a question it looks up, which comes first."""
    routes = Router(name="mention")
    routes.message.register(mentioned, in_group, gives_no_command, Mention())
    return routes


def catch_all_router() -> Router:
    """Everything else that a person writes in private; it comes last."""
    routes = Router(name="catch-all")
    routes.message.filter(in_private)
    routes.message.register(unknown_command, gives_command)
    routes.message.register(keep)
    return routes


async def remember(message: Message, talk: Conversation) -> None:
    """/remember the text; as a reply, the message replied to, with the labels that stand in the command."""
    text, replied = arguments_of(message), replied_to(message)
    told = labelled(text)
    if told.untaken is not None and told.untaken.alone:
        talk.say(notices.not_kept(told.untaken.refusal, talk.texts))
    elif replied is not None and not told.content:
        if not await _keep_replied(message, replied, told, talk):
            talk.say(notices.nothing_to_keep(talk.texts))
    elif text:
        await _keep(message, message, told, talk)
    else:
        talk.say(notices.usage("remember", talk.texts))


async def mentioned(message: Message, without_mention: str, talk: Conversation) -> None:
    """A mention of the bot: the rest of the text, or else the message replied to; with neither, who it is."""
    replied = replied_to(message)
    if begins_with_command(without_mention):
        talk.say(notices.unknown_command(talk.texts))
    elif without_mention:
        await _keep(message, message, Labelled(without_mention), talk)
    elif replied is None:
        me = await talk.sender.bot.me()
        talk.say(notices.introduction(me.username or "", talk.texts, hears_mentions=True))
    elif not await _keep_replied(message, replied, Labelled(""), talk):
        talk.say(notices.nothing_to_keep(talk.texts))


async def keep(message: Message, talk: Conversation) -> None:
    """A message in private is a record."""
    if text := content_of(message, talk.texts):
        await _keep(message, message, Labelled(text), talk)


async def unknown_command(message: Message, talk: Conversation) -> None:
    """A command that nobody knows is answered, and not kept."""
    talk.say(notices.unknown_command(talk.texts))


async def save_question(press: CallbackQuery, callback_data: SaveQuestion, talk: Conversation) -> None:
    """What was looked up is saved after all."""
    lookup = await talk.memory.lookups.find(talk.actor, callback_data.token)
    if lookup is None:
        talk.notice(press, notices.button_too_old(talk.texts))
        return
    if lookup.person != talk.actor.person.id:
        talk.notice(press, notices.not_the_asker(talk.texts))
        return
    draft = note(talk.actor, lookup.message, lookup.text)
    outcome = await talk.memory.remember(talk.actor, draft, lookup.message)
    talk.notice(press)
    if isinstance(outcome, Remembered):
        talk.replace(press, receipts.kept(outcome.record, talk.texts))
    else:
        talk.say(notices.not_kept(outcome, talk.texts))


async def _keep_replied(asked: Message, replied: Message, labels: Labelled, talk: Conversation) -> bool:
    """Keep the message replied to; whether there is anything in it to keep, as far as is known.

    Of /remember that is what it was told; another of our commands is nothing to remember, nor are the bot's
    own words.
    """
    if is_unseen(replied) and not is_own(replied):
        await _keep_unseen(asked, replied, labels, talk)
        return True
    name = command_of(replied)
    if name == REMEMBER:
        told = labelled(arguments_of(replied))
    else:
        told = Labelled("" if name in names() or is_own(replied) else content_of(replied, talk.texts))
    if told.untaken is not None and told.untaken.alone:
        return False
    if told.content:
        key, scope = labels.fact_key or told.fact_key, labels.scope or told.scope
        await _keep(asked, replied, Labelled(told.content, key, scope), talk)
    return bool(told.content)


async def _keep_unseen(asked: Message, replied: Message, labels: Labelled, talk: Conversation) -> None:
    """Keep a message whose text nobody shows any more, if it was kept before."""
    name = await talk.memory.show.name_of_message(talk.actor, replied.message_id)
    passport = NotFound() if name is None else await talk.memory.show(talk.actor, name)
    if isinstance(passport, NotFound):
        talk.say(notices.text_not_seen(talk.texts))
    else:
        await _keep_on(asked, passport.record, await as_known(labels, talk), talk)


async def as_known(told: Labelled, talk: Conversation) -> Labelled:
    """The same with its key and scope as they are spelled here already."""
    keys, key, scope = talk.memory.keys, told.fact_key, told.scope
    if key is not None:
        key = await keys.as_known(talk.actor, key)
    if scope is not None:
        scope = await keys.scope_as_known(talk.actor, scope)
    return replace(told, fact_key=key, scope=scope)


async def _attributed(draft: Draft, source: Message, talk: Conversation) -> Draft:
    """The draft with the name of whose words they are, where that is not the one who saves them.

    Of a person whom Telegram names the id is kept beside it, so that they may forget their words.
    """
    sayer = sayer_of(source)
    if sayer is None or sayer.id == talk.user:
        return draft
    draft = replace(draft, said_by=sayer.name or None)
    if sayer.id is None or not sayer.is_person or not is_storable(sayer.name):
        return draft
    return replace(draft, said_by_id=await talk.memory.membership.know(Visitor(sayer.id, sayer.name)))


async def _keep(asked: Message, source: Message, told: Labelled, talk: Conversation) -> None:
    """Save a text of the source message, and say so under the message that asked for it."""
    told = await as_known(told, talk)
    draft = await _attributed(labelled_draft(source, talk.actor, told), source, talk)
    by = None if asked is source else asked.message_id
    outcome = await talk.memory.remember(talk.actor, draft, source.message_id, by)
    if not isinstance(outcome, Remembered):
        talk.say(notices.not_kept(outcome, talk.texts))
        return
    if by is not None and not outcome.new:
        await _keep_on(asked, outcome.record, told, talk)
        return
    talk.sender.receipt(talk.chat, asked.message_id, receipts.kept(outcome.record, talk.texts))
    if outcome.new and outcome.redacted:
        talk.say(secrets.kept_without(outcome.redacted, source.message_id, talk.texts))
    if outcome.new:
        _remark(source, told, talk)
    if outcome.new and outcome.standing.contradicts:
        await ask_which_is_right(outcome.record.id, talk)


async def _keep_on(asked: Message, record: Record, told: Labelled, talk: Conversation) -> None:
    """A message is to be kept whose record is there: it gets the labels that it is told to have now."""
    labelled_now = await _label(record, told, talk)
    if isinstance(labelled_now, Refusal):
        talk.say(notices.refused(labelled_now, talk.texts))
        return
    talk.sender.receipt(talk.chat, asked.message_id, receipts.kept(record, talk.texts))
    if labelled_now != record:
        await ask_which_is_right(record.id, talk)


async def _label(record: Record, told: Labelled, talk: Conversation) -> Record | Refusal:
    """Give a record that was kept before the labels that it is told to have now."""
    changes = Changes(fact_key=told.fact_key or KEPT, scope=told.scope or KEPT)
    if not changes.differ_from(record):
        return record
    outcome = await talk.memory.edit(talk.actor, record.id, changes)
    return outcome.record if isinstance(outcome, Edited) else outcome


def _remark(source: Message, told: Labelled, talk: Conversation) -> None:
    """Say what of a message was not kept as its writer may think; of an album, at its caption alone."""
    if is_only_described(source) and (source.caption or not source.media_group_id):
        talk.say(receipts.only_described(talk.texts))
    if command_of(source) == REMEMBER and told.untaken is not None:
        talk.say(receipts.kept_with_label(told.untaken, talk.texts))
