"""What the archivist has to say in chats: rows, so that it is said after a restart too, and once."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, Row, Update, and_, bindparam, func, insert, or_, select, text, true, update

from core.ids import PersonId, RecordKey, SpaceId
from core.spaces import SpaceKind
from core.storage.records import Reader, visible, worded_at
from core.storage.settled import is_outdated, is_retired, is_settled
from core.storage.tables import WAITING, chats, messages, records, remarks, spaces, workspaces

_WAITS = text(WAITING)


class RemarkState(StrEnum):
    """Where a remark is."""

    WAITING = "waiting"
    SENT = "sent"
    DIGESTED = "digested"
    """It was said with others in one message, or was not to be said any more by then."""
    DROPPED = "dropped"
    """There was nothing to say any more, or nowhere to say it."""


@dataclass(frozen=True)
class Waiting:
    """A remark to be made: about which records, and where."""

    number: int
    record: RecordKey
    author: PersonId
    others: tuple[RecordKey, ...]
    asks: bool
    held: bool
    """Whether it waits for the digest."""
    created_at: datetime
    space: SpaceId
    in_group: bool
    chat: int | None
    """The chat as Telegram knows it; None where the bot may not write, or the archivist not speak."""
    message: int | None
    """The message that the record comes from, if from any."""


_FOUND = (
    select(
        remarks,
        records.c.author,
        workspaces.c.space,
        spaces.c.kind,
        select(func.max(messages.c.message))
        .where(messages.c.record == remarks.c.record, messages.c.author == records.c.author)
        .scalar_subquery()
        .label("message"),
        select(func.max(chats.c.external_id))
        .where(
            chats.c.space == workspaces.c.space,
            chats.c.inactive_since.is_(None),
            spaces.c.archivist_off_since.is_(None),
        )
        .scalar_subquery()
        .label("chat"),
    )
    .join(records, records.c.pk == remarks.c.record)
    .join(workspaces, workspaces.c.pk == records.c.workspace)
    .join(spaces, spaces.c.pk == workspaces.c.space)
)
_new, _old, _later = records.alias("new"), records.alias("old"), remarks.alias("later")
_others = func.json_each(remarks.c.others).table_valued("value", name="named")
# What was answered, or holds no more anyway, is no question; what was changed since is judged anew.
_OPEN = (
    select(remarks.c.pk, _new.c.pk.label("record"), _old.c.pk.label("other"))
    .select_from(remarks)
    .join(_new, _new.c.pk == remarks.c.record)
    .join(_others, true())
    .join(_old, _old.c.pk == _others.c.value)
    .where(
        remarks.c.asks.is_(True),
        *(
            condition
            for one in (_new, _old)
            for condition in (
                visible(one),
                ~is_retired(one),
                ~is_outdated(one),
                worded_at(one) <= remarks.c.created_at,
            )
        ),
        ~is_settled(_new, _old),
    )
    .order_by(remarks.c.pk.desc(), _old.c.pk)
)
_LATEST = remarks.c.pk == (
    select(func.max(_later.c.pk))
    .where(_later.c.record == remarks.c.record, _later.c.asks.is_(True))
    .correlate(remarks)
    .scalar_subquery()
)
_OPEN_OF_THIS = _OPEN.where(remarks.c.pk == bindparam("number"))
_ALL_OPEN = _OPEN.where(_LATEST)
_THIS = remarks.c.pk == bindparam("number")
_PUT_OFF = update(remarks).where(_THIS, _WAITS).values(due_at=bindparam("due"))
_END = update(remarks).where(_THIS).values(state=bindparam("end"), due_at=bindparam("due"))


def add(
    connection: Connection, record: RecordKey, others: Collection[RecordKey], now: datetime, *, asks: bool
) -> None:
    """Have something said about a new record: which others it marked, or with `asks`, may contradict."""
    named = {"record": record, "others": sorted(others), "asks": asks}
    state = {"state": RemarkState.WAITING, "due_at": now, "created_at": now}
    connection.execute(insert(remarks).values(**named, **state))


def next_due(connection: Connection) -> datetime | None:
    """When the first of the waiting ones may be said."""
    first = select(remarks.c.due_at).where(_WAITS).order_by(remarks.c.due_at).limit(1)
    return connection.execute(first).scalar()


def first_due(connection: Connection, now: datetime) -> Waiting | None:
    """The one that has been due for longest."""
    due = _FOUND.where(text(f"remarks.{WAITING}"), remarks.c.due_at <= now)
    row = connection.execute(due.order_by(remarks.c.due_at, remarks.c.pk).limit(1)).first()
    return None if row is None else _waiting(row)


def find(connection: Connection, number: int) -> Waiting | None:
    """The remark of that number, said or not."""
    row = connection.execute(_FOUND.where(remarks.c.pk == number)).first()
    return None if row is None else _waiting(row)


def asked_of(connection: Connection, reader: Reader, number: int) -> list[RecordKey]:
    """The older records about which a remark asks the reader; none where it is answered."""
    seen = {"number": number, "audiences": list(reader.audiences)}
    return [RecordKey(row.other) for row in connection.execute(_OPEN_OF_THIS, seen)]


def asking_the_same(connection: Connection, number: int) -> list[int]:
    """The earlier questions about the very records that this one asks about, but for those never asked."""
    alike = remarks.c.asks.is_(True), remarks.c.others == _later.c.others, remarks.c.pk < _later.c.pk
    is_asked = remarks.c.state != RemarkState.DROPPED
    found = select(remarks.c.pk).where(*alike, is_asked, _later.c.pk == number).order_by(remarks.c.pk.desc())
    return list(connection.execute(found).scalars())


def open_questions(connection: Connection, reader: Reader) -> dict[int, set[RecordKey]]:
    """The remarks that ask the reader something, the latest first, and the records that each is about.

    Of a record that was judged again only the latest.
    """
    found: dict[int, set[RecordKey]] = {}
    for row in connection.execute(_ALL_OPEN, {"audiences": list(reader.audiences)}):
        found.setdefault(row.pk, set()).update(map(RecordKey, (row.record, row.other)))
    return found


def put_off(connection: Connection, numbers: Iterable[int], due: datetime) -> None:
    """Let them be said at that time, if nobody has said them by then."""
    _set(connection, numbers, _PUT_OFF, due=due)


def hold(connection: Connection, number: int, due: datetime) -> None:
    """Let it be said in the digest that is due then."""
    connection.execute(update(remarks).where(remarks.c.pk == number).values(held=True, due_at=due))


def held_in(connection: Connection, space: SpaceId, now: datetime, lease_until: datetime) -> list[Waiting]:
    """All that waits for a digest in a space, the oldest first.

    Without what is due within a lease from now: another process may be saying it.
    """
    free = or_(remarks.c.due_at <= now, remarks.c.due_at > lease_until)
    there = text(f"remarks.{WAITING}"), remarks.c.held.is_(True), free, workspaces.c.space == space
    return [_waiting(row) for row in connection.execute(_FOUND.where(*there).order_by(remarks.c.pk))]


def end(connection: Connection, numbers: Iterable[int], state: RemarkState, now: datetime) -> None:
    """They are dealt with."""
    _set(connection, numbers, _END, due=now, end=state)


def said_since(connection: Connection, space: SpaceId, moment: datetime, now: datetime) -> list[datetime]:
    """When remarks were made in a space since then, or will have been at the latest; without digests."""
    is_said = and_(remarks.c.state == RemarkState.SENT, remarks.c.due_at > moment)
    is_being_said = and_(_WAITS, remarks.c.held.is_(False), remarks.c.due_at > now)
    there = workspaces.c.space == space, or_(is_said, is_being_said)
    joined = remarks.join(records, records.c.pk == remarks.c.record).join(
        workspaces, workspaces.c.pk == records.c.workspace
    )
    return list(connection.execute(select(remarks.c.due_at).select_from(joined).where(*there)).scalars())


def _set(connection: Connection, numbers: Iterable[int], change: Update, **values: object) -> None:
    rows = [{"number": number, **values} for number in numbers]
    if rows:
        connection.execute(change, rows)


def _waiting(row: Row[Any]) -> Waiting:
    return Waiting(
        number=row.pk,
        record=RecordKey(row.record),
        author=PersonId(row.author),
        others=tuple(RecordKey(other) for other in row.others),
        asks=row.asks,
        held=row.held,
        created_at=row.created_at,
        space=SpaceId(row.space),
        in_group=row.kind == SpaceKind.GROUP,
        chat=row.chat,
        message=row.message,
    )
