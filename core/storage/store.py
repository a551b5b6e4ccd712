"""The store: one writer, readers beside it, and the index, on one SQLite file."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.engine import URL

from core.errors import StoreClosed
from core.storage import filling
from core.storage.database import OwnConnections, engine_for, file_of, prepare, sqlite_url, translated
from core.storage.index import MEMORY, Index
from core.storage.writer import One, Together, Writer

T = TypeVar("T")

READERS = 4


class Store:
    """Runs plain functions of a connection: writes in the one writer, reads in threads beside it.

    Once closed, it answers with `StoreClosed`.

    A read sees one snapshot of the database. Searches run one after another on a thread of their own, which
    alone touches the index in memory, so that index and records are always seen at the same moment.
    """

    def __init__(self, url: URL, index_memory: int = MEMORY) -> None:
        self._url = url
        self._closed = False
        self._engine = engine_for(url, begin="BEGIN")
        self._own = OwnConnections(self._engine)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self._searcher = ThreadPoolExecutor(1, thread_name_prefix="searcher")
        self._index = Index(index_memory)
        self._writing = OwnConnections(engine_for(url, begin="BEGIN IMMEDIATE"))
        self._writer = Writer(self._writing, url, self._index_new)

    @classmethod
    def open(cls, database_url: str, index_memory: int = MEMORY, *, make: bool = True) -> "Store":
        """Open a database, making or upgrading it first where needed.

        `index_memory`: bytes that the index may keep in memory. `make`: else it must be there.

        ValueError: the URL names no SQLite file. `StorageError`: it cannot be used, and is untouched.
        """
        url = sqlite_url(database_url)
        prepare(url, make=make)
        return cls(url, index_memory)

    @property
    def path(self) -> Path:
        """The database's file."""
        return file_of(self._url)

    async def write(self, work: Callable[[Connection], T], length: int = 0) -> T:
        """Run a write; its result comes after the commit. See `Writer.write`."""
        self._check_open()
        return await self._writer.write(work, length)

    async def write_together(self, together: Together[One, T], one: One, length: int = 0) -> T:
        """Run a write of one thing together with others of its kind. See `Writer.write_together`."""
        self._check_open()
        return await self._writer.write_together(together, one, length)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run a read on one snapshot. `StorageError` where the database cannot be read."""
        self._check_open()
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, work)

    async def search(self, work: Callable[[Connection, Index], T]) -> T:
        """Run a read that uses the index, on one snapshot of both."""
        self._check_open()
        return await asyncio.get_running_loop().run_in_executor(self._searcher, self._search, work)

    async def index_new(self) -> None:
        """Put what was saved into the word index now; else it is done every now and then, and at the end."""
        self._check_open()
        await self._writer.keep_up()

    async def checkpoint(self) -> bool:
        """Move what was written into the database file and empty its log; whether no reader is in the way."""
        self._check_open()
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._checkpoint)

    def close(self) -> None:
        """Finish what runs and let go of the file. What was written is already durable."""
        if self._closed:
            return
        self._closed = True
        try:
            self._writer.close()
        finally:
            self._searcher.shutdown()
            self._readers.shutdown()
            self._own.close()
            self._writing.close()

    def _check_open(self) -> None:
        if self._closed:
            raise StoreClosed(str(self._url.database))

    def _read(self, work: Callable[[Connection], T]) -> T:
        with translated(self._url), self._own.begin() as connection:
            return work(connection)

    def _index_new(self) -> None:
        """Put what was saved into the word index."""
        while (step := self._read(filling.next_new)) is not None:
            with translated(self._url), self._writing.begin() as connection:
                filling.take_new(connection, step)

    def _checkpoint(self) -> bool:
        # It cannot run within a transaction, hence past SQLAlchemy's own.
        with translated(self._url), self._engine.connect() as connection:
            cursor = connection.connection.cursor()
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            # Source of the columns: https://www.sqlite.org/pragma.html#pragma_wal_checkpoint
            ((was_busy, _, _),) = cursor.fetchall()
            return not was_busy

    def _search(self, work: Callable[[Connection, Index], T]) -> T:
        def on_snapshot(connection: Connection) -> T:
            self._index.catch_up(connection)
            return work(connection, self._index)

        return self._read(on_snapshot)
