"""Lines that end between words."""

import pytest

from bot.console.folding import folded


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("one two three", ["one two", "three"]),
        ("one two three\n\nfour", ["one two", "three", "", "four"]),
        ("12345678 9", ["12345678", "9"]),
        ("123 5678", ["123 5678"]),
        ("a   b        c", ["a   b", "c"]),
        ("unbreakable word", ["unbreakable", "word"]),
        ("배포는 서버", ["배포는", "서버"]),
        ("🙂🙂🙂🙂 🙂", ["🙂🙂🙂🙂", "🙂"]),
        ("\x1b[1mone\x1b[0m \x1b[1;3mtwo\x1b[0m x", ["\x1b[1mone\x1b[0m \x1b[1;3mtwo\x1b[0m", "x"]),
        ("  indented", ["  indented"]),
        ("", [""]),
    ],
)
def test_no_line_is_wider_than_the_terminal_but_for_a_long_word(text: str, lines: list[str]) -> None:
    assert folded(text, 8).split("\n") == lines
