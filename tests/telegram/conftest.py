"""The server itself under test: called by aiogram's own client, and by hand."""

from collections.abc import AsyncIterator, Awaitable
from typing import Any, Protocol

import pytest
from aiogram import Bot
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiohttp import ClientSession

from tests.telegram.fixtures import telegram
from tests.telegram.schema import Json
from tests.telegram.server import Server

__all__ = ["Api", "telegram"]


class Api(Protocol):
    """Calls a method with parameters as JSON; the body of the answer."""

    def __call__(self, method: str, /, **parameters: Any) -> Awaitable[Json]: ...


@pytest.fixture
async def bot(telegram: Server) -> AsyncIterator[Bot]:
    """A bot of aiogram's, pointed at the server."""
    session = AiohttpSession(api=TelegramAPIServer.from_base(telegram.url))
    yield Bot(telegram.token, session=session)
    # Its own `close` waits a quarter of a second for TLS, which there is none of here.
    await (await session.create_session()).close()


@pytest.fixture
async def client() -> AsyncIterator[ClientSession]:
    """Plain HTTP."""
    async with ClientSession() as session:
        yield session


@pytest.fixture
def api(telegram: Server, client: ClientSession) -> Api:
    """Bare calls."""

    async def call(method: str, /, **parameters: Any) -> Json:
        async with client.post(f"{telegram.url}/bot{telegram.token}/{method}", json=parameters) as answer:
            body: Json = await answer.json()
            assert answer.status == body.get("error_code", 200)
            return body

    return call
