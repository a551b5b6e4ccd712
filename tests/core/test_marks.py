"""What marks do to the confidence and the status of a record (SPEC section 7, points 3 and 4)."""

import pytest

from core.ids import RecordId, Ref
from core.marks import Mark, MarkKind, is_outdated, shown_confidence
from core.memory import Memory
from core.records import Status, Visibility
from core.spaces import Actor
from core.storage import Store
from tests.core.fakes import MORNING
from tests.core.judging import edited, mark, passport, standing
from tests.core.steps import page, save

MERGE, INVALIDATE = MarkKind.MERGE, MarkKind.INVALIDATE


def mark_of(kind: MarkKind) -> Mark:
    """A mark of that kind."""
    return Mark(kind, "a reason", MORNING, RecordId("5b0c8f1e-3f0a-4c55-9d7e-0f4d2f0c7a11"), Ref("7K2MQ9XA"))


@pytest.mark.parametrize(
    ("saved", "kinds", "shown"),
    [
        (0.5, [], 0.5),
        (0.0, [], 0.0),
        (1.0, [], 1.0),
        (0.5, [MERGE], 0.4),
        (0.4, [MERGE], 0.4),
        (0.3, [MERGE], 0.3),
        (0.5, [INVALIDATE], 0.1),
        (0.05, [INVALIDATE], 0.05),
        (0.0, [INVALIDATE, MERGE], 0.0),
        (1.0, [MERGE, INVALIDATE, MERGE], 0.1),
    ],
)
def test_the_lowest_that_the_marks_allow_shows_and_never_more_than_was_saved(
    saved: float, kinds: list[MarkKind], shown: float
) -> None:
    assert shown_confidence(saved, map(mark_of, kinds)) == shown


@pytest.mark.parametrize(
    ("kinds", "outdated"),
    [([], False), ([MERGE], False), ([INVALIDATE], True), ([MERGE, MERGE, INVALIDATE], True)],
)
def test_a_record_is_outdated_where_a_mark_refutes_it(kinds: list[MarkKind], outdated: bool) -> None:
    assert is_outdated(map(mark_of, kinds)) is outdated


async def test_a_refuted_record_is_stale_and_can_be_left_out(
    memory: Memory, store: Store, alice: Actor
) -> None:
    old = await save(memory, alice, "deploys are by hand", confidence=0.9)
    new = await save(memory, alice, "deploys are by a unit")
    await mark(store, old, new)
    first, second = (await page(memory, alice, "deploys")).results
    assert (first.record, first.standing.status, first.standing.confidence) == (new, Status.UNVERIFIED, 0.5)
    assert (second.record, second.standing.status, second.standing.confidence) == (old, Status.STALE, 0.1)
    assert second.record.confidence == 0.9
    assert second.standing.superseded_by is None
    left = (await page(memory, alice, "deploys", exclude_stale=True)).results
    assert [one.record for one in left] == [new]


async def test_a_refined_record_is_only_less_sure(memory: Memory, store: Store, alice: Actor) -> None:
    old, new = await save(memory, alice, "on Fridays"), await save(memory, alice, "on Fridays, at noon")
    await mark(store, old, new, MERGE)
    shown = await standing(memory, alice, old)
    assert (shown.status, shown.confidence) == (Status.UNVERIFIED, 0.4)


async def test_marks_are_shown_with_their_reason_those_of_the_newest_cause_first(
    memory: Memory, store: Store, alice: Actor
) -> None:
    target, first, second = [await save(memory, alice, f"note {number}") for number in range(3)]
    await mark(store, target, second, MERGE, "it says more")
    await mark(store, target, first, INVALIDATE, "it says otherwise")
    assert (await standing(memory, alice, target)).marks == (
        Mark(MERGE, "it says more", MORNING, second.id, second.ref),
        Mark(INVALIDATE, "it says otherwise", MORNING, first.id, first.ref),
    )


async def test_a_later_judgement_of_the_same_pair_takes_the_place_of_the_earlier(
    memory: Memory, store: Store, alice: Actor
) -> None:
    old, new = await save(memory, alice, "old"), await save(memory, alice, "new")
    await mark(store, old, new, INVALIDATE)
    await mark(store, old, new, MERGE)
    shown = await standing(memory, alice, old)
    assert ([one.kind for one in shown.marks], shown.confidence) == ([MERGE], 0.4)


async def test_a_conflict_shows_before_a_mark_and_the_confidence_is_low_all_the_same(
    memory: Memory, store: Store, alice: Actor
) -> None:
    old = await save(memory, alice, "on Mondays", fact_key="day")
    new = await save(memory, alice, "on Fridays", fact_key="day")
    await mark(store, old, new)
    shown = await standing(memory, alice, old)
    assert (shown.status, shown.confidence, shown.superseded_by) == (Status.CONFLICT, 0.1, new.id)
    assert len((await page(memory, alice, "", exclude_stale=True)).results) == 2


async def test_a_summary_of_a_refuted_record_is_stale_and_keeps_its_confidence(
    memory: Memory, store: Store, alice: Actor
) -> None:
    old, new = await save(memory, alice, "old"), await save(memory, alice, "new")
    summary = await save(memory, alice, "a summary", derived_from=(old.id,))
    await mark(store, old, new)
    shown = await standing(memory, alice, summary)
    assert (shown.status, shown.own, shown.confidence) == (Status.STALE, Status.UNVERIFIED, 0.5)


async def test_versions_are_shown_with_the_confidence_that_the_reader_sees(
    memory: Memory, store: Store, alice: Actor, bob: Actor
) -> None:
    old = await save(memory, alice, "on Mondays", fact_key="day", confidence=0.9)
    new = await save(memory, alice, "on Fridays", fact_key="day", confidence=0.8)
    draft = await save(memory, alice, "never", visibility=Visibility.AUTHOR)
    await mark(store, old, draft, MERGE)
    for reader, shown in ((alice, 0.4), (bob, 0.9)):
        versions = (await passport(memory, reader, new.id)).versions
        assert [(one.id, one.confidence) for one in versions] == [(new.id, 0.8), (old.id, shown)]


class TestWhomAMarkCountsFor:
    async def test_a_draft_marks_for_its_author_alone(
        self, memory: Memory, store: Store, alice: Actor, bob: Actor
    ) -> None:
        target = await save(memory, bob, "in the open")
        draft = await save(memory, alice, "in a draft", visibility=Visibility.AUTHOR)
        await mark(store, target, draft)
        mine, theirs = await standing(memory, alice, target), await standing(memory, bob, target)
        assert (mine.status, mine.confidence, len(mine.marks)) == (Status.STALE, 0.1, 1)
        assert (theirs.status, theirs.confidence, theirs.marks) == (Status.UNVERIFIED, 0.5, ())
        assert [one.record for one in (await page(memory, bob, "", exclude_stale=True)).results] == [target]

    async def test_of_several_marks_those_of_visible_causes_set_the_confidence(
        self, memory: Memory, store: Store, alice: Actor, bob: Actor
    ) -> None:
        target, open_cause = await save(memory, bob, "target"), await save(memory, bob, "cause")
        draft = await save(memory, alice, "draft", visibility=Visibility.AUTHOR)
        await mark(store, target, open_cause, MERGE)
        await mark(store, target, draft, INVALIDATE)
        assert (await standing(memory, alice, target)).confidence == 0.1
        assert (await standing(memory, bob, target)).confidence == 0.4

    async def test_a_forgotten_cause_marks_for_nobody_and_a_restored_one_again(
        self, memory: Memory, store: Store, alice: Actor
    ) -> None:
        target, cause = await save(memory, alice, "target"), await save(memory, alice, "cause")
        await mark(store, target, cause)
        await memory.forget.by_name(alice, cause.id)
        shown = await standing(memory, alice, target)
        assert (shown.status, shown.confidence, shown.marks) == (Status.UNVERIFIED, 0.5, ())
        await memory.restore(alice, cause.id)
        assert (await standing(memory, alice, target)).status is Status.STALE

    async def test_a_cause_that_becomes_a_draft_marks_for_its_author_alone(
        self, memory: Memory, store: Store, alice: Actor, bob: Actor
    ) -> None:
        target, cause = await save(memory, bob, "target"), await save(memory, alice, "cause")
        await mark(store, target, cause)
        await edited(memory, alice, cause, visibility=Visibility.AUTHOR)
        assert (await standing(memory, bob, target)).status is Status.UNVERIFIED
        assert (await standing(memory, alice, target)).status is Status.STALE
