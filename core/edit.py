"""Editing (SPEC section 3): by its author and by administrators, with the earlier content kept."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from enum import Enum
from typing import Any, Final, Literal

from core.errors import Invalid, NotAllowed, NotFound
from core.ids import PersonId, RecordId, Ref
from core.ports import Clock
from core.records import ARCHIVIST_PREFIX, Draft, EventKind, MemoryType, Record, Visibility, checked
from core.rights import may_change
from core.runs import Archiving
from core.sight import Sight, reader
from core.spaces import Actor
from core.standing import Snapshot, standings
from core.storage import Connection, Store, edits, judgements, records, runs, settled, spaces
from core.wording import says_the_same


class _Kept(Enum):
    """The value of what an edit does not touch."""

    KEPT = "kept"


KEPT: Final = _Kept.KEPT
Kept = Literal[_Kept.KEPT]
_TOLD = {"content", "fact_key", "scope"}
"""What a model may be told of a record."""


@dataclass(frozen=True)
class Changes:
    """What an edit sets; whatever is `KEPT` stays."""

    content: str | Kept = KEPT
    fact_key: str | Kept | None = KEPT
    scope: str | Kept = KEPT
    path: str | Kept = KEPT
    memory_type: MemoryType | Kept = KEPT
    visibility: Visibility | Kept = KEPT

    def given(self) -> dict[str, object]:
        """The fields that are set, by name."""
        values = ((field.name, getattr(self, field.name)) for field in fields(self))
        return {name: value for name, value in values if value is not KEPT}

    def differ_from(self, record: Record) -> bool:
        """Whether they would change the record."""
        return any(getattr(record, name) != value for name, value in self.given().items())


@dataclass(frozen=True)
class Edited:
    """A record after a change, and what Memory Guard took out of that change: kinds and their counts."""

    record: Record
    redacted: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Edit:
    """Change a record."""

    store: Store
    clock: Clock
    archiving: Archiving

    async def __call__(
        self, actor: Actor, name: RecordId | Ref, changes: Changes, sight: Sight = Sight.HERE
    ) -> Edited | NotFound | NotAllowed | Invalid:
        """Change the record with that id or reference. Author and administrators may.

        An administrator who makes it another's draft is answered with the record as they leave it.
        """
        fit = _fitting(changes)
        if isinstance(fit, Invalid):
            return fit

        cleaned, redacted = fit

        def run(connection: Connection) -> Edited | NotFound | NotAllowed:
            record = records.by_name(connection, reader(connection, actor, sight), name)
            if record is None:
                return NotFound()
            if not may_change(connection, actor.person.id, record):
                return NotAllowed()
            now = self.clock.now()
            self._apply(connection, record, cleaned, actor.person.id, from_chat=False)
            # Its readers may have changed, and with them who may read it.
            seen = records.by_key(connection, reader(connection, actor, sight), record.key)
            return Edited(seen or _as_left(record, cleaned, now), redacted)

        outcome = await self.store.write(run, len(str(cleaned.given().get("content", ""))))
        self._ring(from_chat=False)
        return outcome

    async def of_another_fact(
        self, actor: Actor, name: RecordId | Ref, sight: Sight = Sight.HERE
    ) -> Edited | NotFound | NotAllowed:
        """Take the key off a record that is right beside those it contradicts. Who may edit it may.

        As long as they say the same, nobody is asked about it and one of them again.
        """

        def run(connection: Connection) -> Edited | NotFound | NotAllowed:
            eyes = reader(connection, actor, sight)
            record = records.by_name(connection, eyes, name)
            if record is None:
                return NotFound()
            if not may_change(connection, actor.person.id, record):
                return NotAllowed()
            standing = standings(Snapshot(connection, eyes), [record])[record.id]
            self._apply(connection, record, Changes(fact_key=None), actor.person.id, from_chat=False)
            for other in standing.contradicts:
                pair = record.key, other.key
                settled.call_right(connection, eyes, pair, actor.person.id, self.clock.now())
            return Edited(replace(record, fact_key=None))

        return await self.store.write(run)

    async def of_message(
        self, actor: Actor, message: int, draft: Draft, *, labels: bool = False
    ) -> Edited | Invalid | None:
        """Let a record follow the message that it comes from, which now says what the draft does.

        With `labels`, the draft's key and scope stand in the message too.

        None where nothing changed: the actor never saved the message, or only told by it to keep another,
        its record is forgotten, or the text is the same (SPEC section 10, TELEGRAM.md rule 6).
        """
        fit = checked(draft)

        def run(connection: Connection) -> Edited | Invalid | None:
            eyes = reader(connection, actor, Sight.HERE)
            known = records.of_message(connection, actor.space, message, actor.person.id)
            own = next((one.key for one in known if one.author == actor.person.id), None)
            record = None if own is None else records.by_key(connection, eyes, own)
            if record is None or not _comes_from(record, actor, draft.source_id):
                return None
            if isinstance(fit, Invalid):
                return fit
            changes = _following(record, fit.draft, labels=labels)
            if record.source_hash == fit.draft.source_hash:
                # The text of the message is as it was: what was edited by hand since stays.
                changes = replace(changes, content=KEPT)
                if not changes.differ_from(record):
                    return None
            self._apply(connection, record, changes, actor.person.id, from_chat=True)
            edits.set_fields(
                connection,
                record.key,
                source_hash=fit.draft.source_hash,
                source_revision=fit.draft.source_revision,
            )
            now = records.by_key(connection, eyes, record.key)
            return None if now is None else Edited(now, fit.redacted)

        outcome = await self.store.write(run, len(draft.content))
        self._ring(from_chat=True)
        return outcome

    def _ring(self, *, from_chat: bool) -> None:
        self.archiving.alarm.set(self.archiving.due(self.clock.now(), from_chat=from_chat))

    def _apply(
        self, connection: Connection, record: Record, changes: Changes, person: PersonId, *, from_chat: bool
    ) -> None:
        """Set what differs, each with what follows from it."""
        now = self.clock.now()
        given = {name: value for name, value in changes.given().items() if getattr(record, name) != value}
        widened = record.visibility is Visibility.AUTHOR and "visibility" in given
        if given.keys() & _TOLD and not spaces.archivist_is_on(connection, record.space.id):
            # As what is saved meanwhile: it never goes to a model, also later.
            edits.set_fields(connection, record.key, analyze=False)
        content = str(given.pop("content", record.content))
        corrected = says_the_same(record.content, content)
        if widened or not corrected:
            runs.queue(connection, record.key, self.archiving.due(now, from_chat=from_chat))
        if content != record.content:
            edits.replace_content(connection, record, content, now, corrected=corrected)
            if not corrected:
                judgements.drop_marks_of(connection, record.key)
            records.add_event(connection, record.key, EventKind.EDITED, person, now)
            record = replace(record, seq=records.seq_of(connection, record.key))
        if (visibility := given.pop("visibility", None)) is not None:
            assert isinstance(visibility, Visibility)
            _show_to(connection, record, visibility)
            records.add_event(connection, record.key, EventKind.VISIBILITY, person, now)
        if given:
            edits.set_labels(connection, record, **given)
            records.add_event(connection, record.key, EventKind.LABELLED, person, now)


def _comes_from(record: Record, actor: Actor, source_id: str | None) -> bool:
    """Whether the actor saved it from the message of that source, and did not only tell by it to save it."""
    same = record.source_id == source_id or None in (record.source_id, source_id)
    return same and record.author.id == actor.person.id


def _following(record: Record, draft: Draft, *, labels: bool) -> Changes:
    """What a message that was changed sets: its text, and the labels before it where it may have any."""
    changes = Changes(content=draft.content)
    if not labels:
        return changes
    if draft.fact_key is None and record.versioned_key is None:
        # A key of the archivist's stays.
        return replace(changes, scope=draft.scope)
    return replace(changes, scope=draft.scope, fact_key=draft.fact_key)


def _fitting(changes: Changes) -> tuple[Changes, Mapping[str, int]] | Invalid:
    """The changes without secrets, and which were taken out; or the first that breaks a limit."""
    given = changes.given()
    fit = checked(replace(Draft(content="-"), **given))  # type: ignore[arg-type]
    if isinstance(fit, Invalid):
        return fit
    cleaned = {name: getattr(fit.draft, name) for name in given}
    return replace(changes, **cleaned), fit.redacted


def _as_left(record: Record, changes: Changes, now: datetime) -> Record:
    """The record with the changes, for the one who made them and sees it no more."""
    given: dict[str, Any] = changes.given()
    rewritten = given.get("content", record.content) != record.content
    return replace(record, **given, updated_at=now if rewritten else record.updated_at)


def _show_to(connection: Connection, record: Record, visibility: Visibility) -> None:
    """Move a record to other readers. For new ones nothing may stand that was made from a draft."""
    audience = records.ensure_audience(connection, record.workspace_id, visibility, record.author.id)
    edits.move(connection, record, audience)
    if visibility is Visibility.AUTHOR:
        judgements.silence(connection, record.key)
    if record.visibility is Visibility.AUTHOR:
        judgements.drop_made_by(connection, record.key)
        if record.fact_key is not None and record.fact_key.startswith(ARCHIVIST_PREFIX):
            edits.set_fields(connection, record.key, fact_key=None)
