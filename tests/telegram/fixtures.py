"""Fixtures for tests that need Telegram: import them into a folder's `conftest.py`."""

from collections.abc import AsyncIterator

import pytest

from tests.telegram.server import Server


@pytest.fixture
async def telegram() -> AsyncIterator[Server]:
    """A server with an empty world and a clock that stands still; the bot must make no mistake on it."""
    server = Server()
    await server.start()
    yield server
    await server.stop()
    server.assert_clean()
