"""A memory of its own for each test, and the protocol of `letopis call` over it."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.clock import SystemClock
from core.memory import Memory
from core.storage import Store
from tests.tools.protocol import Tools


@pytest.fixture
def tools(tmp_path: Path) -> Iterator[Tools]:
    """The tools, on a new database."""
    store = Store.open(f"sqlite:///{tmp_path}/letopis.db")
    with asyncio.Runner() as runner:
        yield Tools(Memory.on(store, SystemClock()), runner)
    store.close()
