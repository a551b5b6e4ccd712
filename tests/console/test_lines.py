"""What typed lines mean."""

import pytest

from bot.console.lines import (
    Action,
    Ask,
    Become,
    Deliver,
    Edit,
    Enter,
    Forward,
    Join,
    Leave,
    Press,
    Reply,
    Say,
    Wait,
    parse,
)
from bot.console.problems import Problem, WrongLine, worded
from bot.texts import texts_for


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("hello", Say("hello")),
        ("  hello \t", Say("hello")),
        ("/search: words", Say("/search: words")),
        (r"no \n escapes", Say(r"no \n escapes")),
        ("::as a joke", Say(":as a joke")),
        ("::", Say(":")),
        ("  :as bob", Say(":as bob")),
        (":as  alice ", Become("alice")),
        (":as Анна Ли", Become("Анна Ли")),
        (":AS Anna", Become("Anna")),
        (":chat team", Enter("team")),
        (":chat private", Enter(None)),
        (":reply 12 well, yes", Reply(12, "well, yes")),
        (":reply last /remember", Reply(None, "/remember")),
        (":reply 1 first\nsecond", Reply(1, "first\nsecond")),
        (":edit last other words", Edit(None, "other words")),
        (':press 3 "Forget…"', Press(3, '"Forget…"')),
        (":press last Yes, forget it", Press(None, "Yes, forget it")),
        (":inline", Ask("")),
        (":inline deploy day", Ask("deploy day")),
        (":forward  said elsewhere", Forward("said elsewhere")),
        (":join", Join()),
        (":leave", Leave()),
        (":wait 1.5", Wait(1.5)),
        (':update {"update_id": 7}', Deliver({"update_id": 7})),
    ],
)
def test_a_line_means(line: str, action: Action) -> None:
    assert parse(line) == action


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (":dance", Problem.UNKNOWN_COMMAND),
        (":)", Problem.UNKNOWN_COMMAND),
        (":", Problem.UNKNOWN_COMMAND),
        (":as", Problem.NOTHING_GIVEN),
        (f":chat {'x' * 65}", Problem.NO_NAME),
        (":reply", Problem.NOTHING_GIVEN),
        (":reply 5", Problem.NOTHING_GIVEN),
        (":reply five words here", Problem.NO_NUMBER),
        (":reply -1 words", Problem.NO_NUMBER),
        (":reply ١ words", Problem.NO_NUMBER),
        (f":edit {'9' * 5000} words", Problem.NO_NUMBER),
        (":press last", Problem.NOTHING_GIVEN),
        (":forward", Problem.NOTHING_GIVEN),
        (":wait", Problem.NOTHING_GIVEN),
        (":wait soon", Problem.NO_SECONDS),
        (":wait -1", Problem.NO_SECONDS),
        (":wait nan", Problem.NO_SECONDS),
        (":wait inf", Problem.NO_SECONDS),
        (":update", Problem.NOTHING_GIVEN),
        (":update {", Problem.NO_JSON),
        (":update [1]", Problem.NO_JSON),
        (f":update {'[' * 100_000}", Problem.NO_JSON),
        (f':update {{"update_id": {"1" * 5000}}}', Problem.NO_JSON),
    ],
)
def test_a_line_is_wrong(line: str, problem: Problem) -> None:
    with pytest.raises(WrongLine) as raised:
        parse(line)
    assert raised.value.problem is problem


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (":press", "Something is missing: :press N BUTTON"),
        (":press 6", "Something is missing: :press N BUTTON"),
        (":edit last ", "Something is missing: :edit N TEXT"),
        (":say", "Something is missing: :say TEXT"),
        (":reply", "Something is missing: :reply N TEXT"),
        (":forward", "Something is missing: :forward TEXT"),
        (":as", "Something is missing: :as NAME"),
        (":AS", "Something is missing: :as NAME"),
        (":chat", "Something is missing: :chat NAME"),
        (":wait", "Something is missing: :wait SECONDS"),
        (":update", "Something is missing: :update {…}"),
    ],
)
def test_a_command_without_what_it_needs_is_told_how_it_is_typed(line: str, said: str) -> None:
    with pytest.raises(WrongLine) as raised:
        parse(line)
    assert worded(raised.value, texts_for("en")) == said
