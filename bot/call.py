"""`letopis call` (SPEC section 3): one use of a tool, or one a line, each answered by one JSON object."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from bot.refusals import sentence
from bot.tools.caller import Caller
from bot.tools.json_text import Malformed
from bot.tools.registry import TOOLS
from bot.tools.requests import Request, read_line, read_words
from bot.tools.shapes import quoted, shown
from bot.tools.tool import Result
from core.errors import Invalid, StorageError
from core.guard import clean
from core.memory import Memory

LINE_LIMIT = 16 << 20
"""Bytes of a line at most: far more than any call takes that could succeed."""


@dataclass(frozen=True)
class Failure:
    """Why there is no result, in English."""

    error: str


Answer = Result | Failure


@dataclass(frozen=True)
class Calls:
    """Serves calls one after another; answers are written at once."""

    memory: Memory
    answers: BinaryIO
    runner: asyncio.Runner

    def words(self, caller: Caller, tool: str, arguments: str) -> bool:
        """Serve the call in the words of the command line. Whether it succeeded."""
        return self._serve(read_words(caller, tool, arguments))

    def lines(self, lines: BinaryIO, default: Caller) -> bool:
        """Serve a call a line until the end. Whether all succeeded; blank lines are passed over.

        The lines are read between the runs of the event loop, on the main thread: nothing else waits
        meanwhile, and Ctrl-C ends a read that would wait for ever.
        """
        fine = True
        for line in _lines(lines):
            if line is None:
                fine &= self._serve(Malformed(f"the line: longer than {LINE_LIMIT} bytes"))
            elif line.strip():
                fine &= self._serve(read_line(line, default))
        return fine

    def _serve(self, asked: Request | Malformed | Invalid) -> bool:
        answer = self.runner.run(_answer(self.memory, asked))
        self.answers.write(rendered(answer))
        self.answers.flush()
        return isinstance(answer, Result)


async def _answer(memory: Memory, asked: Request | Malformed | Invalid) -> Answer:
    match asked:
        case Malformed(problem):
            return Failure(problem)
        case Invalid():
            return Failure(sentence(asked))
        case Request():
            return await _use(memory, asked)


async def _use(memory: Memory, request: Request) -> Answer:
    tool = TOOLS.get(request.tool)
    if tool is None:
        return Failure(f"unknown tool `{shown(request.tool)}`: there are {quoted(TOOLS)}")
    if not request.caller.may(tool.right):
        return Failure(f"403 Forbidden: {tool.right} is required")
    try:
        answer = await tool(memory, request.caller, request.arguments)
    except StorageError as error:
        # Imported where it is needed: the texts of people take time to load.
        from bot.problems import ENGLISH, storage_problem

        return Failure(storage_problem(error, ENGLISH))
    except Exception as error:  # noqa: BLE001  one call that breaks must not end the others; the log has it
        from bot.logs import report

        report(error)
        return Failure(f"internal error: {type(error).__name__}")
    return answer if isinstance(answer, Result) else Failure(sentence(answer))


def rendered(answer: Answer) -> bytes:
    """The answer as a line of JSON in UTF-8.

    An error may repeat what the caller gave: without secrets (SPEC section 9), and with `?` for a lone
    surrogate, which no encoding has.
    """
    named = (
        {"result": answer.value, **answer.beside}
        if isinstance(answer, Result)
        else {"error": clean(answer.error).text}
    )
    return f"{json.dumps(named, ensure_ascii=False)}\n".encode(errors="replace")


def _lines(source: BinaryIO) -> Iterator[bytes | None]:
    """The lines of a stream, None for one that is too long."""
    while line := source.readline(LINE_LIMIT + 1):
        if len(line) <= LINE_LIMIT or line.endswith(b"\n"):
            yield line
            continue
        while line and not line.endswith(b"\n"):
            line = source.readline(LINE_LIMIT)
        yield None
