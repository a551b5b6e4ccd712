"""The fact passport of one record (SPEC section 3)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from core.errors import NotFound
from core.graph import Link
from core.ids import RecordId, Ref
from core.marks import shown_confidence
from core.records import EarlierContent, Event, Record
from core.sight import Sight, reader
from core.spaces import Actor
from core.standing import Snapshot, Standing, standings
from core.storage import Connection, Store, edits, judgements, lookups, records
from core.storage.records import Reader


@dataclass(frozen=True)
class Passport:
    """All that a reader may know of a record."""

    record: Record
    standing: Standing
    versions: tuple[Record, ...]
    """The visible versions of its fact, newest first, itself included; empty without a key. Their confidence
    is what the reader sees of it."""
    links: tuple[Link, ...]
    history: tuple[Event, ...]
    earlier: tuple[EarlierContent, ...]
    """What it said before, as far as the reader might read it then; oldest first."""


@dataclass(frozen=True)
class Show:
    """Show one record to a person."""

    store: Store

    async def __call__(
        self, actor: Actor, name: RecordId | Ref, sight: Sight = Sight.HERE
    ) -> Passport | NotFound:
        """The passport of the record with that id or reference."""

        def run(connection: Connection) -> Passport | NotFound:
            eyes = reader(connection, actor, sight)
            record = records.by_name(connection, eyes, name)
            if record is None:
                return NotFound()
            snapshot = Snapshot(connection, eyes)
            return Passport(
                record,
                standings(snapshot, [record])[record.id],
                tuple(_as_seen(connection, eyes, snapshot.versions(record))),
                tuple(judgements.links_of(connection, eyes, [record.key]).get(record.key, ())),
                tuple(records.history(connection, eyes, record)),
                tuple(edits.earlier(connection, eyes, record.key)),
            )

        return await self.store.read(run)

    async def is_of(self, actor: Actor, message: int) -> bool:
        """Whether the person wrote that message of this chat, as far as memory knows."""

        def run(connection: Connection) -> bool:
            where = actor.space, message, actor.person.id
            return records.is_message_of(connection, *where) or lookups.is_message_of(connection, *where)

        return await self.store.read(run)

    async def name_of_message(self, actor: Actor, message: int) -> RecordId | None:
        """The id of the record that a message of this chat became, as far as the person may know.

        That is one which they see, or saved themselves, forgotten or not; it grants nothing.
        """

        def run(connection: Connection) -> RecordId | None:
            known = records.of_message(connection, actor.space, message, actor.person.id)
            seen = records.by_ids(
                connection, reader(connection, actor, Sight.HERE), (one.id for one in known)
            )
            theirs = (one.id for one in known if one.author == actor.person.id)
            return next((one.id for one in known if one.id in seen), next(theirs, None))

        return await self.store.read(run)


def _as_seen(connection: Connection, eyes: Reader, versions: list[Record]) -> Iterator[Record]:
    """The versions with the confidence that their marks allow."""
    marks = judgements.marks_on(connection, eyes, (one.key for one in versions))
    for one in versions:
        yield replace(one, confidence=shown_confidence(one.confidence, marks.get(one.key, ())))
