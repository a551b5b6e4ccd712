"""JSON as callers send it, read strictly (RFC 8259): no name twice, no NaN, no endless number."""

import json
from collections import Counter
from dataclasses import dataclass
from typing import Any

from bot.tools.shapes import shown

LONGEST_NUMBER = 4_300
"""Digits of a whole number at most: Python's own limit, made explicit."""


@dataclass(frozen=True)
class Malformed:
    """It is no JSON; `problem` says in English what is wrong."""

    problem: str


class _Refused(ValueError):
    """The grammar allows it, or Python does, but we do not."""


def read_json(text: str) -> Any | Malformed:
    """The value of a JSON text, in Python's types."""
    try:
        return json.loads(
            text,
            object_pairs_hook=_object,
            parse_constant=_constant,
            parse_int=_whole_number,
        )
    except json.JSONDecodeError as error:
        return Malformed(f"not valid JSON: {error.msg} (character {error.pos + 1})")
    except _Refused as error:
        return Malformed(str(error))
    except RecursionError:
        return Malformed("not valid JSON: nested too deeply")


def read_object(what: str, text: str) -> dict[str, Any] | Malformed:
    """The JSON object that the text must be; `what` names it in the problem."""
    value = read_json(text)
    if isinstance(value, Malformed):
        return Malformed(f"{what}: {value.problem}")
    return value if isinstance(value, dict) else Malformed(f"{what}: must be a JSON object")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        [(twice, _)] = Counter(name for name, _ in pairs).most_common(1)
        raise _Refused(f"the name `{shown(twice)}` stands twice in one object")
    return found


def _constant(name: str) -> None:
    raise _Refused(f"not valid JSON: {name} is no JSON number")


def _whole_number(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise _Refused(f"a number has more than {LONGEST_NUMBER} digits")
    return int(digits)
