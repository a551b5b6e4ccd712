"""One of several processes that share a database file, and look at what any of them has confirmed."""

import asyncio
import os
import time
from array import array
from collections import Counter, defaultdict
from collections.abc import Awaitable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import count, cycle
from pathlib import Path
from queue import Empty, Queue
from random import Random
from typing import TypeVar

from bot.clock import SystemClock
from core.edit import Changes, Edited
from core.ids import Ref
from core.memory import Memory
from core.query import Query
from core.records import Draft, Record, Visibility
from core.remember import Remembered
from core.search import Page, SearchRequest
from core.spaces import Actor, Chat, Role, SpaceKind, Visitor
from core.storage import Store
from tests.bench.notes import notes
from tests.bench.questions import KINDS, SEED, questions

T = TypeVar("T")

WORKERS = 4
"""Those who change records, in each process; one more only searches."""
PACE = 0.1
"""Seconds that each of them rests between what it does, so that all processes make progress."""
SAVED = 0.25
"""The share of changes that are new records."""
TIDIED = 20.0
"""Seconds between two rounds of tidying, an hour in the product."""
KEPT = 500
"""Records that a process goes on changing, and those that it waits for others to look at, at most."""
GRACE = 60.0
"""Seconds for which others are waited for at the end."""
SHOWN = 20
"""Faults that each process shows; it counts all."""


async def enter(memory: Memory) -> tuple[Actor, Actor]:
    """Two people in one group: drafts of the one are not for the other."""
    group = Chat(-1, SpaceKind.GROUP, "soak")
    owner = await memory.membership.enter(Visitor(1, "owner"), group, Role.ADMIN)
    return owner, await memory.membership.enter(Visitor(2, "guest"), group, Role.MEMBER)


@dataclass(frozen=True)
class Known:
    """What was confirmed of a record, and with it how everybody sees it from then on."""

    ref: Ref
    author: int
    """Which of the people."""
    word: str
    """What it says and no other record does."""
    before: str | None = None
    """What it said so before it was edited, and no record does now."""
    draft: bool = False
    forgotten: bool = False

    def is_seen_by(self, person: int) -> bool:
        """Whether a search of that one of the people finds it."""
        return not self.forgotten and (not self.draft or person == self.author)


@dataclass(frozen=True)
class Told:
    """A process tells the others what was confirmed to it."""

    by: int
    known: Known


@dataclass(frozen=True)
class Looked:
    """Another one has looked at the record; it may be changed again."""

    ref: Ref


@dataclass(frozen=True)
class Done:
    """A process has told all that it will."""

    by: int


Inbox = Queue[Told | Looked | Done]


class Watch:
    """Times what is done, looks whether records are seen as they should be, and counts faults.

    It shows them as they come, with references and no texts.
    """

    def __init__(self, name: str, memory: Memory, people: Sequence[Actor]) -> None:
        self.memory = memory
        self.people = people
        self.times: defaultdict[str, array[float]] = defaultdict(lambda: array("f"))
        """Milliseconds, by what was done."""
        self.faults: Counter[str] = Counter()
        self._name = name

    async def timed(self, what: str, work: Awaitable[T]) -> T:
        """The result, its time noted."""
        began = time.perf_counter()
        result = await work
        self.times[what].append(1000 * (time.perf_counter() - began))
        return result

    async def search(self, person: int, text: str) -> Page:
        """What one of the people finds."""
        request = SearchRequest(Query.parse(text))
        page = await self.timed("search", self.memory.search(self.people[person], request))
        assert isinstance(page, Page), page
        return page

    async def look(self, known: Known, *, at: str) -> None:
        """Search for the record as each of the people, and as its author for what it said before."""
        for person in range(len(self.people)):
            expected = [known.ref] if known.is_seen_by(person) else []
            page = await self.search(person, known.word)
            if ([found.record.ref for found in page.results], page.total) != (expected, len(expected)):
                self.fault(
                    f"{at} not seen as confirmed", f"{page.total} instead of {len(expected)}: {known.ref}"
                )
        if known.before is not None and (await self.search(known.author, known.before)).total:
            self.fault(f"{at} found by what it said before", known.ref)

    def fault(self, what: str, detail: str) -> None:
        """Count it, and show it if it is one of the first."""
        self.faults[what] += 1
        if self.faults.total() <= SHOWN:
            print(f"{self._name}: {what}: {detail}", flush=True)

    @contextmanager
    def errors_counted(self) -> Iterator[None]:
        """Whatever is raised is a fault, and ends what it was raised in alone."""
        try:
            yield
        except Exception as error:  # noqa: BLE001  to count what reaches a caller is what this is for
            self.fault(type(error).__name__, str(error))


@dataclass(frozen=True)
class Sizes:
    """What a process and the file take, MB."""

    memory: float
    file: float
    log: float
    """SQLite's write-ahead log."""

    @classmethod
    def of(cls, file: Path) -> "Sizes":
        """Those of this process, now."""
        # The second field is what is resident: https://man7.org/linux/man-pages/man5/proc_pid_statm.5.html
        resident = int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        log = Path(f"{file}-wal")
        return cls(resident / 1e6, file.stat().st_size / 1e6, log.stat().st_size / 1e6)


@dataclass(frozen=True)
class Report:
    """What a process has to say at its end."""

    times: dict[str, "array[float]"]
    faults: Counter[str]
    sizes: tuple[Sizes, Sizes]
    """At a quarter of the time, and at the end."""
    known: list[Known]
    """What it last knew of some of its records."""


class Sharer:
    """The process of that number, and its inboxes. The first process tidies, the last one rebuilds."""

    def __init__(
        self, number: int, inboxes: Sequence[Inbox], watch: Watch, file: Path, seconds: float
    ) -> None:
        self._number = number
        self._inbox = inboxes[number]
        self._others = {other: inbox for other, inbox in enumerate(inboxes) if other != number}
        self._watch = watch
        self._file = file
        self._seconds = seconds
        self._end = time.monotonic() + seconds
        self._chance = Random(number)
        run = f"s{int(time.time()):x}p{number}"
        self._words = (f"{run}n{one:08}" for one in count())
        self._notes = notes(SEED, 1 << 30)
        self._at_hand: list[Known] = []
        self._awaited: dict[Ref, tuple[Known, int]] = {}
        """What others still have to look at, and how many of them."""

    async def live(self) -> Report:
        """Do all that a process does, for as long as it should."""
        async with asyncio.TaskGroup() as listening:
            listening.create_task(self._listen())
            async with asyncio.TaskGroup() as group:
                for _ in range(WORKERS):
                    group.create_task(self._change_records())
                group.create_task(self._search())
                if self._number == 0:
                    group.create_task(self._tidy())
                if self._number == len(self._others):
                    group.create_task(self._rebuild())
                await asyncio.sleep(self._seconds / 4)
                early = Sizes.of(self._file)
            self._tell(Done(self._number))
        sizes = early, Sizes.of(self._file)
        return Report(dict(self._watch.times), self._watch.faults, sizes, self._at_hand)

    @property
    def _goes_on(self) -> bool:
        return time.monotonic() < self._end

    async def _change_records(self) -> None:
        while self._goes_on:
            if len(self._awaited) < KEPT:
                with self._watch.errors_counted():
                    known = await (self._save() if self._is_for_new() else self._change(self._take()))
                    await self._watch.look(known, at="at once")
                    self._tell(Told(self._number, known))
                    self._await(known, len(self._others))
            await asyncio.sleep(PACE)

    def _is_for_new(self) -> bool:
        return not self._at_hand or self._chance.random() < SAVED

    def _take(self) -> Known:
        return self._at_hand.pop(self._chance.randrange(len(self._at_hand)))

    def _text(self, word: str) -> str:
        return f"{next(self._notes)} {word}"

    async def _save(self) -> Known:
        author, word = self._chance.randrange(len(self._watch.people)), next(self._words)
        draft = Draft(self._text(word), source="bench")
        saved = await self._watch.timed(
            "save", self._watch.memory.remember(self._watch.people[author], draft)
        )
        assert isinstance(saved, Remembered), saved
        return Known(saved.record.ref, author, word)

    async def _change(self, known: Known) -> Known:
        memory, timed, author = self._watch.memory, self._watch.timed, self._watch.people[known.author]
        if known.forgotten:
            restored = await timed("restore", memory.restore(author, known.ref))
            assert isinstance(restored, Record), restored
            return replace(known, forgotten=False)
        what = self._chance.choice(("forget", "edit", "visibility"))
        if what == "forget":
            forgotten = await timed(what, memory.forget.by_name(author, known.ref))
            assert isinstance(forgotten, Record), forgotten
            return replace(known, forgotten=True)
        if what == "edit":
            changed = replace(known, word=next(self._words), before=known.word)
            changes = Changes(content=self._text(changed.word))
        else:
            changed = replace(known, draft=not known.draft)
            changes = Changes(visibility=Visibility.AUTHOR if changed.draft else Visibility.ORGANIZATION)
        edited = await timed(what, memory.edit(author, known.ref, changes))
        assert isinstance(edited, Edited), edited
        return changed

    async def _search(self) -> None:
        asked = cycle([text for kind in KINDS for text in questions(kind, 4)])
        while self._goes_on:
            with self._watch.errors_counted():
                await self._watch.search(0, next(asked))
            await asyncio.sleep(PACE)

    async def _tidy(self) -> None:
        while self._goes_on:
            with self._watch.errors_counted():
                await self._watch.timed("tidy", self._watch.memory.housekeeping.tidy())
            await asyncio.sleep(min(TIDIED, self._seconds / 4))

    async def _rebuild(self) -> None:
        await asyncio.sleep(self._seconds / 2)
        with self._watch.errors_counted():
            await self._watch.timed("rebuild", self._watch.memory.housekeeping.rebuild_index())

    def _tell(self, message: Told | Done) -> None:
        for inbox in self._others.values():
            inbox.put(message)

    def _await(self, known: Known, others: int) -> None:
        """Have it at hand again once so many others have looked."""
        if others:
            self._awaited[known.ref] = known, others
        elif len(self._at_hand) < KEPT:
            self._at_hand.append(known)
        else:
            self._at_hand[self._chance.randrange(KEPT)] = known

    async def _listen(self) -> None:
        """Look at what the others tell, until nobody has anything to tell or to look at."""
        at_work = set(self._others)
        while at_work or self._awaited:
            try:
                message = await asyncio.to_thread(self._inbox.get, True, 1.0)
            except Empty:
                if time.monotonic() < self._end + GRACE:
                    continue
                self._watch.fault("others not heard of", f"{len(self._awaited)} records not looked at")
                return
            match message:
                case Told(by, known):
                    with self._watch.errors_counted():
                        await self._watch.look(known, at="in another process")
                    self._others[by].put(Looked(known.ref))
                case Looked(ref):
                    known, others = self._awaited.pop(ref)
                    self._await(known, others - 1)
                case Done(by):
                    at_work.remove(by)


def share(number: int, inboxes: Sequence[Inbox], file: Path, seconds: float) -> Report:
    """Be the process of that number, for so many seconds."""

    async def run() -> Report:
        store = Store.open(f"sqlite:///{file}")
        memory = Memory.on(store, SystemClock())
        watch = Watch(f"process {number + 1}", memory, await enter(memory))
        try:
            return await Sharer(number, inboxes, watch, file, seconds).live()
        finally:
            store.close()

    return asyncio.run(run())
