"""The tokens of the index answer exactly what the rule for words says, in the index's own kind of table."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.storage import Store
from core.storage.tokens import LONGEST, LONGEST_HANGUL, Ask, ask, record_tokens
from core.words import JOINERS, RecordWords, Word, query_words

# A few letters, so that words meet, and pieces as long as a token and longer.
pieces = st.one_of(
    st.text("аярab1가나é", min_size=1, max_size=4),
    st.sampled_from(["релиз", "релиза", "release", "releases", "releasing", "서버", "웹서버"]),
    st.sampled_from(["배포", "배포합니다", "배포했어요", "들었어요", "듣다", "api", "api를"]),
    # Stems that are words themselves, of another family.
    st.sampled_from(["agree", "agreed", "agre", "agr", "работами", "работа", "работ"]),
    st.integers(LONGEST_HANGUL - 2, 3 * LONGEST_HANGUL).map("가나".__mul__),
    st.integers(LONGEST - 3, LONGEST + 3).map("ab".__mul__).map(lambda word: word[: LONGEST + 2]),
)
words = st.lists(st.one_of(pieces, st.sampled_from(list(JOINERS))), min_size=1, max_size=5).map("".join)
texts = st.lists(words, min_size=1, max_size=4).map(" ".join)


@pytest.fixture(scope="module")
def table_sql(tmp_path_factory: pytest.TempPathFactory) -> str:
    """How the index's table is made."""
    file = tmp_path_factory.mktemp("index") / "letopis.db"
    Store.open(f"sqlite:///{file}").close()
    with closing(sqlite3.connect(file)) as connection:
        made: str = connection.execute(
            "SELECT sql FROM sqlite_master WHERE name = 'record_words'"
        ).fetchone()[0]
    return made


@pytest.fixture(scope="module")
def index(table_sql: str) -> Iterator[sqlite3.Connection]:
    """An index of one record at a time."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute(table_sql)
        yield connection


def found(index: sqlite3.Connection, expression: str) -> bool:
    """Whether a look-up finds the record."""
    matches = index.execute("SELECT rowid FROM record_words WHERE record_words MATCH ?", (expression,))
    return matches.fetchone() is not None


def answer(index: sqlite3.Connection, sought: Ask, text: str) -> bool:
    """What the index says of a record with that text."""
    index.execute("INSERT INTO record_words (record_words) VALUES ('delete-all')")
    tokens = record_tokens(RecordWords.of(text))
    index.execute("INSERT INTO record_words (rowid, words) VALUES (1, ?)", (tokens,))
    return all(found(index, part) for part in sought.parts) or (
        sought.whole is not None and found(index, sought.whole)
    )


def agrees(index: sqlite3.Connection, word: Word, text: str) -> bool:
    """Whether the index says what the rule says, or may say more where it owns to be inexact."""
    rule = word.occurs_in(RecordWords.of(text))
    sought = ask(word)
    said = answer(index, sought, text)
    return said is rule if sought.exact else said or not rule


@given(query=words, text=texts, typing=st.booleans())
def test_look_ups_find_a_record_exactly_where_the_word_occurs(
    index: sqlite3.Connection, query: str, text: str, typing: bool
) -> None:
    for word in query_words(query, typing=typing):
        assert agrees(index, word, text)


@given(query=st.text(max_size=8), text=st.text(max_size=30), typing=st.booleans())
def test_no_character_makes_a_look_up_fail(
    index: sqlite3.Connection, query: str, text: str, typing: bool
) -> None:
    for word in query_words(query, typing=typing):
        assert agrees(index, word, text)


@pytest.mark.parametrize(
    ("query", "exact"),
    [
        ("release", True),
        ("가" * LONGEST_HANGUL, True),
        ("가" * (LONGEST_HANGUL + 1), False),
        ("a" * (LONGEST - 1), True),
        ("a" * LONGEST, False),
        ("a." * 100 + "a", True),
        ("a." * 128 + "a", False),
        ("x." + "가" * (LONGEST_HANGUL + 1), False),
    ],
)
def test_only_what_is_longer_than_a_token_is_inexact(query: str, exact: bool) -> None:
    (word,) = query_words(query)
    assert ask(word).exact is exact


def test_several_forms_of_a_word_are_found_together_and_go_together(index: sqlite3.Connection) -> None:
    (word,) = query_words("релизом")
    forms, single = (record_tokens(RecordWords.of(text)) for text in ("релиз релиза релизы", "релиз"))
    index.execute("INSERT INTO record_words (record_words) VALUES ('delete-all')")
    index.executemany("INSERT INTO record_words (rowid, words) VALUES (?, ?)", [(1, forms), (2, single)])
    (part,) = ask(word).parts
    sought = "SELECT rowid FROM record_words WHERE record_words MATCH ?"
    assert index.execute(sought, (part,)).fetchall() == [(1,), (2,)]
    taken_out = "INSERT INTO record_words (record_words, rowid, words) VALUES ('delete', 1, ?)"
    index.execute(taken_out, (forms,))
    assert index.execute(sought, (part,)).fetchall() == [(2,)]


def test_a_very_long_word_takes_room_in_proportion() -> None:
    syllables = "".join(chr(ord("가") + number % 11_000) for number in range(20_000))
    assert len(record_tokens(RecordWords.of(syllables))) < 20_000 * (LONGEST_HANGUL + 2) + LONGEST + 2
