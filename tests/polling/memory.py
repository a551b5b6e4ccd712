"""The database seen from outside: what is kept, whatever the bot says about it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from core.storage import Store

NAME = "letopis.db"

_KEPT = """
    SELECT records.content, author.name, records.said_by, sayer.external_id, records.said_at,
           records.source_id, spaces.title, records.source_revision, min(messages.message)
    FROM records
    JOIN workspaces ON workspaces.pk = records.workspace
    JOIN spaces ON spaces.pk = workspaces.space
    JOIN people AS author ON author.pk = records.author
    LEFT JOIN people AS sayer ON sayer.pk = records.said_by_person
    LEFT JOIN messages ON messages.record = records.pk
    WHERE records.forgotten_at IS NULL
    GROUP BY records.pk
    ORDER BY records.pk
"""


@dataclass(frozen=True)
class Kept:
    """A record that is not forgotten."""

    content: str
    author: str
    said_by: str | None
    said_by_id: int | None
    """The Telegram id of whose words they are, where it is known."""
    said_at: str | None
    source_id: str | None
    space: str
    source_revision: str | None
    message: int | None
    """The first message of those that it is the record of."""


def fresh(folder: Path, *, lock_wait: float | None = None) -> str:
    """The URL of the folder's database, which is made where there is none yet."""
    path = folder / NAME
    if not path.exists():
        # Migrating a new file takes a tenth of a second, which is tested elsewhere.
        path.write_bytes(_empty_database())
    return f"sqlite:///{path}" + ("" if lock_wait is None else f"?timeout={lock_wait}")


@cache
def _empty_database() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / NAME
        Store.open(f"sqlite:///{path}").close()
        return path.read_bytes()


def kept(folder: Path) -> list[Kept]:
    """The records, in the order in which they were saved."""
    return [Kept(*row) for row in rows(folder, _KEPT)]


def contents(folder: Path) -> list[str]:
    """The texts of the records."""
    return [record.content for record in kept(folder)]


def rows(folder: Path, query: str, *values: object) -> list[tuple[Any, ...]]:
    """What the database answers."""
    with closing(_connection(folder)) as connection:
        return connection.execute(query, values).fetchall()


def execute(folder: Path, statement: str, *values: object) -> None:
    """Change the database behind the bot's back."""
    with closing(_connection(folder)) as connection:
        assert connection.execute(statement, values).rowcount


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Let nobody else write for as long as the context lasts."""
    with closing(_connection(folder)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")


def _connection(folder: Path) -> sqlite3.Connection:
    return sqlite3.connect(folder / NAME, isolation_level=None, timeout=10)
