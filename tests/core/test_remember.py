"""Saving: what becomes a record, what is refused, and that nothing is saved twice."""

import asyncio
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from core.errors import Invalid, KeyReused, NotFound, Reason, Refusal
from core.ids import PersonId, RecordId, parse_ref
from core.memory import Memory
from core.records import Draft, MemoryType, Status, Visibility
from core.remember import Remembered
from core.show import Passport
from core.spaces import Actor
from core.storage import Store
from tests.core.fakes import MORNING, StoppedClock
from tests.core.steps import contents, enter, leave, page, remembered, save

EVERYTHING = Draft(
    content="Релизы по пятницам",
    workspace="plans",
    scope="team",
    source="agent-7",
    source_id="wiki:17",
    source_hash="sha256:1",
    source_revision="rev 3",
    fact_key="release-day",
    confidence=0.75,
    path="/team/releases",
    memory_type=MemoryType.PROCEDURAL,
    visibility=Visibility.PROJECT,
    said_by="Carol",
    said_at=datetime(2026, 1, 1, 9, tzinfo=timezone(timedelta(hours=9))),
    idempotency_key="once",
    analyze=False,
)


async def test_all_that_was_given_is_kept(memory: Memory, alice: Actor) -> None:
    saved = await memory.remember(alice, EVERYTHING)
    assert isinstance(saved, Remembered)
    record = saved.record
    for field in (
        *("content", "workspace", "scope", "source", "source_id", "source_hash", "source_revision"),
        *("fact_key", "confidence", "path", "memory_type", "visibility", "said_by", "said_at"),
    ):
        assert getattr(record, field) == getattr(EVERYTHING, field), field
    assert record.said_at is not None
    assert record.said_at.utcoffset() == timedelta(0)
    assert record.author == alice.person
    assert (record.created_at, record.updated_at) == (MORNING, MORNING)
    assert (record.space.id, record.space.kind, record.space.title) == (alice.space, alice.kind, "team")
    assert record.space.is_group


async def test_what_is_not_given_has_its_usual_value(memory: Memory, alice: Actor) -> None:
    record = await save(memory, alice, " a note ")
    assert record.content == "a note"
    assert (record.workspace, record.scope, record.source, record.path) == ("default", "shared", "owner", "/")
    assert (record.confidence, record.memory_type) == (0.5, MemoryType.SEMANTIC)
    assert (record.visibility, record.derived_from) == (Visibility.ORGANIZATION, ())


async def test_the_answer_is_what_is_read_afterwards(memory: Memory, alice: Actor) -> None:
    source = await save(memory, alice, "a source")
    for draft in (
        EVERYTHING,
        Draft("a summary", derived_from=(source.id,)),
        Draft("a draft", visibility=Visibility.AUTHOR),
    ):
        saved = await memory.remember(alice, draft)
        assert isinstance(saved, Remembered)
        passport = await memory.show(alice, saved.record.id)
        assert isinstance(passport, Passport)
        assert (passport.record, passport.standing) == (saved.record, saved.standing)


async def test_every_record_has_names_of_its_own(memory: Memory, alice: Actor) -> None:
    records = [await save(memory, alice, "the same note") for _ in range(20)]
    assert len({record.id for record in records}) == len({record.ref for record in records}) == 20
    assert all(UUID(record.id).version == 4 for record in records)
    assert all(parse_ref(record.ref) == record.ref for record in records)
    assert [record.seq for record in records] == sorted(record.seq for record in records)


async def test_a_bad_draft_is_refused_and_leaves_nothing(memory: Memory, alice: Actor) -> None:
    refusal = await memory.remember(alice, Draft("a note", workspace="new", confidence=2))
    assert refusal == Invalid("confidence", Reason.RANGE, "a number from 0.0 to 1.0")
    assert (await memory.housekeeping.counts()).records == 0
    assert await contents(memory, alice, "", workspace=None) == []


class TestMessages:
    async def test_a_message_becomes_one_record_however_often_it_arrives(
        self, memory: Memory, alice: Actor, bob: Actor
    ) -> None:
        first = await remembered(memory, alice, "a note", message=7)
        again = await remembered(memory, alice, "whatever it says by now", message=7)
        by_another = await remembered(memory, bob, "a note", message=7)
        assert (first.new, again.new, by_another.new) == (True, False, False)
        assert first.record == again.record == by_another.record

    async def test_messages_of_different_chats_are_different(
        self, memory: Memory, alice: Actor, owner: Actor
    ) -> None:
        assert (await remembered(memory, alice, "a note", message=7)).new
        assert (await remembered(memory, owner, "a note", message=7)).new

    async def test_forty_copies_at_once_make_one_record(self, memory: Memory, alice: Actor) -> None:
        outcomes = await asyncio.gather(*(remembered(memory, alice, "a note", message=7) for _ in range(40)))
        assert sum(outcome.new for outcome in outcomes) == 1
        assert len({outcome.record.id for outcome in outcomes}) == 1
        assert (await memory.housekeeping.counts()).records == 1

    async def test_what_comes_at_once_is_kept_as_if_one_came_after_another(
        self, memory: Memory, clock: StoppedClock, tmp_path: Path
    ) -> None:
        kinds: list[dict[str, Any]] = [
            {},
            {"workspace": "plans", "visibility": Visibility.AUTHOR},
            {"fact_key": "deploy"},
            {"idempotency_key": "k"},
            {"analyze": False},
        ]
        drafts = [
            (number // 3 % 3, Draft(f"note {number % 50}", **kinds[number // 7 % 5]), number % 40 or None)
            for number in range(120)
        ]
        store = Store.open(f"sqlite:///{tmp_path / 'another.db'}")
        another = Memory.on(store, clock)
        people = [
            [await enter(one, name, "team") for name in ("alice", "bob", "carol")]
            for one in (memory, another)
        ]
        together = await asyncio.gather(
            *(memory.remember(people[0][who], draft, message) for who, draft, message in drafts)
        )
        one_by_one = [
            await another.remember(people[1][who], draft, message) for who, draft, message in drafts
        ]

        def told(outcome: Remembered | Refusal) -> object:
            if not isinstance(outcome, Remembered):
                return outcome
            record = outcome.record
            labels = record.workspace, record.visibility, record.fact_key, record.author.name, record.seq
            return outcome.new, record.content, labels, outcome.standing.status

        assert list(map(told, together)) == list(map(told, one_by_one))
        assert {type(outcome) for outcome in together} == {Remembered, KeyReused}
        for of_memory, of_another in zip(*people, strict=True):
            for workspace in ("default", "plans"):
                found = [
                    await contents(one, actor, "note", workspace=workspace, limit=50)
                    for one, actor in ((memory, of_memory), (another, of_another))
                ]
                assert found[0] == found[1]
        store.close()

    async def test_copies_in_two_processes_at_once_make_one_record(
        self, memory: Memory, alice: Actor, database_url: str, clock: StoppedClock
    ) -> None:
        store = Store.open(database_url)
        memories = [memory, Memory.on(store, clock)]
        outcomes = await asyncio.gather(
            *(remembered(memories[number % 2], alice, "a note", message=7) for number in range(40))
        )
        store.close()
        assert sum(outcome.new for outcome in outcomes) == 1
        assert len({outcome.record.id for outcome in outcomes}) == 1

    async def test_a_message_whose_record_was_forgotten_is_not_saved_again(
        self, memory: Memory, alice: Actor
    ) -> None:
        saved = await remembered(memory, alice, "a note", message=7)
        await memory.forget.by_name(alice, saved.record.ref)
        assert await memory.remember(alice, Draft("a note"), 7) == NotFound()
        assert await contents(memory, alice, "") == []

    async def test_a_message_that_is_someone_elses_draft_can_be_saved_as_if_it_were_not(
        self, memory: Memory, alice: Actor, bob: Actor
    ) -> None:
        draft = await save(memory, alice, "a note", message=7, visibility=Visibility.AUTHOR)
        outcome = await remembered(memory, bob, "a note", message=7)
        assert outcome.new
        again = await remembered(memory, alice, "a note", message=7)
        assert (again.record, again.new) == (draft, False)


class TestKeys:
    async def test_the_same_key_and_content_give_the_same_record(self, memory: Memory, alice: Actor) -> None:
        first = await remembered(memory, alice, "a note", idempotency_key="k")
        again = await remembered(memory, alice, " a note\n", idempotency_key="k", scope="other")
        assert (first.new, again.new) == (True, False)
        assert again.record == first.record

    async def test_the_same_key_with_other_content_is_refused(self, memory: Memory, alice: Actor) -> None:
        await save(memory, alice, "a note", idempotency_key="k")
        assert await memory.remember(alice, Draft("another", idempotency_key="k")) == KeyReused()
        assert await contents(memory, alice, "") == ["a note"]

    async def test_a_key_belongs_to_an_author_and_a_workspace(
        self, memory: Memory, alice: Actor, bob: Actor
    ) -> None:
        for actor, workspace in ((alice, "default"), (bob, "default"), (alice, "plans")):
            outcome = await remembered(memory, actor, "a note", workspace=workspace, idempotency_key="k")
            assert outcome.new

    async def test_forty_copies_at_once_make_one_record(self, memory: Memory, alice: Actor) -> None:
        copies = (
            remembered(memory, alice, "a note", idempotency_key="k", workspace="new") for _ in range(40)
        )
        outcomes = await asyncio.gather(*copies)
        assert sum(outcome.new for outcome in outcomes) == 1
        assert len({outcome.record.id for outcome in outcomes}) == 1

    async def test_a_key_whose_record_was_forgotten_gives_nothing_back(
        self, memory: Memory, alice: Actor
    ) -> None:
        record = await save(memory, alice, "a note", idempotency_key="k")
        await memory.forget.by_name(alice, record.id)
        assert await memory.remember(alice, Draft("a note", idempotency_key="k")) == NotFound()
        await memory.restore(alice, record.id)
        assert (await remembered(memory, alice, "a note", idempotency_key="k")).record == record


class TestWorkspaces:
    async def test_a_workspace_is_made_by_the_first_save_into_it(self, memory: Memory, alice: Actor) -> None:
        await save(memory, alice, "a plan", workspace="plans")
        await save(memory, alice, "another plan", workspace="plans")
        assert await contents(memory, alice, "", workspace="plans") == ["another plan", "a plan"]
        assert await contents(memory, alice, "") == []

    async def test_workspaces_of_one_name_in_two_chats_are_two(
        self, memory: Memory, alice: Actor, owner: Actor
    ) -> None:
        await save(memory, alice, "the team's plan", workspace="plans")
        await save(memory, owner, "my plan", workspace="plans")
        assert await contents(memory, alice, "plan", workspace="plans") == ["the team's plan"]
        assert await contents(memory, owner, "plan", workspace="plans") == ["my plan"]


class TestSources:
    async def test_a_summary_names_the_records_that_it_is_made_from(
        self, memory: Memory, alice: Actor
    ) -> None:
        sources = [await save(memory, alice, f"note {number}") for number in range(3)]
        ids = tuple(source.id for source in sources)
        assert (await save(memory, alice, "a summary", derived_from=ids)).derived_from == ids

    @pytest.mark.parametrize(
        "unknown", ["5b0c8f1e-3f0a-4c55-9d7e-0f4d2f0c7a11", "", "no id", "\ud800", "null \0 character"]
    )
    async def test_a_source_that_does_not_exist_is_refused(
        self, memory: Memory, alice: Actor, unknown: str
    ) -> None:
        known = await save(memory, alice, "a note")
        draft = Draft("a summary", workspace="new", derived_from=(known.id, RecordId(unknown)))
        assert await memory.remember(alice, draft) == NotFound()
        assert await contents(memory, alice, "", workspace=None) == ["a note"]

    async def test_a_source_that_the_author_may_not_see_is_refused_alike(
        self, memory: Memory, alice: Actor, bob: Actor, owner: Actor
    ) -> None:
        hidden = [
            await save(memory, bob, "bob's draft", visibility=Visibility.AUTHOR),
            await save(memory, owner, "owner's own"),
            await save(memory, alice, "forgotten"),
        ]
        await memory.forget.by_name(alice, hidden[2].id)
        for record in hidden:
            assert await memory.remember(alice, Draft("a summary", derived_from=(record.id,))) == NotFound()

    async def test_a_reader_sees_those_sources_that_they_may_see(
        self, memory: Memory, alice: Actor, bob: Actor
    ) -> None:
        draft = await save(memory, alice, "a draft", visibility=Visibility.AUTHOR)
        shared = await save(memory, alice, "for all", workspace="plans")
        forgotten = await save(memory, alice, "soon forgotten")
        ids = (draft.id, shared.id, forgotten.id)
        summary = await save(memory, alice, "a summary", derived_from=ids)
        await memory.forget.by_name(alice, forgotten.id)
        for actor, seen in ((alice, (draft.id, shared.id)), (bob, (shared.id,))):
            passport = await memory.show(actor, summary.id)
            assert isinstance(passport, Passport)
            assert passport.record.derived_from == seen
            (found,) = (await page(memory, actor, "summary")).results
            assert found.record.derived_from == seen

    async def test_a_summary_of_very_many_records_is_saved_and_shown(
        self, memory: Memory, alice: Actor
    ) -> None:
        ids = tuple([(await save(memory, alice, f"note {number}")).id for number in range(600)])
        summary = await save(memory, alice, "a summary", derived_from=ids)
        assert summary.derived_from == ids
        (found,) = (await page(memory, alice, "summary")).results
        assert found.record.derived_from == ids


class TestStanding:
    async def test_a_conflict_is_told_with_the_versions_that_contradict(
        self, memory: Memory, alice: Actor
    ) -> None:
        first = await save(memory, alice, "Friday", fact_key="release-day")
        same = await remembered(memory, alice, "Friday", fact_key="release-day")
        assert (same.standing.status, same.standing.contradicts) == (Status.UNVERIFIED, ())
        other = await remembered(memory, alice, "Monday", fact_key="release-day")
        assert other.standing.status is Status.CONFLICT
        assert other.standing.contradicts == (same.record, first)
        assert other.standing.superseded_by is None

    async def test_a_version_that_agrees_is_not_among_those_that_contradict(
        self, memory: Memory, alice: Actor
    ) -> None:
        await save(memory, alice, "Friday", fact_key="release-day")
        monday = await save(memory, alice, "Monday", fact_key="release-day")
        friday = await remembered(memory, alice, "Friday", fact_key="release-day")
        assert friday.standing.status is Status.CONFLICT
        assert friday.standing.contradicts == (monday,)

    async def test_a_summary_of_records_in_conflict_is_told_as_one(
        self, memory: Memory, alice: Actor
    ) -> None:
        first = await save(memory, alice, "Friday", fact_key="release-day")
        await save(memory, alice, "Monday", fact_key="release-day")
        summary = await remembered(memory, alice, "about releases", derived_from=(first.id,))
        assert summary.standing.status is Status.CONFLICT
        assert summary.standing.contradicts == ()


async def test_the_words_own_speaker_is_kept_beside_the_name(
    memory: Memory, alice: Actor, bob: Actor
) -> None:
    record = await save(memory, alice, "what bob said", said_by="bob", said_by_id=bob.person.id)
    assert await memory.forget.by_name(bob, record.ref) == record


async def test_who_has_just_left_may_still_finish_saving(memory: Memory, alice: Actor) -> None:
    await leave(memory, "alice", "team")
    saved = await remembered(memory, alice, "a last word", fact_key="k")
    assert saved.new
    await enter(memory, "alice", "team")
    assert await contents(memory, alice, "") == ["a last word"]


async def test_an_unknown_speaker_is_an_error_and_saves_nothing(memory: Memory, alice: Actor) -> None:
    with pytest.raises(Exception, match="FOREIGN KEY"):
        await memory.remember(alice, Draft("a note", said_by_id=PersonId(404)))
    assert await contents(memory, alice, "") == []


async def test_times_come_from_the_clock(memory: Memory, alice: Actor, clock: StoppedClock) -> None:
    clock.moment = datetime(2030, 1, 1, 0, 0, 0, 5, tzinfo=UTC)
    assert (await save(memory, alice, "a note")).created_at == clock.moment
