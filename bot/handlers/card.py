"""One record: its card, its history, forgetting and bringing back."""

from aiogram import Router
from aiogram.filters import Command, CommandObject
from aiogram.types import CallbackQuery, Message

from bot.callbacks import AskForget, ChangeReaders, ForgetNow, ShowCard, ShowHistory, UndoForget
from bot.conversation import Conversation
from bot.incoming import is_own, refs_in, replied_to, searchable
from bot.views import card, notices
from bot.views.reply import plain
from core.edit import Changes
from core.errors import Invalid, NotAllowed, NotFound
from core.guard import clean
from core.ids import RecordId, Ref, parse_ref
from core.records import Record, Visibility


def router() -> Router:
    """Routes of this feature."""
    routes = Router(name="card")
    routes.message.register(show, Command("show", ignore_case=True))
    routes.message.register(forget, Command("forget", ignore_case=True))
    routes.message.register(undo, Command("undo", ignore_case=True))
    routes.callback_query.register(readers_pressed, ChangeReaders.filter())
    routes.callback_query.register(card_pressed, ShowCard.filter())
    routes.callback_query.register(history_pressed, ShowHistory.filter())
    routes.callback_query.register(ask_forget, AskForget.filter())
    routes.callback_query.register(forget_pressed, ForgetNow.filter())
    routes.callback_query.register(undo_pressed, UndoForget.filter())
    return routes


async def show(message: Message, command: CommandObject, talk: Conversation) -> None:
    """/show REF; as a reply, the record of that message."""
    name = await _named(message, command, talk)
    if name is None:
        return
    passport = await talk.memory.show(talk.actor, name, (await talk.look()).sight)
    if isinstance(passport, NotFound):
        talk.say(notices.refused(passport, talk.texts))
    else:
        talk.say(card.card(passport, talk.texts, in_terminal=talk.in_terminal))


async def forget(message: Message, command: CommandObject, talk: Conversation) -> None:
    """/forget REF; as a reply, the record of that message."""
    name = await _named(message, command, talk)
    if name is None:
        return
    outcome = await talk.memory.forget.by_name(talk.actor, name, (await talk.look()).sight)
    if isinstance(outcome, Record):
        talk.say(card.forgotten(outcome, talk.texts))
    else:
        talk.say(plain(notices.may_not_forget(outcome, talk.texts)))


async def card_pressed(press: CallbackQuery, callback_data: ShowCard, talk: Conversation) -> None:
    """A hit's number was pressed."""
    passport = await talk.memory.show(talk.actor, Ref(callback_data.ref), (await talk.look()).sight)
    if isinstance(passport, NotFound):
        talk.notice(press, notices.refusal(passport, talk.texts))
    else:
        talk.notice(press)
        talk.say(card.card(passport, talk.texts, in_terminal=talk.in_terminal))


async def history_pressed(press: CallbackQuery, callback_data: ShowHistory, talk: Conversation) -> None:
    """What happened to a record."""
    passport = await talk.memory.show(talk.actor, Ref(callback_data.ref), (await talk.look()).sight)
    if isinstance(passport, NotFound):
        talk.notice(press, notices.refusal(passport, talk.texts))
    else:
        talk.notice(press)
        talk.say(card.history(passport, talk.texts))


async def ask_forget(press: CallbackQuery, callback_data: AskForget, talk: Conversation) -> None:
    """Ask once who may forget it, or take the question back: in a group all see the same buttons."""
    ref, sight = Ref(callback_data.ref), (await talk.look()).sight
    if callback_data.ask:
        allowed = await talk.memory.forget.may(talk.actor, ref, sight)
        if isinstance(allowed, NotFound | NotAllowed):
            talk.notice(press, notices.may_not_forget(allowed, talk.texts))
        else:
            talk.notice(press)
            talk.replace_buttons(press, card.forget_buttons(ref, talk.texts))
        return
    passport = await talk.memory.show(talk.actor, ref, sight)
    if isinstance(passport, NotFound):
        talk.notice(press, notices.refusal(passport, talk.texts))
    else:
        talk.notice(press)
        talk.replace_buttons(press, card.card_buttons(passport, talk.texts))


async def forget_pressed(press: CallbackQuery, callback_data: ForgetNow, talk: Conversation) -> None:
    """Forget; the card gives way to the undo button."""
    outcome = await talk.memory.forget.by_name(talk.actor, Ref(callback_data.ref), (await talk.look()).sight)
    if isinstance(outcome, NotFound | NotAllowed):
        talk.notice(press, notices.may_not_forget(outcome, talk.texts))
    else:
        talk.notice(press)
        talk.replace(press, card.forgotten(outcome, talk.texts))


async def undo_pressed(press: CallbackQuery, callback_data: UndoForget, talk: Conversation) -> None:
    """Bring back what was forgotten."""
    outcome = await talk.memory.restore(talk.actor, Ref(callback_data.ref), (await talk.look()).sight)
    if isinstance(outcome, NotFound):
        talk.notice(press, notices.refusal(outcome, talk.texts))
    else:
        talk.notice(press)
        talk.replace(press, card.restored(outcome, talk.texts))


async def readers_pressed(press: CallbackQuery, callback_data: ChangeReaders, talk: Conversation) -> None:
    """Show a record to the group, or to its author alone. In the group a draft's card is emptied."""
    visibility = Visibility.AUTHOR if callback_data.draft else Visibility.ORGANIZATION
    ref, sight = Ref(callback_data.ref), (await talk.look()).sight
    before = await talk.memory.show(talk.actor, ref, sight)
    if isinstance(before, NotFound):
        talk.notice(press, notices.refusal(before, talk.texts))
        return
    outcome = await talk.memory.edit(talk.actor, ref, Changes(visibility=visibility), sight)
    passport = await talk.memory.show(talk.actor, ref, sight)
    if isinstance(outcome, NotAllowed | Invalid):
        talk.notice(press, notices.refusal(outcome, talk.texts))
    elif isinstance(passport, NotFound):
        talk.notice(press)
        talk.replace(press, card.draft_now(talk.texts))
    else:
        talk.notice(press)
        talk.replace(press, card.card(passport, talk.texts, in_terminal=talk.in_terminal))


async def undo(message: Message, command: CommandObject, talk: Conversation) -> None:
    """/undo: bring back what this person forgot here last; /undo REF: bring back that record."""
    sight = (await talk.look()).sight
    if command.args:
        name = await _named(message, command, talk)
        if name is None:
            return
        there = await talk.memory.show(talk.actor, name, sight)
        if not isinstance(there, NotFound):
            talk.say(card.not_forgotten(there.record, talk.texts))
            return
        outcome = await talk.memory.restore(talk.actor, name, sight)
        nothing = notices.refused(NotFound(), talk.texts)
    else:
        outcome = await talk.memory.restore.last(talk.actor, sight)
        nothing = notices.nothing_to_undo(talk.texts)
    talk.say(nothing if isinstance(outcome, NotFound) else card.restored(outcome, talk.texts))


async def _named(message: Message, command: CommandObject, talk: Conversation) -> RecordId | Ref | None:
    """The record that a command means; None where it names none, or more than one, which is said.

    What looks like no reference is still a name, of no record.
    """
    if not command.args:
        name = await _replied(message, talk)
        if name is None:
            talk.say(notices.usage(command.command.lower(), talk.texts))
        return name
    words = command.args.split()
    if len(words) > 1 and any(map(parse_ref, words)):
        given = clean(searchable(command.args)).text
        talk.say(notices.not_one_reference(command.command.lower(), given, talk.texts))
        return None
    given = command.args.strip()
    return parse_ref(given) or RecordId(given)


async def _replied(message: Message, talk: Conversation) -> RecordId | Ref | None:
    """The record of the message that a message replies to; of one of the bot's, the one that it names."""
    replied = replied_to(message)
    if replied is None:
        return None
    if is_own(replied):
        refs = refs_in(replied)
        return refs.pop() if len(refs) == 1 else None
    return await talk.memory.show.name_of_message(talk.actor, replied.message_id)
