"""The links of a record, as its readers see them (SPEC section 4, `graph_relations`)."""

import pytest

from core.edit import Changes
from core.errors import NotFound
from core.graph import PREVIEW, Direction, Link, Relation
from core.memory import Memory
from core.records import Record, Visibility
from core.sight import Sight
from core.spaces import Actor
from core.storage import Store
from tests.core.judging import edited, link, passport
from tests.core.steps import page, save

OUT, IN = Direction.OUTGOING, Direction.INCOMING
RELATES, FIXES, SUPERSEDES = Relation.RELATES_TO, Relation.FIXES_ISSUE, Relation.SUPERSEDES


async def links(memory: Memory, actor: Actor, record: Record, sight: Sight = Sight.HERE) -> tuple[Link, ...]:
    """The links in the passport, which search must show alike."""
    shown = (await passport(memory, actor, record.id, sight)).links
    found = (await page(memory, actor, "", sight, limit=50)).results
    assert [one.links for one in found if one.record.id == record.id] == [shown]
    return shown


async def test_a_link_is_seen_from_both_ends(memory: Memory, store: Store, alice: Actor) -> None:
    one, other = await save(memory, alice, "prod"), await save(memory, alice, "staging")
    await link(store, other, one, FIXES, 0.8)
    assert await links(memory, alice, other) == (Link(FIXES, OUT, 0.8, one.id, one.ref, "prod"),)
    assert await links(memory, alice, one) == (Link(FIXES, IN, 0.8, other.id, other.ref, "staging"),)


async def test_links_stand_by_their_weight_falling(memory: Memory, store: Store, alice: Actor) -> None:
    centre, *others = [await save(memory, alice, f"note {number}") for number in range(5)]
    await link(store, centre, others[0], RELATES, 0.2)
    await link(store, others[1], centre, SUPERSEDES, 1.0)
    await link(store, centre, others[2], FIXES, 0.0)
    await link(store, others[3], centre, RELATES, 0.9)
    assert [
        (one.relation, one.direction, one.weight, one.preview) for one in await links(memory, alice, centre)
    ] == [
        (SUPERSEDES, IN, 1.0, "note 2"),
        (RELATES, IN, 0.9, "note 4"),
        (RELATES, OUT, 0.2, "note 1"),
        (FIXES, OUT, 0.0, "note 3"),
    ]


async def test_two_records_may_be_linked_in_several_ways_and_both_directions(
    memory: Memory, store: Store, alice: Actor
) -> None:
    one, other = await save(memory, alice, "one"), await save(memory, alice, "other")
    await link(store, one, other, RELATES, 0.9)
    await link(store, one, other, SUPERSEDES, 0.8)
    await link(store, other, one, RELATES, 0.7)
    assert [(found.relation, found.direction) for found in await links(memory, alice, one)] == [
        (RELATES, OUT),
        (SUPERSEDES, OUT),
        (RELATES, IN),
    ]


async def test_the_same_link_judged_again_has_the_later_weight(
    memory: Memory, store: Store, alice: Actor
) -> None:
    one, other = await save(memory, alice, "one"), await save(memory, alice, "other")
    await link(store, one, other, RELATES, 0.9)
    await link(store, one, other, RELATES, 0.3)
    assert [found.weight for found in await links(memory, alice, one)] == [0.3]


@pytest.mark.parametrize(
    "content",
    ["x" * (PREVIEW - 1), "배" * PREVIEW, "ё" * (PREVIEW + 1), "👩‍💻" * PREVIEW, "a\nb " + "c" * 500],
)
async def test_a_preview_is_the_first_120_characters_of_the_other_record(
    memory: Memory, store: Store, alice: Actor, content: str
) -> None:
    one, other = await save(memory, alice, "one"), await save(memory, alice, content)
    await link(store, one, other)
    assert [found.preview for found in await links(memory, alice, one)] == [content[:120]]


async def test_a_preview_is_of_the_present_content(memory: Memory, store: Store, alice: Actor) -> None:
    one, other = await save(memory, alice, "one"), await save(memory, alice, "before")
    await link(store, one, other)
    await edited(memory, alice, other, content="after")
    assert [found.preview for found in await links(memory, alice, one)] == ["after"]


class TestTheOtherEnd:
    @pytest.mark.parametrize("from_the_draft", [True, False])
    async def test_a_draft_is_linked_for_its_author_alone(
        self, memory: Memory, store: Store, alice: Actor, bob: Actor, from_the_draft: bool
    ) -> None:
        shared = await save(memory, bob, "shared")
        draft = await save(memory, alice, "draft", visibility=Visibility.AUTHOR)
        await link(store, *((draft, shared) if from_the_draft else (shared, draft)))
        assert len(await links(memory, alice, shared)) == 1
        assert await links(memory, bob, shared) == ()
        assert await links(memory, alice, shared, Sight.FOR_ALL) == ()

    @pytest.mark.parametrize("from_the_forgotten", [True, False])
    async def test_a_forgotten_record_is_linked_for_nobody_and_a_restored_one_again(
        self, memory: Memory, store: Store, alice: Actor, from_the_forgotten: bool
    ) -> None:
        stays, gone = await save(memory, alice, "stays"), await save(memory, alice, "gone")
        await link(store, *((gone, stays) if from_the_forgotten else (stays, gone)))
        await memory.forget.by_name(alice, gone.id)
        assert await links(memory, alice, stays) == ()
        await memory.restore(alice, gone.id)
        assert len(await links(memory, alice, stays)) == 1

    async def test_a_record_that_becomes_a_draft_is_linked_for_its_author_alone(
        self, memory: Memory, store: Store, alice: Actor, bob: Actor
    ) -> None:
        one, other = await save(memory, bob, "one"), await save(memory, alice, "other")
        await link(store, one, other)
        await memory.edit(alice, other.id, Changes(visibility=Visibility.AUTHOR))
        assert await links(memory, bob, one) == ()
        assert len(await links(memory, alice, one)) == 1
        assert await memory.show(bob, other.id) == NotFound()
