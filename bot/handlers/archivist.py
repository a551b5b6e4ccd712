"""The archivist's switch, and the buttons under what it says."""

from aiogram import Router
from aiogram.filters import Command, CommandObject
from aiogram.types import CallbackQuery, Message

from bot.callbacks import AskAgain, BothHold, KeepAmong, NotSo, SwitchArchivist
from bot.conversation import Conversation
from bot.views import archivist, judging, notices
from bot.views.reply import plain
from core.errors import NotFound
from core.ids import Ref
from core.remarks import Remark


def router() -> Router:
    """Routes of this feature."""
    routes = Router(name="archivist")
    routes.message.register(switch, Command("archivist", ignore_case=True))
    routes.callback_query.register(switch_pressed, SwitchArchivist.filter())
    routes.callback_query.register(not_so, NotSo.filter())
    routes.callback_query.register(keep_among, KeepAmong.filter())
    routes.callback_query.register(ask_again, AskAgain.filter())
    routes.callback_query.register(both_hold, BothHold.filter())
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
    named = () if isinstance(asked, NotFound) else (asked.record, *asked.asked)
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
    """A question was chosen that a digest named."""
    sight = (await talk.look()).sight
    asked = await talk.memory.remarks.find(talk.actor, callback_data.remark, sight)
    if isinstance(asked, NotFound):
        talk.notice(press, notices.button_too_old(talk.texts))
        return
    talk.notice(press)
    talk.say(archivist.remark(asked, talk.texts))


async def both_hold(press: CallbackQuery, talk: Conversation) -> None:
    """They do not contradict each other."""
    talk.notice(press)
    talk.replace(press, archivist.both_hold(talk.texts))
