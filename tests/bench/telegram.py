"""A Bot API server that costs as little as possible, so that what is measured is the bot.

It knows no world: chats write as soon as they are answered, until enough was written. The strict server of
`tests.telegram` checks every call against the schema, which takes longer than the bots take themselves.
"""

import asyncio
import json
import time
from collections import deque
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any

from aiohttp import web

TOKEN = "4200000042:BENCH"
ANSWERS = ("sendMessage", "setMessageReaction")
"""What ends a message's way: an echo, or the sign that it is kept."""

_BATCH = 100
_ME = {"id": 4200000042, "is_bot": True, "first_name": "Letopis", "username": "letopis_bot"}
_WORDS = (
    "прод",
    "staging",
    "배포",
    "катится",
    "systemd",
    "релиз",
    "четверг",
    "서버",
    "backup",
    "ключ",
    "문서",
)


class Telegram:
    """Answers one bot, and counts."""

    def __init__(self) -> None:
        self.url = ""
        self.polled = asyncio.Event()
        """Set as soon as the bot asks for updates."""
        self._left = 0
        self._awaited = 0
        self._done = asyncio.Event()
        self._more = asyncio.Event()
        self._waiting: deque[dict[str, Any]] = deque()
        self._updates = count(1)
        self._runner: web.AppRunner | None = None
        self._methods: dict[str, Callable[[dict[str, str]], Awaitable[Any]]] = {
            "getUpdates": self._get_updates,
            **dict.fromkeys(ANSWERS, self._answered),
        }

    async def start(self) -> None:
        """Listen on any free port of the loopback address."""
        app = web.Application()
        app.router.add_post("/bot{token}/{method}", self._call)
        self._runner = web.AppRunner(app, shutdown_timeout=1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}"

    async def stop(self) -> None:
        """Listen no more."""
        self._more.set()
        if self._runner:
            await self._runner.cleanup()

    async def exchange(self, chats: int, messages: int) -> None:
        """Let so many chats write, each its next message when the last was answered, until all are."""
        self._left = self._awaited = messages
        self._done.clear()
        for chat in range(1, min(chats, messages) + 1):
            self._write(chat)
        await self._done.wait()

    def _write(self, chat: int) -> None:
        self._left -= 1
        number = next(self._updates)
        words = " ".join(_WORDS[(number * step) % len(_WORDS)] for step in range(1, 13))
        person = {"id": chat, "first_name": f"Person {chat}"}
        message = {
            "message_id": number,
            "date": int(time.time()),
            "chat": {**person, "type": "private"},
            "from": {**person, "is_bot": False, "language_code": "ru"},
            "text": f"{words} {number}",
        }
        self._waiting.append({"update_id": number, "message": message})
        self._more.set()

    async def _call(self, request: web.Request) -> web.Response:
        given = {name: str(value) for name, value in (await request.post()).items()}
        method = self._methods.get(request.match_info["method"], _other(request.match_info["method"]))
        body = json.dumps({"ok": True, "result": await method(given)})
        return web.Response(text=body, content_type="application/json")

    async def _get_updates(self, given: dict[str, str]) -> list[dict[str, Any]]:
        self.polled.set()
        offset = int(given.get("offset", 0))
        while self._waiting and self._waiting[0]["update_id"] < offset:
            self._waiting.popleft()
        if not self._waiting and int(given.get("timeout", 0)):
            self._more.clear()
            await self._more.wait()
        return [update for update, _ in zip(self._waiting, range(_BATCH), strict=False)]

    async def _answered(self, given: dict[str, str]) -> Any:
        self._awaited -= 1
        if self._left:
            self._write(int(given["chat_id"]))
        if not self._awaited:
            self._done.set()
        if "text" not in given:
            return True
        chat = {"id": int(given["chat_id"]), "type": "private", "first_name": "P"}
        return {"message_id": 1, "date": int(time.time()), "chat": chat, "from": _ME, "text": given["text"]}


def _other(method: str) -> Callable[[dict[str, str]], Awaitable[Any]]:
    async def answer(_: dict[str, str]) -> Any:
        return {"getMe": _ME, "getMyCommands": []}.get(method, True)

    return answer
