"""Which record is right: the question under a conflict, and the same from a card."""

from collections.abc import Callable
from functools import partial

from aiogram import Router
from aiogram.filters import Command
from aiogram.types import CallbackQuery, Message

from bot.callbacks import AskWhich, BothRight, CountAgain, KeepOne, KeyAgain, ThisIsRight, UndoChoice, Unmark
from bot.carried import kept_of
from bot.conversation import Conversation
from bot.handlers.mention import words_without_mention
from bot.incoming import replied_to
from bot.texts import Texts
from bot.views import archivist, card, judging, notices
from bot.views.reply import Reply
from core.edit import Changes
from core.errors import NotFound
from core.guard import clean
from core.ids import RecordId, Ref
from core.records import content_hash
from core.show import Passport
from core.status import source_moved_on
from core.validate import Validation


def router() -> Router:
    """Routes of this feature."""
    routes = Router(name="judging")
    routes.message.register(validate, Command("validate", ignore_case=True))
    routes.callback_query.register(keep_one, KeepOne.filter())
    routes.callback_query.register(both_right, BothRight.filter())
    routes.callback_query.register(key_again, KeyAgain.filter())
    routes.callback_query.register(this_is_right, ThisIsRight.filter())
    routes.callback_query.register(ask_which, AskWhich.filter())
    routes.callback_query.register(undo_choice, UndoChoice.filter())
    routes.callback_query.register(count_again, CountAgain.filter())
    routes.callback_query.register(unmark, Unmark.filter())
    return routes


async def ask_which_is_right(record: RecordId, talk: Conversation) -> None:
    """Ask about a record that was saved or edited, where it contradicts others that may be shown here."""
    passport = await talk.memory.show(talk.actor, record, (await talk.look()).sight)
    if isinstance(passport, Passport) and passport.standing.contradicts:
        talk.say(judging.which_is_right(passport.record, passport.standing, talk.texts))


async def keep_one(press: CallbackQuery, callback_data: KeepOne, talk: Conversation) -> None:
    """One of the variants was called right."""
    if await _as_shown(press, Ref(callback_data.about), callback_data.shown, judging.question, talk):
        await _resolve(press, Ref(callback_data.ref), talk)


async def this_is_right(press: CallbackQuery, callback_data: ThisIsRight, talk: Conversation) -> None:
    """The record of a card was called right."""
    ref = Ref(callback_data.ref)
    anew = partial(card.card, in_terminal=talk.in_terminal)
    if await _as_shown(press, ref, callback_data.shown, anew, talk):
        await _resolve(press, ref, talk)


async def ask_which(press: CallbackQuery, callback_data: AskWhich, talk: Conversation) -> None:
    """The question about the fact of a card is asked again, as it was under its newest version."""
    sight = (await talk.look()).sight
    passport = await talk.memory.show(talk.actor, Ref(callback_data.ref), sight)
    if isinstance(passport, Passport) and passport.standing.contradicts:
        passport = await talk.memory.show(talk.actor, passport.versions[0].id, sight)
    if isinstance(passport, NotFound):
        talk.notice(press, notices.refusal(passport, talk.texts))
        return
    talk.notice(press)
    talk.say(judging.question(passport, talk.texts))


async def both_right(press: CallbackQuery, callback_data: BothRight, talk: Conversation) -> None:
    """Both are: the new record is of another fact, so it loses its key. What the others say is asked on."""
    ref = Ref(callback_data.ref)
    before = await _as_shown(press, ref, callback_data.shown, judging.question, talk)
    if before is None:
        return
    outcome = await talk.memory.edit.of_another_fact(talk.actor, ref, (await talk.look()).sight)
    if refusal := notices.refusal_of(outcome, talk.texts):
        talk.notice(press, refusal)
        return
    talk.notice(press)
    talk.replace(press, judging.both_stay(before.record, before.standing, talk.texts))
    await ask_which_is_right(before.standing.contradicts[0].id, talk)


async def key_again(press: CallbackQuery, callback_data: KeyAgain, talk: Conversation) -> None:
    """The new record is of the same fact after all: it gets its key back, and the question stands again."""
    sight = (await talk.look()).sight
    ref = Ref(callback_data.ref)
    record = await talk.memory.show(talk.actor, ref, sight)
    other = await talk.memory.show(talk.actor, Ref(callback_data.other), sight)
    if isinstance(record, NotFound) or isinstance(other, NotFound):
        talk.notice(press, notices.refusal(NotFound(), talk.texts))
        return
    key = other.record.versioned_key
    if key is None or record.record.versioned_key is not None:
        talk.notice(press, notices.button_too_old(talk.texts))
        return
    outcome = await talk.memory.edit(talk.actor, ref, Changes(fact_key=key), sight)
    after = await talk.memory.show(talk.actor, ref, sight)
    if (refusal := notices.refusal_of(outcome, talk.texts)) or isinstance(after, NotFound):
        talk.notice(press, refusal)
        return
    versions = [after.record.id, *(one.id for one in after.standing.contradicts)]
    await talk.memory.resolve.doubt(talk.actor, versions, sight)
    talk.notice(press)
    talk.replace(press, judging.question(after, talk.texts))


async def undo_choice(press: CallbackQuery, callback_data: UndoChoice, talk: Conversation) -> None:
    """A choice is undone: all that it retired counts again, and the question stands again."""
    sight = (await talk.look()).sight
    refs = [Ref(ref) for ref in callback_data.refs.split("-")]
    for ref in refs:
        await talk.memory.resolve.undo(talk.actor, ref, sight)
    passports = [await talk.memory.show(talk.actor, ref, sight) for ref in refs]
    found = [one for one in passports if isinstance(one, Passport)]
    if not found:
        talk.notice(press, notices.refusal(NotFound(), talk.texts))
        return
    talk.notice(press)
    if found[0].standing.contradicts:
        talk.replace(press, judging.question(found[0], talk.texts))
        return
    asked = await talk.memory.remarks.question_about(talk.actor, refs, sight)
    talk.replace(press, archivist.question(asked, found[0].record.ref, talk.texts))


async def count_again(press: CallbackQuery, callback_data: CountAgain, talk: Conversation) -> None:
    """The retirement of a card's record is undone."""
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
    replied = replied_to(message)
    if replied is None:
        talk.say(notices.usage("validate", talk.texts))
        return
    sight = (await talk.look()).sight
    name = await talk.memory.show.name_of_message(talk.actor, replied.message_id)
    passport = NotFound() if name is None else await talk.memory.show(talk.actor, name, sight)
    if isinstance(passport, NotFound):
        talk.say(notices.refused(passport, talk.texts))
        return
    # Of a mention what it leaves is kept, but the whole where somebody else told to keep it.
    texts = kept_of(replied, talk.texts), await words_without_mention(replied, talk.sender.bot)
    hashes = [content_hash(clean(text).text) for text in map(str.strip, filter(None, texts)) if text]
    if not hashes:
        talk.say(judging.not_compared(passport, talk.texts))
        return
    source, known = passport.record.source_id or "", passport.record.source_hash
    now = known if known in hashes else hashes[-1]
    found = await talk.memory.validate(talk.actor, source, now, passport.record.workspace, sight=sight)
    if isinstance(found, Validation):
        moved_on = source_moved_on(passport.record, now)
        talk.say(judging.validated(passport.record, found, talk.texts, moved_on=moved_on))


async def _as_shown(
    press: CallbackQuery, ref: Ref, shown: str, anew: Callable[[Passport, Texts], Reply], talk: Conversation
) -> Passport | None:
    """The record that a button judges, where all is as it was shown; else show it `anew`, and None."""
    passport = await talk.memory.show(talk.actor, ref, (await talk.look()).sight)
    if isinstance(passport, NotFound):
        talk.notice(press, notices.refusal(passport, talk.texts))
        return None
    if judging.shown_of(passport.record, passport.standing) == shown:
        return passport
    talk.notice(press, notices.changed_since(talk.texts))
    talk.replace(press, anew(passport, talk.texts))
    return None


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
        talk.replace(press, card.card(passport, talk.texts, in_terminal=talk.in_terminal))
