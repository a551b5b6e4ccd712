"""What the archivist says in the chat (TELEGRAM.md): what it marked, or what it asks. Nobody waits for it.

What is said is computed when it is said, for those who read it then.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from core.errors import NotFound
from core.marks import MarkKind
from core.ports import Clock
from core.records import Record
from core.sight import Sight, reader
from core.spaces import Actor
from core.storage import Connection, Store, judgements, records, remarks
from core.storage.records import Reader, reader_of
from core.storage.remarks import RemarkState, Waiting

A_DAY = 5
"""Remarks in a chat on one day at most; what else is marked stands in /stale."""
DAY = timedelta(hours=24)
LEASE = timedelta(minutes=2)
"""For how long a process may take to say it, before it is tried again."""


@dataclass(frozen=True)
class Marked:
    """An older record, and how it was marked."""

    record: Record
    kind: MarkKind
    reason: str


@dataclass(frozen=True)
class Remark:
    """Something to say under the message of a new record."""

    number: int
    record: Record
    marked: tuple[Marked, ...] = ()
    asked: tuple[Record, ...] = ()
    """Older records of which people should say whether they or the new one are right."""
    is_last_today: bool = False


@dataclass(frozen=True)
class Addressed:
    """A remark, and where it belongs: the chat and the message as Telegram knows them."""

    chat: int
    message: int
    remark: Remark


@dataclass(frozen=True)
class Remarks:
    """What is to be said, one after another."""

    store: Store
    clock: Clock

    async def take(self) -> Addressed | None:
        """The next that is due, for this process alone to say; None where there is none."""
        now = self.clock.now()
        due = await self.store.read(remarks.next_due)
        if due is None or due > now:
            return None
        return await self.store.write(lambda connection: _take(connection, now))

    async def said(self, number: int) -> None:
        """It was said, or can never be."""
        now = self.clock.now()
        await self.store.write(lambda connection: remarks.end(connection, number, RemarkState.SENT, now))

    async def find(self, actor: Actor, number: int, sight: Sight = Sight.HERE) -> Remark | NotFound:
        """What is left to say of it, for someone who presses a button under it."""

        def run(connection: Connection) -> Remark | NotFound:
            waiting = remarks.find(connection, number)
            if waiting is None:
                return NotFound()
            return _remark(connection, reader(connection, actor, sight), waiting) or NotFound()

        return await self.store.read(run)


def _take(connection: Connection, now: datetime) -> Addressed | None:
    while (waiting := remarks.first_due(connection, now)) is not None:
        said = remarks.said_since(connection, waiting.space, now - DAY)
        remark = None if said >= A_DAY else _for_all(connection, waiting)
        if (
            remark is not None
            and waiting.chat is not None
            and waiting.message is not None
            and waiting.created_at > now - DAY
        ):
            remarks.put_off(connection, waiting.number, now + LEASE)
            remark = replace(remark, is_last_today=said + 1 == A_DAY)
            return Addressed(waiting.chat, waiting.message, remark)
        remarks.end(connection, waiting.number, RemarkState.DROPPED, now)
    return None


def _for_all(connection: Connection, waiting: Waiting) -> Remark | None:
    """What may be said where everybody in the chat reads it."""
    eyes = reader_of(connection, waiting.author, waiting.space, for_all=waiting.in_group)
    return _remark(connection, eyes, waiting)


def _remark(connection: Connection, eyes: Reader, waiting: Waiting) -> Remark | None:
    """What is left to say; None where nothing is."""
    record = records.by_key(connection, eyes, waiting.record)
    if record is None:
        return None
    others = [other for key in waiting.others if (other := records.by_key(connection, eyes, key))]
    if waiting.asks:
        # What was answered or changed since is no question any more; a change is judged anew.
        retired = judgements.retired(connection, eyes, [record.key, *(other.key for other in others)])
        open_ones = [
            one
            for one in (record, *others)
            if one.key not in retired and one.updated_at <= waiting.created_at
        ]
        asked = tuple(one for one in open_ones if one.key != record.key)
        return Remark(waiting.number, record, asked=asked) if record in open_ones and asked else None
    marks = judgements.marks_on(connection, eyes, (other.key for other in others))
    marked = tuple(
        Marked(other, mark.kind, mark.reason)
        for other in others
        for mark in marks.get(other.key, ())
        if mark.cause_id == record.id
    )
    return Remark(waiting.number, record, marked) if marked else None
