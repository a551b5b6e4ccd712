"""The word index made anew while it is in use: answers are right meanwhile, and nothing is left behind."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from core.ids import Seq
from core.memory import Memory
from core.spaces import Actor
from core.storage import Store, renewal, word_tables
from core.storage.filling import BATCH
from core.storage.word_tables import NO_RULES, TABLES
from core.words import RULES_VERSION
from tests.core.fakes import StoppedClock
from tests.core.judging import edited
from tests.core.steps import contents, page, save


@pytest.fixture
def other(store: Store, database_url: str, clock: StoppedClock) -> Iterator[Memory]:
    """The use cases on the same file in what might be another process."""
    store = Store.open(database_url)
    yield Memory.on(store, clock)
    store.close()


async def outdate(store: Store) -> None:
    """Let the index be one of other rules: another version, and no token of a family."""
    await store.write(
        lambda connection: connection.exec_driver_sql("UPDATE index_state SET words_version = 1")
    )


async def begin(store: Store, *, steps: int) -> None:
    """Begin to make the index anew, and do so many steps."""
    await store.write(lambda connection: renewal.begin(connection, anew=True))
    for _ in range(steps):
        step = await store.read(renewal.next_step)
        assert step is not None
        await store.write(lambda connection, step=step: renewal.take(connection, step))  # type: ignore[misc]


async def fill(memory: Memory, actor: Actor, count: int) -> None:
    """Save so many records."""
    for number in range(count):
        await save(memory, actor, f"release {number}")


async def test_saving_editing_and_forgetting_go_on_and_are_in_the_new_index(
    store: Store, memory: Memory, other: Memory, alice: Actor
) -> None:
    first, second = await save(memory, alice, "release one"), await save(memory, alice, "release two")
    await fill(memory, alice, BATCH)
    await begin(store, steps=1)
    await edited(memory, alice, first, content="rollout one")
    await memory.forget.by_name(alice, second.id)
    third = await save(other, alice, "release three")
    for one in (memory, other):
        assert await contents(one, alice, "one") == ["rollout one"]
        assert await contents(one, alice, "three two") == ["release three"]
    assert await memory.housekeeping.renew_index() is None
    assert await memory.housekeeping.rebuild_index() == BATCH + 3
    await memory.restore(alice, second.id)
    for one in (memory, other):
        assert await contents(one, alice, "rollouts") == ["rollout one"]
        assert await contents(one, alice, "three two") == ["release three", "release two"]
    assert third.seq == (await save(memory, alice, "release four")).seq - 1


async def test_words_of_other_rules_are_found_by_what_is_a_form_of_them_now(
    store: Store, memory: Memory, other: Memory, alice: Actor
) -> None:
    await save(memory, alice, "released on Tuesdays, выкатили релиз")
    await outdate(store)
    # Tokens of families that these rules never made are not there.
    await store.write(lambda connection: word_tables.empty(connection, 0))
    await store.write(
        lambda connection: word_tables.fill(
            connection, 0, {Seq(1): "wreleased won wtuesdays wвыкатили wрелиз"}
        )
    )
    for one in (memory, other):
        for query in ("releases", "releasing", "Tuesday", "релиза", "tuesdays релизом"):
            assert await contents(one, alice, query) == ["released on Tuesdays, выкатили релиз"], query
        assert await contents(one, alice, "relief") == []
    await save(memory, alice, "releases are on Friday")
    assert await contents(other, alice, "release friday") == [
        "releases are on Friday",
        "released on Tuesdays, выкатили релиз",
    ]
    assert await memory.housekeeping.renew_index() == 2
    for one in (memory, other):
        assert len(await contents(one, alice, "release")) == 2


async def test_what_a_release_of_other_rules_saves_meanwhile_is_not_put_in_by_its_own(
    store: Store, memory: Memory, other: Memory, alice: Actor
) -> None:
    await save(memory, alice, "released on Tuesdays")
    await store.index_new()
    # As for a bot that is being replaced, once the new one has made the index.
    await outdate(store)
    await save(memory, alice, "выкатили релиз")
    await store.index_new()
    now = await store.read(word_tables.state)
    assert now.words_through == 1
    for one in (memory, other):
        assert await contents(one, alice, "релизы") == ["выкатили релиз"]


def terms(database_file: Path, table: str) -> set[str]:
    """What stands in a table."""
    with closing(sqlite3.connect(database_file)) as connection:
        connection.execute(f"CREATE VIRTUAL TABLE temp.{table}_v USING fts5vocab (main, {table}, row)")
        return {term for (term,) in connection.execute(f"SELECT term FROM temp.{table}_v")}


async def test_what_cannot_be_taken_out_of_a_newer_index_has_it_made_anew(
    store: Store, memory: Memory, alice: Actor, database_file: Path
) -> None:
    record = await save(memory, alice, "unmistakable")
    await store.index_new()
    await store.write(
        lambda connection: connection.exec_driver_sql(
            "UPDATE index_state SET words_version = ?", (RULES_VERSION + 1,)
        )
    )
    await edited(memory, alice, record, content="rollout")
    assert (await store.read(word_tables.state)).words_version == NO_RULES
    assert await memory.housekeeping.renew_index() == 1
    assert await contents(memory, alice, "rollouts") == ["rollout"]
    for table in TABLES:
        assert not [term for term in terms(database_file, table) if "unmistak" in term]


async def test_what_cannot_be_taken_out_of_what_a_newer_release_makes_has_it_begin_again(
    store: Store, memory: Memory, alice: Actor, database_file: Path
) -> None:
    record = await save(memory, alice, "unmistakable")
    await begin(store, steps=1)
    await store.write(
        lambda connection: connection.exec_driver_sql(
            "UPDATE index_state SET built_version = ?", (RULES_VERSION + 1,)
        )
    )
    await edited(memory, alice, record, content="rollout")
    now = await store.read(word_tables.state)
    assert (now.built_version, now.built_through) == (RULES_VERSION + 1, 0)
    assert terms(database_file, TABLES[now.other]) == set()
    assert await contents(memory, alice, "rollouts") == ["rollout"]


async def test_two_processes_that_make_it_anew_do_each_step_once(
    store: Store, memory: Memory, alice: Actor
) -> None:
    await fill(memory, alice, 3)
    await begin(store, steps=0)
    step = await store.read(renewal.next_step)
    assert step is not None
    counts = [await store.write(lambda connection: renewal.take(connection, step)) for _ in range(2)]
    assert counts == [3, 0]


async def test_a_step_for_a_table_that_is_in_use_meanwhile_is_not_done(
    store: Store, memory: Memory, other: Memory, alice: Actor
) -> None:
    await fill(memory, alice, BATCH + 3)
    await begin(store, steps=0)
    late = await store.read(renewal.next_step)
    assert late is not None
    assert await other.housekeeping.rebuild_index() == BATCH + 3
    await begin(store, steps=0)
    assert await store.write(lambda connection: renewal.take(connection, late)) == 0
    assert await memory.housekeeping.renew_index() is None
    assert await memory.housekeeping.rebuild_index() == BATCH + 3
    assert (await page(other, alice, "release")).total == BATCH + 3


async def test_what_a_killed_process_began_is_gone_on_with(
    store: Store, memory: Memory, alice: Actor
) -> None:
    await fill(memory, alice, BATCH + 3)
    await begin(store, steps=1)
    await outdate(store)
    assert await memory.housekeeping.renew_index() == 3
    assert len(await contents(memory, alice, "releases", limit=50)) == 50
    assert await memory.housekeeping.index_is_current()


async def test_what_was_begun_by_other_rules_is_begun_anew(
    store: Store, memory: Memory, alice: Actor
) -> None:
    await fill(memory, alice, 3)
    await begin(store, steps=1)
    await outdate(store)
    await store.write(
        lambda connection: connection.exec_driver_sql("UPDATE index_state SET built_version = 1")
    )
    assert await memory.housekeeping.renew_index() == 3
    assert len(await contents(memory, alice, "releases")) == 3


async def test_what_is_edited_between_reading_and_writing_is_not_put_in_as_it_was(
    store: Store, memory: Memory, alice: Actor
) -> None:
    record = await save(memory, alice, "release one")
    await begin(store, steps=0)
    step = await store.read(renewal.next_step)
    assert step is not None
    await edited(memory, alice, record, content="rollout one")
    assert await store.write(lambda connection: renewal.take(connection, step)) == 0
    assert await memory.housekeeping.rebuild_index() == 1
    assert await contents(memory, alice, "rollout") == ["rollout one"]


async def test_a_text_wiped_meanwhile_is_in_neither_table(
    store: Store, memory: Memory, clock: StoppedClock, alice: Actor, database_file: Path
) -> None:
    record = await save(memory, alice, "unmistakable")
    await fill(memory, alice, 3)
    await begin(store, steps=1)
    await memory.forget.by_name(alice, record.id)
    clock.advance(days=31)
    assert (await memory.housekeeping.tidy()).wiped == 1
    for table in TABLES:
        there = terms(database_file, table)
        assert "wrelease" in there
        assert not [term for term in there if "unmistak" in term]


async def test_progress_is_told(memory: Memory, alice: Actor) -> None:
    await fill(memory, alice, BATCH + 1)
    told: list[int] = []
    assert await memory.housekeeping.rebuild_index(told.append) == BATCH + 1
    assert told == [BATCH, BATCH + 1, BATCH + 1]
