"""A model's server on loopback: OpenAI's chat completions, GigaChat's beside them, and all that can go wrong.

    async with serving() as server:
        server.next(status(429, retry_after="1"))

What is handed to `next` answers the calls that come, one each; then `verdict` does.
"""

import asyncio
import base64
import json
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from aiohttp import web
from aiohttp.test_utils import TestServer

KEY = base64.b64encode(b"client:secret").decode()
SCOPE = "GIGACHAT_API_PERS"
Fault = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(frozen=True)
class Asked:
    """A call as it came."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]

    @property
    def data(self) -> dict[str, Any]:
        """What the user's message carries."""
        data: dict[str, Any] = json.loads(self.body["messages"][-1]["content"])
        return data

    @property
    def candidates(self) -> list[dict[str, str]]:
        """The older records."""
        candidates: list[dict[str, str]] = self.data["candidates"]
        return candidates


def creates(_: Asked) -> object:
    """Every record is a fact of its own."""
    return {"reason": "nothing like it", "decision": "CREATE", "targets": [], "links": [], "fact_key": None}


@dataclass
class ModelServer:
    """What it was asked, and what it says."""

    port: int = 0
    verdict: Callable[[Asked], object] = creates
    """What is said: a text as it is, else as JSON."""
    asked: list[Asked] = field(default_factory=list)
    tokens: list[str] = field(default_factory=list)
    """Tokens that GigaChat's side has given out."""
    valid: set[str] = field(default_factory=set)
    """Those that it accepts."""
    token_life: float = 1800.0
    knows_formats: bool = True
    _faults: deque[Fault] = field(default_factory=deque)
    _oauth_faults: deque[Fault] = field(default_factory=deque)
    _clock: Callable[[], float] = lambda: 0.0

    @property
    def origin(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"

    def next(self, *faults: Fault) -> None:
        """Let these answer the next calls."""
        self._faults.extend(faults)

    def behave(self) -> None:
        """Let nothing of that befall the calls to come."""
        self._faults.clear()
        self._oauth_faults.clear()

    def next_oauth(self, *faults: Fault) -> None:
        """Let these answer the next requests for a token."""
        self._oauth_faults.extend(faults)

    def tell_time(self, clock: Callable[[], float]) -> None:
        """Date tokens by this clock, in seconds since 1970."""
        self._clock = clock

    async def complete(self, request: web.Request) -> web.StreamResponse:
        """A chat completion."""
        self.asked.append(Asked(request.path, dict(request.headers), await request.json()))
        if self._faults:
            return await self._faults.popleft()(request)
        if not self.knows_formats and "response_format" in self.asked[-1].body:
            return web.json_response({"error": {"message": "unknown field response_format"}}, status=400)
        said = self.verdict(self.asked[-1])
        return completion(said if isinstance(said, str) else json.dumps(said, ensure_ascii=False))

    async def complete_with_token(self, request: web.Request) -> web.StreamResponse:
        """The same, for those who show a token."""
        token = request.headers.get("Authorization", "").removeprefix("Bearer ")
        if token not in self.valid:
            return web.json_response({"status": 401, "message": "Unauthorized"}, status=401)
        return await self.complete(request)

    async def oauth(self, request: web.Request) -> web.StreamResponse:
        """A token, for those who show the key."""
        if self._oauth_faults:
            return await self._oauth_faults.popleft()(request)
        form = await request.post()
        UUID(request.headers["RqUID"])
        if request.headers.get("Authorization") != f"Basic {KEY}" or form.get("scope") != SCOPE:
            return web.json_response({"code": 4, "message": "Can't decode the header"}, status=401)
        token = f"token-{len(self.tokens) + 1}"
        self.tokens.append(token)
        self.valid.add(token)
        expires = int(1000 * (self._clock() + self.token_life))
        return web.json_response({"access_token": token, "expires_at": expires})

    async def models(self, request: web.Request) -> web.StreamResponse:
        """What models there are."""
        return web.json_response({"object": "list", "data": []})


def completion(text: str) -> web.Response:
    """An answer as OpenAI and GigaChat give it."""
    message = {"role": "assistant", "content": text}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    body = {"choices": [choice], "created": 1, "model": "m", "object": "chat.completion", "usage": usage}
    return web.json_response(body)


def says(text: str) -> Fault:
    """A completion with this text."""

    async def answer(_: web.Request) -> web.StreamResponse:
        return completion(text)

    return answer


def status(code: int, retry_after: str | None = None) -> Fault:
    """An error of HTTP's."""

    async def answer(_: web.Request) -> web.StreamResponse:
        headers = {} if retry_after is None else {"Retry-After": retry_after}
        return web.json_response({"error": {"message": "no"}}, status=code, headers=headers)

    return answer


def body(text: str) -> Fault:
    """A whole body that is no completion."""

    async def answer(_: web.Request) -> web.StreamResponse:
        return web.Response(text=text)

    return answer


async def silent(_: web.Request) -> web.StreamResponse:
    """No answer, ever."""
    await asyncio.Event().wait()
    raise AssertionError


async def hangs_up(request: web.Request) -> web.StreamResponse:
    """The connection is closed without a word."""
    assert request.transport is not None
    request.transport.abort()
    return web.Response()


async def truncated(request: web.Request) -> web.StreamResponse:
    """Less than was announced."""
    response = web.StreamResponse(headers={"Content-Length": "1000"})
    await response.prepare(request)
    await response.write(b'{"choices": [{"message"')
    assert request.transport is not None
    request.transport.close()
    return response


async def huge(request: web.Request) -> web.StreamResponse:
    """More than anybody would read."""
    response = web.StreamResponse()
    await response.prepare(request)
    try:
        for _ in range(1_000):
            await response.write(b" " * 65_536)
    except ConnectionError:
        # The other side has had enough.
        return response
    return response


@asynccontextmanager
async def serving() -> AsyncIterator[ModelServer]:
    """A server for as long as the context lasts."""
    server = ModelServer()
    app = web.Application(client_max_size=1 << 24)
    app.router.add_post("/v1/chat/completions", server.complete)
    app.router.add_get("/v1/models", server.models)
    app.router.add_post("/api/v1/chat/completions", server.complete_with_token)
    app.router.add_get("/api/v1/models", server.models)
    app.router.add_post("/api/v2/oauth", server.oauth)
    async with TestServer(app, host="127.0.0.1", shutdown_timeout=0.0) as running:
        assert running.port is not None
        server.port = running.port
        yield server
