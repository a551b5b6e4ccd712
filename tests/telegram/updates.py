"""The queue of updates, and long polling."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from tests.telegram.clock import DAY, Clock
from tests.telegram.refusals import Refusal, conflict
from tests.telegram.schema import Json, schema

KINDS = tuple(name for name in schema().types["Update"] if not name.endswith("!"))
NOT_BY_DEFAULT = {"chat_member", "message_reaction", "message_reaction_count"}
LIVES = {"callback_query": 150, "inline_query": 30}
"""How long an update waits for the bot, in seconds; what is not named here waits for a day."""

_LATER_POLL = "terminated by other getUpdates request; make sure that only one bot instance is running"
_FIRST_ID = 700_000_001


@dataclass(frozen=True)
class Update:
    """An update that the bot has not confirmed."""

    id: int
    kind: str
    queue: int
    """The chat or person whose updates come one after another."""
    body: Json
    expires: float

    def json(self) -> Json:
        """As the bot gets it."""
        return {"update_id": self.id, self.kind: self.body}


class Updates:
    """What waits for the bot. It is given until it is confirmed."""

    def __init__(self, clock: Clock, changed: Callable[[], None]) -> None:
        self.allowed: frozenset[str] = frozenset(KINDS) - NOT_BY_DEFAULT
        """Kept from call to call, as the bot last named them."""
        self.made: list[Update] = []
        """All that the bot was ever told of, for assertions."""
        self.listeners: list[Callable[[], None]] = []
        """Called when there is something new."""
        self._clock = clock
        self.changed = changed
        self._waiting: list[Update] = []
        self._next_id = _FIRST_ID
        self._poll: asyncio.Future[None] | None = None

    @property
    def pending(self) -> list[Update]:
        """Those that were not confirmed and are not too old."""
        now = self._clock.now
        self._waiting = [update for update in self._waiting if update.expires > now]
        return list(self._waiting)

    def put(self, kind: str, queue: int, body: Json) -> None:
        """Tell the bot of something, if it listens for such."""
        if kind not in self.allowed:
            return
        expires = self._clock.now + LIVES.get(kind, DAY)
        update = Update(self._next_id, kind, queue, body, expires)
        schema().check_object("Update", update.json())
        self._next_id += 1
        self.made.append(update)
        self._waiting.append(update)
        self._announce()

    def repeat(self, update: Update) -> None:
        """Give an update once more, under the same id, although it was confirmed."""
        others = [each for each in self.pending if each.id != update.id]
        self._waiting = sorted([*others, update], key=lambda each: each.id)
        self._announce()

    def allow(self, kinds: list[str] | None) -> None:
        """Choose what is told from now on: an empty list for the default, None for as before."""
        if kinds is not None:
            default = frozenset(KINDS) - NOT_BY_DEFAULT
            # Names that Telegram does not know are passed over, as it does.
            self.allowed = frozenset(kinds) & frozenset(KINDS) if kinds else default

    def confirm(self, update_id: int) -> None:
        """Forget an update, and only this one."""
        self._waiting = [update for update in self._waiting if update.id != update_id]
        self.changed()

    def drop_all(self) -> None:
        """Forget whatever waits."""
        self._waiting.clear()
        self.changed()

    def stop_polling(self, words: str) -> None:
        """End a long poll that is under way with a conflict."""
        self._end_poll(conflict(words))

    async def get(self, offset: int, limit: int, seconds: int) -> list[Json]:
        """Answer getUpdates: at once where something waits, else as soon as it comes or the time is over."""
        self._move(offset)
        if not self.pending and seconds:
            self._end_poll(conflict(_LATER_POLL))
            await self._wait(seconds)
        return [update.json() for update in self.pending if update.id >= offset][:limit]

    def _move(self, offset: int) -> None:
        if offset > 0:
            self._waiting = [update for update in self._waiting if update.id >= offset]
        elif offset < 0:
            self._waiting = self.pending[offset:]
        self.changed()

    async def _wait(self, seconds: int) -> None:
        poll: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._poll = poll
        try:
            await asyncio.wait_for(poll, seconds)
        except TimeoutError:
            pass
        finally:
            if self._poll is poll:
                self._poll = None

    @property
    def is_polled(self) -> bool:
        """Whether a long poll waits now."""
        return self._poll is not None

    def _announce(self) -> None:
        self._end_poll(None)
        for listener in self.listeners:
            listener()
        self.changed()

    def _end_poll(self, refusal: Refusal | None) -> None:
        poll, self._poll = self._poll, None
        if poll is None or poll.done():
            return
        if refusal:
            poll.set_exception(refusal)
        else:
            poll.set_result(None)
