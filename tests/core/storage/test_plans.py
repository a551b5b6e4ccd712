"""What SQLite does for a page of results must not grow with the number of records."""

import sqlite3
from collections.abc import Iterator

import pytest
from sqlalchemy import Connection, Engine, event

from core.ids import Ref
from core.memory import Memory
from core.records import Visibility
from core.spaces import Actor
from core.storage import Store
from tests.core.fakes import FakeModel, StoppedClock
from tests.core.steps import contents, page, remembered, save

WALK = "SEARCH records USING INDEX ix_records_audience_seq (audience=?)"
"""A way through all that someone may read; with `AND seq=?` it is a look-up."""
SMALL = ("SCAN given", "SCAN CONSTANT ROW", "SCAN index_state")
"""What has few rows: values that were given, results of parts, the one row of a table."""


@pytest.fixture(autouse=True)
def asked() -> Iterator[list[str]]:
    """All that is asked of SQLite, with its parameters; a test clears it where it begins to look."""
    asked: list[str] = []

    def note(statement: str) -> None:
        if statement.startswith("SELECT") and "MATCH" not in statement:
            asked.append(statement)

    def connected(connection: sqlite3.Connection, _: object) -> None:
        connection.set_trace_callback(note)

    event.listen(Engine, "connect", connected)
    try:
        yield asked
    finally:
        event.remove(Engine, "connect", connected)


async def walks(store: Store, asked: list[str]) -> list[str]:
    """Those steps of the statements' plans that go through a whole table, or all that someone may read."""

    def explain(connection: Connection) -> list[str]:
        cursor = connection.connection.cursor()
        steps: list[str] = []
        for statement in list(asked):
            cursor.execute(f"EXPLAIN QUERY PLAN {statement}")
            steps += [row[3] for row in cursor.fetchall()]
        scans = [step for step in steps if step.startswith("SCAN") and not step.startswith(SMALL)]
        return [*scans, *(step for step in steps if step == WALK)]

    return await store.read(explain)


@pytest.fixture
async def full(memory: Memory, alice: Actor, bob: Actor) -> str:
    """Records of all kinds; the reference of one with versions and sources."""
    source = await save(memory, alice, "note on Friday", fact_key="key-1")
    for number in range(20):
        await save(memory, alice, f"note {number}", fact_key=f"key-{number % 3}", source_id="wiki:1")
        await save(memory, bob, f"draft {number}", visibility=Visibility.AUTHOR)
    summary = await save(memory, alice, "a summary", fact_key="key-1", derived_from=(source.id,), message=7)
    await contents(memory, alice, "note summary")
    return summary.ref


async def test_a_search_walks_through_no_table(
    store: Store, memory: Memory, alice: Actor, full: str, asked: list[str]
) -> None:
    asked.clear()
    assert len((await page(memory, alice, "note summary")).results) == 10
    assert len((await page(memory, alice, "")).results) == 10
    assert len(asked) > 10
    assert await walks(store, asked) == []


async def test_a_card_walks_through_no_table(
    store: Store, memory: Memory, alice: Actor, full: str, asked: list[str]
) -> None:
    asked.clear()
    await memory.show.name_of_message(alice, 7)
    await memory.show(alice, Ref(full))
    assert len(asked) > 5
    assert await walks(store, asked) == []


async def test_saving_walks_through_no_table(
    store: Store, memory: Memory, alice: Actor, full: str, asked: list[str]
) -> None:
    asked.clear()
    await save(memory, alice, "a note", fact_key="key-1", idempotency_key="k", message=8)
    await remembered(memory, alice, "a note", message=8)
    await memory.forget.by_source(alice, "wiki:1", "default")
    assert len(asked) > 10
    assert await walks(store, asked) == []


async def test_a_run_of_the_archivist_reads_its_candidates_alone(
    store: Store, clock: StoppedClock, owner: Actor, asked: list[str]
) -> None:
    memory = Memory.on(store, clock, model=FakeModel())
    for number in range(20):
        await save(memory, owner, f"staging {number}")
        await save(memory, owner, f"draft of staging {number}", visibility=Visibility.AUTHOR)
    await memory.archive.run_once(now=False)
    await save(memory, owner, "staging", fact_key="deploy")
    asked.clear()
    await memory.archive.run_once(now=False)
    # The first and the last of the waiting ones are the ends of their index.
    ends = "SCAN runs USING INDEX ix_runs_waiting"
    assert [step for step in await walks(store, asked) if step != ends] == []
