"""Keys as people type them: one fact keeps one spelling."""

from dataclasses import dataclass

from core.records import versioned
from core.sight import Sight, reader
from core.spaces import Actor
from core.storage import Connection, Store, known
from core.words import normalise


@dataclass(frozen=True)
class Keys:
    """The keys of facts that are known already."""

    store: Store

    async def as_known(self, actor: Actor, key: str, workspace: str = "default") -> str:
        """The key as the latest record has it that differs from it in case and width alone, if any does.

        To programs these are keys of their own (SPEC section 5); a person who types one means the other. Only
        records count that all members of the space may read.
        """
        wanted = normalise(key)

        def run(connection: Connection) -> str:
            here = reader(connection, actor, Sight.FOR_ALL).within(workspace)
            if known.is_key(connection, here, key):
                return key
            keys = filter(versioned, known.keys(connection, here))
            return next((one for one in keys if normalise(one) == wanted), key)

        return await self.store.read(run)
