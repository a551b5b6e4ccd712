"""What a text calls a secret, and what stands where the secret might."""

import re
from string import ascii_letters, digits
from typing import NamedTuple

from core.guard.names import ABOUT, ABOUT_KEYS, ABOUT_STEMS, ATTRIBUTES, FILLERS, PLURALS, Name, name_of
from core.guard.values import Shape, is_uuid, shape_of, trimmed

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
    is_plural: bool
    before: list[str]
    """The two words before it on its line, in lower case."""

    @property
    def is_code(self) -> bool:
        """Whether it is no word of a sentence."""
        return "_" in self.identifier

    @property
    def is_vague(self) -> bool:
        """Whether it most often speaks of something else, so that its secret must be told right behind it."""
        return self.name is Name.KEY or self.is_plural or self.is_code


class Value(NamedTuple):
    """What stands where a secret might, without its quotes."""

    start: int
    end: int
    text: str
    is_quoted: bool

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
        if _is_part(text, match, start, end, name):
            return None
    said: list[str] = []
    if text[start - 1 : start] in _OPENS_NAME:
        said = lowered[max(0, start - 24) : start].rpartition("\n")[2].split()
        if _is_about(said, name):
            return None
    return Called(name, start, end, text[start:end], match[0].endswith(PLURALS), said[-2:])


PART_SIGNS = ascii_letters + digits + "_$.-"
_PARTS = frozenset(PART_SIGNS)
_OPENS_NAME = frozenset(" \xa0(")
"""What stands between a name and the words before it that say more of it."""
_PART_BEHIND = re.compile(rf"[A-Za-z0-9_$.-]{{0,{REACH}}}(?<![.$-])")


def _identifier(text: str, match: re.Match[str]) -> tuple[int, int]:
    """Where the identifier that holds a name begins and ends."""
    before = text[max(0, match.start() - REACH) : match.start()]
    behind = _PART_BEHIND.match(text, match.end())
    start = match.start() - len(before) + len(before.rstrip(PART_SIGNS))
    return start, behind.end() if behind else match.end()


_BETWEEN_PARTS = re.compile(r"[_.\-$]+|(?<=[a-z0-9])(?=[A-Z])")


def _is_part(text: str, match: re.Match[str], start: int, end: int, name: Name) -> bool:
    """Whether an identifier names something that a secret has, or only sounds like one: `token_limit`."""
    if end - start == len(match[0]):
        return False
    before = _BETWEEN_PARTS.split(text[start : match.start()])
    behind = _BETWEEN_PARTS.split(text[match.end() : end])
    # A cache key opens nothing, but the password of a cache does.
    not_before = ABOUT if name in (Name.PASSWORD, Name.SECRET) else ATTRIBUTES
    return not (
        ATTRIBUTES.isdisjoint(map(str.lower, behind)) and not_before.isdisjoint(map(str.lower, before))
    )


def _is_about(said: list[str], name: Name) -> bool:
    """Whether the words before a name say the same of it: "length of the token", "публичный ключ"."""
    for word in reversed(said):
        if word not in FILLERS:
            is_of_keys = name is not Name.PASSWORD and word in ABOUT_KEYS
            return word in ABOUT or is_of_keys or word.startswith(ABOUT_STEMS)
    return False


def is_mixed(word: str) -> bool:
    """Whether there are letters and digits in it."""
    return any(map(str.isdigit, word)) and any(map(str.isalpha, word))


_WORD = re.compile(r"\S+")
_QUOTES = {
    '\\"': '\\"', '"': '"', "'": "'", "`": "`", "«": "»", "“": "”", "„": "“", "‘": "’",
    "「": "」", "『": "』",
}  # fmt: skip
OPENING = frozenset(opening[0] for opening in _QUOTES)


def value_at(text: str, at: int) -> Value:
    """What begins at a place: up to the closing quote, or as far as no blank comes."""
    for opening, closing in _QUOTES.items() if text[at : at + 1] in OPENING else ():
        if not text.startswith(opening, at):
            continue
        at += len(opening)
        end = text.find(closing, at, at + _LOOKED_AT)
        if end > at and text.find("\n", at, end) < 0:
            return Value(at, end, text[at:end], is_quoted=True)
        break
    match = _WORD.match(text, at, at + _LOOKED_AT)
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
