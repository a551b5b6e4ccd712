"""One message can be a record of each who saved it; nobody learns of one that they may not see."""

import pytest

from core.errors import NotFound
from core.memory import Memory
from core.records import Draft, Visibility
from core.remember import Remembered
from core.spaces import Actor
from tests.core.judging import edited
from tests.core.steps import contents, enter, leave, remembered, save


async def test_a_message_is_the_record_that_one_sees(memory: Memory, alice: Actor, bob: Actor) -> None:
    record = await save(memory, alice, "a note", message=7)
    for actor in (alice, bob):
        assert await memory.show.name_of_message(actor, 7) == record.id
        assert (await remembered(memory, actor, "a note", message=7)).record == record


@pytest.mark.parametrize("how", ["a draft", "made a draft", "forgotten"])
async def test_a_message_of_a_record_that_one_does_not_see_is_like_any_other(
    memory: Memory, alice: Actor, bob: Actor, how: str
) -> None:
    visibility = Visibility.AUTHOR if how == "a draft" else Visibility.ORGANIZATION
    record = await save(memory, alice, "a note", message=7, visibility=visibility)
    if how == "made a draft":
        await edited(memory, alice, record, visibility=Visibility.AUTHOR)
    if how == "forgotten":
        await memory.forget.by_name(alice, record.id)
    assert await memory.show.name_of_message(bob, 7) is None
    mine = await remembered(memory, bob, "bob's words for it", message=7)
    assert mine.new
    assert await contents(memory, bob, "") == ["bob's words for it"]
    assert await memory.show.name_of_message(bob, 7) == mine.record.id


async def test_of_several_records_ones_own_comes_first(memory: Memory, alice: Actor, bob: Actor) -> None:
    draft = await save(memory, alice, "a note", message=7, visibility=Visibility.AUTHOR)
    shared = await save(memory, bob, "a note", message=7)
    await edited(memory, alice, draft, visibility=Visibility.ORGANIZATION)
    carol = await enter(memory, "carol", "team")
    for actor, record in ((alice, draft), (bob, shared), (carol, draft)):
        assert await memory.show.name_of_message(actor, 7) == record.id
        again = await remembered(memory, actor, "a note", message=7)
        assert (again.record.id, again.new) == (record.id, False)


async def test_ones_own_forgotten_record_is_not_saved_again_but_another_that_one_sees_is_given(
    memory: Memory, alice: Actor, bob: Actor
) -> None:
    mine = await save(memory, alice, "a note", message=7)
    await memory.forget.by_name(alice, mine.id)
    assert await memory.show.name_of_message(alice, 7) == mine.id
    assert await memory.remember(alice, Draft("a note"), 7) == NotFound()
    shared = await save(memory, bob, "a note", message=7)
    assert await memory.show.name_of_message(alice, 7) == shared.id
    assert (await remembered(memory, alice, "a note", message=7)).record == shared


async def test_ones_own_forgotten_record_is_saved_anew_where_another_message_tells_to_and_once(
    memory: Memory, alice: Actor
) -> None:
    first = await save(memory, alice, "a note", message=7)
    for asked in (8, 9):
        told = Draft("a note, as it is now"), 7, asked
        await memory.forget.by_name(alice, first.id)
        anew = await memory.remember(alice, *told)
        assert isinstance(anew, Remembered)
        assert (anew.new, anew.record.id == first.id) == (True, False)
        for number in (7, asked):
            assert await memory.show.name_of_message(alice, number) == anew.record.id
        again = await memory.remember(alice, *told)
        assert isinstance(again, Remembered)
        assert (again.record, again.new) == (anew.record, False)
        await memory.forget.by_name(alice, anew.record.id)
        assert await memory.remember(alice, *told) == NotFound()
        first = anew.record


async def test_a_message_that_told_to_keep_what_another_had_kept_counts_once_too(
    memory: Memory, alice: Actor, bob: Actor
) -> None:
    hers = await save(memory, alice, "a note", message=7)
    told = Draft("a note"), 7, 8
    given = await memory.remember(bob, *told)
    assert isinstance(given, Remembered)
    assert (given.record, given.new) == (hers, False)
    now_says = Draft("bob's edit", source_id="tg:team/8", hash_content=True)
    assert await memory.edit.of_message(bob, 8, now_says) is None
    await memory.forget.by_name(alice, hers.id)
    assert await memory.remember(bob, *told) == NotFound()
    assert await contents(memory, bob, "") == []


async def test_who_left_saves_no_message_twice(memory: Memory, alice: Actor) -> None:
    record = await save(memory, alice, "a note", message=7)
    await leave(memory, "alice", "team")
    assert await memory.remember(alice, Draft("a note"), 7) == NotFound()
    await enter(memory, "alice", "team")
    assert await contents(memory, alice, "") == ["a note"]
    assert await memory.show.name_of_message(alice, 7) == record.id


async def test_of_what_was_never_saved_nothing_is_known(memory: Memory, alice: Actor) -> None:
    home = await enter(memory, "alice")
    await save(memory, alice, "a note", message=7)
    assert await memory.show.name_of_message(alice, 8) is None
    assert await memory.show.name_of_message(home, 7) is None
