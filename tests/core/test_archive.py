"""The archivist at work, on a real store and with a model that says what a test tells it to."""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import timedelta

import pytest

from core.archive import Archive, Outcome
from core.errors import Failure, ModelAway
from core.graph import Relation
from core.ids import RecordId
from core.judgement import Judgement, Malformed, NewLink, NewMark, Question
from core.marks import MarkKind
from core.memory import Memory
from core.records import EventKind, Record, Status, Visibility
from core.runs import LEASE, RunState
from core.sight import Sight
from core.spaces import Actor
from core.storage import Store
from tests.core.fakes import FakeModel, StoppedClock
from tests.core.judging import edited, kinds, passport, standing
from tests.core.steps import enter, leave, page, save

SCP = "staging is rolled out by hand with scp"
SYSTEMD = "staging is rolled out by the systemd unit app-staging"


@pytest.fixture
def memory(store: Store, clock: StoppedClock, model: FakeModel) -> Memory:
    return Memory.on(store, clock, model=model)


def refutes(*targets: str, reason: str = "it is done otherwise now") -> Callable[[Question], Judgement]:
    """A verdict that marks those candidates as outdated whose texts are these."""

    def verdict(question: Question) -> Judgement:
        found = [one.id for one in question.candidates if one.text in targets]
        return Judgement(
            reason,
            marks=tuple(NewMark(target, MarkKind.INVALIDATE) for target in found),
            links=tuple(NewLink(target, Relation.SUPERSEDES, 1.0) for target in found),
        )

    return verdict


async def judged(memory: Memory) -> Counter[Outcome]:
    """Do what is due."""
    return await memory.archive.run_once(now=False)


async def states(memory: Memory) -> list[RunState]:
    """The states of all runs, in the order of their records' saving."""
    return [run.state for run in await memory.archive.listing(every=True)]


def texts(question: Question) -> list[str]:
    """The texts of the candidates."""
    return [candidate.text for candidate in question.candidates]


async def by_text(memory: Memory, actor: Actor, content: str) -> Record:
    [found] = [one.record for one in (await page(memory, actor, "")).results if one.record.content == content]
    return found


async def save_all(memory: Memory, actor: Actor, contents: Sequence[str]) -> list[Record]:
    return [await save(memory, actor, content) for content in contents]


async def test_the_example_of_the_first_document(memory: Memory, owner: Actor, model: FakeModel) -> None:
    old = await save(memory, owner, SCP, confidence=0.9)
    await judged(memory)
    model.verdict = refutes(SCP)
    new = await save(memory, owner, SYSTEMD, confidence=0.9)
    assert await judged(memory) == {Outcome.DONE: 1}

    shown = await passport(memory, owner, old.id)
    assert shown.standing.status is Status.STALE
    assert shown.standing.confidence == 0.1
    assert shown.record.content == SCP
    assert [mark.reason for mark in shown.standing.marks] == ["it is done otherwise now"]
    assert EventKind.MARKED in [event.kind for event in shown.history]
    [link] = (await passport(memory, owner, new.id)).links
    assert (link.relation, link.target_id, link.weight) == (Relation.SUPERSEDES, old.id, 1.0)
    assert (await standing(memory, owner, new)).status is Status.UNVERIFIED


async def test_merging_lowers_the_confidence_shown_and_nothing_else(
    memory: Memory, owner: Actor, model: FakeModel
) -> None:
    old = await save(memory, owner, SCP, confidence=0.9)
    await judged(memory)
    model.verdict = lambda question: Judgement(
        marks=tuple(NewMark(one.id, MarkKind.MERGE) for one in question.candidates)
    )
    await save(memory, owner, SYSTEMD)
    await judged(memory)
    found = await standing(memory, owner, old)
    assert (found.status, found.confidence) == (Status.UNVERIFIED, 0.4)


async def test_the_freshest_five_are_candidates_and_of_the_others_the_most_similar_eight(
    memory: Memory, owner: Actor, model: FakeModel
) -> None:
    similar = [f"staging server number {number}" for number in range(10)]
    await save_all(memory, owner, similar)
    fresh = ["the staging server is slow", *(f"lunch on day {number}" for number in range(5))]
    await save_all(memory, owner, fresh)
    await judged(memory)
    model.asked.clear()
    await save(memory, owner, "which staging server is it")
    await judged(memory)
    [question] = model.asked
    assert texts(question) == [*fresh[:0:-1], fresh[0], *similar[:2:-1]]


async def test_a_rare_word_makes_a_record_a_candidate_before_many_that_share_common_words(
    store: Store, clock: StoppedClock, model: FakeModel
) -> None:
    memory = Memory.on(store, clock, model=model, similar=1)
    owner = await enter(memory, "owner")
    await save(memory, owner, "Zvezda is paid for by Anna")
    await save_all(memory, owner, [f"this week the server room is number {number}" for number in range(150)])
    await judged(memory)
    model.asked.clear()
    await save(memory, owner, "the server room of Zvezda is locked this week")
    await judged(memory)
    assert "Zvezda is paid for by Anna" in texts(model.asked[-1])


async def test_without_similar_ones_the_freshest_five_alone_are_candidates(
    store: Store, clock: StoppedClock, model: FakeModel
) -> None:
    memory = Memory.on(store, clock, model=model, similar=0)
    owner = await enter(memory, "owner")
    contents = [f"staging {number}" for number in range(8)]
    await save_all(memory, owner, contents)
    await judged(memory)
    assert texts(model.asked[-1]) == contents[6:1:-1]


async def test_only_older_records_are_candidates(memory: Memory, owner: Actor, model: FakeModel) -> None:
    await save_all(memory, owner, ["first", "second", "third"])
    await judged(memory)
    assert [(question.text, texts(question)) for question in sorted(model.asked, key=lambda q: q.text)] == [
        ("first", []),
        ("second", ["first"]),
        ("third", ["second", "first"]),
    ]


@pytest.mark.parametrize("similar", [0, 8])
async def test_a_correction_makes_no_record_newer_than_those_that_were_said_after_it(
    store: Store, clock: StoppedClock, model: FakeModel, similar: int
) -> None:
    memory = Memory.on(store, clock, model=model, similar=similar)
    owner = await enter(memory, "owner")
    by_hand, *_ = await save_all(memory, owner, [SCP, "staging rests", SYSTEMD])
    for content in (SCP.upper(), f"{SCP}."):
        await edited(memory, owner, by_hand, content=content)
    await save(memory, owner, "lunch is at noon")
    await judged(memory)
    asked = {question.text: texts(question) for question in model.asked}
    assert asked == {
        f"{SCP}.": [],
        "staging rests": [f"{SCP}."],
        SYSTEMD: ["staging rests", f"{SCP}."],
        "lunch is at noon": [SYSTEMD, "staging rests", f"{SCP}."],
    }


async def test_of_many_records_a_corrected_one_is_found_by_its_words(
    memory: Memory, owner: Actor, model: FakeModel
) -> None:
    record = await save(memory, owner, SCP)
    await save_all(memory, owner, [f"lunch on day {number}" for number in range(6)])
    await save(memory, owner, SYSTEMD)
    await edited(memory, owner, record, content=f"{SCP}.")
    await judged(memory)
    [question] = [one for one in model.asked if one.text == SYSTEMD]
    assert texts(question)[-1] == f"{SCP}."


async def test_a_corrected_record_is_not_judged_again_and_another_text_is(
    memory: Memory, owner: Actor, model: FakeModel
) -> None:
    old, new = await save_all(memory, owner, [SCP, SYSTEMD])
    model.verdict = refutes(SCP)
    await judged(memory)
    model.verdict = refutes(SYSTEMD)
    await edited(memory, owner, old, content=f"{SCP}.")
    assert await judged(memory) == {}
    assert [mark.cause_id for mark in (await standing(memory, owner, old)).marks] == [new.id]
    await edited(memory, owner, old, content="staging is rolled out by scp again")
    assert await judged(memory) == {Outcome.DONE: 1}
    assert [mark.cause_id for mark in (await standing(memory, owner, new)).marks] == [old.id]


async def test_forgotten_retired_exempt_and_foreign_records_are_no_candidates(
    memory: Memory, owner: Actor, model: FakeModel
) -> None:
    gone = await save(memory, owner, "staging forgotten")
    await memory.forget.by_name(owner, gone.id)
    retired = await save(memory, owner, "staging retired")
    kept = await save(memory, owner, "staging kept")
    await memory.resolve.among(owner, [retired.id, kept.id], kept.id)
    await save(memory, owner, "staging exempt", analyze=False)
    await save(memory, owner, "staging elsewhere", workspace="other")
    await save(memory, await enter(memory, "owner", "team"), "staging of the team")
    await save(memory, owner, "staging")
    await judged(memory)
    [question] = [one for one in model.asked if one.text == "staging"]
    assert texts(question) == ["staging kept"]


async def test_a_marked_record_stays_a_candidate(memory: Memory, owner: Actor, model: FakeModel) -> None:
    await save(memory, owner, SCP)
    model.verdict = refutes(SCP)
    await save(memory, owner, SYSTEMD)
    await judged(memory)
    await save(memory, owner, "staging rests")
    await judged(memory)
    assert texts(model.asked[-1]) == [SYSTEMD, SCP]


async def test_an_exempt_record_is_never_sent(memory: Memory, owner: Actor, model: FakeModel) -> None:
    record = await save(memory, owner, SCP, analyze=False)
    await edited(memory, owner, record, content=SYSTEMD)
    assert await judged(memory) == {}
    assert model.asked == []


async def test_a_draft_is_compared_for_drafts_of_its_author_alone(
    memory: Memory, alice: Actor, bob: Actor, model: FakeModel
) -> None:
    await save(memory, alice, "staging draft of alice", visibility=Visibility.AUTHOR)
    await save(memory, alice, "staging for all")
    await save(memory, alice, "staging second draft of alice", visibility=Visibility.AUTHOR)
    await save(memory, bob, "staging draft of bob", visibility=Visibility.AUTHOR)
    await judged(memory)
    asked = {question.text: texts(question) for question in model.asked}
    assert asked["staging for all"] == []
    assert asked["staging second draft of alice"] == ["staging for all", "staging draft of alice"]
    assert asked["staging draft of bob"] == ["staging for all"]


async def test_a_draft_leaves_no_trace_for_others(
    memory: Memory, alice: Actor, bob: Actor, model: FakeModel
) -> None:
    old = await save(memory, alice, SCP, confidence=0.9)
    model.verdict = refutes(SCP)
    draft = await save(memory, bob, SYSTEMD, visibility=Visibility.AUTHOR)
    await judged(memory)
    assert (await standing(memory, bob, old)).status is Status.STALE
    assert (await standing(memory, alice, old)).status is Status.UNVERIFIED
    assert (await standing(memory, bob, old, Sight.FOR_ALL)).confidence == 0.9
    seen = await passport(memory, alice, old.id)
    assert (seen.links, seen.standing.marks) == ((), ())
    assert [event.kind for event in seen.history] == [EventKind.SAVED]
    assert draft.ref not in repr(seen)


async def test_what_is_shown_to_the_group_is_analysed_again_without_drafts(
    memory: Memory, alice: Actor, model: FakeModel
) -> None:
    await save(memory, alice, "staging draft", visibility=Visibility.AUTHOR)
    record = await save(memory, alice, "staging", visibility=Visibility.AUTHOR)
    model.verdict = lambda question: Judgement(
        links=tuple(NewLink(one.id, Relation.RELATES_TO, 0.5) for one in question.candidates),
        service_key="archivist:quotes:the-draft",
    )
    await judged(memory)
    assert (await passport(memory, alice, record.id)).record.fact_key == "archivist:quotes:the-draft"
    model.verdict = lambda _: Judgement()
    await edited(memory, alice, record, visibility=Visibility.ORGANIZATION)
    await judged(memory)
    shown = await passport(memory, alice, record.id)
    assert (shown.record.fact_key, shown.links) == (None, ())
    assert texts(model.asked[-1]) == []


async def test_a_record_without_a_key_gets_the_archivists_and_a_given_one_stays(
    memory: Memory, owner: Actor, model: FakeModel
) -> None:
    model.verdict = lambda question: Judgement(service_key=f"archivist:shelf:{len(model.asked)}")
    bare = await save(memory, owner, SCP)
    keyed = await save(memory, owner, SYSTEMD, fact_key="deploy-staging")
    await judged(memory)
    before = (await passport(memory, owner, bare.id)).record
    assert before.fact_key is not None
    assert before.fact_key.startswith("archivist:shelf:")
    assert (await passport(memory, owner, keyed.id)).record.fact_key == "deploy-staging"
    assert (before.seq, before.updated_at) == (bare.seq, bare.updated_at)
    await edited(memory, owner, bare, content="staging by hand")
    await judged(memory)
    assert (await passport(memory, owner, bare.id)).record.fact_key == "archivist:shelf:3"


@pytest.mark.parametrize("moved", ["new record", "target", "target's readers", "target forgotten"])
async def test_where_something_moved_meanwhile_the_run_is_queued_again_without_a_try(
    memory: Memory, alice: Actor, model: FakeModel, clock: StoppedClock, moved: str
) -> None:
    old = await save(memory, alice, SCP)
    await judged(memory)
    model.verdict = refutes(SCP)
    new = await save(memory, alice, SYSTEMD)

    async def move() -> None:
        model.meanwhile = None
        clock.advance(seconds=1)
        match moved:
            case "new record":
                await edited(memory, alice, new, content="something else")
            case "target":
                await edited(memory, alice, old, content="something else")
            case "target's readers":
                await edited(memory, alice, old, visibility=Visibility.AUTHOR)
            case _:
                await memory.forget.by_name(alice, old.id)

    model.meanwhile = move
    outcomes = await judged(memory)
    # The edited record's own run, queued anew by the edit, is not this one any more.
    assert outcomes in ({Outcome.AGAIN: 1}, {Outcome.TAKEN_OVER: 1})
    assert [run.tries for run in await memory.archive.listing(every=False)][:1] == [0]
    assert (await passport(memory, alice, new.id)).links == ()
    model.verdict = lambda _: Judgement()
    assert set(await judged(memory)) == {Outcome.DONE}
    assert await memory.archive.listing(every=False) == []


async def test_a_record_forgotten_before_its_run_is_not_sent_and_its_run_comes_back_with_it(
    memory: Memory, owner: Actor, model: FakeModel
) -> None:
    record = await save(memory, owner, SCP)
    await memory.forget.by_name(owner, record.id)
    assert await judged(memory) == {Outcome.DROPPED: 1}
    assert model.asked == []
    await memory.restore(owner, record.id)
    assert await judged(memory) == {Outcome.DONE: 1}
    await memory.forget.by_name(owner, record.id)
    await memory.restore(owner, record.id)
    assert await judged(memory) == {}


async def test_what_someone_wrote_who_has_left_is_not_sent(
    memory: Memory, alice: Actor, model: FakeModel
) -> None:
    await save(memory, alice, SCP)
    await leave(memory, "alice", "team")
    assert await judged(memory) == {Outcome.DROPPED: 1}
    assert model.asked == []


async def test_what_a_person_has_taken_off_is_not_marked_again_for_the_same_text(
    memory: Memory, alice: Actor, model: FakeModel, clock: StoppedClock
) -> None:
    old = await save(memory, alice, SCP)
    model.verdict = refutes(SCP)
    new = await save(memory, alice, SYSTEMD, visibility=Visibility.AUTHOR)
    await judged(memory)
    clock.advance(seconds=1)
    await memory.unmark(alice, old.id)
    await edited(memory, alice, new, visibility=Visibility.ORGANIZATION)
    await judged(memory)
    found = await passport(memory, alice, old.id)
    assert (found.standing.marks, found.links) == ((), ())
    clock.advance(seconds=1)
    await edited(memory, alice, new, content="staging is rolled out by app-staging alone")
    await judged(memory)
    assert (await standing(memory, alice, old)).status is Status.STALE


async def test_a_judgement_takes_the_place_of_the_one_before(
    memory: Memory, owner: Actor, model: FakeModel
) -> None:
    await save(memory, owner, SCP)
    model.verdict = lambda question: Judgement(
        links=tuple(NewLink(one.id, Relation.RELATES_TO, 0.5) for one in question.candidates)
    )
    new = await save(memory, owner, SYSTEMD)
    await judged(memory)
    model.verdict = lambda _: Judgement()
    await edited(memory, owner, new, content="lunch is at noon")
    await judged(memory)
    assert (await passport(memory, owner, new.id)).links == ()


AWAY = [ModelAway(Failure.TIMEOUT), Malformed("answer")]


@pytest.mark.parametrize("said", AWAY)
async def test_a_run_that_fails_is_skipped_by_the_schedule_and_given_up_after_a_week(
    memory: Memory, owner: Actor, model: FakeModel, clock: StoppedClock, said: ModelAway | Malformed
) -> None:
    await save(memory, owner, SCP)
    model.verdict = lambda _: said
    pauses = []
    while True:
        outcomes = await judged(memory)
        if outcomes == {Outcome.GIVEN_UP: 1}:
            break
        assert outcomes == {Outcome.SKIPPED: 1}
        [run] = await memory.archive.listing(every=False)
        pauses.append(run.due_at - clock.now())
        clock.moment = run.due_at - timedelta(microseconds=1)
        assert await judged(memory) == {}
        clock.moment = run.due_at
    minutes = [pause / timedelta(minutes=1) for pause in pauses]
    assert minutes[:4] == [1, 5, 15, 60]
    assert set(minutes[4:]) == {360}
    assert timedelta(days=6, hours=18) < sum(pauses, timedelta()) <= timedelta(days=7)
    glance = await memory.archive.glance()
    assert (glance.counts[RunState.GIVEN_UP], glance.counts[RunState.WAITING]) == (1, 0)

    model.verdict = lambda _: Judgement()
    assert await memory.archive.retry_given_up() == 1
    assert await judged(memory) == {Outcome.DONE: 1}
    assert (await memory.archive.glance()).last_failure is None


async def test_a_server_that_asks_for_time_gets_it(
    memory: Memory, owner: Actor, model: FakeModel, clock: StoppedClock
) -> None:
    await save(memory, owner, SCP)
    until = clock.now() + timedelta(minutes=30)
    model.verdict = lambda _: ModelAway(Failure.BUSY, until)
    await judged(memory)
    [run] = await memory.archive.listing(every=False)
    assert (run.due_at, run.failure) == (until, Failure.BUSY)


async def test_without_a_model_runs_wait_and_are_done_in_order_when_one_comes(
    store: Store, clock: StoppedClock, model: FakeModel
) -> None:
    bare = Memory.on(store, clock)
    owner = await enter(bare, "owner")
    for number in range(3):
        await save(bare, owner, f"record {number}")
        clock.advance(days=10)
    assert await judged(bare) == {}
    assert await bare.archive.work() is None
    assert [run.tries for run in await bare.archive.listing(every=False)] == [0, 0, 0]
    await Memory.on(store, clock, model=model).archive.work()
    assert [question.text for question in model.asked] == ["record 0", "record 1", "record 2"]


async def test_a_model_that_rests_is_not_asked_unless_somebody_insists(
    memory: Memory, owner: Actor, model: FakeModel
) -> None:
    await save(memory, owner, SCP)
    model.is_ready = False
    assert await judged(memory) == {}
    await memory.archive.work()
    assert [run.tries for run in await memory.archive.listing(every=False)] == [0]
    assert await memory.archive.run_once(now=True) == {Outcome.DONE: 1}


async def test_a_run_for_which_the_model_was_not_asked_after_all_loses_no_try(
    memory: Memory, owner: Actor, model: FakeModel
) -> None:
    await save(memory, owner, SCP)

    def pause(_: Question) -> ModelAway:
        model.is_ready = False
        return ModelAway(Failure.PAUSED)

    model.verdict = pause
    assert await judged(memory) == {Outcome.AGAIN: 1}
    [run] = await memory.archive.listing(every=False)
    assert (run.tries, run.claimed) == (0, False)


async def test_a_run_whose_process_died_is_taken_over_after_its_lease(
    store: Store, memory: Memory, owner: Actor, model: FakeModel, clock: StoppedClock
) -> None:
    await save(memory, owner, SCP)
    model.verdict = refutes(SCP)
    new = await save(memory, owner, SYSTEMD)
    second = FakeModel()
    second.verdict = refutes(SCP, reason="said the second")
    other = Archive(store, clock, second)

    async def slow() -> None:
        model.meanwhile = None
        clock.moment += LEASE - timedelta(seconds=1)
        assert not any(question.text == SCP for question in second.asked)
        clock.moment += timedelta(seconds=2)
        await other.run_once(now=False)

    model.meanwhile = slow
    outcomes = await judged(memory)
    assert outcomes[Outcome.TAKEN_OVER] >= 1
    [mark] = (await standing(memory, owner, await by_text(memory, owner, SCP))).marks
    assert mark.cause_id == new.id
    assert await states(memory) == [RunState.DONE, RunState.DONE]


async def test_two_processes_share_the_work_and_do_no_run_twice(
    store: Store, memory: Memory, owner: Actor, model: FakeModel, clock: StoppedClock
) -> None:
    contents = [f"record {number}" for number in range(20)]
    await save_all(memory, owner, contents)
    other = Archive(store, clock, model)
    first, second = await asyncio.gather(judged(memory), other.run_once(now=False))
    assert first + second == {Outcome.DONE: 20}
    assert sorted(question.text for question in model.asked) == sorted(contents)


async def test_a_stop_gives_back_what_the_model_has_not_answered(
    memory: Memory, owner: Actor, model: FakeModel
) -> None:
    await save(memory, owner, SCP)
    asked = asyncio.Event()

    async def think_for_ever() -> None:
        asked.set()
        await asyncio.Event().wait()

    model.meanwhile = think_for_ever
    async with asyncio.TaskGroup() as group:
        working = group.create_task(memory.archive.work())
        await asked.wait()
        memory.archive.stop()
        await working
    [run] = await memory.archive.listing(every=False)
    assert (run.tries, run.claimed, run.state) == (0, False, RunState.WAITING)


async def test_a_bug_in_a_model_is_heard_of_and_counts_as_a_try(
    memory: Memory, owner: Actor, model: FakeModel
) -> None:
    await save(memory, owner, SCP)

    def broken(_: Question) -> Judgement:
        raise ZeroDivisionError

    model.verdict = broken
    with pytest.raises(ZeroDivisionError):
        await memory.archive.work()
    [run] = await memory.archive.listing(every=False)
    assert (run.tries, run.failure) == (1, Failure.UNEXPECTED)


async def test_a_clock_that_was_put_back_leaves_no_run_waiting_for_years(
    memory: Memory, owner: Actor, clock: StoppedClock
) -> None:
    clock.advance(days=3650)
    await save(memory, owner, SCP)
    clock.advance(days=-3650)
    assert await judged(memory) == {Outcome.DONE: 1}


async def test_a_clock_that_jumps_ahead_gives_up_no_run_that_was_never_tried(
    memory: Memory, owner: Actor, clock: StoppedClock
) -> None:
    await save(memory, owner, SCP)
    clock.advance(days=3650)
    assert await judged(memory) == {Outcome.DONE: 1}


async def test_unknown_targets_cannot_come_this_far(memory: Memory, owner: Actor, model: FakeModel) -> None:
    """A judgement names candidates alone; one that does not is a bug, and writes nothing."""
    old = await save(memory, owner, SCP)
    await judged(memory)
    model.verdict = lambda _: Judgement(marks=(NewMark(RecordId("made up"), MarkKind.INVALIDATE),))
    await save(memory, owner, SYSTEMD)
    with pytest.raises(BaseExceptionGroup):
        await judged(memory)
    assert await kinds(memory, owner, old) == [EventKind.SAVED]
    [run] = await memory.archive.listing(every=False)
    assert (run.tries, run.failure) == (1, Failure.UNEXPECTED)
