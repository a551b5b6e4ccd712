"""Records: what is written, and what a reader gets to see.

`Reader` is the one filter (SPEC section 1): every read of records goes through `visible`, and every bitmap of
the index through `Reader.audiences`, which are the same.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, func, insert, select, update

from core.ids import AudienceId, PersonId, RecordId, RecordKey, Ref, Seq, SpaceId, WorkspaceId
from core.records import Draft, Event, EventKind, MemoryType, Person, Record, Visibility
from core.storage import index
from core.storage.tables import (
    audiences,
    events,
    idempotency_keys,
    members,
    messages,
    people,
    records,
    workspaces,
)
from core.visibility import Audience, may_read

_author = people.alias("author")


@dataclass(frozen=True)
class Reader:
    """Someone who reads, and the audiences that they may read now.

    `person` is None where the answer is for all members of the space alike.
    """

    person: PersonId | None
    workspaces: tuple[WorkspaceId, ...]
    audiences: tuple[AudienceId, ...]


def reader_of(
    connection: Connection,
    member: PersonId,
    spaces: Sequence[SpaceId],
    workspace: str | None = None,
    *,
    for_all: bool = False,
) -> Reader:
    """What the member may read now in these spaces, or in their workspaces of that name.

    With `for_all`, only what every member may read: for answers that the whole group sees.
    """
    rows = connection.execute(
        select(workspaces.c.pk, audiences.c.pk, audiences.c.visibility, audiences.c.author)
        .select_from(
            workspaces.join(members, members.c.space == workspaces.c.space).outerjoin(
                audiences, audiences.c.workspace == workspaces.c.pk
            )
        )
        .where(
            workspaces.c.space.in_(spaces),
            members.c.person == member,
            members.c.left_at.is_(None),
            *(() if workspace is None else (workspaces.c.name == workspace,)),
        )
    ).all()
    person = None if for_all else member
    return Reader(
        person,
        tuple(dict.fromkeys(WorkspaceId(row[0]) for row in rows)),
        tuple(
            AudienceId(number)
            for _, number, visibility, author in rows
            if number is not None
            and may_read(Audience(AudienceId(number), Visibility(visibility), author), person)
        ),
    )


def visible(reader: Reader) -> ColumnElement[bool]:
    """The condition that a record exists for the reader."""
    return records.c.audience.in_(reader.audiences) & records.c.forgotten_at.is_(None)


def _records() -> Select[Any]:
    return select(
        records,
        workspaces.c.name.label("workspace_name"),
        audiences.c.visibility,
        _author.c.name.label("author_name"),
    ).select_from(
        records.join(workspaces, workspaces.c.pk == records.c.workspace)
        .join(audiences, audiences.c.pk == records.c.audience)
        .join(_author, _author.c.pk == records.c.author)
    )


def _record(row: Row[Any]) -> Record:
    return Record(
        key=RecordKey(row.pk),
        id=RecordId(row.id),
        ref=Ref(row.ref),
        seq=Seq(row.seq),
        workspace_id=WorkspaceId(row.workspace),
        workspace=row.workspace_name,
        audience=AudienceId(row.audience),
        scope=row.scope,
        content=row.content,
        source=row.source,
        source_id=row.source_id,
        source_hash=row.source_hash,
        source_revision=row.source_revision,
        fact_key=row.fact_key,
        confidence=row.confidence,
        derived_from=tuple(row.derived_from),
        path=row.path,
        memory_type=MemoryType(row.memory_type),
        visibility=Visibility(row.visibility),
        author=Person(PersonId(row.author), row.author_name),
        said_by=row.said_by,
        said_at=row.said_at,
        created_at=row.created_at,
        updated_at=row.updated_at,
    )


def by_seqs(connection: Connection, reader: Reader, seqs: Iterable[Seq]) -> dict[Seq, Record]:
    """The visible records with these numbers."""
    rows = connection.execute(_records().where(records.c.seq.in_(list(seqs)), visible(reader)))
    return {record.seq: record for record in map(_record, rows)}


def by_ids(connection: Connection, reader: Reader, ids: Iterable[RecordId]) -> dict[RecordId, Record]:
    """The visible records with these ids."""
    rows = connection.execute(_records().where(records.c.id.in_(list(ids)), visible(reader)))
    return {record.id: record for record in map(_record, rows)}


def by_name(connection: Connection, reader: Reader, name: RecordId | Ref) -> Record | None:
    """The visible record with that id or reference."""
    named = (records.c.id == name) | (records.c.ref == name)
    row = connection.execute(_records().where(named, visible(reader))).first()
    return None if row is None else _record(row)


def by_source_id(
    connection: Connection, reader: Reader, source_id: str, scope: str | None = None
) -> list[Record]:
    """The visible records of one source, newest first."""
    found = _records().where(
        records.c.workspace.in_(reader.workspaces), records.c.source_id == source_id, visible(reader)
    )
    if scope is not None:
        found = found.where(records.c.scope == scope)
    return [_record(row) for row in connection.execute(found.order_by(records.c.seq.desc()))]


def by_message(connection: Connection, space: SpaceId, message: int) -> RecordKey | None:
    """The record that a message became, forgotten or not."""
    of_message = select(messages.c.record).where(messages.c.space == space, messages.c.message == message)
    key = connection.execute(of_message).scalar()
    return None if key is None else RecordKey(key)


Fact = tuple[WorkspaceId, str]
"""A workspace and a key in it: what versions of one fact have in common."""


def versions(connection: Connection, reader: Reader, facts: Iterable[Fact]) -> dict[Fact, list[Record]]:
    """The visible versions of these facts, newest first."""
    wanted = set(facts)
    found: dict[Fact, list[Record]] = {fact: [] for fact in wanted}
    if not wanted:
        return found
    of_facts = _records().where(
        records.c.workspace.in_({workspace for workspace, _ in wanted}),
        records.c.fact_key.in_({key for _, key in wanted}),
        visible(reader),
    )
    for record in map(_record, connection.execute(of_facts.order_by(records.c.seq.desc()))):
        fact = (record.workspace_id, record.fact_key or "")
        if fact in wanted:
            found[fact].append(record)
    return found


def ensure_audience(
    connection: Connection, workspace: WorkspaceId, visibility: Visibility, author: PersonId
) -> AudienceId:
    """The audience of a record with that visibility."""
    drafter = author if visibility is Visibility.AUTHOR else None
    same = (
        audiences.c.workspace == workspace,
        audiences.c.visibility == visibility,
        audiences.c.author.is_(drafter),
    )
    known = connection.execute(select(audiences.c.pk).where(*same)).scalar()
    if known is None:
        new = insert(audiences).values(workspace=workspace, visibility=visibility, author=drafter)
        known = connection.execute(new.returning(audiences.c.pk)).scalar_one()
    return AudienceId(known)


def add(
    connection: Connection,
    draft: Draft,
    *,
    workspace: WorkspaceId,
    author: PersonId,
    record_id: RecordId,
    ref: Ref,
    now: datetime,
) -> RecordKey:
    """Store a checked draft as a new record, with its words and its change."""
    audience = ensure_audience(connection, workspace, draft.visibility, author)
    seq = index.next_seq(connection)
    values: Mapping[str, Any] = {
        "id": record_id,
        "ref": ref,
        "seq": seq,
        "workspace": workspace,
        "audience": audience,
        "scope": draft.scope,
        "content": draft.content,
        "source": draft.source,
        "source_id": draft.source_id,
        "source_hash": draft.source_hash,
        "source_revision": draft.source_revision,
        "fact_key": draft.fact_key,
        "confidence": draft.confidence,
        "derived_from": list(draft.derived_from),
        "path": draft.path,
        "memory_type": draft.memory_type,
        "author": author,
        "said_by": draft.said_by,
        "said_by_person": draft.said_by_id,
        "said_at": draft.said_at,
        "analyze": draft.analyze,
        "created_at": now,
        "updated_at": now,
    }
    key = connection.execute(insert(records).values(values).returning(records.c.pk)).scalar_one()
    index.add_words(connection, seq, draft.content, draft.source)
    index.note_change(connection, new=(seq, audience))
    return RecordKey(key)


def is_free(connection: Connection, ref: Ref) -> bool:
    """Whether no record has that reference."""
    return connection.execute(select(records.c.pk).where(records.c.ref == ref)).first() is None


def link_message(connection: Connection, space: SpaceId, message: int, record: RecordKey) -> None:
    """Note that a message is this record's source."""
    connection.execute(insert(messages).values(space=space, message=message, record=record))


def keyed(
    connection: Connection, author: PersonId, workspace: WorkspaceId, key: str
) -> tuple[RecordKey, str] | None:
    """The record that an idempotency key stands for, and the hash of what was saved with it."""
    own = (
        idempotency_keys.c.author == author,
        idempotency_keys.c.workspace == workspace,
        idempotency_keys.c.key == key,
    )
    row = connection.execute(
        select(idempotency_keys.c.record, idempotency_keys.c.content_hash).where(*own)
    ).first()
    return None if row is None else (RecordKey(row.record), row.content_hash)


def keep_key(
    connection: Connection,
    author: PersonId,
    workspace: WorkspaceId,
    key: str,
    record: RecordKey,
    content_hash: str,
) -> None:
    """Let an idempotency key stand for a record."""
    connection.execute(
        insert(idempotency_keys).values(
            author=author, workspace=workspace, key=key, record=record, content_hash=content_hash
        )
    )


def by_key(connection: Connection, key: RecordKey) -> Record:
    """A record by its internal number, whoever asks: for what its own author has just done."""
    return _record(connection.execute(_records().where(records.c.pk == key)).one())


def forget(connection: Connection, record: Record, person: PersonId, now: datetime) -> None:
    """Take a visible record out of memory; its text stays until it is wiped."""
    connection.execute(
        update(records).where(records.c.pk == record.key).values(forgotten_at=now, forgotten_by=person)
    )
    add_event(connection, record.key, EventKind.FORGOTTEN, person, now)
    index.note_change(connection, old=(record.seq, record.audience))


@dataclass(frozen=True)
class Forgotten:
    """A record that was taken out of memory, and by whom."""

    record: Record
    by: PersonId


def find_forgotten(connection: Connection, reader: Reader, name: RecordId | Ref) -> Forgotten | None:
    """The forgotten record with that id or reference that the reader might see; may they know of it?"""
    named = (records.c.id == name) | (records.c.ref == name)
    readable = records.c.audience.in_(reader.audiences) & records.c.forgotten_at.is_not(None)
    row = connection.execute(_records().where(named, readable)).first()
    return None if row is None else Forgotten(_record(row), PersonId(row.forgotten_by))


def is_forgotten(connection: Connection, key: RecordKey) -> bool:
    """Whether the record was taken out of memory."""
    return (
        connection.execute(select(records.c.forgotten_at).where(records.c.pk == key)).scalar_one() is not None
    )


def restore(connection: Connection, record: Record, person: PersonId, now: datetime) -> None:
    """Bring a forgotten record back as it was."""
    connection.execute(
        update(records).where(records.c.pk == record.key).values(forgotten_at=None, forgotten_by=None)
    )
    add_event(connection, record.key, EventKind.RESTORED, person, now)
    index.note_change(connection, new=(record.seq, record.audience))


def add_event(
    connection: Connection, record: RecordKey, kind: EventKind, person: PersonId, now: datetime
) -> None:
    """Write a line of history."""
    connection.execute(insert(events).values(record=record, at=now, person=person, kind=kind))


def history(connection: Connection, record: Record) -> list[Event]:
    """What happened to a record, oldest first; its saving stands in the record itself."""
    rows = connection.execute(
        select(events.c.kind, events.c.at, people.c.pk, people.c.name)
        .join(people, people.c.pk == events.c.person)
        .where(events.c.record == record.key)
        .order_by(events.c.pk)
    )
    later = [Event(EventKind(kind), at, Person(PersonId(pk), name)) for kind, at, pk, name in rows]
    return [Event(EventKind.SAVED, record.created_at, record.author), *later]


def said_by_person(connection: Connection, record: Record) -> PersonId | None:
    """The person whose words a record holds, where Telegram itself named them."""
    number = connection.execute(select(records.c.said_by_person).where(records.c.pk == record.key)).scalar()
    return None if number is None else PersonId(number)


def count(connection: Connection) -> tuple[int, int]:
    """How many records there are, and how many of them are forgotten."""
    total, forgotten = connection.execute(select(func.count(), func.count(records.c.forgotten_at))).one()
    return total, forgotten
