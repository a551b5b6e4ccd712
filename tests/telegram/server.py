"""The server: what bots call, and what tests ask of it."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.telegram.clock import Clock
from tests.telegram.faults import Fault, Faults, Trouble
from tests.telegram.flood import Flood
from tests.telegram.methods import PLAYED, Call
from tests.telegram.refusals import Refusal, bad_request, not_found
from tests.telegram.schema import Json, Missing, SchemaError, Upload, schema
from tests.telegram.users import Bot
from tests.telegram.webhook import Webhook
from tests.telegram.wire import Wire
from tests.telegram.world import World

TOKEN = "4200000042:TEST-token_of_nobody"

_WHEN_MISSING = {
    "chat_id": "chat_id is empty",
    "text": "message text is empty",
    "photo": "there is no photo in the request",
    "document": "there is no document in the request",
}


@dataclass(eq=False)
class Record:
    """A call that the bot has made."""

    number: int
    method: str
    parameters: Json
    at: float
    result: Any = None
    refusal: Refusal | None = None
    fault: Fault | None = None

    def __repr__(self) -> str:
        outcome = self.refusal.description if self.refusal else "done"
        if self.fault and not self.refusal:
            outcome = f"met {self.fault.answer}"
        return f"<{self.method} {self.parameters}: {outcome}>"


@dataclass(eq=False)
class Server:
    """A Bot API server for one bot, with a world behind it."""

    token: str = TOKEN
    clock: Clock = field(default_factory=Clock)
    username: str = "letopis_bot"
    calls: list[Record] = field(default_factory=list)
    """What the bot has called, but for getUpdates."""
    polls: list[Record] = field(default_factory=list)
    """Its calls of getUpdates."""
    flood: Flood | None = None
    crashes: list[BaseException] = field(default_factory=list)
    """Errors of this server itself."""
    _allowed: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        bot = Bot(int(self.token.partition(":")[0]), "Letopis", username=self.username)
        self.world = World(bot, self.clock)
        self.faults = Faults()
        self.webhook = Webhook(self.clock, self.world.updates, self.perform)
        self.world.updates.listeners.append(self.webhook.wake)
        self._wire = Wire(self)

    async def start(self, port: int = 0) -> None:
        """Listen on the loopback address, by default on any free port."""
        await self._wire.start(port)

    async def stop(self) -> None:
        """End what is under way and listen no more."""
        self.faults.clear()
        self.world.updates.stop_polling("terminated by other close request")
        await self.webhook.stop()
        await self._wire.stop()

    @property
    def url(self) -> str:
        """The address that a bot is given."""
        return self._wire.url

    # what tests ask for

    def fault(
        self,
        method: str = "*",
        *,
        answer: Trouble,
        times: int | None = 1,
        after_effect: bool = False,
        retry_after: int | None = None,
        description: str | None = None,
        when: Callable[[Json], bool] | None = None,
    ) -> Fault:
        """Let the next calls of a method (or of any) meet trouble, as often as asked; None is for ever.

        Fetching a file is called `file` here.
        """
        new = Fault(method, answer, times, after_effect, retry_after, description, when)
        self.faults.add(new)
        return new

    def limit_floods(self, *, burst: int = 1, edits_count: bool = False) -> None:
        """From now on hold the bot to Telegram's pace."""
        self.flood = Flood(burst=burst, edits_count=edits_count)

    def allow_refusal(self, words: str) -> None:
        """Announce that the bot may be refused with these words."""
        self._allowed.append(words)

    def calls_of(self, method: str) -> list[Record]:
        """The calls of one method."""
        return [record for record in self.calls if record.method == method]

    @property
    def refusals(self) -> list[Record]:
        """Calls that a well-made bot does not make."""
        made = [*self.calls, *self.polls]
        return [record for record in made if record.refusal and record.refusal.mistake]

    def assert_clean(self) -> None:
        """Fail if the bot was refused in a way that the test did not announce, or if this server erred."""
        if self.crashes:
            raise AssertionError("the test server erred") from self.crashes[0]
        unannounced = [
            record
            for record in self.refusals
            if record.refusal and not any(words in record.refusal.description for words in self._allowed)
        ]
        assert not unannounced, f"the bot was refused: {unannounced}"

    # what the bot asks for

    async def perform(
        self, method: str, given: Json, uploads: dict[str, Upload] | None = None, fault: Fault | None = None
    ) -> Json:
        """Do a call and note it; the body of the answer."""
        name = schema().method_name(method) or method
        record = self.note(name, given, fault)
        try:
            record.result = await self._do(record, uploads or {})
        except Refusal as refusal:
            record.refusal = refusal
            return refusal.answer()
        except Exception as error:  # noqa: BLE001
            # A mistake of this server fails the test; the bot is not left without an answer.
            self.crashes.append(error)
            record.refusal = Refusal(500, "Internal Server Error")
            return record.refusal.answer()
        finally:
            self.world.changed()
        return {"ok": True, "result": record.result}

    def note(self, method: str, parameters: Json, fault: Fault | None = None) -> Record:
        """Write a call down."""
        log = self.polls if method == "getUpdates" else self.calls
        record = Record(len(log) + 1, method, parameters, self.clock.now, fault=fault)
        log.append(record)
        self.world.changed()
        return record

    async def _do(self, record: Record, uploads: dict[str, Upload]) -> Any:
        method = record.method
        if method not in schema().methods:
            raise not_found()
        record.parameters = schema().read_parameters(method, record.parameters)
        try:
            schema().check_method(method, record.parameters)
        except SchemaError as error:
            raise bad_request(_in_telegrams_words(error, method)) from error
        if method not in PLAYED:
            raise bad_request(f"this test server does not play {method}")
        chat = self.world.chats.get(record.parameters.get("chat_id", 0))
        flood = self.flood if chat and self.flood and self.flood.counts(method) else None
        if flood and chat:
            flood.check(chat.id, is_group=chat.kind != "private", now=self.clock.now)
        played = PLAYED[method]
        result = played.function(Call(self.world, self.webhook, record.parameters, uploads))
        if inspect.isawaitable(result):
            result = await result
        if flood and chat:
            flood.count(chat.id, now=self.clock.now)
        schema().check_object(played.result, result)
        return result


def _in_telegrams_words(error: SchemaError, method: str) -> str:
    if isinstance(error, Missing) and error.path == method and error.name in _WHEN_MISSING:
        return _WHEN_MISSING[error.name]
    return str(error)
