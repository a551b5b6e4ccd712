"""The JSON object in what a model says: models put fences and words around it."""

import json
from json import JSONDecoder

_TRIES = 100
"""Opening braces that are tried at most: a text full of them holds no answer."""


def _no_number(name: str) -> float:
    raise ValueError(name)


# Line breaks within strings are let pass; `NaN` is no JSON.
_DECODER = JSONDecoder(strict=False, parse_constant=_no_number)


def read_object(text: str) -> dict[str, object] | None:
    """The JSON object of an answer; the last one where there are several; None where there is none.

    A model that thinks aloud says its last word last.
    """
    found: dict[str, object] | None = None
    position = text.find("{")
    for _ in range(_TRIES):
        if position < 0:
            break
        try:
            value, position = _DECODER.raw_decode(text, position)
        except (ValueError, RecursionError):
            position += 1
        else:
            found = value
        position = text.find("{", position)
    return found


def read_json(body: bytes) -> object:
    """A body as JSON; None where it is none."""
    try:
        return json.loads(body, parse_constant=_no_number)
    except (ValueError, RecursionError):
        return None
