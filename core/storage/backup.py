"""A copy of a database, made while others read it and write to it."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy.engine import URL
from sqlalchemy.engine.interfaces import DBAPICursor

from core.errors import CopyExists, CopyFailed, DatabaseFull, DatabaseMissing, DatabaseUnavailable
from core.storage.database import State, engine_for, file_of, only_there, sqlite_url, state_of, translated

_BESIDE = ("", "-wal", "-shm", "-journal")
"""What SQLite calls a database and the files that belong to it: https://www.sqlite.org/tempfiles.html"""


def back_up(database_url: str, to: Path) -> int:
    """Copy all that is in a database, as of one moment, into a new file; how many bytes that has.

    The copy has its name only when it is whole and on disk. The database itself is neither made nor upgraded.

    ValueError: the URL names no SQLite file. `CopyExists`: the copy's name, or that of a file that would
    belong to it, is taken. `CopyFailed`: it cannot be written. Another `StorageError`: the database cannot be
    used.
    """
    url = sqlite_url(database_url)
    database = file_of(url)
    with _reading(url) as cursor:
        _check_name(to, database)
        try:
            with TemporaryDirectory(prefix=".letopis-", dir=to.parent) as folder:
                part = Path(folder) / "part"
                with translated(url):
                    # Source: https://www.sqlite.org/lang_vacuum.html#vacuuminto
                    cursor.execute("VACUUM INTO ?", (str(part),))
                shutil.copymode(database, part)
                _sync(part)
                _give_name(part, to)
        except FileExistsError:
            raise CopyExists(str(to)) from None
        except OSError as error:
            raise CopyFailed(str(to), error.strerror or "") from None
        except (DatabaseFull, DatabaseUnavailable) as error:
            raise CopyFailed(str(to), error.detail) from None
    return to.stat().st_size


@contextmanager
def _reading(url: URL) -> Iterator[DBAPICursor]:
    """The database of that URL outside of any transaction, if it is there and ours."""
    with translated(url):
        if state_of(url) is State.MISSING:
            raise DatabaseMissing(str(url.database))
    engine = engine_for(only_there(url, "rw"), begin="BEGIN")
    try:
        with translated(url), engine.connect() as connection:
            yield connection.connection.cursor()
    finally:
        engine.dispose()


def _check_name(copy: Path, database: Path) -> None:
    """Refuse a name that is taken, or of a file that belongs to a database: its changes would be read."""
    if not copy.name:
        raise CopyExists(str(copy))
    for suffix in _BESIDE:
        beside = copy.with_name(copy.name + suffix)
        if os.path.lexists(beside) or copy.resolve() == Path(f"{database.resolve()}{suffix}"):
            raise CopyExists(str(beside))


def _give_name(part: Path, to: Path) -> None:
    try:
        # Unlike to rename it, this overwrites nothing.
        to.hardlink_to(part)
    except FileExistsError:
        raise
    except OSError:
        # Not every file system has links.
        part.rename(to)
    # Nor can a folder be synchronised on each.
    with suppress(OSError):
        _sync(to.parent)


def _sync(path: Path) -> None:
    """Have a file, or what a folder holds, on disk."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
