"""A database that cannot be used: it is left as it is, and a person is told what to do."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.problems import ENGLISH, storage_problem
from core.errors import (
    CopyExists,
    CopyFailed,
    DatabaseDamaged,
    DatabaseForeign,
    DatabaseFull,
    DatabaseLocked,
    DatabaseMissing,
    DatabaseNewer,
    DatabaseUnavailable,
    StorageError,
)
from tests.cli.process import answers, letopis, line, python
from tests.cli.test_process import STOPPED

NEED_A_DATABASE = [
    ["jobs", "list"],
    ["jobs", "run"],
    ["jobs", "retry"],
    ["status"],
    ["status", "--quiet"],
    ["rebuild-index"],
    ["backup", "copy.db"],
]
EVERY_COMMAND = [
    ["run"],
    ["console"],
    ["console", "--script"],
    ["call", "search", '{"query": ""}'],
    ["call", "--stdin"],
    *NEED_A_DATABASE,
]


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (
            DatabaseDamaged("a.db"),
            "The database a.db is damaged. It was left untouched. Move it away, together with a.db-wal and"
            " a.db-shm if they exist, then restore a backup or start over;"
            ' `sqlite3 a.db ".recover"` reads what can still be read.',
        ),
        (
            DatabaseForeign("a.db"),
            "a.db is a database of another program. It was left untouched."
            " Choose another file in DATABASE_URL.",
        ),
        (
            DatabaseNewer("a.db", "0009"),
            "a.db was written by a newer Letopis (revision 0009). It was left untouched. Upgrade Letopis.",
        ),
        (
            DatabaseLocked("a.db"),
            "Another program holds the database a.db. Stop that program, then try again.",
        ),
        (
            DatabaseFull("a.db"),
            "There is no room left for the database a.db. Free some disk space, then try again.",
        ),
        (
            DatabaseUnavailable("a.db", "unable to open database file"),
            "The database a.db cannot be opened, read or written (unable to open database file)."
            " Its folder must exist, and both must be readable and writable.",
        ),
        (
            DatabaseMissing("a.db"),
            "There is no database a.db. `letopis run` makes one; DATABASE_URL names another.",
        ),
        (CopyExists("b.db"), "b.db already exists: a copy needs another name."),
        (
            CopyFailed("b.db", "No space left on device"),
            "The copy b.db cannot be written (No space left on device). Nothing was copied.",
        ),
    ],
)
def test_each_problem_says_what_happened_and_what_to_do(error: StorageError, text: str) -> None:
    assert storage_problem(error, ENGLISH) == text


@pytest.mark.parametrize("words", EVERY_COMMAND)
def test_no_command_touches_a_file_that_is_no_database(tmp_path: Path, words: list[str]) -> None:
    file = tmp_path / "letopis.db"
    file.write_bytes(b"precious " * 1_000)
    done = python(tmp_path, "-c", STOPPED, "aiogram", *words)
    assert done.returncode == 2
    assert "The database letopis.db is damaged. It was left untouched." in done.stderr
    assert "Traceback" not in done.stderr
    assert file.read_bytes() == b"precious " * 1_000


def test_the_problem_is_told_in_the_language_that_is_set(tmp_path: Path) -> None:
    (tmp_path / "letopis.db").write_bytes(b"precious " * 1_000)
    done = letopis(tmp_path, "status", DEFAULT_LOCALE="ru")
    assert done.stderr.startswith("База данных letopis.db повреждена. Она не изменена.")


def test_a_database_of_another_program_is_refused(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "letopis.db")) as connection:
        connection.execute("CREATE TABLE songs (title TEXT)")
    before = (tmp_path / "letopis.db").read_bytes()
    done = letopis(tmp_path, "status")
    assert done.returncode == 2
    assert done.stderr.startswith("letopis.db is a database of another program.")
    assert (tmp_path / "letopis.db").read_bytes() == before


@pytest.mark.parametrize("made", [False, True], ids=["no file", "an empty file"])
@pytest.mark.parametrize("words", NEED_A_DATABASE)
def test_no_database_is_made_by_what_only_looks_after_one(
    tmp_path: Path, words: list[str], made: bool
) -> None:
    if made:
        (tmp_path / "letopis.db").touch()
    done = letopis(tmp_path, *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("There is no database letopis.db.")
    assert [(file.name, file.stat().st_size) for file in tmp_path.iterdir()] == [("letopis.db", 0)] * made


def test_a_database_of_a_newer_release_is_refused(tmp_path: Path) -> None:
    letopis(tmp_path, "call", "search", '{"query": ""}')
    with closing(sqlite3.connect(tmp_path / "letopis.db")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    done = letopis(tmp_path, "call", "search", '{"query": ""}')
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("letopis.db was written by a newer Letopis (revision 9999).")


def test_a_folder_that_does_not_exist_is_told(tmp_path: Path) -> None:
    done = letopis(tmp_path, "call", "--stdin", DATABASE_URL="sqlite:///no/such/folder.db")
    assert done.returncode == 2
    assert done.stderr.startswith("The database no/such/folder.db cannot be opened, read or written")


def test_a_database_that_someone_else_holds_at_the_start_is_told(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "letopis.db", isolation_level=None)) as holder:
        holder.execute("BEGIN EXCLUSIVE")
        done = letopis(tmp_path, "status", DATABASE_URL="sqlite:///letopis.db?timeout=0.01")
    assert done.returncode == 2
    assert (
        done.stderr == "Another program holds the database letopis.db. Stop that program, then try again.\n"
    )


def test_a_database_that_someone_else_holds_during_a_call_is_that_calls_error(tmp_path: Path) -> None:
    letopis(tmp_path, "call", "search", '{"query": ""}')
    with closing(sqlite3.connect(tmp_path / "letopis.db", isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        done = letopis(
            tmp_path,
            "call",
            "--stdin",
            lines=line("remember", {"content": "one"}) + line("search", {"query": ""}),
            DATABASE_URL="sqlite:///letopis.db?timeout=0.01",
        )
    assert done.returncode == 1
    assert answers(done) == [
        {"error": "Another program holds the database letopis.db. Stop that program, then try again."},
        {"result": []},
    ]


def test_a_backup_is_told_and_serves_in_the_place_of_the_database(tmp_path: Path) -> None:
    letopis(tmp_path, "call", "remember", '{"content": "a note"}')
    done = letopis(tmp_path, "backup", "copy.db")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("copy.db is a complete copy of the database: 0.")
    told = letopis(tmp_path, "backup", "other.db", DEFAULT_LOCALE="ru").stdout
    assert told.startswith("other.db — полная копия базы данных: 0,")
    (found,) = answers(
        letopis(tmp_path, "call", "search", '{"query": "note"}', DATABASE_URL="sqlite:///copy.db")
    )
    assert [one["content"] for one in found["result"]] == ["a note"]
    again = letopis(tmp_path, "backup", "copy.db")
    assert (again.returncode, again.stdout) == (2, "")
    assert again.stderr == "copy.db already exists: a copy needs another name.\n"
