"""Reading the command line."""

import pytest

from bot.arguments import (
    CallLines,
    CallOne,
    Command,
    Console,
    Help,
    ListJobs,
    RebuildIndex,
    RetryJobs,
    Run,
    RunJobs,
    ShowStatus,
    Version,
    parse,
)
from bot.tools.caller import Caller, Profile, Right


@pytest.mark.parametrize(
    ("words", "command"),
    [
        ("--version", Version()),
        ("run", Run()),
        ("console", Console(script=False)),
        ("console --script", Console(script=True)),
        ("call search {}", CallOne(Caller(), "search", "{}")),
        ("call --stdin", CallLines(Caller())),
        ("jobs list", ListJobs(json=False, every=False)),
        ("jobs list --json --all", ListJobs(json=True, every=True)),
        ("jobs run", RunJobs(now=False)),
        ("jobs run --now", RunJobs(now=True)),
        ("jobs retry", RetryJobs()),
        ("status", ShowStatus(json=False, quiet=False)),
        ("status --json", ShowStatus(json=True, quiet=False)),
        ("status --quiet", ShowStatus(json=False, quiet=True)),
        ("rebuild-index", RebuildIndex()),
    ],
)
def test_each_command_is_understood(words: str, command: Command) -> None:
    assert parse(words.split()) == command


def test_the_options_of_call_say_who_calls_and_where() -> None:
    command = parse(
        [
            *("call", "search", "{}", "--as", " alice ", "--chat", "team", "--profile", "claude"),
            *("--rights", "memory:read, memory:write"),
        ]
    )
    caller = Caller("alice", "team", Profile.CLAUDE, frozenset({Right.READ, Right.WRITE}))
    assert command == CallOne(caller, "search", "{}")


def test_rights_may_be_none_at_all() -> None:
    assert parse(["call", "--stdin", "--rights", ""]) == CallLines(Caller(rights=frozenset()))


@pytest.mark.parametrize("words", [[], ["jobs"]])
def test_no_command_asks_for_help(words: list[str]) -> None:
    command = parse(words)
    assert isinstance(command, Help)
    assert "usage: letopis" in command.text


@pytest.mark.parametrize(
    "words",
    [
        ["nonsense"],
        ["run", "more"],
        ["console", "--scr"],
        ["call"],
        ["call", "search"],
        ["call", "search", "{}", "--stdin"],
        ["call", "search", "{}", "more"],
        ["call", "--stdin", "--as", "  "],
        ["call", "--stdin", "--as", "a" * 65],
        ["call", "--stdin", "--as", "\ud800"],
        ["call", "--stdin", "--chat", ""],
        ["call", "--stdin", "--profile", "gpt"],
        ["call", "--stdin", "--rights", "memory read"],
        ["call", "--stdin", "--rights", "memory:read,"],
        ["call", "--stdin", "--rights", "memory:everything"],
        ["jobs", "nonsense"],
    ],
)
def test_wrong_usage_ends_with_status_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        parse(words)
    assert ended.value.code == 2
    assert "usage: letopis" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    ["", "run", "console", "call", "jobs", "jobs list", "jobs run", "jobs retry", "status", "rebuild-index"],
)
def test_every_command_has_a_help_of_its_own(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        parse([*words.split(), "--help"])
    assert ended.value.code == 0
    assert f"usage: letopis {words}".strip() in capsys.readouterr().out
