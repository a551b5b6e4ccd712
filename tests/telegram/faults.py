"""Trouble that tests ask for: refusals, slow answers, broken connections."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from tests.telegram.refusals import Refusal, too_many_requests
from tests.telegram.schema import Json

Trouble = int | Literal["slow", "dropped", "bad json"]
"""An error code, an answer held back until it is released, a connection that is cut, an answer cut short."""

_WORDS = {
    400: "Bad Request: something is wrong",
    401: "Unauthorized",
    403: "Forbidden: bot was blocked by the user",
    404: "Not Found",
    409: "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
    500: "Internal Server Error",
    502: "Bad Gateway",
}


@dataclass(eq=False)
class Fault:
    """A trouble that befalls some calls."""

    method: str
    answer: Trouble
    left: int | None
    """How many calls more it befalls; None for all."""
    after_effect: bool
    """Whether the method does its work all the same, and only the answer to it is lost."""
    retry_after: int | None = None
    description: str | None = None
    when: Callable[[Json], bool] | None = None
    hits: list[Json] = field(default_factory=list)
    """The parameters of the calls that it has befallen."""
    _released: asyncio.Event = field(default_factory=asyncio.Event)
    _hit: asyncio.Event = field(default_factory=asyncio.Event)

    def release(self) -> None:
        """Let all that is held back go on, and whatever comes later pass."""
        self._released.set()

    async def reached(self, within: float = 10) -> None:
        """Wait until a call has met it."""
        await asyncio.wait_for(self._hit.wait(), within)

    async def hold(self) -> None:
        """Keep a call until it is released."""
        await self._released.wait()

    def refusal(self) -> Refusal:
        """The answer with an error code."""
        assert isinstance(self.answer, int), "only error codes are answers"
        if self.answer == 429:
            return too_many_requests(self.retry_after or 1)
        return Refusal(self.answer, self.description or _WORDS.get(self.answer, "Error"), scripted=True)

    def befalls(self, method: str, parameters: Json) -> bool:
        """Whether it befalls this call; if so, it is counted."""
        if self.left == 0 or self.method not in {"*", method} or (self.when and not self.when(parameters)):
            return False
        if self.left is not None:
            self.left -= 1
        self.hits.append(parameters)
        self._hit.set()
        return True


class Faults:
    """The troubles that are still to come, in the order in which they were asked for."""

    def __init__(self) -> None:
        self._planned: list[Fault] = []

    def add(self, fault: Fault) -> None:
        """Plan one."""
        self._planned.append(fault)

    def take(self, method: str, parameters: Json) -> Fault | None:
        """The one that befalls a call, if any."""
        return next((fault for fault in self._planned if fault.befalls(method, parameters)), None)

    def clear(self) -> None:
        """Forget all of them, and let go what they hold."""
        for fault in self._planned:
            fault.release()
        self._planned.clear()
