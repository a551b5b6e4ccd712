"""Nobody gets an answer computed from a record that they may not see (SPEC section 1)."""

from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from core.errors import NotFound
from core.ids import RecordId, Ref
from core.memory import Memory
from core.records import Draft, Record, Visibility
from core.sight import Sight
from core.spaces import Actor
from tests.core.steps import contents, enter, leave, page, save

Use = Callable[[Memory, Actor, Any], Coroutine[Any, Any, object]]

USES: dict[str, Use] = {
    "show": lambda memory, actor, name: memory.show(actor, name),
    "show everywhere": lambda memory, actor, name: memory.show(actor, name, Sight.EVERYWHERE),
    "show for all": lambda memory, actor, name: memory.show(actor, name, Sight.FOR_ALL),
    "forget": lambda memory, actor, name: memory.forget.by_name(actor, name),
    "forget everywhere": lambda memory, actor, name: memory.forget.by_name(actor, name, Sight.EVERYWHERE),
    "restore": lambda memory, actor, name: memory.restore(actor, name),
    "restore everywhere": lambda memory, actor, name: memory.restore(actor, name, Sight.EVERYWHERE),
    "summarise": lambda memory, actor, name: memory.remember(actor, Draft("a summary", derived_from=(name,))),
}


async def a_draft(memory: Memory) -> tuple[Record, Actor]:
    """A draft, and another member."""
    alice, bob = await enter(memory, "alice", "team"), await enter(memory, "bob", "team")
    return await save(memory, alice, "secret plan", visibility=Visibility.AUTHOR, fact_key="k"), bob


async def of_another_chat(memory: Memory) -> tuple[Record, Actor]:
    """A record of a group, and someone who is not in it."""
    alice, carol = await enter(memory, "alice", "team"), await enter(memory, "carol", "club")
    return await save(memory, alice, "secret plan", fact_key="k"), carol


async def of_a_private_chat(memory: Memory) -> tuple[Record, Actor]:
    """A record of a private chat, and the administrator of a group that its person is in."""
    alice, admin = await enter(memory, "alice"), await enter(memory, "owner", "team")
    await enter(memory, "alice", "team")
    return await save(memory, alice, "secret plan", fact_key="k"), admin


async def forgotten(memory: Memory) -> tuple[Record, Actor]:
    """A record that its author forgot, and another member."""
    alice, bob = await enter(memory, "alice", "team"), await enter(memory, "bob", "team")
    record = await save(memory, alice, "secret plan", fact_key="k")
    await memory.forget.by_name(alice, record.ref)
    return record, bob


async def after_leaving(memory: Memory) -> tuple[Record, Actor]:
    """A record of one's own, and its author after leaving."""
    alice = await enter(memory, "alice", "team")
    record = await save(memory, alice, "secret plan", fact_key="k")
    await leave(memory, "alice", "team")
    return record, alice


Case = Callable[[Memory], Coroutine[Any, Any, tuple[Record, Actor]]]
SIGHTS = [Sight.HERE, Sight.EVERYWHERE, Sight.FOR_ALL]
CASES = [a_draft, of_another_chat, of_a_private_chat, forgotten, after_leaving]


@pytest.mark.parametrize("use", list(USES))
@pytest.mark.parametrize("case", CASES)
async def test_a_hidden_record_is_answered_like_one_that_never_was(
    memory: Memory, case: Case, use: str
) -> None:
    record, stranger = await case(memory)
    for name in (record.id, record.ref):
        assert await USES[use](memory, stranger, name) == NotFound()
    assert await USES[use](memory, stranger, RecordId("5b0c8f1e-3f0a-4c55-9d7e-0f4d2f0c7a11")) == NotFound()
    assert await USES[use](memory, stranger, Ref("7K2MQ9XA")) == NotFound()


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("case", CASES)
async def test_a_hidden_record_is_neither_found_nor_counted(memory: Memory, case: Case, sight: Sight) -> None:
    _, stranger = await case(memory)
    for query in ("", "secret"):
        found = await page(memory, stranger, query, sight, workspace=None)
        assert (found.results, found.total) == ((), 0)


@pytest.mark.parametrize("case", [a_draft, of_another_chat, of_a_private_chat, forgotten])
async def test_a_hidden_version_changes_nothing_of_the_others(memory: Memory, case: Case) -> None:
    _, stranger = await case(memory)
    mine = await save(memory, stranger, "open plan", fact_key="k")
    for sight in SIGHTS:
        (found,) = (await page(memory, stranger, "plan", sight)).results
        assert found.record == mine
        assert found.standing.contradicts == ()
        assert found.standing.superseded_by is None
        assert found.standing.status == "unverified"


async def test_one_may_not_find_out_by_forgetting_by_source(memory: Memory, alice: Actor, bob: Actor) -> None:
    await save(memory, alice, "secret plan", source_id="wiki:1", visibility=Visibility.AUTHOR)
    assert await memory.forget.by_source(bob, "wiki:1", "default") == []
    assert await contents(memory, alice, "plan") == ["secret plan"]


async def test_what_a_group_sees_is_never_computed_from_drafts_not_even_the_askers(
    memory: Memory, alice: Actor
) -> None:
    draft = await save(memory, alice, "my draft", visibility=Visibility.AUTHOR, fact_key="k")
    summary = await save(memory, alice, "its summary", derived_from=(draft.id,))
    await save(memory, alice, "otherwise", visibility=Visibility.AUTHOR, fact_key="k")
    found = (await page(memory, alice, "", Sight.FOR_ALL)).results
    assert [(one.record.id, one.standing.status, one.record.derived_from) for one in found] == [
        (summary.id, "unverified", ())
    ]
    (mine,) = (await page(memory, alice, "summary")).results
    assert (mine.standing.status, mine.record.derived_from) == ("conflict", (draft.id,))
