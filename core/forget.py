"""Forgetting and bringing back (SPEC section 3)."""

from dataclasses import dataclass

from core.errors import NotAllowed, NotFound
from core.guard import as_kept
from core.ids import PersonId, RecordId, Ref
from core.ports import Clock
from core.records import Record
from core.rights import may_forget, may_restore
from core.sight import Sight, reader
from core.spaces import Actor
from core.storage import Connection, Store, judgements, records, runs


@dataclass(frozen=True)
class Forget:
    """Take records out of memory; their text is kept for a while, so that a slip can be undone."""

    store: Store
    clock: Clock

    async def by_name(
        self, actor: Actor, name: RecordId | Ref, sight: Sight = Sight.HERE, workspace: str | None = None
    ) -> Record | NotFound | NotAllowed:
        """Forget the record with that id or reference."""

        def run(connection: Connection) -> Record | NotFound | NotAllowed:
            record = _forgettable(connection, actor, name, sight, workspace)
            if isinstance(record, Record):
                self._take_out(connection, record, actor.person.id)
            return record

        return await self.store.write(run)

    async def may(
        self, actor: Actor, name: RecordId | Ref, sight: Sight = Sight.HERE
    ) -> Record | NotFound | NotAllowed:
        """The record, which stays as it is, if the person may forget it."""
        return await self.store.read(lambda connection: _forgettable(connection, actor, name, sight))

    async def by_source(self, actor: Actor, source_id: str, workspace: str) -> list[Record]:
        """Forget all records of a source that the person sees and may forget, possibly none."""

        source, where = as_kept(source_id), as_kept(workspace)

        def run(connection: Connection) -> list[Record]:
            found = records.by_source_id(connection, reader(connection, actor, Sight.HERE), source, where)
            mine = [record for record in found if may_forget(connection, actor.person.id, record)]
            for record in mine:
                self._take_out(connection, record, actor.person.id)
            return mine

        return await self.store.write(run)

    def _take_out(self, connection: Connection, record: Record, person: PersonId) -> None:
        records.forget(connection, record, person, self.clock.now())
        judgements.silence(connection, record.key)


def _forgettable(
    connection: Connection, actor: Actor, name: RecordId | Ref, sight: Sight, workspace: str | None = None
) -> Record | NotFound | NotAllowed:
    record = records.by_name(connection, reader(connection, actor, sight), name)
    if record is None or workspace not in (None, record.workspace):
        return NotFound()
    return record if may_forget(connection, actor.person.id, record) else NotAllowed()


@dataclass(frozen=True)
class Restore:
    """Bring a forgotten record back while its text is still kept."""

    store: Store
    clock: Clock

    async def __call__(
        self, actor: Actor, name: RecordId | Ref, sight: Sight = Sight.HERE
    ) -> Record | NotFound:
        """Restore the record with that id or reference; one that was not forgotten stays as it is.

        Only who forgot it and its author may know that it was there.
        """

        def run(connection: Connection) -> Record | NotFound:
            eyes = reader(connection, actor, sight)
            visible = records.by_name(connection, eyes, name)
            if visible is not None:
                return visible
            forgotten = records.forgotten_by_name(connection, eyes, name)
            if forgotten is None or not may_restore(connection, actor.person.id, forgotten):
                return NotFound()
            self._bring_back(connection, forgotten, actor)
            return forgotten

        return await self.store.write(run)

    async def last(self, actor: Actor, sight: Sight = Sight.HERE) -> Record | NotFound:
        """Restore the record that the person forgot last, among those that they might read."""

        def run(connection: Connection) -> Record | NotFound:
            eyes = reader(connection, actor, sight)
            forgotten = records.last_forgotten_by(connection, eyes, actor.person.id)
            if forgotten is None:
                return NotFound()
            self._bring_back(connection, forgotten, actor)
            return forgotten

        return await self.store.write(run)

    def _bring_back(self, connection: Connection, record: Record, actor: Actor) -> None:
        now = self.clock.now()
        records.restore(connection, record, actor.person.id, now)
        runs.revive(connection, record.key, now)
