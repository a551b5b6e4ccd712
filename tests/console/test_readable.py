"""What a person reads."""

import io
from pathlib import Path

import pytest
from aiogram.types import MessageEntity

from bot.clock import ShiftedClock
from bot.console import Console
from bot.console.keyboards import Button, Keyboard, Kind
from bot.console.lines import Press
from bot.console.outcomes import (
    Copy,
    Deleted,
    Edited,
    Left,
    Noticed,
    Opened,
    Outcome,
    Place,
    Posted,
    Reacted,
    Suggested,
    Suggestion,
)
from bot.console.problems import Problem, WrongLine
from bot.console.readable import ReadableOutput
from bot.console.streams import Streams
from bot.texts import texts_for
from core.storage import Store
from tests.console.stage import answering, nothing

HERE = Place(-5, "team", is_group=True)
ROWS: Keyboard = (
    (Button("Yes", "y", Kind.CALLBACK), Button("No", "n", Kind.CALLBACK)),
    (Button("Both", "b", Kind.CALLBACK),),
)


def post(number: int, text: str = "text", keyboard: Keyboard = (), *entities: MessageEntity) -> Posted:
    """A message of the bot's."""
    return Posted("sendMessage", HERE, number, text, entities, keyboard)


def entity(kind: str, offset: int, length: int, url: str | None = None) -> MessageEntity:
    """A formatted part of a text."""
    return MessageEntity(type=kind, offset=offset, length=length, url=url)


def read(*outcomes: Outcome, ansi: bool = False) -> list[str]:
    """What is written of outcomes."""
    written: list[str] = []
    output = ReadableOutput(written.append, texts_for("en"), ansi=ansi)
    for outcome in outcomes:
        output.show(outcome)
    return written


@pytest.mark.parametrize(
    ("outcome", "text"),
    [
        (post(3), "Letopis → team #3\ntext"),
        (post(3, "text", ROWS), "Letopis → team #3\ntext\n[1] Yes  [2] No\n[3] Both"),
        (
            Posted("sendPhoto", HERE, 3, "a map", (), (), Copy("map.png", 1, Path("files/3-map.png"))),
            "Letopis → team #3\nFile map.png, 1 byte: files/3-map.png\na map",
        ),
        (Edited(HERE, 3, "new", (), ()), "Letopis → team #3, changed\nnew"),
        (Edited(HERE, 3, None, (), ROWS[1:]), "Letopis → team #3, changed\n[1] Both"),
        (Deleted(HERE, 3), "Letopis → team #3, deleted"),
        (Reacted(HERE, 2, "👌"), "👌 #2"),
        (Reacted(HERE, 2, None), "– #2"),
        (Noticed("saved", alert=False), "» saved"),
        (Noticed("not allowed", alert=True), "! not allowed"),
        (Suggested(()), "No suggestions."),
        (Suggested((Suggestion("one", "two", "three"),)), "• one\ntwo"),
        (Left(HERE), "Letopis → team has left the group"),
        (Opened(Button("Copy", "7K2MQ9XA", Kind.COPY)), "To be copied: 7K2MQ9XA"),
        (Opened(Button("Open", "https://example.org", Kind.URL)), "https://example.org"),
    ],
)
def test_an_outcome_reads(outcome: Outcome, text: str) -> None:
    assert read(outcome) == [text]


def test_an_answer_without_words_is_not_shown() -> None:
    assert read(Noticed("", alert=False)) == []


def test_formatting_becomes_escape_sequences_where_the_terminal_has_them() -> None:
    marked = post(1, "🐘 bold", (), entity("bold", 3, 4), entity("italic", 5, 2), entity("hashtag", 0, 2))
    assert read(marked, ansi=True)[0].endswith("🐘 \x1b[1mbo\x1b[0m\x1b[1;3mld\x1b[0m")
    assert read(marked)[0].endswith("🐘 bold")


def test_a_link_says_where_it_leads() -> None:
    assert read(post(1, "see there", (), entity("text_link", 4, 5, "https://example.org")))[0].endswith(
        "see there (https://example.org)"
    )


def test_a_text_gives_no_orders_to_the_terminal() -> None:
    (written,) = read(post(1, "a\x1b]0;title\x07\x9b2J\r\ud83d\tb\n", ()))
    assert written.endswith("a\ufffd]0;title\ufffd\ufffd2J\ufffd\ufffd\tb\n")


def test_a_number_presses_a_button_of_the_last_message_that_has_some() -> None:
    output = ReadableOutput(lambda _: None, texts_for("en"), ansi=False)
    for outcome in (post(2, "x", ROWS[1:]), post(4, "x", ROWS), post(5)):
        output.show(outcome)
    assert output.press(HERE.chat, "3") == Press(4, 2)
    assert [output.press(HERE.chat, typed) for typed in ("2026", "1 ", "x", "٣", "")] == [None] * 5


@pytest.mark.parametrize("typed", ["4", "0", "01", "999"])
def test_a_number_that_no_button_has_is_no_message(typed: str) -> None:
    output = ReadableOutput(lambda _: None, texts_for("en"), ansi=False)
    output.show(post(4, "x", ROWS))
    for chat in (HERE.chat, 7):
        with pytest.raises(WrongLine):
            output.press(chat, typed)


@pytest.mark.parametrize(
    ("labels", "line", "presses"),
    [
        ([["6", "7"], ["← Back"], ["More →"]], "[6]  [7]\n[8] ← Back\n[9] More →", {"7": 1, "8": 2, "9": 3}),
        ([["Back"], ["1", "2"]], "[3] Back\n[1]  [2]", {"3": 0, "2": 2}),
        ([["2", "2"]], "[1] 2  [2]", {"1": 0, "2": 1}),
        ([["07", "1000"]], "[1] 07  [2] 1000", {"1": 0, "2": 1}),
    ],
    ids=["a page", "numbers last", "the same number twice", "not quite numbers"],
)
def test_a_button_whose_label_is_a_number_is_pressed_by_it(
    labels: list[list[str]], line: str, presses: dict[str, int]
) -> None:
    rows = tuple(tuple(Button(label, "x", Kind.CALLBACK) for label in row) for row in labels)
    written: list[str] = []
    output = ReadableOutput(written.append, texts_for("en"), ansi=False)
    output.show(post(4, "x", rows))
    assert written[0].endswith(f"\nx\n{line}")
    assert {typed: output.press(HERE.chat, typed) for typed in presses} == {
        typed: Press(4, place) for typed, place in presses.items()
    }


def test_a_number_presses_nothing_once_the_buttons_are_gone() -> None:
    output = ReadableOutput(lambda _: None, texts_for("en"), ansi=False)
    for outcome in (post(4, "x", ROWS), Edited(HERE, 4, "done", (), ())):
        output.show(outcome)
    with pytest.raises(WrongLine):
        output.press(HERE.chat, "1")


async def test_without_a_terminal_lines_are_read_and_text_is_written(store: Store, tmp_path: Path) -> None:
    out, errors = io.BytesIO(), io.StringIO()
    lines = "привет\n:HELP me\n2\n5\n:dance\n:say 5\n:edit last 6\n:Quit now\nnever\n".encode()
    streams = Streams(io.BytesIO(lines), out, errors)
    console = Console(store, ShiftedClock(), texts_for("en"), tmp_path, script=False, streams=streams)
    await console.converse(answering("Yes", "No"), run_due=nothing, drain=nothing)
    written = out.getvalue().decode()
    assert "Letopis → owner #2\nпривет\n[1] Yes  [2] No\n" in written
    assert ":wait SECONDS    let time pass\n" in written
    assert "\n» No\n" in written
    assert "line 4: No button here has the number 5. To send it as a message: :say 5\n" in written
    assert "Letopis → owner #4\n5\n" in written
    assert "\n#3, changed\n" in written
    assert "line 5: There is no command :dance." in written
    assert "never" not in written
    assert errors.getvalue() == ""


def on_show(*outcomes: Outcome) -> ReadableOutput:
    """A terminal on which these were written."""
    output = ReadableOutput(lambda _: None, texts_for("en"), ansi=False)
    for outcome in outcomes:
        output.show(outcome)
    return output


def test_a_number_presses_what_was_said_since_the_last_typed_line_and_nothing_older() -> None:
    output = on_show(post(3, "text", ROWS))
    assert output.press(HERE.chat, "2") == Press(3, 1)
    assert output.press(HERE.chat, ":help") is None
    assert output.press(HERE.chat, "3") == Press(3, 2)
    assert output.press(HERE.chat, "a note") is None
    with pytest.raises(WrongLine) as wrong:
        output.press(HERE.chat, "2")
    assert wrong.value.problem is Problem.NO_SUCH_NUMBER


def test_a_number_that_several_messages_have_presses_the_one_that_the_latest_line_brought() -> None:
    output = on_show(post(3, "a list", ROWS))
    assert output.press(HERE.chat, "1") == Press(3, 0)
    output.show(post(4, "a card", ROWS[:1]))
    with pytest.raises(WrongLine):
        output.press(HERE.chat, "9")
    assert output.press(HERE.chat, "2") == Press(4, 1)
    # Lines that brought no buttons change nothing; a number that one alone has is clear.
    assert output.press(HERE.chat, ":as bob") is None
    assert output.press(HERE.chat, "2") == Press(4, 1)
    assert output.press(HERE.chat, "3") == Press(3, 2)
    output.show(Edited(HERE, 3, "the next page", (), ROWS))
    assert output.press(HERE.chat, "2") == Press(3, 1)


def test_a_number_that_messages_of_one_line_have_presses_none_of_them() -> None:
    output = on_show(post(3, "text", ROWS), post(4, "notice", ROWS[:1]))
    with pytest.raises(WrongLine) as wrong:
        output.press(HERE.chat, "2")
    assert (wrong.value.problem, wrong.value.about) == (Problem.WHICH_MESSAGE, "#3, #4")
    assert output.press(HERE.chat, "3") == Press(3, 2)
    output.show(Edited(HERE, 3, "answered", (), ()))
    assert output.press(HERE.chat, "2") == Press(4, 1)
