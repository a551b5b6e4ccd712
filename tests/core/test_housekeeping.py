"""Counting, tidying the index, and making it anew."""

import sqlite3
from contextlib import closing
from pathlib import Path

from core.housekeeping import Counts
from core.memory import Memory
from core.spaces import Actor
from core.storage import Store
from tests.core.steps import contents, enter, save


async def test_what_there_is_is_counted(memory: Memory) -> None:
    assert await memory.housekeeping.counts() == Counts(records=0, forgotten=0, people=0, spaces=0)
    alice, bob = await enter(memory, "alice", "team"), await enter(memory, "bob")
    records = [await save(memory, actor, "a note") for actor in (alice, alice, bob)]
    await memory.forget.by_name(alice, records[0].ref)
    assert await memory.housekeeping.counts() == Counts(records=3, forgotten=1, people=2, spaces=2)


async def test_an_index_of_other_word_rules_is_noticed_and_made_anew(
    store: Store, memory: Memory, owner: Actor
) -> None:
    await save(memory, owner, "release")
    forgotten = await save(memory, owner, "released")
    await memory.forget.by_name(owner, forgotten.ref)
    assert await memory.housekeeping.renew_index() is None
    await store.write(
        lambda connection: connection.exec_driver_sql("UPDATE index_state SET words_version = 0")
    )
    assert not await memory.housekeeping.index_is_current()
    assert await memory.housekeeping.renew_index() == 2
    assert await memory.housekeeping.index_is_current()
    assert await contents(memory, owner, "releases") == ["release"]
    await memory.restore(owner, forgotten.ref)
    assert await contents(memory, owner, "releases") == ["released", "release"]


async def test_more_records_than_are_read_at_once_are_all_indexed(
    memory: Memory, store: Store, owner: Actor
) -> None:
    await save(memory, owner, "release")
    copies = "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)"
    columns = "workspace, audience, scope, content, source, confidence, derived_from, path, memory_type"
    columns += ", author, analyze, created_at, updated_at"
    await store.write(
        lambda connection: connection.exec_driver_sql(
            f"{copies} INSERT INTO records (id, ref, seq, {columns})"
            f" SELECT 'id-' || i, 'ref-' || i, i, {columns} FROM n, records WHERE seq = 1"
        )
    )
    assert await memory.housekeeping.rebuild_index() == 2_500
    found = await contents(memory, owner, "release", limit=50)
    assert found == ["release"] * 50


async def test_tidying_lets_the_index_take_less_room_and_changes_no_answer(
    store: Store, memory: Memory, database_file: Path, owner: Actor
) -> None:
    for number in range(120):
        await save(memory, owner, f"note {number} on release {number % 7}")
        await store.index_new()
    before = await contents(memory, owner, "release 5", limit=50)

    def room() -> int:
        with closing(sqlite3.connect(database_file)) as connection:
            found = connection.execute("SELECT sum(length(block)) FROM record_words_data").fetchone()
        return int(found[0])

    at_first = room()
    await memory.housekeeping.tidy()
    merged = room()
    assert merged < at_first
    await memory.housekeeping.tidy()
    assert room() == merged
    assert await contents(memory, owner, "release 5", limit=50) == before
