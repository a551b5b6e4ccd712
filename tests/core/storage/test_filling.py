"""What is saved is found at once and gets into the word index later, whatever happens meanwhile."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from core.errors import DatabaseLocked
from core.memory import Memory
from core.spaces import Actor
from core.storage import Store, filling, word_tables
from core.storage.writer import LEAST, UPKEEP_AFTER
from tests.core.fakes import StoppedClock
from tests.core.judging import edited
from tests.core.steps import contents, enter, save

LONG = UPKEEP_AFTER // 19_000 + 1
"""So many texts of 19,000 characters and more make upkeep due."""


@pytest.fixture
def other(store: Store, database_url: str, clock: StoppedClock) -> Iterator[Memory]:
    """The use cases on the same file in what might be another process."""
    store = Store.open(database_url)
    yield Memory.on(store, clock)
    store.close()


def indexed(file: Path, word: str = "note") -> int:
    """How many records the word index finds by a word."""
    with closing(sqlite3.connect(file)) as connection:
        found = connection.execute("SELECT count(*) FROM record_words ('w' || ?)", (word,)).fetchone()
    return int(found[0])


async def test_what_is_saved_or_edited_is_found_by_all_before_it_is_in_the_index(
    memory: Memory, other: Memory, alice: Actor, database_file: Path
) -> None:
    first = await save(memory, alice, "note one")
    second = await save(other, alice, "note two")
    for one in (memory, other):
        assert await contents(one, alice, "note") == ["note two", "note one"]
    await edited(memory, alice, first, content="note three")
    await other.forget.by_name(alice, second.id)
    for one in (memory, other):
        assert await contents(one, alice, "note one") == ["note three"]
    assert indexed(database_file) == 0


async def test_closing_leaves_nothing_for_later(
    store: Store, memory: Memory, alice: Actor, database_file: Path
) -> None:
    record = await save(memory, alice, "note one")
    await edited(memory, alice, record, content="note two")
    store.close()
    assert (indexed(database_file), indexed(database_file, "two"), indexed(database_file, "one")) == (1, 1, 0)


async def test_after_many_writes_they_are_put_in_unasked(
    store: Store, memory: Memory, alice: Actor, database_file: Path
) -> None:
    for number in range(UPKEEP_AFTER // LEAST):
        await save(memory, alice, f"note {number}")
    # The writer is done with it before it begins what comes next.
    await store.write(lambda _: None)
    assert indexed(database_file) >= UPKEEP_AFTER // LEAST - 10
    assert (await contents(memory, alice, "note"))[0] == f"note {UPKEEP_AFTER // LEAST - 1}"


async def test_long_texts_are_put_in_sooner_and_those_of_edits_too(
    store: Store, memory: Memory, alice: Actor, database_file: Path
) -> None:
    records = [await save(memory, alice, f"note {number}{' long' * 3_900}") for number in range(LONG)]
    await store.write(lambda _: None)
    assert indexed(database_file) == LONG
    for number, record in enumerate(records):
        await edited(memory, alice, record, content=f"note {number}{' lengthy' * 2_400}")
    await store.write(lambda _: None)
    assert (indexed(database_file), indexed(database_file, "lengthy")) == (LONG, LONG)


async def test_more_text_than_a_step_takes_is_put_in_by_several(
    store: Store, memory: Memory, alice: Actor, database_file: Path
) -> None:
    count = filling.LENGTH // 19_500 + 3
    for number in range(count):
        await save(memory, alice, f"note {number}{' long' * 3_900}")
    await store.write(
        lambda connection: connection.exec_driver_sql("UPDATE index_state SET words_through = 0")
    )
    await store.write(lambda connection: word_tables.empty(connection, 0))
    step = await store.read(filling.next_new)
    assert step is not None
    assert 0 < len(step.words) < count
    await store.index_new()
    assert indexed(database_file) == count


async def test_what_a_killed_process_left_for_later_is_put_in_by_the_next(
    store: Store, memory: Memory, other: Memory, alice: Actor, database_file: Path
) -> None:
    # A process that never closes its store is one that was killed.
    for number in range(3):
        await save(memory, alice, f"note {number}")
    assert await contents(other, alice, "note") == ["note 2", "note 1", "note 0"]
    await other.housekeeping.tidy()
    assert indexed(database_file) == 3


async def test_what_two_processes_put_in_at_the_same_time_is_in_once(
    store: Store, memory: Memory, alice: Actor, database_file: Path
) -> None:
    record = await save(memory, alice, "note one")
    await save(memory, alice, "note two")
    step = await store.read(filling.next_new)
    assert step is not None
    await store.index_new()
    await store.write(lambda connection: filling.take_new(connection, step))
    await edited(memory, alice, record, content="changed")
    await store.index_new()
    # Its words are taken out once: had they been put in twice, some would be left.
    assert (indexed(database_file), indexed(database_file, "changed")) == (1, 1)


async def test_what_is_edited_wiped_or_forgotten_between_reading_and_writing_is_as_it_is_now(
    store: Store, memory: Memory, clock: StoppedClock, alice: Actor, database_file: Path
) -> None:
    changed, wiped, forgotten = [
        await save(memory, alice, f"note {word}") for word in ("one", "two", "three")
    ]
    step = await store.read(filling.next_new)
    assert step is not None
    await edited(memory, alice, changed, content="note four")
    await memory.forget.by_name(alice, wiped.id)
    clock.advance(days=31)
    await memory.forget.by_name(alice, forgotten.id)
    await store.write(lambda connection: filling.take_new(connection, step))
    assert (await memory.housekeeping.tidy()).wiped == 1
    assert [indexed(database_file, word) for word in ("one", "two", "three", "four")] == [0, 0, 1, 1]
    await memory.restore(alice, forgotten.id)
    assert await contents(memory, alice, "note") == ["note four", "note three"]


async def test_writes_that_fail_leave_nothing_for_later(
    database_file: Path, database_url: str, clock: StoppedClock
) -> None:
    told: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(context))
    store = Store.open(database_url + "?timeout=0.1")
    memory = Memory.on(store, clock)
    await save(memory, await enter(memory, "alice"), "note")
    with closing(sqlite3.connect(database_file, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        with pytest.raises(DatabaseLocked):
            await store.write(lambda _: None, UPKEEP_AFTER)
    await store.write(lambda _: None)
    assert told == []
    store.close()
    assert indexed(database_file) == 1


async def test_where_it_fails_saving_goes_on_and_it_is_told_and_tried_again(
    store: Store, memory: Memory, alice: Actor, database_file: Path
) -> None:
    told: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(context))
    refuse = "BEFORE UPDATE OF words_through ON index_state BEGIN SELECT RAISE(ABORT, 'refused'); END"
    with closing(sqlite3.connect(database_file)) as connection:
        connection.execute(f"CREATE TRIGGER refused {refuse}")
        for number in range(LONG):
            await save(memory, alice, f"note {number}{' long' * 3_900}")
        await store.write(lambda _: None)
        connection.execute("DROP TRIGGER refused")
    assert len(await contents(memory, alice, "note", limit=LONG)) == LONG
    assert [str(context["exception"].orig) for context in told] == ["refused"]
    assert indexed(database_file) == 0
    store.close()
    assert indexed(database_file) == LONG
