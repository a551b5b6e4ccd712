"""Saving (SPEC section 3): a draft becomes a record, in one transaction."""

import secrets
from dataclasses import dataclass
from uuid import uuid4

from core.errors import Invalid, KeyReused, NotFound, Refusal
from core.ids import REF_BITS, RecordId, RecordKey, Ref, WorkspaceId, ref_from_number
from core.ports import Clock
from core.records import Draft, Record, checked, content_hash
from core.sight import Sight, reader
from core.spaces import Actor
from core.standing import Standing, standings
from core.storage import Connection, Store, records, spaces


@dataclass(frozen=True)
class Remembered:
    """A saved record and how it stands; `new` is False where this message or key had saved it before."""

    record: Record
    standing: Standing
    new: bool


@dataclass(frozen=True)
class Remember:
    """Save a draft for a person, in the space where they are."""

    store: Store
    clock: Clock

    async def __call__(self, actor: Actor, draft: Draft, message: int | None = None) -> Remembered | Refusal:
        """Save the draft. The answer comes after the commit.

        `message` is the number of the chat message that it comes from: the same message never makes a second
        record. Refusals: `Invalid`, `NotFound` (a source of a summary), `KeyReused`.
        """
        fit = checked(draft)
        if isinstance(fit, Invalid):
            return fit
        return await self.store.write(lambda connection: self._save(connection, actor, fit, message))

    def _save(
        self, connection: Connection, actor: Actor, draft: Draft, message: int | None
    ) -> Remembered | Refusal:
        if message is not None and (known := records.by_message(connection, actor.space, message)):
            return self._answer(connection, actor, known, new=False)
        workspace = spaces.find_workspace(connection, actor.space, draft.workspace)
        if workspace is not None and draft.idempotency_key is not None:
            keyed = records.keyed(connection, actor.person.id, workspace, draft.idempotency_key)
            if keyed is not None:
                return self._keyed(connection, actor, draft, *keyed)
        if draft.derived_from and not self._sources_visible(connection, actor, draft):
            return NotFound()
        return self._add(connection, actor, draft, message, workspace)

    def _add(
        self,
        connection: Connection,
        actor: Actor,
        draft: Draft,
        message: int | None,
        workspace: WorkspaceId | None,
    ) -> Remembered:
        if workspace is None:
            workspace = spaces.ensure_workspace(connection, actor.space, draft.workspace)
        key = records.add(
            connection,
            draft,
            workspace=workspace,
            author=actor.person.id,
            record_id=RecordId(str(uuid4())),
            ref=_free_ref(connection),
            now=self.clock.now(),
        )
        if message is not None:
            records.link_message(connection, actor.space, message, key)
        if draft.idempotency_key is not None:
            digest = content_hash(draft.content)
            records.keep_key(connection, actor.person.id, workspace, draft.idempotency_key, key, digest)
        return self._answer(connection, actor, key, new=True)

    def _keyed(
        self, connection: Connection, actor: Actor, draft: Draft, key: RecordKey, digest: str
    ) -> Remembered | KeyReused | NotFound:
        if digest != content_hash(draft.content):
            return KeyReused()
        if records.is_forgotten(connection, key):
            return NotFound()
        return self._answer(connection, actor, key, new=False)

    def _sources_visible(self, connection: Connection, actor: Actor, draft: Draft) -> bool:
        seen = records.by_ids(connection, reader(connection, actor, Sight.HERE), draft.derived_from)
        return set(draft.derived_from) <= seen.keys()

    def _answer(self, connection: Connection, actor: Actor, key: RecordKey, *, new: bool) -> Remembered:
        record = records.by_key(connection, key)
        own = reader(connection, actor, Sight.HERE, record.workspace)
        return Remembered(record, standings(connection, own, [record])[record.id], new)


def _free_ref(connection: Connection) -> Ref:
    while not records.is_free(connection, ref := ref_from_number(secrets.randbits(REF_BITS))):
        pass
    return ref
