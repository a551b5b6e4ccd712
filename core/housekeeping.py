"""What must be done from time to time, with or without a chat."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import partial

from core.lookups import LOOKUP_LIFE
from core.ports import Clock
from core.storage import Connection, Store, index, lookups, records, renewal, spaces, wiping, word_tables

KEPT_AFTER_FORGETTING = timedelta(days=30)
"""How long the text of a forgotten record is kept, so that a slip can be undone (SPEC section 3)."""


@dataclass(frozen=True)
class Tidied:
    """What a round of tidying took away."""

    lookups: int
    changes: int
    wiped: int


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
        """Drop what nobody can use any more, and let the index take less room."""
        before = self.clock.now() - LOOKUP_LIFE

        def run(connection: Connection) -> Tidied:
            return Tidied(lookups.drop_before(connection, before), index.drop_old_changes(connection), wiped)

        wiped = await self._wipe_and_merge()
        return await self.store.write(run)

    async def _wipe_and_merge(self) -> int:
        """Wipe what was forgotten long ago, in small steps, down to the last page of the file; how many."""
        now = self.clock.now()
        wiped = 0
        while some := await self.store.write(
            lambda connection: wiping.wipe_forgotten_before(connection, now - KEPT_AFTER_FORGETTING, now)
        ):
            wiped += some
        await self.store.index_new()
        # What an earlier round that was cut short has left is done with the rest.
        before, through = await self.store.read(
            lambda connection: (word_tables.state(connection), wiping.last_event(connection))
        )
        if before.holds_wiped:
            await self.store.write(renewal.clear_up)
        await self.store.write(partial(word_tables.begin_merge, whole=before.holds_wiped))
        while await self.store.write(word_tables.merge_more):
            pass
        if before.holds_wiped and await self.store.checkpoint() and before.is_settled:
            await self.store.write(partial(wiping.note_gone, through=through))
        return wiped

    async def counts(self) -> Counts:
        """Count, so that an empty database is noticed at start."""
        return await self.store.read(
            lambda connection: Counts(*records.count(connection), *spaces.counts(connection))
        )

    async def rebuild_index(self, told: Callable[[int], None] = lambda _: None) -> int:
        """Make the word index anew from the records, while it is in use; how many were indexed.

        `told` is told after every step how many were so far.
        """
        await self.store.write(lambda connection: renewal.begin(connection, anew=True))
        return await self._renew(told)

    async def renew_index(self, told: Callable[[int], None] = lambda _: None) -> int | None:
        """The same where other word rules made it, going on with what was begun; else None."""
        if await self.index_is_current():
            return None
        await self.store.write(lambda connection: renewal.begin(connection, anew=False))
        return await self._renew(told)

    async def _renew(self, told: Callable[[int], None]) -> int:
        done = 0
        while (step := await self.store.read(renewal.next_step)) is not None:
            done += await self.store.write(partial(renewal.take, step=step))
            told(done)
        await self.store.write(renewal.clear_up)
        return done

    async def index_is_current(self) -> bool:
        """Whether the word index was made by this release's word rules."""
        return await self.store.read(lambda connection: word_tables.state(connection).is_current)
