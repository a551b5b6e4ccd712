"""A copy of a database, made while others read it and write to it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkstemp
from urllib.parse import quote

from sqlalchemy.engine import URL
from sqlalchemy.engine.interfaces import DBAPICursor

from core.errors import CopyExists, DatabaseFull, DatabaseUnavailable
from core.storage.database import engine_for, inspect, sqlite_url, translated


def back_up(database_url: str, to: Path) -> int:
    """Copy all that is in a database, as of one moment, into a new file; how many bytes that has.

    The copy has its name only when it is whole and on disk. The database itself is neither made nor upgraded.

    ValueError: the URL names no SQLite file. `CopyExists`: something has the copy's name. `StorageError`: the
    database cannot be used or, with the copy's path, the copy cannot be written.
    """
    url = sqlite_url(database_url)
    if to.exists():
        raise CopyExists(str(to))
    with _reading(url) as cursor, _becoming(to) as part:
        try:
            with translated(url):
                # Source: https://www.sqlite.org/lang_vacuum.html#vacuuminto
                cursor.execute("VACUUM INTO ?", (str(part),))
        except (DatabaseFull, DatabaseUnavailable) as error:
            raise type(error)(str(to), error.detail) from None
    return to.stat().st_size


@contextmanager
def _reading(url: URL) -> Iterator[DBAPICursor]:
    """The database of that URL outside of any transaction, if it is there and ours."""
    name = str(url.database)
    # Else SQLite would make it: https://www.sqlite.org/uri.html
    only_there = {"uri": "true", "mode": "rw"}
    file = name if name.startswith("file:") else f"file:{quote(name)}"
    engine = engine_for(url.set(database=file).update_query_dict(only_there), begin="BEGIN")
    try:
        with translated(url), engine.connect() as connection:
            inspect(connection, url)
            connection.rollback()
            yield connection.connection.cursor()
    finally:
        engine.dispose()


@contextmanager
def _becoming(file: Path) -> Iterator[Path]:
    """An empty file that has that name at the end, unless something is raised."""
    try:
        handle, name = mkstemp(prefix=f"{file.name}.", suffix=".part", dir=file.parent)
    except OSError as error:
        raise DatabaseUnavailable(str(file), error.strerror or "") from None
    part = Path(name)
    try:
        with os.fdopen(handle) as written:
            yield part
            os.fsync(written.fileno())
        part.rename(file)
    finally:
        part.unlink(missing_ok=True)
