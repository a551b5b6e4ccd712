"""Messages, as the terminal keeps them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from aiogram.types import MessageEntity

from bot.console.keyboards import Keyboard

UNKNOWN_DATE = datetime.fromtimestamp(0, UTC)
"""Telegram's own sign for a message that it knows too little of: #inaccessiblemessage in its Bot API."""


@dataclass(frozen=True, slots=True)
class Post:
    """A message; of an earlier run's only the first four are known.

    `author` None is the bot, or Telegram itself; `origin` is who wrote what was forwarded.
    """

    chat: int
    number: int
    author: int | None
    keyboard: Keyboard = ()
    date: datetime = UNKNOWN_DATE
    text: str | None = None
    entities: Sequence[MessageEntity] = ()
    carries_file: bool = False
    reply_to: int | None = None
    edited: datetime | None = None
    origin: int | None = None
