"""One memory, told of what happens in the product's words and in those of the reference, and compared."""

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeVar

from core.edit import Changes, Edited
from core.errors import Invalid, NotAllowed, NotFound, Refusal, WorkspaceNotActive
from core.graph import Link, Relation
from core.ids import RecordId
from core.marks import MarkKind
from core.memory import Memory
from core.qualifiers import Filters
from core.query import Query
from core.records import Draft, MemoryType, Record, Status, Visibility
from core.remember import Remembered
from core.resolve import Judged
from core.search import Page, SearchRequest
from core.show import Passport
from core.sight import Sight
from core.spaces import Actor
from core.standing import Standing
from core.storage import Store
from core.validate import Validation
from tests.core.fakes import StoppedClock
from tests.core.judging import link, mark
from tests.core.reference import Eyes
from tests.core.steps import enter
from tests.core.whole import Refused, Shown, Told, WholeWorld, hash_of

T = TypeVar("T")
Place = tuple[str, str]
"""A person, and the space where they are."""

PEOPLE = ["alice", "bob", "owner"]
HOMES = {person: f"@{person}" for person in PEOPLE}
FIELDS = [
    *("content", "workspace", "scope", "path", "source", "source_id", "source_hash", "source_revision"),
    *("fact_key", "confidence", "memory_type", "visibility", "created_at", "updated_at"),
]
SIGHTS = {"here": Sight.HERE, "everywhere": Sight.EVERYWHERE, "for all": Sight.FOR_ALL}
KINDS: dict[str, Callable[[Any], Any]] = {"visibility": Visibility, "memory_type": MemoryType}
REFUSALS: dict[type[Refusal], Refused] = {
    NotFound: "not found",
    NotAllowed: "not allowed",
    WorkspaceNotActive: "not active",
    Invalid: "invalid",
}


@dataclass(frozen=True)
class Saving:
    """What is saved, apart from who and where."""

    content: str
    fact_key: str | None
    workspace: str
    scope: str
    source_hash: str | None
    source_id: str | None
    visibility: str
    confidence: float
    sources: list[int]


@dataclass
class Saved:
    """The product's records behind the entries of the reference."""

    records: dict[Told, Record] = field(default_factory=dict)
    entries: dict[RecordId, Told] = field(default_factory=dict)

    def add(self, entry: Told, record: Record) -> None:
        """The same thing in both."""
        self.records[entry] = record
        self.entries[record.id] = entry

    def entry(self, name: RecordId | None) -> Told | None:
        """The entry of a record's id."""
        return None if name is None else self.entries[name]


class Both:
    """The product, on two stores by turns, and the reference."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.runner = asyncio.Runner()
        self.clock = StoppedClock()
        self.stores = [Store.open(url), Store.open(url)]
        self.turn = 0
        self.world = WholeWorld()
        self.saved = Saved()
        self.actors: dict[Place, Actor] = {}
        for person in PEOPLE:
            for space in ("team", "club", HOMES[person]):
                self.comes(person, space)

    def close(self) -> None:
        """Let go of the stores."""
        for store in self.stores:
            store.close()
        self.runner.close()

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        return self.runner.run(work)

    def memory(self) -> Memory:
        """The use cases on either store, by turns."""
        self.turn += 1
        return Memory.on(self.stores[self.turn % 2], self.clock)

    def comes(self, person: str, space: str) -> None:
        private = space.startswith("@")
        self.actors[person, space] = self.do(enter(self.memory(), person, None if private else space))
        self.world.enter(person, space, administrator=private or person == "owner")

    def told(self, number: int) -> Told:
        """One of the entries that were saved last."""
        told = self.world.told
        return told[-1 - number % len(told)]

    def nth(self, entries: list[Told], number: int) -> list[Told]:
        """One of these, counted round and round; none of none."""
        return [entries[number % len(entries)]] if entries else []

    def place(self, who: str, where: str, entry: Told) -> Place:
        """A person, or the record's author; there where the record is, in `club` or at `home`."""
        person = entry.author if who == "author" else who
        place = (person, {"there": entry.space, "club": "club"}.get(where, HOMES[person]))
        return place if place in self.actors else (person, HOMES[person])

    def of_message(self, space: str, number: int) -> list[Told]:
        """The entries that a message became."""
        return [one for one in self.world.told if (one.space, one.message) == (space, number)]

    def save(self, place: tuple[str, str], saving: Saving, message: int | None = None) -> None:
        person, space = place
        if person not in self.world.members[space]:
            return
        eyes = self.world.eyes(person, space, "here")
        entry = Told(
            number=0,
            space=space,
            source="owner",
            author=person,
            draft=saving.visibility == "author",
            message=message,
            **{
                **vars(saving),
                "source_hash": saving.source_hash if message is None else hash_of(saving.content),
                "sources": list(dict.fromkeys(self.some(eyes, saving.sources))) if self.world.told else [],
            },
        )
        self.clock.advance(minutes=1)
        draft = Draft(
            entry.content,
            workspace=entry.workspace,
            scope=entry.scope,
            source_id=entry.source_id,
            source_hash=entry.source_hash,
            fact_key=entry.fact_key,
            confidence=entry.confidence,
            derived_from=tuple(self.saved.records[one].id for one in entry.sources if isinstance(one, Told)),
            visibility=Visibility(entry.visibility),
            hash_content=message is not None,
        )
        outcome = self.do(self.memory().remember(self.actors[place], draft, message))
        known = [] if message is None else self.of_message(space, message)
        seen = [one for one in known if self.world.sees(eyes, one)]
        own = [one for one in known if one.author == person]
        if seen:
            assert isinstance(outcome, Remembered)
            expected = next((one for one in own if one in seen), seen[0])
            assert (self.saved.entry(outcome.record.id), outcome.new) == (expected, False)
        elif own or not all(self.world.sees(eyes, one) for one in entry.sources):
            assert outcome == NotFound()
        else:
            assert isinstance(outcome, Remembered)
            self.world.save(entry, self.clock.moment)
            self.saved.add(entry, outcome.record)
            self.same_fields(eyes, outcome.record, entry)
            self.same_standing(outcome.standing, self.world.shown(eyes, entry))
            self.all_is_as_told(entry)

    def edit(self, place: Place, sight: str, entry: Told, changed: dict[str, Any]) -> None:
        """One edit in both."""
        eyes = self.world.eyes(*place, sight)
        values = {name: KINDS[name](value) if name in KINDS else value for name, value in changed.items()}
        self.clock.advance(minutes=1)
        name = self.saved.records[entry].ref
        outcome = self.do(self.memory().edit(self.actors[place], name, Changes(**values), SIGHTS[sight]))
        # Who made another's record a draft sees it no more, but is told what they left of it.
        self.refused_alike(outcome, self.world.edit(eyes, entry, changed, self.clock.moment))
        if isinstance(outcome, Edited):
            self.same_fields(eyes, outcome.record, entry)

    def mark(self, target: Told, cause: Told, kind: MarkKind) -> None:
        """The archivist marks a record in both."""
        self.do(mark(self.stores[0], self.saved.records[target], self.saved.records[cause], kind))
        self.world.mark(target, cause, kind.value, self.clock.moment)

    def link(self, source: Told, target: Told, relation: Relation, weight: float) -> None:
        """The archivist links two records in both."""
        ends = self.saved.records[source], self.saved.records[target]
        self.do(link(self.stores[1], *ends, relation, weight))
        self.world.links[source, target, relation.value] = weight

    def some(self, eyes: Eyes, numbers: list[int], workspace: str | None = None) -> list[Told]:
        """Some entries: mostly such as these eyes see in the workspace, the latest first, sometimes any."""
        seen = [
            one
            for one in self.world.told
            if self.world.sees(eyes, one) and workspace in (None, one.workspace)
        ]
        return [
            seen[-1 - number % len(seen)] if seen and number < 5 else self.told(number) for number in numbers
        ]

    def all_is_as_told(self, *touched: Told) -> None:
        """What everyone is told, of all records together and of these one by one."""

        async def everything() -> None:
            everywhere = [self.found_alike((one, HOMES[one]), "everywhere", "") for one in PEOPLE]
            passports = [self.shown_alike(one, "everywhere", entry) for one in PEOPLE for entry in touched]
            in_the_group = [self.shown_alike("alice", "for all", entry) for entry in touched]
            for_all = self.found_alike(("alice", "team"), "for all", "")
            status = ["stale", "conflict"][len(self.world.told) % 2]
            hashed = ["sha256:1", None][self.turn % 2]
            place = ("bob", HOMES["bob"])
            of_status = self.found_alike(place, "everywhere", "", status=status, current_hash=hashed)
            checked = self.validated_alike(("alice", "team"), "here", None)
            await asyncio.gather(*everywhere, for_all, of_status, checked, *passports, *in_the_group)

        self.do(everything())

    def refused_alike(self, outcome: object, expected: object) -> None:
        """Refused by both for the same reason, or by neither."""
        refused = next((name for kind, name in REFUSALS.items() if isinstance(outcome, kind)), None)
        assert refused == (expected if isinstance(expected, str) else None)

    def judged_alike(self, eyes: Eyes, outcome: object, expected: list[Told] | Refused) -> None:
        """The records concerned, as they stand for these eyes."""
        if isinstance(expected, list) and not isinstance(outcome, NotFound):
            judged: list[Judged] = outcome if isinstance(outcome, list) else [outcome]  # type: ignore[list-item]
            assert [self.saved.entries[record.id] for record, _ in judged] == expected
            for (_, standing), entry in zip(judged, expected, strict=True):
                self.same_standing(standing, self.world.shown(eyes, entry))

    def same_fields(self, eyes: Eyes, record: Record, entry: Told) -> None:
        """The fields of section 2."""
        assert self.saved.entries[record.id] is entry
        assert {name: getattr(record, name) for name in FIELDS} == {
            name: getattr(entry, name) for name in FIELDS
        }
        assert [self.saved.entry(one) for one in record.derived_from] == [
            one for one in entry.sources if self.world.sees(eyes, one)
        ]

    def same_standing(self, standing: Standing, shown: Shown) -> None:
        """Status, confidence and what supersedes it."""
        assert standing.status == shown.status
        assert self.saved.entry(standing.superseded_by) is shown.superseded_by
        assert standing.confidence == shown.confidence

    def same_links(self, links: tuple[Link, ...], shown: Shown) -> None:
        """Links with both ends, weights falling."""
        found = [
            (one.relation, one.direction, one.weight, self.saved.entries[one.target_id], one.preview)
            for one in links
        ]
        assert Counter(found) == Counter(shown.relations)
        assert [one.weight for one in links] == sorted((one.weight for one in links), reverse=True)

    async def found_alike(
        self,
        place: tuple[str, str],
        sight: str,
        query: str,
        workspace: str | None = None,
        limit: int = 50,
        offset: int = 0,
        **asked: Any,
    ) -> None:
        """One search by both."""
        filters = Filters(
            fact_key=asked.get("fact_key"),
            status=Status(asked["status"]) if asked.get("status") else None,
        )
        request = SearchRequest(
            Query.parse(query),
            workspace,
            asked.get("scope"),
            limit,
            offset,
            asked.get("current_hash"),
            asked.get("exclude_stale", False),
            filters,
        )
        page = await self.memory().search(self.actors[place], request, SIGHTS[sight])
        eyes = self.world.eyes(*place, sight)
        expected = self.world.find(eyes, query, workspace, **asked)
        self.refused_alike(page, expected)
        if not isinstance(page, Page):
            return
        assert isinstance(expected, list)
        end = offset + min(max(limit, 1), 50)
        assert [self.saved.entries[one.record.id] for one in page.results] == [
            one.entry for one in expected[offset:end]
        ]
        for found, shown in zip(page.results, expected[offset:end], strict=True):
            self.same_fields(eyes, found.record, shown.entry)
            self.same_standing(found.standing, shown)
            assert found.score == shown.score
            self.same_links(found.links, shown)
        assert page.has_more == (end < len(expected))
        assert page.total == (len(expected) if request.takes_all else None)

    async def validated_alike(
        self,
        place: Place,
        sight: str,
        current_hash: str | None,
        workspace: str = "default",
        scope: str | None = None,
    ) -> None:
        """One check of the page `wiki:1` by both."""
        asked = ("wiki:1", current_hash, workspace, scope)
        outcome = await self.memory().validate(self.actors[place], *asked, SIGHTS[sight])
        expected = self.world.validated(self.world.eyes(*place, sight), *asked)
        self.refused_alike(outcome, expected)
        if isinstance(outcome, Validation):
            found = [outcome.checked, outcome.stale, outcome.conflict]
            assert [[self.saved.entries[one] for one in ids] for ids in found] == list(expected)

    async def shown_alike(self, person: str, sight: str, entry: Told) -> None:
        """One passport by both."""
        place = (person, HOMES[person] if sight == "everywhere" else entry.space)
        if place not in self.actors:
            return
        eyes = self.world.eyes(*place, sight)
        name = self.saved.records[entry].ref
        passport = await self.memory().show(self.actors[place], name, SIGHTS[sight])
        if not self.world.sees(eyes, entry):
            assert passport == NotFound()
            return
        assert isinstance(passport, Passport)
        shown = self.world.shown(eyes, entry)
        self.same_fields(eyes, passport.record, entry)
        self.same_standing(passport.standing, shown)
        self.same_links(passport.links, shown)
        versions = self.world.versions(eyes, entry)
        assert [self.saved.entries[one.id] for one in passport.versions] == versions
        for version, one in zip(passport.versions, versions, strict=True):
            assert isinstance(one, Told)
            assert version.confidence == self.world.shown(eyes, one).confidence
        refs = {record.ref: told for told, record in self.saved.records.items()}
        assert Counter(
            (event.kind.value, event.person.name, event.other and refs[event.other])
            for event in passport.history
        ) == Counter((line.kind, line.person, line.about) for line in self.world.history(eyes, entry))
        assert [event.at for event in passport.history if event.kind != "marked"] == [
            line.at for line in self.world.history(eyes, entry) if line.kind != "marked"
        ]
        assert [(one.content, one.replaced_at) for one in passport.earlier] == self.world.earlier(eyes, entry)
