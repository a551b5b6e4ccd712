"""Buttons under a message, as the terminal keeps them over restarts."""

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from aiogram.types import CopyTextButton, InlineKeyboardButton, InlineKeyboardMarkup

from bot.console.problems import Problem, WrongLine


class Kind(StrEnum):
    """What a button does."""

    CALLBACK = "callback"
    COPY = "copy"
    URL = "url"
    INLINE = "inline"


@dataclass(frozen=True)
class Button:
    """A label, and what it carries: callback data, a text to copy, an address, or an inline query."""

    text: str
    data: str
    kind: Kind


Keyboard = tuple[tuple[Button, ...], ...]
"""Rows of buttons; an empty one is none."""


def keyboard_of(markup: InlineKeyboardMarkup | None) -> Keyboard:
    """Read a checked markup. NotImplementedError: a button of it does what the terminal cannot."""
    if markup is None:
        return ()
    return tuple(tuple(_button(button) for button in row) for row in markup.inline_keyboard)


def _button(button: InlineKeyboardButton) -> Button:
    match button:
        case InlineKeyboardButton(callback_data=str(data)):
            return Button(button.text, data, Kind.CALLBACK)
        case InlineKeyboardButton(copy_text=CopyTextButton(text=data)):
            return Button(button.text, data, Kind.COPY)
        case InlineKeyboardButton(url=str(data)):
            return Button(button.text, data, Kind.URL)
        case InlineKeyboardButton(switch_inline_query_current_chat=str(data)):
            return Button(button.text, data, Kind.INLINE)
        case _:
            raise NotImplementedError("the terminal has no such button")


def markup_of(keyboard: Keyboard) -> InlineKeyboardMarkup | None:
    """The markup that a message carries; None where it has no buttons."""
    if not keyboard:
        return None
    return InlineKeyboardMarkup(inline_keyboard=[[_inline(button) for button in row] for row in keyboard])


def _inline(button: Button) -> InlineKeyboardButton:
    match button.kind:
        case Kind.CALLBACK:
            return InlineKeyboardButton(text=button.text, callback_data=button.data)
        case Kind.COPY:
            return InlineKeyboardButton(text=button.text, copy_text=CopyTextButton(text=button.data))
        case Kind.URL:
            return InlineKeyboardButton(text=button.text, url=button.data)
        case Kind.INLINE:
            return InlineKeyboardButton(text=button.text, switch_inline_query_current_chat=button.data)


def to_json(keyboard: Keyboard) -> list[list[dict[str, str]]]:
    """A keyboard as the store keeps it."""
    return [[{"text": b.text, "data": b.data, "kind": b.kind.value} for b in row] for row in keyboard]


def from_json(rows: Any) -> Keyboard:
    """A keyboard as the store kept it."""
    return tuple(tuple(Button(b["text"], b["data"], Kind(b["kind"])) for b in row) for row in rows or ())


def buttons(keyboard: Keyboard) -> Iterator[Button]:
    """All buttons in reading order."""
    return (button for row in keyboard for button in row)


def press_numbers(keyboard: Keyboard) -> tuple[int, ...]:
    """By which number each button is pressed, in reading order: its label's, or else one behind all those."""
    labels = [button.text for button in buttons(keyboard)]
    own = [int(label) for label in labels if re.fullmatch("[1-9][0-9]{0,2}", label)]
    if len(set(own)) < len(own):
        own = []
    others = itertools.count(max(own, default=0) + 1)
    return tuple(int(label) if label in map(str, own) else next(others) for label in labels)


def pick(keyboard: Keyboard, wanted: str | int) -> Button:
    """The button at a place counted from 0, or with that label, or before which that number is shown.

    Else the only one whose label begins so. Quotes around the label may be left out. `WrongLine` where no
    button, or more than one, fits.
    """
    present = list(buttons(keyboard))
    if isinstance(wanted, int):
        if wanted < len(present):
            return present[wanted]
        raise WrongLine(Problem.NO_BUTTON)
    bare = wanted[1:-1] if len(wanted) > 1 and wanted[0] == wanted[-1] == '"' else wanted
    exact = [button for button in present if button.text in (wanted, bare)]
    if exact:
        return exact[0]
    # Before the beginnings: a label may begin with a reference, and that with any digit.
    for number, button in zip(press_numbers(keyboard), present, strict=True):
        if str(number) == bare:
            return button
    beginning = [button for button in present if bare and button.text.startswith(bare)]
    if len(beginning) != 1:
        raise WrongLine(Problem.AMBIGUOUS if beginning else Problem.NO_BUTTON)
    return beginning[0]
