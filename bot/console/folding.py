"""Lines that end between words, where a terminal would break them anywhere."""

import re

from prompt_toolkit.utils import get_cwidth

_STYLE = re.compile(r"\x1b\[[0-9;]*m")
_BLANKS = re.compile(r"([^\S\n]+)")


def folded(text: str, columns: int) -> str:
    """The text with line ends in place of blanks, so that no line is wider; a word that is, stays whole.

    Width is counted in columns: a Hangul syllable takes two, a style none.
    """
    return "\n".join(_folded(line, columns) for line in text.split("\n"))


def _folded(line: str, columns: int) -> str:
    first, *rest = _BLANKS.split(line)
    result, width = first, _width(first)
    for blank, word in zip(rest[::2], rest[1::2], strict=True):
        needed = _width(blank) + _width(word)
        if result and width + needed > columns:
            result, width = f"{result}\n{word}", _width(word)
        else:
            result, width = f"{result}{blank}{word}", width + needed
    return result


def _width(text: str) -> int:
    return get_cwidth(_STYLE.sub("", text))
