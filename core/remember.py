"""Saving (SPEC section 3): a draft becomes a record, in one transaction."""

import secrets
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import groupby

from core.errors import Invalid, KeyReused, NotFound, Refusal
from core.ids import REF_BITS, AudienceId, RecordKey, Ref, WorkspaceId, ref_from_number
from core.ports import Clock
from core.records import Draft, Record, checked, content_hash
from core.runs import Archiving
from core.sight import Sight, reader
from core.spaces import Actor, Space
from core.standing import Snapshot, Standing, alone, standings
from core.storage import Connection, Store, records, runs, spaces


@dataclass(frozen=True)
class Remembered:
    """A saved record and how it stands; `new` is False where this message or key had saved it before."""

    record: Record
    standing: Standing
    new: bool
    redacted: Mapping[str, int] = field(default_factory=dict)
    """What Memory Guard took out of what was to be saved: kinds and their counts."""


@dataclass(frozen=True)
class _Saving:
    """What someone wants saved."""

    actor: Actor
    draft: Draft
    message: int | None
    asked: int | None

    @property
    def is_plain(self) -> bool:
        """Whether nothing that is there has a say in it, but for what the message became before."""
        own = self.draft
        return self.asked is None and not (own.idempotency_key or own.fact_key or own.derived_from)

    def place(self, connection: Connection) -> records.Place:
        """Where it lies, as far as that is there."""
        draft = self.draft
        return records.place_of(
            connection, self.actor.space, draft.workspace, draft.visibility, self.actor.person.id
        )

    def settle(self, connection: Connection) -> tuple[WorkspaceId, AudienceId]:
        """Where it lies, made where it is not there."""
        place, draft = self.place(connection), self.draft
        workspace = place.workspace or spaces.add_workspace(connection, self.actor.space, draft.workspace)
        return workspace, place.audience or records.ensure_audience(
            connection, workspace, draft.visibility, self.actor.person.id
        )

    def as_new(self, workspace: WorkspaceId, audience: AudienceId) -> records.New:
        """What the store is given."""
        space = Space(self.actor.space, self.actor.kind, self.actor.title)
        return records.New(self.draft, space, workspace, audience, self.actor.person)


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
        saving = _Saving(actor, fit.draft, message, asked)
        saved = await self.store.write_together(self._save_all, saving, len(fit.draft.content))
        if isinstance(saved, Remembered) and saved.new and fit.draft.analyze:
            self.archiving.alarm.set(self._run_due(self.clock.now(), message))
        if fit.redacted and isinstance(saved, Remembered):
            return replace(saved, redacted=fit.redacted)
        return saved

    def _save_all(self, connection: Connection, savings: Sequence[_Saving]) -> Iterator[Remembered | Refusal]:
        for is_plain, some in groupby(savings, key=lambda one: one.is_plain):
            together = list(some)
            if is_plain and _are_new(connection, together):
                yield from self._add(connection, together)
            else:
                yield from (self._save_one(connection, one) for one in together)

    def _save_one(self, connection: Connection, one: _Saving) -> Remembered | Refusal:
        known = None if one.message is None else _saved_from(connection, one.actor, one.message)
        if one.message is None or one.asked is None:
            return known or self._save(connection, one)
        if (told := _saved_from(connection, one.actor, one.asked)) is not None:
            return told
        there = known if isinstance(known, Remembered) else None
        saved = there or self._save(connection, one)
        if isinstance(saved, Remembered):
            link = one.actor.space, one.asked, one.actor.person.id, saved.record.key
            records.link_messages(connection, [link])
        return saved

    def _save(self, connection: Connection, one: _Saving) -> Remembered | Refusal:
        actor, draft, key = one.actor, one.draft, one.draft.idempotency_key
        if key is not None and (before := _saved_with(connection, one, key)) is not None:
            return before
        if draft.derived_from and not _sources_visible(connection, actor, draft):
            return NotFound()
        (saved,) = self._add(connection, [one])
        if key is not None:
            digest = content_hash(draft.content)
            place = saved.record.workspace_id
            records.keep_key(connection, actor.person.id, place, key, saved.record.key, digest)
        if saved.record.versioned_key is None and not saved.record.derived_from:
            return saved
        return replace(saved, standing=_standing(connection, actor, saved.record))

    def _add(self, connection: Connection, savings: Sequence[_Saving]) -> list[Remembered]:
        """Save them; how each stands for itself."""
        places: dict[Hashable, tuple[WorkspaceId, AudienceId]] = {}
        new = []
        for one in savings:
            place = one.actor.space, one.draft.workspace, one.draft.visibility, one.actor.person.id
            if place not in places:
                places[place] = one.settle(connection)
            new.append(one.as_new(*places[place]))
        now = self.clock.now()
        added = records.add(connection, new, _random_refs(), now)
        due: dict[RecordKey, datetime] = {}
        messages = []
        for one, record in zip(savings, added, strict=True):
            if one.draft.analyze:
                due[record.key] = self._run_due(now, one.message)
            if one.message is not None:
                messages.append((one.actor.space, one.message, one.actor.person.id, record.key))
        runs.add(connection, due)
        records.link_messages(connection, messages)
        return [Remembered(record, alone(record), new=True) for record in added]

    def _run_due(self, now: datetime, message: int | None) -> datetime:
        return self.archiving.due(now, from_chat=message is not None)


def _are_new(connection: Connection, savings: Sequence[_Saving]) -> bool:
    """Whether none of them is of a message that became a record, nor two of the same."""
    numbers = [(one.actor.space, one.message) for one in savings if one.message is not None]
    if not numbers:
        return True
    return len(set(numbers)) == len(numbers) and not records.is_any_known(connection, numbers)


def _saved_from(connection: Connection, actor: Actor, message: int) -> Remembered | NotFound | None:
    """What the message became, as far as the person may know; None where nothing."""
    known = records.of_message(connection, actor.space, message, actor.person.id)
    for one in known:
        saved = _saved_before(connection, actor, one.key)
        if isinstance(saved, Remembered):
            return saved
    return NotFound() if any(one.author == actor.person.id for one in known) else None


def _saved_with(connection: Connection, one: _Saving, key: str) -> Remembered | Refusal | None:
    """What the person saved with that key before; None where nothing."""
    workspace = one.place(connection).workspace
    keyed = None if workspace is None else records.keyed(connection, one.actor.person.id, workspace, key)
    if keyed is None:
        return None
    record, digest = keyed
    same = digest == content_hash(one.draft.content)
    return _saved_before(connection, one.actor, record) if same else KeyReused()


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
