"""Changes to a record that exists."""

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, insert, null, select, update

from core.ids import AudienceId, RecordKey
from core.records import EarlierContent, Record
from core.storage import index, word_tables
from core.storage.records import Reader, worded_at, worded_seq
from core.storage.tables import earlier_contents, records


def replace_content(
    connection: Connection, record: Record, content: str, now: datetime, *, corrected: bool
) -> None:
    """Give a record another content: it becomes the newest, and the earlier content is kept.

    Where it is only `corrected`, it keeps its place among what is judged.
    """
    connection.execute(
        insert(earlier_contents).values(
            record=record.key, content=record.content, audience=record.audience, replaced_at=now
        )
    )
    renewed = update(records).where(records.c.pk == record.key)
    worded = (
        {"worded_seq": worded_seq(records), "worded_at": worded_at(records)}
        if corrected
        else {"worded_seq": null(), "worded_at": null()}
    )
    seq = connection.execute(
        renewed.values(content=content, seq=index.NEXT_SEQ, updated_at=now, **worded).returning(records.c.seq)
    ).scalar_one()
    word_tables.remove_words(connection, record.seq, word_tables.words_of(record.content, record.source))
    index.note_change(connection, old=(record.seq, record.audience), new=(seq, record.audience))


def move(connection: Connection, record: Record, audience: AudienceId) -> None:
    """Let other people read a record."""
    connection.execute(update(records).where(records.c.pk == record.key).values(audience=audience))
    index.note_change(connection, old=(record.seq, record.audience), new=(record.seq, audience))


def set_labels(connection: Connection, record: Record, **labels: Any) -> None:
    """Set labels; a new scope is told to the index."""
    set_fields(connection, record.key, **labels)
    if "scope" in labels:
        place = record.seq, record.audience
        index.note_change(connection, old=place, new=place)


def set_fields(connection: Connection, record: RecordKey, **fields: Any) -> None:
    """Set fields on which neither the index nor the order depends."""
    connection.execute(update(records).where(records.c.pk == record).values(**fields))


def earlier(connection: Connection, reader: Reader, record: RecordKey) -> list[EarlierContent]:
    """The earlier contents of a record that the reader might read when they were current, oldest first."""
    mine = earlier_contents.c.record == record, earlier_contents.c.audience.in_(list(reader.audiences))
    rows = connection.execute(select(earlier_contents).where(*mine).order_by(earlier_contents.c.pk))
    return [EarlierContent(row.content, row.replaced_at) for row in rows]
