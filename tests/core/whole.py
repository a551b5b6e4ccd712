"""The rest of the plain reading of the contract: edits, visibility, marks, links and a person's word.

It builds on `reference.py` and, like it, shares nothing with the product (SPEC sections 2 to 5 and 7).
Whoever changes the contract changes it here first.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Literal

from tests.core.fakes import MORNING
from tests.core.reference import ARCHIVIST, Entry, Eyes, World, score_of, words_in_order

Refused = Literal["not found", "not allowed", "not active", "invalid"]
"""What may be answered instead of a result."""

ALLOWED = {"merge": 0.4, "invalidate": 0.1}
"""Section 7, point 3: the highest confidence that shows beside a mark."""
LABELS = ("fact_key", "scope", "path", "memory_type")


def hash_of(text: str) -> str:
    """Section 2: our own hash of a text."""
    return "sha256:" + sha256(text.encode()).hexdigest()


@dataclass(frozen=True)
class Line:
    """A line of history; `about` is the other record that it tells of."""

    kind: str
    at: datetime
    person: str
    about: Entry | None = None


@dataclass(frozen=True)
class Before:
    """What a record said, until when, and for whom it was."""

    content: str
    until: datetime
    draft: bool


@dataclass(eq=False)
class Told(Entry):
    """A saved record with all that can change of it."""

    path: str = "/"
    memory_type: str = "semantic"
    visibility: str = "organization"
    confidence: float = 0.5
    source_id: str | None = None
    source_revision: str | None = None
    message: int | None = None
    created_at: datetime = MORNING
    updated_at: datetime = MORNING
    forgotten_at: datetime = MORNING
    wiped: bool = False
    was_public: bool = False
    lines: list[Line] = field(default_factory=list)
    before: list[Before] = field(default_factory=list)

    def __repr__(self) -> str:
        return f"<{self.number} {self.content!r} of {self.author} in {self.space}>"


Relation = tuple[str, str, float, Entry, str]
"""Section 4: relation, direction, weight, the other record and the beginning of its content."""


@dataclass(frozen=True)
class Shown:
    """What a reader is told of a record beside its own fields."""

    entry: Told
    score: int
    status: str
    superseded_by: Entry | None
    confidence: float
    relations: frozenset[Relation]


@dataclass
class WholeWorld(World):
    """All that was ever saved, and all that was ever said of it."""

    marks: dict[tuple[Entry, Entry], str] = field(default_factory=dict)
    """By target and cause: the kind."""
    links: dict[tuple[Entry, Entry, str], float] = field(default_factory=dict)
    """By source, target and relation: the weight."""
    retirements: list[tuple[Entry, Entry]] = field(default_factory=list)
    """The retired record and the kept one, the last word last."""
    latest: int = 0

    # Reading

    @property
    def told(self) -> list[Told]:
        """The entries, as what they are here."""
        return [one for one in self.entries if isinstance(one, Told)]

    def is_active(self, eyes: Eyes, workspace: str) -> bool:
        """Section 4: saved into, as far as these eyes might read it then or now."""
        if super().is_active(eyes, workspace):
            return True
        there = [one for one in self.told if one.workspace == workspace and one.space in eyes.spaces]
        return any(one.was_public or (one.author == eyes.person and not eyes.for_all) for one in there)

    def retired_for(self, eyes: Eyes, entry: Entry) -> Entry | None:
        """Section 3, `resolve`: what stands in its place, the last that these eyes see."""
        kept = [kept for retired, kept in self.retirements if retired is entry and self.sees(eyes, kept)]
        return kept[-1] if kept else None

    def of_fact(self, eyes: Eyes, entry: Entry) -> list[Entry]:
        """The unretired versions of its fact, whether or not it is one."""
        return [one for one in super().versions(eyes, entry) if self.retired_for(eyes, one) is None]

    def versions(self, eyes: Eyes, entry: Entry) -> list[Entry]:
        """Section 3: a retired record is no version any more, nor are there any of it."""
        return self.of_fact(eyes, entry) if self.retired_for(eyes, entry) is None else []

    def marks_on(self, eyes: Eyes, entry: Entry) -> list[str]:
        """Section 7, point 4: the kinds of those marks whose cause these eyes see."""
        return [
            kind for (target, cause), kind in self.marks.items() if target is entry and self.sees(eyes, cause)
        ]

    def is_outdated(self, eyes: Eyes, entry: Entry) -> bool:
        """Section 5: marked outdated, or retired."""
        return "invalidate" in self.marks_on(eyes, entry) or self.retired_for(eyes, entry) is not None

    def own_status(self, eyes: Eyes, entry: Entry, current_hash: str | None) -> str:
        """Section 5, without what is inherited."""
        status = super().own_status(eyes, entry, current_hash)
        return "stale" if status == "unverified" and self.is_outdated(eyes, entry) else status

    def superseded_by(self, eyes: Eyes, entry: Entry) -> Entry | None:
        """Sections 3 and 4: the kept record, or else the newest version."""
        return self.retired_for(eyes, entry) or super().superseded_by(eyes, entry)

    def relations(self, eyes: Eyes, entry: Entry) -> frozenset[Relation]:
        """Section 4, `graph_relations`."""
        found = set()
        for (source, target, relation), weight in self.links.items():
            for end, other, direction in ((source, target, "outgoing"), (target, source, "incoming")):
                if end is entry and self.sees(eyes, other):
                    found.add((relation, direction, weight, other, other.content[:120]))
        return frozenset(found)

    def shown(self, eyes: Eyes, entry: Told, score: int = 0, current_hash: str | None = None) -> Shown:
        """How an entry stands."""
        return Shown(
            entry,
            score,
            self.status(eyes, entry, current_hash),
            self.superseded_by(eyes, entry),
            min([entry.confidence, *(ALLOWED[kind] for kind in self.marks_on(eyes, entry))]),
            self.relations(eyes, entry),
        )

    def find(
        self,
        eyes: Eyes,
        query: str,
        workspace: str | None = None,
        *,
        scope: str | None = None,
        current_hash: str | None = None,
        exclude_stale: bool = False,
        status: str | None = None,
        fact_key: str | None = None,
    ) -> list[Shown] | Refused:
        """Section 4, all results in their order."""
        if workspace is not None and not self.is_active(eyes, workspace):
            return "not active"
        matching: dict[Entry, Shown] = {}
        for entry in self.told:
            score = score_of(query, (entry.content, entry.source))
            how = self.shown(eyes, entry, score, current_hash)
            if (
                self.sees(eyes, entry)
                and workspace in (None, entry.workspace)
                and scope in (None, entry.scope)
                and fact_key in (None, entry.fact_key)
                and status in (None, how.status)
                and not (exclude_stale and how.status == "stale")
                and (score or not query.strip())
            ):
                matching[entry] = how
        placed: dict[Entry, Shown] = {}
        for found in sorted(matching, key=lambda one: (-matching[one].score, -one.number)):
            newer = [one for one in self.versions(eyes, found) if one.number > found.number]
            placed.update((one, matching[one]) for one in [*newer, found] if one in matching)
        return list(placed.values())

    def history(self, eyes: Eyes, entry: Told) -> list[Line]:
        """Section 3: lines about records that one does not see are left out."""
        return [line for line in entry.lines if line.about is None or self.sees(eyes, line.about)]

    def earlier(self, eyes: Eyes, entry: Told) -> list[tuple[str, datetime]]:
        """Section 3: earlier contents, for those who might read them when they were current."""
        own = entry.author == eyes.person and not eyes.for_all
        return [(one.content, one.until) for one in entry.before if own or not one.draft]

    def validated(
        self, eyes: Eyes, source_id: str, current_hash: str | None, workspace: str, scope: str | None
    ) -> tuple[list[Told], list[Told], list[Told]] | Refused:
        """Section 3, `validate_memory`: checked, stale, in conflict; newest first."""
        if not self.is_active(eyes, workspace):
            return "not active"
        checked = [
            one
            for one in sorted(self.told, key=lambda one: -one.number)
            if self.sees(eyes, one)
            and (one.source_id, one.workspace) == (source_id, workspace)
            and scope in (None, one.scope)
        ]
        moved = [
            one
            for one in checked
            if None not in (current_hash, one.source_hash) and one.source_hash != current_hash
        ]
        stale = [one for one in checked if one in moved or self.is_outdated(eyes, one)]
        return checked, stale, [one for one in checked if self.own_status(eyes, one, None) == "conflict"]

    # Writing

    def save(self, entry: Told, now: datetime) -> None:
        """Section 3, `remember`, where it makes a new record."""
        self.latest += 1
        entry.number = self.latest
        entry.created_at = entry.updated_at = now
        entry.was_public = not entry.draft
        entry.lines.append(Line("saved", now, entry.author))
        self.entries.append(entry)

    def edit(
        self, eyes: Eyes, entry: Told, changes: Mapping[str, str | None], now: datetime
    ) -> Refused | None:
        """Section 3, `edit`."""
        if not self.sees(eyes, entry):
            return "not found"
        if not self.may_forget(eyes.person, entry):
            return "not allowed"
        kinds = []
        if changes.get("content") not in (None, entry.content):
            self._say_anew(entry, str(changes["content"]), now)
            kinds.append("edited")
        if changes.get("visibility") not in (None, entry.visibility):
            self._show_to_others(entry, str(changes["visibility"]))
            kinds.append("visibility changed")
        labels = {
            name: value for name, value in changes.items() if name in LABELS and getattr(entry, name) != value
        }
        for name, value in labels.items():
            setattr(entry, name, value)
        kinds += ["labelled"] if labels else []
        entry.lines += [Line(kind, now, eyes.person) for kind in kinds]
        return None

    def edit_message(self, entry: Told, content: str, revision: str, now: datetime) -> bool:
        """Section 10: the record follows its message; whether anything changed."""
        if entry.forgotten_by is not None or entry.source_hash == hash_of(content):
            return False
        if content != entry.content:
            self._say_anew(entry, content, now)
            entry.lines.append(Line("edited", now, entry.author))
        entry.source_hash, entry.source_revision = hash_of(content), revision
        return True

    def _say_anew(self, entry: Told, content: str, now: datetime) -> None:
        """Sections 2 and 3: it becomes the newest; marks on it and by it fall with their links.

        They stay where the same words were only written otherwise.
        """
        entry.before.append(Before(entry.content, now, entry.draft))
        self.latest += 1
        is_corrected = words_in_order(entry.content) == words_in_order(content)
        entry.number, entry.content, entry.updated_at = self.latest, content, now
        for target, cause in list(self.marks):
            if entry in (target, cause) and not is_corrected:
                self._drop_mark(target, cause)

    def _show_to_others(self, entry: Told, visibility: str) -> None:
        """Section 7, point 4: widening drops what the archivist made from it."""
        if entry.draft:
            self.marks = {pair: kind for pair, kind in self.marks.items() if pair[1] is not entry}
            self.links = {ends: weight for ends, weight in self.links.items() if ends[0] is not entry}
            if entry.fact_key is not None and entry.fact_key.startswith(ARCHIVIST):
                entry.fact_key = None
        entry.visibility, entry.draft = visibility, visibility == "author"
        entry.was_public |= not entry.draft

    def forget(self, eyes: Eyes, entry: Told, now: datetime) -> Refused | None:
        """Section 3, `forget`."""
        if not self.sees(eyes, entry):
            return "not found"
        if not self.may_forget(eyes.person, entry):
            return "not allowed"
        entry.forgotten_by, entry.forgotten_at = eyes.person, now
        entry.lines.append(Line("forgotten", now, eyes.person))
        return None

    def restore(self, eyes: Eyes, entry: Told, now: datetime) -> Refused | None:
        """Section 3, `restore`: by who forgot it, and the author."""
        if not self.might_see(eyes, entry) or entry.wiped:
            return "not found"
        if entry.forgotten_by is None:
            return None
        if eyes.person not in (entry.forgotten_by, entry.author):
            return "not found"
        entry.forgotten_by = None
        entry.lines.append(Line("restored", now, eyes.person))
        return None

    def forget_source(self, eyes: Eyes, source_id: str, workspace: str, now: datetime) -> list[Told]:
        """Section 3, `forget` by `source_id`: those that one may; newest first."""
        of_source = [one for one in self.told if (one.source_id, one.workspace) == (source_id, workspace)]
        newest_first = sorted(of_source, key=lambda one: -one.number)
        return [one for one in newest_first if self.forget(eyes, one, now) is None]

    def restore_last(self, eyes: Eyes, now: datetime) -> Told | None:
        """`/undo`: what the person forgot last, among the entries that they might see."""
        theirs = [
            one
            for one in self.told
            if one.forgotten_by == eyes.person and self.might_see(eyes, one) and not one.wiped
        ]
        if not theirs:
            return None
        last = max(theirs, key=lambda one: (one.forgotten_at, one.number))
        self.restore(eyes, last, now)
        return last

    def wipe(self, now: datetime) -> int:
        """Section 3: what was forgotten over thirty days ago goes for good; how many went."""
        due = [
            one
            for one in self.told
            if one.forgotten_by and not one.wiped and one.forgotten_at < now - timedelta(days=30)
        ]
        for entry in due:
            entry.wiped = True
        return len(due)

    def mark(self, target: Told, cause: Told, kind: str, now: datetime) -> None:
        """Section 7, points 3 and 4."""
        self.marks[target, cause] = kind
        target.lines.append(Line("marked", now, cause.author, cause))

    def _drop_mark(self, target: Entry, cause: Entry) -> None:
        del self.marks[target, cause]
        for ends in [ends for ends in self.links if ends[:2] == (cause, target)]:
            del self.links[ends]

    def unmark(self, eyes: Eyes, entry: Told, now: datetime) -> Refused | None:
        """Section 3, `unmark`: the marks whose cause these eyes see, with the links that came with them."""
        if not self.sees(eyes, entry):
            return "not found"
        for target, cause in list(self.marks):
            if target is entry and self.sees(eyes, cause):
                self._drop_mark(target, cause)
                entry.lines.append(Line("unmarked", now, eyes.person, cause))
        return None

    def keep_version(
        self, eyes: Eyes, fact_key: str, keep: Told, workspace: str, now: datetime
    ) -> list[Told] | Refused:
        """Section 3, `resolve` by `fact_key`."""
        if not self.is_active(eyes, workspace):
            return "not active"
        if not self.sees(eyes, keep):
            return "not found"
        if keep.workspace != workspace or keep.fact is None or keep.fact_key != fact_key:
            return "invalid"
        versions = [one for one in self.told if one is keep or one in self.of_fact(eyes, keep)]
        concerned = sorted(versions, key=lambda one: -one.number)
        return self._keep(eyes, keep, concerned, now)

    def keep_among(
        self, eyes: Eyes, entries: Sequence[Told], keep: Told, now: datetime
    ) -> list[Told] | Refused:
        """Section 3, `resolve` by `memory_ids`."""
        if not all(self.sees(eyes, one) for one in (*entries, keep)):
            return "not found"
        if keep not in entries or len({(one.space, one.workspace) for one in entries}) > 1:
            return "invalid"
        return self._keep(eyes, keep, list(dict.fromkeys(entries)), now)

    def _keep(self, eyes: Eyes, keep: Told, concerned: list[Told], now: datetime) -> list[Told]:
        """The kept record stays, so it is brought back where it was retired; the others are retired."""
        while self.unresolve(eyes, keep, now):
            pass
        for one in concerned:
            if one is not keep:
                self.retirements = [pair for pair in self.retirements if pair != (one, keep)]
                self.retirements.append((one, keep))
                one.lines.append(Line("retired", now, eyes.person, keep))
        return concerned

    def unresolve(self, eyes: Eyes, entry: Told, now: datetime) -> bool:
        """Section 3, `unresolve`: the last word, for one who sees both; whether there was one."""
        kept = self.retired_for(eyes, entry)
        if kept is None:
            return False
        self.retirements.remove((entry, kept))
        entry.lines.append(Line("brought back", now, eyes.person, kept))
        return True
