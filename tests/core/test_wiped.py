"""What is wiped with a record: its labels and source, what it said before, what was judged because of it."""

from pathlib import Path

from core.errors import NotFound
from core.ids import RecordId
from core.memory import Memory
from core.records import Draft, EventKind, Record, Visibility
from core.remember import Remembered
from core.sight import Sight
from core.spaces import Actor
from core.storage import Connection, Store, records
from tests.core.fakes import StoppedClock
from tests.core.judging import edited, kinds, link, mark, passport, standing
from tests.core.steps import save
from tests.core.test_wiping import bytes_of


async def wiped(memory: Memory, actor: Actor, record: Record, clock: StoppedClock) -> None:
    """Forget the record and let a month pass."""
    await memory.forget.by_name(actor, record.id)
    clock.advance(days=31)
    assert (await memory.housekeeping.tidy()).wiped == 1


async def test_every_text_of_a_record_is_wiped_and_its_id_stays(
    memory: Memory, store: Store, alice: Actor, clock: StoppedClock, database_file: Path
) -> None:
    texts = {
        **{name: f"zyzzyva-{name}" for name in ("scope", "source", "source_id", "source_hash")},
        **{name: f"zyzzyva-{name}" for name in ("source_revision", "fact_key", "said_by")},
        "path": "/zyzzyva",
    }
    record = await save(memory, alice, "zyzzyva was said", **texts)
    await edited(memory, alice, record, content="zyzzyva was said again", scope="zyzzyva-again")
    assert b"zyzzyva" in bytes_of(database_file)
    await wiped(memory, alice, record, clock)
    assert b"zyzzyva" not in bytes_of(database_file)
    assert str(record.id).encode() in bytes_of(database_file)


async def test_the_trace_tells_who_and_when_and_no_more(
    memory: Memory, store: Store, alice: Actor, admin: Actor, clock: StoppedClock
) -> None:
    record = await save(memory, alice, "a slip")
    await wiped(memory, admin, record, clock)

    def events(connection: Connection) -> list[EventKind]:
        eyes = records.reader_of(connection, alice.person.id, alice.space)
        return [one.kind for one in records.history(connection, eyes, record)]

    assert await store.read(events) == [EventKind.SAVED, EventKind.FORGOTTEN, EventKind.WIPED]


async def test_what_was_judged_in_its_favour_is_over(
    memory: Memory, store: Store, alice: Actor, clock: StoppedClock
) -> None:
    gone, marked, retired = [await save(memory, alice, f"note {number}") for number in range(3)]
    await mark(store, marked, gone)
    await link(store, gone, marked)
    await memory.resolve.among(alice, [gone.id, retired.id], gone.id)
    await wiped(memory, alice, gone, clock)
    for record in (marked, retired):
        shown = await passport(memory, alice, record.id)
        assert (shown.standing.status.value, shown.links) == ("unverified", ())
        assert await kinds(memory, alice, record) == [EventKind.SAVED]


async def test_a_summary_of_it_stands_without_it(memory: Memory, alice: Actor, clock: StoppedClock) -> None:
    gone = await save(memory, alice, "gone", source_hash="sha256:1")
    summary = await save(memory, alice, "a summary", derived_from=(gone.id,))
    await wiped(memory, alice, gone, clock)
    shown = await passport(memory, alice, summary.id)
    assert (shown.record.derived_from, shown.standing.status.value) == ((), "unverified")


async def test_other_records_and_what_was_judged_of_them_stay(
    memory: Memory, store: Store, alice: Actor, clock: StoppedClock
) -> None:
    gone, target, cause = [await save(memory, alice, f"note {number}") for number in range(3)]
    await mark(store, target, cause)
    before = await edited(memory, alice, cause, scope="team")
    await wiped(memory, alice, gone, clock)
    assert (await standing(memory, alice, target)).status.value == "stale"
    assert (await passport(memory, alice, cause.id)).record == before


async def test_its_name_its_message_and_its_source_say_nothing_any_more(
    memory: Memory, alice: Actor, bob: Actor, clock: StoppedClock
) -> None:
    record = await save(memory, alice, "a slip", message=7, source_id="wiki:1", idempotency_key="k")
    await wiped(memory, alice, record, clock)
    for name in (record.id, RecordId(record.ref)):
        for sight in (Sight.HERE, Sight.EVERYWHERE, Sight.FOR_ALL):
            assert await memory.show(alice, name, sight) == NotFound()
        assert await memory.restore(alice, name) == NotFound()
    assert await memory.forget.by_source(alice, "wiki:1", "default") == []
    # Its author's message is not saved again, as it was not before; another's may be.
    assert await memory.remember(alice, Draft("a slip"), 7) == NotFound()
    outcome = await memory.remember(bob, Draft("no slip", visibility=Visibility.AUTHOR), 7)
    assert isinstance(outcome, Remembered)
    assert outcome.new


async def test_what_was_said_with_a_key_can_be_said_anew(
    memory: Memory, alice: Actor, clock: StoppedClock
) -> None:
    record = await save(memory, alice, "a slip", idempotency_key="k")
    await wiped(memory, alice, record, clock)
    outcome = await memory.remember(alice, Draft("no slip", idempotency_key="k"))
    assert isinstance(outcome, Remembered)
    assert outcome.new
