"""What the bot did, as outputs are told of it."""

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from aiogram.types import MessageEntity

from bot.console.keyboards import Button, Keyboard


@dataclass(frozen=True)
class Place:
    """A chat as people name it: a group, or the private chat of a person."""

    chat: int
    name: str
    is_group: bool


@dataclass(frozen=True)
class Copy:
    """A file that the bot sent, copied to where a person can open it; `size` in bytes."""

    name: str
    size: int
    path: Path


@dataclass(frozen=True)
class Posted:
    """A new message; `text` is the caption where it carries a file."""

    method: str
    place: Place
    number: int
    text: str
    entities: tuple[MessageEntity, ...]
    keyboard: Keyboard
    file: Copy | None = None


@dataclass(frozen=True)
class Edited:
    """A message changed its text, or, where `text` is None, only its buttons."""

    place: Place
    number: int
    text: str | None
    entities: tuple[MessageEntity, ...]
    keyboard: Keyboard


@dataclass(frozen=True)
class Deleted:
    """A message is gone."""

    place: Place
    number: int


@dataclass(frozen=True)
class Reacted:
    """A reaction was set, or, where `emoji` is None, taken back."""

    place: Place
    number: int
    emoji: str | None


@dataclass(frozen=True)
class Noticed:
    """The press of a button was answered; an empty text only ends the waiting."""

    text: str
    alert: bool


@dataclass(frozen=True)
class Suggestion:
    """One result of inline mode; `text` is what choosing it would post."""

    title: str
    description: str
    text: str


@dataclass(frozen=True)
class Suggested:
    """An inline query was answered."""

    results: tuple[Suggestion, ...]


@dataclass(frozen=True)
class Left:
    """The bot left a group."""

    place: Place


@dataclass(frozen=True)
class Opened:
    """A button was pressed of which the bot hears nothing: it copies a text or opens an address."""

    button: Button


Outcome = Posted | Edited | Deleted | Reacted | Noticed | Suggested | Left | Opened


class Output(Protocol):
    """Where a person, or a program, sees what happened."""

    def show(self, outcome: Outcome) -> None:
        """Show what the bot did."""
        ...

    def complain(self, text: str) -> None:
        """Say on one line that a typed line could not be done."""
        ...
