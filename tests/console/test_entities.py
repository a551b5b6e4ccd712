"""What Telegram marks in a text by itself."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.console.entities import find_entities, pasted
from bot.splitting import utf16_length


def marked(text: str) -> list[tuple[str, str]]:
    """The entities of a text and what they cover, cut out as Telegram's clients do: by UTF-16 code units."""
    units = text.encode("utf-16-le")
    return [
        (entity.type, units[entity.offset * 2 : (entity.offset + entity.length) * 2].decode("utf-16-le"))
        for entity in find_entities(text)
    ]


@pytest.mark.parametrize(
    ("text", "entities"),
    [
        ("/remember this", [("bot_command", "/remember")]),
        ("and then /forget@letopis_bot it", [("bot_command", "/forget@letopis_bot")]),
        ("👩‍🚀👩‍🚀 /recent", [("bot_command", "/recent")]),
        ("배포는 화요일 /recent", [("bot_command", "/recent")]),
        ("(/help)", [("bot_command", "/help")]),
        ("and/or 1/2 //x </a> /кот /a/b /cmd@", []),
        ("@letopis_bot где 🐘 @alice?", [("mention", "@letopis_bot"), ("mention", "@alice")]),
        ("mail@example.org @abc @длинное", []),
        ("🐘 #решение #1 #배포 x#y", [("hashtag", "#решение"), ("hashtag", "#배포")]),
        ("см. https://example.org/a_(b)?q=1#top.", [("url", "https://example.org/a_(b)?q=1#top")]),
        (
            "🐘🐘 https://example.org/@alice/#tag and #real",
            [("url", "https://example.org/@alice/#tag"), ("hashtag", "#real")],
        ),
        ("", []),
    ],
)
def test_entities_cover(text: str, entities: list[tuple[str, str]]) -> None:
    assert marked(text) == entities


def test_offsets_count_utf16_code_units() -> None:
    (entity,) = find_entities("🐘배포 /recent")
    assert (entity.offset, entity.length) == (5, 7)


def test_a_long_paste_becomes_messages_of_4096_units() -> None:
    assert [len(part) for part in pasted("x" * 10_000)] == [4096, 4096, 1808]


def test_a_paste_is_never_cut_within_a_character() -> None:
    assert pasted("x" + "🐘" * 4096)[0] == "x" + "🐘" * 2047


def test_a_part_without_visible_characters_is_no_message() -> None:
    assert pasted("x" * 4096 + " " * 5000) == ["x" * 4096]


@given(st.text(), st.integers(2, 20))
def test_parts_together_are_the_paste_but_for_blank_ones(text: str, limit: int) -> None:
    parts = pasted(text, limit)
    assert all(utf16_length(part) <= limit for part in parts)
    assert "".join("".join(parts).split()) == "".join(text.split())
