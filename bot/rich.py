"""The words of a rich message: blocks with headings, lists and tables, which have no plain text beside them.

Source: https://core.telegram.org/bots/api#richmessage
"""

from collections.abc import Iterator

from aiogram.types import RichMessage


def rich_words(message: RichMessage) -> str:
    """What the message says, a line for each paragraph, row and item."""
    return "\n".join(line for block in message.blocks for line in _lines(block))


def _lines(block: object) -> Iterator[str]:
    """The lines of a block, in reading order; what stands in one under several names is found by the name."""
    own = (_inline(getattr(block, name, None)) for name in ("summary", "text", "expression"))
    yield from filter(None, own)
    for row in getattr(block, "cells", None) or ():
        yield " | ".join(_inline(cell) for cell in row)
    for item in getattr(block, "items", None) or ():
        said = "\n".join(line for part in item.blocks for line in _lines(part))
        yield f"{item.label} {said}".strip()
    for part in getattr(block, "blocks", None) or ():
        yield from _lines(part)
    caption = getattr(block, "caption", None)
    credited = (getattr(one, "credit", None) for one in (block, caption))
    yield from filter(None, map(_inline, (caption, *credited)))


def _inline(text: object) -> str:
    """Formatted text without its formatting, with the addresses of its links."""
    if text is None or isinstance(text, str):
        return text or ""
    if isinstance(text, list):
        return "".join(map(_inline, text))
    said = next(
        (
            value
            for name in ("text", "alternative_text", "expression")
            if (value := getattr(text, name, None)) is not None
        ),
        None,
    )
    url = getattr(text, "url", None)
    return f"{_inline(said)} ({url})" if url else _inline(said)
