"""What plain SQLite does with the same data, to compare with."""

import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

from core.storage import Store
from core.storage.word_tables import TABLES, words_of
from tests.bench.questions import questions

ASKED = 5
"""Queries of each length: these take long."""
LENGTHS = (1, 4, 8)


def searches(file: Path) -> list[tuple[int, float, float]]:
    """The median milliseconds that common words take by LIKE and by FTS5, which count what occurs."""
    with TemporaryDirectory() as folder, closing(sqlite3.connect(Path(folder, "fts.db"))) as connection:
        connection.execute("ATTACH ? AS letopis", (str(file),))
        connection.execute("CREATE VIRTUAL TABLE notes USING fts5 (content, content='')")
        connection.execute("INSERT INTO notes (rowid, content) SELECT seq, content FROM letopis.records")
        connection.commit()
        return [
            (length, _median(connection, _LIKE, asked, "%{}%"), _median(connection, _FTS, asked, '"{}"'))
            for length in LENGTHS
            for asked in [[text.split() for text in questions("common", length)[:ASKED]]]
        ]


_LIKE = "SELECT seq AS number FROM letopis.records WHERE content LIKE ?"
_FTS = "SELECT rowid AS number FROM notes WHERE notes MATCH ?"


def _median(connection: sqlite3.Connection, one: str, asked: Sequence[Sequence[str]], form: str) -> float:
    taken = []
    for words in asked:
        found = " UNION ALL ".join([one] * len(words))
        ordered = f"SELECT number FROM ({found}) GROUP BY number ORDER BY count(*) DESC, number DESC LIMIT 10"
        began = time.perf_counter()
        connection.execute(ordered, [form.format(word) for word in words]).fetchall()
        taken.append(1000 * (time.perf_counter() - began))
    return sorted(taken)[len(taken) // 2]


def saves_a_second(texts: Sequence[str], at_once: int) -> float:
    """Raw sqlite3 on an empty database of ours, with words made before: what the writer could do at most."""
    words = [words_of(text, "bench") for text in texts]
    with TemporaryDirectory() as folder:
        file = Path(folder, "raw.db")
        Store.open(f"sqlite:///{file}").close()
        with closing(sqlite3.connect(file, isolation_level=None)) as connection:
            connection.execute("PRAGMA synchronous=FULL")
            connection.execute("PRAGMA secure_delete=ON")
            began = time.perf_counter()
            for start in range(0, len(texts), at_once):
                connection.execute("BEGIN IMMEDIATE")
                for number in range(start, min(start + at_once, len(texts))):
                    connection.execute(_SAVE, (str(uuid4()), f"{number:08}", number + 1, texts[number]))
                    connection.execute(_INDEX, (number + 1, words[number]))
                connection.execute("COMMIT")
            return len(texts) / (time.perf_counter() - began)


_SAVE = (
    "INSERT INTO records (id, ref, seq, workspace, audience, scope, content, source, confidence,"
    " derived_from, path, memory_type, author, analyze, created_at, updated_at)"
    " VALUES (?, ?, ?, 1, 1, 'shared', ?, 'bench', 0.5, '[]', '/', 'semantic', 1, 1, '2026', '2026')"
)
_INDEX = "INSERT INTO record_words (rowid, words) VALUES (?, ?)"


@dataclass(frozen=True)
class Sizes:
    """Bytes a record."""

    index: float
    file: float


def sizes(file: Path) -> Sizes:
    """How much room the index and all of the file take."""
    with closing(sqlite3.connect(file)) as connection:
        count = connection.execute("SELECT count(*) FROM records").fetchone()[0]
        index = sum(
            connection.execute(f"SELECT sum(length(block)) FROM {table}_data").fetchone()[0]
            for table in TABLES
        )
    return Sizes(index / count, file.stat().st_size / count)
