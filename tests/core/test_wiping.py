"""Forgotten texts are gone for good after thirty days."""

import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

from core.edit import Changes
from core.errors import NotFound
from core.graph import Relation
from core.marks import MarkKind
from core.memory import Memory
from core.spaces import Actor
from core.storage import Store, judgements, wiping, word_tables
from tests.core.fakes import StoppedClock
from tests.core.steps import contents, enter, page, save


def bytes_of(database_file: Path) -> bytes:
    """The database and its log, as they lie on the disk."""
    parts = (database_file, database_file.with_name(f"{database_file.name}-wal"))
    return b"".join(part.read_bytes() for part in parts if part.exists())


async def test_a_wiped_word_is_nowhere_on_the_disk(
    memory: Memory, owner: Actor, store: Store, clock: StoppedClock, database_file: Path
) -> None:
    for number in range(300):
        await save(memory, owner, f"ordinary words {number}")
    secret = await save(
        memory,
        owner,
        "zyzzyvaone was said",
        fact_key="zyzzyvakey",
        idempotency_key="zyzzyvaidem",
        path="/zyzzyvapath",
        said_by="zyzzyvaname",
    )
    await memory.edit(owner, secret.id, Changes(content="zyzzyvatwo was said"))
    other = await save(memory, owner, "another record")
    await store.write(
        lambda tx: judgements.add_mark(
            tx, other.key, secret.key, MarkKind.INVALIDATE, "zyzzyvareason", clock.now()
        )
    )
    await memory.forget.by_name(owner, secret.id)
    clock.advance(days=29)
    assert (await memory.housekeeping.tidy()).wiped == 0
    assert b"zyzzyva" in bytes_of(database_file)

    clock.advance(days=2)
    assert (await memory.housekeeping.tidy()).wiped == 1

    assert b"zyzzyva" not in bytes_of(database_file)
    assert (await memory.housekeeping.tidy()).wiped == 0
    assert len(await contents(memory, owner, "ordinary", limit=50)) == 50
    assert (await page(memory, owner, "")).total == 301


async def wipe(store: Store, clock: StoppedClock) -> None:
    """What a round of tidying begins with, after which it may be cut short."""
    now = clock.now()
    assert await store.write(lambda tx: wiping.wipe_forgotten_before(tx, now - timedelta(days=30), now)) == 1


async def forget_a_secret(store: Store, memory: Memory, owner: Actor, clock: StoppedClock) -> None:
    """Forget one record among many in the index, so long ago that it is to be wiped."""
    secret = await save(memory, owner, "zyzzyva was said")
    for number in range(300):
        await save(memory, owner, f"ordinary {number}")
    await memory.housekeeping.tidy()
    await memory.forget.by_name(owner, secret.id)
    clock.advance(days=31)


async def test_what_a_round_that_was_cut_short_has_left_the_next_one_takes_away(
    store: Store, memory: Memory, owner: Actor, clock: StoppedClock, database_file: Path
) -> None:
    await forget_a_secret(store, memory, owner, clock)
    await wipe(store, clock)
    assert b"zyzzyva" in bytes_of(database_file)
    assert (await memory.housekeeping.tidy()).wiped == 0
    assert b"zyzzyva" not in bytes_of(database_file)


async def test_what_a_reader_keeps_in_the_log_goes_with_a_later_round(
    database_url: str, clock: StoppedClock, database_file: Path
) -> None:
    store = Store.open(database_url + "?timeout=0.1")
    memory = Memory.on(store, clock)
    owner = await enter(memory, "owner")
    await forget_a_secret(store, memory, owner, clock)
    with closing(sqlite3.connect(database_file, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM records").fetchone()
        assert (await memory.housekeeping.tidy()).wiped == 1
        assert b"zyzzyva" in bytes_of(database_file)
    await memory.housekeeping.tidy()
    assert b"zyzzyva" not in bytes_of(database_file)
    store.close()


async def test_words_that_other_rules_left_go_with_a_round_after_the_index_was_renewed(
    store: Store, memory: Memory, owner: Actor, clock: StoppedClock, database_file: Path
) -> None:
    await forget_a_secret(store, memory, owner, clock)
    await store.write(lambda tx: tx.exec_driver_sql("UPDATE index_state SET words_version = 1"))
    await memory.housekeeping.tidy()
    assert b"zyzzyva" in bytes_of(database_file)
    assert await memory.housekeeping.renew_index() == 300
    await memory.housekeeping.tidy()
    assert b"zyzzyva" not in bytes_of(database_file)


async def test_a_wiped_record_cannot_be_brought_back(
    memory: Memory, owner: Actor, clock: StoppedClock
) -> None:
    record = await save(memory, owner, "a slip")
    await memory.forget.by_name(owner, record.id)
    clock.advance(days=31)
    await memory.housekeeping.tidy()

    assert await memory.restore(owner, record.id) == NotFound()


async def test_a_restored_record_is_not_wiped(memory: Memory, owner: Actor, clock: StoppedClock) -> None:
    record = await save(memory, owner, "a slip")
    await memory.forget.by_name(owner, record.id)
    await memory.restore(owner, record.id)
    clock.moment += timedelta(days=60)

    assert (await memory.housekeeping.tidy()).wiped == 0
    assert await contents(memory, owner, "slip") == ["a slip"]


async def test_more_records_than_one_step_wipes_are_all_wiped(
    memory: Memory, owner: Actor, store: Store, clock: StoppedClock
) -> None:
    for number in range(450):
        await save(memory, owner, f"word{number}", source_id="a document")
    await memory.forget.by_source(owner, "a document", "default")
    clock.advance(days=31)

    assert (await memory.housekeeping.tidy()).wiped == 450


async def test_links_to_a_wiped_record_go_with_it(
    memory: Memory, owner: Actor, store: Store, clock: StoppedClock
) -> None:
    gone, stays = await save(memory, owner, "gone"), await save(memory, owner, "stays")
    await store.write(
        lambda tx: judgements.add_link(tx, stays.key, gone.key, Relation.SUPERSEDES, 1.0, clock.now())
    )
    await memory.forget.by_name(owner, gone.id)
    clock.advance(days=31)
    await memory.housekeeping.tidy()

    passport = await memory.show(owner, stays.id)
    assert not isinstance(passport, NotFound)
    assert passport.links == ()


async def test_the_index_made_anew_leaves_wiped_records_out(
    memory: Memory, owner: Actor, clock: StoppedClock
) -> None:
    record = await save(memory, owner, "a slip")
    await save(memory, owner, "another")
    await memory.forget.by_name(owner, record.id)
    clock.advance(days=31)
    await memory.housekeeping.tidy()

    assert await memory.housekeeping.rebuild_index() == 1


async def test_what_is_wiped_while_another_round_ends_is_not_taken_for_gone(
    memory: Memory, owner: Actor, store: Store, clock: StoppedClock
) -> None:
    async def holds_wiped() -> bool:
        return (await store.read(word_tables.state)).holds_wiped

    first, second = await save(memory, owner, "one"), await save(memory, owner, "two")
    await memory.forget.by_name(owner, first.id)
    clock.advance(days=31)
    await wipe(store, clock)
    through = await store.read(wiping.last_event)
    await memory.forget.by_name(owner, second.id)
    clock.advance(days=31)
    await wipe(store, clock)
    await store.write(lambda tx: wiping.note_gone(tx, through))
    assert await holds_wiped()
    await memory.housekeeping.tidy()
    assert not await holds_wiped()
