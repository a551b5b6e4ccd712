"""Opening a database: what it is, whether it may be used, and how it is brought up to date.

Nothing is changed before the file is known to be ours and not newer than this release, and nothing is ever
deleted or made anew.
"""

import sqlite3
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum, auto
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urlsplit

from sqlalchemy import Connection, Engine, create_engine, event, exc
from sqlalchemy.engine import URL, make_url
from sqlalchemy.engine.interfaces import DBAPICursor

from core.errors import (
    DatabaseDamaged,
    DatabaseForeign,
    DatabaseFull,
    DatabaseLocked,
    DatabaseMissing,
    DatabaseNewer,
    DatabaseUnavailable,
    StorageError,
)
from core.storage.migrations import REVISIONS
from core.wording import says_the_same
from core.words import RULES_VERSION

APPLICATION_ID = 0x4C45544F
"""`LETO`, in the header of the file: https://www.sqlite.org/pragma.html#pragma_application_id"""
BUSY_SECONDS = 10
"""How long another program's lock is waited for, where the URL does not say `?timeout=SECONDS`."""
CHECKED_BYTES = 32 << 20
"""A file up to this size is checked whole at start; a greater one shows its damage when it is read."""


class State(Enum):
    """How a database stands to this release."""

    MISSING = auto()
    """It is not there, or nothing is in it."""
    BEHIND = auto()
    CURRENT = auto()


_BY_CODE: dict[int, type[StorageError]] = {
    sqlite3.SQLITE_CORRUPT: DatabaseDamaged,
    sqlite3.SQLITE_NOTADB: DatabaseDamaged,
    sqlite3.SQLITE_BUSY: DatabaseLocked,
    sqlite3.SQLITE_LOCKED: DatabaseLocked,
    sqlite3.SQLITE_PROTOCOL: DatabaseLocked,
    sqlite3.SQLITE_FULL: DatabaseFull,
    sqlite3.SQLITE_READONLY: DatabaseUnavailable,
    sqlite3.SQLITE_CANTOPEN: DatabaseUnavailable,
    sqlite3.SQLITE_IOERR: DatabaseUnavailable,
    sqlite3.SQLITE_PERM: DatabaseUnavailable,
}


def sqlite_url(text: str) -> URL:
    """Read a database URL. ValueError where it names no SQLite file."""
    try:
        url = make_url(text)
    except exc.ArgumentError as error:
        raise ValueError(text) from error
    if url.get_backend_name() != "sqlite" or _is_in_memory(url):
        raise ValueError(text)
    if "timeout" not in url.query:
        url = url.update_query_dict({"timeout": str(BUSY_SECONDS)})
    url = url.set(drivername="sqlite+pysqlite")
    if not _is_understood(url):
        raise ValueError(text)
    return url


def _is_understood(url: URL) -> bool:
    """Whether the driver can make something of all its parts: no host, no option that it does not have."""
    try:
        with warnings.catch_warnings():
            # It would only warn of an option that it passes over.
            warnings.simplefilter("error", exc.SAWarning)
            url.get_dialect()().create_connect_args(url)
    except (exc.ArgumentError, exc.SAWarning, ValueError, TypeError):
        return False
    return "\0" not in str(url.database)


def _is_in_memory(url: URL) -> bool:
    """Whether no file stands behind it, so that every connection would see a database of its own."""
    return (
        url.database in (None, "", ":memory:", "file:", "file::memory:") or url.query.get("mode") == "memory"
    )


@contextmanager
def translated(url: URL) -> Iterator[None]:
    """Turn what SQLite says into our own errors; anything else passes."""
    try:
        yield
    except (exc.DBAPIError, sqlite3.Error) as error:
        said = error.orig if isinstance(error, exc.DBAPIError) else error
        kind = _BY_CODE.get(_primary_code(said))
        if kind is None and str(said).startswith("Could not decode to UTF-8"):
            kind = DatabaseDamaged
        if kind is None:
            raise
        raise kind(str(url.database), str(said)) from None


def _primary_code(error: BaseException | None) -> int:
    # It is the low byte: https://www.sqlite.org/rescode.html
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def engine_for(url: URL, *, begin: str) -> Engine:
    """An engine whose transactions start with the statement `begin`, and are FULL-synchronous."""
    # Errors get into logs; the parameters of a statement are people's texts.
    engine = create_engine(url, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def _connected(connection: sqlite3.Connection, _: Any) -> None:
        # The driver must not begin and commit on its own: https://docs.sqlalchemy.org/dialects/sqlite.html
        connection.isolation_level = None
        connection.create_function("says_the_same", 2, says_the_same, deterministic=True)
        cursor = connection.cursor()
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA secure_delete=ON")
        # The same pages are written again and again: seldom copied into the file, they are copied once.
        cursor.execute("PRAGMA wal_autocheckpoint=8000")
        cursor.execute("PRAGMA cache_size=-8000")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begun(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


class OwnConnections:
    """One for each thread: to take one from a pool and give it back takes longer than a small read."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._of_thread = threading.local()
        self._all: list[Connection] = []

    @contextmanager
    def begin(self) -> Iterator[Connection]:
        """A transaction on this thread's connection, committed at the end."""
        connection: Connection | None = getattr(self._of_thread, "connection", None)
        if connection is None or connection.closed:
            connection = self._engine.connect()
            self._of_thread.connection = connection
            self._all.append(connection)
        try:
            with connection.begin():
                yield connection
        except BaseException:
            # A commit that failed leaves the transaction open; only the pool's reset ends it for certain.
            self._all.remove(connection)
            connection.close()
            raise

    def close(self) -> None:
        """Close all; no thread uses its connection any more."""
        for connection in self._all:
            connection.close()
        self._engine.dispose()


def prepare(url: URL, *, make: bool = True) -> None:
    """Get the database ready for this release, or refuse it untouched with a `StorageError`.

    Where there is none, one is made, or else `DatabaseMissing` raised.
    """
    with translated(url):
        state = state_of(url)
        if state is State.MISSING and not make:
            raise DatabaseMissing(str(url.database))
        engine = engine_for(url, begin="BEGIN")
        try:
            with engine.connect() as connection:
                # The journal mode cannot change within a transaction, hence past SQLAlchemy's own.
                _write_ahead(connection.connection.cursor())
        finally:
            engine.dispose()
        if state is not State.CURRENT:
            _upgrade(url)


def state_of(url: URL) -> State:
    """How the database stands, which is not made for that; a `StorageError` where it cannot be used."""
    file = file_of(url)
    if not _size(Path(f"{file}-wal")):
        return _inspected(url, url) if file.exists() else State.MISSING
    if not _size(file):
        # SQLite would begin anew, and drop the log of what was there.
        raise DatabaseDamaged(str(url.database), "its log is there without it")
    try:
        # Whoever may write moves what is in the log into the file, and it may be the log of another file.
        return _inspected(only_there(url, "ro"), url)
    except exc.DBAPIError as error:
        if _primary_code(error.orig) not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
            raise
    return _inspected(url, url)


def _size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0


def _inspected(one: URL, url: URL) -> State:
    engine = engine_for(one, begin="BEGIN")
    try:
        with engine.connect() as connection:
            return _inspect(connection, url)
    finally:
        engine.dispose()


def only_there(url: URL, mode: str) -> URL:
    """The same database, which is not made where it is not there: https://www.sqlite.org/uri.html"""
    name = str(url.database) if _is_uri(url) else f"file:{quote(str(url.database))}"
    return url.set(database=name).update_query_dict({"uri": "true", "mode": mode})


def file_of(url: URL) -> Path:
    """The file of a database; those that belong to it are beside it, and their names begin with its."""
    name = str(url.database)
    return Path(unquote(urlsplit(name).path)) if _is_uri(url) else Path(name)


def _is_uri(url: URL) -> bool:
    return str(url.database).startswith("file:") and "uri" in url.query


def _inspect(connection: Connection, url: URL) -> State:
    path = str(url.database)
    tables = set(connection.exec_driver_sql("SELECT name FROM sqlite_master").scalars())
    mark = connection.exec_driver_sql("PRAGMA application_id").scalar()
    if not tables and mark in (0, APPLICATION_ID):
        return State.MISSING
    if mark != APPLICATION_ID or "alembic_version" not in tables:
        raise DatabaseForeign(path)
    revision = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    if revision not in REVISIONS:
        raise DatabaseNewer(path, str(revision))
    pages, page_size = (
        connection.exec_driver_sql(f"PRAGMA page_{name}").scalar_one() for name in ("count", "size")
    )
    if pages * page_size <= CHECKED_BYTES:
        found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
        if found != "ok":
            raise DatabaseDamaged(path, str(found))
    return State.CURRENT if revision == REVISIONS[-1] else State.BEHIND


def _write_ahead(cursor: DBAPICursor) -> None:
    """Set the journal mode, which a new database does not have yet, and a restored one may have lost."""
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if _primary_code(error) != sqlite3.SQLITE_BUSY:
                raise
            # The change itself does not wait for other programs; this does, as long as one should.
            cursor.execute("BEGIN EXCLUSIVE")
            cursor.execute("ROLLBACK")
        else:
            return


def _upgrade(url: URL) -> None:
    """Run the migrations that are missing, all or none, one process at a time."""
    # Alembic takes a tenth of a second to import, and most starts have nothing to migrate.
    from alembic import command
    from alembic.config import Config

    engine = engine_for(url, begin="BEGIN IMMEDIATE")
    try:
        with engine.begin() as connection:
            config = Config()
            config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
            # An index of nothing is one by any rules.
            connection.exec_driver_sql(
                "UPDATE index_state SET words_version = ? WHERE NOT EXISTS (SELECT 1 FROM records)",
                (RULES_VERSION,),
            )
            connection.exec_driver_sql(f"PRAGMA application_id={APPLICATION_ID}")
    finally:
        engine.dispose()
