"""How good the judge without a network is: `python -m tests.quality.judge [--memconflict PAIRS.json]`.

Two sets of pairs of an older record and a newer one. Ours, in `judge_pairs.tsv`, are ordinary notes in three
languages. Their parts, in the order of their writing: `tuning`, by which the rules were made; `aside`, looked
at when the rules stood; `later 1` to `3` and `last`, judged before being looked at, and then learned from;
`hard`, near misses alone that say "now", so that often only the world tells an addition from a replacement;
likewise `ended`, `ended aside`, `ended later`, `ended last`, where the new note says itself what is no more.
`fresh 1` to `fresh 5` are such as a team writes in its chat, each written and labelled before it was judged,
judged before being looked at, and then learned from; `fresh 1` was written by someone who had not read the
rules. In these a `contradiction` is to be asked, and a `refinement` adds to what holds. `crafted` was written
to break the rules while they were made: of one subject something else changes; and long notes.
The other set, MemConflict as "person — field: value", nobody here wrote, nor is it kept here.
"""

import argparse
import asyncio
import csv
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from core.builtin import Opinion, judge
from core.memory import Memory
from core.query import Query
from core.records import Draft
from core.search import Page, SearchRequest
from core.spaces import Actor
from core.storage import Store
from tests.core.fakes import StoppedClock
from tests.core.steps import enter
from tests.quality.renderings import RENDERINGS, Rendering, Statement

PAIRS = Path(__file__).with_name("judge_pairs.tsv")
DECISIONS = ("INVALIDATE", "MERGE", "ASK", "LINK", "nothing")
FRESHEST = 5
SIMILAR = 5
SHUFFLES = 5

Judge = Callable[[str, Sequence[str]], Opinion]


@dataclass(frozen=True)
class Pair:
    """An older record and a newer one, with what is right to say of them."""

    part: str
    label: str
    old: str
    new: str


def ours(file: Path = PAIRS) -> list[Pair]:
    """The pairs of ordinary notes."""
    with file.open(encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [Pair(row["part"], row["label"], row["old"], row["new"]) for row in rows]


def memconflict(file: Path) -> list[Pair]:
    """The pairs of MemConflict."""
    rows = json.loads(file.read_text(encoding="utf-8"))
    return [Pair("memconflict", row["label"], row["old"].strip(), row["new"].strip()) for row in rows]


def decision(judge: Judge, pair: Pair) -> str:
    """What the judge says of a pair."""
    opinion = judge(pair.new, [pair.old])
    said = (opinion.outdated, opinion.same, opinion.asks, opinion.related)
    return next((name for name, found in zip(DECISIONS, said, strict=False) if found), DECISIONS[-1])


def confusion(judge: Judge, pairs: Iterable[Pair]) -> dict[str, Counter[str]]:
    """How often the judge said what, for each label."""
    matrix: dict[str, Counter[str]] = defaultdict(Counter)
    for pair in pairs:
        matrix[pair.label][decision(judge, pair)] += 1
    return matrix


@dataclass(frozen=True)
class Figures:
    """What a confusion matrix comes to; `right` is the label of those that are outdated."""

    given: int
    right: int
    outdated: int
    asked: int
    pairs: int

    @classmethod
    def of(cls, matrix: Mapping[str, Counter[str]], right: str) -> "Figures":
        """Count."""
        return cls(
            sum(said["INVALIDATE"] for said in matrix.values()),
            matrix[right]["INVALIDATE"],
            matrix[right].total(),
            sum(said["ASK"] for said in matrix.values()),
            sum(said.total() for said in matrix.values()),
        )

    def __str__(self) -> str:
        precision = f"{self.right / self.given:.3f}" if self.given else "-"
        recall = f"{self.right / self.outdated:.3f}" if self.outdated else "-"
        return (
            f"INVALIDATE {self.right} right of {self.given} given: precision {precision}, recall {recall}; "
            f"asked {self.asked / self.pairs:.3f}"
        )


async def candidates(memory: Memory, actor: Actor, new: str, itself: str) -> list[str]:
    """The freshest records, and of the others those most similar by word score (SPEC section 7, point 1).

    `itself` is the new record where it stands among the others already.
    """
    freshest = await _texts(memory, actor, "", FRESHEST, {itself})
    return freshest + await _texts(memory, actor, new, SIMILAR, {itself, *freshest})


async def _texts(memory: Memory, actor: Actor, query: str, limit: int, but: AbstractSet[str]) -> list[str]:
    page = await memory.search(actor, SearchRequest(Query.question(query), limit=limit + len(but)))
    assert isinstance(page, Page)
    return [one.record.content for one in page.results if one.record.content not in but][:limit]


async def reached(pairs: Sequence[Pair], stream: Sequence[str], rendering: Rendering) -> list[bool]:
    """Save a stream of records; for each pair, its new one last of all: is the outdated one a candidate?"""
    with TemporaryDirectory() as folder:
        store = Store.open(f"sqlite:///{folder}/letopis.db")
        memory = Memory.on(store, StoppedClock())
        actor = await enter(memory, "owner")
        for text in stream:
            await memory.remember(actor, Draft(rendering.as_old(Statement.parse(text))))
        answers = []
        for pair in pairs:
            old, new = Statement.parse(pair.old), Statement.parse(pair.new)
            chosen = await candidates(memory, actor, rendering.as_new(new), rendering.as_old(new))
            answers.append(rendering.as_old(old) in chosen)
        store.close()
    return answers


def share(pairs: Sequence[Pair], rendering: Rendering) -> float:
    """The share of runs with the outdated record among the candidates, a person's records in random order."""
    random = Random(1)
    people: dict[str, list[Pair]] = defaultdict(list)
    for pair in pairs:
        if pair.label != "CREATE":  # these tell of other people
            people[Statement.parse(pair.old).person].append(pair)
    answers: list[bool] = []
    for theirs in people.values():
        outdated = [pair for pair in theirs if pair.label == "INVALIDATE"]
        stream = sorted({text for pair in theirs for text in (pair.old, pair.new)})
        for _ in range(SHUFFLES):
            random.shuffle(stream)
            answers += asyncio.run(reached(outdated, stream, rendering))
    return sum(answers) / len(answers)


def show(title: str, matrix: Mapping[str, Counter[str]], right: str) -> None:
    """Print a confusion matrix and what it comes to."""
    print(f"\n{title}")
    print(f"{'':20}" + "".join(f"{name:>12}" for name in DECISIONS))
    for label, said in matrix.items():
        print(f"{label:20}" + "".join(f"{said[name]:12}" for name in DECISIONS))
    print(Figures.of(matrix, right))


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.quality.judge", description=__doc__.split("\n")[0])
    parser.add_argument("--memconflict", type=Path, metavar="PAIRS.json", help="the pairs of MemConflict")
    arguments = parser.parse_args()
    pairs = ours()
    for part in dict.fromkeys(pair.part for pair in pairs):
        print(
            f"{part:11}", Figures.of(confusion(judge, (one for one in pairs if one.part == part)), "update")
        )
    show("ordinary notes, all parts", confusion(judge, pairs), "update")
    if arguments.memconflict is not None:
        pairs = memconflict(arguments.memconflict)
        matrix = confusion(judge, pairs)
        show("MemConflict", matrix, "INVALIDATE")
        noticed = matrix["INVALIDATE"]["INVALIDATE"] + matrix["INVALIDATE"]["ASK"]
        print(f"INVALIDATE and ask together: {noticed / matrix['INVALIDATE'].total():.3f} of those outdated")
        print("\nshare of runs with the outdated record among the candidates")
        for rendering in RENDERINGS:
            print(f"{rendering.name:40} {share(pairs, rendering):.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
