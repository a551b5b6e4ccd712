"""What the archivist says in the chat (TELEGRAM.md): what it marked, or what it asks. Nobody waits for it.

What is said is computed when it is said, for those who read it then.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from operator import attrgetter

from core.errors import NotFound
from core.ids import Ref
from core.marks import Mark, MarkKind
from core.ports import Clock
from core.quiet import QuietHours
from core.records import Record
from core.sight import Sight, reader
from core.spaces import Actor
from core.standing import Snapshot
from core.storage import Connection, Store, judgements, records, remarks
from core.storage.records import Reader, reader_of
from core.storage.remarks import RemarkState, Waiting
from core.wording import says_the_same

A_DAY = 5
"""Remarks in a chat on one day at most; what else there is to say waits for the digest."""
DAY = timedelta(hours=24)
"""A chat's day begins with the first remark of it."""
NAMED = 5
"""Questions that a digest asks at most; further ones wait for the next."""
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
class Digest:
    """What there was to say in a chat beyond the remarks of a day."""

    marks: tuple[Remark, ...]
    """All that marked something, the oldest first."""
    questions: tuple[Remark, ...]
    """The oldest, at most `NAMED`."""
    settles: tuple[int, ...]
    """The numbers of all remarks that need not be made any more once it is said."""
    leaves: tuple[int, ...]
    """Those that wait for the next digest."""


@dataclass(frozen=True)
class Questions:
    """Part of what the archivist asked and nobody has answered, the latest first."""

    found: tuple[Remark, ...]
    offset: int
    total: int


@dataclass(frozen=True)
class Addressed:
    """Something to say, and where it belongs: the chat and the message as Telegram knows them."""

    chat: int
    message: int | None
    """The message that it is said under; a digest stands alone."""
    said: Remark | Digest


@dataclass(frozen=True)
class _Held:
    """Where a digest is due, and what was held back for it."""

    chat: int
    remarks: tuple[Waiting, ...]


@dataclass(frozen=True)
class Remarks:
    """What is to be said, one after another."""

    store: Store
    clock: Clock
    quiet: QuietHours | None = None

    async def take(self) -> Addressed | None:
        """The next that is due, for this process alone to say; None where there is none, or it is quiet."""
        now = self.clock.now()
        if self.quiet is not None and self.quiet.cover(now):
            return None
        due = await self.store.read(remarks.next_due)
        while due is not None and due <= now:
            match await self.store.write(lambda connection: _take(connection, now)):
                case None:
                    return None
                case Addressed() as addressed:
                    return addressed
                case _Held(chat, held):
                    # There may be many: they are looked through while others write.
                    digest = await self.store.read(partial(_digest, held))
                    if digest.marks or digest.questions:
                        return Addressed(chat, None, digest)
                    await self.said(digest)
        return None

    async def said(self, said: Remark | Digest) -> None:
        """It was said, or can never be."""
        now = self.clock.now()

        def run(connection: Connection) -> None:
            match said:
                case Remark(number):
                    remarks.end(connection, [number], RemarkState.SENT, now)
                case Digest(settles=settles, leaves=leaves):
                    remarks.end(connection, settles, RemarkState.DIGESTED, now)
                    remarks.put_off(connection, leaves, now + DAY)

        await self.store.write(run)

    async def find(self, actor: Actor, number: int, sight: Sight = Sight.HERE) -> Remark | NotFound:
        """What is left to say of it, for someone who presses a button under it."""

        def run(connection: Connection) -> Remark | NotFound:
            return _numbered(connection, reader(connection, actor, sight), number) or NotFound()

        return await self.store.read(run)

    async def questions(self, actor: Actor, sight: Sight, offset: int, limit: int) -> Questions:
        """What is asked of the person and not answered yet; the last page where none begins at the offset."""

        def run(connection: Connection) -> Questions:
            eyes = reader(connection, actor, sight)
            numbers = list(remarks.open_questions(connection, eyes))
            begin = min(offset, max(0, len(numbers) - 1) // limit * limit)
            found = (_numbered(connection, eyes, number) for number in numbers[begin : begin + limit])
            return Questions(tuple(filter(None, found)), begin, len(numbers))

        return await self.store.read(run)

    async def question_about(self, actor: Actor, refs: Iterable[Ref], sight: Sight) -> Remark | None:
        """The latest question to the person that is about any of these records, if there is one."""

        def run(connection: Connection) -> Remark | None:
            eyes = reader(connection, actor, sight)
            named = {record.key for ref in refs if (record := records.by_name(connection, eyes, ref))}
            for number, concerned in remarks.open_questions(connection, eyes).items():
                if concerned & named:
                    return _numbered(connection, eyes, number)
            return None

        return await self.store.read(run)


def _take(connection: Connection, now: datetime) -> Addressed | _Held | None:
    while (waiting := remarks.first_due(connection, now)) is not None:
        if waiting.held:
            held = remarks.held_in(connection, waiting.space, now, now + LEASE)
            # Where the bot may not write now, it may again some day.
            due = now + (DAY if waiting.chat is None else LEASE)
            remarks.put_off(connection, (one.number for one in held), due)
            if waiting.chat is not None:
                return _Held(waiting.chat, tuple(held))
            continue
        remark = _for_all(connection, waiting)
        if (
            remark is None
            or waiting.chat is None
            or waiting.message is None
            or waiting.created_at <= now - DAY
        ):
            remarks.end(connection, [waiting.number], RemarkState.DROPPED, now)
            continue
        said = remarks.said_since(connection, waiting.space, now - DAY, now)
        if len(said) >= A_DAY:
            remarks.hold(connection, waiting.number, min(said) + DAY)
            continue
        remarks.put_off(connection, [waiting.number], now + LEASE)
        remark = replace(remark, is_last_today=len(said) + 1 == A_DAY)
        return Addressed(waiting.chat, waiting.message, remark)
    return None


def _digest(held: tuple[Waiting, ...], connection: Connection) -> Digest:
    """What is left to say of what was held back."""
    found = [remark for one in held if (remark := _for_all(connection, one)) is not None]
    questions = [remark for remark in found if remark.asked]
    leaves = tuple(remark.number for remark in questions[NAMED:])
    return Digest(
        marks=tuple(remark for remark in found if remark.marked),
        questions=tuple(questions[:NAMED]),
        settles=tuple(one.number for one in held if one.number not in leaves),
        leaves=leaves,
    )


def _for_all(connection: Connection, waiting: Waiting) -> Remark | None:
    """What may be said where everybody in the chat reads it."""
    eyes = reader_of(connection, waiting.author, waiting.space, for_all=waiting.in_group)
    remark = _remark(connection, eyes, waiting)
    if remark is None or not remark.asked:
        return remark
    is_asked = _is_asked_by_the_key(connection, eyes, remark) or _is_asked_before(connection, eyes, remark)
    return None if is_asked else remark


def _is_asked_by_the_key(connection: Connection, eyes: Reader, remark: Remark) -> bool:
    """Whether the chat asks of the record's fact already, and its versions say all that is asked about."""
    if remark.record.versioned_key is None:
        return False
    said = [one.content for one in Snapshot(connection, eyes).versions(remark.record)]
    return all(any(says_the_same(asked.content, version) for version in said) for asked in remark.asked)


def _is_asked_before(connection: Connection, eyes: Reader, remark: Remark) -> bool:
    """Whether it is asked already, and open, because of a record that says the same."""
    return any(
        earlier.asked == remark.asked and says_the_same(earlier.record.content, remark.record.content)
        for number in remarks.asking_the_same(connection, remark.number)
        if (earlier := _numbered(connection, eyes, number)) is not None
    )


def _numbered(connection: Connection, eyes: Reader, number: int) -> Remark | None:
    """What is left to say of the remark of that number; None where nothing is."""
    waiting = remarks.find(connection, number)
    return None if waiting is None else _remark(connection, eyes, waiting)


def _remark(connection: Connection, eyes: Reader, waiting: Waiting) -> Remark | None:
    """What is left to say; None where nothing is."""
    record = records.by_key(connection, eyes, waiting.record)
    if record is None:
        return None
    keys = remarks.asked_of(connection, eyes, waiting.number) if waiting.asks else waiting.others
    others = [other for key in keys if (other := records.by_key(connection, eyes, key))]
    if waiting.asks:
        return Remark(waiting.number, record, asked=tuple(others)) if others else None
    marks = judgements.marks_on(connection, eyes, (other.key for other in others))
    marked = tuple(
        Marked(other, mark.kind, mark.reason)
        for other in others
        for mark in _news(marks.get(other.key, ()))
        if mark.cause_id == record.id
    )
    return Remark(waiting.number, record, marked) if marked else None


def _news(marks: Sequence[Mark]) -> Iterator[Mark]:
    """Of the marks on a record those made before it was outdated, and the one that outdated it."""
    oldest_cause_first = list(reversed(marks))
    for mark in sorted(oldest_cause_first, key=attrgetter("at")):
        yield mark
        if mark.kind is MarkKind.INVALIDATE:
            break
