"""Texts that are made to keep patterns busy."""

import random
from collections.abc import Iterator

from core.guard.names import HINTS
from core.guard.spans import placeholder
from core.guard.tokens import TOKENS

_SIGNS = r"= : := == => \" ' ` ( ) [ ] { } < > / | - _ . , ; @ # % $ & ! ? \n 0 1 7 a A x é ё 가 는 是"
_BEGINNINGS = "is — это :// https:// user:pass@ -----BEGIN eyJ 4111 1111 -u --password curl"
_PIECES = (
    *HINTS,
    *(hint for token in TOKENS for hint in token.hints),
    *_SIGNS.split(" "),
    *_BEGINNINGS.split(" "),
    "-----BEGIN " + "PRIVATE KEY-----",
    placeholder("password"),
    " ",
    "\n",
)


def hostile(length: int) -> Iterator[tuple[str, str]]:
    """Texts of that many characters, each with a few words about it: pieces alone, in pairs, and mixed."""
    for piece in _PIECES:
        yield f"{piece!r} alone", _filled(piece, length)
        yield f"{piece!r} and a blank", _filled(f"{piece} ", length)
        yield f"{piece!r} at the beginning of letters", piece + "a" * (length - len(piece))
        yield f"{piece!r} at the beginning of mixed signs", (piece + "aB3-_." * length)[:length]
    dice = random.Random(20_000)
    for number in range(200):
        some = "".join(dice.choices(_PIECES, k=dice.randrange(2, 7)))
        yield f"mixture {number}: {some!r}", _filled(some, length)
        yield f"pieces {number}", "".join(dice.choices(_PIECES, k=length))[:length]


def _filled(piece: str, length: int) -> str:
    return (piece * (length // max(1, len(piece)) + 1))[:length]
