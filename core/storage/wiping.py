"""Wiping forgotten texts from every table and from the index; the trace stays (SPEC section 3)."""

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, delete, exists, func, or_, select, update

from core.ids import PersonId, RecordKey
from core.records import DEFAULT_SCOPE, EventKind
from core.storage import judgements, word_tables
from core.storage.records import add_event
from core.storage.tables import (
    compared,
    earlier_contents,
    events,
    idempotency_keys,
    index_state,
    links,
    marks,
    records,
    remarks,
    retirements,
    runs,
)

AT_ONCE = 200
"""Records wiped in one transaction at most, so that saving never waits long."""
_NOTHING_LEFT: dict[str, Any] = {
    "content": "",
    "scope": DEFAULT_SCOPE,
    "path": "/",
    "source": "",
    "source_id": None,
    "source_hash": None,
    "source_revision": None,
    "fact_key": None,
    "said_by": None,
    "derived_from": [],
}


def wipe_forgotten_before(connection: Connection, moment: datetime, now: datetime) -> int:
    """Wipe some of the records that were forgotten before the moment; how many: 0 when none is left."""
    due = select(
        records.c.pk, records.c.seq, records.c.content, records.c.source, records.c.forgotten_by
    ).where(records.c.forgotten_at < moment, records.c.wiped_at.is_(None))
    rows = connection.execute(due.limit(AT_ONCE)).all()
    if rows:
        connection.execute(update(index_state).values(holds_wiped=True))
    for row in rows:
        word_tables.remove_words(connection, row.seq, word_tables.words_of(row.content, row.source))
        _wipe(connection, RecordKey(row.pk), now)
        add_event(connection, RecordKey(row.pk), EventKind.WIPED, PersonId(row.forgotten_by), now)
    return len(rows)


def last_event(connection: Connection) -> int:
    """The number of the latest line of history: what is wiped later has a higher one."""
    return connection.execute(select(func.max(events.c.pk))).scalar() or 0


def note_gone(connection: Connection, through: int) -> None:
    """Note that no word of a wiped text is left in the index or the log, unless more were wiped since.

    `through`: the latest line of history before what was wiped went from both.
    """
    later = exists().where(events.c.pk > through, events.c.kind == EventKind.WIPED)
    connection.execute(update(index_state).where(~later).values(holds_wiped=False))


def _wipe(connection: Connection, record: RecordKey, now: datetime) -> None:
    judgements.silence(connection, record)
    connection.execute(update(records).where(records.c.pk == record).values(wiped_at=now, **_NOTHING_LEFT))
    for table, condition in (
        (earlier_contents, earlier_contents.c.record == record),
        (compared, compared.c.cause == record),
        # The hash of a short text can be guessed, and the reason of a mark may quote it.
        (idempotency_keys, idempotency_keys.c.record == record),
        (marks, or_(marks.c.target == record, marks.c.cause == record)),
        (links, or_(links.c.target == record, links.c.source == record)),
        (runs, runs.c.record == record),
        (remarks, remarks.c.record == record),
        (retirements, or_(retirements.c.record == record, retirements.c.kept == record)),
    ):
        connection.execute(delete(table).where(condition))
