"""The terminal's chats: message numbers and buttons, kept over restarts. Texts are not kept here."""

from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from core.storage.tables import terminal_messages


def last_number(connection: Connection, chat: int) -> int:
    """The highest message number in a chat, 0 where there is none."""
    numbers = select(func.max(terminal_messages.c.number)).where(terminal_messages.c.chat == chat)
    return connection.execute(numbers).scalar() or 0


def add(connection: Connection, chat: int, number: int, person: int | None, buttons: Any) -> None:
    """Keep a message: who typed it, None for the bot's own, and the buttons under it."""
    connection.execute(
        insert(terminal_messages).values(chat=chat, number=number, person=person, buttons=buttons)
    )


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
