"""Calls as a program makes them: lines in, JSON out."""

import asyncio
import io
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from bot.call import Calls
from bot.tools.caller import Caller
from core.memory import Memory


@dataclass(frozen=True)
class Tools:
    """The tools of one memory."""

    memory: Memory
    runner: asyncio.Runner

    def lines(self, *lines: bytes, default: Caller | None = None) -> list[Any]:
        """The answers to these lines, read strictly."""
        out = io.BytesIO()
        calls = Calls(self.memory, out, self.runner)
        fine = calls.lines(io.BytesIO(b"\n".join(lines)), Caller() if default is None else default)
        found = [strict(line) for line in out.getvalue().splitlines()]
        assert fine == all("result" in answer for answer in found)
        return found

    def answer(self, tool: str, arguments: object, **more: object) -> Any:
        """The whole answer to one call; `by` stands for the name `as`."""
        if "by" in more:
            more["as"] = more.pop("by")
        [answer] = self.lines(json.dumps({"tool": tool, "args": arguments, **more}).encode())
        return answer

    def result(self, tool: str, arguments: object, **more: object) -> Any:
        """The result of a call that succeeds."""
        return self.answer(tool, arguments, **more)["result"]

    def error(self, tool: str, arguments: object, **more: object) -> str:
        """The error of a call that does not."""
        error: str = self.answer(tool, arguments, **more)["error"]
        return error

    def save(self, content: str, by: str = "owner", chat: str | None = None, **more: object) -> Any:
        """The record of a text that someone saves."""
        return self.result("remember", {"content": content, **more}, by=by, chat=chat)

    def found(self, query: str, by: str = "owner", chat: str | None = None, **more: object) -> list[Any]:
        """The contents that someone finds."""
        found = self.result("search", {"query": query, **more}, by=by, chat=chat)
        return contents(found)


def contents(found: Iterable[Any]) -> list[Any]:
    """The contents of records."""
    return [record["content"] for record in found]


def strict(line: bytes) -> Any:
    """A line of JSON in UTF-8, as strict readers take it: one object with one name, valid text throughout."""
    text = line.decode()
    answer = json.loads(text, parse_constant=_refuse)
    assert list(answer) in (["result"], ["error"])
    json.dumps(answer, ensure_ascii=False).encode()
    return answer


def _refuse(name: str) -> None:
    raise AssertionError(name)
