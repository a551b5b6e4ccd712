"""What the archivist may compare a new record with (SPEC section 7, points 1 and 7).

Everybody who may read the new record may read its candidates: else a reason, a key or a link of the one would
quote what is hidden from its readers.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import Connection, Row, Select, bindparam, select

from core.ids import AudienceId, PersonId, RecordId, RecordKey, Seq, SpaceId
from core.records import Record, Visibility, versioned
from core.storage.prepared import listed
from core.storage.records import VISIBLE, by_key, reader_of, worded_seq
from core.storage.settled import is_retired
from core.storage.tables import audiences, records, spaces, workspaces

_SUBJECT = (
    select(records.c.author, workspaces.c.space, audiences.c.visibility, worded_seq(records).label("since"))
    .select_from(
        records.join(workspaces, workspaces.c.pk == records.c.workspace)
        .join(audiences, audiences.c.pk == records.c.audience)
        .join(spaces, spaces.c.pk == workspaces.c.space)
    )
    .where(
        records.c.pk == bindparam("key"),
        records.c.analyze.is_(True),
        spaces.c.archivist_off_since.is_(None),
    )
)
_ELIGIBLE = select(
    records.c.pk,
    records.c.id,
    records.c.seq,
    worded_seq(records).label("since"),
    records.c.audience,
    records.c.content,
    records.c.fact_key,
).where(records.c.analyze.is_(True), ~is_retired(records))
# An audience at a time, each from its newest record on: all of them together would be sorted first.
_NEWEST = (
    _ELIGIBLE.where(
        records.c.audience == bindparam("audience"),
        records.c.forgotten_at.is_(None),
        records.c.seq < bindparam("before"),
    )
    .order_by(records.c.seq.desc())
    .limit(bindparam("limit"))
)
_AMONG = _ELIGIBLE.where(records.c.seq.in_(listed("seqs")), VISIBLE)
_CORRECTED = _ELIGIBLE.where(
    records.c.seq > bindparam("before"), records.c.worded_seq < bindparam("before"), VISIBLE
)


@dataclass(frozen=True)
class Subject:
    """A record that is to be judged, and the audiences from which its candidates come."""

    record: Record
    since: Seq
    """What it says is newer than what others say since lower ones (`records.worded_seq`)."""
    audiences: frozenset[AudienceId]

    @property
    def state(self) -> tuple[Seq, AudienceId]:
        """What must not have moved while the model was thinking."""
        return self.record.seq, self.record.audience


@dataclass(frozen=True)
class Older:
    """A candidate, as it was when it was read."""

    key: RecordKey
    id: RecordId
    seq: Seq
    since: Seq
    audience: AudienceId
    content: str
    fact: str | None
    """The key that makes it a version of a fact, where it has one."""


def subject(connection: Connection, key: RecordKey) -> Subject | None:
    """The record, as its author and all its readers see it.

    None where there is nothing to judge: it is forgotten or exempt, the archivist is switched off there, or
    the author is not there any more.
    """
    row = connection.execute(_SUBJECT, {"key": key}).first()
    if row is None:
        return None
    for_all = row.visibility != Visibility.AUTHOR
    eyes = reader_of(connection, PersonId(row.author), SpaceId(row.space), for_all=for_all)
    record = by_key(connection, eyes, key)
    if record is None:
        return None
    here = (audience for audience, where in eyes.audiences.items() if where == record.workspace_id)
    return Subject(record, Seq(row.since), frozenset(here))


def newest(connection: Connection, subject: Subject, limit: int) -> list[Older]:
    """The freshest candidates that are older than the record, newest first.

    Without those whose `seq` is higher because they were corrected since.
    """
    found: list[Older] = []
    for audience in subject.audiences:
        bounds = {"audience": audience, "before": subject.since, "limit": limit}
        found += _read(connection, _NEWEST, subject, **bounds)
    return sorted(found, key=lambda older: -older.since)[:limit]


def corrected(connection: Connection, subject: Subject) -> list[Older]:
    """The candidates that are older than the record, but for corrections that were made since."""
    return _read(connection, _CORRECTED, subject, before=subject.since)


def among(connection: Connection, subject: Subject, seqs: Iterable[Seq]) -> list[Older]:
    """Those of these records that can be candidates."""
    wanted = list(seqs)
    return _read(connection, _AMONG, subject, seqs=wanted) if wanted else []


def _read(
    connection: Connection, found: Select[tuple[object, ...]], subject: Subject, **values: object
) -> list[Older]:
    rows = connection.execute(found, {"audiences": list(subject.audiences), **values})
    return [_older(row) for row in rows]


def _older(row: Row[tuple[object, ...]]) -> Older:
    return Older(
        RecordKey(row.pk),
        RecordId(row.id),
        Seq(row.seq),
        Seq(row.since),
        AudienceId(row.audience),
        row.content,
        versioned(row.fact_key),
    )
