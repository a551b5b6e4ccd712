"""Formatted text in a terminal."""

import itertools
import re
from collections.abc import Iterator, Sequence

from aiogram.types import MessageEntity

# Select Graphic Rendition: https://man7.org/linux/man-pages/man4/console_codes.4.html
BOLD, DIM, ITALIC, UNDERLINE, STRUCK, YELLOW, CYAN = "1", "2", "3", "4", "9", "33", "36"
_OF_ENTITIES = {
    "bold": BOLD,
    "italic": ITALIC,
    "underline": UNDERLINE,
    "strikethrough": STRUCK,
    "code": CYAN,
    "pre": CYAN,
    "text_link": UNDERLINE,
    "blockquote": ITALIC,
    "expandable_blockquote": ITALIC,
}
_UNSHOWABLE = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


def shown(text: str) -> str:
    """The text without what would give orders to the terminal, or cannot be encoded, sign for sign."""
    return _UNSHOWABLE.sub("\ufffd", text)


def style(text: str, *codes: str) -> str:
    """The text in a style, as an escape sequence; plain where there are no codes or there is no text."""
    return f"\x1b[{';'.join(codes)}m{text}\x1b[0m" if codes and text else text


def formatted(text: str, entities: Sequence[MessageEntity], *, ansi: bool) -> str:
    """The text as a terminal shows it; where links lead stands behind them."""
    return "".join(_pieces(shown(text).encode("utf-16-le"), entities, ansi))


def _pieces(units: bytes, entities: Sequence[MessageEntity], ansi: bool) -> Iterator[str]:
    ends = {entity.offset + entity.length for entity in entities}
    cuts = sorted({0, len(units) // 2, *(entity.offset for entity in entities), *ends})
    for start, end in itertools.pairwise(cuts):
        within = [entity for entity in entities if entity.offset <= start < entity.offset + entity.length]
        codes = [_OF_ENTITIES[entity.type] for entity in within if entity.type in _OF_ENTITIES]
        yield style(units[start * 2 : end * 2].decode("utf-16-le"), *codes if ansi else ())
        for entity in within:
            if entity.url is not None and entity.offset + entity.length == end:
                yield f" ({shown(entity.url)})"
