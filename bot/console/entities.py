"""What Telegram marks in a text by itself: commands, mentions, hashtags and addresses.

The rules are those of TDLib's MessageEntity.cpp, https://github.com/tdlib/td; of addresses only those with a
scheme are found, as the others need a list of all top-level domains.
"""

import re
from collections.abc import Iterator

from aiogram.types import MessageEntity

from bot.splitting import TEXT_LIMIT, utf16_length

_URL = re.compile(r"\b(?:https?|ftp)://[^\s<>\"]*[^\s<>\".,:;!?'()\[\]{}«»…]")
_SHORT = (
    ("bot_command", re.compile(r"(?<![\w/<>])/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?(?![\w/<>@])")),
    ("mention", re.compile(r"(?<!\w)@[A-Za-z0-9_]{4,32}(?!\w)")),
    ("hashtag", re.compile(r"(?<!\w)#(?=\w*[^\W\d_])\w{1,256}(?!\w|#)")),
)


def find_entities(text: str) -> list[MessageEntity]:
    """The entities of a text in their order, offsets and lengths in UTF-16 code units."""
    urls = [(*match.span(), "url") for match in _URL.finditer(text)]
    others = (
        (*match.span(), kind)
        for kind, pattern in _SHORT
        for match in pattern.finditer(text)
        if not any(start <= match.start() < end for start, end, _ in urls)
    )
    return list(_measured(text, sorted([*urls, *others])))


def _measured(text: str, spans: list[tuple[int, int, str]]) -> Iterator[MessageEntity]:
    offset = done = 0
    for start, end, kind in spans:
        offset += utf16_length(text[done:start])
        done = start
        yield MessageEntity(type=kind, offset=offset, length=utf16_length(text[start:end]))


def pasted(text: str, limit: int = TEXT_LIMIT) -> list[str]:
    """A long text as Telegram's clients send it: in messages of up to `limit` UTF-16 code units.

    A part without any visible character is no message.
    """
    parts, start, units = [], 0, 0
    for number, character in enumerate(text):
        size = 2 if character > "\uffff" else 1
        if units + size > limit:
            parts.append(text[start:number])
            start, units = number, 0
        units += size
    parts.append(text[start:])
    return [part for part in parts if part.strip()]
