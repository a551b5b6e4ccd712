"""What the bot does, for programs: a JSON object a call (SPEC section 11)."""

import json
import re
from collections.abc import Mapping
from typing import Any

from bot.console.keyboards import Keyboard
from bot.console.outcomes import (
    Copy,
    Deleted,
    Edited,
    Left,
    Noticed,
    Opened,
    Outcome,
    Place,
    Posted,
    Reacted,
    Suggested,
)
from bot.console.streams import Streams
from bot.tools.caller import PRIVATE

Fields = Mapping[str, Any]

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


class ScriptOutput:
    """Writes JSON Lines, and complaints to the error stream."""

    def __init__(self, streams: Streams) -> None:
        self._streams = streams

    def show(self, outcome: Outcome) -> None:
        """Write what the bot did."""
        fields = _fields(outcome)
        if fields is not None:
            text = json.dumps(fields, ensure_ascii=False, separators=(",", ":"))
            # UTF-8 has no form for half a pair; JSON has.
            self._streams.answer(_LONE_SURROGATE.sub(lambda half: f"\\u{ord(half[0]):04x}", text))

    def complain(self, text: str) -> None:
        """Write a line to the error stream."""
        self._streams.complain(text)


def _fields(outcome: Outcome) -> Fields | None:
    """What is printed of an outcome; None where nothing is."""
    match outcome:
        case Posted(method, place, number, text, _, keyboard, copy):
            content = {"text": text} if copy is None else {"caption": text, "file": _file(copy)}
            return {"method": method} | _at(place, number) | content | _buttons(keyboard)
        case Edited(place, number, None, _, keyboard):
            return {"method": "editMessageReplyMarkup"} | _at(place, number) | _buttons(keyboard)
        case Edited(place, number, text, _, keyboard):
            return {"method": "editMessageText"} | _at(place, number) | {"text": text} | _buttons(keyboard)
        case Deleted(place, number):
            return {"method": "deleteMessage"} | _at(place, number)
        case Reacted(place, number, emoji):
            return {"method": "setMessageReaction"} | _at(place, number) | {"emoji": emoji}
        case Noticed(text, alert):
            return {"method": "answerCallbackQuery", "text": text, "alert": alert}
        case Suggested(results):
            return {"method": "answerInlineQuery", "results": [vars(result) for result in results]}
        case Left(place):
            return {"method": "leaveChat"} | _in(place)
        case Opened():
            return None


def _at(place: Place, number: int) -> dict[str, Any]:
    return {"n": number} | _in(place)


def _in(place: Place) -> dict[str, Any]:
    return {"chat": place.name} if place.is_group else {"chat": PRIVATE, "person": place.name}


def _buttons(keyboard: Keyboard) -> dict[str, Any]:
    return {"buttons": [[{"text": button.text, "data": button.data} for button in row] for row in keyboard]}


def _file(copy: Copy) -> dict[str, Any]:
    return {"name": copy.name, "size": copy.size, "path": str(copy.path)}
