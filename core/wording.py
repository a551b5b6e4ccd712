"""Whether a corrected text still says the same, so that what was judged of it holds. Everything is pure."""

import re
import unicodedata
from collections.abc import Iterator

from core.words import normalise

_DASHES = re.compile("[‐‑‒–—―−]")
_PIECE = re.compile(
    r"""
    [^\W_]+                        # a word or number
    | (?<=\d)\s*-\s*(?=\d)         # a span: 10-12, 10 – 12
    | (?<=\d)[^\w\s]+(?=\d)        # 1.5, 1,500, 10:30, 3/4
    | (?<![^\W_])-(?=[^\w\s]?\d)   # a minus: -5, -.5, -$5
    | (?<![\w.])\.(?=\d)           # .5
    | (?<=[^\W_])(?:\#|\s*%)       # C#, 5 %
    | !(?==)                       # !=
    | (?P<asked>\?+)               # what is asked is not said
    | (?P<other>[^\w\s])
    """,
    re.VERBOSE,
)
_SYMBOLS, _VOWEL_SIGNS = "S", "M"
"""Categories of Unicode: `+ < = $ ✅`, and what is part of a word in some scripts."""
_DECORATION = "Sk"
"""Among the symbols, those that are none by themselves: the backtick."""


def says_the_same(one: str, other: str) -> bool:
    """Whether two texts have the same words in the same order, and the same signs that change what is said.

    Case, width, blanks and other punctuation do not count. In doubt, they do not say the same.
    """
    return one == other or list(_told(one)) == list(_told(other))


def _told(text: str) -> Iterator[str]:
    """The words of a text and the signs that count, in their order."""
    for found in _PIECE.finditer(_DASHES.sub("-", normalise(text))):
        if found["asked"]:
            yield "?"
        elif found["other"] is None or _counts(found["other"]):
            yield found.group().strip()


def _counts(sign: str) -> bool:
    category = unicodedata.category(sign)
    return category[0] in (_SYMBOLS, _VOWEL_SIGNS) and category != _DECORATION
