"""Logs: what they keep of a line, and what they never show."""

import io
import json
import logging
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog
from aiogram import loggers

from bot.logs import configure, report
from bot.settings import LogLevel
from tests.cli.process import python


class Screen(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def as_it_was() -> Iterator[None]:
    """Whatever a test configures is taken back."""
    root = logging.getLogger()
    handlers, level, show = root.handlers[:], root.level, warnings.showwarning
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    warnings.showwarning = show
    structlog.reset_defaults()


def test_a_pipe_gets_json_lines() -> None:
    out = io.StringIO()
    configure(LogLevel.INFO, out)
    structlog.get_logger("letopis").info("saved", record="7K2MQ9XA", chat=3)
    logged = json.loads(out.getvalue())
    assert logged.pop("timestamp").endswith("Z")
    assert logged == {"event": "saved", "record": "7K2MQ9XA", "chat": 3, "level": "info", "logger": "letopis"}


def test_a_terminal_gets_keys_and_values() -> None:
    out = Screen()
    configure(LogLevel.INFO, out)
    structlog.get_logger("letopis").info("saved", record="7K2MQ9XA")
    assert "event=saved" in out.getvalue()
    assert "record=7K2MQ9XA" in out.getvalue()


@pytest.mark.parametrize(
    ("level", "shown"),
    [
        (LogLevel.DEBUG, ["debug", "info", "warning", "error"]),
        (LogLevel.INFO, ["info", "warning", "error"]),
        (LogLevel.WARNING, ["warning", "error"]),
        (LogLevel.ERROR, ["error"]),
    ],
)
def test_the_level_says_from_which_weight_on(level: LogLevel, shown: list[str]) -> None:
    for log in (structlog.get_logger("letopis"), logging.getLogger("aiogram.event")):
        out = io.StringIO()
        configure(level, out)
        for name in ("debug", "info", "warning", "error"):
            getattr(log, name)("one")
        assert [json.loads(line)["level"] for line in out.getvalue().splitlines()] == shown


def test_a_library_keeps_its_numbers_and_loses_its_words() -> None:
    out = io.StringIO()
    configure(LogLevel.INFO, out)
    loggers.event.info("Update id=%s is %s. Duration %d ms by bot id=%d", 7, "hunter2", 12, 42)
    loggers.event.info("as %(name)s says, %(n)d", {"name": "hunter2", "n": 1})
    loggers.event.info("first line\nhunter2")
    assert [json.loads(line)["event"] for line in out.getvalue().splitlines()] == [
        "Update id=7 is …. Duration 12 ms by bot id=42",
        "as … says, 1",
        "first line",
    ]


@pytest.mark.parametrize("level", list(LogLevel))
def test_headers_of_what_servers_answer_are_never_logged(level: LogLevel) -> None:
    out = io.StringIO()
    configure(level, out)
    logging.getLogger("httpcore.http11").debug("complete return_value=[(b'Set-Cookie', b'hunter2')]")
    assert out.getvalue() == ""


def test_of_an_error_its_kind_and_place_are_kept() -> None:
    out = io.StringIO()
    configure(LogLevel.INFO, out)
    try:
        raise ValueError("hunter2")
    except ValueError as error:
        report(error)
        structlog.get_logger("letopis").exception("failed")
        loggers.event.exception("Cause exception: %s", error)
    assert "hunter2" not in out.getvalue()
    assert str(Path(__file__).parent) not in out.getvalue()
    for line in out.getvalue().splitlines():
        logged = json.loads(line)
        assert logged["error"] == "ValueError"
        assert logged["places"].startswith("cli/test_logs.py:")


def test_a_warning_does_not_show_its_text() -> None:
    out = io.StringIO()
    configure(LogLevel.WARNING, out)
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        # `catch_warnings` puts this back as well.
        configure(LogLevel.WARNING, out)
        warnings.warn("Update: hunter2", RuntimeWarning, stacklevel=1)
    logged = json.loads(out.getvalue())
    assert logged["kind"] == "RuntimeWarning"
    assert logged["place"].startswith("cli/test_logs.py:")
    assert "hunter2" not in out.getvalue()


def test_an_unexpected_error_is_logged_where_nothing_was_configured(tmp_path: Path) -> None:
    done = python(tmp_path, "-c", "from bot.logs import report; report(ValueError('hunter2'))")
    logged = json.loads(done.stderr)
    assert (logged["level"], logged["error"]) == ("error", "ValueError")
    assert "hunter2" not in done.stderr
