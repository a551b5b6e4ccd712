"""Long texts in several messages: Telegram takes 4096 UTF-16 units in one (TELEGRAM.md rule 2)."""

from collections.abc import Iterator

from aiogram.types import MessageEntity
from aiogram.utils.formatting import Text

TEXT_LIMIT = 4096
"""UTF-16 code units in a message: https://core.telegram.org/bots/api#sendmessage"""
_BREAKS = ("\n\n", "\n", " ")


def utf16_length(text: str) -> int:
    """Length in UTF-16 code units, which is how Telegram counts."""
    return len(text) + sum(character > "\uffff" for character in text)


def split(text: Text, limit: int = TEXT_LIMIT) -> Iterator[tuple[str, list[MessageEntity]]]:
    """The text in parts that fit, each with its entities.

    A part ends at an empty line, a line's end or a blank where there is one in its second half; an entity
    that would be cut there moves to the next part whole, unless it is longer than half a part itself.
    """
    whole, entities = text.render()
    start = 0
    while utf16_length(whole[start:]) > limit:
        end = _cut(whole, start, limit, entities)
        yield _part(whole, start, end, entities)
        start = end
    yield _part(whole, start, len(whole), entities)


def _cut(text: str, start: int, limit: int, entities: list[MessageEntity]) -> int:
    """Where the part that begins at `start` ends."""
    end = start + _fitting(text[start : start + limit], limit)
    half = start + _fitting(text[start:end], limit // 2)
    for mark in _BREAKS:
        found = text.rfind(mark, half, end)
        if found != -1:
            end = found + len(mark)
            break
    for entity in entities:
        begin, stop = _span(text, entity)
        short = 2 * entity.length <= limit
        if (start if short else half) < begin < end < stop:
            end = begin
    return end


def _fitting(text: str, limit: int) -> int:
    """How many characters of the text fit into `limit` UTF-16 units."""
    units = 0
    for number, character in enumerate(text):
        units += 2 if character > "\uffff" else 1
        if units > limit:
            return number
    return len(text)


def _part(text: str, start: int, end: int, entities: list[MessageEntity]) -> tuple[str, list[MessageEntity]]:
    kept = []
    for entity in entities:
        begin, stop = _span(text, entity)
        begin, stop = max(begin, start), min(stop, end)
        if begin < stop:
            place = {"offset": utf16_length(text[start:begin]), "length": utf16_length(text[begin:stop])}
            kept.append(entity.model_copy(update=place))
    return text[start:end], kept


def _span(text: str, entity: MessageEntity) -> tuple[int, int]:
    """An entity's place in characters."""
    begin = _fitting(text, entity.offset)
    return begin, begin + _fitting(text[begin:], entity.length)
