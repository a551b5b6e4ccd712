"""Random histories of everything that can be done, against the plain reading of the contract in `whole.py`.

Several people in several chats save, edit, show to others, forget, bring back, judge, leave and return, and
the archivist marks and links, through two stores on one file, as two processes would; stores are closed and
opened, the index is made anew, a month passes. After each step everyone must be told what the contract says.
"""

import asyncio
import shutil
import tempfile
from collections import Counter
from collections.abc import Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test

from core.edit import Changes
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
from tests.core.judging import give_key, link, mark
from tests.core.reference import Eyes
from tests.core.steps import enter, leave
from tests.core.whole import Refused, Shown, Told, WholeWorld, hash_of

T = TypeVar("T")

PEOPLE = ["alice", "bob", "owner"]
HOMES = {person: f"@{person}" for person in PEOPLE}
FIELDS = [
    *("content", "workspace", "scope", "path", "source", "source_id", "source_hash", "source_revision"),
    *("fact_key", "confidence", "memory_type", "visibility", "created_at", "updated_at"),
]
SIGHTS = {"here": Sight.HERE, "everywhere": Sight.EVERYWHERE, "for all": Sight.FOR_ALL}
REFUSALS: dict[type[Refusal], Refused] = {
    NotFound: "not found",
    NotAllowed: "not allowed",
    WorkspaceNotActive: "not active",
    Invalid: "invalid",
}

# Few values, so that they meet often; most happens in one workspace of one group.
places = st.sampled_from(
    [(person, "team") for person in PEOPLE] * 4
    + [(person, "club") for person in PEOPLE]
    + [(person, HOMES[person]) for person in PEOPLE]
)
sights = st.sampled_from(["here", "here", "everywhere", "for all"])
contents = st.sampled_from(
    ["деплой в пятницу", "деплоим по средам", "deploys on Fridays", "배포는 금요일", "no deploy " + "x" * 200]
)
keys = st.sampled_from(["day", "day", None, "owner"])
scopes = st.sampled_from(["shared", "shared", "team"])
hashes = st.sampled_from([None, "sha256:1", "sha256:2"])
workspaces = st.sampled_from(["default", "default", "default", "plans"])
visibilities = st.sampled_from(["organization", "author", "author", "project"])
confidences = st.sampled_from([0.5, 0.9, 0.2, 0.05])
queries = st.sampled_from(["", "деплой", "deploy friday", "배포 owner", "деплоим среда", "nothing", "?!"])
messages = st.integers(1, 4)
latest = st.integers(0, 7)
"""Which entry: 0 is the one that was saved last."""


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


savings = st.builds(
    Saving,
    contents,
    keys,
    workspaces,
    scopes,
    hashes,
    st.sampled_from([None, "wiki:1"]),
    visibilities,
    confidences,
    st.lists(latest, max_size=2),
)
changes = st.fixed_dictionaries(
    {},
    optional={
        "content": contents,
        "fact_key": keys,
        "scope": scopes,
        "path": st.sampled_from(["/", "/team"]),
        "memory_type": st.sampled_from(["semantic", "working"]),
        "visibility": visibilities,
    },
)


@dataclass
class Saved:
    """The product's records behind the entries of the reference."""

    records: dict[Told, Record] = field(default_factory=dict)
    entries: dict[RecordId, Told] = field(default_factory=dict)

    def add(self, entry: Told, record: Record) -> None:
        self.records[entry] = record
        self.entries[record.id] = entry

    def entry(self, name: RecordId | None) -> Told | None:
        return None if name is None else self.entries[name]


class Histories(RuleBasedStateMachine):
    """What happens to memory, told to the product and to the reference alike."""

    def __init__(self, template: Path) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.url = f"sqlite:///{shutil.copy(template, self.folder.name)}"
        self.runner = asyncio.Runner()
        self.clock = StoppedClock()
        self.stores = [Store.open(self.url), Store.open(self.url)]
        self.turn = 0
        self.world = WholeWorld()
        self.saved = Saved()
        self.actors: dict[tuple[str, str], Actor] = {}
        for person in PEOPLE:
            for space in ("team", "club", HOMES[person]):
                self.comes(person, space)

    def teardown(self) -> None:
        for store in self.stores:
            store.close()
        self.runner.close()
        self.folder.cleanup()

    # What is done

    @rule(place=places, saving=savings)
    def saves(self, place: tuple[str, str], saving: Saving) -> None:
        self.save(place, saving)

    @rule(place=places, saving=savings, content=contents)
    def saves_another_version(self, place: tuple[str, str], saving: Saving, content: str) -> None:
        same_fact = Saving(**{**vars(saving), "fact_key": "day", "workspace": "default", "sources": []})
        self.save(place, same_fact)
        self.save(place, Saving(**{**vars(same_fact), "content": content, "visibility": "organization"}))

    @rule(place=places, saving=savings, number=messages)
    def saves_a_message(self, place: tuple[str, str], saving: Saving, number: int) -> None:
        self.save(place, saving, number)

    @rule(place=places, number=messages, content=contents)
    def edits_a_message(self, place: tuple[str, str], number: int, content: str) -> None:
        person, space = place
        self.clock.advance(minutes=1)
        entry = next((one for one in self.of_message(space, number) if one.author == person), None)
        draft = Draft(content, hash_content=True, source_revision=f"{self.clock.moment}")
        outcome = self.do(self.memory().edit.of_message(self.actors[place], number, draft))
        eyes = self.world.eyes(person, space, "here")
        if entry is None or not self.world.sees(eyes, entry):
            assert outcome is None
        elif self.world.edit_message(entry, content, f"{self.clock.moment}", self.clock.moment):
            assert isinstance(outcome, Record)
            self.same_fields(eyes, outcome, entry)
        else:
            assert outcome is None
        self.all_is_as_told(entry)

    @precondition(lambda self: self.world.entries)
    @rule(place=places, sight=sights, number=latest, changed=changes)
    def edits(self, place: tuple[str, str], sight: str, number: int, changed: dict[str, str | None]) -> None:
        entry, eyes = self.told(number), self.world.eyes(*place, sight)
        values: dict[str, Any] = dict(changed)
        if "visibility" in values:
            values["visibility"] = Visibility(values["visibility"])
        if "memory_type" in values:
            values["memory_type"] = MemoryType(values["memory_type"])
        self.clock.advance(minutes=1)
        name = self.saved.records[entry].ref
        outcome = self.do(self.memory().edit(self.actors[place], name, Changes(**values), SIGHTS[sight]))
        refused = self.world.edit(eyes, entry, changed, self.clock.moment)
        if refused is None and not self.world.sees(eyes, entry):
            refused = "not found"  # Who made another's record a draft sees it no more.
        self.refused_alike(outcome, refused)
        if isinstance(outcome, Record):
            self.same_fields(eyes, outcome, entry)
        self.all_is_as_told(entry)

    @precondition(lambda self: self.world.entries)
    @rule(place=places, sight=sights, number=latest)
    def forgets(self, place: tuple[str, str], sight: str, number: int) -> None:
        entry, eyes = self.told(number), self.world.eyes(*place, sight)
        self.clock.advance(minutes=1)
        name = self.saved.records[entry].id
        outcome = self.do(self.memory().forget.by_name(self.actors[place], name, SIGHTS[sight]))
        self.refused_alike(outcome, self.world.forget(eyes, entry, self.clock.moment))
        self.all_is_as_told(entry)

    @precondition(lambda self: self.world.entries)
    @rule(place=places, sight=sights, number=latest)
    def restores(self, place: tuple[str, str], sight: str, number: int) -> None:
        entry, eyes = self.told(number), self.world.eyes(*place, sight)
        self.clock.advance(minutes=1)
        name = self.saved.records[entry].ref
        outcome = self.do(self.memory().restore(self.actors[place], name, SIGHTS[sight]))
        self.refused_alike(outcome, self.world.restore(eyes, entry, self.clock.moment))
        self.all_is_as_told(entry)

    @precondition(lambda self: self.world.entries)
    @rule(
        number=latest,
        cause=latest,
        kind=st.sampled_from(MarkKind),
        weight=st.sampled_from([None, 0.25, 1.0]),
    )
    def archivist_marks(self, number: int, cause: int, kind: MarkKind, weight: float | None) -> None:
        marked, by = self.told(number), self.told(cause)
        if marked is by or marked.wiped or by.wiped:
            return
        self.do(mark(self.stores[0], self.saved.records[marked], self.saved.records[by], kind))
        self.world.mark(marked, by, kind.value, self.clock.moment)
        if weight is not None:
            self.link(by, marked, Relation.SUPERSEDES, weight)
        self.all_is_as_told(marked)

    @precondition(lambda self: self.world.entries)
    @rule(
        number=latest,
        other=latest,
        relation=st.sampled_from(Relation),
        weight=st.sampled_from([0.0, 0.5, 0.75]),
    )
    def archivist_links(self, number: int, other: int, relation: Relation, weight: float) -> None:
        source, end = self.told(number), self.told(other)
        if source is end or source.wiped or end.wiped:
            return
        self.link(source, end, relation, weight)
        self.all_is_as_told(source)

    @precondition(lambda self: self.world.entries)
    @rule(number=latest)
    def archivist_gives_a_key(self, number: int) -> None:
        entry = self.told(number)
        if entry.fact is None and not entry.wiped:
            self.do(give_key(self.stores[0], self.saved.records[entry], "archivist:deploy:day"))
            entry.fact_key = "archivist:deploy:day"
            self.all_is_as_told(entry)

    @precondition(lambda self: self.world.entries)
    @rule(place=places, sight=sights, number=latest)
    def takes_marks_off(self, place: tuple[str, str], sight: str, number: int) -> None:
        entry, eyes = self.told(number), self.world.eyes(*place, sight)
        self.clock.advance(minutes=1)
        name = self.saved.records[entry].id
        outcome = self.do(self.memory().unmark(self.actors[place], name, SIGHTS[sight]))
        self.refused_alike(outcome, self.world.unmark(eyes, entry, self.clock.moment))
        self.judged_alike(eyes, outcome, [entry])
        self.all_is_as_told(entry)

    @precondition(lambda self: self.world.entries)
    @rule(place=places, sight=sights, number=latest, key=keys, workspace=workspaces)
    def keeps_a_version(
        self, place: tuple[str, str], sight: str, number: int, key: str | None, workspace: str
    ) -> None:
        keep, eyes = self.told(number), self.world.eyes(*place, sight)
        fact_key = key or keep.fact_key or "day"
        self.clock.advance(minutes=1)
        outcome = self.do(
            self.memory().resolve.by_key(
                self.actors[place], fact_key, self.saved.records[keep].ref, workspace, SIGHTS[sight]
            )
        )
        kept = self.world.keep_version(eyes, fact_key, keep, workspace, self.clock.moment)
        self.refused_alike(outcome, kept)
        self.judged_alike(eyes, outcome, kept)
        self.all_is_as_told(keep)

    @precondition(lambda self: self.world.entries)
    @rule(place=places, sight=sights, numbers=st.lists(latest, min_size=1, max_size=3), keep=latest)
    def keeps_one_of_several(self, place: tuple[str, str], sight: str, numbers: list[int], keep: int) -> None:
        among, kept = [self.told(number) for number in numbers], self.told(keep)
        eyes = self.world.eyes(*place, sight)
        # Mostly it is one of them.
        named = [*among, kept] if numbers[0] else among
        names = [self.saved.records[one].id for one in named]
        self.clock.advance(minutes=1)
        outcome = self.do(
            self.memory().resolve.among(
                self.actors[place], names, self.saved.records[kept].ref, SIGHTS[sight]
            )
        )
        concerned = self.world.keep_among(eyes, named, kept, self.clock.moment)
        self.refused_alike(outcome, concerned)
        self.judged_alike(eyes, outcome, concerned)
        self.all_is_as_told(*named)

    @precondition(lambda self: self.world.entries)
    @rule(place=places, sight=sights, number=latest)
    def takes_their_word_back(self, place: tuple[str, str], sight: str, number: int) -> None:
        entry, eyes = self.told(number), self.world.eyes(*place, sight)
        self.clock.advance(minutes=1)
        name = self.saved.records[entry].ref
        outcome = self.do(self.memory().resolve.undo(self.actors[place], name, SIGHTS[sight]))
        if self.world.sees(eyes, entry):
            self.world.unresolve(eyes, entry, self.clock.moment)
            self.judged_alike(eyes, outcome, [entry])
        else:
            assert outcome == NotFound()
        self.all_is_as_told(entry)

    # What happens around it

    @rule(person=st.sampled_from(PEOPLE), space=st.sampled_from(["team", "club"]))
    def leaves_or_returns(self, person: str, space: str) -> None:
        if person in self.world.members[space]:
            self.do(leave(self.memory(), person, space))
            self.world.members[space].discard(person)
        else:
            self.comes(person, space)
        self.all_is_as_told()

    @rule(number=st.integers(0, 1))
    def a_store_is_closed_and_opened(self, number: int) -> None:
        self.stores[number].close()
        self.stores[number] = Store.open(self.url)
        self.all_is_as_told()

    @rule()
    def the_index_is_made_anew(self) -> None:
        living = [entry for entry in self.world.told if not entry.wiped]
        assert self.do(self.memory().housekeeping.rebuild_index()) == len(living)
        self.all_is_as_told()

    @rule(days=st.sampled_from([1, 29, 31]))
    def days_pass(self, days: int) -> None:
        self.clock.advance(days=days)
        assert self.do(self.memory().housekeeping.tidy()).wiped == self.world.wipe(self.clock.moment)
        self.all_is_as_told()

    # What is asked

    @rule(
        place=places,
        sight=sights,
        query=queries,
        workspace=st.sampled_from([None, "default", "plans", "nowhere"]),
        scope=st.sampled_from([None, None, "team"]),
        limit=st.sampled_from([10, 1, 2, 0, 99]),
        offset=st.sampled_from([0, 0, 1]),
        current_hash=hashes,
        exclude_stale=st.booleans(),
    )
    def searches(self, place: tuple[str, str], sight: str, query: str, **asked: Any) -> None:
        self.found_alike(place, sight, query, **asked)

    @rule(
        place=places,
        sight=sights,
        query=queries,
        workspace=st.sampled_from([None, "default"]),
        scope=st.sampled_from([None, "shared"]),
        limit=st.sampled_from([1, 3]),
        offset=st.integers(0, 2),
        current_hash=hashes,
        exclude_stale=st.booleans(),
        status=st.sampled_from([None, "stale", "conflict", "unverified"]),
        fact_key=st.sampled_from([None, "day"]),
    )
    def searches_with_qualifiers(self, place: tuple[str, str], sight: str, query: str, **asked: Any) -> None:
        self.found_alike(place, sight, query, **asked)

    @rule(place=places, sight=sights, current_hash=hashes, workspace=workspaces, scope=scopes | st.none())
    def validates(
        self,
        place: tuple[str, str],
        sight: str,
        current_hash: str | None,
        workspace: str,
        scope: str | None,
    ) -> None:
        outcome = self.do(
            self.memory().validate(
                self.actors[place], "wiki:1", current_hash, workspace, scope, SIGHTS[sight]
            )
        )
        eyes = self.world.eyes(*place, sight)
        expected = self.world.validated(eyes, "wiki:1", current_hash, workspace, scope)
        self.refused_alike(outcome, expected)
        if isinstance(outcome, Validation):
            found = [outcome.checked, outcome.stale, outcome.conflict]
            assert [[self.saved.entries[one] for one in ids] for ids in found] == list(expected)

    @rule(place=places, number=messages)
    def asks_what_a_message_became(self, place: tuple[str, str], number: int) -> None:
        name = self.do(self.memory().show.name_of_message(self.actors[place], number))
        known = sorted(self.of_message(place[1], number), key=lambda one: one.author != place[0])
        eyes = self.world.eyes(*place, "here")
        seen = [one for one in known if self.world.sees(eyes, one)]
        own = [one for one in known if one.author == place[0]]
        assert self.saved.entry(name) is next(iter([*seen, *own]), None)

    # How the two are held together

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
                "sources": list(dict.fromkeys(self.told(one) for one in saving.sources if self.world.told)),
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
            derived_from=tuple(self.saved.records[one].id for one in self.sources(entry)),
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

    def link(self, source: Told, target: Told, relation: Relation, weight: float) -> None:
        ends = self.saved.records[source], self.saved.records[target]
        self.do(link(self.stores[1], *ends, relation, weight))
        self.world.links[source, target, relation.value] = weight

    def sources(self, entry: Told) -> list[Told]:
        return [one for one in entry.sources if isinstance(one, Told)]

    def all_is_as_told(self, *touched: Told | None) -> None:
        """What everyone is told, of all records together and of these one by one."""
        for person in PEOPLE:
            self.found_alike((person, HOMES[person]), "everywhere", "")
        self.found_alike(("alice", "team"), "for all", "")
        for entry in touched:
            for person in PEOPLE if entry is not None else ():
                assert entry is not None
                self.shown_alike(person, "everywhere", entry)
                self.shown_alike(person, "for all", entry)

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

    def found_alike(
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
        page = self.do(self.memory().search(self.actors[place], request, SIGHTS[sight]))
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

    def shown_alike(self, person: str, sight: str, entry: Told) -> None:
        """One passport by both."""
        place = (person, HOMES[person] if sight == "everywhere" else entry.space)
        if place not in self.actors:
            return
        eyes = self.world.eyes(*place, sight)
        name = self.saved.records[entry].ref
        passport = self.do(self.memory().show(self.actors[place], name, SIGHTS[sight]))
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


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new database: copying it is faster than migrating one for every history."""
    file = tmp_path_factory.mktemp("template") / "new.db"
    Store.open(f"sqlite:///{file}").close()
    return file


def test_every_history_is_told_to_everyone_as_the_contract_says(template: Path) -> None:
    class OnCopies(Histories):
        def __init__(self) -> None:
            super().__init__(template)

    run_state_machine_as_test(
        OnCopies,
        settings=settings(
            max_examples=25,
            stateful_step_count=30,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        ),
    )
