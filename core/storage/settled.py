"""What people have settled about two records: no mark on the one because of the other, and no question.

Their word stands in the history, and counts as long as both say the same (SPEC section 7, point 8).
"""

from collections.abc import Callable, Collection, Iterable
from datetime import datetime
from itertools import permutations

from sqlalchemy import (
    ColumnElement,
    Connection,
    FromClause,
    exists,
    false,
    func,
    or_,
    select,
)

from core.ids import AudienceId, PersonId, RecordKey
from core.marks import MarkKind
from core.records import EventKind
from core.storage import judgements
from core.storage.records import Reader, add_event, visible, worded_at
from core.storage.tables import events, marks, records, retirements

Settle = Callable[[Connection, Reader, Collection[RecordKey], PersonId, datetime], None]
"""What a person says of several records, seen as they are by the reader: `call_right` or `take_back`."""

_SETTLES = (EventKind.UNMARKED, EventKind.BOTH_RIGHT)
_one, _other = records.alias("one"), records.alias("other")


def is_retired(one: FromClause) -> ColumnElement[bool]:
    """The condition that a person kept another record, which the reader sees, in the place of this one."""
    kept = records.alias("kept")
    found = select(kept.c.pk).join(retirements, retirements.c.kept == kept.c.pk)
    return exists(found.where(retirements.c.record == one.c.pk, visible(kept)).correlate(one))


def is_outdated(one: FromClause) -> ColumnElement[bool]:
    """The condition that a mark, whose cause the reader sees, says that this one holds no more."""
    cause = records.alias("cause")
    found = select(cause.c.pk).join(marks, marks.c.cause == cause.c.pk)
    refuted = marks.c.target == one.c.pk, marks.c.kind == MarkKind.INVALIDATE
    return exists(found.where(*refuted, visible(cause)).correlate(one))


def is_settled(one: FromClause, other: FromClause) -> ColumnElement[bool]:
    """The condition that people have settled these two.

    What they said of a third record that the reader sees and that says what one of the two says counts too.
    """
    return or_(_has_last_word(one, other), _has_last_word(other, one))


def call_right(
    connection: Connection, reader: Reader, together: Collection[RecordKey], person: PersonId, now: datetime
) -> None:
    """Settle each two of these: all are right. What one was marked with because of another falls."""
    for record in together:
        causes = set(judgements.causes_of(connection, reader, record)).intersection(together)
        judgements.drop_marks(connection, record, causes)
    for record, other in permutations(together, 2):
        add_event(connection, record, EventKind.BOTH_RIGHT, person, now, other)


def take_back(
    connection: Connection, reader: Reader, together: Collection[RecordKey], person: PersonId, now: datetime
) -> None:
    """Let nothing be settled between any two of these."""
    found = {record: among(connection, reader.audiences, record, together) for record in together}
    for record, other in permutations(together, 2):
        if other in found[record]:
            add_event(connection, record, EventKind.IN_DOUBT, person, now, other)


def among(
    connection: Connection,
    audiences: Iterable[AudienceId],
    record: RecordKey,
    others: Collection[RecordKey],
) -> set[RecordKey]:
    """Those of the others that are settled beside the record: all of them, where it is retired itself."""
    if not others:
        return set()
    pairs = (
        select(_other.c.pk)
        .join_from(_one, _other, _other.c.workspace == _one.c.workspace)
        .where(_one.c.pk == record, _other.c.pk.in_(others))
    )
    found = pairs.where(or_(is_settled(_one, _other), is_retired(_one)))
    return set(map(RecordKey, connection.execute(found, {"audiences": list(audiences)}).scalars()))


def _has_last_word(one: FromClause, other: FromClause) -> ColumnElement[bool]:
    alike = records.alias("alike")
    word = (
        select(events.c.kind.in_(_SETTLES))
        .join(alike, alike.c.pk == events.c.other)
        .where(
            events.c.record == one.c.pk,
            events.c.kind.in_((*_SETTLES, EventKind.IN_DOUBT)),
            func.says_the_same(alike.c.content, other.c.content),
            visible(alike),
            events.c.at >= worded_at(one),
            events.c.at >= worded_at(alike),
        )
        .order_by(events.c.pk.desc())
        .limit(1)
    )
    return func.coalesce(word.correlate(one, other).scalar_subquery(), false())
