"""What the core needs from outside. The store is no port: there is one."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from core.judgement import Judgement, Malformed, Question


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """The present moment, aware, in UTC."""
        ...


class Model(Protocol):
    """A judge of records: a language model behind HTTP, or the built-in one.

    What it raises is `ModelAway`, and nothing else.
    """

    @property
    def is_ready(self) -> bool:
        """Whether it may be asked now: it is not, for a while, after it failed several times."""
        ...

    @property
    def at_once(self) -> int:
        """How many questions it is worth asking at the same time: 1 where it thinks in this process."""
        ...

    @property
    def judges_versions(self) -> bool:
        """Whether it is asked of versions of one fact too, of which the chat has asked a person already."""
        ...

    @property
    def knows_words(self) -> bool:
        """Whether it has words to offer for a search."""
        ...

    async def judge(self, question: Question, *, insist: bool = False) -> Judgement | Malformed:
        """How a new record relates to older ones; with `insist`, it is asked although it is not ready."""
        ...

    async def words(self, query: str, known: Sequence[str]) -> tuple[str, ...] | Malformed:
        """Synonyms and terms for a query, beside keys and labels that are in use."""
        ...

    async def reachable(self) -> bool:
        """Whether it answers at all."""
        ...

    async def close(self) -> None:
        """Let go of its connections."""
        ...
