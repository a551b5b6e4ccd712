"""Presses of buttons and inline queries, from the person's side: what they wait for and what they get."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.telegram.clock import Clock
from tests.telegram.schema import Json

if TYPE_CHECKING:
    from tests.telegram.people import Person
    from tests.telegram.users import User

CALLBACK_LIFE = 60
INLINE_LIFE = 30
"""How long a query can be answered, in seconds."""

INLINE_CACHE = 300
"""How long an answer to an inline query is shown again, unless the bot says otherwise."""


@dataclass(eq=False)
class Press:
    """A press of a button, and the notice that answered it."""

    id: str
    person: Person
    data: str
    made: float
    answer: Json | None = None

    @property
    def notice(self) -> str | None:
        """The words that the person was shown, if any."""
        return (self.answer or {}).get("text")

    @property
    def is_alert(self) -> bool:
        """Whether they had to be dismissed."""
        return bool((self.answer or {}).get("show_alert"))

    async def answered(self, within: float = 10) -> Press:
        """Wait for the bot's answer."""
        await self.person.world.wait_for(lambda: self.answer is not None, within)
        return self


@dataclass(eq=False)
class InlineQuery:
    """Words typed after the bot's name, and the results that came."""

    id: str
    person: Person
    words: str
    offset: str
    made: float
    answer: Json | None = None
    from_cache: bool = False
    """Whether the bot was not even asked."""

    @property
    def results(self) -> list[Json]:
        """What the person is offered."""
        results: list[Json] = (self.answer or {}).get("results", [])
        return results

    @property
    def titles(self) -> list[str]:
        """The titles of the results."""
        return [result.get("title", "") for result in self.results]

    async def answered(self, within: float = 10) -> InlineQuery:
        """Wait for the bot's answer."""
        await self.person.world.wait_for(lambda: self.answer is not None, within)
        return self


class Queries:
    """The queries that wait for the bot, and Telegram's cache of inline answers."""

    def __init__(self, clock: Clock, changed: Callable[[], None]) -> None:
        self._clock = clock
        self._changed = changed
        self._count = 0
        self._presses: dict[str, Press] = {}
        self._inline: dict[str, InlineQuery] = {}
        self._cache: dict[tuple[str, str, int | None], tuple[float, Json]] = {}

    def press(self, person: Person, data: str) -> Press:
        """Note a press."""
        new = Press(self._next_id(), person, data, self._clock.now)
        self._presses[new.id] = new
        return new

    def inline(self, person: Person, words: str, offset: str) -> InlineQuery:
        """Note an inline query; one that is answered from the cache needs no bot."""
        new = InlineQuery(self._next_id(), person, words, offset, self._clock.now)
        for owner in (person.id, None):
            until, answer = self._cache.get((words, offset, owner), (0.0, {}))
            if until > self._clock.now:
                new.answer, new.from_cache = answer, True
                return new
        self._inline[new.id] = new
        return new

    def take_press(self, query_id: str) -> Press | None:
        """The press with an id, if it can still be answered; once only."""
        press = self._presses.pop(query_id, None)
        return press if press and self._clock.now - press.made < CALLBACK_LIFE else None

    def take_inline(self, query_id: str) -> InlineQuery | None:
        """The inline query with an id, if it can still be answered; once only."""
        query = self._inline.pop(query_id, None)
        return query if query and self._clock.now - query.made < INLINE_LIFE else None

    def keep(self, query: InlineQuery, answer: Json) -> None:
        """Give an answer to the person and, as Telegram does, to whoever asks the same for a while."""
        query.answer = answer
        until = self._clock.now + answer.get("cache_time", INLINE_CACHE)
        owner = query.person.id if answer.get("is_personal") else None
        self._cache[query.words, query.offset, owner] = (until, answer)
        self._changed()

    def _next_id(self) -> str:
        self._count += 1
        return str(4_000_000_000 + self._count)


def query_json(query: InlineQuery, person: User, chat_type: str) -> Json:
    """The InlineQuery that the bot is asked."""
    return {
        "id": query.id,
        "from": person.json(with_language=True),
        "query": query.words,
        "offset": query.offset,
        "chat_type": chat_type,
    }
