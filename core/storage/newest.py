"""The words of the newest records, in tables in memory, which tell what a word has gained.

Some of them are not in the stored table yet. Of the others it could tell this only by going through all that
the beginning of a word ever matched.
"""

import sqlite3
from collections.abc import Mapping

from core.ids import Seq
from core.storage.word_tables import numbers

COLUMNS = "words, content='', detail='none', columnsize=0, tokenize='ascii'"
"""As the migrations made the stored ones: the same is asked of all."""
LIMIT = 8_192
"""Records in a table."""
ROOM = 8 << 20
"""Characters of words in a table, twice those of so many notes: long texts take more memory."""
KEPT = 2
"""Tables that stay; more only while the oldest has what is not stored."""
AT_ONCE = 512
"""New records that are taken in at once though they are stored: with more, to look up words again takes
less time."""

_CREATE = f"CREATE VIRTUAL TABLE newest USING fts5 ({COLUMNS})"
_ADD = "INSERT INTO newest (rowid, words) VALUES (?, ?)"
_FIND = "SELECT group_concat(rowid) FROM newest WHERE newest MATCH ? AND rowid > ?"


class Newest:
    """The newest records by their words."""

    def __init__(self, above: Seq) -> None:
        """None is there yet: they are to be above that `seq`."""
        self._tables = [_Table(above)]

    @property
    def above(self) -> Seq:
        """The `seq` above which all records are there."""
        return self._tables[0].above

    @property
    def through(self) -> Seq:
        """The highest `seq` that is there."""
        return self._tables[-1].through

    def add(self, words: Mapping[Seq, str], stored: Seq) -> None:
        """Take in the words, as tokens, of all records that came since the last ones.

        `stored`: the `seq` up to which records are in the stored table, so that they need not be here.
        """
        if self._tables[-1].is_full:
            self._tables.append(_Table(self.through))
            while len(self._tables) > KEPT and self._tables[1].above <= stored:
                del self._tables[0]
        self._tables[-1].add(words)

    def find(self, expression: str, above: Seq) -> list[int]:
        """The `seq` of all records above that one which match; it is not below `self.above`."""
        return [seq for table in self._tables for seq in table.find(expression, above)]


class _Table:
    def __init__(self, above: Seq) -> None:
        self.above = self.through = above
        self._count = self._length = 0
        self._connection = sqlite3.connect(":memory:", isolation_level=None)
        self._connection.execute(_CREATE)
        # Never committed, as FTS5 would write a segment for each commit.
        self._connection.execute("BEGIN")

    @property
    def is_full(self) -> bool:
        return self._count >= LIMIT or self._length >= ROOM

    def add(self, words: Mapping[Seq, str]) -> None:
        self._connection.executemany(_ADD, words.items())
        self._count += len(words)
        self._length += sum(map(len, words.values()))
        self.through = max(words, default=self.through)

    def find(self, expression: str, above: Seq) -> list[int]:
        return numbers(self._connection.execute(_FIND, (expression, above)).fetchone()[0])
