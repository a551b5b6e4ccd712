"""Long texts in several messages."""

from collections.abc import Iterable
from itertools import accumulate

import pytest
from aiogram.types import MessageEntity
from aiogram.utils.formatting import Bold, Code, Italic, Text, TextLink
from hypothesis import given
from hypothesis import strategies as st

from bot.splitting import TEXT_LIMIT, split, utf16_length

Covered = set[tuple[int, str]]

letters = st.text(st.sampled_from("ab \n배포ё🙂👨‍👩‍👧é"), max_size=12)
nodes = st.recursive(
    letters,
    lambda inner: st.builds(
        lambda kind, body: kind(*body),
        st.sampled_from([Text, Bold, Italic, lambda *body: TextLink(*body, url="https://example.org")]),
        st.lists(inner, max_size=4),
    ),
    max_leaves=12,
)
formatted = st.builds(lambda body: Text(*body), st.lists(nodes, max_size=6))
limits = st.integers(2, 30)


def covered(text: str, entities: Iterable[MessageEntity], begin: int = 0) -> Covered:
    """Which characters are of which kind, by their place; fails where an entity cuts one in two."""
    units = text.encode("utf-16-le")
    found = set()
    for entity in entities:
        start = len(units[: 2 * entity.offset].decode("utf-16-le"))
        inside = units[2 * entity.offset : 2 * (entity.offset + entity.length)].decode("utf-16-le")
        found |= {(begin + start + place, entity.type) for place in range(len(inside))}
    return found


@given(formatted, limits)
def test_parts_joined_are_the_whole_text(text: Text, limit: int) -> None:
    whole, _ = text.render()
    assert "".join(part for part, _ in split(text, limit)) == whole


@given(formatted, limits)
def test_no_part_is_over_the_limit_and_none_is_empty(text: Text, limit: int) -> None:
    parts = [part for part, _ in split(text, limit)]
    assert all(utf16_length(part) <= limit for part in parts)
    assert all(parts) or parts == [""]


@given(formatted, limits)
def test_entities_cover_the_same_characters_as_before(text: Text, limit: int) -> None:
    whole, entities = text.render()
    begin, found = 0, set()
    for part, own in split(text, limit):
        assert all(entity.length > 0 for entity in own)
        assert all(entity.offset + entity.length <= utf16_length(part) for entity in own)
        found |= covered(part, own, begin)
        begin += len(part)
    assert found == covered(whole, entities)


@given(formatted, limits)
def test_an_entity_of_up_to_half_a_part_is_never_cut(text: Text, limit: int) -> None:
    whole, entities = text.render()
    lengths = [utf16_length(part) for part, _ in split(text, limit)]
    ends = set(accumulate(lengths))
    for entity in entities:
        if 2 * entity.length <= limit:
            assert not ends & set(range(entity.offset + 1, entity.offset + entity.length))
    assert sum(lengths) == utf16_length(whole)


def test_half_a_part_is_counted_as_telegram_counts_too() -> None:
    text = Text(Bold("aaaaaaaaaa👧 a"), f"aaaaa{'👧' * 5}")
    (first, entities), *_ = split(text, 28)
    assert first.startswith("aaaaaaaaaa👧 a")
    assert [entity.length for entity in entities] == [14]


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_length_is_counted_as_telegram_counts(text: str) -> None:
    assert utf16_length(text) == len(text.encode("utf-16-le")) // 2


def test_a_text_that_fits_is_one_part() -> None:
    (only,) = split(Text("x" * TEXT_LIMIT))
    assert only == ("x" * TEXT_LIMIT, [])


def test_a_text_one_unit_too_long_is_two_parts() -> None:
    assert [len(part) for part, _ in split(Text("x" * (TEXT_LIMIT + 1)))] == [TEXT_LIMIT, 1]


def test_emoji_count_twice() -> None:
    assert [len(part) for part, _ in split(Text("🙂" * TEXT_LIMIT))] == [TEXT_LIMIT // 2] * 2


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("aaaaaa\n\nb c\nd e f", ["aaaaaa\n\n", "b c\nd e f"]),
        ("aaaaaa\nb c d e f g", ["aaaaaa\n", "b c d e f g"]),
        ("aaaaaa bbbbbbbbbbb", ["aaaaaa ", "bbbbbbbbbbb"]),
        ("a bbbbbbbbbbbbbbbbb", ["a bbbbbbbbbb", "bbbbbbb"]),
    ],
    ids=["an empty line", "a line's end", "a blank", "where it must, if the blank is too far up"],
)
def test_a_part_ends_at(text: str, parts: list[str]) -> None:
    assert [part for part, _ in split(Text(text), 12)] == parts


def test_an_entity_that_would_be_cut_moves_to_the_next_part_whole() -> None:
    parts = list(split(Text("a" * 8, Code("bbbbbb"), "c"), 12))
    assert [(part, [(one.type, one.offset, one.length) for one in own]) for part, own in parts] == [
        ("a" * 8, []),
        ("bbbbbbc", [("code", 0, 6)]),
    ]


def test_a_short_entity_is_not_cut_at_a_blank_of_its_own() -> None:
    parts = list(split(Text("a" * 5, Bold("b bbbb"), "c" * 4), 12))
    assert [(part, [(one.type, one.offset, one.length) for one in own]) for part, own in parts] == [
        ("a" * 5, []),
        ("b bbbbcccc", [("bold", 0, 6)]),
    ]


def test_an_entity_longer_than_half_a_part_is_cut_into_several() -> None:
    parts = list(split(Text("a", Bold("b" * 20)), 12))
    assert [(part, [(one.type, one.offset, one.length) for one in own]) for part, own in parts] == [
        ("a" + "b" * 11, [("bold", 1, 11)]),
        ("b" * 9, [("bold", 0, 9)]),
    ]


def test_a_link_keeps_its_address_in_every_part() -> None:
    parts = split(Text(TextLink("x" * 20, url="https://example.org")), 12)
    assert [own[0].url for _, own in parts] == ["https://example.org"] * 2
