"""A slow and plain reading of the contract (SPEC sections 4, 5 and 8), to hold the product against.

It shares nothing with the product but the names of its values and the rule for the forms of a word. Whoever
changes the contract changes it here first.
"""

import unicodedata
from dataclasses import dataclass, field
from functools import lru_cache

from core.words import family

JOINERS = "-_./:@#+"
ARCHIVIST = "archivist:"


# Blocks of Unicode, by the code points with which they begin and end.
DROPPED = (
    (0x00AD, 0x00AD),
    (0x0300, 0x036F),
    (0x0483, 0x0489),
    (0x0591, 0x05C7),
    (0x0610, 0x0670),
    (0x180B, 0x180F),
    (0x1AB0, 0x1ACE),
    (0x1DC0, 0x1DFF),
    (0x200B, 0x206F),
    (0x20D0, 0x20FF),
    (0xFE00, 0xFE2F),
    (0xFEFF, 0xFEFF),
)


def is_dropped(character: str) -> bool:
    """Marks and invisible characters of these blocks are no part of a word and end none."""
    number = ord(character)
    is_listed = any(first <= number <= last for first, last in DROPPED)
    return is_listed and unicodedata.category(character) in ("Mn", "Me", "Cf")


def normalised(text: str) -> str:
    """Point 1: NFKC, case-folded, `ё` as `е`. Case-folding takes some letters apart, hence NFKC once more."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    normal = unicodedata.normalize("NFKC", folded).replace("ё", "е")
    kept = "".join(character for character in normal if not is_dropped(character))
    return normal if kept == normal else normalised(kept)


@dataclass
class Chain:
    """Runs of letters and digits, joined by joiners; mostly a single run."""

    whole: str = ""
    runs: list[str] = field(default_factory=list)


@lru_cache(maxsize=1 << 12)
def chains_of(text: str) -> list[Chain]:
    """Point 1, read a character at a time."""
    chains: list[Chain] = []
    waiting = ""  # joiners after a run, of which it is not known yet whether another run follows
    before = "blank"
    for character in normalised(text):
        if unicodedata.category(character)[0] in "LN":
            if before == "run":
                chains[-1].whole += character
                chains[-1].runs[-1] += character
            elif before == "joiner":
                chains[-1].whole += waiting + character
                chains[-1].runs.append(character)
            else:
                chains.append(Chain(character, [character]))
            before, waiting = "run", ""
        elif character in JOINERS and before != "blank":
            before, waiting = "joiner", waiting + character
        else:
            before, waiting = "blank", ""
    return chains


def words_in_order(text: str) -> list[str]:
    """What a text says, where it holds no signs beside its numbers: a correction leaves it as it was."""
    return [run for chain in chains_of(text) for run in chain.runs]


def all_hangul(text: str) -> bool:
    """Whether a text is nothing but composed Hangul syllables."""
    return all("가" <= character <= "힣" for character in text)


def run_occurs(sought: str, runs: set[str]) -> bool:
    """Point 2, for a word that is a single run."""
    if sought in runs or family(sought) in {family(run) for run in runs}:
        return True
    if all_hangul(sought):
        return len(sought) >= 2 and any(sought in run for run in runs)
    return len(sought) >= 5 and any(run.startswith(sought) for run in runs)


def chain_occurs(sought: Chain, texts: tuple[str, ...]) -> bool:
    """Points 1 and 2: a word of a query occurs where its whole does, or all its parts do."""
    present = [chain for text in texts for chain in chains_of(text)]
    runs = {run for chain in present for run in chain.runs}
    if all(run_occurs(run, runs) for run in sought.runs):
        return True
    if len(sought.runs) == 1:
        return False
    wholes = {chain.whole for chain in present if len(chain.runs) > 1}
    letters = sum(len(run) for run in sought.runs)
    return sought.whole in wholes or (
        letters >= 5 and any(whole.startswith(sought.whole) for whole in wholes)
    )


@lru_cache(maxsize=1 << 14)
def score_of(query: str, texts: tuple[str, ...]) -> int:
    """Point 3: how many different families of the query occur."""
    families: dict[tuple[str, ...], bool] = {}
    for chain in chains_of(query):
        kin = tuple(family(run) for run in chain.runs)
        families[kin] = families.get(kin, False) or chain_occurs(chain, texts)
    return sum(families.values())


Space = str
"""The name of a group, or `@name` for a person's private chat."""


@dataclass(eq=False)
class Entry:
    """A saved record."""

    number: int
    space: Space
    workspace: str
    scope: str
    content: str
    source: str
    source_hash: str | None
    fact_key: str | None
    sources: list["Entry"]
    author: str
    draft: bool
    forgotten_by: str | None = None

    @property
    def fact(self) -> tuple[str, str, str] | None:
        """What versions of one fact have in common."""
        if self.fact_key is None or self.fact_key.startswith(ARCHIVIST):
            return None
        return (self.space, self.workspace, self.fact_key)


@dataclass(frozen=True)
class Expected:
    """What must stand in a result."""

    entry: Entry
    score: int
    status: str
    superseded_by: Entry | None


@dataclass
class Eyes:
    """Whose sight an answer is computed for: where they look, and whether drafts are theirs."""

    person: str
    spaces: set[Space]
    for_all: bool = False


@dataclass
class World:
    """All that was ever saved, and who is where."""

    members: dict[Space, set[str]] = field(default_factory=dict)
    administrators: dict[Space, set[str]] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)

    def enter(self, person: str, space: Space, *, administrator: bool) -> None:
        """A person comes into a space."""
        self.members.setdefault(space, set()).add(person)
        if administrator:
            self.administrators.setdefault(space, set()).add(person)

    def eyes(self, person: str, space: Space, sight: str) -> Eyes:
        """The eyes for `here`, `everywhere` or `for all`."""
        spaces = set(self.members) if sight == "everywhere" else {space}
        return Eyes(person, {one for one in spaces if person in self.members[one]}, sight == "for all")

    def sees(self, eyes: Eyes, entry: Entry) -> bool:
        """Sections 1 and 8."""
        return entry.forgotten_by is None and self.might_see(eyes, entry)

    def might_see(self, eyes: Eyes, entry: Entry) -> bool:
        """Section 8, were the entry not forgotten."""
        if entry.space not in eyes.spaces:
            return False
        return not entry.draft or (entry.author == eyes.person and not eyes.for_all)

    def is_active(self, eyes: Eyes, workspace: str) -> bool:
        """Section 4: from the start, or saved into, as far as these eyes may know."""
        if workspace == "default":
            return bool(eyes.spaces)
        return any(entry.workspace == workspace and self.might_see(eyes, entry) for entry in self.entries)

    def may_forget(self, person: str, entry: Entry) -> bool:
        """Section 3: the author, and an administrator."""
        return person == entry.author or person in self.administrators.get(entry.space, set())

    def versions(self, eyes: Eyes, entry: Entry) -> list[Entry]:
        """The visible versions of the entry's fact, newest first."""
        if entry.fact is None:
            return []
        same = [one for one in self.entries if one.fact == entry.fact and self.sees(eyes, one)]
        return sorted(same, key=lambda one: -one.number)

    def own_status(self, eyes: Eyes, entry: Entry, current_hash: str | None) -> str:
        """Section 5, without what is inherited."""
        for other in self.versions(eyes, entry):
            hashes = {one.source_hash for one in (entry, other)}
            if other.content != entry.content or (None not in hashes and len(hashes) == 2):
                return "conflict"
        if current_hash is not None and entry.source_hash not in (None, current_hash):
            return "stale"
        return "unverified"

    def statuses(self, eyes: Eyes, entry: Entry, current_hash: str | None, levels: int) -> set[str]:
        """Section 5: its own, and those of its sources so many levels deep."""
        found = {self.own_status(eyes, entry, current_hash)}
        if levels:
            for source in entry.sources:
                if self.sees(eyes, source):
                    found |= self.statuses(eyes, source, current_hash, levels - 1)
        return found

    def status(self, eyes: Eyes, entry: Entry, current_hash: str | None) -> str:
        """Section 5: the worst one shows."""
        found = self.statuses(eyes, entry, current_hash, 3)
        return next(status for status in ("conflict", "stale", "unverified") if status in found)

    def superseded_by(self, eyes: Eyes, entry: Entry) -> Entry | None:
        """Section 4: the newest version, null for that one itself."""
        newest = self.versions(eyes, entry)[:1]
        return newest[0] if newest and newest[0] is not entry else None

    def search(
        self,
        eyes: Eyes,
        query: str,
        workspace: str | None,
        *,
        scope: str | None = None,
        limit: int = 10,
        offset: int = 0,
        current_hash: str | None = None,
        exclude_stale: bool = False,
    ) -> list[Expected] | None:
        """Section 4, points 3, 4 and 6; None where the workspace is not active."""
        if workspace is not None and not self.is_active(eyes, workspace):
            return None
        scores: dict[Entry, int] = {}
        for entry in self.entries:
            if not self.sees(eyes, entry) or workspace not in (None, entry.workspace):
                continue
            if scope not in (None, entry.scope):
                continue
            score = score_of(query, (entry.content, entry.source))
            if score == 0 and query.strip():
                continue
            if exclude_stale and self.status(eyes, entry, current_hash) == "stale":
                continue
            scores[entry] = score
        placed: list[Entry] = []
        for entry in sorted(scores, key=lambda one: (-scores[one], -one.number)):
            newer = [one for one in self.versions(eyes, entry) if one.number > entry.number and one in scores]
            placed += [one for one in [*newer, entry] if one not in placed]
        asked = placed[offset : offset + min(max(limit, 1), 50)]
        return [
            Expected(
                entry,
                scores[entry],
                self.status(eyes, entry, current_hash),
                self.superseded_by(eyes, entry),
            )
            for entry in asked
        ]
