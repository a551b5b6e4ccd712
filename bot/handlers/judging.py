"""Which record is right: the question under a conflict, and the same from a card."""

from aiogram import Router
from aiogram.filters import Command
from aiogram.types import CallbackQuery, Message

from bot.callbacks import BothRight, CountAgain, KeepOne, ThisIsRight, Unmark
from bot.carried import kept_of
from bot.conversation import Conversation
from bot.views import card, judging, notices
from core.edit import Changes
from core.errors import NotFound
from core.guard import clean
from core.ids import RecordId, Ref
from core.records import content_hash
from core.validate import Validation


def router() -> Router:
    """Routes of this feature."""
    routes = Router(name="judging")
    routes.message.register(validate, Command("validate", ignore_case=True))
    routes.callback_query.register(keep_one, KeepOne.filter())
    routes.callback_query.register(both_right, BothRight.filter())
    routes.callback_query.register(this_is_right, ThisIsRight.filter())
    routes.callback_query.register(count_again, CountAgain.filter())
    routes.callback_query.register(unmark, Unmark.filter())
    return routes


async def keep_one(press: CallbackQuery, callback_data: KeepOne, talk: Conversation) -> None:
    """One of the variants was called right."""
    await _resolve(press, Ref(callback_data.ref), talk)


async def this_is_right(press: CallbackQuery, callback_data: ThisIsRight, talk: Conversation) -> None:
    """The record of a card was called right."""
    await _resolve(press, Ref(callback_data.ref), talk)


async def both_right(press: CallbackQuery, callback_data: BothRight, talk: Conversation) -> None:
    """Both are: the new record is of another fact, so it loses its key."""
    sight = (await talk.look()).sight
    outcome = await talk.memory.edit(talk.actor, Ref(callback_data.ref), Changes(fact_key=None), sight)
    if refusal := notices.refusal_of(outcome, talk.texts):
        talk.notice(press, refusal)
        return
    talk.notice(press)
    talk.replace(press, judging.both_stay(talk.texts))


async def count_again(press: CallbackQuery, callback_data: CountAgain, talk: Conversation) -> None:
    """A retirement is undone."""
    outcome = await talk.memory.resolve.undo(talk.actor, Ref(callback_data.ref), (await talk.look()).sight)
    if isinstance(outcome, NotFound):
        talk.notice(press, notices.refusal(outcome, talk.texts))
        return
    await _card_anew(press, outcome[0].id, talk)


async def unmark(press: CallbackQuery, callback_data: Unmark, talk: Conversation) -> None:
    """The archivist was wrong about a record."""
    outcome = await talk.memory.unmark(talk.actor, Ref(callback_data.ref), (await talk.look()).sight)
    if isinstance(outcome, NotFound):
        talk.notice(press, notices.refusal(outcome, talk.texts))
        return
    await _card_anew(press, outcome[0].id, talk)


async def validate(message: Message, talk: Conversation) -> None:
    """/validate as a reply: is the record of that message still what the message says?"""
    replied = message.reply_to_message
    if replied is None:
        talk.say(notices.usage("validate", talk.texts))
        return
    sight = (await talk.look()).sight
    name = await talk.memory.show.name_of_message(talk.actor, replied.message_id)
    passport = NotFound() if name is None else await talk.memory.show(talk.actor, name, sight)
    if isinstance(passport, NotFound):
        talk.say(notices.refused(passport, talk.texts))
        return
    text = kept_of(replied, talk.texts).strip()
    if not text:
        talk.say(notices.text_not_seen(talk.texts))
        return
    source = passport.record.source_id or ""
    now = content_hash(clean(text).text)
    found = await talk.memory.validate(talk.actor, source, now, passport.record.workspace, sight=sight)
    if isinstance(found, Validation):
        talk.say(judging.validated(passport.record, found, talk.texts))


async def _resolve(press: CallbackQuery, keep: Ref, talk: Conversation) -> None:
    sight = (await talk.look()).sight
    outcome = await talk.memory.resolve.for_record(talk.actor, keep, sight)
    if isinstance(outcome, NotFound):
        talk.notice(press, notices.refusal(outcome, talk.texts))
        return
    talk.notice(press)
    talk.replace(press, judging.resolved(keep, outcome, talk.texts))


async def _card_anew(press: CallbackQuery, record: RecordId, talk: Conversation) -> None:
    """Show the card again, in place, with what has changed."""
    passport = await talk.memory.show(talk.actor, record, (await talk.look()).sight)
    talk.notice(press)
    if not isinstance(passport, NotFound):
        talk.replace(press, card.card(passport, talk.texts))
