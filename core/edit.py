"""Editing (SPEC section 3): by its author and by administrators, with the earlier content kept."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from enum import Enum
from typing import Final, Literal

from core.errors import Invalid, NotAllowed, NotFound
from core.ids import PersonId, RecordId, Ref
from core.ports import Clock
from core.records import ARCHIVIST_PREFIX, Draft, EventKind, MemoryType, Record, Visibility, checked
from core.rights import may_change
from core.sight import Sight, reader
from core.spaces import Actor
from core.storage import Connection, Store, edits, judgements, records


class _Kept(Enum):
    """The value of what an edit does not touch."""

    KEPT = "kept"


KEPT: Final = _Kept.KEPT
Kept = Literal[_Kept.KEPT]


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

    async def __call__(
        self, actor: Actor, name: RecordId | Ref, changes: Changes, sight: Sight = Sight.HERE
    ) -> Edited | NotFound | NotAllowed | Invalid:
        """Change the record with that id or reference. Author and administrators may."""
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
            _apply(connection, record, cleaned, actor.person.id, self.clock.now())
            # Its readers may have changed, and with them who may read it.
            now = records.by_key(connection, reader(connection, actor, sight), record.key)
            return NotFound() if now is None else Edited(now, redacted)

        return await self.store.write(run)

    async def of_message(
        self, actor: Actor, message: int, draft: Draft, *, labels: bool = False
    ) -> Edited | Invalid | None:
        """Let a record follow the message that it comes from, which now says what the draft does.

        With `labels`, the draft's key and scope stand in the message too.

        None where nothing changed: the actor never saved the message, its record is forgotten, or the text is
        the same (SPEC section 10, TELEGRAM.md rule 6).
        """
        fit = checked(draft)

        def run(connection: Connection) -> Edited | Invalid | None:
            eyes = reader(connection, actor, Sight.HERE)
            known = records.of_message(connection, actor.space, message, actor.person.id)
            own = next((one.key for one in known if one.author == actor.person.id), None)
            record = None if own is None else records.by_key(connection, eyes, own)
            if record is None:
                return None
            if isinstance(fit, Invalid):
                return fit
            changes = _following(record, fit.draft, labels=labels)
            if record.source_hash == fit.draft.source_hash:
                # The text of the message is as it was: what was edited by hand since stays.
                changes = replace(changes, content=KEPT)
                if not changes.differ_from(record):
                    return None
            _apply(connection, record, changes, actor.person.id, self.clock.now())
            edits.set_fields(
                connection,
                record.key,
                source_hash=fit.draft.source_hash,
                source_revision=fit.draft.source_revision,
            )
            now = records.by_key(connection, eyes, record.key)
            return None if now is None else Edited(now, fit.redacted)

        return await self.store.write(run)


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


def _apply(connection: Connection, record: Record, changes: Changes, person: PersonId, now: datetime) -> None:
    """Set what differs, each with what follows from it."""
    given = {name: value for name, value in changes.given().items() if getattr(record, name) != value}
    if "content" in given:
        edits.replace_content(connection, record, str(given.pop("content")), now)
        judgements.drop_marks_of(connection, record.key)
        records.add_event(connection, record.key, EventKind.EDITED, person, now)
        record = replace(record, seq=records.seq_of(connection, record.key))
    if (visibility := given.pop("visibility", None)) is not None:
        assert isinstance(visibility, Visibility)
        _show_to(connection, record, visibility)
        records.add_event(connection, record.key, EventKind.VISIBILITY, person, now)
    if given:
        edits.set_fields(connection, record.key, **given)
        records.add_event(connection, record.key, EventKind.LABELLED, person, now)


def _show_to(connection: Connection, record: Record, visibility: Visibility) -> None:
    """Move a record to other readers. For new ones nothing may stand that was made from a draft."""
    audience = records.ensure_audience(connection, record.workspace_id, visibility, record.author.id)
    edits.move(connection, record, audience)
    if record.visibility is Visibility.AUTHOR:
        judgements.drop_made_by(connection, record.key)
        if record.fact_key is not None and record.fact_key.startswith(ARCHIVIST_PREFIX):
            edits.set_fields(connection, record.key, fact_key=None)
