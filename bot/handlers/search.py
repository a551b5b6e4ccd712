"""Lookups: /search, /recent, questions, and turning pages."""

from aiogram import F, Router
from aiogram.filters import Command, CommandObject
from aiogram.types import CallbackQuery, Message

from bot.callbacks import TurnPage
from bot.conversation import Conversation
from bot.handlers.mention import Mention
from bot.incoming import is_question, words_of
from bot.views import notices
from bot.views.reply import Reply
from bot.views.results import HITS, Results, results
from core.errors import WorkspaceNotActive
from core.lookups import Lookup, LookupKind
from core.query import Query
from core.search import SearchRequest


def command_router() -> Router:
    """/search and /recent, and the buttons that turn their pages."""
    routes = Router(name="search")
    routes.message.register(search, Command("search", ignore_case=True))
    routes.message.register(recent, Command("recent", ignore_case=True))
    routes.callback_query.register(turn_page, TurnPage.filter())
    return routes


def question_router() -> Router:
    """Questions: in private all, in a group those with a mention of the bot."""
    routes = Router(name="question")
    routes.message.register(question, F.chat.type == "private", is_question)
    routes.message.register(asked, F.chat.type != "private", is_question, Mention())
    return routes


async def search(message: Message, command: CommandObject, talk: Conversation) -> None:
    """/search words."""
    if command.args:
        await _look_up(Lookup(LookupKind.SEARCH, command.args, message.message_id), talk)
    else:
        talk.say(notices.usage("search", talk.texts))


async def recent(message: Message, talk: Conversation) -> None:
    """/recent: the latest records."""
    await _look_up(Lookup(LookupKind.RECENT, "", message.message_id), talk)


async def question(message: Message, talk: Conversation) -> None:
    """A question in private."""
    await _look_up(Lookup(LookupKind.QUESTION, words_of(message), message.message_id), talk)


async def asked(message: Message, without_mention: str, talk: Conversation) -> None:
    """A question to the bot in a group."""
    await _look_up(Lookup(LookupKind.QUESTION, without_mention, message.message_id), talk)


async def turn_page(press: CallbackQuery, callback_data: TurnPage, talk: Conversation) -> None:
    """Another page, in place of the one before."""
    lookup = await talk.memory.lookups.find(talk.actor, callback_data.token)
    if lookup is None:
        talk.notice(press, notices.button_too_old(talk.texts))
        return
    talk.notice(press)
    talk.replace(press, await _page(lookup, callback_data.token, callback_data.offset, talk))


async def _look_up(lookup: Lookup, talk: Conversation) -> None:
    token = await talk.memory.lookups.keep(talk.actor, lookup)
    talk.say(await _page(lookup, token, 0, talk))


async def _page(lookup: Lookup, token: str, offset: int, talk: Conversation) -> Reply:
    query = Query.parse(lookup.text) if lookup.kind is LookupKind.SEARCH else Query.question(lookup.text)
    request = SearchRequest(query, workspace=None, limit=HITS, offset=max(0, offset))
    look = await talk.look()
    page = await talk.memory.search(talk.actor, request, look.sight)
    if isinstance(page, WorkspaceNotActive):
        return notices.refused(page, talk.texts)
    shown = Results(page, lookup, query, token, talk.actor.space, look.not_asked)
    return results(shown, talk.texts)
