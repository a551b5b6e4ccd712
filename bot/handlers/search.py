"""Lookups: /search, /recent, questions, and turning pages."""

from dataclasses import replace

from aiogram import Router
from aiogram.filters import Command, CommandObject
from aiogram.types import CallbackQuery, Message

from bot.callbacks import TurnPage
from bot.conversation import Conversation
from bot.filters import asks, in_group, in_private
from bot.handlers.mention import Mention
from bot.incoming import searchable, words_of
from bot.views import notices, secrets
from bot.views.reply import Reply
from bot.views.results import HITS, IN_CONFLICT, OUTDATED, Results, results
from core.errors import Invalid, WorkspaceNotActive
from core.guard import clean
from core.lookups import Lookup, LookupKind
from core.qualifiers import filters
from core.query import Query
from core.search import SearchRequest

LAST_OFFSET = 1_000_000
"""Presses can be forged; no page begins behind this."""


def command_router() -> Router:
    """/search and its kin, and the buttons that turn their pages."""
    routes = Router(name="search")
    routes.message.register(search, Command("search", ignore_case=True))
    routes.message.register(recent, Command("recent", ignore_case=True))
    routes.message.register(conflicts, Command("conflicts", ignore_case=True))
    routes.message.register(stale, Command("stale", ignore_case=True))
    routes.callback_query.register(turn_page, TurnPage.filter())
    return routes


def question_router() -> Router:
    """Questions: in private all, in a group those with a mention of the bot."""
    routes = Router(name="question")
    routes.message.register(question, in_private, asks)
    routes.message.register(asked, in_group, Mention(), asks)
    return routes


async def search(message: Message, command: CommandObject, talk: Conversation) -> None:
    """/search words."""
    if command.args:
        await _look_up(
            Lookup(LookupKind.SEARCH, searchable(command.args), message.message_id),
            talk,
        )
    else:
        talk.say(notices.usage("search", talk.texts))


async def recent(message: Message, talk: Conversation) -> None:
    """/recent: the latest records."""
    await _look_up(Lookup(LookupKind.RECENT, "", message.message_id), talk)


async def conflicts(message: Message, talk: Conversation) -> None:
    """/conflicts: records that contradict one another."""
    await _look_up(Lookup(LookupKind.SEARCH, IN_CONFLICT, message.message_id), talk)


async def stale(message: Message, talk: Conversation) -> None:
    """/stale: outdated records."""
    await _look_up(Lookup(LookupKind.SEARCH, OUTDATED, message.message_id), talk)


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
    cleaned = clean(lookup.text)
    lookup = replace(lookup, text=cleaned.text)
    token = await talk.memory.lookups.keep(talk.actor, lookup)
    talk.say(await _page(lookup, token, 0, talk))
    if cleaned.redacted:
        talk.say(secrets.asked_without(cleaned.redacted, lookup.message, talk.texts))


async def _page(lookup: Lookup, token: str, offset: int, talk: Conversation) -> Reply:
    request = _request(lookup, min(max(0, offset), LAST_OFFSET))
    if isinstance(request, Invalid):
        return notices.refused(request, talk.texts)
    look = await talk.look()
    page = await talk.memory.search(talk.actor, request, look.sight)
    if isinstance(page, WorkspaceNotActive):
        return notices.refused(page, talk.texts)
    if page.total and not page.results:
        # What was on it has been forgotten meanwhile.
        return await _page(lookup, token, (page.total - 1) // HITS * HITS, talk)
    shown = Results(page, lookup, request.query, token, talk.actor.space, look.not_asked)
    return results(shown, talk.texts)


def _request(lookup: Lookup, offset: int) -> SearchRequest | Invalid:
    """What to search in all workspaces; only an explicit search takes qualifiers."""
    if lookup.kind is not LookupKind.SEARCH:
        return SearchRequest(Query.question(lookup.text), workspace=None, limit=HITS, offset=offset)
    parsed = filters(lookup.text)
    if isinstance(parsed, Invalid):
        return parsed
    words, wanted = parsed
    return SearchRequest(Query.parse(words), None, wanted.scope, HITS, offset, filters=wanted)
