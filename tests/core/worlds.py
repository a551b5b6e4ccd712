"""Two memories that a reader must not be able to tell apart, and how their answers are compared."""

import asyncio
import re
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from core.edit import Changes
from core.ids import RecordId
from core.memory import Memory
from core.ports import Model
from core.records import Draft, Record, Visibility
from core.remember import Remembered
from core.search import SearchRequest
from core.sight import Sight
from core.spaces import Actor
from core.storage import Store
from tests.core.fakes import StoppedClock
from tests.core.steps import enter
from tests.tools.protocol import Tools

T = TypeVar("T")

_NAME = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b[0-9A-Z]{8}\b")
_INTERNAL = {"key", "seq", "audience", "workspace_id", "said_by_id"}
"""Fields that no front end shows; numbers of people and spaces are left out too."""


@dataclass
class Side:
    """One memory: the records that both have, by the order of their saving, and those that it has alone."""

    url: str
    clock: StoppedClock
    model: Model | None = None
    runner: asyncio.Runner = field(default_factory=asyncio.Runner)
    shared: list[Record] = field(default_factory=list)
    hidden: list[Record] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    """What the ids and references of shared records are called in both."""

    def __post_init__(self) -> None:
        self.open()

    def open(self) -> None:
        """Open the memory, at first or again."""
        self.store = Store.open(self.url)
        self.memory = Memory.on(self.store, self.clock, model=self.model)
        self.tools = Tools(self.memory, self.runner)

    def restart(self) -> None:
        """As if the process had ended and begun again."""
        self.store.close()
        self.open()

    def close(self) -> None:
        """Let go of the file."""
        self.store.close()
        self.runner.close()

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait for the answer."""
        return self.runner.run(work)

    def actor(self, person: str, group: str | None = "team") -> Actor:
        """A person where they are."""
        return self.do(enter(self.memory, person, group))

    def save(
        self,
        person: str,
        draft: Draft,
        message: int | None = None,
        group: str | None = "team",
        sources: Sequence[Sequence[RecordId]] = ((),),
    ) -> Record | None:
        """Save, from the first of these sources that the person sees all of; the record where it is new."""
        for some in sources:
            made = replace(draft, derived_from=tuple(some))
            outcome = self.do(self.memory.remember(self.actor(person, group), made, message))
            if isinstance(outcome, Remembered):
                return outcome.record if outcome.new else None
        return None

    def share(self, record: Record) -> None:
        """Note a record that both have."""
        self.names[record.id] = f"<id of {len(self.shared)}>"
        self.names[record.ref] = f"<ref of {len(self.shared)}>"
        self.shared.append(record)

    def hide(self, record: Record | None) -> None:
        """Note a record that this side has alone."""
        if record is not None:
            self.hidden.append(record)

    def edit(self, person: str, record: Record, **changes: Any) -> None:
        """Edit, if the person may."""
        self.do(self.memory.edit(self.actor(person), record.id, Changes(**changes)))

    def narrow(self, record: Record) -> None:
        """Make a record its author's draft."""
        self.edit(record.author.name, record, visibility=Visibility.AUTHOR)

    def plain(self, value: Any) -> Any:
        """An answer in words that both sides share. Names of records that only one has stay, and differ."""
        if isinstance(value, str):
            return _NAME.sub(lambda found: self.names.get(found[0], found[0]), value)
        if isinstance(value, datetime):
            return value.isoformat()
        if isinstance(value, dict):
            return {name: self.plain(one) for name, one in value.items()}
        if isinstance(value, list | tuple):
            return [self.plain(one) for one in value]
        if is_dataclass(value):
            shown = {one.name: getattr(value, one.name) for one in fields(value)}
            return type(value).__name__, {
                name: self.plain(one)
                for name, one in shown.items()
                if name not in _INTERNAL and not (name == "id" and isinstance(one, int))
            }
        assert value is None or isinstance(value, int | float), value
        return value

    def named(self, asked: Any) -> Any:
        """What is asked, with this side's names of shared records in it."""
        match asked:
            case Id(number):
                return self.shared[number].id
            case Ref(number):
                return self.shared[number].ref
            case dict():
                return {name: self.named(one) for name, one in asked.items()}
            case list():
                return [self.named(one) for one in asked]
            case _:
                return asked


@dataclass(frozen=True)
class Id:
    """The id of a shared record, by its number."""

    number: int


@dataclass(frozen=True)
class Ref:
    """The reference of a shared record, by its number."""

    number: int


class TwoWorlds:
    """The two memories, told the same; `full` has more in it than `plain`."""

    def __init__(self, files: list[Path], random: Random, model: Model | None = None) -> None:
        self.random = random
        self.clock = StoppedClock()
        self.plain, self.full = [Side(f"sqlite:///{file}", self.clock, model) for file in files]
        self.both = [self.plain, self.full]
        for side in self.both:
            for person in ("owner", "alice", "bob", "carol"):
                side.actor(person)

    def close(self) -> None:
        """Let go of the files."""
        for side in self.both:
            side.close()

    def share(self, saved: list[Record | None]) -> None:
        """Note what both have saved, if they have."""
        assert (saved[0] is None) == (saved[1] is None)
        for side, record in zip(self.both, saved, strict=True):
            if record is not None:
                side.share(record)

    def some(self, most: int) -> list[int]:
        """Some of the shared records, by number."""
        count = len(self.plain.shared)
        return self.random.sample(range(count), min(count, self.random.randint(1, most)))

    def alike(self, answers: list[Any]) -> None:
        """Whatever `bob` is told must be the same in both."""
        told, more = (side.plain(answer) for side, answer in zip(self.both, answers, strict=True))
        assert told == more

    def call(self, tool: str, arguments: dict[str, Any], chat: str | None = "team") -> list[Any]:
        """A call of `bob`'s, and what it comes to in both."""
        return [side.tools.answer(tool, side.named(arguments), by="bob", chat=chat) for side in self.both]

    def call_alike(self, tool: str, arguments: dict[str, Any], chat: str | None = "team") -> None:
        """A call of `bob`'s that must come to the same."""
        self.alike(self.call(tool, arguments, chat))

    def search_alike(self, request: SearchRequest, sight: Sight) -> None:
        """A search of `bob`'s as the chat makes it, with counts."""
        self.alike([side.do(side.memory.search(side.actor("bob"), request, sight)) for side in self.both])
