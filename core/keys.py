"""Keys and scopes as people type them: each keeps one spelling."""

from dataclasses import dataclass

from core.records import is_storable, versioned
from core.sight import Sight, reader
from core.spaces import Actor
from core.storage import Connection, Store, known
from core.words import normalise


@dataclass(frozen=True)
class Keys:
    """The keys of facts, and the scopes, that are known already."""

    store: Store

    async def as_known(self, actor: Actor, key: str, workspace: str = "default") -> str:
        """The key as the latest record has it that differs from it in case and width alone, if any does.

        To programs these are keys of their own (SPEC section 5); a person who types one means the other. Only
        records count that all members of the space may read. A broken text is left for saving to refuse.
        """
        if not is_storable(key):
            return key
        wanted = normalise(key)

        def run(connection: Connection) -> str:
            here = reader(connection, actor, Sight.FOR_ALL).within(workspace)
            if known.is_key(connection, here, key):
                return key
            keys = filter(versioned, known.keys(connection, here))
            return next((one for one in keys if normalise(one) == wanted), key)

        return await self.store.read(run)

    async def scope_as_known(self, actor: Actor, scope: str, workspace: str = "default") -> str:
        """The same of a scope."""
        if not is_storable(scope):
            return scope

        def run(connection: Connection) -> str:
            here = reader(connection, actor, Sight.FOR_ALL).within(workspace)
            spellings = known.spellings(connection, here.workspaces, scope)
            latest = {one: known.latest_in_scope(connection, here, one) for one in spellings}
            in_use = {one: seq for one, seq in latest.items() if seq is not None}
            return scope if scope in in_use else max(in_use, key=in_use.__getitem__, default=scope)

        return await self.store.read(run)
