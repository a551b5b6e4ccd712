"""The word index (PERFORMANCE.md): FTS5 keeps it, bitmaps in memory answer from it. Bit number = `seq`.

Two kinds of bitmaps, kept in two ways:

- The bitmap of a word or a scope only ever gains bits, since every change of a content gives the record a
  new, higher `seq`. It is brought up to date by asking for what lies above the last `seq` it has seen.
- An audience's bitmap is exact: it tells what exists and who may read it. New records are those above the
  last `seq` seen. Everything else that moves a record, and a new scope, writes a row of `changes` in its own
  transaction, in whatever process.

So a bit that a word's bitmap still holds for a forgotten or edited record is never seen.
"""

import sys
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from itertools import islice
from operator import or_

from sqlalchemy import Connection, Integer, bindparam, delete, func, insert, select

from core.ids import AudienceId, Seq, WorkspaceId
from core.records import is_storable
from core.scoring import newest_first
from core.storage import word_tables
from core.storage.filling import words_above
from core.storage.newest import AT_ONCE, Newest
from core.storage.prepared import Prepared, listed
from core.storage.tables import changes, records
from core.storage.tokens import WORD, ask
from core.words import RecordWords, Term, Word, family

HEAVY_SHARE = 1024
"""A look-up is kept in memory where it matches at least one of so many records."""
MEMORY = 128 << 20
"""Bytes that kept bitmaps may take, where nothing else is said; the least recently used go first."""
KEPT_CHANGES = 10_000
"""Changes that stay for processes yet to see them; one that comes later reads its audiences anew."""
FEW = 16
"""So many bits are set one by one, which is quicker than to make a bitmap of bytes."""
BATCH = 1_000
"""How many records are read at once where all or many are."""

# Built once: what every save or search runs.
_HIGHEST_SEQ = Prepared(select(func.max(records.c.seq)))
NEXT_SEQ = select(func.coalesce(func.max(records.c.seq), 0) + 1).scalar_subquery()
"""The `seq` for a content that is new or changed; never one that was used before.

A record that lost its `seq` by an edit got a higher one, so the highest in use is the highest ever given.
"""
_CHANGES = Prepared(
    select(changes)
    .where(changes.c.number > bindparam("applied"))
    .order_by(changes.c.number)
    .limit(KEPT_CHANGES + 1)
)
_ADDED = Prepared(
    select(records.c.seq, records.c.audience)
    .where(records.c.seq > bindparam("seen"), records.c.forgotten_at.is_(None))
    .limit(KEPT_CHANGES + 1)
)
_SEQS = func.group_concat(records.c.seq)
"""All in one row, see `word_tables`."""
_LIVING = select(_SEQS).where(
    records.c.audience == bindparam("audience", type_=Integer), records.c.forgotten_at.is_(None)
)
_IN_SCOPE = select(_SEQS).where(
    records.c.workspace == bindparam("workspace"),
    records.c.scope == bindparam("scope"),
    records.c.seq > bindparam("through"),
)
_TEXTS_OF = select(records.c.seq, records.c.content, records.c.source).where(
    records.c.seq.in_(listed("seqs"))
)
_NOTE_CHANGE = insert(changes)

Key = str | AudienceId | tuple[WorkspaceId, str]
"""What a bitmap is of: a look-up of words, an audience, or a scope in a workspace."""


class Bitmaps:
    """Bitmaps by key, each with the `seq` up to which it is complete, within a bound of memory."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._taken = 0
        self._kept: OrderedDict[Key, tuple[int, Seq]] = OrderedDict()

    def __contains__(self, key: Key) -> bool:
        return key in self._kept

    def get(self, key: Key) -> tuple[int, Seq]:
        """The bitmap of that key; none of its bits known where it is not kept."""
        if key not in self._kept:
            return 0, Seq(0)
        self._kept.move_to_end(key)
        return self._kept[key]

    def keep(self, key: Key, bits: int, through: Seq) -> None:
        """Keep a bitmap; the least recently used others make room for it."""
        self._drop(key)
        self._taken += sys.getsizeof(bits)
        while self._kept and self._taken > self._room:
            self._drop(next(iter(self._kept)))
        self._kept[key] = bits, through

    def drop_scopes(self) -> None:
        """Keep no bitmap of a scope."""
        for key in [key for key in self._kept if isinstance(key, tuple)]:
            self._drop(key)

    def clear(self) -> None:
        """Keep nothing."""
        self._kept.clear()
        self._taken = 0

    def _drop(self, key: Key) -> None:
        bits, _ = self._kept.pop(key, (None, None))
        if bits is not None:
            self._taken -= sys.getsizeof(bits)


class Index:
    """The bitmaps in memory. One thread uses it, each time on one snapshot, after `catch_up`."""

    def __init__(self, room: int = MEMORY) -> None:
        self._bitmaps = Bitmaps(room)
        self._through = Seq(0)
        self._newest = Newest(Seq(0))
        self._applied: int | None = None
        self._state: word_tables.State | None = None
        self._known_forms: dict[str, list[str]] | None = None

    def catch_up(self, connection: Connection) -> None:
        """Bring what is kept up to the snapshot's moment."""
        seen, self._through = self._through, _highest_seq(connection)
        # Where reading fails half way, nothing is trusted the next time.
        applied, self._applied = self._applied, None
        if applied is None or not self._follow(connection, applied, seen):
            # Nothing that is kept can be trusted: all is read anew when it is asked for.
            self._bitmaps.clear()
            self._known_forms = None
            self._newest = Newest(self._read_state(connection).words_through)
            self._take_in(connection)
            self._applied = connection.execute(select(func.max(changes.c.number))).scalar() or 0

    def _follow(self, connection: Connection, applied: int, seen: Seq) -> bool:
        """Move the bits of records that changed; False where some changes are gone, or too many to follow."""
        rows = _CHANGES.rows(connection, {"applied": applied})
        added = _ADDED.rows(connection, {"seen": seen}) if seen < self._through else []
        if len(rows) > KEPT_CHANGES or len(added) > KEPT_CHANGES:
            return False
        moved: dict[AudienceId, dict[Seq, bool]] = {}
        for row in rows:
            if row.number != applied + 1 or (row.old_seq is None and row.new_seq is None):
                return False
            applied = row.number
            if (row.old_seq, row.old_audience) == (row.new_seq, row.new_audience):
                self._bitmaps.drop_scopes()
                continue
            for audience, seq, present in (
                (row.old_audience, row.old_seq, False),
                (row.new_audience, row.new_seq, True),
            ):
                moved.setdefault(audience, {})[seq] = present
        for seq, audience in added:
            moved.setdefault(audience, {})[seq] = True
        self._take_in(connection)
        for audience, seqs in moved.items():
            if audience in self._bitmaps:
                bits, _ = self._bitmaps.get(audience)
                bits |= bitmap(seq for seq, present in seqs.items() if present)
                bits &= ~bitmap(seq for seq, present in seqs.items() if not present)
                self._bitmaps.keep(audience, bits, self._through)
        self._applied = applied
        return True

    def _take_in(self, connection: Connection) -> None:
        """Let the newest have what is new, but for what is stored where that is much."""
        if self._newest.through == self._through:
            return
        stored = self._read_state(connection).words_through
        if stored - self._newest.through > AT_ONCE:
            self._newest = Newest(stored)
        while words := words_above(connection, self._newest.through):
            self._newest.add(words, stored)

    def _read_state(self, connection: Connection) -> word_tables.State:
        self._state = word_tables.state(connection)
        return self._state

    def readable(self, connection: Connection, audiences: Iterable[AudienceId]) -> int:
        """The bitmap of all records in the audiences that are not forgotten."""
        mask = 0
        for audience in audiences:
            if audience in self._bitmaps:
                bits, _ = self._bitmaps.get(audience)
            else:
                living = connection.execute(_LIVING, {"audience": audience}).scalar()
                bits = bitmap(word_tables.numbers(living))
                self._bitmaps.keep(audience, bits, self._through)
            mask |= bits
        return mask

    def in_scope(self, connection: Connection, workspaces: Iterable[WorkspaceId], scope: str) -> int:
        """The bitmap of all records with that scope, and maybe of some that are gone."""
        if not is_storable(scope):
            return 0
        found = 0
        for workspace in workspaces:
            known, through = self._bitmaps.get((workspace, scope))
            if through < self._through:
                place = {"workspace": workspace, "scope": scope, "through": through}
                known |= bitmap(word_tables.numbers(connection.execute(_IN_SCOPE, place).scalar()))
                self._bitmaps.keep((workspace, scope), known, self._through)
            found |= known
        return found

    def occurrences(self, connection: Connection, term: Term, among: int) -> int:
        """The bitmap of those records of the bitmap `among` in which the term occurs."""
        found = 0
        for word in term.words if among else ():
            found |= self._word(connection, word, among)
        return found

    def _word(self, connection: Connection, word: Word, among: int) -> int:
        sought = ask(word, self._forms(connection))
        found = among
        for part in sought.parts:
            found &= self._look_up(connection, part)
            if not found:
                break
        if sought.whole is not None:
            found |= among & self._look_up(connection, sought.whole)
        if not sought.exact:
            found = _read_and_check(connection, word, found)
        return found

    def _forms(self, connection: Connection) -> Mapping[str, Sequence[str]] | None:
        """Where other word rules made the index, its words by family: their own tokens are still right."""
        if self._state is None or self._state.is_current:
            return None
        if self._known_forms is None:
            self._known_forms = {}
            for word in word_tables.used(connection, self._state.in_use, WORD):
                self._known_forms.setdefault(family(word), []).append(word)
        return self._known_forms

    def _look_up(self, connection: Connection, expression: str) -> int:
        known, through = self._bitmaps.get(expression)
        if through < self._through:
            newer = self._newest.above
            found = self._newest.find(expression, max(through, newer))
            if through < newer:
                assert self._state is not None
                found += word_tables.find(connection, self._state.in_use, expression, through, newer)
            if found:
                known |= bitmap(found)
            # Of what is not kept all was looked up.
            if expression in self._bitmaps or len(found) * HEAVY_SHARE >= self._through:
                self._bitmaps.keep(expression, known, self._through)
        return known


def bitmap(seqs: Iterable[int]) -> int:
    """A bitmap with these bits set; linear in their number and in the highest."""
    numbers = list(seqs)
    if len(numbers) <= FEW:
        return reduce(or_, (1 << number for number in numbers), 0)
    bits = bytearray(max(numbers, default=0) // 8 + 1)
    for number in numbers:
        bits[number >> 3] |= 1 << (number & 7)
    return int.from_bytes(bits, "little")


def _read_and_check(connection: Connection, word: Word, candidates: int) -> int:
    """Those of the candidates in which the word occurs indeed: for what is longer than a token."""
    found = []
    seqs = newest_first(candidates)
    while batch := list(islice(seqs, BATCH)):
        for seq, content, source in connection.execute(_TEXTS_OF, {"seqs": batch}):
            if word.occurs_in(RecordWords.of(content, source)):
                found.append(seq)
    return bitmap(found)


def _highest_seq(connection: Connection) -> Seq:
    return Seq(_HIGHEST_SEQ.run(connection, {}).fetchone()[0] or 0)


def note_change(
    connection: Connection,
    *,
    old: tuple[Seq, AudienceId] | None = None,
    new: tuple[Seq, AudienceId] | None = None,
) -> None:
    """Tell every process that a record moved, went away or came back.

    With `old` and `new` alike, that its scope changed.
    """
    old_seq, old_audience = old or (None, None)
    new_seq, new_audience = new or (None, None)
    connection.execute(
        _NOTE_CHANGE,
        {
            "old_seq": old_seq,
            "old_audience": old_audience,
            "new_seq": new_seq,
            "new_audience": new_audience,
        },
    )


def drop_old_changes(connection: Connection) -> int:
    """Drop changes that all processes have long seen; how many went."""
    latest = connection.execute(select(func.max(changes.c.number))).scalar() or 0
    return connection.execute(delete(changes).where(changes.c.number <= latest - KEPT_CHANGES)).rowcount
