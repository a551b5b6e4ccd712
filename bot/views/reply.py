"""What the bot sends, before it is sent."""

from dataclasses import dataclass
from string import Formatter

from aiogram.types import InlineKeyboardButton, InlineKeyboardMarkup
from aiogram.utils.formatting import NodeType, Text


@dataclass(frozen=True)
class Reply:
    """A text with its formatting, and the buttons under it."""

    text: Text
    keyboard: InlineKeyboardMarkup | None = None


def fill(template: str, **parts: NodeType) -> Text:
    """A translated template with formatted parts in place of its `{placeholders}`."""
    body: list[NodeType] = []
    for literal, name, _, _ in Formatter().parse(template):
        body.append(literal)
        if name is not None:
            body.append(parts[name])
    return Text(*body)


def plain(text: str, *rows: list[InlineKeyboardButton]) -> Reply:
    """A reply of plain text, with rows of buttons where there are any."""
    return Reply(Text(text), keyboard(*rows))


def without(buttons: InlineKeyboardMarkup | None, data: str | None) -> InlineKeyboardMarkup | None:
    """The buttons but for those that carry the data."""
    rows = [] if buttons is None else buttons.inline_keyboard
    return keyboard(*([button for button in row if button.callback_data != data] for row in rows))


def keyboard(*rows: list[InlineKeyboardButton]) -> InlineKeyboardMarkup | None:
    """The rows that hold a button, or nothing."""
    filled = [row for row in rows if row]
    return InlineKeyboardMarkup(inline_keyboard=filled) if filled else None
