"""What many tests begin with: a store on a file of its own, a clock that stands, and people."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from core.memory import Memory
from core.spaces import Actor
from core.storage import Store
from tests.core.fakes import FakeModel, StoppedClock
from tests.core.steps import enter

# How long an example takes depends on the machine; what it must answer does not. The same code gets the same
# examples, so that a failure says something about the change; `explore` looks for faults among new ones.
settings.register_profile("letopis", deadline=None, print_blob=True, derandomize=True)
settings.register_profile("explore", deadline=None, print_blob=True, max_examples=1000)
settings.load_profile("letopis")


@pytest.fixture
def clock() -> StoppedClock:
    """A clock that stands until the test moves it."""
    return StoppedClock()


@pytest.fixture
def model() -> FakeModel:
    """A model that says what the test tells it to."""
    return FakeModel()


@pytest.fixture
def database_file(tmp_path: Path) -> Path:
    """Where the test's database is."""
    return tmp_path / "letopis.db"


@pytest.fixture
def database_url(database_file: Path) -> str:
    """The URL of the test's database."""
    return f"sqlite:///{database_file}"


@pytest.fixture
def store(database_url: str) -> Iterator[Store]:
    """An open store on a new file."""
    store = Store.open(database_url)
    yield store
    store.close()


@pytest.fixture
def memory(store: Store, clock: StoppedClock) -> Memory:
    """The use cases on the store."""
    return Memory.on(store, clock)


@pytest.fixture
async def owner(memory: Memory) -> Actor:
    """`owner` in their private chat."""
    return await enter(memory, "owner")


@pytest.fixture
async def admin(memory: Memory) -> Actor:
    """`owner` in the group `team`, its administrator."""
    return await enter(memory, "owner", "team")


@pytest.fixture
async def alice(memory: Memory) -> Actor:
    """`alice`, a member of the group `team`."""
    return await enter(memory, "alice", "team")


@pytest.fixture
async def bob(memory: Memory) -> Actor:
    """`bob`, a member of the group `team`."""
    return await enter(memory, "bob", "team")
