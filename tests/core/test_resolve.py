"""A person's word on what is right: what it retires, for whom, and how it is undone (SPEC section 3)."""

from collections.abc import Sequence

import pytest

from core.errors import Invalid, NotFound, Reason, WorkspaceNotActive
from core.ids import RecordId, Ref
from core.memory import Memory
from core.records import Event, EventKind, Record, Status, Visibility
from core.resolve import Judged
from core.sight import Sight
from core.spaces import Actor
from core.storage import Store
from tests.core.fakes import MORNING
from tests.core.judging import edited, give_key, kinds, passport, standing
from tests.core.steps import contents, enter, leave, page, save

SAVED, RETIRED, BACK = EventKind.SAVED, EventKind.RETIRED, EventKind.BROUGHT_BACK
UNKNOWN = RecordId("5b0c8f1e-3f0a-4c55-9d7e-0f4d2f0c7a11")


async def versions(memory: Memory, actor: Actor, *contents: str, **fields: object) -> list[Record]:
    """Versions of the fact `day`, the oldest first."""
    return [await save(memory, actor, content, fact_key="day", **fields) for content in contents]


async def kept(memory: Memory, actor: Actor, keep: Record, among: Sequence[Record]) -> list[Judged]:
    """Keep one of several, where that must succeed."""
    outcome = await memory.resolve.among(actor, [record.id for record in among], keep.id)
    assert isinstance(outcome, list), outcome
    return outcome


async def is_retired_for(memory: Memory, actor: Actor, record: Record) -> RecordId | None:
    """The record that stands in its place, as the passport and search tell alike."""
    shown = await standing(memory, actor, record)
    (found,) = [
        one.standing
        for one in (await page(memory, actor, "", workspace=None, limit=50)).results
        if one.record.id == record.id
    ]
    assert found == shown
    if shown.retired_for is None:
        return None
    assert shown.superseded_by == shown.retired_for.id
    return shown.retired_for.id


class TestByKey:
    async def test_one_version_stays_and_the_others_are_retired(self, memory: Memory, alice: Actor) -> None:
        monday, tuesday, friday = await versions(memory, alice, "Monday", "Tuesday", "Friday")
        outcome = await memory.resolve.by_key(alice, "day", tuesday.ref, "default")
        assert isinstance(outcome, list)
        assert [(one.id, how.status, how.superseded_by) for one, how in outcome] == [
            (friday.id, Status.STALE, tuesday.id),
            (tuesday.id, Status.UNVERIFIED, None),
            (monday.id, Status.STALE, tuesday.id),
        ]
        assert outcome == [(one, await standing(memory, alice, one)) for one, _ in outcome]

    async def test_retired_records_are_no_versions_and_keep_their_place_and_confidence(
        self, memory: Memory, alice: Actor
    ) -> None:
        monday, friday = await versions(memory, alice, "day Monday", "day Friday", confidence=0.8)
        await memory.resolve.by_key(alice, "day", monday.id, "default")
        assert (await passport(memory, alice, monday.id)).versions == (monday,)
        assert (await passport(memory, alice, friday.id)).versions == ()
        assert (await standing(memory, alice, friday)).confidence == 0.8
        assert await contents(memory, alice, "day monday") == ["day Monday", "day Friday"]
        assert await contents(memory, alice, "day", exclude_stale=True) == ["day Monday"]

    async def test_a_retired_newer_version_is_not_placed_before_an_older_one(
        self, memory: Memory, alice: Actor
    ) -> None:
        older, _ = await versions(memory, alice, "day of release", "day")
        assert await contents(memory, alice, "release day") == ["day", "day of release"]
        await memory.resolve.by_key(alice, "day", older.id, "default")
        assert await contents(memory, alice, "release day") == ["day of release", "day"]

    async def test_a_new_version_contradicts_the_kept_one_alone(self, memory: Memory, alice: Actor) -> None:
        monday, friday = await versions(memory, alice, "Monday", "Friday")
        await memory.resolve.by_key(alice, "day", friday.id, "default")
        (again,) = await versions(memory, alice, "Monday")
        shown = await standing(memory, alice, again)
        assert (shown.status, [one.id for one in shown.contradicts]) == (Status.CONFLICT, [friday.id])
        assert (await standing(memory, alice, monday)).status is Status.STALE

    async def test_versions_that_the_person_does_not_see_are_not_concerned(
        self, memory: Memory, alice: Actor, bob: Actor
    ) -> None:
        monday, friday = await versions(memory, alice, "Monday", "Friday")
        (draft,) = await versions(memory, alice, "Sunday", visibility=Visibility.AUTHOR)
        outcome = await memory.resolve.by_key(bob, "day", friday.id, "default")
        assert isinstance(outcome, list)
        assert {one.id for one, _ in outcome} == {monday.id, friday.id}
        assert await is_retired_for(memory, alice, draft) is None
        assert await kinds(memory, alice, draft) == [SAVED]

    async def test_versions_of_other_workspaces_are_not_concerned(self, memory: Memory, alice: Actor) -> None:
        (here,), (there,) = [
            await versions(memory, alice, name, workspace=name) for name in ("default", "plans")
        ]
        (other,) = await versions(memory, alice, "other", workspace="plans")
        await memory.resolve.by_key(alice, "day", there.id, "plans")
        assert await is_retired_for(memory, alice, other) == there.id
        assert await is_retired_for(memory, alice, here) is None

    async def test_a_retired_version_can_be_kept_again(self, memory: Memory, alice: Actor) -> None:
        monday, friday = await versions(memory, alice, "Monday", "Friday")
        await memory.resolve.by_key(alice, "day", friday.id, "default")
        outcome = await memory.resolve.by_key(alice, "day", monday.id, "default")
        assert isinstance(outcome, list)
        assert [(one.id, how.status, how.superseded_by) for one, how in outcome] == [
            (friday.id, Status.STALE, monday.id),
            (monday.id, Status.UNVERIFIED, None),
        ]
        assert await kinds(memory, alice, monday) == [SAVED, RETIRED, BACK]
        assert await kinds(memory, alice, friday) == [SAVED, RETIRED]

    async def test_one_that_is_retired_already_is_not_concerned(self, memory: Memory, alice: Actor) -> None:
        monday, tuesday, friday = await versions(memory, alice, "Monday", "Tuesday", "Friday")
        await kept(memory, alice, tuesday, [monday, tuesday])
        outcome = await memory.resolve.by_key(alice, "day", friday.id, "default")
        assert isinstance(outcome, list)
        assert [one.id for one, _ in outcome] == [friday.id, tuesday.id]
        assert await is_retired_for(memory, alice, monday) == tuesday.id

    async def test_a_version_alone_stays_as_it_is(self, memory: Memory, alice: Actor) -> None:
        (monday,) = await versions(memory, alice, "Monday")
        outcome = await memory.resolve.by_key(alice, "day", monday.id, "default")
        assert outcome == [(monday, await standing(memory, alice, monday))]
        assert await kinds(memory, alice, monday) == [SAVED]

    async def test_what_is_kept_must_be_a_version_of_that_fact_there(
        self, memory: Memory, store: Store, alice: Actor
    ) -> None:
        await versions(memory, alice, "Monday", "Friday")
        others = [
            await save(memory, alice, "no key"),
            await save(memory, alice, "other key", fact_key="days"),
            *await versions(memory, alice, "elsewhere", workspace="plans"),
        ]
        for other in others:
            outcome = await memory.resolve.by_key(alice, "day", other.id, "default")
            assert outcome == Invalid("keep", Reason.RANGE, "a version of `fact_key` in `workspace`")
        await give_key(store, others[0], "archivist:a:day")
        outcome = await memory.resolve.by_key(alice, "archivist:a:day", others[0].id, "default")
        assert isinstance(outcome, Invalid)

    async def test_a_workspace_must_be_active(self, memory: Memory, alice: Actor, bob: Actor) -> None:
        (draft,) = await versions(memory, alice, "x", workspace="plans", visibility=Visibility.AUTHOR)
        assert await memory.resolve.by_key(bob, "day", draft.id, "plans") == WorkspaceNotActive("plans")


class TestAmong:
    async def test_records_without_a_key_can_be_judged_and_are_told_in_the_order_asked(
        self, memory: Memory, alice: Actor, bob: Actor
    ) -> None:
        first, second, third = [await save(memory, alice, f"note {number}") for number in range(3)]
        outcome = await memory.resolve.among(bob, [second.id, third.ref, first.id], second.ref)
        assert isinstance(outcome, list)
        assert [(one.id, how.status, how.superseded_by) for one, how in outcome] == [
            (second.id, Status.UNVERIFIED, None),
            (third.id, Status.STALE, second.id),
            (first.id, Status.STALE, second.id),
        ]

    async def test_other_versions_of_the_fact_stay_in_conflict(self, memory: Memory, alice: Actor) -> None:
        monday, tuesday, friday = await versions(memory, alice, "Monday", "Tuesday", "Friday")
        await kept(memory, alice, friday, [monday, friday])
        assert (await standing(memory, alice, friday)).status is Status.CONFLICT
        assert (await standing(memory, alice, tuesday)).status is Status.CONFLICT
        assert (await standing(memory, alice, monday)).status is Status.STALE

    async def test_a_record_named_twice_counts_once(self, memory: Memory, alice: Actor) -> None:
        one, other = await save(memory, alice, "one"), await save(memory, alice, "other")
        names: list[RecordId | Ref] = [other.id, other.ref, one.ref, other.id]
        outcome = await memory.resolve.among(alice, names, one.id)
        assert isinstance(outcome, list)
        assert [record.id for record, _ in outcome] == [other.id, one.id]
        assert await kinds(memory, alice, other) == [SAVED, RETIRED]

    async def test_one_alone_stays_as_it_is(self, memory: Memory, alice: Actor) -> None:
        record = await save(memory, alice, "one")
        assert await kept(memory, alice, record, [record]) == [
            (record, await standing(memory, alice, record))
        ]
        assert await kinds(memory, alice, record) == [SAVED]

    async def test_what_is_kept_must_be_among_them(self, memory: Memory, alice: Actor) -> None:
        one, other = await save(memory, alice, "one"), await save(memory, alice, "other")
        outcome = await memory.resolve.among(alice, [one.id], other.id)
        assert outcome == Invalid("keep", Reason.RANGE, "one of `memory_ids`")
        assert await is_retired_for(memory, alice, one) is None

    async def test_all_must_be_of_one_workspace(self, memory: Memory, alice: Actor) -> None:
        one, other = await save(memory, alice, "one"), await save(memory, alice, "x", workspace="plans")
        outcome = await memory.resolve.among(alice, [one.id, other.id], one.id)
        assert outcome == Invalid("memory_ids", Reason.RANGE, "records of one workspace")

    @pytest.mark.parametrize("hidden", ["a draft", "forgotten", "elsewhere", "unknown", "no name"])
    @pytest.mark.parametrize("is_kept", [True, False])
    async def test_one_that_the_person_does_not_see_is_like_one_that_never_was(
        self, memory: Memory, alice: Actor, bob: Actor, hidden: str, is_kept: bool
    ) -> None:
        seen = await save(memory, alice, "seen")
        name: RecordId | Ref = UNKNOWN
        if hidden == "a draft":
            name = (await save(memory, alice, "x", visibility=Visibility.AUTHOR)).id
        elif hidden == "forgotten":
            name = (await save(memory, bob, "x")).ref
            await memory.forget.by_name(bob, name)
        elif hidden == "elsewhere":
            name = (await save(memory, await enter(memory, "carol", "club"), "x")).id
        elif hidden == "no name":
            name = Ref("\ud800")
        outcome = await memory.resolve.among(bob, [seen.id, name], name if is_kept else seen.id)
        assert outcome == NotFound()
        # Also where `keep` is not among them, which must not tell that it exists.
        assert await memory.resolve.among(bob, [seen.id], name) == NotFound()
        assert await is_retired_for(memory, alice, seen) is None

    async def test_a_later_word_takes_the_place_of_an_earlier(self, memory: Memory, alice: Actor) -> None:
        one, two, three = [await save(memory, alice, f"note {number}") for number in range(3)]
        await kept(memory, alice, one, [one, two])
        await kept(memory, alice, three, [two, three])
        assert await is_retired_for(memory, alice, two) == three.id
        await kept(memory, alice, one, [two, one])
        assert await is_retired_for(memory, alice, two) == one.id


class TestForOneRecord:
    async def test_the_other_versions_that_the_person_sees_are_retired(
        self, memory: Memory, alice: Actor
    ) -> None:
        monday, friday = await versions(memory, alice, "Monday", "Friday")
        outcome = await memory.resolve.for_record(alice, monday.ref)
        assert isinstance(outcome, list)
        assert [(one.id, how.status) for one, how in outcome] == [
            (friday.id, Status.STALE),
            (monday.id, Status.UNVERIFIED),
        ]

    async def test_a_retired_one_can_be_kept_after_all(self, memory: Memory, alice: Actor) -> None:
        monday, friday = await versions(memory, alice, "Monday", "Friday")
        await memory.resolve.for_record(alice, monday.ref)
        await memory.resolve.for_record(alice, friday.ref)
        assert await is_retired_for(memory, alice, friday) is None
        assert await is_retired_for(memory, alice, monday) == friday.id

    async def test_a_record_without_versions_is_no_answer(self, memory: Memory, alice: Actor) -> None:
        plain = await save(memory, alice, "plain")
        for name in (plain.id, UNKNOWN, Ref("7K2MQ9XA")):
            assert await memory.resolve.for_record(alice, name) == NotFound()

    async def test_what_everyone_sees_is_not_judged_by_drafts(self, memory: Memory, alice: Actor) -> None:
        (monday,) = await versions(memory, alice, "Monday")
        (draft,) = await versions(memory, alice, "Friday", visibility=Visibility.AUTHOR)
        assert await memory.resolve.for_record(alice, draft.ref, Sight.FOR_ALL) == NotFound()
        outcome = await memory.resolve.for_record(alice, monday.ref, Sight.FOR_ALL)
        assert isinstance(outcome, list)
        assert [one.id for one, _ in outcome] == [monday.id]
        assert await is_retired_for(memory, alice, draft) is None


class TestWhomItCountsFor:
    async def test_any_member_may_and_it_counts_for_all(
        self, memory: Memory, alice: Actor, bob: Actor
    ) -> None:
        monday, friday = await versions(memory, alice, "Monday", "Friday")
        await memory.resolve.by_key(bob, "day", friday.id, "default")
        for reader in (alice, bob):
            assert await is_retired_for(memory, reader, monday) == friday.id

    async def test_in_favour_of_a_draft_it_counts_for_its_author_alone(
        self, memory: Memory, alice: Actor, bob: Actor
    ) -> None:
        monday, friday = await versions(memory, alice, "Monday", "Friday")
        (draft,) = await versions(memory, alice, "Sunday", visibility=Visibility.AUTHOR)
        await memory.resolve.by_key(alice, "day", draft.id, "default")
        assert await is_retired_for(memory, alice, monday) == draft.id
        for record in (monday, friday):
            assert await is_retired_for(memory, bob, record) is None
            assert (await standing(memory, bob, record)).status is Status.CONFLICT
            assert (await standing(memory, alice, record, Sight.FOR_ALL)).status is Status.CONFLICT
            assert await kinds(memory, bob, record) == [SAVED]

    async def test_in_favour_of_a_draft_it_takes_the_place_of_no_earlier_word_but_for_its_author(
        self, memory: Memory, alice: Actor, bob: Actor
    ) -> None:
        monday, friday = await versions(memory, alice, "Monday", "Friday")
        await memory.resolve.by_key(bob, "day", friday.id, "default")
        draft = await save(memory, alice, "Sunday", visibility=Visibility.AUTHOR)
        await kept(memory, alice, draft, [monday, draft])
        assert await is_retired_for(memory, alice, monday) == draft.id
        assert await is_retired_for(memory, bob, monday) == friday.id
        await memory.resolve.undo(alice, monday.id)
        for reader in (alice, bob):
            assert await is_retired_for(memory, reader, monday) == friday.id

    async def test_what_others_keep_brings_nothing_back_for_the_author_of_a_draft(
        self, memory: Memory, alice: Actor, bob: Actor
    ) -> None:
        monday, friday = await versions(memory, alice, "Monday", "Friday")
        draft = await save(memory, alice, "Sunday", visibility=Visibility.AUTHOR)
        await kept(memory, alice, draft, [monday, draft])
        await memory.resolve.by_key(bob, "day", monday.id, "default")
        assert await is_retired_for(memory, alice, monday) == draft.id
        assert await is_retired_for(memory, bob, monday) is None
        assert await is_retired_for(memory, bob, friday) == monday.id

    async def test_it_rests_while_the_kept_one_is_forgotten(self, memory: Memory, alice: Actor) -> None:
        monday, friday = await versions(memory, alice, "Monday", "Friday")
        await memory.resolve.by_key(alice, "day", friday.id, "default")
        await memory.forget.by_name(alice, friday.id)
        shown = await standing(memory, alice, monday)
        assert (shown.status, shown.superseded_by, shown.retired_for) == (Status.UNVERIFIED, None, None)
        assert (await passport(memory, alice, monday.id)).versions == (monday,)
        await memory.restore(alice, friday.id)
        assert await is_retired_for(memory, alice, monday) == friday.id

    async def test_it_rests_for_others_while_the_kept_one_is_a_draft(
        self, memory: Memory, alice: Actor, bob: Actor
    ) -> None:
        monday, friday = await versions(memory, alice, "Monday", "Friday")
        await memory.resolve.by_key(bob, "day", friday.id, "default")
        await edited(memory, alice, friday, visibility=Visibility.AUTHOR)
        assert await is_retired_for(memory, bob, monday) is None
        assert await is_retired_for(memory, alice, monday) == friday.id

    async def test_a_retired_record_that_is_forgotten_and_restored_is_retired_still(
        self, memory: Memory, alice: Actor
    ) -> None:
        monday, friday = await versions(memory, alice, "Monday", "Friday")
        await memory.resolve.by_key(alice, "day", friday.id, "default")
        await memory.forget.by_name(alice, monday.id)
        await memory.restore(alice, monday.id)
        assert await is_retired_for(memory, alice, monday) == friday.id

    async def test_a_summary_of_a_retired_record_is_stale(self, memory: Memory, alice: Actor) -> None:
        monday, friday = await versions(memory, alice, "Monday", "Friday")
        summary = await save(memory, alice, "a summary", derived_from=(monday.id,))
        await memory.resolve.by_key(alice, "day", friday.id, "default")
        assert (await standing(memory, alice, summary)).status is Status.STALE

    async def test_nobody_who_left_may(self, memory: Memory, alice: Actor) -> None:
        monday, friday = await versions(memory, alice, "Monday", "Friday")
        await leave(memory, "alice", "team")
        assert await memory.resolve.among(alice, [monday.id, friday.id], friday.id) == NotFound()
        assert await memory.resolve.for_record(alice, friday.id) == NotFound()
        assert await memory.resolve.undo(alice, friday.id) == NotFound()

    async def test_from_the_private_chat_one_judges_where_one_looks_everywhere(
        self, memory: Memory, alice: Actor
    ) -> None:
        monday, friday = await versions(memory, alice, "Monday", "Friday")
        home = await enter(memory, "alice")
        assert await memory.resolve.for_record(home, friday.ref) == NotFound()
        assert isinstance(await memory.resolve.for_record(home, friday.ref, Sight.EVERYWHERE), list)
        assert await is_retired_for(memory, alice, monday) == friday.id


class TestUndoing:
    async def test_a_retired_record_counts_again(self, memory: Memory, alice: Actor, bob: Actor) -> None:
        monday, friday = await versions(memory, alice, "Monday", "Friday")
        await memory.resolve.by_key(alice, "day", friday.id, "default")
        outcome = await memory.resolve.undo(bob, monday.ref)
        assert not isinstance(outcome, NotFound)
        record, how = outcome
        assert (record.id, how.status, how.superseded_by) == (monday.id, Status.CONFLICT, friday.id)
        assert how == await standing(memory, alice, monday)

    async def test_the_last_word_is_undone_and_the_one_before_counts(
        self, memory: Memory, alice: Actor
    ) -> None:
        one, two, three = [await save(memory, alice, f"note {number}") for number in range(3)]
        await kept(memory, alice, one, [one, two])
        await kept(memory, alice, three, [three, two])
        for expected in (one.id, None, None):
            await memory.resolve.undo(alice, two.id)
            assert await is_retired_for(memory, alice, two) == expected
        assert await kinds(memory, alice, two) == [SAVED, RETIRED, RETIRED, BACK, BACK]

    async def test_any_other_record_stays_as_it_is(self, memory: Memory, alice: Actor) -> None:
        monday, friday = await versions(memory, alice, "Monday", "Friday")
        await memory.resolve.by_key(alice, "day", friday.id, "default")
        for record in (friday, await save(memory, alice, "plain")):
            assert await memory.resolve.undo(alice, record.id) == (
                record,
                await standing(memory, alice, record),
            )
            assert await kinds(memory, alice, record) == [SAVED]
        assert await is_retired_for(memory, alice, monday) == friday.id

    async def test_one_must_see_both(self, memory: Memory, alice: Actor, bob: Actor) -> None:
        target = await save(memory, bob, "target")
        draft = await save(memory, alice, "draft", visibility=Visibility.AUTHOR)
        await kept(memory, alice, draft, [target, draft])
        assert await memory.resolve.undo(bob, target.id) == (target, await standing(memory, bob, target))
        assert await is_retired_for(memory, alice, target) == draft.id
        await kept(memory, alice, target, [target, draft])
        assert await memory.resolve.undo(bob, draft.id) == NotFound()
        assert await is_retired_for(memory, alice, draft) == target.id

    async def test_nothing_is_undone_while_the_kept_one_is_forgotten(
        self, memory: Memory, alice: Actor
    ) -> None:
        monday, friday = await versions(memory, alice, "Monday", "Friday")
        await memory.resolve.by_key(alice, "day", friday.id, "default")
        await memory.forget.by_name(alice, friday.id)
        await memory.resolve.undo(alice, monday.id)
        await memory.restore(alice, friday.id)
        assert await is_retired_for(memory, alice, monday) == friday.id

    @pytest.mark.parametrize("name", [UNKNOWN, "7K2MQ9XA", "", "\ud800"])
    async def test_what_never_was_is_not_found(self, memory: Memory, alice: Actor, name: str) -> None:
        assert await memory.resolve.undo(alice, Ref(name)) == NotFound()


class TestHistory:
    async def test_it_tells_who_retired_it_for_what_and_who_brought_it_back(
        self, memory: Memory, alice: Actor, bob: Actor
    ) -> None:
        monday, friday = await versions(memory, alice, "Monday", "Friday")
        await memory.resolve.by_key(bob, "day", friday.id, "default")
        await memory.resolve.undo(alice, monday.id)
        assert (await passport(memory, bob, monday.id)).history == (
            Event(SAVED, MORNING, alice.person),
            Event(RETIRED, MORNING, bob.person, friday.ref),
            Event(BACK, MORNING, alice.person, friday.ref),
        )
        assert await kinds(memory, bob, friday) == [SAVED]

    async def test_a_line_about_a_record_that_one_does_not_see_is_left_out(
        self, memory: Memory, alice: Actor, bob: Actor
    ) -> None:
        target = await save(memory, bob, "target")
        other = await save(memory, alice, "other")
        draft = await save(memory, alice, "draft", visibility=Visibility.AUTHOR)
        await kept(memory, alice, draft, [target, draft])
        await memory.resolve.undo(alice, target.id)
        await kept(memory, alice, other, [target, other])
        assert await kinds(memory, alice, target) == [SAVED, RETIRED, BACK, RETIRED]
        assert await kinds(memory, bob, target) == [SAVED, RETIRED]
        for_all = await passport(memory, alice, target.id, Sight.FOR_ALL)
        assert [event.kind for event in for_all.history] == [SAVED, RETIRED]
        await memory.forget.by_name(alice, other.id)
        assert await kinds(memory, bob, target) == [SAVED]
