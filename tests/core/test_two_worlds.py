"""No leak: two worlds that differ only in what a reader may not see give that reader the same answers.

`bob` is a member of the group `team`. In both worlds the same things happen there. In one of them more
happens: others keep drafts with the same keys, sources, messages and idempotency keys, link, mark and retire
records in favour of these, save and forget, and talk in another group. Whatever `bob` is told by any tool or
use case must be the same in both, to the last word, count and order; so must what his own doings come to.
"""

import shutil
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import given, note
from hypothesis import strategies as st

from core.graph import Relation
from core.ids import RecordId
from core.judgement import Judgement, NewMark, Question
from core.marks import MarkKind
from core.qualifiers import Filters
from core.query import Query
from core.records import Draft, Record, Status, Visibility, content_hash
from core.remember import Remembered
from core.search import SearchRequest
from core.show import Passport
from core.sight import Sight
from core.storage import Connection, judgements
from tests.core.fakes import FakeModel
from tests.core.histories import tried
from tests.core.judging import give_key, link, mark
from tests.core.worlds import Id, Ref, TwoWorlds

STEPS = 22
"""How long a history is."""
CONTENTS = ["деплой в пятницу", "деплоим по средам", "deploys on Fridays", "배포는 금요일"]
QUERIES = ["", "деплой", "deploy friday secret"]


def gossip(question: Question) -> Judgement:
    """A verdict that tells all that the model was told: in reasons, in keys and in what it marks."""
    told = " / ".join([question.text, *(candidate.text for candidate in question.candidates)])
    others = [candidate.id for candidate in question.candidates if candidate.text != question.text]
    kind = MarkKind.MERGE if len(told) % 3 == 0 else MarkKind.INVALIDATE
    return Judgement(
        told,
        marks=tuple(NewMark(other, kind) for other in others[:2]),
        service_key=f"archivist:gossip:{content_hash(told)}",
    )


class Worlds(TwoWorlds):
    """What happens."""

    def draft(self, **fields: Any) -> Draft:
        """Something to save; few values, so that they meet often."""
        random = self.random
        values: dict[str, Any] = {
            "content": random.choice(CONTENTS),
            "fact_key": random.choice(["day", "day", "owner", None]),
            "scope": random.choice(["shared", "shared", "team"]),
            "source_id": random.choice(["wiki:1", None]),
            "source_hash": random.choice(["sha256:1", "sha256:2", None]),
            "confidence": random.choice([0.5, 0.9, 0.2]),
        }
        return Draft(**{**values, **fields})

    # What happens in both

    def someone_saves(self) -> None:
        """Saved by others; in the full world a summary may be made from hidden records too."""
        person = self.random.choice(["alice", "alice", "owner"])
        visibility = self.random.choice([Visibility.ORGANIZATION, Visibility.PROJECT])
        workspace = self.random.choice(["default", "default", "plans"])
        draft = self.draft(visibility=visibility, workspace=workspace)
        numbers = self.some(2) if self.random.random() < 0.4 else []
        mine = [one.id for one in self.full.hidden if one.author.name == person]
        saved = [
            side.save(person, draft, sources=[[*shared, *mine[-2:]], shared, []])
            for side in self.both
            for shared in [[side.shared[number].id for number in numbers]]
        ]
        self.share(saved)

    def someone_saves_a_message(self) -> None:
        person, number = self.random.choice([("alice", 4), ("alice", 5), ("owner", 1), ("owner", 2)])
        draft = self.draft(hash_content=True)
        self.share([side.save(person, draft, number) for side in self.both])

    def someone_edits(self) -> None:
        changes: dict[str, Any] = self.random.choice(
            [
                {"content": self.random.choice(CONTENTS)},
                {"fact_key": self.random.choice(["day", "owner", None])},
                {"scope": "team"},
                {"visibility": Visibility.AUTHOR},
                {"visibility": Visibility.AUTHOR},
                {"visibility": Visibility.ORGANIZATION},
                {"visibility": Visibility.ORGANIZATION},
                {"visibility": Visibility.PROJECT, "content": self.random.choice(CONTENTS)},
            ]
        )
        for number in self.some(1):
            for side in self.both:
                record = side.shared[number]
                side.edit(record.author.name, record, **changes)

    def a_record_is_a_draft_for_a_while(self) -> None:
        """In the full world it judges meanwhile; when it is shown again, nothing of that may be left."""
        number, *others = self.some(3)
        for side in self.both:
            record = side.shared[number]
            side.edit(record.author.name, record, visibility=Visibility.AUTHOR)
            for other in others if side is self.full else []:
                self.judge_without_a_line(record, side.shared[other])
            side.edit(record.author.name, record, visibility=Visibility.PROJECT)

    def judge_without_a_line(self, cause: Record, target: Record) -> None:
        """A mark and a link; lines of history about the cause would be shown with it, which is no leak."""
        side, now = self.full, self.clock.now()

        def run(connection: Connection) -> None:
            judgements.add_mark(connection, target.key, cause.key, MarkKind.INVALIDATE, "secret", now)

        side.do(side.store.write(run))
        side.do(link(side.store, cause, target, Relation.FIXES_ISSUE, self.weight()))

    def someone_edits_a_message(self) -> None:
        number, draft = self.random.choice([4, 5]), self.draft(hash_content=True)
        for side in self.both:
            side.do(side.memory.edit.of_message(side.actor("alice"), number, draft))

    def someone_forgets(self) -> None:
        person = self.random.choice(["alice", "owner"])
        for number in self.some(1):
            for side in self.both:
                side.do(side.memory.forget.by_name(side.actor(person), side.shared[number].id))

    def someone_restores(self) -> None:
        person = self.random.choice(["alice", "owner"])
        for number in self.some(3):
            for side in self.both:
                side.do(side.memory.restore(side.actor(person), side.shared[number].id))

    def the_archivist_marks_and_links(self) -> None:
        kind, weight = self.random.choice(list(MarkKind)), self.weight()
        target, *causes = [*self.some(2)]
        for cause in causes:
            for side in self.both:
                ends = side.shared[target], side.shared[cause]
                side.do(mark(side.store, *ends, kind, "says otherwise"))
                side.do(link(side.store, ends[1], ends[0], Relation.SUPERSEDES, weight))

    def the_archivist_works(self) -> None:
        """In the full world it judges hidden records too, with what these can be compared with."""
        for side in self.both:
            side.do(side.memory.archive.work())

    def someone_takes_marks_off(self) -> None:
        person = self.random.choice(["alice", "owner"])
        for number in self.some(3):
            for side in self.both:
                side.do(side.memory.unmark(side.actor(person), side.shared[number].id))

    def someone_says_what_is_right(self) -> None:
        numbers, by_key = self.some(3), self.random.random() < 0.5
        for side in self.both:
            actor, records = side.actor("owner"), [side.shared[number] for number in numbers]
            if by_key:
                side.do(side.memory.resolve.for_record(actor, records[0].id))
            else:
                side.do(side.memory.resolve.among(actor, [one.id for one in records], records[0].id))

    def someone_takes_that_back(self) -> None:
        for number in self.some(3):
            for side in self.both:
                side.do(side.memory.resolve.undo(side.actor("owner"), side.shared[number].id))

    def a_month_passes(self) -> None:
        self.clock.advance(days=31)
        for side in self.both:
            side.do(side.memory.housekeeping.tidy())

    def all_starts_anew(self) -> None:
        for side in self.both:
            side.do(side.memory.housekeeping.rebuild_index())
            side.restart()

    def weight(self) -> float:
        """A weight that no other link has: those of one weight stand in the order of their ids."""
        return self.random.random()

    # What happens in the full world alone

    def hidden_draft(self, **fields: Any) -> Draft:
        """A draft with values that others use as well."""
        return self.draft(visibility=Visibility.AUTHOR, **fields)

    def a_draft_is_saved(self) -> None:
        side, person = self.full, self.random.choice(["alice", "carol"])
        visible = [one.id for one in side.shared[-3:]] + [one.id for one in side.hidden[-3:]]
        sources = self.random.sample(visible, min(len(visible), self.random.randint(0, 2)))
        workspace = self.random.choice(["default", "default", "plans", "hideout"])
        draft = self.hidden_draft(
            workspace=workspace,
            content=self.random.choice([*CONTENTS, "a secret"]),
            idempotency_key=self.random.choice([None, "key"]),
        )
        side.hide(side.save(person, draft, sources=[sources, []]))

    def a_message_becomes_a_draft(self) -> None:
        number = self.random.choice([1, 2, 3])
        self.full.hide(self.full.save("alice", self.hidden_draft(hash_content=True), number))

    def another_group_talks(self) -> None:
        draft = self.draft(workspace=self.random.choice(["default", "hideout"]))
        self.full.hide(self.full.save("carol", draft, self.random.choice([None, 1]), group="club"))
        self.full.hide(self.full.save("alice", draft, group=None))

    def a_record_comes_and_goes(self) -> None:
        """Saved for all, judged, and forgotten or made a draft before anyone looks."""
        side, number = self.full, self.random.choice([None, 1, 2, 3])
        record = side.save("alice", self.draft(), number)
        if record is None:
            return
        self.judge(record)
        if self.random.random() < 0.5:
            side.do(side.memory.forget.by_name(side.actor(self.random.choice(["alice", "owner"])), record.id))
        else:
            side.narrow(record)
        side.hide(record)

    def a_hidden_record_judges(self) -> None:
        for record in self.one_hidden():
            self.judge(record)

    def judge(self, record: Record) -> None:
        """Marks, links and retirements between the record and what all see."""
        side, random, person = self.full, self.random, record.author.name
        for number in self.some(3):
            other = side.shared[number]
            pair = (record, other) if random.random() < 0.5 else (other, record)
            match random.choice(["mark", "link", "retire", "be retired"]):
                case "mark":
                    side.do(mark(side.store, *pair, random.choice(list(MarkKind)), "a secret reason"))
                case "link":
                    side.do(link(side.store, *pair, random.choice(list(Relation)), self.weight()))
                case "retire":
                    self.keep(record, other, person)
                case _:
                    # What all see of the kept one must not change by it.
                    if self.stands_for(other, person) is None:
                        self.keep(other, record, person)

    def a_word_is_said_and_taken_back(self) -> None:
        """In favour of a hidden record, most of all where all see that another was kept before."""
        side = self.full
        for record in side.hidden[-4:]:
            person = record.author.name
            retired = [one for one in side.shared if self.stands_for(one, person) is not None]
            for other in retired or [side.shared[number] for number in self.some(2)]:
                self.keep(record, other, person)
                if self.stands_for(other, person) == record.id:
                    side.do(side.memory.resolve.undo(side.actor(person), other.id))

    def keep(self, kept: Record, other: Record, person: str) -> None:
        """The author of the hidden one says which of the two is right."""
        side = self.full
        side.do(side.memory.resolve.among(side.actor(person), [kept.id, other.id], kept.id))

    def stands_for(self, record: Record, person: str) -> RecordId | None:
        """What was kept in place of a record, as the person sees it."""
        passport = self.full.do(self.full.memory.show(self.full.actor(person), record.id))
        kept = passport.standing.retired_for if isinstance(passport, Passport) else None
        return None if kept is None else kept.id

    def a_hidden_record_changes(self) -> None:
        side = self.full
        for record in self.one_hidden():
            actor = side.actor(record.author.name)
            match self.random.choice(["edit", "label", "key", "forget", "restore"]):
                case "edit":
                    side.edit(record.author.name, record, content=self.random.choice(CONTENTS))
                case "label":
                    side.edit(record.author.name, record, fact_key="day", scope="team")
                case "key":
                    side.do(give_key(side.store, record, "archivist:deploy:day"))
                case "forget":
                    side.do(side.memory.forget.by_name(actor, record.id))
                case _:
                    if record.visibility is Visibility.AUTHOR:
                        side.do(side.memory.restore(actor, record.id))

    def one_hidden(self) -> list[Record]:
        """One of the hidden records, if there are any."""
        return [self.random.choice(self.full.hidden)] if self.full.hidden else []

    # What `bob` does himself

    def bob_saves(self) -> None:
        draft = self.draft(visibility=self.random.choice([Visibility.ORGANIZATION, Visibility.AUTHOR]))
        message = self.random.choice([None, None, 1, 2, 3, 4])
        outcomes = [side.do(side.memory.remember(side.actor("bob"), draft, message)) for side in self.both]
        saved = [one.record if isinstance(one, Remembered) and one.new else None for one in outcomes]
        self.share(saved)
        self.alike(outcomes)

    def bob_saves_with_a_key(self) -> None:
        asked = {
            "content": self.random.choice(CONTENTS[:2]),
            "fact_key": "day",
            "idempotency_key": "key",
            "workspace": self.random.choice(["default", "hideout"]),
        }
        answers = self.call("remember", asked)
        names = [RecordId(answer.get("result", {}).get("id", "")) for answer in answers]
        if not all(name in side.names for side, name in zip(self.both, names, strict=True)):
            shown = [
                side.do(side.memory.show(side.actor("bob"), name))
                for side, name in zip(self.both, names, strict=True)
            ]
            self.share([one.record if isinstance(one, Passport) else None for one in shown])
        self.alike(answers)

    def bob_edits(self) -> None:
        changes = self.random.choice(
            [
                {"content": self.random.choice(CONTENTS)},
                {"fact_key": "day"},
                {"visibility": "author"},
                {"visibility": "organization"},
            ]
        )
        for number in self.some(2):
            self.call_alike("edit", {"memory_id": Ref(number), **changes})

    def bob_edits_a_message(self) -> None:
        number, draft = self.random.choice([1, 2, 3, 4]), self.draft(hash_content=True)
        self.alike(
            [side.do(side.memory.edit.of_message(side.actor("bob"), number, draft)) for side in self.both]
        )

    def bob_judges(self) -> None:
        first, *others = self.some(3)
        match self.random.choice(["resolve", "resolve by key", "unresolve", "unmark", "forget", "restore"]):
            case "resolve":
                names = [Id(first), *(Ref(other) for other in others)]
                self.call_alike("resolve", {"memory_ids": names, "keep": Ref(first)})
            case "resolve by key":
                self.call_alike("resolve", {"fact_key": "day", "keep": Id(first)})
            case tool:
                self.call_alike(tool, {"memory_id": Id(first)})

    def bob_forgets_a_source(self) -> None:
        self.call_alike("forget", {"source_id": "wiki:1"})

    def bob_undoes(self) -> None:
        sight = self.random.choice([Sight.HERE, Sight.EVERYWHERE])
        self.alike([side.do(side.memory.restore.last(side.actor("bob"), sight)) for side in self.both])

    def bob_tries_what_he_may_not_see(self) -> None:
        """As if he had heard of its name somewhere."""
        for record in self.one_hidden():
            for name in (record.id, record.ref):
                for tool in ("show", "forget", "restore", "unresolve", "unmark"):
                    self.call_alike(tool, {"memory_id": name})
                self.call_alike("edit", {"memory_id": name, "content": "x"})
                self.call_alike("resolve", {"memory_ids": [name, *map(Id, self.some(1))], "keep": name})
                self.call_alike("resolve", {"memory_ids": [Id(one) for one in self.some(1)], "keep": name})
                self.call_alike("resolve", {"fact_key": "day", "keep": name})
            self.call_alike("remember", {"content": "x", "derived_from": [record.id]})

    # What `bob` is told

    def everything_is_alike(self) -> None:
        for query in QUERIES:
            for workspace in ("default", "plans", "hideout"):
                self.call_alike("search", {"query": query, "workspace": workspace, "limit": 50})
        fresh = {"exclude_stale": True, "current_source_hash": "sha256:1"}
        self.call_alike("search", {"query": "", "limit": 2, **fresh})
        self.call_alike("search", {"query": "деплой", "scope": "team", "limit": 3})
        self.call_alike("search", {"query": ""}, chat=None)
        for workspace in ("default", "hideout"):
            about = {"source_id": "wiki:1", "current_source_hash": "sha256:1"}
            self.call_alike("validate_memory", {**about, "workspace": workspace})
        for number in range(len(self.plain.shared)):
            self.call_alike("show", {"memory_id": Ref(number)})
        for number in range(1, 6):
            self.alike(
                [side.do(side.memory.show.name_of_message(side.actor("bob"), number)) for side in self.both]
            )
        for sight in (Sight.HERE, Sight.EVERYWHERE, Sight.FOR_ALL):
            self.search_alike(SearchRequest(Query.question("деплой?"), None, limit=2, offset=1), sight)
            for wanted in (
                Filters(status=Status.STALE),
                Filters(status=Status.CONFLICT),
                Filters(fact_key="day", by="al"),
            ):
                self.search_alike(SearchRequest(Query.parse(""), None, limit=2, filters=wanted), sight)


Step = Callable[[Worlds], None]

IN_BOTH: dict[Step, int] = {
    Worlds.someone_saves: 4,
    Worlds.someone_saves_a_message: 1,
    Worlds.someone_edits: 2,
    Worlds.a_record_is_a_draft_for_a_while: 2,
    Worlds.someone_edits_a_message: 1,
    Worlds.someone_forgets: 1,
    Worlds.someone_restores: 1,
    Worlds.the_archivist_marks_and_links: 2,
    Worlds.the_archivist_works: 4,
    Worlds.someone_takes_marks_off: 1,
    Worlds.someone_says_what_is_right: 3,
    Worlds.someone_takes_that_back: 1,
    Worlds.a_month_passes: 1,
    Worlds.all_starts_anew: 1,
}
HIDDEN: dict[Step, int] = {
    Worlds.a_draft_is_saved: 4,
    Worlds.a_message_becomes_a_draft: 2,
    Worlds.another_group_talks: 1,
    Worlds.a_record_comes_and_goes: 3,
    Worlds.a_hidden_record_judges: 5,
    Worlds.a_hidden_record_changes: 2,
    Worlds.a_word_is_said_and_taken_back: 3,
}
OWN: dict[Step, int] = {
    Worlds.bob_saves: 3,
    Worlds.bob_saves_with_a_key: 1,
    Worlds.bob_edits: 2,
    Worlds.bob_edits_a_message: 1,
    Worlds.bob_judges: 3,
    Worlds.bob_forgets_a_source: 1,
    Worlds.bob_undoes: 1,
    Worlds.bob_tries_what_he_may_not_see: 1,
}


@tried
@given(seed=st.integers(0, 2**32))
def test_what_one_may_not_see_changes_nothing_of_what_one_is_told(template: Path, seed: int) -> None:
    random, model = Random(seed), FakeModel()
    model.verdict = gossip
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(shutil.copy(template, Path(folder) / f"{number}.db")) for number in range(2)]
        with closing(Worlds(files, random, model)) as worlds:
            for _ in range(3):
                worlds.someone_saves()
            for kind in random.choices([IN_BOTH, HIDDEN, OWN], [4, 5, 3], k=STEPS):
                [step] = random.choices(list(kind), list(kind.values()))
                note(step.__name__)
                worlds.clock.advance(minutes=1)
                step(worlds)
            worlds.everything_is_alike()
