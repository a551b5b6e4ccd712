"""Coming, going, and the language spoken."""

import asyncio
from dataclasses import replace

from core.memory import Memory
from core.records import iso
from core.spaces import (
    Actor,
    Chat,
    Role,
    SpaceKind,
    Visitor,
    local_group,
    local_visitor,
    private_chat,
)
from core.storage import Store
from tests.core.fakes import StoppedClock
from tests.core.steps import contents, enter, leave, save

ALICE = Visitor(42, "Alice")
TEAM = Chat(-100, SpaceKind.GROUP, "Team")


async def test_a_newcomer_is_given_a_place(memory: Memory) -> None:
    actor = await memory.membership.enter(ALICE, TEAM, Role.MEMBER)
    assert (actor.person.name, actor.kind, actor.title, actor.role) == (
        "Alice",
        SpaceKind.GROUP,
        "Team",
        Role.MEMBER,
    )
    assert (await memory.housekeeping.counts()).people == 1


async def test_who_comes_again_is_the_same_in_the_same_place(memory: Memory) -> None:
    first = await memory.membership.enter(ALICE, TEAM, Role.MEMBER)
    assert await memory.membership.enter(ALICE, TEAM, Role.MEMBER) == first


async def test_nothing_is_written_where_nothing_is_new(store: Store, memory: Memory) -> None:
    await memory.membership.enter(ALICE, TEAM, Role.MEMBER)
    changes = "SELECT total_changes()"
    before = await store.write(lambda connection: connection.exec_driver_sql(changes).scalar())
    await memory.membership.enter(ALICE, TEAM, Role.MEMBER)
    assert await store.write(lambda connection: connection.exec_driver_sql(changes).scalar()) == before


async def test_new_names_and_roles_are_taken_over(memory: Memory) -> None:
    first = await memory.membership.enter(ALICE, TEAM, Role.MEMBER)
    renamed = await memory.membership.enter(replace(ALICE, name="Alice B."), TEAM, Role.MEMBER)
    assert renamed == replace(first, person=replace(first.person, name="Alice B."))
    moved = await memory.membership.enter(ALICE, replace(TEAM, title="The team"), Role.MEMBER)
    assert moved == replace(first, title="The team")
    back = await memory.membership.enter(ALICE, TEAM, Role.MEMBER)
    assert back == first
    promoted = await memory.membership.enter(ALICE, TEAM, Role.ADMIN)
    assert promoted == replace(first, role=Role.ADMIN)


async def test_a_new_name_shows_on_what_was_saved_before(memory: Memory) -> None:
    actor = await memory.membership.enter(ALICE, TEAM, Role.MEMBER)
    record = await save(memory, actor, "a note")
    actor = await memory.membership.enter(
        replace(ALICE, name="Alice B."), replace(TEAM, title="The team"), Role.MEMBER
    )
    shown = await save(memory, actor, "another note")
    assert (shown.author.name, shown.space.title) == ("Alice B.", "The team")
    assert shown.author.id == record.author.id


async def test_a_chat_has_a_key_of_its_own_that_does_not_tell_its_number(memory: Memory) -> None:
    keys = [
        (await memory.membership.enter(ALICE, Chat(number, SpaceKind.GROUP, "Team"), Role.MEMBER)).space_key
        for number in (-1, -2)
    ]
    assert len(set(keys)) == 2
    assert all(len(key) == 12 for key in keys)


async def test_many_arrivals_at_once_make_one_person_and_one_space(
    memory: Memory, database_url: str, clock: StoppedClock
) -> None:
    store = Store.open(database_url)
    memories = [memory, Memory.on(store, clock)]
    actors = await asyncio.gather(
        *(memories[number % 2].membership.enter(ALICE, TEAM, Role.MEMBER) for number in range(20))
    )
    store.close()
    assert len(set(actors)) == 1
    counts = await memory.housekeeping.counts()
    assert (counts.people, counts.spaces) == (1, 1)


async def test_who_left_sees_nothing_and_who_returns_sees_all_again(
    memory: Memory, alice: Actor, bob: Actor
) -> None:
    await save(memory, alice, "a note")
    await leave(memory, "bob", "team")
    assert await contents(memory, bob, "", workspace=None) == []
    assert await contents(memory, alice, "") == ["a note"]
    assert await enter(memory, "bob", "team") == bob
    assert await contents(memory, bob, "") == ["a note"]


async def test_leaving_is_told_twice_without_harm_and_also_by_strangers(memory: Memory, alice: Actor) -> None:
    await leave(memory, "alice", "team")
    await leave(memory, "alice", "team")
    await leave(memory, "nobody", "nowhere")
    assert await enter(memory, "alice", "team") == alice


async def test_leaving_one_chat_leaves_the_others(memory: Memory, alice: Actor) -> None:
    club = await enter(memory, "alice", "club")
    await save(memory, club, "a note")
    await leave(memory, "alice", "team")
    assert await contents(memory, club, "") == ["a note"]


async def test_in_private_the_language_is_the_persons_and_in_a_group_the_chats(
    memory: Memory, owner: Actor, alice: Actor
) -> None:
    assert (owner.locale, alice.locale) == (None, None)
    await memory.membership.choose_language(owner, "ko")
    await memory.membership.choose_language(alice, "ru")
    assert (await enter(memory, "owner")).locale == "ko"
    assert (await enter(memory, "owner", "team")).locale == "ru"
    assert (await enter(memory, "alice")).locale is None
    assert (await enter(memory, "alice", "club")).locale is None


async def test_the_language_of_a_chat_is_known_by_its_outside_number(
    memory: Memory, owner: Actor, alice: Actor
) -> None:
    team, home = local_group("team").external_id, private_chat(local_visitor("owner")).external_id
    assert [await memory.membership.language(chat) for chat in (team, home, 404)] == [None, None, None]
    await memory.membership.choose_language(alice, "ru")
    await memory.membership.choose_language(owner, "ko")
    assert [await memory.membership.language(chat) for chat in (team, home, 404)] == ["ru", "ko", None]


async def test_who_is_known_is_a_member_of_nothing(memory: Memory) -> None:
    known = await memory.membership.know(ALICE)
    assert await memory.membership.know(ALICE) == known
    assert await memory.membership.know(replace(ALICE, name="Alice B.")) == known
    counts = await memory.housekeeping.counts()
    assert (counts.people, counts.spaces) == (1, 0)
    actor = await memory.membership.enter(replace(ALICE, name="Alice B."), TEAM, Role.MEMBER)
    assert actor.person.id == known


async def test_the_groups_that_one_is_in_are_told_without_private_chats(memory: Memory, alice: Actor) -> None:
    await enter(memory, "alice")
    await enter(memory, "alice", "club")
    await enter(memory, "bob", "staff")
    groups = await memory.membership.groups(alice)
    assert [(group.space.title, group.external_id) for group in groups] == [
        (name, local_group(name).external_id) for name in ("team", "club")
    ]
    await leave(memory, "alice", "team")
    assert [group.space.title for group in await memory.membership.groups(alice)] == ["club"]


async def test_a_chat_that_may_not_be_written_to_is_noted_and_let_in_again(
    store: Store, memory: Memory, alice: Actor, clock: StoppedClock
) -> None:
    team = local_group("team").external_id

    async def inactive_since() -> object:
        return await store.read(
            lambda connection: connection.exec_driver_sql("SELECT inactive_since FROM chats").scalar()
        )

    await memory.membership.set_reachable(team, reachable=False)
    assert await inactive_since() == iso(clock.moment)
    await memory.membership.set_reachable(404, reachable=False)
    await memory.membership.set_reachable(team, reachable=True)
    assert await inactive_since() is None
