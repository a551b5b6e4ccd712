"""A server, and what asks it."""

from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from core.llm.http import Patience, Server
from core.llm.language_model import LanguageModel
from core.llm.openai_compatible import OpenAICompatible
from tests.core.fakes import StoppedClock
from tests.llm.server import ModelServer, serving

HASTY = Patience(attempt=1.0, total=30.0)
"""A server that is silent is soon given up; one that answers takes a hundredth of it, under load a fifth."""


@pytest.fixture
async def server() -> AsyncIterator[ModelServer]:
    """A model's server."""
    async with serving() as server:
        yield server


@pytest.fixture
def pauses() -> list[float]:
    """How long was waited between tries, in seconds."""
    return []


@pytest.fixture
def sleep(clock: StoppedClock, pauses: list[float]) -> Callable[[float], Awaitable[None]]:
    """Waits by moving the clock on."""

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        clock.advance(seconds=seconds)

    return sleep


@pytest.fixture
async def http(clock: StoppedClock, sleep: Callable[[float], Awaitable[None]]) -> AsyncIterator[Server]:
    """Our side of the wire."""
    http = Server(clock, patience=HASTY, sleep=sleep)
    yield http
    await http.close()


@pytest.fixture
def model(server: ModelServer, http: Server) -> LanguageModel:
    """A model behind an OpenAI-compatible server."""
    return LanguageModel(OpenAICompatible(http, f"{server.origin}/v1", "small", "sk-test"), lambda text: text)
