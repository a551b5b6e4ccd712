"""The command line, `letopis`: what was typed becomes one command, and its outcome an exit status.

Imports that take time happen in the branch that needs them. `run` and `console` print a line before theirs;
`call`, `jobs`, `status`, `rebuild-index` and `backup` never import aiogram.
"""

import errno
import io
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import IntEnum
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from bot.arguments import (
    BackUp,
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

if TYPE_CHECKING:
    from bot.maintenance import Maintenance
    from bot.settings import Settings
    from core.storage import Store

Act = Callable[["Settings"], "Exit"]


class Exit(IntEnum):
    """What the process says when it ends."""

    FINE = 0
    ANSWER_WAS_ERROR = 1
    UNUSABLE = 2
    INTERRUPTED = 130
    """128 and the number of SIGINT, as shells say it."""


def main(words: Sequence[str] | None = None) -> int:
    """Do what was typed. SystemExit, from argparse, after `--help` and on wrong usage."""
    _mend_streams()
    try:
        try:
            return _perform(parse(sys.argv[1:] if words is None else words))
        finally:
            sys.stdout.flush()
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    except BrokenPipeError:
        # The reader has had enough.
        _drop_output()
        return Exit.FINE
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        _drop_output()
        return _unusable(f"letopis: {error.strerror}")


def _mend_streams() -> None:
    """Make standard streams usable whatever they are."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        # Python has None for one that the caller closed, and its number would go to the next file opened.
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115  for good
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A terminal that lacks our letters shows question marks; it is no reason to fail.
        sys.stdout.reconfigure(errors="replace")


def _drop_output() -> None:
    """Let what is still buffered go nowhere, so that it does not complain at exit.

    Source: https://docs.python.org/3/library/signal.html#note-on-sigpipe
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _perform(command: Command) -> Exit:
    match command:
        case Help(text):
            print(text, end="")
            return Exit.FINE
        case Version():
            print(f"Letopis {_version()}")
            return Exit.FINE
        case Run():
            _greet(sys.stdout)
            return _with_settings(_run)
        case Console(script):
            _greet(sys.stderr if script else sys.stdout)
            return _with_settings(partial(_console, script=script))
        case CallOne() | CallLines():
            return _with_settings(partial(_call, command))
        case ListJobs() | RunJobs() | RetryJobs() | ShowStatus() | RebuildIndex():
            return _with_settings(partial(_maintain, command))
        case BackUp(to):
            return _with_settings(partial(_back_up, to))


def _version() -> str:
    try:
        return metadata.version("letopis")
    except metadata.PackageNotFoundError:
        return "(not installed)"


def _greet(stream: TextIO) -> None:
    """Show at once that something happens; what comes next takes seconds to import."""
    print(f"Letopis {_version()} …", file=stream, flush=True)


def _with_settings(act: Act) -> Exit:
    """Act on the settings; where they or the database cannot be used, say why and what to do."""
    from bot.settings import BadSettings, load_settings, unknown_names
    from core.errors import StorageError

    try:
        settings = load_settings()
    except BadSettings as error:
        from bot.problems import settings_problem
        from bot.texts import texts_for

        return _unusable(settings_problem(error, texts_for(error.locale)))
    if unknown := unknown_names():
        from bot.problems import unknown_settings
        from bot.texts import texts_for

        print(unknown_settings(unknown, texts_for(settings.default_locale)), file=sys.stderr)
    try:
        return act(settings)
    except StorageError as error:
        from bot.problems import storage_problem
        from bot.texts import texts_for

        return _unusable(storage_problem(error, texts_for(settings.default_locale)))


def _unusable(problem: str) -> Exit:
    print(problem, file=sys.stderr)
    return Exit.UNUSABLE


def _run(settings: "Settings") -> Exit:
    if settings.bot_token is None:
        return _console(settings, script=False)
    with _serving(settings, sys.stdout) as store:
        from bot.app import run_telegram
        from bot.polling import TOKEN_UNKNOWN
        from bot.texts import texts_for

        texts = texts_for(settings.default_locale)
        say = partial(print, flush=True)
        say(texts.say("Asking Telegram for messages. While it cannot be reached, Letopis keeps trying."))
        try:
            run_telegram(settings, store, settings.bot_token.get_secret_value(), say)
        except TOKEN_UNKNOWN:
            return _unusable(
                texts.say("Telegram does not know this BOT_TOKEN. @BotFather shows the right one.")
            )
    return Exit.FINE


def _console(settings: "Settings", *, script: bool) -> Exit:
    with _serving(settings, sys.stderr if script else sys.stdout) as store:
        from bot.app import run_console

        run_console(settings, store, script=script)
    return Exit.FINE


@contextmanager
def _serving(settings: "Settings", out: TextIO) -> "Iterator[Store]":
    """The store, ready for a chat; what is in it is told first."""
    import asyncio

    from bot.logs import configure
    from bot.maintenance import counts_line, renewing_line
    from bot.opening import opened
    from bot.texts import texts_for

    configure(settings.log_level)
    texts = texts_for(settings.default_locale)
    with opened(settings) as (store, memory):
        if not asyncio.run(memory.housekeeping.index_is_current()):
            print(renewing_line(texts), file=out, flush=True)
        print(counts_line(asyncio.run(memory.housekeeping.counts()), texts), file=out, flush=True)
        yield store


def _call(command: CallOne | CallLines, settings: "Settings") -> Exit:
    import asyncio

    from bot.call import Calls
    from bot.opening import opened

    with (
        opened(settings) as (_, memory),
        asyncio.Runner() as runner,
        # Not `sys.stdout.buffer`: with PYTHONUNBUFFERED that may write a part and be content.
        os.fdopen(sys.stdout.fileno(), "wb", closefd=False) as answers,
    ):
        runner.run(memory.housekeeping.renew_index())
        calls = Calls(memory, answers, runner)
        try:
            if isinstance(command, CallOne):
                fine = calls.words(command.caller, command.tool, command.arguments)
            else:
                fine = calls.lines(sys.stdin.buffer, command.caller)
        finally:
            runner.run(memory.archive.close())
    return Exit.FINE if fine else Exit.ANSWER_WAS_ERROR


def _maintain(command: "Maintenance", settings: "Settings") -> Exit:
    import asyncio

    from bot.maintenance import maintain
    from bot.opening import opened

    with opened(settings, make=False) as (_, memory):
        said = asyncio.run(maintain(command, memory, settings, _version()))
    if said:
        print(said)
    return Exit.FINE


def _back_up(to: Path, settings: "Settings") -> Exit:
    import signal

    from bot.maintenance import copied_line
    from bot.texts import texts_for
    from core.storage.backup import back_up

    # Else what was begun would stay beside the copies.
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    size = back_up(settings.database_url, to)
    print(copied_line(to, size, texts_for(settings.default_locale)))
    return Exit.FINE


if __name__ == "__main__":
    sys.exit(main())
