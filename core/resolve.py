"""A person's word on what is right (SPEC section 3): resolve, unresolve, unmark."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.errors import Invalid, NotFound, Reason, WorkspaceNotActive
from core.guard import as_kept
from core.ids import RecordId, RecordKey, Ref
from core.ports import Clock
from core.records import EventKind, Record, versioned
from core.sight import Sight, reader
from core.spaces import Actor
from core.standing import Snapshot, Standing, standings
from core.storage import Connection, Store, judgements, records, settled
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
        """Keep one version of a fact, and retire the other unretired ones that the person sees."""
        fact_key, workspace = as_kept(fact_key), as_kept(workspace)

        def run(connection: Connection) -> list[Judged] | NotFound | WorkspaceNotActive | Invalid:
            eyes = reader(connection, actor, sight)
            if workspace not in eyes.workspaces.values():
                return WorkspaceNotActive(workspace)
            kept = records.by_name(connection, eyes, keep)
            if kept is None:
                return NotFound()
            if kept.workspace != workspace or versioned(kept.fact_key) != fact_key:
                return Invalid("keep", Reason.RANGE, "a version of `fact_key` in `workspace`")
            return self._keep(connection, actor, eyes, kept, _versions_and(kept, connection, eyes))

        return await self.store.write(run)

    async def for_record(
        self, actor: Actor, keep: RecordId | Ref, sight: Sight = Sight.HERE
    ) -> list[Judged] | NotFound:
        """Keep one record, and retire the other unretired versions of its fact that the person sees."""

        def run(connection: Connection) -> list[Judged] | NotFound:
            eyes = reader(connection, actor, sight)
            kept = records.by_name(connection, eyes, keep)
            if kept is None or kept.versioned_key is None:
                return NotFound()
            return self._keep(connection, actor, eyes, kept, _versions_and(kept, connection, eyes))

        return await self.store.write(run)

    async def among(
        self, actor: Actor, names: Sequence[RecordId | Ref], keep: RecordId | Ref, sight: Sight = Sight.HERE
    ) -> list[Judged] | NotFound | Invalid:
        """Keep one of the named records of one workspace."""

        def run(connection: Connection) -> list[Judged] | NotFound | Invalid:
            eyes = reader(connection, actor, sight)
            concerned = _named(connection, eyes, names)
            kept = records.by_name(connection, eyes, keep)
            if kept is None or isinstance(concerned, NotFound):
                return NotFound()
            if kept not in concerned:
                return Invalid("keep", Reason.RANGE, "one of `memory_ids`")
            if len({record.workspace_id for record in concerned}) > 1:
                return Invalid("memory_ids", Reason.RANGE, "records of one workspace")
            return self._keep(connection, actor, eyes, kept, concerned)

        return await self.store.write(run)

    async def all_right(
        self, actor: Actor, names: Sequence[RecordId | Ref], sight: Sight = Sight.HERE
    ) -> list[Record] | NotFound:
        """Call all of these right: as long as they say the same, nobody is asked about any two of them."""
        return await self._settle(actor, names, sight, settled.call_right)

    async def doubt(
        self, actor: Actor, names: Sequence[RecordId | Ref], sight: Sight = Sight.HERE
    ) -> list[Record] | NotFound:
        """Take back that any two of these are right."""
        return await self._settle(actor, names, sight, settled.take_back)

    async def undo(self, actor: Actor, name: RecordId | Ref, sight: Sight = Sight.HERE) -> Judged | NotFound:
        """Undo the last retirement of a record of which the person sees both; any other stays as it is."""

        def run(connection: Connection) -> Judged | NotFound:
            eyes = reader(connection, actor, sight)
            record = records.by_name(connection, eyes, name)
            if record is None:
                return NotFound()
            for kept in judgements.kept_in_place_of(connection, eyes, record.key)[:1]:
                self._bring_back(connection, record.key, actor, kept)
            return _judged(connection, eyes, [record])[0]

        return await self.store.write(run)

    async def _settle(
        self, actor: Actor, names: Sequence[RecordId | Ref], sight: Sight, settle: settled.Settle
    ) -> list[Record] | NotFound:
        def run(connection: Connection) -> list[Record] | NotFound:
            eyes = reader(connection, actor, sight)
            found = _named(connection, eyes, names)
            if isinstance(found, list):
                keys = [record.key for record in found]
                settle(connection, eyes, keys, actor.person.id, self.clock.now())
            return found

        return await self.store.write(run)

    def _keep(
        self, connection: Connection, actor: Actor, eyes: Reader, kept: Record, concerned: Sequence[Record]
    ) -> list[Judged]:
        now = self.clock.now()
        for before in judgements.kept_in_place_of(connection, eyes, kept.key):
            self._bring_back(connection, kept.key, actor, before)
        for record in concerned:
            if record.key != kept.key:
                judgements.retire(connection, record.key, kept.key, actor.person.id, now)
                records.add_event(connection, record.key, EventKind.RETIRED, actor.person.id, now, kept.key)
        return _judged(connection, eyes, concerned)

    def _bring_back(self, connection: Connection, record: RecordKey, actor: Actor, kept: RecordKey) -> None:
        judgements.bring_back(connection, record, kept)
        now = self.clock.now()
        records.add_event(connection, record, EventKind.BROUGHT_BACK, actor.person.id, now, kept)


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


def _named(connection: Connection, eyes: Reader, names: Sequence[RecordId | Ref]) -> list[Record] | NotFound:
    """The records of these names, each once: one may be named twice, by its id and its reference."""
    found = {name: records.by_name(connection, eyes, name) for name in names}
    visible = {record.key: record for record in found.values() if record is not None}
    return NotFound() if None in found.values() else list(visible.values())


def _versions_and(kept: Record, connection: Connection, eyes: Reader) -> list[Record]:
    """The unretired versions of the record's fact, newest first, and the record, which may be retired."""
    versions = Snapshot(connection, eyes).of_fact(kept)
    return versions if kept in versions else sorted([kept, *versions], key=lambda one: -one.seq)


def _judged(connection: Connection, eyes: Reader, concerned: Sequence[Record]) -> list[Judged]:
    standing = standings(Snapshot(connection, eyes), concerned)
    return [(record, standing[record.id]) for record in concerned]
