"""Records: what is written, and what a reader gets to see.

`Reader` is the one filter (SPEC section 1): every read of records goes through `_seen`, and every bitmap of
the index through `Reader.audiences`, which are the same.

Statements that every save or search runs are built once: building one takes longer than running it.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from typing import Any
from uuid import uuid4

from sqlalchemy import (
    ColumnElement,
    Connection,
    FromClause,
    Integer,
    and_,
    bindparam,
    exists,
    func,
    insert,
    literal_column,
    or_,
    select,
    update,
)
from sqlalchemy.dialects.sqlite import insert as upsert

from core.ids import AudienceId, PersonId, RecordId, RecordKey, Ref, Seq, SpaceId, WorkspaceId
from core.records import Draft, Event, EventKind, MemoryType, Record, Visibility, is_storable
from core.spaces import Person, Space, SpaceKind
from core.storage import index
from core.storage.prepared import Prepared, PreparedInsert, each, listed
from core.storage.spaces import DEFAULT_WORKSPACE
from core.storage.tables import (
    audiences,
    events,
    idempotency_keys,
    members,
    messages,
    people,
    records,
    spaces,
    workspaces,
)
from core.visibility import Audience, may_read

_space = bindparam("space", type_=Integer)
_AUDIENCES = Prepared(
    select(
        workspaces.c.space,
        workspaces.c.pk,
        workspaces.c.name,
        audiences.c.pk.label("audience"),
        audiences.c.visibility,
        audiences.c.author,
    )
    .select_from(
        members.join(workspaces, workspaces.c.space == members.c.space).outerjoin(
            audiences, audiences.c.workspace == workspaces.c.pk
        )
    )
    .where(
        members.c.person == bindparam("member"),
        members.c.left_at.is_(None),
        _space.is_(None) | (members.c.space == _space),
    )
)

_author = people.alias("author")
_RECORDS = select(
    records,
    workspaces.c.name.label("workspace_name"),
    spaces.c.pk.label("space"),
    spaces.c.kind.label("space_kind"),
    spaces.c.title.label("space_title"),
    audiences.c.visibility,
    _author.c.name.label("author_name"),
).select_from(
    records.join(workspaces, workspaces.c.pk == records.c.workspace)
    .join(spaces, spaces.c.pk == workspaces.c.space)
    .join(audiences, audiences.c.pk == records.c.audience)
    .join(_author, _author.c.pk == records.c.author)
)


def _in_audiences(one: FromClause) -> ColumnElement[bool]:
    # `+ 0` keeps SQLite from the index on audiences, where it would walk through all that someone may read to
    # get at a few: https://www.sqlite.org/optoverview.html#disqualifying_where_clause_terms_using_unary_
    return (one.c.audience + literal_column("0", Integer)).in_(listed("audiences"))


def visible(one: FromClause) -> ColumnElement[bool]:
    """The condition that a record exists for the reader whose `audiences` are bound to the statement."""
    return _in_audiences(one) & one.c.forgotten_at.is_(None)


def worded_seq(one: FromClause) -> ColumnElement[int]:
    """The `seq` since which a record says what it says: a correction moves `seq` alone."""
    return func.coalesce(one.c.worded_seq, one.c.seq)


def worded_at(one: FromClause) -> ColumnElement[datetime]:
    """Since when a record says what it says."""
    return func.coalesce(one.c.worded_at, one.c.updated_at)


_IN_AUDIENCES = _in_audiences(records)
VISIBLE = visible(records)
"""The same of a record by itself."""
ALL_VISIBLE = records.c.audience.in_(listed("audiences")) & records.c.forgotten_at.is_(None)
"""The same, for statements that want all such records."""
_NAMED = (records.c.id == bindparam("name")) | (records.c.ref == bindparam("name"))
_BY_SEQS = Prepared(_RECORDS.where(records.c.seq.in_(listed("seqs")), VISIBLE))
_BY_IDS = Prepared(_RECORDS.where(records.c.id.in_(listed("ids")), VISIBLE))
_BY_NAME = Prepared(_RECORDS.where(_NAMED, VISIBLE))
_FORGOTTEN_BY_NAME = Prepared(
    _RECORDS.where(_NAMED, _IN_AUDIENCES, records.c.forgotten_at.is_not(None), records.c.wiped_at.is_(None))
)
_again = records.alias("again")
_KEPT_ANEW = exists().where(
    _again.c.source_id == records.c.source_id,
    _again.c.workspace == records.c.workspace,
    _again.c.author == records.c.author,
    visible(_again),
    # Else programs saved both, which may call many records' source the same.
    _again.c.pk.in_(select(messages.c.record)),
)
_LAST_FORGOTTEN_BY = Prepared(
    _RECORDS.where(
        records.c.forgotten_by == bindparam("person"),
        _IN_AUDIENCES,
        records.c.wiped_at.is_(None),
        ~_KEPT_ANEW,
    )
    .order_by(records.c.forgotten_at.desc(), records.c.seq.desc())
    .limit(1)
)
_BY_KEY = Prepared(_RECORDS.where(records.c.pk == bindparam("key"), VISIBLE))
_BY_SOURCE_ID = Prepared(
    _RECORDS.where(
        records.c.workspace.in_(listed("workspaces")),
        records.c.source_id == bindparam("source_id"),
        VISIBLE,
    ).order_by(records.c.seq.desc())
)
_VERSIONS = Prepared(
    _RECORDS.where(
        records.c.workspace.in_(listed("workspaces")),
        records.c.fact_key.in_(listed("keys")),
        VISIBLE,
    ).order_by(records.c.seq.desc())
)
_VISIBLE_IDS = Prepared(select(records.c.id).where(records.c.id.in_(listed("ids")), VISIBLE))


_HISTORY = (
    select(events.c.kind, events.c.at, events.c.person, people.c.name, records.c.ref)
    .select_from(
        events.join(people, people.c.pk == events.c.person).outerjoin(
            records, (records.c.pk == events.c.other) & VISIBLE
        )
    )
    .where(events.c.record == bindparam("record"), events.c.other.is_(None) | records.c.ref.is_not(None))
    .order_by(events.c.pk)
)


@dataclass(frozen=True)
class Reader:
    """Someone who reads, and what they may read now."""

    workspaces: Mapping[WorkspaceId, str]
    """The workspaces that are active for them, with their names: `default`, and those into which something
    was saved that they might read, forgotten or not."""
    audiences: Mapping[AudienceId, WorkspaceId]
    """The audiences that they may read, and whose workspace's each is."""

    def within(self, workspace: str | None) -> "Reader":
        """The same reader, looking only into workspaces of that name; None is all of them."""
        if workspace is None:
            return self
        named = {number: name for number, name in self.workspaces.items() if name == workspace}
        return Reader(named, {one: where for one, where in self.audiences.items() if where in named})


def reader_of(
    connection: Connection,
    member: PersonId,
    space: SpaceId | None,
    *,
    for_all: bool = False,
    without: frozenset[SpaceId] = frozenset(),
) -> Reader:
    """What the member may read now in the space or, with None, in all spaces that they are in.

    With `for_all`, only what every member may read: for answers that the whole group sees. Nothing of the
    spaces `without`.
    """
    found = _AUDIENCES.run(connection, {"member": member, "space": space})
    rows = [row[1:] for row in found if row[0] not in without]
    person = None if for_all else member
    readable = {
        AudienceId(number): WorkspaceId(workspace)
        for workspace, _, number, visibility, author in rows
        if number is not None
        and may_read(Audience(AudienceId(number), Visibility(visibility), author), person)
    }
    active = set(readable.values())
    return Reader(
        {
            WorkspaceId(workspace): name
            for workspace, name, *_ in rows
            if workspace in active or name == DEFAULT_WORKSPACE
        },
        readable,
    )


def _seen(connection: Connection, reader: Reader, found: Prepared, **values: Any) -> list[Record]:
    """The records that a statement finds in the reader's audiences, with the sources that they may see."""
    audiences = list(reader.audiences)
    rows = found.rows(connection, {"audiences": audiences, **values})
    visible: set[str] = set()
    if sources := {source for row in rows for source in row.derived_from}:
        named = _VISIBLE_IDS.run(connection, {"audiences": audiences, "ids": _usable(sources)})
        visible = {source for (source,) in named}
    return [_record(row, visible) for row in rows]


def _usable(ids: Iterable[RecordId]) -> list[RecordId]:
    """The ids that can be those of records."""
    return list(filter(is_storable, ids))


def _record(row: Any, visible_sources: Container[str]) -> Record:
    return Record(
        key=RecordKey(row.pk),
        id=RecordId(row.id),
        ref=Ref(row.ref),
        seq=Seq(row.seq),
        space=Space(SpaceId(row.space), SpaceKind(row.space_kind), row.space_title),
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
        derived_from=tuple(RecordId(source) for source in row.derived_from if source in visible_sources),
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
    return {record.seq: record for record in _seen(connection, reader, _BY_SEQS, seqs=list(seqs))}


def by_ids(connection: Connection, reader: Reader, ids: Iterable[RecordId]) -> dict[RecordId, Record]:
    """The visible records with these ids."""
    return {record.id: record for record in _seen(connection, reader, _BY_IDS, ids=_usable(ids))}


def by_name(connection: Connection, reader: Reader, name: RecordId | Ref) -> Record | None:
    """The visible record with that id or reference."""
    return _first(_seen(connection, reader, _BY_NAME, name=name)) if is_storable(name) else None


def by_key(connection: Connection, reader: Reader, key: RecordKey) -> Record | None:
    """The visible record with that internal number."""
    return _first(_seen(connection, reader, _BY_KEY, key=key))


def by_source_id(connection: Connection, reader: Reader, source_id: str, workspace: str) -> list[Record]:
    """The visible records of one source in workspaces of that name, newest first."""
    if not is_storable(source_id):
        return []
    within = list(reader.within(workspace).workspaces)
    return _seen(connection, reader, _BY_SOURCE_ID, workspaces=within, source_id=source_id)


def _first(found: list[Record]) -> Record | None:
    return found[0] if found else None


_OF_MESSAGE = Prepared(
    select(messages.c.author, messages.c.record, records.c.id)
    .join(records, records.c.pk == messages.c.record)
    .where(messages.c.space == bindparam("space"), messages.c.message == bindparam("message"))
    .order_by(messages.c.author != bindparam("person", type_=Integer), messages.c.record)
)


@dataclass(frozen=True)
class OfMessage:
    """A record that a message became, whoever may see it, forgotten or not."""

    author: PersonId
    key: RecordKey
    id: RecordId


def of_message(connection: Connection, space: SpaceId, message: int, person: PersonId) -> list[OfMessage]:
    """The records that a message became, one for each who saved it, the person's own first."""
    rows = _OF_MESSAGE.run(connection, {"space": space, "message": message, "person": person})
    return [OfMessage(PersonId(author), RecordKey(key), RecordId(name)) for author, key, name in rows]


_ASKED = each("messages")
_ANY_KNOWN = Prepared(
    select(messages.c.record)
    .join_from(
        _ASKED,
        messages,
        (messages.c.space == func.json_extract(_ASKED.c.value, "$[0]"))
        & (messages.c.message == func.json_extract(_ASKED.c.value, "$[1]")),
    )
    .limit(1)
)


def is_any_known(connection: Connection, some: Iterable[tuple[SpaceId, int]]) -> bool:
    """Whether any of the messages became a record, whoever may see it."""
    return _ANY_KNOWN.run(connection, {"messages": list(some)}).fetchone() is not None


_MESSAGE_OF = (
    select(records.c.pk)
    .join(messages, messages.c.record == records.c.pk)
    .where(
        messages.c.space == bindparam("space"),
        messages.c.message == bindparam("message"),
        or_(
            and_(records.c.author == bindparam("person", type_=Integer), records.c.said_by.is_(None)),
            records.c.said_by_person == bindparam("person", type_=Integer),
        ),
    )
)


def is_message_of(connection: Connection, space: SpaceId, message: int, person: PersonId) -> bool:
    """Whether a record was made of the person's own words in that message, forgotten or not."""
    given = {"space": space, "message": message, "person": person}
    return connection.execute(_MESSAGE_OF, given).first() is not None


Fact = tuple[WorkspaceId, str]
"""A workspace and a key in it: what versions of one fact have in common."""


def versions(connection: Connection, reader: Reader, facts: Iterable[Fact]) -> dict[Fact, list[Record]]:
    """The visible versions of these facts, newest first."""
    wanted = set(facts)
    found: dict[Fact, list[Record]] = {fact: [] for fact in wanted}
    some = {"workspaces": [workspace for workspace, _ in wanted], "keys": [key for _, key in wanted]}
    for record in _seen(connection, reader, _VERSIONS, **some):
        fact = (record.workspace_id, record.fact_key or "")
        if fact in wanted:
            found[fact].append(record)
    return found


@dataclass(frozen=True)
class Place:
    """Where a record of some visibility lies; None for what is not there yet."""

    workspace: WorkspaceId | None
    audience: AudienceId | None


_of_author = func.coalesce(audiences.c.author, 0) == func.coalesce(bindparam("drafter", type_=Integer), 0)
_PLACE = Prepared(
    select(workspaces.c.pk, audiences.c.pk)
    .select_from(
        workspaces.outerjoin(
            audiences,
            (audiences.c.workspace == workspaces.c.pk)
            & (audiences.c.visibility == bindparam("visibility"))
            & _of_author,
        )
    )
    .where(workspaces.c.space == bindparam("space"), workspaces.c.name == bindparam("workspace"))
)


def place_of(
    connection: Connection, space: SpaceId, workspace: str, visibility: Visibility, author: PersonId
) -> Place:
    """Where records of that visibility lie in the space's workspace of that name."""
    found = _PLACE.run(
        connection,
        {
            "space": space,
            "workspace": workspace,
            "visibility": visibility,
            "drafter": _drafter(visibility, author),
        },
    ).fetchone()
    return Place(None, None) if found is None else Place(*found)


def _drafter(visibility: Visibility, author: PersonId) -> PersonId | None:
    return author if visibility is Visibility.AUTHOR else None


def ensure_audience(
    connection: Connection, workspace: WorkspaceId, visibility: Visibility, author: PersonId
) -> AudienceId:
    """The audience of records with that visibility."""
    drafter = _drafter(visibility, author)
    same = audiences.c.workspace == workspace, audiences.c.visibility == visibility
    known = connection.execute(select(audiences.c.pk).where(*same, _of_author), {"drafter": drafter}).scalar()
    if known is None:
        new = insert(audiences).values(workspace=workspace, visibility=visibility, author=drafter)
        known = connection.execute(new.returning(audiences.c.pk)).scalar_one()
    return AudienceId(known)


_LATER = ("forgotten_at", "forgotten_by", "wiped_at", "worded_seq", "worded_at")
"""What a new record has nothing of."""
_ADD = PreparedInsert(insert(records), [column.name for column in records.c if column.name not in _LATER])
# Each on its own: SQLite finds the end of an index only where nothing else is asked.
_HIGHEST = Prepared(
    select(*(select(func.max(number)).scalar_subquery() for number in (records.c.pk, records.c.seq)))
)
_TAKEN = Prepared(select(records.c.ref).where(records.c.ref.in_(listed("refs"))))
_LINK = upsert(messages)
_LINK_MESSAGES = PreparedInsert(
    _LINK.on_conflict_do_update(
        index_elements=[messages.c.space, messages.c.message, messages.c.author],
        set_={"record": _LINK.excluded.record},
    ),
    messages.c.keys(),
)


@dataclass(frozen=True)
class New:
    """A checked draft that becomes a record."""

    draft: Draft
    space: Space
    workspace: WorkspaceId
    audience: AudienceId
    author: Person


def add(connection: Connection, new: Sequence[New], refs: Iterator[Ref], now: datetime) -> list[Record]:
    """Store new records in their order, each with the first of the references that is free.

    Their authors see their sources. No row of `changes` tells of them: a new record is seen by its `seq`, by
    which its words get into the index later.
    """
    key, seq = (number or 0 for number in _HIGHEST.run(connection, {}).fetchone())
    free = _free(connection, refs, len(new))
    added = [
        _new_record(one, RecordKey(key + number), Seq(seq + number), ref, now)
        for number, (one, ref) in enumerate(zip(new, free, strict=True), 1)
    ]
    _ADD.run(connection, [_row(one.draft, record) for one, record in zip(new, added, strict=True)])
    return added


def _free(connection: Connection, refs: Iterator[Ref], count: int) -> list[Ref]:
    """The first references that no record has."""
    free: dict[Ref, None] = {}
    while len(free) < count:
        tried = list(islice(refs, count - len(free)))
        taken = {ref for (ref,) in _TAKEN.run(connection, {"refs": tried})}
        free.update((ref, None) for ref in tried if ref not in taken)
    return list(free)


def _new_record(new: New, key: RecordKey, seq: Seq, ref: Ref, now: datetime) -> Record:
    draft = new.draft
    return Record(
        key=key,
        id=RecordId(str(uuid4())),
        ref=ref,
        seq=seq,
        space=new.space,
        workspace_id=new.workspace,
        workspace=draft.workspace,
        audience=new.audience,
        scope=draft.scope,
        content=draft.content,
        source=draft.source,
        source_id=draft.source_id,
        source_hash=draft.source_hash,
        source_revision=draft.source_revision,
        fact_key=draft.fact_key,
        confidence=float(draft.confidence),
        derived_from=draft.derived_from,
        path=draft.path,
        memory_type=draft.memory_type,
        visibility=draft.visibility,
        author=new.author,
        said_by=draft.said_by,
        said_at=None if draft.said_at is None else draft.said_at.astimezone(UTC),
        created_at=now,
        updated_at=now,
    )


def _row(draft: Draft, record: Record) -> dict[str, Any]:
    """What the table keeps of a new record: its own fields, and what the draft alone knows."""
    return {
        **vars(record),
        "pk": record.key,
        "workspace": record.workspace_id,
        "author": record.author.id,
        "said_by_person": draft.said_by_id,
        "analyze": draft.analyze,
    }


def link_messages(connection: Connection, links: Iterable[tuple[SpaceId, int, PersonId, RecordKey]]) -> None:
    """Note what a person saved of a message: this record, in place of any before."""
    _LINK_MESSAGES.run(connection, [dict(zip(messages.c.keys(), link, strict=True)) for link in links])


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


def forget(connection: Connection, record: Record, person: PersonId, now: datetime) -> None:
    """Take a visible record out of memory; its text stays until it is wiped."""
    connection.execute(
        update(records).where(records.c.pk == record.key).values(forgotten_at=now, forgotten_by=person)
    )
    add_event(connection, record.key, EventKind.FORGOTTEN, person, now)
    index.note_change(connection, old=(record.seq, record.audience))


def forgotten_by_name(connection: Connection, reader: Reader, name: RecordId | Ref) -> Record | None:
    """The forgotten record of that name whose text is still kept, were it visible; few may know of it."""
    return _first(_seen(connection, reader, _FORGOTTEN_BY_NAME, name=name)) if is_storable(name) else None


def last_forgotten_by(connection: Connection, reader: Reader, person: PersonId) -> Record | None:
    """What the person took out of memory last, were it visible and is its text still kept.

    Of a message that was kept anew since, its record is no slip any more.
    """
    return _first(_seen(connection, reader, _LAST_FORGOTTEN_BY, person=person))


def forgotten_by(connection: Connection, record: Record) -> PersonId:
    """Who took a forgotten record out of memory."""
    number = connection.execute(select(records.c.forgotten_by).where(records.c.pk == record.key)).scalar_one()
    return PersonId(number)


def restore(connection: Connection, record: Record, person: PersonId, now: datetime) -> None:
    """Bring a forgotten record back as it was."""
    connection.execute(
        update(records).where(records.c.pk == record.key).values(forgotten_at=None, forgotten_by=None)
    )
    add_event(connection, record.key, EventKind.RESTORED, person, now)
    index.note_change(connection, new=(record.seq, record.audience))


def add_event(
    connection: Connection,
    record: RecordKey,
    kind: EventKind,
    person: PersonId,
    now: datetime,
    other: RecordKey | None = None,
) -> None:
    """Write a line of history; `other` is the other record that it was about."""
    connection.execute(insert(events).values(record=record, at=now, person=person, kind=kind, other=other))


def history(connection: Connection, reader: Reader, record: Record) -> list[Event]:
    """What happened to a record, oldest first; its saving stands in the record itself.

    A line that is about another record is left out where the reader does not see that one.
    """
    rows = connection.execute(_HISTORY, {"record": record.key, "audiences": list(reader.audiences)})
    later = [
        Event(EventKind(row.kind), row.at, Person(PersonId(row.person), row.name), row.ref) for row in rows
    ]
    return [Event(EventKind.SAVED, record.created_at, record.author), *later]


def seq_of(connection: Connection, record: RecordKey) -> Seq:
    """How recent a record's content is now."""
    return Seq(connection.execute(select(records.c.seq).where(records.c.pk == record)).scalar_one())


def said_by_person(connection: Connection, record: Record) -> PersonId | None:
    """The person whose words a record holds, where Telegram itself named them."""
    number = connection.execute(select(records.c.said_by_person).where(records.c.pk == record.key)).scalar()
    return None if number is None else PersonId(number)


def count(connection: Connection) -> tuple[int, int]:
    """How many records there are, and how many of them are forgotten."""
    total, forgotten = connection.execute(select(func.count(), func.count(records.c.forgotten_at))).one()
    return total, forgotten
