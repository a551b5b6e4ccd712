"""Taking the archivist's marks off a record (SPEC section 3, `unmark`)."""

import pytest

from core.errors import NotFound
from core.graph import Relation
from core.ids import Names, RecordId, Ref
from core.marks import MarkKind
from core.memory import Memory
from core.records import Event, EventKind, Status, Visibility
from core.spaces import Actor
from core.storage import Store
from tests.core.fakes import MORNING
from tests.core.judging import kinds, link, mark, passport, standing
from tests.core.steps import enter, leave, save

SAVED, MARKED, UNMARKED = EventKind.SAVED, EventKind.MARKED, EventKind.UNMARKED


async def test_all_marks_are_taken_off_by_any_member(
    memory: Memory, store: Store, alice: Actor, bob: Actor
) -> None:
    target, first, second = [await save(memory, alice, f"note {number}") for number in range(3)]
    await mark(store, target, first)
    await mark(store, target, second, MarkKind.MERGE)
    outcome = await memory.unmark(bob, target.ref)
    assert not isinstance(outcome, NotFound)
    record, how = outcome
    assert (record, how.status, how.confidence, how.marks) == (target, Status.UNVERIFIED, 0.5, ())
    assert await standing(memory, alice, target) == how


async def test_the_links_that_came_with_them_go_and_others_stay(
    memory: Memory, store: Store, alice: Actor
) -> None:
    target, cause, other = [await save(memory, alice, f"note {number}") for number in range(3)]
    await mark(store, target, cause)
    await link(store, cause, target, Relation.SUPERSEDES, 1.0)
    await link(store, cause, target, Relation.RELATES_TO, 0.9)
    await link(store, cause, other, Relation.RELATES_TO, 0.8)
    await link(store, other, target, Relation.FIXES_ISSUE, 0.7)
    await link(store, target, cause, Relation.RELATES_TO, 0.6)
    await memory.unmark(alice, target.id)
    assert [(one.target_id, one.weight) for one in (await passport(memory, alice, target.id)).links] == [
        (other.id, 0.7),
        (cause.id, 0.6),
    ]
    assert [one.weight for one in (await passport(memory, alice, cause.id)).links] == [0.8, 0.6]


async def test_marks_of_causes_that_one_does_not_see_stay_for_those_who_do(
    memory: Memory, store: Store, alice: Actor, bob: Actor
) -> None:
    target, seen = await save(memory, bob, "target"), await save(memory, bob, "seen")
    draft = await save(memory, alice, "draft", visibility=Visibility.AUTHOR)
    for cause in (seen, draft):
        await mark(store, target, cause)
        await link(store, cause, target)
    await memory.unmark(bob, target.id)
    shown = await passport(memory, alice, target.id)
    assert [one.cause_id for one in shown.standing.marks] == [draft.id]
    assert [one.target_id for one in shown.links] == [draft.id]
    assert (await standing(memory, bob, target)).marks == ()


async def test_marks_of_a_forgotten_cause_stay_and_count_when_it_is_restored(
    memory: Memory, store: Store, alice: Actor
) -> None:
    target, cause = await save(memory, alice, "target"), await save(memory, alice, "cause")
    await mark(store, target, cause)
    await memory.forget.by_name(alice, cause.id)
    await memory.unmark(alice, target.id)
    await memory.restore(alice, cause.id)
    assert (await standing(memory, alice, target)).status is Status.STALE


async def test_marks_that_the_record_makes_on_others_stay(memory: Memory, store: Store, alice: Actor) -> None:
    target, cause = await save(memory, alice, "target"), await save(memory, alice, "cause")
    await mark(store, target, cause)
    await memory.unmark(alice, cause.id)
    assert (await standing(memory, alice, target)).status is Status.STALE


async def test_a_retirement_is_no_mark(memory: Memory, alice: Actor) -> None:
    one, other = await save(memory, alice, "one"), await save(memory, alice, "other")
    await memory.resolve.among(alice, [one.id, other.id], one.id)
    await memory.unmark(alice, other.id)
    assert (await standing(memory, alice, other)).retired_for == Names(one.id, one.ref)


async def test_a_record_without_marks_stays_as_it_is(memory: Memory, alice: Actor) -> None:
    record = await save(memory, alice, "a note")
    assert await memory.unmark(alice, record.id) == (record, await standing(memory, alice, record))
    assert await kinds(memory, alice, record) == [SAVED]


async def test_the_history_tells_each_mark_and_who_took_it_off(
    memory: Memory, store: Store, alice: Actor, bob: Actor
) -> None:
    target, cause = await save(memory, alice, "target"), await save(memory, alice, "cause")
    draft = await save(memory, alice, "draft", visibility=Visibility.AUTHOR)
    await mark(store, target, cause)
    await mark(store, target, draft)
    await memory.unmark(bob, target.id)
    assert (await passport(memory, bob, target.id)).history == (
        Event(SAVED, MORNING, alice.person),
        Event(MARKED, MORNING, alice.person, cause.ref),
        Event(UNMARKED, MORNING, bob.person, cause.ref),
    )
    assert await kinds(memory, alice, target) == [SAVED, MARKED, MARKED, UNMARKED]
    await memory.forget.by_name(alice, cause.id)
    assert await kinds(memory, bob, target) == [SAVED]


@pytest.mark.parametrize("name", ["5b0c8f1e-3f0a-4c55-9d7e-0f4d2f0c7a11", "7K2MQ9XA", "", "\ud800"])
async def test_what_never_was_is_not_found(memory: Memory, alice: Actor, name: str) -> None:
    assert await memory.unmark(alice, RecordId(name)) == NotFound()


async def test_what_one_does_not_see_is_not_found(memory: Memory, alice: Actor, bob: Actor) -> None:
    draft = await save(memory, alice, "draft", visibility=Visibility.AUTHOR)
    forgotten = await save(memory, bob, "forgotten")
    await memory.forget.by_name(bob, forgotten.id)
    elsewhere = await save(memory, await enter(memory, "carol", "club"), "elsewhere")
    for record in (draft, forgotten, elsewhere):
        assert await memory.unmark(bob, record.id) == NotFound()
        assert await memory.unmark(bob, Ref(record.ref)) == NotFound()
    mine = await save(memory, bob, "mine")
    await leave(memory, "bob", "team")
    assert await memory.unmark(bob, mine.id) == NotFound()
