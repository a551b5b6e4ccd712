"""What the terminal keeps over restarts."""

from core.memory import Memory
from core.spaces import Actor, Chat, SpaceKind, local_group, local_visitor, private_chat
from core.storage import Connection, Store, terminal
from tests.core.steps import leave

BUTTONS = [[{"text": "Next", "data": "p:1"}]]


async def test_messages_are_numbered_and_kept_a_chat_at_a_time(store: Store) -> None:
    def work(connection: Connection) -> None:
        assert terminal.last_number(connection, 1) == 0
        terminal.add(connection, 1, 1, 42, None)
        terminal.add(connection, 1, 2, None, BUTTONS)
        terminal.add(connection, 2, 1, 42, None)

    await store.write(work)
    assert await store.read(lambda connection: terminal.last_number(connection, 1)) == 2
    assert await store.read(lambda connection: terminal.load(connection, 1)) == [
        (1, 42, None),
        (2, None, BUTTONS),
    ]
    assert await store.read(lambda connection: terminal.load(connection, 3)) == []


async def test_a_message_and_its_buttons_are_found_and_changed(store: Store) -> None:
    def work(connection: Connection) -> None:
        for number, person, buttons in (
            (1, 42, None),
            (2, None, BUTTONS),
            (3, 43, None),
            (4, 42, []),
            (5, None, []),
        ):
            terminal.add(connection, 1, number, person, buttons)
        assert terminal.find(connection, 1, 2) == (None, BUTTONS)
        assert terminal.find(connection, 1, 9) is None
        assert terminal.last_by(connection, 1, 42) == 4
        assert terminal.last_by(connection, 1, 99) is None
        assert terminal.last_with_buttons(connection, 1) == 2
        terminal.set_buttons(connection, 1, 2, [])
        assert terminal.find(connection, 1, 2) == (None, [])
        assert terminal.last_with_buttons(connection, 1) is None

    await store.write(work)


async def test_people_and_chats_are_known_by_their_outside_numbers(
    store: Store, memory: Memory, owner: Actor, alice: Actor
) -> None:
    visitor, team = local_visitor("alice"), local_group("team")
    me, home = local_visitor("owner"), private_chat(local_visitor("owner"))

    def look(connection: Connection) -> tuple[object, ...]:
        return (
            terminal.chat_of(connection, team.external_id),
            terminal.chat_of(connection, home.external_id),
            terminal.chat_of(connection, 404),
            terminal.name_of(connection, visitor.external_id),
            terminal.name_of(connection, 404),
            terminal.is_member(connection, team.external_id, visitor.external_id),
            terminal.is_member(connection, team.external_id, me.external_id),
        )

    home_chat = Chat(home.external_id, SpaceKind.PRIVATE, "owner")
    assert await store.read(look) == (team, home_chat, None, "alice", None, True, False)
    await leave(memory, "alice", "team")
    assert not await store.read(
        lambda connection: terminal.is_member(connection, team.external_id, visitor.external_id)
    )
