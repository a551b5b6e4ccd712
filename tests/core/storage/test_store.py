"""Reading beside the writer."""

import asyncio
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection

from core.memory import Memory
from core.spaces import Actor
from core.storage import Store
from core.storage.database import LOG_BYTES
from tests.core.steps import contents, save


def records_in(connection: Connection) -> object:
    """How many records a connection sees."""
    return connection.exec_driver_sql("SELECT count(*) FROM records").scalar()


@pytest.mark.parametrize(
    ("pragma", "value"),
    [("foreign_keys", 1), ("synchronous", 2), ("secure_delete", 1), ("journal_mode", "wal")],
)
async def test_every_connection_is_set_up_alike(store: Store, pragma: str, value: object) -> None:
    def ask(connection: Connection) -> object:
        return connection.exec_driver_sql(f"PRAGMA {pragma}").scalar()

    assert await store.write(ask) == value
    assert await store.read(ask) == value
    assert await store.search(lambda connection, _: ask(connection)) == value


async def test_a_read_sees_one_moment_whatever_is_written_meanwhile(
    store: Store, memory: Memory, owner: Actor
) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def look_twice(connection: Connection) -> list[object]:
        first = records_in(connection)
        begun.set()
        assert go_on.wait(timeout=30)
        return [first, records_in(connection)]

    reading = asyncio.get_running_loop().create_task(store.read(look_twice))
    await asyncio.to_thread(begun.wait)
    await save(memory, owner, "written meanwhile")
    assert await store.read(records_in) == 1
    go_on.set()
    assert await reading == [0, 0]


async def test_the_log_that_a_long_read_made_grow_is_given_back(store: Store, database_file: Path) -> None:
    log = Path(f"{database_file}-wal")
    await store.write(lambda connection: connection.exec_driver_sql("CREATE TABLE other (bytes BLOB)"))
    with closing(sqlite3.connect(database_file, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM records").fetchone()
        await store.write(_add_bytes)
        assert log.stat().st_size > LOG_BYTES
        reader.execute("COMMIT")
    # The one moves all into the database, the other begins the log anew.
    for _ in range(2):
        await store.write(lambda connection: connection.exec_driver_sql("INSERT INTO other VALUES (1)"))
    assert log.stat().st_size <= LOG_BYTES


def _add_bytes(connection: Connection) -> None:
    connection.exec_driver_sql("INSERT INTO other VALUES (zeroblob(?))", (LOG_BYTES + 1,))


async def test_a_search_finds_what_was_saved_before_it_was_asked(memory: Memory, owner: Actor) -> None:
    for number in range(20):
        await save(memory, owner, f"note {number}")
        assert (await contents(memory, owner, "note"))[0] == f"note {number}"


async def test_searches_at_once_do_not_get_in_each_others_way(memory: Memory, owner: Actor) -> None:
    for number in range(10):
        await save(memory, owner, f"note {number}")
    found = await asyncio.gather(*(contents(memory, owner, f"{number}") for number in range(10)))
    assert found == [[f"note {number}"] for number in range(10)]
