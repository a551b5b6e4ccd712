"""What a typed line means: a message, or a colon command that drives the world (SPEC section 11)."""

import json
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bot.console.problems import Problem, WrongLine
from bot.tools.caller import PRIVATE, read_name

WAIT_LIMIT = 10 * 365 * 86_400.0
"""Seconds that `:wait` takes at most: ten years, so that no date runs off the calendar."""
NUMBER_DIGITS = 9
"""Digits of a message's number at most."""

Target = int | None
"""A message's number; None is `last`."""


@dataclass(frozen=True)
class Say:
    """Send a message."""

    text: str


@dataclass(frozen=True)
class Become:
    """Be another person from now on."""

    name: str


@dataclass(frozen=True)
class Enter:
    """Go to a group, None to the private chat."""

    group: str | None


@dataclass(frozen=True)
class Reply:
    """Answer a message."""

    target: Target
    text: str


@dataclass(frozen=True)
class Edit:
    """Give a message of one's own another text."""

    target: Target
    text: str


@dataclass(frozen=True)
class Press:
    """Press the button of that label, or of that place, counted from 0."""

    target: Target
    button: str | int


@dataclass(frozen=True)
class Ask:
    """Type after the bot's name in any chat: inline mode."""

    query: str


@dataclass(frozen=True)
class Forward:
    """Send on what somebody else wrote."""

    text: str


@dataclass(frozen=True)
class Join:
    """Come back into the group."""


@dataclass(frozen=True)
class Leave:
    """Leave the group."""


@dataclass(frozen=True)
class Wait:
    """Let time pass."""

    seconds: float


@dataclass(frozen=True)
class Deliver:
    """Hand the bot an update as it stands."""

    update: dict[str, Any]


Action = Say | Become | Enter | Reply | Edit | Press | Ask | Forward | Join | Leave | Wait | Deliver


def parse(line: str) -> Action:
    """Read a line that is not blank. `WrongLine`: it is a colon command that cannot be understood."""
    if line.startswith("::") or not line.startswith(":"):
        return Say(line.removeprefix(":").strip())
    command, rest = _cut(line)
    read = _COMMANDS.get(command.lower())
    if read is None:
        raise WrongLine(Problem.UNKNOWN_COMMAND, command)
    try:
        return read(rest.strip())
    except WrongLine as wrong:
        if rest.strip() and wrong.problem is not Problem.NOTHING_GIVEN:
            raise
        raise WrongLine(Problem.NOTHING_GIVEN, command) from None


def command_of(line: str) -> str:
    """The first word of a line, in whatever case it was typed; empty where the line is blank."""
    return next(iter(line.lower().split(maxsplit=1)), "")


def _cut(text: str) -> tuple[str, str]:
    """The first word and the rest."""
    first, *rest = text.split(maxsplit=1)
    return first, rest[0] if rest else ""


def _given(text: str) -> str:
    if not text:
        raise WrongLine(Problem.NOTHING_GIVEN)
    return text


def _name(text: str) -> str:
    name = read_name(text)
    if name is None:
        raise WrongLine(Problem.NO_NAME)
    return name


def _target(text: str) -> tuple[Target, str]:
    word, rest = _cut(_given(text))
    if word == "last":
        return None, rest
    if re.fullmatch(rf"[0-9]{{1,{NUMBER_DIGITS}}}", word) is None:
        raise WrongLine(Problem.NO_NUMBER)
    return int(word), rest


def _with_text(make: Callable[[Target, str], Action]) -> Callable[[str], Action]:
    def read(rest: str) -> Action:
        target, text = _target(rest)
        return make(target, _given(text))

    return read


def _wait(rest: str) -> Wait:
    try:
        seconds = float(rest)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds <= WAIT_LIMIT:
        raise WrongLine(Problem.NO_SECONDS)
    return Wait(seconds)


def _deliver(rest: str) -> Deliver:
    try:
        update = json.loads(rest)
    except (ValueError, RecursionError):
        raise WrongLine(Problem.NO_JSON) from None
    if not isinstance(update, dict):
        raise WrongLine(Problem.NO_JSON)
    return Deliver(update)


_COMMANDS: dict[str, Callable[[str], Action]] = {
    ":as": lambda rest: Become(_name(rest)),
    ":say": lambda rest: Say(_given(rest)),
    ":chat": lambda rest: Enter(None if rest == PRIVATE else _name(rest)),
    ":reply": _with_text(Reply),
    ":edit": _with_text(Edit),
    ":press": _with_text(Press),
    ":inline": Ask,
    ":forward": lambda rest: Forward(_given(rest)),
    ":join": lambda _: Join(),
    ":leave": lambda _: Leave(),
    ":wait": _wait,
    ":update": _deliver,
}
