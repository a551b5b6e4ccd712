"""Texts are counted and marked as Telegram does it."""

from typing import Any

import pytest

from tests.telegram.refusals import Refusal
from tests.telegram.texts import MAX_ENTITIES, cut, find_entities, formatted, utf16


def bold(offset: int, length: int) -> dict[str, Any]:
    """An entity."""
    return {"type": "bold", "offset": offset, "length": length}


@pytest.mark.parametrize(("text", "length"), [("abc", 3), ("привет", 6), ("배포", 2), ("🙂", 2), ("a🙂b", 4)])
def test_length_is_in_utf16_units(text: str, length: int) -> None:
    assert utf16(text) == length


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("/remember it", [("bot_command", "/remember")]),
        ("/remember@letopis_bot it", [("bot_command", "/remember@letopis_bot")]),
        ("🙂 /show 7K2MQ9XA", [("bot_command", "/show")]),
        ("a/b and 1/2", []),
        ("/путь", []),
        ("see /usr/bin", []),
        ("@anna_k, look", [("mention", "@anna_k")]),
        ("@ab", []),
        ("#релиз and #배포 and #1", [("hashtag", "#релиз"), ("hashtag", "#배포")]),
        ("a#b", []),
        ("https://example.org/a?b=1#c.", [("url", "https://example.org/a?b=1#c")]),
        ("(see example.com)", [("url", "example.com")]),
        ("version 1.2.3", []),
        ("anna@example.org", [("email", "anna@example.org")]),
        ("https://example.org/@anna_k", [("url", "https://example.org/@anna_k")]),
        ("$USD +7 999 123-45-67", [("cashtag", "$USD"), ("phone_number", "+7 999 123-45-67")]),
    ],
)
def test_telegram_marks_by_itself(text: str, found: list[tuple[str, str]]) -> None:
    assert [(entity["type"], cut(text, entity)) for entity in find_entities(text)] == found


def test_offsets_count_an_emoji_as_two() -> None:
    assert find_entities("🙂🙂 #tag") == [{"type": "hashtag", "offset": 5, "length": 4}]


def test_nothing_is_found_inside_code() -> None:
    code = {"type": "code", "offset": 0, "length": 5}
    assert formatted("/stop", [code]) == ("/stop", [code])


def test_something_is_found_inside_bold() -> None:
    _, entities = formatted("/stop", [bold(0, 5)])
    assert [entity["type"] for entity in entities] == ["bold", "bot_command"]


def test_blanks_at_both_ends_are_cut_and_entities_move_along() -> None:
    assert formatted("\n  🙂 word \n", [bold(3, 8), bold(0, 3)]) == ("🙂 word", [bold(0, 7)])


def test_an_entity_of_nothing_is_dropped() -> None:
    assert formatted("word", [bold(1, 0)]) == ("word", [])


def test_beyond_a_hundred_entities_are_dropped_in_silence() -> None:
    many = [bold(place, 1) for place in range(150)]
    _, kept = formatted("x" * 150, many)
    assert len(kept) == MAX_ENTITIES


@pytest.mark.parametrize(
    ("text", "entity", "words"),
    [
        ("abc", bold(1, 3), "ends after the end of the text at UTF-16 offset 3"),
        ("abc", bold(3, 1), "begins after the end of the text"),
        ("a🙂b", bold(2, 1), "begins in a middle of a UTF-16 symbol"),
        ("a🙂b", bold(0, 2), "ends in a middle of a UTF-16 symbol"),
        ("abc", bold(-1, 1), "negative"),
        ("abc", {"type": "text_link", "offset": 0, "length": 1}, 'can\'t find field "url"'),
        ("abc", {"type": "blinking", "offset": 0, "length": 1}, "unsupported type blinking"),
    ],
)
def test_an_improper_entity_is_refused(text: str, entity: dict[str, Any], words: str) -> None:
    with pytest.raises(Refusal) as raised:
        formatted(text, [entity])
    assert words in raised.value.description
