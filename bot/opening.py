"""The composition root of the command line: the use cases on the database of the settings."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import NamedTuple

from bot.clock import SystemClock
from bot.models import model_of
from bot.settings import Settings
from core.guard import as_kept
from core.memory import Memory
from core.ports import Clock
from core.storage import Store


class Opened(NamedTuple):
    """An open database and what can be done with it."""

    store: Store
    memory: Memory


@contextmanager
def opened(settings: Settings, *, make: bool = True) -> Iterator[Opened]:
    """The database, open as long as the context lasts. `StorageError` where it cannot be used.

    Where there is none, one is made, or else that is such an error too.
    """
    store = Store.open(settings.database_url, settings.index_memory_mb << 20, make=make)
    try:
        yield Opened(store, memory_on(store, SystemClock(), settings))
    finally:
        store.close()


def memory_on(store: Store, clock: Clock, settings: Settings, pause: timedelta = timedelta()) -> Memory:
    """The use cases on a store, with the model of the settings; chat messages are judged after `pause`."""
    model = model_of(settings, clock, as_kept)
    return Memory.on(
        store, clock, model=model, similar=settings.archivist_similar, pause=pause, quiet=settings.quiet
    )
