"""Random histories of everything that can be done, against the plain reading of the contract in `whole.py`.

Several people in several chats save, edit, show to others, forget, bring back, judge, leave and return, and
the archivist marks and links, through two stores on one file, as two processes would; stores are closed and
opened, the index is made anew, a month passes. After each step everyone must be told what the contract says.
"""

import shutil
import tempfile
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import given, note
from hypothesis import strategies as st

from core.edit import Edited
from core.errors import NotFound
from core.graph import Relation
from core.marks import MarkKind
from core.records import Draft, Record
from core.storage import Store
from tests.core.histories import tried
from tests.core.judging import give_key
from tests.core.steps import leave
from tests.core.telling import HOMES, PEOPLE, SIGHTS, Both, Place, Saving
from tests.core.whole import Told

STEPS = 25
"""How long a history is, apart from the records that it begins with."""
BEGINS_WITH = 5

Draw = Callable[[Random], Any]
"""How a value of a step is drawn."""


def pick(values: Iterable[Any]) -> Draw:
    """One of several; what stands there more often is drawn more often."""
    known = list(values)
    return lambda random: random.choice(known)


def several(draw: Draw, least: int, most: int) -> Draw:
    """A list of so many."""
    return lambda random: [draw(random) for _ in range(random.randint(least, most))]


# Few values, so that they meet often; most happens in one workspace of one group.
people = pick(PEOPLE)
places = pick(
    [(person, "team") for person in PEOPLE] * 6
    + [(person, "club") for person in PEOPLE]
    + [(person, HOMES[person]) for person in PEOPLE]
)
sights = pick(["here", "here", "everywhere", "for all"])
contents = pick(
    [
        "деплой в пятницу",
        "деплоим по средам",
        "deploys on Fridays",
        "Deploys on Fridays!",
        "배포는 금요일",
        "no deploy " + "x" * 200,
    ]
)
keys = pick(["day", "day", None, "owner"])
scopes = pick(["shared", "shared", "team"])
hashes = pick([None, "sha256:1", "sha256:2"])
workspaces = pick(["default", "default", "default", "default", "plans"])
visibilities = pick(["organization", "organization", "author", "project"])
queries = pick(["", "деплой", "deploy friday", "배포 owner", "деплоим среда", "nothing", "?!"])
messages = pick([1, 2, 3])
latest = pick(range(6))
"""Which entry: 0 is the one that was saved last."""
whos = pick(["author", "author", *PEOPLE])
wheres = pick(["there"] * 6 + ["club", "home"])
"""Who does something with a record, and where they are: mostly its author, mostly there."""
rarely = pick([None, None, None, None, None, "plans", "owner"])
"""A wrong name, now and then."""


def savings(random: Random) -> Saving:
    """Something to save."""
    return Saving(
        contents(random),
        keys(random),
        workspaces(random),
        scopes(random),
        hashes(random),
        random.choice([None, "wiki:1"]),
        visibilities(random),
        random.choice([0.5, 0.9, 0.2, 0.05]),
        # The latest is summed up often, so that chains of summaries come about.
        random.choice([[], [], [0], [0], several(latest, 1, 2)(random)]),
    )


def changes(random: Random) -> dict[str, Any]:
    """What an edit sets: mostly one thing or two."""
    draws: dict[str, Draw] = {
        "content": contents,
        "fact_key": keys,
        "scope": scopes,
        "path": pick(["/", "/team"]),
        "memory_type": pick(["semantic", "working"]),
        "visibility": visibilities,
    }
    names = random.choices([*draws, "content", "visibility"], k=random.randint(1, 2))
    return {name: draws[name](random) for name in names}


Step = tuple[str, dict[str, Draw]]
"""The name of a method of `History`, and what it is called with."""
STEP_KINDS: list[Step] = []


def step(often: int = 1, **drawn: Draw) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make a method one of the steps of a history."""

    def register(method: Callable[..., None]) -> Callable[..., None]:
        STEP_KINDS.extend([(method.__name__, drawn)] * often)
        return method

    return register


class History(Both):
    """What happens to memory, told to the product and to the reference alike."""

    @step(often=3, place=places, saving=savings)
    def saves(self, place: Place, saving: Saving) -> None:
        self.save(place, saving)

    @step(often=3, place=places, saving=savings, number=messages)
    def saves_a_message(self, place: Place, saving: Saving, number: int) -> None:
        self.save(place, saving, number)

    @step(often=2, who=whos, nth=latest, number=messages, content=contents)
    def edits_a_message(self, who: str, nth: int, number: int, content: str) -> None:
        """A message that someone saved, or any."""
        saved = self.nth([one for one in self.world.told if one.message is not None], nth)
        place = self.place(who, "there", saved[0]) if saved else ("alice", "team")
        person, space = place
        number = next((one.message for one in saved if one.message is not None), number)
        self.clock.advance(minutes=1)
        entry = next((one for one in self.of_message(space, number) if one.author == person), None)
        draft = Draft(content, hash_content=True, source_revision=f"{self.clock.moment}")
        outcome = self.do(self.memory().edit.of_message(self.actors[place], number, draft))
        eyes = self.world.eyes(person, space, "here")
        if entry is None or not self.world.sees(eyes, entry):
            assert outcome is None
        elif self.world.edit_message(entry, content, f"{self.clock.moment}", self.clock.moment):
            assert isinstance(outcome, Edited)
            self.same_fields(eyes, outcome.record, entry)
        else:
            assert outcome is None
        self.all_is_as_told(*([] if entry is None else [entry]))

    @step(often=5, who=whos, where=wheres, sight=sights, number=latest, changed=changes)
    def edits(self, who: str, where: str, sight: str, number: int, changed: dict[str, Any]) -> None:
        entry = self.told(number)
        self.edit(self.place(who, where, entry), sight, entry, changed)
        self.all_is_as_told(entry)

    @step(often=2, nth=latest, other=latest, is_judged=pick([True, True, False]), content=contents)
    def reworks_a_draft_and_shows_it(self, nth: int, other: int, is_judged: bool, content: str) -> None:
        drafts = [one for one in self.world.told if one.draft and one.forgotten_by is None]
        for entry in self.nth(drafts, nth):
            place = self.place("author", "there", entry)
            self.edit(place, "here", entry, {"content": content})
            if is_judged:
                self.archivist_judges_by(entry, self.told(other))
            self.edit(place, "here", entry, {"visibility": "organization"})
            self.all_is_as_told(entry, self.told(other))
            self.edit(place, "here", entry, {"content": f"{content} now"})
            self.all_is_as_told(entry)

    def archivist_judges_by(self, entry: Told, other: Told) -> None:
        """All that the archivist can make from a record."""
        if entry is not other and not other.wiped:
            self.mark(other, entry, MarkKind.INVALIDATE)
            self.link(entry, other, Relation.SUPERSEDES, 1.0)
        if entry.fact is None:
            self.do(give_key(self.stores[0], self.saved.records[entry], "archivist:deploy:day"))
            entry.fact_key = "archivist:deploy:day"

    @step(often=2, nth=latest, visibility=visibilities, who=whos)
    def is_shown_to_others(self, nth: int, visibility: str, who: str) -> None:
        """A record that others are judged by."""
        causes = [one for one in self.world.told if any(one is cause for _, cause in self.world.marks)]
        for entry in self.nth(causes, nth):
            self.edit(self.place(who, "there", entry), "here", entry, {"visibility": visibility})
            self.all_is_as_told(entry)

    @step(often=2, who=whos, where=wheres, sight=sights, number=latest)
    def forgets(self, who: str, where: str, sight: str, number: int) -> None:
        entry = self.told(number)
        place = self.place(who, where, entry)
        eyes = self.world.eyes(*place, sight)
        self.clock.advance(minutes=1)
        name = self.saved.records[entry].id
        outcome = self.do(self.memory().forget.by_name(self.actors[place], name, SIGHTS[sight]))
        self.refused_alike(outcome, self.world.forget(eyes, entry, self.clock.moment))
        self.all_is_as_told(entry)

    @step(often=2, person=people, nth=pick([0, 1]))
    def restores(self, person: str, nth: int) -> None:
        forgotten = [one for one in self.world.told if one.forgotten_by is not None]
        entry = next(iter(self.nth(forgotten, nth)), self.told(nth))
        place = (person, entry.space)
        if place not in self.actors:
            return
        eyes = self.world.eyes(*place, "here")
        self.clock.advance(minutes=1)
        outcome = self.do(self.memory().restore(self.actors[place], self.saved.records[entry].ref))
        self.refused_alike(outcome, self.world.restore(eyes, entry, self.clock.moment))
        self.all_is_as_told(entry)

    @step(place=places, workspace=workspaces)
    def forgets_a_source(self, place: Place, workspace: str) -> None:
        self.clock.advance(minutes=1)
        outcome = self.do(self.memory().forget.by_source(self.actors[place], "wiki:1", workspace))
        gone = self.world.forget_source(
            self.world.eyes(*place, "here"), "wiki:1", workspace, self.clock.moment
        )
        assert [self.saved.entries[one.id] for one in outcome] == gone
        self.all_is_as_told(*gone)

    @step(place=places, sight=sights)
    def undoes(self, place: Place, sight: str) -> None:
        self.clock.advance(minutes=1)
        outcome = self.do(self.memory().restore.last(self.actors[place], SIGHTS[sight]))
        back = self.world.restore_last(self.world.eyes(*place, sight), self.clock.moment)
        if back is None:
            assert outcome == NotFound()
        else:
            assert isinstance(outcome, Record)
            assert self.saved.entries[outcome.id] is back
            self.all_is_as_told(back)

    @step(
        often=4,
        number=latest,
        cause=latest,
        kind=pick(MarkKind),
        weight=pick([None, 0.25, 1.0]),
    )
    def archivist_marks(self, number: int, cause: int, kind: MarkKind, weight: float | None) -> None:
        marked, drafts = self.told(number), [one for one in self.world.told if one.draft]
        # Half of all marks are by drafts, which only their authors see.
        by = next(iter(self.nth(drafts, cause) if cause % 2 else []), self.told(cause))
        if marked is by or marked.wiped or by.wiped:
            return
        self.mark(marked, by, kind)
        if weight is not None:
            self.link(by, marked, Relation.SUPERSEDES, weight)
        self.all_is_as_told(marked)

    @step(
        number=latest,
        other=latest,
        relation=pick(Relation),
        weight=pick([0.0, 0.5, 0.75]),
    )
    def archivist_links(self, number: int, other: int, relation: Relation, weight: float) -> None:
        source, end = self.told(number), self.told(other)
        if source is not end and not source.wiped and not end.wiped:
            self.link(source, end, relation, weight)
            self.all_is_as_told(source)

    @step(number=latest)
    def archivist_gives_a_key(self, number: int) -> None:
        entry = self.told(number)
        if entry.fact is None and not entry.wiped:
            self.do(give_key(self.stores[0], self.saved.records[entry], "archivist:deploy:day"))
            entry.fact_key = "archivist:deploy:day"
            self.all_is_as_told(entry)

    @step(often=3, who=people, where=wheres, sight=sights, nth=latest)
    def takes_marks_off(self, who: str, where: str, sight: str, nth: int) -> None:
        marked = [one for one in self.world.told if any(one is target for target, _ in self.world.marks)]
        entry = next(iter(self.nth(marked, nth)), self.told(nth))
        place = self.place(who, where, entry)
        eyes = self.world.eyes(*place, sight)
        self.clock.advance(minutes=1)
        name = self.saved.records[entry].id
        outcome = self.do(self.memory().unmark(self.actors[place], name, SIGHTS[sight]))
        self.refused_alike(outcome, self.world.unmark(eyes, entry, self.clock.moment))
        self.judged_alike(eyes, outcome, [entry])
        self.all_is_as_told(entry)

    @step(often=4, who=whos, where=wheres, sight=sights, number=latest, other_key=rarely, elsewhere=rarely)
    def keeps_a_version(
        self, who: str, where: str, sight: str, number: int, other_key: str | None, elsewhere: str | None
    ) -> None:
        keep = self.told(number)
        place = self.place(who, where, keep)
        eyes = self.world.eyes(*place, sight)
        fact_key, workspace = other_key or keep.fact_key or "day", elsewhere or keep.workspace
        self.clock.advance(minutes=1)
        name = self.saved.records[keep].ref
        resolve = self.memory().resolve
        outcome = self.do(resolve.by_key(self.actors[place], fact_key, name, workspace, SIGHTS[sight]))
        kept = self.world.keep_version(eyes, fact_key, keep, workspace, self.clock.moment)
        self.refused_alike(outcome, kept)
        self.judged_alike(eyes, outcome, kept)
        self.all_is_as_told(keep)

    @step(
        often=5,
        who=whos,
        where=wheres,
        sight=sights,
        numbers=several(latest, 1, 3),
        keep=latest,
        is_named=pick([True, True, True, False]),
    )
    def keeps_one_of_several(
        self, who: str, where: str, sight: str, numbers: list[int], keep: int, is_named: bool
    ) -> None:
        kept = self.told(keep)
        place = self.place(who, where, kept)
        eyes = self.world.eyes(*place, sight)
        named = self.some(eyes, numbers, kept.workspace) + ([kept] if is_named else [])
        self.keep_among(place, sight, named, kept)

    @step(often=3, who=people, nth=latest, keep=latest)
    def keeps_another_in_its_place(self, who: str, nth: int, keep: int) -> None:
        """A record that someone retired before, in favour of another or even of the same."""
        for entry in self.nth(self.retired(), nth):
            place = self.place(who, "there", entry)
            [kept] = self.some(self.world.eyes(*place, "here"), [keep], entry.workspace)
            self.keep_among(place, "here", [entry, kept], kept)

    def keep_among(self, place: Place, sight: str, named: list[Told], kept: Told) -> None:
        names, ref = [self.saved.records[one].id for one in named], self.saved.records[kept].ref
        self.clock.advance(minutes=1)
        resolve, eyes = self.memory().resolve, self.world.eyes(*place, sight)
        outcome = self.do(resolve.among(self.actors[place], names, ref, SIGHTS[sight]))
        concerned = self.world.keep_among(eyes, named, kept, self.clock.moment)
        self.refused_alike(outcome, concerned)
        self.judged_alike(eyes, outcome, concerned)
        self.all_is_as_told(*named)

    def retired(self) -> list[Told]:
        """What someone retired, for whomever it counts."""
        return [one for one in self.world.told if any(one is pair[0] for pair in self.world.retirements)]

    @step(often=2, who=whos, where=wheres, sight=sights, nth=latest)
    def takes_their_word_back(self, who: str, where: str, sight: str, nth: int) -> None:
        entry = next(iter(self.nth(self.retired(), nth)), self.told(nth))
        place = self.place(who, where, entry)
        eyes = self.world.eyes(*place, sight)
        self.clock.advance(minutes=1)
        name = self.saved.records[entry].ref
        outcome = self.do(self.memory().resolve.undo(self.actors[place], name, SIGHTS[sight]))
        if self.world.sees(eyes, entry):
            self.world.unresolve(eyes, entry, self.clock.moment)
            self.judged_alike(eyes, outcome, [entry])
        else:
            assert outcome == NotFound()
        self.all_is_as_told(entry)

    @step(person=people, space=pick(["team", "club"]))
    def leaves_or_returns(self, person: str, space: str) -> None:
        if person in self.world.members[space]:
            self.do(leave(self.memory(), person, space))
            self.world.members[space].discard(person)
        else:
            self.comes(person, space)
        self.all_is_as_told()

    @step(number=pick([0, 1]))
    def a_store_is_closed_and_opened(self, number: int) -> None:
        self.stores[number].close()
        self.stores[number] = Store.open(self.url)
        self.all_is_as_told()

    @step()
    def the_index_is_made_anew(self) -> None:
        living = [entry for entry in self.world.told if not entry.wiped]
        assert self.do(self.memory().housekeeping.rebuild_index()) == len(living)
        self.all_is_as_told()

    @step(days=pick([1, 29, 31]))
    def days_pass(self, days: int) -> None:
        self.clock.advance(days=days)
        assert self.do(self.memory().housekeeping.tidy()).wiped == self.world.wipe(self.clock.moment)
        self.all_is_as_told()

    @step(
        often=3,
        place=places,
        sight=sights,
        query=queries,
        workspace=pick([None, "default", "plans", "nowhere"]),
        scope=pick([None, None, "team"]),
        limit=pick([10, 1, 2, 0, 99]),
        offset=pick([0, 0, 1]),
        current_hash=hashes,
        exclude_stale=pick([False, True]),
    )
    def searches(self, place: Place, sight: str, query: str, **asked: Any) -> None:
        self.do(self.found_alike(place, sight, query, **asked))

    @step(
        often=3,
        place=places,
        sight=sights,
        query=queries,
        workspace=pick([None, None, "default"]),
        limit=pick([1, 3, 50]),
        offset=pick([0, 0, 1]),
        current_hash=pick([None, None, "sha256:1"]),
        exclude_stale=pick([False, False, True]),
        status=pick(["stale", "conflict", "unverified"]),
        fact_key=pick([None, None, "day"]),
    )
    def searches_with_qualifiers(self, place: Place, sight: str, query: str, **asked: Any) -> None:
        self.do(self.found_alike(place, sight, query, **asked))

    @step(
        place=places,
        sight=sights,
        current_hash=hashes,
        workspace=workspaces,
        scope=pick([None, "shared", "team"]),
    )
    def validates(self, place: Place, sight: str, **asked: Any) -> None:
        self.do(self.validated_alike(place, sight, **asked))

    @step(often=2, place=places, number=messages)
    def asks_what_a_message_became(self, place: Place, number: int) -> None:
        name = self.do(self.memory().show.name_of_message(self.actors[place], number))
        known = sorted(self.of_message(place[1], number), key=lambda one: one.author != place[0])
        eyes = self.world.eyes(*place, "here")
        seen = [one for one in known if self.world.sees(eyes, one)]
        own = [one for one in known if one.author == place[0]]
        assert self.saved.entry(name) is next(iter([*seen, *own]), None)


@tried
@given(seed=st.integers(0, 2**32))
def test_every_history_is_told_to_everyone_as_the_contract_says(template: Path, seed: int) -> None:
    random = Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(shutil.copy(template, folder))
        with closing(History(f"sqlite:///{file}")) as history:
            for _ in range(BEGINS_WITH):
                history.save((people(random), "team"), savings(random))
            for name, drawn in random.choices(STEP_KINDS, k=STEPS):
                values = {argument: draw(random) for argument, draw in drawn.items()}
                note(f"{name} {values}")
                getattr(history, name)(**values)
