"""The word index (PERFORMANCE.md): FTS5 keeps it, bitmaps in memory answer from it. Bit number = `seq`.

Two kinds of bitmaps, kept in two ways:

- A word's bitmap only ever gains bits, since every change of a content gives the record a new, higher `seq`.
  It is brought up to date by asking FTS5 for what lies above the last `seq` it has seen.
- An audience's bitmap is exact: it tells what exists and who may read it. Every change that moves a record
  writes a row of `changes` in its own transaction, in whatever process, and these are applied first.

So a bit that a word's bitmap still holds for a forgotten or edited record is never seen.
"""

from collections import OrderedDict
from collections.abc import Iterable, Sequence

from sqlalchemy import Connection, delete, func, insert, select, update

from core.ids import AudienceId, Seq, WorkspaceId
from core.storage.tables import changes, index_state, records
from core.storage.tokens import ask, record_tokens
from core.words import RULES_VERSION, RecordWords, Term, Word

HEAVY_SHARE = 256
"""A look-up is kept in memory where it matches at least one of so many records."""
MEMORY = 128 << 20
"""Bytes that kept bitmaps may take; the least recently used go first."""
KEPT_CHANGES = 10_000
"""Changes that stay for processes yet to see them; one that comes later reads its audiences anew."""
REBUILD_BATCH = 1_000

_ADD = "INSERT INTO record_words (rowid, words) VALUES (?, ?)"
_REMOVE = "INSERT INTO record_words (record_words, rowid, words) VALUES ('delete', ?, ?)"
_FIND = "SELECT rowid FROM record_words WHERE record_words MATCH ? AND rowid > ?"


class Index:
    """The bitmaps in memory. One thread uses it, each time on one snapshot, after `catch_up`."""

    def __init__(self, memory: int = MEMORY) -> None:
        self._memory = memory
        self._through = Seq(0)
        self._applied: int | None = None
        self._audiences: dict[AudienceId, int] = {}
        self._look_ups: OrderedDict[str, tuple[int, Seq]] = OrderedDict()

    def catch_up(self, connection: Connection) -> None:
        """Bring what is kept up to the snapshot's moment."""
        self._through = Seq(connection.execute(select(func.max(records.c.seq))).scalar() or 0)
        if self._applied is None:
            self._start(connection)
            return
        for change in connection.execute(
            select(changes).where(changes.c.number > self._applied).order_by(changes.c.number)
        ):
            if change.number != self._applied + 1 or (change.old_seq is None and change.new_seq is None):
                self._start(connection)
                return
            self._applied = change.number
            if change.old_audience in self._audiences:
                self._audiences[change.old_audience] &= ~(1 << change.old_seq)
            if change.new_audience in self._audiences:
                self._audiences[change.new_audience] |= 1 << change.new_seq

    def readable(self, connection: Connection, audiences: Iterable[AudienceId]) -> int:
        """The bitmap of all records in the audiences that are not forgotten."""
        mask = 0
        for audience in audiences:
            if audience not in self._audiences:
                living = records.c.audience == audience, records.c.forgotten_at.is_(None)
                self._audiences[audience] = bitmap(
                    connection.execute(select(records.c.seq).where(*living)).scalars()
                )
            mask |= self._audiences[audience]
        return mask

    def in_scope(self, connection: Connection, workspaces: Sequence[WorkspaceId], scope: str) -> int:
        """The bitmap of all records with that scope."""
        labelled = records.c.workspace.in_(workspaces), records.c.scope == scope
        return bitmap(connection.execute(select(records.c.seq).where(*labelled)).scalars())

    def occurrences(self, connection: Connection, term: Term) -> int:
        """The bitmap of the records in which the term occurs; records that are gone may stand in it."""
        found = 0
        for word in term.words:
            found |= self._word(connection, word)
        return found

    def _word(self, connection: Connection, word: Word) -> int:
        sought = ask(word)
        found = -1
        for part in sought.parts:
            found &= self._look_up(connection, part)
            if not found:
                break
        return found if sought.whole is None else found | self._look_up(connection, sought.whole)

    def _look_up(self, connection: Connection, expression: str) -> int:
        known, through = self._look_ups.get(expression, (0, Seq(0)))
        if through < self._through:
            rows = connection.exec_driver_sql(_FIND, (expression, through))
            known |= bitmap(row[0] for row in rows)
        if expression in self._look_ups or known.bit_count() * HEAVY_SHARE >= self._through:
            self._keep(expression, known)
        return known

    def _keep(self, expression: str, known: int) -> None:
        self._look_ups[expression] = (known, self._through)
        self._look_ups.move_to_end(expression)
        while len(self._look_ups) > 1 and len(self._look_ups) * self._through // 8 > self._memory:
            self._look_ups.popitem(last=False)

    def _start(self, connection: Connection) -> None:
        """Forget what is kept: it is read anew when it is asked for."""
        self._applied = connection.execute(select(func.max(changes.c.number))).scalar() or 0
        self._audiences.clear()
        self._look_ups.clear()


def bitmap(seqs: Iterable[int]) -> int:
    """A bitmap with these bits set; linear in their number and in the highest."""
    numbers = list(seqs)
    bits = bytearray(max(numbers, default=0) // 8 + 1)
    for number in numbers:
        bits[number >> 3] |= 1 << (number & 7)
    return int.from_bytes(bits, "little")


def next_seq(connection: Connection) -> Seq:
    """The `seq` for a content that is new or changed; never one that was used before.

    A record that lost its `seq` by an edit got a higher one, so the highest in use is the highest ever given.
    """
    return Seq((connection.execute(select(func.max(records.c.seq))).scalar() or 0) + 1)


def add_words(connection: Connection, seq: Seq, content: str, source: str) -> None:
    """Index a record's words."""
    connection.exec_driver_sql(_ADD, (seq, record_tokens(RecordWords.of(content, source))))


def remove_words(connection: Connection, seq: Seq, content: str, source: str) -> None:
    """Take a record's words out; they must be exactly those that were added."""
    connection.exec_driver_sql(_REMOVE, (seq, record_tokens(RecordWords.of(content, source))))


def note_change(
    connection: Connection,
    *,
    old: tuple[Seq, AudienceId] | None = None,
    new: tuple[Seq, AudienceId] | None = None,
) -> None:
    """Tell every process that a record appeared, moved or went away."""
    old_seq, old_audience = old or (None, None)
    new_seq, new_audience = new or (None, None)
    connection.execute(
        insert(changes).values(
            old_seq=old_seq, old_audience=old_audience, new_seq=new_seq, new_audience=new_audience
        )
    )


def drop_old_changes(connection: Connection) -> int:
    """Drop changes that all processes have long seen; how many went."""
    latest = connection.execute(select(func.max(changes.c.number))).scalar() or 0
    return connection.execute(delete(changes).where(changes.c.number <= latest - KEPT_CHANGES)).rowcount


def is_current(connection: Connection) -> bool:
    """Whether the stored index was made by this release's word rules."""
    return connection.execute(select(index_state.c.words_version)).scalar() == RULES_VERSION


def rebuild(connection: Connection) -> int:
    """Make the stored index anew from the records; how many were indexed."""
    connection.exec_driver_sql("INSERT INTO record_words (record_words) VALUES ('delete-all')")
    count = 0
    texts = select(records.c.seq, records.c.content, records.c.source).order_by(records.c.seq)
    for batch in connection.execute(texts).partitions(REBUILD_BATCH):
        rows = [(seq, record_tokens(RecordWords.of(content, source))) for seq, content, source in batch]
        connection.exec_driver_sql(_ADD, rows)
        count += len(rows)
    if connection.execute(update(index_state).values(words_version=RULES_VERSION)).rowcount == 0:
        connection.execute(insert(index_state).values(words_version=RULES_VERSION))
    # A change without a record tells every process to start anew.
    note_change(connection)
    return count
