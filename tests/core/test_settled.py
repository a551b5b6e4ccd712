"""What a person has settled about records: for whom, about which texts, and until when."""

import pytest

from core.errors import NotAllowed, NotFound
from core.ids import RecordId
from core.judgement import Judgement, NewMark, Question
from core.marks import MarkKind
from core.memory import Memory
from core.records import Event, EventKind, Record, Status, Visibility
from core.spaces import Actor
from core.storage import Store
from tests.core.fakes import MORNING, FakeModel, StoppedClock
from tests.core.judging import edited, kinds, passport, standing
from tests.core.steps import save

MONDAYS, FRIDAYS = "deploys are on Mondays", "deploys are on Fridays"
SAVED, RIGHT, DOUBT = EventKind.SAVED, EventKind.BOTH_RIGHT, EventKind.IN_DOUBT


@pytest.fixture
def memory(store: Store, clock: StoppedClock, model: FakeModel) -> Memory:
    return Memory.on(store, clock, model=model)


def refutes_all(question: Question) -> Judgement:
    """A verdict that marks all candidates."""
    return Judgement("no", tuple(NewMark(one.id, MarkKind.INVALIDATE) for one in question.candidates))


async def settle(memory: Memory, actor: Actor, *together: Record) -> None:
    """Call these right, where that must succeed."""
    assert await memory.resolve.all_right(actor, [one.id for one in together]) == list(together)


async def outdated(memory: Memory, model: FakeModel, reader: Actor, record: Record) -> bool:
    """Whether the record is marked once all is judged that waits."""
    model.verdict = refutes_all
    await memory.archive.run_once(now=True)
    return (await standing(memory, reader, record)).status is Status.STALE


async def test_any_member_settles_it_and_the_history_of_both_tells_so(
    memory: Memory, alice: Actor, bob: Actor, model: FakeModel
) -> None:
    old, new = await save(memory, alice, MONDAYS), await save(memory, alice, FRIDAYS)
    await settle(memory, bob, old, new)
    assert not await outdated(memory, model, alice, old)
    history = (await passport(memory, alice, old.id)).history
    assert history[1:] == (Event(RIGHT, MORNING, bob.person, new.ref),)
    assert await kinds(memory, alice, new) == [SAVED, RIGHT]


async def test_a_draft_is_settled_for_its_author_alone(
    memory: Memory, alice: Actor, bob: Actor, model: FakeModel
) -> None:
    old = await save(memory, alice, MONDAYS)
    draft = await save(memory, alice, FRIDAYS, visibility=Visibility.AUTHOR)
    await settle(memory, alice, old, draft)
    assert await kinds(memory, alice, old) == [SAVED, RIGHT]
    assert await kinds(memory, bob, old) == [SAVED]
    await save(memory, bob, FRIDAYS)
    assert await outdated(memory, model, bob, old)


async def test_what_one_does_not_see_cannot_be_settled(memory: Memory, alice: Actor, bob: Actor) -> None:
    old = await save(memory, alice, MONDAYS)
    draft = await save(memory, alice, FRIDAYS, visibility=Visibility.AUTHOR)
    unknown = RecordId("5b0c8f1e-3f0a-4c55-9d7e-0f4d2f0c7a11")
    for other in (draft.id, draft.ref, unknown):
        assert await memory.resolve.all_right(bob, [old.id, other]) == NotFound()
        assert await memory.resolve.doubt(bob, [old.id, other]) == NotFound()
    assert await memory.edit.of_another_fact(bob, draft.id) == NotFound()
    assert await kinds(memory, alice, old) == [SAVED]


async def test_it_is_taken_back_by_any_member_and_only_where_it_was_settled(
    memory: Memory, alice: Actor, bob: Actor, model: FakeModel
) -> None:
    old, new, other = [await save(memory, alice, text) for text in (MONDAYS, FRIDAYS, "on Sundays")]
    await settle(memory, alice, old, new)
    for _ in range(2):
        await memory.resolve.doubt(bob, [old.id, new.ref, other.id])
    assert [await kinds(memory, alice, one) for one in (old, new, other)] == [
        [SAVED, RIGHT, DOUBT],
        [SAVED, RIGHT, DOUBT],
        [SAVED],
    ]
    assert await outdated(memory, model, alice, old)


@pytest.mark.parametrize("changed", [MONDAYS, FRIDAYS])
async def test_an_edit_of_either_unsettles_it(
    memory: Memory, alice: Actor, model: FakeModel, clock: StoppedClock, changed: str
) -> None:
    records = {text: await save(memory, alice, text) for text in (MONDAYS, FRIDAYS)}
    await settle(memory, alice, *records.values())
    clock.advance(seconds=1)
    newer = await edited(memory, alice, records[changed], content="deploys are on Sundays")
    older = next(one for text, one in records.items() if text != changed)
    assert newer.seq > older.seq
    assert await outdated(memory, model, alice, older)


@pytest.mark.parametrize("changed", [MONDAYS, FRIDAYS])
async def test_a_correction_of_either_leaves_it_settled(
    memory: Memory, alice: Actor, model: FakeModel, clock: StoppedClock, changed: str
) -> None:
    records = {text: await save(memory, alice, text) for text in (MONDAYS, FRIDAYS)}
    await settle(memory, alice, *records.values())
    for content in (f"{changed}.", changed.title()):
        clock.advance(seconds=1)
        await edited(memory, alice, records[changed], content=content)
    for record in records.values():
        assert not await outdated(memory, model, alice, record)


async def test_what_says_the_same_but_for_its_punctuation_is_settled_with_it(
    memory: Memory, alice: Actor, model: FakeModel
) -> None:
    old, new = await save(memory, alice, MONDAYS), await save(memory, alice, FRIDAYS)
    await settle(memory, alice, old, new)
    again = await save(memory, alice, f"{FRIDAYS}!")
    assert not await outdated(memory, model, alice, old)
    assert again.seq > new.seq


async def test_an_edit_of_what_was_corrected_unsettles_it(
    memory: Memory, alice: Actor, model: FakeModel, clock: StoppedClock
) -> None:
    old, new = await save(memory, alice, MONDAYS), await save(memory, alice, FRIDAYS)
    await settle(memory, alice, old, new)
    for content in (f"{FRIDAYS}.", "deploys are on Sundays", "Deploys are on Sundays."):
        clock.advance(seconds=1)
        await edited(memory, alice, new, content=content)
    assert await outdated(memory, model, alice, old)


async def test_it_outlives_forgetting(memory: Memory, alice: Actor, model: FakeModel) -> None:
    old, new = await save(memory, alice, MONDAYS), await save(memory, alice, FRIDAYS)
    await settle(memory, alice, old, new)
    await memory.forget.by_name(alice, old.id)
    await memory.restore(alice, old.id)
    assert not await outdated(memory, model, alice, old)


async def test_a_record_of_another_fact_loses_its_key_and_is_settled_beside_its_versions(
    memory: Memory, alice: Actor, bob: Actor, model: FakeModel
) -> None:
    one, two, three = [
        await save(memory, alice, text, fact_key="day") for text in (MONDAYS, FRIDAYS, "on Sundays")
    ]
    assert await memory.edit.of_another_fact(bob, three.id) == NotAllowed()
    await memory.edit.of_another_fact(alice, three.id)
    assert (await passport(memory, alice, three.id)).record.fact_key is None
    assert await kinds(memory, bob, one) == [SAVED, RIGHT]
    model.verdict = refutes_all
    await memory.archive.run_once(now=True)
    assert [mark.cause_id for mark in (await standing(memory, alice, one)).marks] == [two.id]
