"""What was judged of records: marks and links by the archivist, retirements by people.

All of it counts only for readers who see the other record, the mark's cause, the link's other end, the
record that was kept; while that one is forgotten or hidden, it is as if it were not there.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import (
    Connection,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    text,
    union,
    union_all,
    update,
)
from sqlalchemy.dialects.sqlite import insert as upsert

from core.graph import PREVIEW, Direction, Link, Relation
from core.ids import Names, PersonId, RecordId, RecordKey, Ref, Seq
from core.marks import Mark, MarkKind
from core.records import ARCHIVIST_PREFIX, Status
from core.storage.prepared import Prepared, listed
from core.storage.records import ALL_VISIBLE, VISIBLE, Reader
from core.storage.tables import compared, links, marks, records, retirements

_KEYS = listed("keys")
_MARKS = Prepared(
    select(marks.c.target, marks.c.kind, marks.c.reason, marks.c.at, records.c.id, records.c.ref)
    .join(records, records.c.pk == marks.c.cause)
    .where(marks.c.target.in_(_KEYS), VISIBLE)
    .order_by(records.c.seq.desc())
)
_CAUSES = (
    select(marks.c.cause)
    .join(records, records.c.pk == marks.c.cause)
    .where(marks.c.target == bindparam("target"), VISIBLE)
)
_RETIREMENTS = Prepared(
    select(retirements.c.record, retirements.c.kept, records.c.id, records.c.ref)
    .join(records, records.c.pk == retirements.c.kept)
    .where(retirements.c.record.in_(_KEYS), VISIBLE)
    .order_by(retirements.c.pk)
)
_SUMMARIES = select(records.c.seq).where(text("derived_from <> '[]'"), ALL_VISIBLE)
_SEVERAL = (
    select(records.c.workspace, records.c.fact_key)
    .where(records.c.fact_key.is_not(None), ALL_VISIBLE)
    .group_by(records.c.workspace, records.c.fact_key)
    .having(func.count() > 1)
    .subquery()
)
_IN_DOUBT = union(
    _SUMMARIES,
    select(records.c.seq)
    .join(
        _SEVERAL,
        (_SEVERAL.c.workspace == records.c.workspace) & (_SEVERAL.c.fact_key == records.c.fact_key),
    )
    .where(VISIBLE),
)
_OUTDATED = union(
    _SUMMARIES,
    select(records.c.seq).join(marks, marks.c.target == records.c.pk).where(VISIBLE),
    select(records.c.seq).join(retirements, retirements.c.record == records.c.pk).where(VISIBLE),
)
_OTHER_END = (records.c.id, records.c.ref, func.substr(records.c.content, 1, PREVIEW).label("preview"))
_LINKS = Prepared(
    union_all(
        select(links.c.source.label("record"), links.c.relation, links.c.weight, links.c.target, *_OTHER_END)
        .join(records, records.c.pk == links.c.target)
        .where(links.c.source.in_(_KEYS), VISIBLE),
        select(links.c.target.label("record"), links.c.relation, links.c.weight, links.c.target, *_OTHER_END)
        .join(records, records.c.pk == links.c.source)
        .where(links.c.target.in_(_KEYS), VISIBLE),
    )
)


def marks_on(
    connection: Connection, reader: Reader, keys: Iterable[RecordKey]
) -> dict[RecordKey, list[Mark]]:
    """The marks on these records that count for the reader, those of the newest cause first."""
    found: dict[RecordKey, list[Mark]] = {}
    for row in _MARKS.rows(connection, _about(keys, reader)):
        mark = Mark(MarkKind(row.kind), row.reason, row.at, RecordId(row.id), Ref(row.ref))
        found.setdefault(RecordKey(row.target), []).append(mark)
    return found


def retired(connection: Connection, reader: Reader, keys: Iterable[RecordKey]) -> dict[RecordKey, Names]:
    """Which of these records are retired for the reader, and in favour of which record: the last kept."""
    return {
        RecordKey(record): Names(RecordId(name), Ref(ref))
        for record, _, name, ref in _RETIREMENTS.run(connection, _about(keys, reader))
    }


def kept_in_place_of(connection: Connection, reader: Reader, record: RecordKey) -> list[RecordKey]:
    """The records that were kept in place of this one, as far as the reader sees them, the last one first."""
    return [RecordKey(kept) for _, kept, *_ in _RETIREMENTS.run(connection, _about([record], reader))][::-1]


def links_of(
    connection: Connection, reader: Reader, keys: Iterable[RecordKey]
) -> dict[RecordKey, list[Link]]:
    """The links of these records to others that the reader sees, the strongest first."""
    found: dict[RecordKey, list[Link]] = {}
    for row in _LINKS.rows(connection, _about(keys, reader)):
        direction = Direction.INCOMING if row.target == row.record else Direction.OUTGOING
        link = Link(
            Relation(row.relation), direction, row.weight, RecordId(row.id), Ref(row.ref), row.preview
        )
        found.setdefault(RecordKey(row.record), []).append(link)
    for some_links in found.values():
        some_links.sort(key=lambda link: (-link.weight, link.direction, link.relation, link.target_id))
    return found


def suspects(
    connection: Connection, reader: Reader, status: Literal[Status.CONFLICT, Status.STALE]
) -> list[Seq]:
    """All visible records that could have a status other than the normal one, and a few more.

    Judging each of them is cheap; judging all records would not be. Those that are stale for the hash of
    their source alone are not among them.
    """
    statement = _IN_DOUBT if status is Status.CONFLICT else _OUTDATED
    found = connection.execute(statement, {"audiences": list(reader.audiences)}).scalars()
    return [Seq(seq) for seq in found]


def add_mark(
    connection: Connection, target: RecordKey, cause: RecordKey, kind: MarkKind, reason: str, now: datetime
) -> None:
    """Mark a record because of another; a later judgement of the same pair takes the place of the earlier."""
    new = upsert(marks).values(target=target, cause=cause, kind=kind, reason=reason, at=now)
    again = {"kind": kind, "reason": reason, "at": now}
    connection.execute(new.on_conflict_do_update(index_elements=[marks.c.target, marks.c.cause], set_=again))


def add_link(
    connection: Connection,
    source: RecordKey,
    target: RecordKey,
    relation: Relation,
    weight: float,
    now: datetime,
) -> None:
    """Link two records; a later judgement of the same link takes the place of the earlier."""
    new = upsert(links).values(source=source, target=target, relation=relation, weight=weight, at=now)
    same = [links.c.source, links.c.target, links.c.relation]
    connection.execute(new.on_conflict_do_update(index_elements=same, set_={"weight": weight, "at": now}))


def retire(
    connection: Connection, record: RecordKey, kept: RecordKey, person: PersonId, now: datetime
) -> None:
    """Retire a record in favour of another; of several decisions the last that a reader sees counts."""
    bring_back(connection, record, kept)
    connection.execute(insert(retirements).values(record=record, kept=kept, person=person, at=now))


def bring_back(connection: Connection, record: RecordKey, kept: RecordKey) -> None:
    """Undo the retirement of a record in favour of another."""
    pair = retirements.c.record == record, retirements.c.kept == kept
    connection.execute(delete(retirements).where(*pair))


def drop_marks(connection: Connection, target: RecordKey, causes: Iterable[RecordKey]) -> None:
    """Take off the marks that these records caused on the target, with the links that came with them."""
    some = {"keys": list(causes)}
    connection.execute(delete(marks).where(marks.c.target == target, marks.c.cause.in_(_KEYS)), some)
    connection.execute(delete(links).where(links.c.target == target, links.c.source.in_(_KEYS)), some)


def causes_of(connection: Connection, reader: Reader, target: RecordKey) -> list[RecordKey]:
    """The records that caused a mark on the target, as far as the reader sees them."""
    seen = {"target": target, "audiences": list(reader.audiences)}
    return [RecordKey(key) for key in connection.execute(_CAUSES, seen).scalars()]


def drop_marks_of(connection: Connection, record: RecordKey) -> None:
    """Let all marks on the record and by it fall, with the links that came with them."""
    pairs = select(marks.c.target, marks.c.cause).where(
        or_(marks.c.target == record, marks.c.cause == record)
    )
    for target, cause in connection.execute(pairs).all():
        drop_marks(connection, RecordKey(target), [RecordKey(cause)])


def note_compared(connection: Connection, cause: RecordKey, others: Iterable[RecordKey]) -> None:
    """Remember which records a model was shown when it put the judgement of a record into words."""
    pairs = [{"cause": cause, "other": other} for other in others]
    if pairs:
        connection.execute(upsert(compared).on_conflict_do_nothing(), pairs)


def silence(connection: Connection, record: RecordKey) -> None:
    """Take back the words of models that were shown the record: they may quote it.

    The marks stay without their reasons; the archivist's keys go.
    """
    shown = select(compared.c.cause).where(compared.c.other == record)
    causes = {"keys": connection.execute(shown).scalars().all()}
    connection.execute(update(marks).where(marks.c.cause.in_(_KEYS)).values(reason=""), causes)
    own = func.substr(records.c.fact_key, 1, len(ARCHIVIST_PREFIX)) == ARCHIVIST_PREFIX
    connection.execute(update(records).where(records.c.pk.in_(_KEYS), own).values(fact_key=None), causes)
    connection.execute(delete(compared).where(compared.c.cause.in_(_KEYS)), causes)


def drop_made_by(connection: Connection, record: RecordKey) -> None:
    """Drop all that was judged because of the record: its marks on others, and its links to them."""
    connection.execute(delete(marks).where(marks.c.cause == record))
    connection.execute(delete(links).where(links.c.source == record))


def _about(keys: Iterable[RecordKey], reader: Reader) -> dict[str, Any]:
    """Parameters: these records, for that reader."""
    return {"keys": list(keys), "audiences": list(reader.audiences)}
