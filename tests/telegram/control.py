"""A small way to drive the world from another process, in JSON.

POST /control                       an act: {"person": "Anna", "chat": "private", "says": "hello"}
GET  /control/messages?chat=TITLE   all that was said, perhaps in one chat; `private:Anna` is a private one
GET  /control/calls?after=N&wait=S  what the bot has called since call N, after S seconds at most if nothing

People and groups are made, and groups entered, when they are first named. The acts, beside `says`: `edits`
(the number of a message, with `text`), `presses` (a number, with `label`), `reacts` (a number, with `emoji`),
`inline`, `forwards` (with `of`, a name), `document` (a name, with `content` and `caption`), `joins`, `leaves`
(true); `reply_to` goes with `says`. {"advance": SECONDS} moves the clock.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from aiohttp import web

from tests.telegram.chats import Chat
from tests.telegram.messages import Message
from tests.telegram.people import Person
from tests.telegram.queries import InlineQuery, Press
from tests.telegram.schema import Json

if TYPE_CHECKING:
    from tests.telegram.server import Record, Server

Act = Callable[[Person, Chat, Json], Awaitable[object]]


class Control:
    """The endpoint."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._acts: dict[str, Act] = {
            "says": self._says,
            "edits": lambda who, chat, said: who.edits(_message(chat, said["edits"]), said.get("text")),
            "presses": lambda who, chat, said: who.presses(
                _message(chat, said["presses"]), said.get("label")
            ),
            "reacts": lambda who, chat, said: who.reacts(_message(chat, said["reacts"]), said["emoji"]),
            "inline": lambda who, chat, said: who.inline(said["inline"], chat),
            "forwards": lambda who, chat, said: who.forwards(chat, said["forwards"], of=said.get("of")),
            "document": self._document,
            "joins": lambda who, chat, _: who.joins(chat),
            "leaves": lambda who, chat, _: who.leaves(chat),
        }

    def add_routes(self, router: web.UrlDispatcher) -> None:
        """Put the endpoint where it is found."""
        router.add_post("/control", self._act)
        router.add_get("/control/messages", self._messages)
        router.add_get("/control/calls", self._calls)

    async def _act(self, request: web.Request) -> web.Response:
        try:
            return web.json_response(await self._do(await request.json()))
        except (AssertionError, LookupError, TypeError, ValueError) as error:
            return web.json_response({"error": f"{type(error).__name__}: {error}"}, status=400)

    async def _do(self, said: Json) -> Json:
        if "advance" in said:
            self._server.clock.advance(said["advance"])
            return {"now": self._server.clock.now}
        acts = [name for name in self._acts if name in said]
        if len(acts) != 1:
            raise ValueError(f"say one act of {', '.join(self._acts)}")
        person = self._person(said["person"])
        chat = self._chat(said.get("chat", "private"), person, enter=acts[0] != "joins")
        return _shown(await self._acts[acts[0]](person, chat, said))

    async def _messages(self, request: web.Request) -> web.Response:
        wanted = request.query.get("chat")
        chats = [chat for chat in self._server.world.chats.values() if wanted in {None, _title(chat)}]
        return web.json_response([_message_json(each) for chat in chats for each in chat.messages])

    async def _calls(self, request: web.Request) -> web.Response:
        after, wait = int(request.query.get("after", 0)), float(request.query.get("wait", 0))
        calls = self._server.calls
        if wait and len(calls) <= after:
            try:
                await self._server.world.wait_for(lambda: len(calls) > after, wait)
            except AssertionError:
                return web.json_response([])
        return web.json_response([_call_json(record) for record in calls[after:]])

    async def _says(self, person: Person, chat: Chat, said: Json) -> Message:
        reply_to = _message(chat, said["reply_to"]) if "reply_to" in said else None
        return await person.says(chat, said["says"], reply_to=reply_to)

    async def _document(self, person: Person, chat: Chat, said: Json) -> Message:
        content = said.get("content", "something").encode()
        return await person.document(chat, said["document"], content, caption=said.get("caption", ""))

    def _person(self, name: str) -> Person:
        try:
            found = self._server.world.find(name)
        except LookupError:
            return self._server.world.person(name)
        if not isinstance(found, Person):
            raise ValueError(f"{name} is a chat")
        return found

    def _chat(self, title: str, person: Person, *, enter: bool) -> Chat:
        if title == "private":
            return person.private
        try:
            chat = self._server.world.find(title)
        except LookupError:
            chat = self._server.world.group(title, members=[person])
        if not isinstance(chat, Chat):
            raise ValueError(f"{title} is a person")
        if enter and not chat.is_inside(person):
            self._server.world.enter(chat, person)
        return chat


def _message(chat: Chat, number: int) -> Message:
    found = chat.find(number)
    if found is None:
        raise LookupError(f"no message {number} in {chat.title}")
    return found


def _title(chat: Chat) -> str:
    return f"private:{chat.title}" if chat.kind == "private" else chat.title


def _shown(result: object) -> Json:
    match result:
        case Message():
            return {"message": _message_json(result)}
        case Press() | InlineQuery():
            return {"query": result.id}
        case _:
            return {}


def _message_json(message: Message) -> Json:
    shown = {"in": _title(message.chat), "by_bot": message.sender is message.chat.world.bot, **message.json()}
    return {**shown, "reaction": message.reaction, "deleted": message.deleted}


def _call_json(record: Record) -> Json:
    refused = record.refusal.description if record.refusal else None
    shown = {name: str(value) if not _is_json(value) else value for name, value in record.parameters.items()}
    return {"number": record.number, "method": record.method, "parameters": shown, "refused": refused}


def _is_json(value: object) -> bool:
    return isinstance(value, str | int | float | bool | list | dict) or value is None
