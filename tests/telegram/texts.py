"""Texts as Telegram counts and trims them, and the entities that it finds in them by itself.

Offsets and lengths are in UTF-16 units: an emoji outside the first plane is two.
"""

import re
from collections.abc import Iterator

from tests.telegram.refusals import bad_request
from tests.telegram.schema import Json

MAX_ENTITIES = 100
"""Telegram keeps so many of the entities that it is given, and drops the rest in silence."""

_TOP_DOMAINS = "com|org|net|io|ru|dev|me|kr|app|info|eu|co|ai|рф"
_WORD_BEFORE = r"(?<![\w@/#<>.-])"
_FOUND_BY_ITSELF = {
    "url": re.compile(
        rf"{_WORD_BEFORE}(?:(?:https?|ftp|tg|tonsite)://[^\s<>\"«»]+"
        rf"|(?:[\w-]+\.)+(?:{_TOP_DOMAINS})(?![\w@-])(?::\d+)?(?:[/?#][^\s<>\"«»]*)?)",
        re.IGNORECASE,
    ),
    "email": re.compile(r"(?<![\w.+-])[A-Za-z0-9._%+-]+@(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,24}(?![\w-])"),
    "mention": re.compile(r"(?<![\w@/])@[A-Za-z][A-Za-z0-9_]{3,31}(?!\w)"),
    "bot_command": re.compile(r"(?<![\w/<>])/[A-Za-z0-9_]{1,64}(?:@[A-Za-z][A-Za-z0-9_]{2,31})?(?![\w/<>@])"),
    "hashtag": re.compile(r"(?<![\w#&/@])#(?=\w*[^\W\d])[\w·]{1,256}(?![#\w])"),
    "cashtag": re.compile(r"(?<![\w$])\$[A-Z]{1,8}(?![\w$])"),
    "phone_number": re.compile(r"(?<![\w+])\+\d[\d ()-]{7,17}\d(?!\w)"),
}
_NOTHING_FOUND_INSIDE = {"code", "pre", "text_link", "text_mention", "custom_emoji", "date_time"}
_NEEDS = {
    "text_link": "url",
    "text_mention": "user",
    "custom_emoji": "custom_emoji_id",
    "date_time": "unix_time",
}
_STYLES = {"bold", "italic", "underline", "strikethrough", "spoiler", "blockquote", "expandable_blockquote"}
_KINDS = {*_FOUND_BY_ITSELF, *_NOTHING_FOUND_INSIDE, *_STYLES}


def utf16(text: str) -> int:
    """The length in UTF-16 units."""
    return len(text.encode("utf-16-le")) // 2


def cut(text: str, entity: Json) -> str:
    """The part of a text that an entity covers."""
    start, end = 2 * entity["offset"], 2 * (entity["offset"] + entity["length"])
    return text.encode("utf-16-le")[start:end].decode("utf-16-le")


def formatted(text: str, entities: list[Json]) -> tuple[str, list[Json]]:
    """A text and its entities as Telegram keeps them: checked, trimmed, with what it finds by itself."""
    check_entities(text, entities)
    trimmed, given = _trimmed(text, entities[:MAX_ENTITIES])
    return trimmed, _in_order([*given, *_not_covered(find_entities(trimmed), given)])


def find_entities(text: str) -> list[Json]:
    """Commands, mentions, tags and addresses in a text, none inside another."""
    found: list[Json] = []
    for kind, pattern in _FOUND_BY_ITSELF.items():
        for start, end in _matches(kind, pattern, text):
            entity = {"type": kind, "offset": utf16(text[:start]), "length": utf16(text[start:end])}
            found += _not_covered([entity], found, all_kinds=True)
    return _in_order(found)


def check_entities(text: str, entities: list[Json]) -> None:
    """Refuse entities that lie outside the text, cut a character in two or lack what their kind needs."""
    borders = _borders(text)
    total = utf16(text)
    for entity in entities:
        start, end = entity["offset"], entity["offset"] + entity["length"]
        where = f"entity beginning at UTF-16 offset {start}"
        if entity["type"] not in _KINDS:
            raise bad_request(f"can't parse MessageEntity: unsupported type {entity['type']}")
        if start < 0 or entity["length"] < 0:
            raise bad_request("entity has a negative offset or length")
        if start >= total:
            raise bad_request(f"entity begins after the end of the text at UTF-16 offset {start}")
        if start not in borders:
            raise bad_request(f"entity begins in a middle of a UTF-16 symbol at offset {start}")
        if end > total:
            raise bad_request(f"{where} ends after the end of the text at UTF-16 offset {total}")
        if end not in borders:
            raise bad_request(f"{where} ends in a middle of a UTF-16 symbol at offset {end}")
        needed = _NEEDS.get(entity["type"])
        if needed and needed not in entity:
            raise bad_request(f"can't parse MessageEntity: can't find field \"{needed}\"")


def _borders(text: str) -> set[int]:
    """The offsets between two characters."""
    borders, offset = {0}, 0
    for character in text:
        offset += 2 if ord(character) > 0xFFFF else 1
        borders.add(offset)
    return borders


def _matches(kind: str, pattern: re.Pattern[str], text: str) -> Iterator[tuple[int, int]]:
    for match in pattern.finditer(text):
        found = match[0].rstrip(".,:;!?)'\"") if kind == "url" else match[0]
        yield match.start(), match.start() + len(found)


def _trimmed(text: str, entities: list[Json]) -> tuple[str, list[Json]]:
    """Without blanks at both ends, the entities moved along; those of blanks alone are gone."""
    kept = text.strip()
    lead, total = utf16(text[: len(text) - len(text.lstrip())]), utf16(kept)
    moved = []
    for entity in entities:
        start = max(entity["offset"] - lead, 0)
        end = min(entity["offset"] + entity["length"] - lead, total)
        if end > start:
            moved.append({**entity, "offset": start, "length": end - start})
    return kept, moved


def _not_covered(found: list[Json], given: list[Json], *, all_kinds: bool = False) -> list[Json]:
    """Those that touch none of the given entities that admit nothing else."""
    closed = [entity for entity in given if all_kinds or entity["type"] in _NOTHING_FOUND_INSIDE]
    same = [(entity["type"], entity["offset"]) for entity in given]
    return [
        entity
        for entity in found
        if (entity["type"], entity["offset"]) not in same
        and not any(
            entity["offset"] < other["offset"] + other["length"]
            and other["offset"] < entity["offset"] + entity["length"]
            for other in closed
        )
    ]


def _in_order(entities: list[Json]) -> list[Json]:
    return sorted(entities, key=lambda entity: (entity["offset"], -entity["length"], entity["type"]))
