"""Checking all records of one source (SPEC section 3, `validate_memory`)."""

import pytest

from core.errors import WorkspaceNotActive
from core.marks import MarkKind
from core.memory import Memory
from core.records import Record, Visibility
from core.sight import Sight
from core.spaces import Actor
from core.storage import Store
from core.validate import Validation
from tests.core.judging import mark, standing
from tests.core.steps import enter, leave, save

ONE, TWO = "sha256:1", "sha256:2"


async def of_wiki(memory: Memory, actor: Actor, content: str, **fields: object) -> Record:
    """A record of the page `wiki:1`."""
    return await save(memory, actor, content, source_id="wiki:1", **fields)


async def validation(
    memory: Memory, actor: Actor, now: str | None = None, sight: Sight = Sight.HERE, **where: str
) -> Validation:
    """What the check of `wiki:1` says, where its workspace must be active."""
    found = await memory.validate(actor, "wiki:1", now, sight=sight, **where)
    assert isinstance(found, Validation)
    return found


@pytest.mark.parametrize(
    ("known", "now", "stale"),
    [
        (None, None, False),
        (None, ONE, False),
        (ONE, None, False),
        (ONE, ONE, False),
        (ONE, TWO, True),
    ],
)
async def test_a_record_is_stale_where_the_hash_of_its_source_is_another_now(
    memory: Memory, alice: Actor, known: str | None, now: str | None, stale: bool
) -> None:
    record = await of_wiki(memory, alice, "a part", source_hash=known)
    expected = (record.id,) if stale else ()
    assert await validation(memory, alice, now) == Validation((record.id,), expected, ())


async def test_a_record_is_stale_where_it_is_marked_or_retired(
    memory: Memory, store: Store, alice: Actor
) -> None:
    marked, retired, refined, fine = [await of_wiki(memory, alice, f"part {number}") for number in range(4)]
    await mark(store, marked, fine)
    await mark(store, refined, fine, MarkKind.MERGE)
    await memory.resolve.among(alice, [retired.id, fine.id], fine.id)
    found = await validation(memory, alice)
    assert found.checked == (fine.id, refined.id, retired.id, marked.id)
    assert found.stale == (retired.id, marked.id)
    assert found.conflict == ()


async def test_a_record_is_in_conflict_with_versions_of_any_source(memory: Memory, alice: Actor) -> None:
    mine = await of_wiki(memory, alice, "Monday", fact_key="day")
    await save(memory, alice, "Friday", fact_key="day", source_id="wiki:2")
    assert await validation(memory, alice) == Validation((mine.id,), (), (mine.id,))


async def test_a_record_can_be_stale_and_in_conflict(memory: Memory, alice: Actor) -> None:
    first = await of_wiki(memory, alice, "Monday", fact_key="day", source_hash=ONE)
    second = await of_wiki(memory, alice, "Monday", fact_key="day", source_hash=TWO)
    assert await validation(memory, alice, TWO) == Validation(
        (second.id, first.id), (first.id,), (second.id, first.id)
    )


async def test_what_a_summary_inherits_is_not_its_own(memory: Memory, alice: Actor) -> None:
    source = await save(memory, alice, "the page", source_hash=ONE, fact_key="day")
    await save(memory, alice, "otherwise", fact_key="day")
    summary = await of_wiki(memory, alice, "a summary", derived_from=(source.id,))
    assert (await standing(memory, alice, summary)).status.value == "conflict"
    assert await validation(memory, alice, TWO) == Validation((summary.id,), (), ())


async def test_other_sources_are_not_checked(memory: Memory, alice: Actor) -> None:
    for source in ("wiki:11", "wiki", "WIKI:1", None):
        await save(memory, alice, "x", source_id=source, source_hash=ONE)
    assert await validation(memory, alice, TWO) == Validation((), (), ())


async def test_a_scope_narrows_what_is_checked_and_not_what_contradicts(memory: Memory, alice: Actor) -> None:
    here = await of_wiki(memory, alice, "Monday", scope="team", fact_key="day")
    await of_wiki(memory, alice, "Friday", fact_key="day")
    assert await validation(memory, alice, scope="team") == Validation((here.id,), (), (here.id,))
    assert await validation(memory, alice, scope="nowhere") == Validation((), (), ())


async def test_a_workspace_is_checked_by_itself_and_must_be_active(
    memory: Memory, alice: Actor, bob: Actor
) -> None:
    there = await of_wiki(memory, alice, "a plan", workspace="plans", source_hash=ONE)
    assert await validation(memory, alice, TWO) == Validation((), (), ())
    assert await validation(memory, alice, TWO, workspace="plans") == Validation((there.id,), (there.id,), ())
    await of_wiki(memory, alice, "a draft", workspace="ideas", visibility=Visibility.AUTHOR)
    for workspace in ("ideas", "nowhere", "\ud800"):
        answer = await memory.validate(bob, "wiki:1", TWO, workspace)
        assert answer == WorkspaceNotActive(workspace)


@pytest.mark.parametrize("source_id", ["", "\ud800", "null \0"])
async def test_a_source_that_nothing_can_have_is_checked_in_vain(
    memory: Memory, alice: Actor, source_id: str
) -> None:
    await of_wiki(memory, alice, "a part")
    assert await memory.validate(alice, source_id, ONE) == Validation((), (), ())


class TestWhatOneDoesNotSee:
    async def test_it_is_neither_checked_nor_counted(self, memory: Memory, alice: Actor, bob: Actor) -> None:
        await of_wiki(memory, alice, "a draft", visibility=Visibility.AUTHOR, source_hash=ONE)
        forgotten = await of_wiki(memory, bob, "forgotten", source_hash=ONE)
        await memory.forget.by_name(bob, forgotten.id)
        await of_wiki(memory, await enter(memory, "carol", "club"), "elsewhere", source_hash=ONE)
        assert await validation(memory, bob, TWO) == Validation((), (), ())
        assert len((await validation(memory, alice, TWO)).stale) == 1
        assert await validation(memory, alice, TWO, Sight.FOR_ALL) == Validation((), (), ())

    async def test_it_makes_nothing_stale_nor_a_conflict(
        self, memory: Memory, store: Store, alice: Actor, bob: Actor
    ) -> None:
        marked, retired = [await of_wiki(memory, bob, f"part {number}", fact_key="day") for number in "11"]
        draft = await save(memory, alice, "otherwise", fact_key="day", visibility=Visibility.AUTHOR)
        await mark(store, marked, draft)
        await memory.resolve.among(alice, [retired.id, draft.id], draft.id)
        assert await validation(memory, bob) == Validation((retired.id, marked.id), (), ())
        assert await validation(memory, alice) == Validation(
            (retired.id, marked.id), (retired.id, marked.id), (marked.id,)
        )

    async def test_nobody_who_left_checks_anything(self, memory: Memory, alice: Actor) -> None:
        await of_wiki(memory, alice, "a part")
        await leave(memory, "alice", "team")
        assert await memory.validate(alice, "wiki:1", TWO) == WorkspaceNotActive("default")


async def test_everywhere_is_wherever_the_person_is_now(memory: Memory, alice: Actor) -> None:
    record = await of_wiki(memory, alice, "a part", source_hash=ONE)
    home = await enter(memory, "alice")
    assert await validation(memory, home, TWO) == Validation((), (), ())
    found = await validation(memory, home, TWO, Sight.EVERYWHERE)
    assert found == Validation((record.id,), (record.id,), ())
