"""What must be done from time to time, with or without a chat."""

from dataclasses import dataclass

from core.lookups import LOOKUP_LIFE
from core.ports import Clock
from core.storage import Connection, Store, index, lookups, records, spaces


@dataclass(frozen=True)
class Tidied:
    """What a round of tidying took away."""

    lookups: int
    changes: int


@dataclass(frozen=True)
class Counts:
    """How much there is in the database."""

    records: int
    forgotten: int
    people: int
    spaces: int


@dataclass(frozen=True)
class Housekeeping:
    """Tidy, count, and make the index anew."""

    store: Store
    clock: Clock

    async def tidy(self) -> Tidied:
        """Drop what nobody can use any more."""
        before = self.clock.now() - LOOKUP_LIFE

        def run(connection: Connection) -> Tidied:
            return Tidied(lookups.drop_before(connection, before), index.drop_old_changes(connection))

        return await self.store.write(run)

    async def counts(self) -> Counts:
        """Count, so that an empty database is noticed at start."""
        return await self.store.read(
            lambda connection: Counts(*records.count(connection), *spaces.counts(connection))
        )

    async def rebuild_index(self) -> int:
        """Make the word index anew from the records; how many were indexed."""
        return await self.store.write(index.rebuild)

    async def index_is_current(self) -> bool:
        """Whether the word index was made by this release's word rules."""
        return await self.store.read(index.is_current)
