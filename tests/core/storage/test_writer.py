"""The one writer: what shares a commit, who sees which error, and what happens at the end."""

import asyncio
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, exc

from core.errors import DatabaseLocked, StoreClosed
from core.storage import Store
from core.storage.writer import BATCH
from tests.core.storage.test_database import ROOT

Work = Callable[[Connection], object]


def insert(number: int) -> Work:
    """A write that adds a row with that number."""

    def work(connection: Connection) -> int:
        connection.exec_driver_sql("INSERT INTO index_state (pk, words_version) VALUES (?, 0)", (number,))
        return number

    return work


def refuse(connection: Connection) -> None:
    """A write that changes something and then fails."""
    insert(77)(connection)
    raise LookupError


def break_at_commit(connection: Connection) -> None:
    """A write that goes well until it is committed."""
    connection.exec_driver_sql("PRAGMA defer_foreign_keys=ON")
    connection.exec_driver_sql("INSERT INTO chats (external_id, space) VALUES (1, 404)")


def numbers(file: Path) -> set[int]:
    """The rows that another process sees."""
    with closing(sqlite3.connect(file)) as connection:
        return {row[0] for row in connection.execute("SELECT pk FROM index_state WHERE pk > 1")}


class Held:
    """A write that occupies the writer until it is let go, so that what is handed in meanwhile gathers."""

    def __init__(self, store: Store) -> None:
        self.begun = threading.Event()
        self.released = threading.Event()
        self.task = asyncio.get_running_loop().create_task(store.write(self._work))

    def _work(self, connection: Connection) -> None:
        self.begun.set()
        assert self.released.wait(timeout=30)

    async def __aenter__(self) -> "Held":
        await asyncio.to_thread(self.begun.wait)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.released.set()
        await self.task


async def hand_in(store: Store, *works: Work) -> list[asyncio.Task[object]]:
    """Hand in writes, without waiting for their answers."""
    return await begin(*map(store.write, works))


async def begin(*calls: Coroutine[Any, Any, object]) -> list[asyncio.Task[object]]:
    """Begin calls in their order, without waiting for their answers."""
    tasks = [asyncio.get_running_loop().create_task(call) for call in calls]
    await asyncio.sleep(0)
    return tasks


async def test_an_answer_comes_after_the_commit(store: Store, database_file: Path) -> None:
    assert await store.write(insert(2)) == 2
    assert numbers(database_file) == {2}


async def test_what_gathers_is_committed_together_and_answered_afterwards(
    store: Store, database_file: Path
) -> None:
    seen: list[object] = []

    def look(connection: Connection) -> None:
        here = connection.exec_driver_sql("SELECT count(*) FROM index_state WHERE pk > 1").scalar()
        seen.extend([here, numbers(database_file), tasks[0].done()])

    async with Held(store):
        tasks = await hand_in(store, insert(2), look)
    await asyncio.gather(*tasks)
    assert seen == [1, set(), False]
    assert numbers(database_file) == {2}


async def test_a_write_that_fails_among_others_fails_alone(store: Store, database_file: Path) -> None:
    async with Held(store):
        tasks = await hand_in(store, insert(2), refuse, insert(3))
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    assert [outcomes[0], type(outcomes[1]), outcomes[2]] == [2, LookupError, 3]
    assert numbers(database_file) == {2, 3}


async def test_a_commit_that_fails_is_told_to_the_one_whose_write_it_is(
    store: Store, database_file: Path
) -> None:
    with pytest.raises(exc.IntegrityError):
        await store.write(break_at_commit)
    async with Held(store):
        tasks = await hand_in(store, insert(2), break_at_commit, insert(3))
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    assert [outcomes[0], type(outcomes[1]), outcomes[2]] == [2, exc.IntegrityError, 3]
    assert numbers(database_file) == {2, 3}


async def test_things_of_one_kind_are_written_together_and_answered_one_by_one(store: Store) -> None:
    seen: list[list[object]] = []

    def together(_: Connection, some: Sequence[object]) -> Iterator[str]:
        seen.append(list(some))
        return (f"{one} is done" for one in some)

    def others(_: Connection, some: Sequence[object]) -> list[object]:
        seen.append(list(some))
        if "bad" in some:
            raise LookupError
        return list(some)

    handed_in = [(together, 1), (together, 2), (others, 3), (together, 4), (together, 5)]
    async with Held(store):
        tasks = await begin(*(store.write_together(how, one) for how, one in handed_in))
    assert await asyncio.gather(*tasks) == ["1 is done", "2 is done", 3, "4 is done", "5 is done"]
    assert seen == [[1, 2], [3], [4, 5]]

    seen.clear()
    async with Held(store):
        tasks = await begin(*(store.write_together(others, one) for one in (6, "bad", 7)))
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    assert [outcomes[0], type(outcomes[1]), outcomes[2]] == [6, LookupError, 7]
    assert seen == [[6, "bad", 7], [6], ["bad"], [7]]


async def test_what_was_written_before_the_writer_was_called_for_it_keeps_nobody_waiting(
    store: Store,
) -> None:
    ran = threading.Event()

    def work(connection: Connection) -> None:
        insert(2)(connection)
        ran.set()

    def let_the_writer_find_it_by_itself() -> None:
        held.released.set()
        assert ran.wait(timeout=30)

    async with Held(store) as held:
        loop = asyncio.get_running_loop()
        task = loop.create_task(store.write(work))
        loop.call_soon(let_the_writer_find_it_by_itself)
        await task
    async with asyncio.timeout(30):
        assert await store.write(insert(3)) == 3


class EndOfWorld(BaseException):
    """Nothing that `except Exception` would catch."""


async def test_whatever_a_write_raises_reaches_its_caller_and_the_writer_goes_on(
    store: Store, database_file: Path
) -> None:
    def work(connection: Connection) -> None:
        raise EndOfWorld

    with pytest.raises(EndOfWorld):
        await store.write(work)
    await store.write(insert(2))
    assert numbers(database_file) == {2}


async def test_more_writes_than_share_a_commit_are_all_done(store: Store, database_file: Path) -> None:
    many = range(2, 2 * BATCH + 5)
    async with Held(store):
        tasks = await hand_in(store, *map(insert, many))
    assert await asyncio.gather(*tasks) == list(many)
    assert numbers(database_file) == set(many)


async def test_a_write_whose_caller_gave_up_before_it_began_is_not_done(
    store: Store, database_file: Path
) -> None:
    async with Held(store):
        tasks = await hand_in(store, insert(2), insert(3))
        tasks[0].cancel()
        await asyncio.sleep(0)
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(outcomes[0]), outcomes[1]] == [asyncio.CancelledError, 3]
    assert numbers(database_file) == {3}


async def test_a_write_whose_caller_gives_up_while_it_runs_is_done(store: Store, database_file: Path) -> None:
    begun, released = threading.Event(), threading.Event()

    def work(connection: Connection) -> None:
        begun.set()
        assert released.wait(timeout=30)
        insert(2)(connection)

    (task,) = await hand_in(store, work)
    await asyncio.to_thread(begun.wait)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    released.set()
    await store.write(insert(3))
    assert numbers(database_file) == {2, 3}


async def test_where_another_program_holds_the_lock_all_are_told_after_waiting_once(
    database_file: Path, database_url: str
) -> None:
    store = Store.open(database_url + "?timeout=0.3")
    with closing(sqlite3.connect(database_file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        began = time.monotonic()
        tasks = await hand_in(store, *map(insert, range(2, 32)))
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    assert {type(outcome) for outcome in outcomes} == {DatabaseLocked}
    assert time.monotonic() - began < 30 * 0.3 / 2
    await store.write(insert(99))
    assert numbers(database_file) == {99}
    store.close()


async def test_closing_finishes_what_was_handed_in(store: Store, database_file: Path) -> None:
    async with Held(store) as held:
        tasks = await hand_in(store, *map(insert, range(2, 12)))
        closing_down = asyncio.get_running_loop().create_task(asyncio.to_thread(store.close))
        await asyncio.sleep(0)
        held.released.set()
        await closing_down
    assert await asyncio.gather(*tasks) == list(range(2, 12))
    assert numbers(database_file) == set(range(2, 12))


async def test_a_closed_store_says_so_and_may_be_closed_again(store: Store, database_file: Path) -> None:
    store.close()
    for use in (store.write(insert(2)), store.read(insert(2)), store.search(lambda *_: None)):
        with pytest.raises(StoreClosed) as caught:
            await use
        assert caught.value.path == str(database_file)
    store.close()
    assert numbers(database_file) == set()


def test_a_program_that_never_closes_its_store_ends_all_the_same(
    database_file: Path, database_url: str
) -> None:
    code = (
        "import asyncio; from core.storage import Store;"
        "from tests.core.storage.test_writer import insert;"
        f"asyncio.run(Store.open({database_url!r}).write(insert(2)))"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, timeout=60)
    assert numbers(database_file) == {2}
