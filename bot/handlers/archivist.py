"""The archivist's switch, and the buttons under what it says."""

from aiogram import Router
from aiogram.filters import Command, CommandObject
from aiogram.types import CallbackQuery, Message

from bot.callbacks import (
    AskAgain,
    BothHold,
    DoubtAgain,
    KeepAmong,
    NotSo,
    NotSoListed,
    SwitchArchivist,
    TurnQuestions,
)
from bot.conversation import Conversation
from bot.views import archivist, judging, notices
from bot.views.reply import Reply, plain, without
from core.errors import NotFound
from core.ids import Ref
from core.remarks import NAMED, Remark


def router() -> Router:
    """Routes of this feature."""
    routes = Router(name="archivist")
    routes.message.register(switch, Command("archivist", ignore_case=True))
    routes.callback_query.register(switch_pressed, SwitchArchivist.filter())
    routes.callback_query.register(not_so, NotSo.filter())
    routes.callback_query.register(keep_among, KeepAmong.filter())
    routes.callback_query.register(ask_again, AskAgain.filter())
    routes.callback_query.register(turn_questions, TurnQuestions.filter())
    routes.callback_query.register(all_hold, BothHold.filter())
    routes.callback_query.register(doubt_again, DoubtAgain.filter())
    routes.callback_query.register(not_so_listed, NotSoListed.filter())
    return routes


async def switch(message: Message, command: CommandObject, talk: Conversation) -> None:
    """/archivist: whether it is at work here; /archivist on and off switch it at once."""
    wanted = (command.args or "").strip().lower()
    if wanted not in ("on", "off"):
        talk.say(archivist.switch(talk.texts, on=talk.actor.archivist))
        return
    refusal = await talk.memory.membership.switch_archivist(talk.actor, on=wanted == "on")
    if refusal is None:
        talk.say(archivist.switch(talk.texts, on=wanted == "on"))
    else:
        talk.say(plain(archivist.only_administrators(talk.texts)))


async def switch_pressed(press: CallbackQuery, callback_data: SwitchArchivist, talk: Conversation) -> None:
    """The switch was pressed."""
    refusal = await talk.memory.membership.switch_archivist(talk.actor, on=callback_data.on)
    if refusal is not None:
        talk.notice(press, archivist.only_administrators(talk.texts))
        return
    talk.notice(press)
    talk.replace(press, archivist.switch(talk.texts, on=callback_data.on))


async def not_so(press: CallbackQuery, callback_data: NotSo, talk: Conversation) -> None:
    """A record was marked without need."""
    sight = (await talk.look()).sight
    outcome = await talk.memory.unmark(talk.actor, Ref(callback_data.ref), sight)
    if isinstance(outcome, NotFound):
        talk.notice(press, notices.refusal(outcome, talk.texts))
        return
    left = await talk.memory.remarks.find(talk.actor, callback_data.remark, sight)
    talk.notice(press)
    shown = left if isinstance(left, Remark) else None
    talk.replace(press, archivist.taken_off(outcome[0].ref, shown, talk.texts))


async def keep_among(press: CallbackQuery, callback_data: KeepAmong, talk: Conversation) -> None:
    """One of those was called right of which the archivist asked."""
    sight = (await talk.look()).sight
    asked = await talk.memory.remarks.find(talk.actor, callback_data.remark, sight)
    keep = Ref(callback_data.ref)
    named = () if isinstance(asked, NotFound) else archivist.variants_of(asked)
    if keep not in [record.ref for record in named]:
        talk.notice(press, notices.button_too_old(talk.texts))
        return
    names = [record.id for record in named]
    outcome = await talk.memory.resolve.among(talk.actor, names, keep, sight)
    if isinstance(outcome, list):
        talk.notice(press)
        talk.replace(press, judging.resolved(keep, outcome, talk.texts))
    else:
        talk.notice(press, notices.refusal(outcome, talk.texts))


async def ask_again(press: CallbackQuery, callback_data: AskAgain, talk: Conversation) -> None:
    """A question was chosen that a digest or a list named."""
    sight = (await talk.look()).sight
    asked = await talk.memory.remarks.find(talk.actor, callback_data.remark, sight)
    if isinstance(asked, NotFound):
        talk.notice(press, notices.button_too_old(talk.texts))
        return
    talk.notice(press)
    talk.say(archivist.remark(asked, talk.texts))


async def turn_questions(press: CallbackQuery, callback_data: TurnQuestions, talk: Conversation) -> None:
    """Another page of open questions, in place of the one before."""
    talk.notice(press)
    talk.replace(
        press, await open_questions(callback_data.offset, talk) or archivist.all_answered(talk.texts)
    )


async def open_questions(offset: int, talk: Conversation) -> Reply | None:
    """A page of what is asked of this chat and not answered yet; None where nothing is."""
    sight = (await talk.look()).sight
    page = await talk.memory.remarks.questions(talk.actor, sight, max(0, offset), NAMED)
    return archivist.questions(page, talk.actor.space, talk.texts) if page.total else None


async def all_hold(press: CallbackQuery, callback_data: BothHold, talk: Conversation) -> None:
    """They do not contradict each other."""
    sight = (await talk.look()).sight
    asked = await talk.memory.remarks.find(talk.actor, callback_data.remark, sight)
    if isinstance(asked, NotFound):
        talk.notice(press, notices.button_too_old(talk.texts))
        return
    names = [record.id for record in archivist.variants_of(asked)]
    outcome = await talk.memory.resolve.all_right(talk.actor, names, sight)
    if isinstance(outcome, NotFound):
        talk.notice(press, notices.refusal(outcome, talk.texts))
        return
    talk.notice(press)
    talk.replace(press, archivist.all_hold(outcome, talk.texts))


async def doubt_again(press: CallbackQuery, callback_data: DoubtAgain, talk: Conversation) -> None:
    """They may contradict each other after all: the question stands again."""
    sight = (await talk.look()).sight
    refs = [Ref(ref) for ref in callback_data.refs.split("-")]
    outcome = await talk.memory.resolve.doubt(talk.actor, refs, sight)
    if isinstance(outcome, NotFound):
        talk.notice(press, notices.refusal(outcome, talk.texts))
        return
    asked = await talk.memory.remarks.question_about(talk.actor, refs, sight)
    talk.notice(press)
    talk.replace(press, archivist.question(asked, outcome[0].ref, talk.texts))


async def not_so_listed(press: CallbackQuery, callback_data: NotSoListed, talk: Conversation) -> None:
    """A record was marked without need that a digest told of; what else it told stays there."""
    outcome = await talk.memory.unmark(talk.actor, Ref(callback_data.ref), (await talk.look()).sight)
    if isinstance(outcome, NotFound):
        talk.notice(press, notices.refusal(outcome, talk.texts))
        return
    talk.notice(press)
    if isinstance(press.message, Message):
        talk.replace_buttons(press, without(press.message.reply_markup, press.data))
    talk.say(archivist.unmarked(outcome[0].ref, talk.texts))
