"""What a model quotes of a record goes with it: when it is forgotten, wiped, or shown to fewer people."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from core.builtin_model import BuiltIn
from core.graph import Relation
from core.judgement import Judgement, NewLink, NewMark, Question
from core.marks import MarkKind
from core.memory import Memory
from core.records import Record, Status, Visibility
from core.spaces import Actor
from core.storage import Store
from tests.core.fakes import FakeModel, StoppedClock
from tests.core.judging import edited, passport, standing
from tests.core.steps import enter, save
from tests.core.test_wiping import bytes_of

QUOTED = "zyzzyva is the word of the day"
OLD = "staging is rolled out by hand"
NEW = "staging is rolled out by the systemd unit"


def gossip(question: Question) -> Judgement:
    """Marks the record about staging, and quotes all in its reason and its key."""
    told = " ".join(candidate.text for candidate in question.candidates)
    marked = [candidate.id for candidate in question.candidates if candidate.text == OLD]
    return Judgement(
        f"unlike {told}",
        marks=tuple(NewMark(one, MarkKind.INVALIDATE) for one in marked),
        links=tuple(NewLink(one, Relation.SUPERSEDES, 1.0) for one in marked),
        service_key=f"archivist:{told.split(' ')[0]}:word" if told else None,
    )


@pytest.fixture
def memory(store: Store, clock: StoppedClock, model: FakeModel) -> Memory:
    return Memory.on(store, clock, model=model)


async def judged(memory: Memory, actor: Actor, model: FakeModel) -> tuple[Record, Record, Record]:
    """A record that is marked, one that is quoted, and the one for which both were judged."""
    old = await save(memory, actor, OLD)
    quoted = await save(memory, actor, QUOTED, source_id="wiki:1")
    await memory.archive.run_once(now=True)
    model.verdict = gossip
    new = await save(memory, actor, NEW)
    await memory.archive.run_once(now=True)
    shown = await passport(memory, actor, old.id)
    assert "zyzzyva" in shown.standing.marks[0].reason
    assert "zyzzyva" in ((await passport(memory, actor, new.id)).record.fact_key or "")
    return old, quoted, new


async def reason_and_key(memory: Memory, actor: Actor, old: Record, new: Record) -> tuple[str, str | None]:
    """Why the one is marked, and the key of the other."""
    [mark] = (await standing(memory, actor, old)).marks
    return mark.reason, (await passport(memory, actor, new.id)).record.fact_key


async def test_words_about_a_wiped_record_are_nowhere_on_the_disk(
    memory: Memory, alice: Actor, model: FakeModel, clock: StoppedClock, database_file: Path
) -> None:
    old, quoted, new = await judged(memory, alice, model)
    assert b"zyzzyva" in bytes_of(database_file)
    await memory.forget.by_name(alice, quoted.id)
    clock.advance(days=31)
    assert (await memory.housekeeping.tidy()).wiped == 1
    assert b"zyzzyva" not in bytes_of(database_file)
    assert await reason_and_key(memory, alice, old, new) == ("", None)
    assert (await standing(memory, alice, old)).status is Status.STALE


@pytest.mark.parametrize("how", ["forgotten", "a draft", "forgotten by its source"])
async def test_words_about_a_record_that_is_not_shown_any_more_are_not_shown(
    memory: Memory, alice: Actor, bob: Actor, model: FakeModel, how: str
) -> None:
    old, quoted, new = await judged(memory, alice, model)
    match how:
        case "forgotten":
            await memory.forget.by_name(alice, quoted.id)
        case "a draft":
            await edited(memory, alice, quoted, visibility=Visibility.AUTHOR)
        case _:
            assert await memory.forget.by_source(alice, "wiki:1", "default") == [quoted]
    assert await reason_and_key(memory, bob, old, new) == ("", None)
    shown = await passport(memory, bob, old.id)
    assert [link.target_id for link in shown.links] == [new.id]


async def test_what_an_earlier_analysis_left_goes_too(memory: Memory, alice: Actor, model: FakeModel) -> None:
    _, quoted, new = await judged(memory, alice, model)
    # The next one gives no key, so that the one before stays, and compares with other records.
    model.verdict = lambda _: Judgement()
    for number in range(20):
        await save(memory, alice, f"lunch on day {number}")
    await edited(memory, alice, new, content="lunch at last")
    await memory.archive.run_once(now=True)
    assert (await passport(memory, alice, new.id)).record.fact_key is not None
    await memory.forget.by_name(alice, quoted.id)
    assert (await passport(memory, alice, new.id)).record.fact_key is None


async def test_a_key_of_a_person_stays(memory: Memory, alice: Actor, model: FakeModel) -> None:
    _, quoted, new = await judged(memory, alice, model)
    await edited(memory, alice, new, fact_key="deploy")
    await memory.forget.by_name(alice, quoted.id)
    assert (await passport(memory, alice, new.id)).record.fact_key == "deploy"


async def test_words_about_other_records_stay(memory: Memory, alice: Actor, model: FakeModel) -> None:
    old, _, new = await judged(memory, alice, model)
    model.verdict = lambda _: Judgement()
    other = await save(memory, alice, "lunch is at noon")
    await memory.archive.run_once(now=True)
    before = await reason_and_key(memory, alice, old, new)
    await memory.forget.by_name(alice, other.id)
    assert await reason_and_key(memory, alice, old, new) == before


async def judged_while(
    memory: Memory, actor: Actor, model: FakeModel, change: Callable[[Record], Awaitable[None]]
) -> tuple[Record, Record]:
    """The same two, with the quoted record changed while the model thinks for the first time."""
    old = await save(memory, actor, OLD)
    quoted = await save(memory, actor, QUOTED)
    await memory.archive.run_once(now=True)
    new = await save(memory, actor, NEW)

    async def meanwhile() -> None:
        model.meanwhile = None
        await change(quoted)

    model.verdict, model.meanwhile = gossip, meanwhile
    await memory.archive.run_once(now=True)
    await memory.archive.run_once(now=True)
    return old, new


async def test_a_record_that_goes_while_the_model_thinks_is_not_quoted(
    memory: Memory, alice: Actor, model: FakeModel
) -> None:
    async def forget(quoted: Record) -> None:
        await memory.forget.by_name(alice, quoted.id)

    old, new = await judged_while(memory, alice, model, forget)
    reason, key = await reason_and_key(memory, alice, old, new)
    assert reason == f"unlike {OLD}"
    assert key == "archivist:staging:word"


async def test_nor_is_one_that_went_was_changed_and_came_back_meanwhile(
    memory: Memory, alice: Actor, model: FakeModel
) -> None:
    async def change(quoted: Record) -> None:
        await edited(memory, alice, quoted, visibility=Visibility.AUTHOR)
        await edited(memory, alice, quoted, content="lunch is at noon")
        await edited(memory, alice, quoted, visibility=Visibility.ORGANIZATION)

    old, new = await judged_while(memory, alice, model, change)
    marks = (await standing(memory, alice, old)).marks
    key = (await passport(memory, alice, new.id)).record.fact_key
    assert marks
    assert "zyzzyva" not in str([mark.reason for mark in marks])
    assert key is not None
    assert "zyzzyva" not in key


async def test_the_built_in_judge_quotes_nothing_so_that_its_reasons_stay(
    store: Store, clock: StoppedClock
) -> None:
    memory = Memory.on(store, clock, model=BuiltIn())
    owner = await enter(memory, "owner")
    old = await save(memory, owner, "The release is on Friday")
    other = await save(memory, owner, QUOTED)
    await save(memory, owner, "The release is on Monday now")
    await memory.archive.run_once(now=True)
    await memory.forget.by_name(owner, other.id)
    [mark] = (await standing(memory, owner, old)).marks
    assert mark.reason.startswith("rule:")
