"""The two FTS5 tables of the word index: one is in use, into the other it is made anew (`renewal.py`).

Each is filled from the records in the order of their `seq` (`filling.py`), so that whatever is new has its
turn; what is taken out is taken out of both.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from sqlalchemy import Connection, TableClause, column, insert, select, update

from core.ids import Seq
from core.storage.prepared import Prepared, PreparedInsert, driver
from core.storage.tables import index_state
from core.storage.tokens import record_tokens
from core.words import RULES_VERSION, RecordWords

TABLES = ("record_words", "record_words_2")
NO_RULES = 0
"""The version of a table that every release makes anew."""
KNOWN = 2_048
"""Records whose words are remembered after they were made."""
KNOWN_UP_TO = 2_000
"""Characters of the longest of them."""
MERGE_PAGES = 500
"""Pages of a table that one step of merging writes at most."""

_STATE = Prepared(
    select(
        index_state.c.words_version,
        index_state.c.words_through,
        index_state.c.in_use,
        index_state.c.built_version,
        index_state.c.built_through,
        index_state.c.holds_wiped,
    )
)
_COLUMNS = ("rowid", "words")
_ADD = [PreparedInsert(insert(TableClause(table, *map(column, _COLUMNS))), _COLUMNS) for table in TABLES]
_REMOVE = [f"INSERT INTO {table} ({table}, rowid, words) VALUES ('delete', ?, ?)" for table in TABLES]
# In one row: a row for each would let go of the interpreter's lock, and wait for it, as often.
_FIND = [
    f"SELECT group_concat(rowid) FROM {table} WHERE {table} MATCH ? AND rowid > ? AND rowid <= ?"
    for table in TABLES
]
_MERGE = [f"INSERT INTO {table} ({table}, rank) VALUES ('merge', ?)" for table in TABLES]
_MERGE_TWO = [f"INSERT INTO {table} ({table}, rank) VALUES ('usermerge', 2)" for table in TABLES]
_EMPTY = [f"INSERT INTO {table} ({table}) VALUES ('delete-all')" for table in TABLES]
# In the memory of the connection: https://www.sqlite.org/fts5.html#the_fts5vocab_virtual_table_module
_VOCABULARY = [
    f"CREATE VIRTUAL TABLE IF NOT EXISTS temp.{table}_used USING fts5vocab (main, {table}, row)"
    for table in TABLES
]
_USED = [f"SELECT term FROM temp.{table}_used WHERE term >= ? AND term < ?" for table in TABLES]


@dataclass(frozen=True)
class State:
    """Which table is in use, by which word rules it was made, and how far each is filled."""

    words_version: int
    words_through: Seq
    """The highest `seq` that was put into the one in use."""
    in_use: int
    built_version: int | None
    """The word rules by which the other table is being filled; None where it is not."""
    built_through: Seq | None
    """The highest `seq` that was put into it."""
    holds_wiped: bool
    """Whether words of wiped texts may still be in a table, or in the database's log."""

    @property
    def is_current(self) -> bool:
        """Whether the table in use was made by this release's word rules."""
        return self.words_version == RULES_VERSION

    def holds(self, seq: Seq) -> bool:
        """Whether the table in use holds that record's words, by this release's rules."""
        return self.is_current and seq <= self.words_through

    @property
    def is_settled(self) -> bool:
        """Whether this release's word rules made the table in use, and the other is not being filled."""
        return self.is_current and self.built_version is None

    @property
    def other(self) -> int:
        """The table that is not in use."""
        return 1 - self.in_use

    def was_built(self, seq: Seq) -> bool:
        """Whether the other table holds that record's words, by this release's rules."""
        return self.built_version == RULES_VERSION and seq <= (self.built_through or 0)


def state(connection: Connection) -> State:
    """How the tables stand at the connection's moment."""
    return State(*_STATE.run(connection, {}).fetchone())


def words_of(content: str, source: str) -> str:
    """A record's words as the tables take them."""
    usual = len(content) <= KNOWN_UP_TO
    return _known_words_of(content, source) if usual else _words_of(content, source)


def _words_of(content: str, source: str) -> str:
    return record_tokens(RecordWords.of(content, source))


# What a search has read to bring itself up to date is soon put into a table, or the other way round.
_known_words_of = lru_cache(KNOWN)(_words_of)


def remove_words(connection: Connection, seq: Seq, words: str) -> None:
    """Take a record's words out where they are in; they must be exactly those that were added.

    Those that older word rules added stay: nobody sees them any more, and the table is soon emptied. A table
    that a newer release filled meanwhile is kept, and would keep them: that release makes it anew.
    """
    now = state(connection)
    if now.holds(seq):
        driver(connection).execute(_REMOVE[now.in_use], (seq, words))
    elif now.words_version > RULES_VERSION and seq <= now.words_through:
        connection.execute(update(index_state).values(words_version=NO_RULES))
    if now.was_built(seq):
        driver(connection).execute(_REMOVE[now.other], (seq, words))
    elif (now.built_version or NO_RULES) > RULES_VERSION and seq <= (now.built_through or 0):
        empty(connection, now.other)
        connection.execute(update(index_state).values(built_through=0))


def find(connection: Connection, table: int, expression: str, above: Seq, through: Seq) -> list[int]:
    """The `seq` of all records above the one and up to the other which match."""
    return numbers(driver(connection).execute(_FIND[table], (expression, above, through)).fetchone()[0])


def numbers(joined: str | None) -> list[int]:
    """What `group_concat` made of whole numbers."""
    # JSON is read twice as fast as numbers are made of parts of a text.
    return json.loads(f"[{joined or ''}]")  # type: ignore[no-any-return]


def used(connection: Connection, table: int, beginning: str) -> list[str]:
    """All tokens in a table that begin with that letter of the ASCII alphabet, without it."""
    driver(connection).execute(_VOCABULARY[table])
    bounds = beginning, chr(ord(beginning) + 1)
    return [term[1:] for (term,) in driver(connection).execute(_USED[table], bounds)]


def fill(connection: Connection, table: int, words: Mapping[Seq, str]) -> None:
    """Put the words of records into a table."""
    _ADD[table].run(connection, [{"rowid": seq, "words": text} for seq, text in words.items()])


def empty(connection: Connection, table: int) -> None:
    """Take everything out of a table."""
    driver(connection).execute(_EMPTY[table])


def begin_merge(connection: Connection, *, whole: bool) -> None:
    """Let `merge_more` merge whatever two parts of the index are of like size.

    With `whole`, all of it, which alone drops the words that were taken out of it.
    Source: https://www.sqlite.org/fts5.html#the_merge_command
    """
    for merge_two, merge in zip(_MERGE_TWO, _MERGE, strict=True):
        driver(connection).execute(merge_two)
        if whole:
            driver(connection).execute(merge, (-MERGE_PAGES,))


def merge_more(connection: Connection) -> bool:
    """Merge a little more; False when nothing is left to merge."""
    first, second = (_merged(connection, merge) for merge in _MERGE)
    return first or second


def _merged(connection: Connection, merge: str) -> bool:
    before = driver(connection).total_changes
    driver(connection).execute(merge, (MERGE_PAGES,))
    # A step that finds nothing to do still counts as one change.
    return driver(connection).total_changes - before > 1
