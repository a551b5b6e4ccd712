"""Filling a table of the word index from the records, step by step, in the order of their `seq`.

What is saved goes into the table in use some time later, many records at once, which takes a third of what
it would take with each save. Until then searches know its words from memory (`newest.py`).

Words are made before a step is written, so that nobody waits for it longer than needed.
"""

from dataclasses import dataclass

from sqlalchemy import Connection, LargeBinary, bindparam, cast, select, update

from core.ids import Seq
from core.storage import word_tables
from core.storage.prepared import listed
from core.storage.tables import index_state, records

BATCH = 1_400
"""Records in a step at most."""
LENGTH = 1_000_000
"""Characters in a step, but for its last record."""

# As bytes, so that a single text that is damaged does not keep all others from being found.
_TEXTS_ABOVE = (
    select(records.c.seq, cast(records.c.content, LargeBinary), cast(records.c.source, LargeBinary))
    .where(records.c.seq > bindparam("above"), records.c.wiped_at.is_(None))
    .order_by(records.c.seq)
    .limit(BATCH)
)
_STILL = select(records.c.seq).where(records.c.seq.in_(listed("seqs")), records.c.wiped_at.is_(None))


@dataclass(frozen=True)
class Step:
    """Records that come next in a table that holds all up to a `seq`, with their words; none where it holds
    all there are."""

    table: int
    above: Seq
    words: dict[Seq, str]


def words_above(connection: Connection, above: Seq) -> dict[Seq, str]:
    """The words of the records that come next after that `seq`; none where there are no more."""
    words: dict[Seq, str] = {}
    length = 0
    with connection.execute(_TEXTS_ABOVE, {"above": above}) as rows:
        for seq, *texts in rows:
            words[Seq(seq)] = word_tables.words_of(*(text.decode(errors="replace") for text in texts))
            length += sum(map(len, texts))
            if length > LENGTH:
                break
    return words


def put_in(connection: Connection, step: Step) -> int:
    """Do a step that was prepared before; how many records it put in.

    What was edited or wiped meanwhile has other words, or none, and is left out.
    """
    there = connection.execute(_STILL, {"seqs": list(step.words)}).scalars().all()
    word_tables.fill(connection, step.table, {seq: step.words[Seq(seq)] for seq in there})
    return len(there)


def next_new(connection: Connection) -> Step | None:
    """What waits to be put into the table in use; None where nothing does. A read.

    Into one that other word rules made nothing is put: a release that goes by those would not know these
    tokens. What waits is put in by that one, or with all others when the table is made anew.
    """
    now = word_tables.state(connection)
    if not now.is_current:
        return None
    words = words_above(connection, now.words_through)
    return Step(now.in_use, now.words_through, words) if words else None


def take_new(connection: Connection, step: Step) -> None:
    """Put it in, unless another process has done so meanwhile."""
    now = word_tables.state(connection)
    if now.is_current and (now.in_use, now.words_through) == (step.table, step.above):
        put_in(connection, step)
        connection.execute(update(index_state).values(words_through=max(step.words)))
