"""Random histories against the plain reading of the contract in `reference.py`.

Several people in several chats save, forget, bring back, leave and return, through two stores on one file, as
two processes would; stores are closed and opened, and the index is made anew, between. Whoever searches must
find exactly what the contract says, in its order.
"""

import asyncio
import shutil
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from hypothesis import given, note
from hypothesis import strategies as st

from core.errors import NotAllowed, NotFound, WorkspaceNotActive
from core.memory import Memory
from core.query import Query
from core.records import Draft, Record, Visibility
from core.remember import Remembered
from core.search import SearchRequest
from core.sight import Sight
from core.spaces import Actor
from core.storage import Store
from tests.core.fakes import StoppedClock
from tests.core.histories import tried
from tests.core.reference import Entry, Expected, Eyes, World
from tests.core.steps import enter, leave

T = TypeVar("T")

WORDS = [
    # Forms of a word, and words that begin alike, in Russian and English.
    *("деплой", "деплоя", "деплою", "Деплойный", "сервер", "серверы", "Серверная", "ёлка", "елки", "рел"),
    *("release", "Releases", "released", "re", "server", "servers", "serverless", "deploy"),
    # Hangul: with particles, inside words, inside words of other scripts, a single syllable, taken apart.
    *(
        "배포",
        "배포는",
        "재배포를",
        "서버",
        "웹서버",
        "서",
        "웹",
        "v2배포는",
        "k8s서버",
        "\u1107\u1162\u1111\u1169",
    ),
    # Compounds, and their parts.
    *("release-1", "release-10", "release_1", "v1.2.3", "1.2", "1", "2", "10", "сервер-2", "deploy/server"),
    *("a@b.ru", "배포-서버", "re-", "-1", "__init__", "c++", "#tag", "http://server.ru/deploy"),
    # What NFKC and case-folding change, marks that stay, and what is no word.
    *("ｓｅｒｖｅｒ", "②", "STRASSE", "straße", "ﬁx", "fix", "и\u0306", "й", "доро\u0301га", "дорога"),
    *("😀", "👩‍💻", "!", "—", "٣", "3"),
]
PEOPLE = ["owner", "alice", "bob"]
GROUPS = ["team", "club"]
SPACES = [*GROUPS, *(f"@{person}" for person in PEOPLE)]
# Few contents are drawn often, so that versions of a fact agree as well as differ.
USUAL = ["деплой в пятницу", "release on Friday", "배포는 금요일"]
SIGHTS = {"here": Sight.HERE, "everywhere": Sight.EVERYWHERE, "for all": Sight.FOR_ALL}
STEPS = 30
"""How long a history is."""
SEARCHES = 3
"""How many searches are compared after each step."""


class History:
    """What happens to memory, told to the product and to the reference alike."""

    def __init__(self, file: Path, random: Random) -> None:
        self.random = random
        # Few words a history, so that they meet often.
        self.words = random.sample(WORDS, 15)
        self.url = f"sqlite:///{file}"
        self.runner = asyncio.Runner()
        self.clock = StoppedClock()
        self.stores = [Store.open(self.url), Store.open(self.url)]
        self.world = World()
        self.actors: dict[tuple[str, str], Actor] = {}
        self.saved: list[Record] = []
        self.messages: dict[tuple[str, int], list[Entry]] = {}
        for space in SPACES:
            for person in [space[1:]] if space.startswith("@") else PEOPLE:
                self.comes(person, space)

    def close(self) -> None:
        for store in self.stores:
            store.close()
        self.runner.close()

    def step(self) -> None:
        step = self.random.choices(
            [self.save, self.forget, self.restore, self.come_or_go, self.restart, self.rebuild],
            [70, 10, 6, 6, 4, 2],
        )[0]
        for _ in range(3 if step == self.save else 1):
            step()
        for _ in range(SEARCHES):
            self.search()

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        return self.runner.run(work)

    def memory(self) -> Memory:
        """The use cases on one of the stores."""
        return Memory.on(self.random.choice(self.stores), self.clock)

    def somewhere(self, *, inside: bool = False) -> tuple[str, str]:
        """A person and a chat, mostly one group; with `inside`, one where the person is now."""
        at = [one for one in self.actors if not inside or one[0] in self.world.members[one[1]]]
        return self.random.choices(at, [5 if space == GROUPS[0] else 1 for _, space in at])[0]

    def text(self, most: int) -> str:
        return " ".join(self.random.choices(self.words, k=self.random.randint(1, most)))

    def come_or_go(self) -> None:
        person, space = self.random.choice(PEOPLE), self.random.choice(GROUPS)
        if person not in self.world.members[space]:
            self.comes(person, space)
        else:
            note(f"{person} leaves {space}")
            self.do(leave(self.memory(), person, space))
            self.world.members[space].discard(person)

    def comes(self, person: str, space: str) -> None:
        note(f"{person} comes into {space}")
        private = space.startswith("@")
        self.actors[person, space] = self.do(enter(self.memory(), person, None if private else space))
        self.world.enter(person, space, administrator=private or person == "owner")

    def save(self) -> None:
        random = self.random
        person, space = self.somewhere(inside=True)
        eyes = self.world.eyes(person, space, "here")
        self.clock.advance(seconds=1)
        entry = Entry(
            number=len(self.saved),
            space=space,
            workspace=random.choice(["default", "default", "plans"]),
            scope=random.choice(["shared", "shared", "team"]),
            content=random.choice(USUAL) if random.random() < 0.3 else self.text(6),
            source=random.choice(["owner", "telegram", "agent-7"]),
            source_hash=random.choice([None, "sha256:1", "sha256:2"]),
            fact_key=random.choice([None, "release-day", "release-day", "owner-of-db"]),
            sources=self.some_entries(eyes),
            author=person,
            draft=random.random() < 0.3,
        )
        message = random.choice([None, None, random.randint(1, 9)])
        note(f"{person} saves {entry} as message {message}")
        outcome = self.do(self.memory().remember(self.actors[person, space], self.draft(entry), message))
        known = [] if message is None else self.messages.setdefault((space, message), [])
        seen = [one for one in known if self.world.sees(eyes, one)]
        own = [one for one in known if one.author == person]
        if seen:
            assert isinstance(outcome, Remembered)
            of_message = next((one for one in own if one in seen), seen[0])
            assert (outcome.record.id, outcome.new) == (self.saved[of_message.number].id, False)
        elif own or not all(self.world.sees(eyes, source) for source in entry.sources):
            assert outcome == NotFound()
        else:
            known.append(entry)
            self.world.entries.append(entry)
            assert isinstance(outcome, Remembered)
            assert outcome.new
            assert outcome.standing.status == self.world.status(eyes, entry, None)
            self.saved.append(outcome.record)

    def some_entries(self, eyes: Eyes) -> list[Entry]:
        """Sources for a summary: mostly none or visible ones, sometimes any."""
        visible = [entry for entry in self.world.entries if self.world.sees(eyes, entry)]
        entries = self.world.entries if self.random.random() < 0.1 else visible
        count = min(len(entries), self.random.choice([0, 0, 1, 2]))
        return self.random.sample(entries, count)

    def draft(self, entry: Entry) -> Draft:
        return Draft(
            entry.content,
            workspace=entry.workspace,
            scope=entry.scope,
            source=entry.source,
            source_hash=entry.source_hash,
            fact_key=entry.fact_key,
            derived_from=tuple(self.saved[source.number].id for source in entry.sources),
            visibility=Visibility.AUTHOR if entry.draft else Visibility.ORGANIZATION,
        )

    def forget(self) -> None:
        if not self.world.entries:
            return
        entry = self.random.choice(self.world.entries)
        person, space = self.random.choice(list(self.actors))
        sight = self.random.choice(["here", "everywhere"])
        note(f"{person} in {space} forgets {entry.number}, seeing {sight}")
        name = self.saved[entry.number].ref
        outcome = self.do(self.memory().forget.by_name(self.actors[person, space], name, SIGHTS[sight]))
        if not self.world.sees(self.world.eyes(person, space, sight), entry):
            assert outcome == NotFound()
        elif not self.world.may_forget(person, entry):
            assert outcome == NotAllowed()
        else:
            assert isinstance(outcome, Record)
            entry.forgotten_by = person

    def restore(self) -> None:
        forgotten = [entry for entry in self.world.entries if entry.forgotten_by is not None]
        if not forgotten:
            return
        entry = self.random.choice(forgotten)
        person, space = self.random.choice(list(self.actors))
        note(f"{person} in {space} restores {entry.number}")
        outcome = self.do(self.memory().restore(self.actors[person, space], self.saved[entry.number].id))
        forgetter, entry.forgotten_by = entry.forgotten_by, None
        visible = self.world.sees(self.world.eyes(person, space, "here"), entry)
        if visible and person in (forgetter, entry.author):
            assert isinstance(outcome, Record)
        else:
            assert outcome == NotFound()
            entry.forgotten_by = forgetter

    def restart(self) -> None:
        number = self.random.randrange(len(self.stores))
        note(f"store {number} is closed and opened")
        self.stores[number].close()
        self.stores[number] = Store.open(self.url)

    def rebuild(self) -> None:
        note("the index is made anew")
        assert self.do(self.memory().housekeeping.rebuild_index()) == len(self.saved)

    def search(self) -> None:
        random = self.random
        person, space = self.somewhere()
        sight = random.choice(["here", "here", "everywhere", "for all"])
        query = random.choice(["", " \t", "?!", *(self.text(4) for _ in range(9))])
        workspace = random.choices(["default", "plans", None, "nowhere"], [8, 4, 8, 1])[0]
        request = SearchRequest(
            Query.parse(query),
            workspace,
            scope=random.choice([None, None, "team"]),
            limit=random.choice([10, 10, 1, 3, 0, 50, 99]),
            offset=random.choice([0, 0, 2]),
            current_source_hash=random.choice([None, "sha256:1"]),
            exclude_stale=random.random() < 0.3,
        )
        note(f"{person} in {space} searches {query!r} in {workspace}, seeing {sight}")
        page = self.do(self.memory().search(self.actors[person, space], request, SIGHTS[sight]))
        eyes = self.world.eyes(person, space, sight)
        expected = self.world.search(
            eyes,
            query,
            workspace,
            scope=request.scope,
            limit=request.limit,
            offset=request.offset,
            current_hash=request.current_source_hash,
            exclude_stale=request.exclude_stale,
        )
        if isinstance(page, WorkspaceNotActive):
            assert expected is None
            return
        assert expected is not None
        found = [
            (
                one.record.id,
                one.score,
                one.standing.status,
                one.standing.superseded_by,
                one.record.derived_from,
            )
            for one in page.results
        ]
        assert found == [self.as_found(eyes, one) for one in expected]

    def as_found(self, eyes: Eyes, expected: Expected) -> tuple[object, ...]:
        newest = expected.superseded_by
        sources = (source for source in expected.entry.sources if self.world.sees(eyes, source))
        return (
            self.saved[expected.entry.number].id,
            expected.score,
            expected.status,
            None if newest is None else self.saved[newest.number].id,
            tuple(self.saved[source.number].id for source in sources),
        )


@tried
@given(seed=st.integers(0, 2**32))
def test_every_history_is_searched_as_the_contract_says(template: Path, seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(shutil.copy(template, folder))
        history = History(file, Random(seed))
        try:
            for _ in range(STEPS):
                history.step()
        finally:
            history.close()
