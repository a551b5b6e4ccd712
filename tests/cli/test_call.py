"""`letopis call` as a process: its answers, its exit status, and what other processes see of it."""

import random
from pathlib import Path

from bot.tools.registry import TOOLS
from tests.cli.process import answers, letopis, line
from tests.quality.fakes import fake


def test_a_result_is_one_json_object_and_status_0(tmp_path: Path) -> None:
    done = letopis(tmp_path, "call", "remember", '{"content": "деплой по вторникам"}')
    assert done.returncode == 0
    assert done.stderr == ""
    [answer] = answers(done)
    assert list(answer) == ["result"]
    assert "деплой по вторникам" in done.stdout


def test_an_error_is_one_json_object_and_status_1(tmp_path: Path) -> None:
    done = letopis(tmp_path, "call", "show", '{"memory_id": "7K2MQ9XA"}')
    assert done.returncode == 1
    assert answers(done) == [{"error": "record not found"}]
    assert done.stderr == ""


def test_the_help_names_every_argument_of_every_tool(tmp_path: Path) -> None:
    done = letopis(tmp_path, "call", "--help")
    lines = [line.strip() for line in done.stdout.splitlines()]
    for tool in TOOLS.values():
        after = lines[lines.index(tool.name) + 1 :]
        for name, said in zip(tool.arguments.model_fields, after, strict=False):
            assert said.startswith(f"{name}: ")
    assert "content: a text of 1 to 20000 characters; required" in lines
    assert 'workspace: a text of 1 to 128 characters; "default" if left out' in lines
    assert (
        "fact_key: a text of 1 to 128 characters, or null"
        in lines[lines.index("edit") : lines.index("forget")]
    )
    assert not any("left out" in line for line in lines[lines.index("edit") : lines.index("forget")])
    assert list(tmp_path.iterdir()) == []


def test_arguments_that_are_no_json_object_are_an_error(tmp_path: Path) -> None:
    done = letopis(tmp_path, "call", "search", "query")
    assert done.returncode == 1
    assert answers(done) == [{"error": "the arguments: not valid JSON: Expecting value (character 1)"}]


def test_what_one_call_saves_the_next_one_finds(tmp_path: Path) -> None:
    letopis(tmp_path, "call", "remember", '{"content": "deploys are on Tuesdays"}', "--as", "alice")
    found = letopis(tmp_path, "call", "search", '{"query": "deploy"}', "--as", "alice")
    hidden = letopis(tmp_path, "call", "search", '{"query": "deploy"}')
    assert [one["author"] for one in answers(found)[0]["result"]] == ["alice"]
    assert answers(hidden) == [{"result": []}]


def test_lines_are_answered_in_their_order_and_one_error_makes_status_1(tmp_path: Path) -> None:
    lines = [
        line("remember", {"content": "deploys are on Tuesdays"}),
        "\n",
        line("show", {"memory_id": "none"}),
        "  \r\n",
        line("search", {"query": "deploy"}),
    ]
    done = letopis(tmp_path, "call", "--stdin", lines="".join(lines))
    assert done.returncode == 1
    saved, refused, found = answers(done)
    assert saved["result"]["content"] == "deploys are on Tuesdays"
    assert refused == {"error": "record not found"}
    assert [one["id"] for one in found["result"]] == [saved["result"]["id"]]


def test_no_lines_are_no_error(tmp_path: Path) -> None:
    done = letopis(tmp_path, "call", "--stdin")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_what_a_line_says_goes_before_the_options(tmp_path: Path) -> None:
    lines = [
        line("remember", {"content": "one"}),
        line("remember", {"content": "two"}, **{"as": "bob"}),
        line("search", {"query": ""}),
        line("search", {"query": ""}, chat="private"),
    ]
    done = letopis(tmp_path, "call", "--stdin", "--as", "alice", "--chat", "team", lines="".join(lines))
    assert done.returncode == 0
    *_, team, private = answers(done)
    assert [(one["content"], one["author"]) for one in team["result"]] == [("two", "bob"), ("one", "alice")]
    assert private == {"result": []}


def test_bytes_that_are_no_text_are_an_error_of_their_own_line(tmp_path: Path) -> None:
    done = letopis(
        tmp_path, "call", "--stdin", lines=b'{"tool": "\xff"}\n' + line("search", {"query": ""}).encode()
    )
    assert answers(done) == [{"error": "the line: not UTF-8 at byte 11"}, {"result": []}]


def test_words_that_are_no_text_are_an_error_too(tmp_path: Path) -> None:
    done = letopis(tmp_path, "call", "remember", '{"content": "\udcff"}')
    assert done.returncode == 1
    assert answers(done) == [{"error": "`content` must be valid Unicode text without null characters"}]


def test_no_error_repeats_a_secret(tmp_path: Path) -> None:
    token = fake("github", random.Random(4))
    lines = [line("search", {"query": "x", "workspace": token}), line(token, {}), line("show", {token: "x"})]
    done = letopis(tmp_path, "call", "--stdin", lines="".join(lines))
    assert answers(done)[0] == {"error": "workspace '[secret:github-token]' is not active"}
    assert token not in done.stdout + done.stderr
