"""The terminal's chats: message numbers and buttons, kept over restarts. Texts are not kept here."""

from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from core.spaces import Chat, SpaceKind
from core.storage.tables import chats, members, people, spaces, terminal_messages


def last_number(connection: Connection, chat: int) -> int:
    """The highest message number in a chat, 0 where there is none."""
    numbers = select(func.max(terminal_messages.c.number)).where(terminal_messages.c.chat == chat)
    return connection.execute(numbers).scalar() or 0


def add(
    connection: Connection,
    chat: int,
    number: int,
    person: int | None,
    buttons: Any,
    open_hash: str | None = None,
) -> None:
    """Keep a message: who typed it, None for the bot's own, and the buttons under it.

    `open_hash` is the hash of a text that the bot has yet to deal with.
    """
    connection.execute(
        insert(terminal_messages).values(
            chat=chat, number=number, person=person, buttons=buttons, open_hash=open_hash
        )
    )


def find_open(connection: Connection, chat: int, person: int, open_hash: str) -> int | None:
    """The message with that text that a process which died may not have dealt with."""
    same = (
        terminal_messages.c.chat == chat,
        terminal_messages.c.person == person,
        terminal_messages.c.open_hash == open_hash,
    )
    return connection.execute(select(func.max(terminal_messages.c.number)).where(*same)).scalar()


def settle(connection: Connection, chat: int) -> None:
    """Note that all messages of a chat were dealt with."""
    still_open = terminal_messages.c.chat == chat, terminal_messages.c.open_hash.is_not(None)
    connection.execute(update(terminal_messages).where(*still_open).values(open_hash=None))


def set_buttons(connection: Connection, chat: int, number: int, buttons: Any) -> None:
    """Replace the buttons under a message."""
    this = terminal_messages.c.chat == chat, terminal_messages.c.number == number
    connection.execute(update(terminal_messages).where(*this).values(buttons=buttons))


def load(connection: Connection, chat: int) -> list[tuple[int, int | None, Any]]:
    """All messages of a chat in their order: number, person, buttons."""
    rows = connection.execute(
        select(terminal_messages.c.number, terminal_messages.c.person, terminal_messages.c.buttons)
        .where(terminal_messages.c.chat == chat)
        .order_by(terminal_messages.c.number)
    )
    return [(number, person, buttons) for number, person, buttons in rows]


def find(connection: Connection, chat: int, number: int) -> tuple[int | None, Any] | None:
    """A message's person, None for the bot's own, and its buttons; None where there is no such message."""
    this = terminal_messages.c.chat == chat, terminal_messages.c.number == number
    kept = select(terminal_messages.c.person, terminal_messages.c.buttons).where(*this)
    row = connection.execute(kept).first()
    return None if row is None else (row.person, row.buttons)


def last_by(connection: Connection, chat: int, person: int) -> int | None:
    """The number of a person's last message in a chat."""
    theirs = terminal_messages.c.chat == chat, terminal_messages.c.person == person
    return connection.execute(select(func.max(terminal_messages.c.number)).where(*theirs)).scalar()


def last_with_buttons(connection: Connection, chat: int) -> int | None:
    """The number of the last message in a chat that has buttons."""
    pressable = func.json_array_length(terminal_messages.c.buttons) > 0
    these = terminal_messages.c.chat == chat, pressable
    newest = terminal_messages.c.number.desc()
    numbers = select(terminal_messages.c.number).where(*these).order_by(newest).limit(1)
    return connection.execute(numbers).scalar()


def chat_of(connection: Connection, chat: int) -> Chat | None:
    """The chat of that outside number, where memory knows it."""
    joined = chats.join(spaces, spaces.c.pk == chats.c.space)
    known = select(spaces.c.kind, spaces.c.title).select_from(joined).where(chats.c.external_id == chat)
    row = connection.execute(known).first()
    return None if row is None else Chat(chat, SpaceKind(row.kind), row.title)


def name_of(connection: Connection, person: int) -> str | None:
    """The name of the person of that outside number, where memory knows them."""
    return connection.execute(select(people.c.name).where(people.c.external_id == person)).scalar()


def is_member(connection: Connection, chat: int, person: int) -> bool:
    """Whether memory has the person, by their outside number, as a member of the chat now."""
    joined = members.join(people, people.c.pk == members.c.person).join(
        chats, chats.c.space == members.c.space
    )
    here = chats.c.external_id == chat, people.c.external_id == person, members.c.left_at.is_(None)
    found = select(members.c.person).select_from(joined).where(*here)
    return connection.execute(found).first() is not None
