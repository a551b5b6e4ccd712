"""Greeting, help, privacy and language."""

from aiogram import Router
from aiogram.filters import Command, CommandObject, CommandStart
from aiogram.types import CallbackQuery, Message

from bot.callbacks import ChooseLanguage
from bot.conversation import Conversation
from bot.texts import LOCALES, locale_named, texts_for
from bot.views import notices
from core.sight import Range


def router() -> Router:
    """Routes of this feature."""
    routes = Router(name="start")
    routes.message.register(start, CommandStart(ignore_case=True))
    routes.message.register(show_help, Command("help", ignore_case=True))
    routes.message.register(privacy, Command("privacy", ignore_case=True))
    routes.message.register(language, Command("lang", ignore_case=True))
    routes.callback_query.register(language_pressed, ChooseLanguage.filter())
    return routes


async def start(message: Message, talk: Conversation) -> None:
    """/start: who I am, and what to try. The chat may be written to again, if it might not before."""
    await talk.memory.membership.set_reachable(talk.chat, reachable=True)
    if talk.range is Range.EVERYWHERE:
        talk.say(notices.welcome(talk.actor.person.name, talk.texts))
    else:
        me = await talk.sender.bot.me()
        hears = await talk.presence.hears_mentions(talk.chat)
        talk.say(notices.introduction(me.username or "", talk.texts, hears_mentions=hears))


async def show_help(message: Message, talk: Conversation) -> None:
    """/help: all commands."""
    talk.say(notices.help_page(talk.texts))


async def privacy(message: Message, talk: Conversation) -> None:
    """/privacy: what is kept, and who sees it."""
    talk.say(notices.privacy(talk.texts, in_terminal=talk.in_terminal))


async def language(message: Message, command: CommandObject, talk: Conversation) -> None:
    """/lang: the languages to choose from; /lang ru, or a language's name, chooses at once."""
    wanted = locale_named((command.args or "").strip())
    if wanted is None:
        talk.say(notices.languages(talk.texts, other=bool(command.args)))
        return
    await talk.memory.membership.choose_language(talk.actor, wanted)
    talk.say(notices.language_chosen(texts_for(wanted)))


async def language_pressed(press: CallbackQuery, callback_data: ChooseLanguage, talk: Conversation) -> None:
    """A language was chosen by a button."""
    if callback_data.locale not in LOCALES:
        talk.notice(press, notices.button_too_old(talk.texts))
        return
    await talk.memory.membership.choose_language(talk.actor, callback_data.locale)
    talk.notice(press)
    talk.replace(press, notices.language_chosen(texts_for(callback_data.locale)))
