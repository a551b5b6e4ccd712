"""The newest records by their words: the same as the stored index knows of them, within a bound."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from core.ids import Seq
from core.storage import Store
from core.storage.newest import COLUMNS, LIMIT, ROOM, Newest
from core.storage.word_tables import TABLES


@pytest.mark.parametrize("table", TABLES)
def test_it_is_asked_as_the_stored_tables_are(store: Store, database_file: Path, table: str) -> None:
    with closing(sqlite3.connect(database_file)) as connection:
        made = connection.execute("SELECT sql FROM sqlite_master WHERE name = ?", (table,)).fetchone()[0]
    assert COLUMNS in made


def test_what_was_taken_in_is_found_above_any_seq() -> None:
    newest = Newest(Seq(10))
    newest.add({Seq(11): "wrelease wfriday", Seq(13): "wreleases"}, Seq(10))
    newest.add({}, Seq(10))
    newest.add({Seq(14): "wfriday"}, Seq(10))
    assert newest.find('"wrelease" *', Seq(10)) == [11, 13]
    assert newest.find('"wrelease"', Seq(10)) == [11]
    assert newest.find('"wrelease" *', Seq(11)) == [13]
    assert newest.find('"wfriday"', Seq(10)) == [11, 14]
    assert newest.find('"wfriday"', Seq(14)) == []
    assert (newest.above, newest.through) == (10, 14)


def test_the_oldest_go_and_the_newest_stay() -> None:
    newest = Newest(Seq(0))
    for start in range(1, 3 * LIMIT, LIMIT // 2):
        newest.add({Seq(number): "wnote" for number in range(start, start + LIMIT // 2)}, Seq(start))
        assert newest.find('"wnote"', newest.above) == list(range(newest.above + 1, start + LIMIT // 2))
    assert newest.above == LIMIT


def test_of_long_texts_fewer_stay() -> None:
    newest = Newest(Seq(0))
    for number in range(1, 10):
        newest.add({Seq(number): "wnote ".ljust(ROOM // 2)}, Seq(number))
        assert newest.find('"wnote"', newest.above) == list(range(newest.above + 1, number + 1))
    assert newest.above == 6


def test_what_is_not_stored_yet_stays() -> None:
    newest = Newest(Seq(0))
    words = {Seq(number): "wnote" for number in range(1, 4 * LIMIT + 1)}
    for start in range(0, len(words), LIMIT):
        newest.add({Seq(seq): words[Seq(seq)] for seq in range(start + 1, start + LIMIT + 1)}, Seq(LIMIT - 1))
    assert newest.find('"wnote"', Seq(0)) == list(words)
    newest.add({Seq(4 * LIMIT + 1): "wnote"}, Seq(3 * LIMIT))
    assert newest.above == 3 * LIMIT
