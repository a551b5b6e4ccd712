"""Starting `letopis` as a process, in a folder and an environment of its own."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from bot.settings import Variable

ROOT = Path(__file__).parents[2]
_MEASURED = "COVERAGE_PROCESS_CONFIG"
"""By which coverage goes on in processes: it would double what a start takes, and hardly a line runs there
alone."""
_NOT_INHERITED = {*Variable, _MEASURED, "LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE"}


def environment(settings: Mapping[str, str]) -> dict[str, str]:
    """This process's environment without any settings but these, in English."""
    inherited = {name: value for name, value in os.environ.items() if name not in _NOT_INHERITED}
    return {**inherited, "LANG": "C.UTF-8", "PYTHONPATH": str(ROOT), **settings}


def letopis(
    folder: Path, *words: str, lines: str | bytes = b"", **settings: str
) -> subprocess.CompletedProcess[str]:
    """Run the command to its end."""
    return python(folder, "-m", "bot", *words, lines=lines, **settings)


def python(
    folder: Path, *words: str, lines: str | bytes = b"", **settings: str
) -> subprocess.CompletedProcess[str]:
    """Run Python with these words to its end; what it prints is read as UTF-8, whatever it thinks."""
    done = subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env=environment(settings),
        input=lines.encode() if isinstance(lines, str) else lines,
        capture_output=True,
        check=False,
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


@dataclass(frozen=True)
class Running:
    """A process with pipes to and from it."""

    process: "subprocess.Popen[bytes]"
    input: IO[bytes]
    output: IO[bytes]
    errors: IO[bytes]


@contextmanager
def running(folder: Path, *words: str, **settings: str) -> Iterator[Running]:
    """The command as it runs; it is waited for at the end."""
    with subprocess.Popen(
        [sys.executable, "-m", "bot", *words],
        cwd=folder,
        env=environment(settings),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        yield Running(process, process.stdin, process.stdout, process.stderr)


def line(tool: str, args: object, **more: object) -> str:
    """A line for `letopis call --stdin`."""
    return json.dumps({"tool": tool, "args": args, **more}, ensure_ascii=False) + "\n"


def answers(done: subprocess.CompletedProcess[str]) -> list[Any]:
    """The JSON objects that were printed, one a line."""
    return [json.loads(line) for line in done.stdout.splitlines()]
