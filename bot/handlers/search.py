"""Lookups: /search, /recent, questions, and turning pages."""

from dataclasses import replace

from aiogram import Router
from aiogram.filters import Command, CommandObject
from aiogram.types import CallbackQuery, Message

from bot.callbacks import TurnPage
from bot.conversation import Conversation
from bot.filters import asks, in_group, in_private
from bot.handlers.archivist import open_questions
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


async def recent(message: Message, command: CommandObject, talk: Conversation) -> None:
    """/recent: the latest records."""
    await _look_up(Lookup(LookupKind.RECENT, "", message.message_id), talk)
    _say_what_was_not_taken(command, talk)


async def conflicts(message: Message, command: CommandObject, talk: Conversation) -> None:
    """/conflicts: records that contradict one another, and what the archivist asked and nobody answered."""
    questions = await open_questions(0, talk)
    lookup = Lookup(LookupKind.SEARCH, IN_CONFLICT, message.message_id)
    token = await talk.memory.lookups.keep(talk.actor, lookup)
    page = await _found(lookup, token, 0, talk)
    if questions is None or not isinstance(page, Results) or page.page.results:
        talk.say(_shown(page, talk))
    if questions is not None:
        talk.say(questions)
    _say_what_was_not_taken(command, talk)


async def stale(message: Message, command: CommandObject, talk: Conversation) -> None:
    """/stale: outdated records."""
    await _look_up(Lookup(LookupKind.SEARCH, OUTDATED, message.message_id), talk)
    _say_what_was_not_taken(command, talk)


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
    talk.replace(press, _shown(await _found(lookup, callback_data.token, callback_data.offset, talk), talk))


def _say_what_was_not_taken(command: CommandObject, talk: Conversation) -> None:
    if command.args:
        talk.say(notices.takes_nothing(command.command.lower(), talk.texts))


async def _look_up(lookup: Lookup, talk: Conversation) -> None:
    cleaned = clean(lookup.text)
    lookup = replace(lookup, text=cleaned.text)
    token = await talk.memory.lookups.keep(talk.actor, lookup)
    talk.say(_shown(await _found(lookup, token, 0, talk), talk))
    if cleaned.redacted:
        talk.say(secrets.asked_without(cleaned.redacted, lookup.message, talk.texts))


async def _found(
    lookup: Lookup, token: str, offset: int, talk: Conversation
) -> Results | Invalid | WorkspaceNotActive:
    request = _request(lookup, min(max(0, offset), LAST_OFFSET))
    if isinstance(request, Invalid):
        return request
    look = await talk.look()
    page = await talk.memory.search(talk.actor, request, look.sight)
    if isinstance(page, WorkspaceNotActive):
        return page
    if page.total and not page.results:
        # What was on it has been forgotten meanwhile.
        return await _found(lookup, token, (page.total - 1) // HITS * HITS, talk)
    return Results(page, lookup, request.query, token, talk.actor.space, look.not_asked)


def _shown(found: Results | Invalid | WorkspaceNotActive, talk: Conversation) -> Reply:
    if isinstance(found, Results):
        return results(found, talk.texts)
    return notices.refused(found, talk.texts)


def _request(lookup: Lookup, offset: int) -> SearchRequest | Invalid:
    """What to search in all workspaces; only an explicit search takes qualifiers."""
    if lookup.kind is not LookupKind.SEARCH:
        return SearchRequest(Query.question(lookup.text), workspace=None, limit=HITS, offset=offset)
    parsed = filters(lookup.text)
    if isinstance(parsed, Invalid):
        return parsed
    words, wanted = parsed
    return SearchRequest(Query.parse(words), workspace=None, limit=HITS, offset=offset, filters=wanted)
