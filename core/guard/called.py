"""What a text calls a secret, and what stands where the secret might."""

import re
from collections.abc import Iterator
from string import ascii_letters, digits
from typing import NamedTuple, Self

from core.guard.names import ABOUT, ABOUT_KEYS, ABOUT_STEMS, ATTRIBUTES, FILLERS, PLURALS, Name, name_of
from core.guard.once import once
from core.guard.values import Shape, any_of, is_uuid, shape_of, trimmed

LONGEST = 4096
"""Characters that a value may have."""
_LOOKED_AT = 400
"""Characters of a value by which it is judged; one in quotes has no more, if there are blanks in it."""
SHORTEST_KEY = 10
"""Characters of what a bare "key" may name."""
REACH = 40
"""Characters of an identifier on either side of a name."""


class Called(NamedTuple):
    """A name in a text, with the identifier that it is part of."""

    name: Name
    start: int
    end: int
    identifier: str
    is_vague: bool
    """Whether it most often speaks of something else, so that its secret must be told right behind it."""
    is_plural: bool
    before: list[str]
    """The last words before it on its line, in lower case."""

    @property
    def is_code(self) -> bool:
        """Whether it is no word of a sentence."""
        return "_" in self.identifier


class Value(NamedTuple):
    """What stands where a secret might, without its quotes."""

    start: int
    end: int
    text: str
    is_quoted: bool

    @classmethod
    def of(cls, match: re.Match[str], group: str = "secret") -> Self:
        """What a pattern's group found."""
        return cls(*match.span(group), match[group], is_quoted=False)

    @property
    def shape(self) -> Shape:
        """How much it looks like a secret."""
        return shape_of(self.text)


def called_at(text: str, lowered: str, match: re.Match[str]) -> Called | None:
    """What a match of `NAMES` calls a secret; None where it only sounds like it."""
    name = name_of(text, match)
    if name is None:
        return None
    start, end = match.span()
    if text[start - 1 : start] in _PARTS or text[end : end + 1] in _PARTS:
        start, end = _identifier(text, match)
        if _is_part(text[start : match.start()], text[match.end() : end], name):
            return None
    said: list[str] = []
    if text[start - 1 : start] in OPENS_NAME:
        said = said_before(lowered, start)
        if _is_about(said, name):
            return None
    identifier = text[start:end]
    is_plural = match[0].endswith(PLURALS)
    is_vague = is_plural or name is Name.KEY or "_" in identifier
    return Called(name, start, end, identifier, is_vague, is_plural, said)


def said_before(lowered: str, start: int) -> list[str]:
    """The last words before a name on its line: what says more of it stands there."""
    return lowered[max(0, start - 24) : start].rpartition("\n")[2].split()


PART_SIGNS = ascii_letters + digits + "_$.-"
_PARTS = frozenset(PART_SIGNS)
OPENS_NAME = frozenset(" \xa0(")
"""What stands between a name and the words before it that say more of it."""
_PART_BEHIND = re.compile(rf"[A-Za-z0-9_$.-]{{0,{REACH}}}(?<![.$-])")


def _identifier(text: str, match: re.Match[str]) -> tuple[int, int]:
    """Where the identifier that holds a name begins and ends."""
    before = text[max(0, match.start() - REACH) : match.start()]
    behind = _PART_BEHIND.match(text, match.end())
    start = match.start() - len(before) + len(before.rstrip(PART_SIGNS))
    return start, behind.end() if behind else match.end()


_BETWEEN_PARTS = re.compile(r"[_.\-$]+|(?<=[a-z0-9])(?=[A-Z])")


@once
def _is_part(before: str, behind: str, name: Name) -> bool:
    """Whether what stands around a name in an identifier makes it that of something else: `token_limit`."""
    # A cache key opens nothing, but the password of a cache does.
    not_before = ABOUT if name in (Name.PASSWORD, Name.SECRET) else ATTRIBUTES
    return not (ATTRIBUTES.isdisjoint(_parts(behind)) and not_before.isdisjoint(_parts(before)))


def _parts(identifier: str) -> Iterator[str]:
    """The words of an identifier, in lower case."""
    return map(str.lower, _BETWEEN_PARTS.split(identifier))


def _is_about(said: list[str], name: Name) -> bool:
    """Whether the words before a name say the same of it: "length of the token", "публичный ключ"."""
    for word in reversed(said):
        if word not in FILLERS:
            return _says_about(word, name)
    return False


@once
def _says_about(word: str, name: Name) -> bool:
    """Whether a name behind this word is not of a secret."""
    is_of_keys = name is not Name.PASSWORD and word in ABOUT_KEYS
    return word in ABOUT or is_of_keys or word.startswith(ABOUT_STEMS)


def is_mixed(word: str) -> bool:
    """Whether there are letters and digits in it."""
    return any(map(str.isdigit, word)) and any(map(str.isalpha, word))


WORD = re.compile(r"\S+")
_QUOTES = {
    '\\"': '\\"', '"': '"', "'": "'", "`": "`", "«": "»", "“": "”", "„": "“", "‘": "’",
    "「": "」", "『": "』",
}  # fmt: skip
_OPENING = any_of(*_QUOTES)
OPENING = frozenset(opening[0] for opening in _QUOTES)


def value_at(text: str, at: int) -> Value:
    """What begins at a place: up to the closing quote, or as far as no blank comes."""
    if text[at : at + 1] in OPENING and (opening := _OPENING.match(text, at)) is not None:
        at = opening.end()
        end = text.find(_QUOTES[opening[0]], at, at + _LOOKED_AT)
        if end > at and text.find("\n", at, end) < 0:
            return Value(at, end, text[at:end], is_quoted=True)
    match = WORD.match(text, at, at + _LOOKED_AT)
    word = "" if match is None else trimmed(match[0])
    return Value(at, at + len(word), word, is_quoted=False)


def whole_end(text: str, value: Value) -> int:
    """Where a value ends of which only the beginning was looked at."""
    if value.end - value.start < _LOOKED_AT or value.is_quoted:
        return value.end
    return value.start + len(trimmed(text[value.start : value.start + LONGEST].split(maxsplit=1)[0]))


def opens_by_key(value: Value, shape: Shape) -> bool:
    """Whether what a bare "key" names is more than a name: long, and mixed."""
    if shape < Shape.MIXED or is_uuid(value.text):
        return False
    return shape is Shape.RANDOM or len(value.text) >= SHORTEST_KEY
