"""A person's word on what is right (SPEC section 3): resolve, unresolve, unmark."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.errors import Invalid, NotFound, Reason, WorkspaceNotActive
from core.ids import RecordId, RecordKey, Ref
from core.ports import Clock
from core.records import EventKind, Record, versioned
from core.sight import Sight, reader
from core.spaces import Actor
from core.standing import Snapshot, Standing, standings
from core.storage import Connection, Store, judgements, records
from core.storage.records import Reader

Judged = tuple[Record, Standing]
"""A record and how it stands now."""


@dataclass(frozen=True)
class Resolve:
    """Keep one record and retire others. Any member may; it is in the history and can be undone."""

    store: Store
    clock: Clock

    async def by_key(
        self, actor: Actor, fact_key: str, keep: RecordId | Ref, workspace: str, sight: Sight = Sight.HERE
    ) -> list[Judged] | NotFound | WorkspaceNotActive | Invalid:
        """Keep one of the unretired versions of a fact that the person sees."""

        def run(connection: Connection) -> list[Judged] | NotFound | WorkspaceNotActive | Invalid:
            eyes = reader(connection, actor, sight)
            if workspace not in eyes.workspaces.values():
                return WorkspaceNotActive(workspace)
            kept = records.by_name(connection, eyes, keep)
            if kept is None or kept.workspace != workspace or versioned(kept.fact_key) != fact_key:
                return NotFound()
            concerned = Snapshot(connection, eyes).versions(kept)
            if kept not in concerned:
                return NotFound()
            return self._keep(connection, actor, eyes, kept, concerned)

        return await self.store.write(run)

    async def for_record(
        self, actor: Actor, keep: RecordId | Ref, sight: Sight = Sight.HERE
    ) -> list[Judged] | NotFound:
        """Keep one record, and retire the other unretired versions of its fact that the person sees."""

        def run(connection: Connection) -> list[Judged] | NotFound:
            eyes = reader(connection, actor, sight)
            kept = records.by_name(connection, eyes, keep)
            concerned = [] if kept is None else Snapshot(connection, eyes).versions(kept)
            if kept is None or not concerned:
                return NotFound()
            return self._keep(connection, actor, eyes, kept, concerned)

        return await self.store.write(run)

    async def among(
        self, actor: Actor, names: Sequence[RecordId | Ref], keep: RecordId | Ref, sight: Sight = Sight.HERE
    ) -> list[Judged] | NotFound | Invalid:
        """Keep one of the named records of one workspace."""

        def run(connection: Connection) -> list[Judged] | NotFound | Invalid:
            eyes = reader(connection, actor, sight)
            found = [records.by_name(connection, eyes, name) for name in names]
            kept = records.by_name(connection, eyes, keep)
            concerned = [record for record in found if record is not None]
            if kept is None or len(concerned) < len(found):
                return NotFound()
            if kept not in concerned:
                return Invalid("keep", Reason.RANGE, "one of `memory_ids`")
            if len({record.workspace_id for record in concerned}) > 1:
                return Invalid("memory_ids", Reason.RANGE, "records of one workspace")
            return self._keep(connection, actor, eyes, kept, concerned)

        return await self.store.write(run)

    async def undo(self, actor: Actor, name: RecordId | Ref, sight: Sight = Sight.HERE) -> Judged | NotFound:
        """Bring a retired record back, for a person who sees both; any other record stays as it is."""

        def run(connection: Connection) -> Judged | NotFound:
            eyes = reader(connection, actor, sight)
            record = records.by_name(connection, eyes, name)
            if record is None:
                return NotFound()
            kept_id = judgements.retired(connection, eyes, [record.key]).get(record.key)
            kept = None if kept_id is None else records.by_name(connection, eyes, kept_id)
            if kept is not None:
                judgements.bring_back(connection, record.key)
                self._note(connection, record.key, EventKind.BROUGHT_BACK, actor, kept.key)
            return _judged(connection, eyes, [record])[0]

        return await self.store.write(run)

    def _keep(
        self, connection: Connection, actor: Actor, eyes: Reader, kept: Record, concerned: Sequence[Record]
    ) -> list[Judged]:
        now = self.clock.now()
        judgements.bring_back(connection, kept.key)
        for record in concerned:
            if record.key != kept.key:
                judgements.retire(connection, record.key, kept.key, actor.person.id, now)
                self._note(connection, record.key, EventKind.RETIRED, actor, kept.key)
        return _judged(connection, eyes, concerned)

    def _note(
        self, connection: Connection, record: RecordKey, kind: EventKind, actor: Actor, other: RecordKey
    ) -> None:
        records.add_event(connection, record, kind, actor.person.id, self.clock.now(), other)


@dataclass(frozen=True)
class Unmark:
    """Take the archivist's marks off a record."""

    store: Store
    clock: Clock

    async def __call__(
        self, actor: Actor, name: RecordId | Ref, sight: Sight = Sight.HERE
    ) -> Judged | NotFound:
        """Take off the marks whose cause the person sees, with the links that came with them."""

        def run(connection: Connection) -> Judged | NotFound:
            eyes = reader(connection, actor, sight)
            record = records.by_name(connection, eyes, name)
            if record is None:
                return NotFound()
            for cause in judgements.causes_of(connection, eyes, record.key):
                judgements.drop_marks(connection, record.key, [cause])
                records.add_event(
                    connection, record.key, EventKind.UNMARKED, actor.person.id, self.clock.now(), cause
                )
            return _judged(connection, eyes, [record])[0]

        return await self.store.write(run)


def _judged(connection: Connection, eyes: Reader, concerned: Sequence[Record]) -> list[Judged]:
    standing = standings(Snapshot(connection, eyes), concerned)
    return [(record, standing[record.id]) for record in concerned]
