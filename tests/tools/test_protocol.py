"""Lines in, lines out: whatever a line holds, it gets one answer, and the next line is served."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.call import LINE_LIMIT
from bot.tools.caller import Caller, Profile, Right
from bot.tools.registry import TOOLS
from bot.tools.requests import Request, read_line
from tests.tools.protocol import Tools

RIGHTS = "`rights` must be a list of `memory:read`, `memory:write`, or null"
NAME = "a name of 1 to 64 characters, or null"
AFTER = b'{"tool": "search", "args": {"query": ""}}'


ALL = ", ".join(
    f"`{name}`"
    for name in (
        "remember",
        "search",
        "show",
        "edit",
        "forget",
        "restore",
        "resolve",
        "unresolve",
        "unmark",
        "validate_memory",
    )
)


@pytest.mark.parametrize(
    ("line", "error"),
    [
        (b"nonsense", "the line: not valid JSON: Expecting value (character 1)"),
        (b'{"tool": "search"', "the line: not valid JSON: Expecting ',' delimiter (character 19)"),
        (b'{"tool": "search"} {}', "the line: not valid JSON: Extra data (character 20)"),
        (b'{"tool": "a\x00"}', "the line: not valid JSON: Invalid control character at (character 12)"),
        (b'{"tool": "\xff"}', "the line: not UTF-8 at byte 11"),
        (b"[]", "the line: must be a JSON object"),
        (b"null", "the line: must be a JSON object"),
        (b'"search"', "the line: must be a JSON object"),
        (b"[" * 100_000, "the line: not valid JSON: nested too deeply"),
        (b'{"a":' * 100_000, "the line: not valid JSON: nested too deeply"),
        (b'{"tool": NaN}', "the line: not valid JSON: NaN is no JSON number"),
        (b'{"tool": -Infinity}', "the line: not valid JSON: -Infinity is no JSON number"),
        (b'{"tool": ' + b"9" * 5_000 + b"}", "the line: a number has more than 4300 digits"),
        (b'{"tool": 1, "tool": 2}', "the line: the name `tool` stands twice in one object"),
        (
            b'{"tool": "search", "args": {"query": "a", "query": "b"}}',
            "the line: the name `query` stands twice in one object",
        ),
        (b" " * (LINE_LIMIT + 1), f"the line: longer than {LINE_LIMIT} bytes"),
        (b"{}", f"`tool` is missing: it must be one of {ALL}"),
        (b'{"tool": 1}', f"`tool` must be one of {ALL}"),
        (
            b'{"tool": "dream"}',
            f"unknown tool `dream`: there are {ALL}",
        ),
        (
            b'{"tool": "search", "arguments": {}}',
            "`arguments` is unknown: allowed are `tool`, `args`, `as`, `chat`, `profile`, `rights`",
        ),
        (
            b'{"tool": "search", "person": "alice"}',
            "`person` is unknown: allowed are `tool`, `args`, `as`, `chat`, `profile`, `rights`",
        ),
        (
            b'{"tool": "search", "\\ud800": 1}',
            "`?` is unknown: allowed are `tool`, `args`, `as`, `chat`, `profile`, `rights`",
        ),
        (b'{"tool": "search", "args": []}', "`args` must be an object with the arguments of the tool"),
        (b'{"tool": "search", "args": null}', "`args` must be an object with the arguments of the tool"),
        (b'{"tool": "search", "as": ""}', f"`as` must be {NAME}"),
        (b'{"tool": "search", "as": " "}', f"`as` must be {NAME}"),
        (b'{"tool": "search", "as": 7}', f"`as` must be {NAME}"),
        (b'{"tool": "search", "as": "\\u0000"}', "`as` must be valid Unicode text without null characters"),
        (b'{"tool": "search", "as": "' + b"a" * 65 + b'"}', f"`as` must be {NAME}"),
        (b'{"tool": "search", "chat": "\\n"}', f"`chat` must be {NAME}"),
        (b'{"tool": "search", "chat": []}', f"`chat` must be {NAME}"),
        (b'{"tool": "search", "profile": "gpt"}', "`profile` must be one of `generic`, `claude`, or null"),
        (
            b'{"tool": "search", "rights": [1]}',
            RIGHTS,
        ),
        (
            b'{"tool": "search", "rights": ["a b"]}',
            RIGHTS,
        ),
        (
            b'{"tool": "search", "rights": 1}',
            RIGHTS,
        ),
    ],
)
def test_a_line_that_is_no_call_is_one_error_and_the_next_is_served(
    tools: Tools, line: bytes, error: str
) -> None:
    assert tools.lines(line, AFTER) == [{"error": error}, {"result": []}]


def test_a_failure_of_our_own_is_an_error_that_quotes_nothing_and_the_next_line_is_served(
    tools: Tools, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(sqlite3.connect(tmp_path / "letopis.db")) as connection:
        connection.execute("ALTER TABLE idempotency_keys RENAME TO elsewhere")
    secret = {"content": "hunter2", "idempotency_key": "k"}
    line = json.dumps({"tool": "remember", "args": secret}).encode()
    assert tools.lines(line, AFTER) == [{"error": "internal error: OperationalError"}, {"result": []}]
    assert "unexpected error" in caplog.text
    assert "hunter2" not in caplog.text


def test_blank_lines_are_passed_over(tools: Tools) -> None:
    assert tools.lines(b"", b"  \t\r", AFTER, b"") == [{"result": []}]


def test_a_line_may_begin_with_a_byte_order_mark(tools: Tools) -> None:
    assert tools.lines(b"\xef\xbb\xbf" + AFTER) == [{"result": []}]


def test_a_line_without_arguments_has_none(tools: Tools) -> None:
    [answer] = tools.lines(b'{"tool": "show"}')
    assert answer == {"error": "`memory_id` is missing: it must be the id or reference of a record"}


def test_a_long_name_is_not_repeated_whole(tools: Tools) -> None:
    [answer] = tools.lines(json.dumps({"tool": "x" * 1_000}).encode())
    assert answer["error"].startswith("unknown tool `" + "x" * 64 + "…`")


def test_letters_stand_as_they_are(tools: Tools) -> None:
    assert tools.save("деплой 배포 🙂")["content"] == "деплой 배포 🙂"


def test_the_caller_is_read_from_the_line() -> None:
    line = {
        "tool": "search",
        "as": " alice ",
        "chat": "team",
        "profile": "claude",
        "rights": ["memory:read"],
    }
    caller = Caller("alice", "team", Profile.CLAUDE, frozenset({Right.READ}))
    assert read_line(json.dumps(line).encode(), Caller()) == Request(caller, "search", {})


def test_rights_may_be_one_text_with_commas() -> None:
    line = b'{"tool": "search", "rights": "memory:read, memory:write"}'
    caller = Caller(rights=frozenset({Right.READ, Right.WRITE}))
    assert read_line(line, Caller()) == Request(caller, "search", {})


def test_what_a_line_leaves_open_is_as_in_the_options() -> None:
    options = Caller("alice", "team", Profile.CLAUDE, frozenset())
    nulls = b'{"tool": "search", "as": null, "chat": null, "profile": null, "rights": null}'
    for line in (b'{"tool": "search"}', nulls):
        assert read_line(line, options) == Request(options, "search", {})


texts = st.text(st.characters(exclude_categories=[])) | st.text()
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=20,
)
known_names = st.sampled_from(
    sorted({name for tool in TOOLS.values() for name in tool.arguments.model_fields})
)
arguments = st.dictionaries(known_names, values, max_size=6)
lines = st.fixed_dictionaries(
    {"tool": st.sampled_from(sorted(TOOLS)), "args": arguments},
    optional={"as": values, "chat": values, "profile": values, "rights": values},
)


@given(value=values | lines)
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_json_value_gets_one_answer(tools: Tools, value: Any) -> None:
    one, after = tools.lines(json.dumps(value).encode(), AFTER)
    assert not one.get("error", "").startswith("internal error")
    assert "result" in after


@given(line=st.binary().filter(lambda line: b"\n" not in line and line.strip()))
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_bytes_get_one_answer(tools: Tools, line: bytes) -> None:
    one, after = tools.lines(line, AFTER)
    assert "error" in one
    assert "result" in after


@given(tool=st.sampled_from(sorted(TOOLS)), values=arguments)
@settings(
    deadline=None,
    max_examples=3 * settings().max_examples,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_any_arguments_get_one_answer(tools: Tools, tool: str, values: dict[str, Any]) -> None:
    answer = tools.answer(tool, values)
    assert not answer.get("error", "").startswith("internal error")


@pytest.mark.parametrize(
    ("tool", "arguments", "right"),
    [
        ("remember", {"content": "x"}, "memory:write"),
        ("forget", {"memory_id": "00000000"}, "memory:write"),
        ("search", {"query": ""}, "memory:read"),
        ("show", {"memory_id": "00000000"}, "memory:read"),
        ("validate_memory", {"source_id": "a", "current_source_hash": "b"}, "memory:read"),
    ],
)
def test_a_tool_needs_its_right(tools: Tools, tool: str, arguments: dict[str, str], right: str) -> None:
    others = sorted({"memory:read", "memory:write"} - {right})
    for rights in ([], others):
        line = json.dumps({"tool": tool, "args": arguments, "rights": rights}).encode()
        assert tools.lines(line) == [{"error": f"403 Forbidden: {right} is required"}]
    [answer] = tools.lines(json.dumps({"tool": tool, "args": arguments, "rights": [right]}).encode())
    assert "Forbidden" not in str(answer)
    assert len(tools.result("search", {"query": ""})) == (tool == "remember")
