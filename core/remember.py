"""Saving (SPEC section 3): a draft becomes a record, in one transaction."""

import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from uuid import uuid4

from core.errors import Invalid, KeyReused, NotFound, Refusal
from core.ids import REF_BITS, RecordId, RecordKey, Ref, ref_from_number
from core.ports import Clock
from core.records import Draft, Record, checked, content_hash
from core.runs import Archiving
from core.sight import Sight, reader
from core.spaces import Actor, Space
from core.standing import Snapshot, Standing, alone, standings
from core.storage import Connection, Store, records, runs, spaces, word_tables


@dataclass(frozen=True)
class Remembered:
    """A saved record and how it stands; `new` is False where this message or key had saved it before."""

    record: Record
    standing: Standing
    new: bool
    redacted: Mapping[str, int] = field(default_factory=dict)
    """What Memory Guard took out of what was to be saved: kinds and their counts."""


@dataclass(frozen=True)
class Remember:
    """Save a draft for a person, in the space where they are."""

    store: Store
    clock: Clock
    archiving: Archiving

    async def __call__(
        self, actor: Actor, draft: Draft, message: int | None = None, asked: int | None = None
    ) -> Remembered | Refusal:
        """Save the draft. The answer comes after the commit.

        `message` is the number of the chat message that it comes from: the same message never makes a second
        record, but for someone who may not know of the first. `asked` is the number of another message, which
        tells to keep that one: what the person saved of it and forgot, it keeps anew, but once, however often
        it comes. Refusals: `Invalid`, `KeyReused`, and `NotFound` for a source of a summary, and for what the
        person saved before with this message or key, where they see it no more.
        """
        if not actor.archivist:
            draft = replace(draft, analyze=False)
        fit = checked(draft)
        if isinstance(fit, Invalid):
            return fit
        words = word_tables.words_of(fit.draft.content, fit.draft.source)

        def run(connection: Connection) -> Remembered | Refusal:
            known = None if message is None else _saved_from(connection, actor, message)
            if message is None or asked is None:
                return known or self._save(connection, actor, fit.draft, words, message)
            if (told := _saved_from(connection, actor, asked)) is not None:
                return told
            there = known if isinstance(known, Remembered) else None
            saved = there or self._save(connection, actor, fit.draft, words, message)
            if isinstance(saved, Remembered):
                records.link_message(connection, actor.space, asked, actor.person.id, saved.record.key)
            return saved

        saved = await self.store.write(run)
        if isinstance(saved, Remembered) and saved.new and fit.draft.analyze:
            self.archiving.alarm.set(self._run_due(message))
        return replace(saved, redacted=fit.redacted) if isinstance(saved, Remembered) else saved

    def _save(
        self, connection: Connection, actor: Actor, draft: Draft, words: str, message: int | None
    ) -> Remembered | Refusal:
        place = records.place_of(connection, actor.space, draft.workspace, draft.visibility, actor.person.id)
        if place.workspace is not None and draft.idempotency_key is not None:
            keyed = records.keyed(connection, actor.person.id, place.workspace, draft.idempotency_key)
            if keyed is not None:
                key, digest = keyed
                same = digest == content_hash(draft.content)
                return _saved_before(connection, actor, key) if same else KeyReused()
        if draft.derived_from and not _sources_visible(connection, actor, draft):
            return NotFound()
        return self._add(connection, actor, draft, words, message, place)

    def _add(
        self,
        connection: Connection,
        actor: Actor,
        draft: Draft,
        words: str,
        message: int | None,
        place: records.Place,
    ) -> Remembered:
        workspace = place.workspace or spaces.add_workspace(connection, actor.space, draft.workspace)
        record = records.add(
            connection,
            draft,
            words,
            space=Space(actor.space, actor.kind, actor.title),
            workspace=workspace,
            audience=place.audience,
            author=actor.person,
            record_id=RecordId(str(uuid4())),
            refs=_random_refs(),
            now=self.clock.now(),
        )
        if draft.analyze:
            runs.add(connection, record.key, self._run_due(message))
        if message is not None:
            records.link_message(connection, actor.space, message, actor.person.id, record.key)
        if draft.idempotency_key is not None:
            digest = content_hash(draft.content)
            records.keep_key(
                connection, actor.person.id, workspace, draft.idempotency_key, record.key, digest
            )
        if record.versioned_key is None and not record.derived_from:
            return Remembered(record, alone(record), new=True)
        return Remembered(record, _standing(connection, actor, record), new=True)

    def _run_due(self, message: int | None) -> datetime:
        return self.archiving.due(self.clock.now(), from_chat=message is not None)


def _saved_from(connection: Connection, actor: Actor, message: int) -> Remembered | NotFound | None:
    """What the message became, as far as the person may know; None where nothing."""
    known = records.of_message(connection, actor.space, message, actor.person.id)
    for one in known:
        saved = _saved_before(connection, actor, one.key)
        if isinstance(saved, Remembered):
            return saved
    return NotFound() if any(one.author == actor.person.id for one in known) else None


def _saved_before(connection: Connection, actor: Actor, key: RecordKey) -> Remembered | NotFound:
    """What was saved before, if it is not hidden from the person, nor forgotten."""
    record = records.by_key(connection, reader(connection, actor, Sight.HERE), key)
    if record is None:
        return NotFound()
    return Remembered(record, _standing(connection, actor, record), new=False)


def _standing(connection: Connection, actor: Actor, record: Record) -> Standing:
    snapshot = Snapshot(connection, reader(connection, actor, Sight.HERE))
    return standings(snapshot, [record])[record.id]


def _sources_visible(connection: Connection, actor: Actor, draft: Draft) -> bool:
    seen = records.by_ids(connection, reader(connection, actor, Sight.HERE), draft.derived_from)
    return set(draft.derived_from) <= seen.keys()


def _random_refs() -> Iterator[Ref]:
    while True:
        yield ref_from_number(secrets.randbits(REF_BITS))
