"""Checking all records of one source at once (SPEC section 3, validate_memory)."""

from dataclasses import dataclass

from core.errors import WorkspaceNotActive
from core.guard import as_kept
from core.ids import RecordId
from core.marks import is_outdated
from core.sight import Sight, reader
from core.spaces import Actor
from core.standing import Snapshot, standings
from core.status import source_moved_on
from core.storage import Connection, Store, records


@dataclass(frozen=True)
class Validation:
    """How the records of a source stand; a record can be both stale and in conflict."""

    checked: tuple[RecordId, ...]
    stale: tuple[RecordId, ...]
    conflict: tuple[RecordId, ...]


@dataclass(frozen=True)
class Validate:
    """Check a source."""

    store: Store

    async def __call__(
        self,
        actor: Actor,
        source_id: str,
        current_source_hash: str | None,
        workspace: str = "default",
        scope: str | None = None,
        sight: Sight = Sight.HERE,
    ) -> Validation | WorkspaceNotActive:
        """Which of its visible records are stale (hash differs, marked or retired), and which conflict."""

        source_id, workspace = as_kept(source_id), as_kept(workspace)
        scope = None if scope is None else as_kept(scope)

        def run(connection: Connection) -> Validation | WorkspaceNotActive:
            eyes = reader(connection, actor, sight)
            if workspace not in eyes.workspaces.values():
                return WorkspaceNotActive(workspace)
            found = [
                record
                for record in records.by_source_id(connection, eyes, source_id, workspace)
                if scope is None or record.scope == scope
            ]
            standing = standings(Snapshot(connection, eyes), found)
            stale = [
                record.id
                for record in found
                if source_moved_on(record, current_source_hash)
                or is_outdated(standing[record.id].marks)
                or standing[record.id].retired_for is not None
            ]
            conflict = [record.id for record in found if standing[record.id].contradicts]
            return Validation(tuple(record.id for record in found), tuple(stale), tuple(conflict))

        return await self.store.read(run)
