"""The command as a process: what it imports and when, what it prints, how it ends."""

import json
import os
import re
import shlex
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from core.storage import Store
from tests.cli.process import answers, environment, letopis, line, python, running

SEARCH = '{"query": ""}'
REMEMBER = '{"content": "Deploys are on Tuesdays"}'


def test_no_command_prints_the_help(tmp_path: Path) -> None:
    done = letopis(tmp_path)
    assert done.returncode == 0
    assert "usage: letopis" in done.stdout


def test_the_version_is_one_line(tmp_path: Path) -> None:
    done = letopis(tmp_path, "--version")
    assert done.returncode == 0
    assert re.fullmatch(r"Letopis .+\n", done.stdout)


@pytest.mark.parametrize("words", [["--help"], ["--version"], [], ["jobs"], ["nonsense"]])
def test_what_needs_no_memory_makes_no_file(tmp_path: Path, words: list[str]) -> None:
    letopis(tmp_path, *words)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["--version"],
        ["call", "remember", REMEMBER],
        ["call", "search", SEARCH],
        ["call", "--stdin"],
        ["jobs", "list"],
        ["jobs", "run"],
        ["status"],
        ["rebuild-index"],
    ],
)
def test_the_command_line_imports_neither_telegram_nor_scheduler_nor_migrations(
    tmp_path: Path, words: list[str]
) -> None:
    make_database(tmp_path)
    done = python(tmp_path, "-X", "importtime", "-m", "bot", *words)
    assert done.returncode == 0
    imported = {line.rpartition("|")[2].strip().partition(".")[0] for line in done.stderr.splitlines()}
    assert "argparse" in imported
    assert imported.isdisjoint({"aiogram", "aiohttp", "apscheduler", "alembic"})


def test_help_imports_nothing_that_takes_time(tmp_path: Path) -> None:
    done = python(tmp_path, "-X", "importtime", "-m", "bot", "--help")
    imported = {line.rpartition("|")[2].strip().partition(".")[0] for line in done.stderr.splitlines()}
    assert imported.isdisjoint({"pydantic", "sqlalchemy", "babel", "asyncio", "structlog"})


STOPPED = """
import sys
from importlib.abc import MetaPathFinder

class Stop(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name in sys.argv[1].split(","):
            raise SystemExit(7)

sys.meta_path.insert(0, Stop())
from bot.__main__ import main
sys.exit(main(sys.argv[2:]))
"""
"""Runs the command line up to the first import of one of the modules named."""


def test_run_and_console_print_a_line_before_anything_that_takes_time(tmp_path: Path) -> None:
    heavy = "pydantic,pydantic_settings,sqlalchemy,babel,aiogram,structlog,asyncio"
    for words in (["run"], ["console"]):
        done = python(tmp_path, "-c", STOPPED, heavy, *words)
        assert done.returncode == 7
        assert re.fullmatch(r"Letopis .+ …\n", done.stdout)
        assert done.stderr == ""


def test_a_script_has_nothing_but_json_on_standard_output(tmp_path: Path) -> None:
    done = python(tmp_path, "-c", STOPPED, "aiogram", "console", "--script")
    assert done.stdout == ""
    greeting, counts = done.stderr.splitlines()
    assert greeting.startswith("Letopis ")
    assert counts == "Records: 0 (forgotten: 0), people: 0, chats: 0."


def test_a_console_tells_how_much_there_is(tmp_path: Path) -> None:
    letopis(tmp_path, "call", "remember", REMEMBER)
    done = python(tmp_path, "-c", STOPPED, "aiogram", "run")
    assert done.stdout.splitlines()[1:] == ["Records: 1 (forgotten: 0), people: 1, chats: 1."]


def test_an_index_of_other_word_rules_is_told_and_made_anew_by_the_console(tmp_path: Path) -> None:
    letopis(tmp_path, "call", "remember", REMEMBER)
    outdate_index(tmp_path)
    done = python(tmp_path, "-c", STOPPED, "aiogram", "run")
    assert done.stdout.splitlines()[1:] == [
        "The rules for words have changed: the index is being rebuilt, and searches work meanwhile.",
        "Records: 1 (forgotten: 0), people: 1, chats: 1.",
    ]
    letopis(tmp_path, "console", "--script", lines=":wait 1\n")
    assert json.loads(letopis(tmp_path, "status", "--json").stdout)["index_is_current"] is True


def test_an_index_of_other_word_rules_is_made_anew_before_a_call_without_a_word(tmp_path: Path) -> None:
    letopis(tmp_path, "call", "remember", REMEMBER)
    outdate_index(tmp_path)
    done = letopis(tmp_path, "call", "search", '{"query": "deploy"}')
    assert [found["content"] for found in answers(done)[0]["result"]] == ["Deploys are on Tuesdays"]
    assert done.stderr == ""
    assert json.loads(letopis(tmp_path, "status", "--json").stdout)["index_is_current"] is True


def test_status_tells_how_much_there_is(tmp_path: Path) -> None:
    letopis(tmp_path, "call", "remember", REMEMBER)
    done = letopis(tmp_path, "status")
    assert done.returncode == 0
    *lines, due = done.stdout.splitlines()[1:]
    assert lines == [
        "Database: sqlite:///letopis.db",
        "Records: 1 (forgotten: 0), people: 1, chats: 1.",
        "Model: builtin, reachable.",
        "Archivist: waiting: 1, done: 0, nothing to judge: 0, given up: 0.",
    ]
    assert re.fullmatch(r"The next run is due: \w{3} \d\d?, 20\d\d, \d\d:\d\d UTC", due)


def test_status_notices_an_index_of_other_word_rules(tmp_path: Path) -> None:
    letopis(tmp_path, "call", "remember", REMEMBER)
    outdate_index(tmp_path)
    last = letopis(tmp_path, "status").stdout.splitlines()[-1]
    assert last == "The index was built by other rules for words: the next start rebuilds it."


def test_status_tells_programs_the_same(tmp_path: Path) -> None:
    make_database(tmp_path)
    told = json.loads(letopis(tmp_path, "status", "--json").stdout)
    assert told.pop("version")
    assert told == {
        "database": "sqlite:///letopis.db",
        "records": 0,
        "forgotten": 0,
        "people": 0,
        "spaces": 0,
        "index_is_current": True,
        "model": "builtin",
        "model_reachable": True,
        "runs": {"waiting": 0, "done": 0, "dropped": 0, "given_up": 0},
        "oldest_due": None,
        "last_error": None,
        "dropped_links": 0,
        "discarded": 0,
    }


def test_a_quiet_status_prints_nothing(tmp_path: Path) -> None:
    make_database(tmp_path)
    done = letopis(tmp_path, "status", "--quiet")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_index_can_be_made_anew(tmp_path: Path) -> None:
    letopis(tmp_path, "call", "remember", REMEMBER)
    done = letopis(tmp_path, "rebuild-index")
    assert (done.returncode, done.stdout) == (0, "The index was rebuilt from 1 record.\n")


def test_nothing_waits_yet(tmp_path: Path) -> None:
    make_database(tmp_path)
    assert letopis(tmp_path, "jobs", "list").stdout == "Nothing is waiting.\n"
    assert letopis(tmp_path, "jobs", "list", "--json", "--all").stdout == "[]\n"


def test_jobs_run_tells_what_it_did(tmp_path: Path) -> None:
    make_database(tmp_path)
    done = letopis(tmp_path, "jobs", "run", "--now")
    assert (done.returncode, done.stdout) == (
        0,
        "Tidied away: old searches: 0, old traces of changes: 0, texts of forgotten records: 0.\n"
        "Archivist: judged: 0, skipped: 0, queued again: 0, nothing to judge: 0, given up: 0; waiting: 0.\n",
    )


def test_people_are_spoken_to_in_the_language_of_the_system(tmp_path: Path) -> None:
    make_database(tmp_path)
    for settings in ({"LC_ALL": "ru_RU.UTF-8"}, {"LC_ALL": "ko_KR.UTF-8", "DEFAULT_LOCALE": "ru"}):
        done = letopis(tmp_path, "jobs", "list", **settings)
        assert done.stdout == "Ничего не ждёт.\n"


def test_a_terminal_without_our_letters_is_no_reason_to_fail(tmp_path: Path) -> None:
    make_database(tmp_path)
    done = letopis(tmp_path, "jobs", "list", DEFAULT_LOCALE="ko", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "?" in done.stdout


def test_a_reader_that_has_had_enough_ends_it_quietly(tmp_path: Path) -> None:
    one = line("search", {"query": ""}).encode()
    with running(tmp_path, "call", "--stdin") as call:
        call.input.write(one)
        call.input.flush()
        assert call.output.readline() == b'{"result": []}\n'
        call.output.close()
        call.input.write(one)
        call.input.close()
        assert call.errors.read() == b""
        assert call.process.wait() == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no such device")
def test_answers_that_cannot_be_written_are_told_on_standard_error(tmp_path: Path) -> None:
    for words in ("call --stdin", "status"):
        done = shell(tmp_path, f"{words} > /dev/full")
        assert (done.returncode, done.stderr) == (2, "letopis: No space left on device\n")


@pytest.mark.skipif(os.name != "posix", reason="says it in the words of a shell")
def test_closed_streams_are_as_good_as_empty_ones(tmp_path: Path) -> None:
    for words in ("call --stdin <&-", "status >&-", "call search '{}' >&- 2>&-"):
        done = shell(tmp_path, words)
        assert (done.stdout, done.stderr) == ("", "")
        assert done.returncode == (1 if "{}" in words else 0)


def test_ctrl_c_ends_it_quietly(tmp_path: Path) -> None:
    # Where Ctrl-C is ignored, as in what a shell starts in the background, processes inherit that.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with running(tmp_path, "call", "--stdin") as call:
            call.input.write(line("search", {"query": ""}).encode())
            call.input.flush()
            assert call.output.readline() == b'{"result": []}\n'
            call.process.send_signal(signal.SIGINT)
            assert call.errors.read() == b""
            assert call.process.wait() == 130
    finally:
        signal.signal(signal.SIGINT, before)


def shell(folder: Path, words: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a shell, with one call on its input."""
    return subprocess.run(
        f"{shlex.quote(sys.executable)} -m bot {words}",
        shell=True,
        cwd=folder,
        env=environment({}),
        input=line("search", {"query": ""}),
        capture_output=True,
        text=True,
        check=False,
    )


def make_database(folder: Path) -> None:
    """Make a database without records, as the first start does."""
    Store.open(f"sqlite:///{folder / 'letopis.db'}").close()


def outdate_index(folder: Path) -> None:
    """Make the index of the database there one of other word rules, without words."""
    with sqlite3.connect(folder / "letopis.db") as connection:
        connection.execute("UPDATE index_state SET words_version = 0")
        connection.execute("INSERT INTO record_words (record_words) VALUES ('delete-all')")
    connection.close()
