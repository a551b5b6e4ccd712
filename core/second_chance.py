"""The second chance of a search (SPEC section 4, point 5): a language model is asked for other words."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from core.errors import ModelAway
from core.ids import SpaceId
from core.judgement import Clean, Malformed, beginning
from core.ports import Clock, Model

SECONDS = 3.0
"""How long a search waits for a model."""
KEPT = timedelta(hours=1)
"""How long the words for a query are remembered."""
REMEMBERED = 1_000
"""Queries whose words are remembered."""
KNOWN = 50
"""Keys and labels that a model is told of at most."""
QUERY_LIMIT = 500
"""Characters of a query that a model is told of at most."""


@dataclass(frozen=True)
class Sent:
    """Exactly what a model is told, and from where: who may see other keys gets other words."""

    space: SpaceId
    workspace: str | None
    query: str
    known: tuple[str, ...]


class SecondChance:
    """Asks for words, and remembers what was answered."""

    def __init__(self, model: Model | None, clock: Clock, clean: Clean, seconds: float = SECONDS) -> None:
        self._model = model if model is not None and model.knows_words else None
        self._clock = clock
        self._clean = clean
        self._seconds = seconds
        self._remembered: OrderedDict[Sent, tuple[tuple[str, ...], datetime]] = OrderedDict()

    @property
    def exists(self) -> bool:
        """Whether there is anybody to ask."""
        return self._model is not None

    async def words(
        self, space: SpaceId, workspace: str | None, query: str, known: Sequence[str]
    ) -> tuple[str, ...] | None:
        """Other words for a query, cleaned; None where the model is away."""
        sent = Sent(space, workspace, self._clean(beginning(query))[:QUERY_LIMIT], tuple(known[:KNOWN]))
        now = self._clock.now()
        words, since = self._remembered.get(sent, (None, now))
        # A clock that was put back must not keep them for years.
        if words is not None and timedelta() <= now - since < KEPT:
            return words
        words = await self._ask(sent)
        if words is not None:
            self._remembered[sent] = words, now
            while len(self._remembered) > REMEMBERED:
                self._remembered.popitem(last=False)
        return words

    async def _ask(self, sent: Sent) -> tuple[str, ...] | None:
        assert self._model is not None
        if not self._model.is_ready:
            return None
        try:
            async with asyncio.timeout(self._seconds):
                words = await self._model.words(sent.query, sent.known)
        except (ModelAway, TimeoutError):
            return None
        return None if isinstance(words, Malformed) else words
