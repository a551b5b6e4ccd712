"""What is told of a word is told once in a text, where words come again and again, and forgotten with it."""

from collections.abc import Callable
from functools import cache
from typing import ParamSpec, TypeVar, cast

P = ParamSpec("P")
T = TypeVar("T")

_FORGET: list[Callable[[], None]] = []


def once(function: Callable[P, T]) -> Callable[P, T]:
    """The function, which does not tell the same twice before all is forgotten."""
    known = cache(function)
    _FORGET.append(known.cache_clear)
    return cast(Callable[P, T], known)


def forget() -> None:
    """Forget all that was told: a text may be kept no longer than it is cleaned."""
    for forget_one in _FORGET:
        forget_one()
