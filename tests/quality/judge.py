"""How good the judge is that MODEL_KIND names: `python -m tests.quality.judge [--memconflict PAIRS.json]`.

The settings are the product's own, and so is all that is asked and reckoned: the model's client with its
limits, what is made of its answers, and the choice of candidates.

Two sets of pairs of an older record and a newer one. Ours, in `judge_pairs.tsv`, are ordinary notes in three
languages. Their parts, in the order of their writing: `tuning`, by which the rules were made; `aside`, looked
at when the rules stood; `later 1` to `3` and `last`, judged before being looked at, and then learned from;
`hard`, near misses alone that say "now", so that often only the world tells an addition from a replacement;
likewise `ended`, `ended aside`, `ended later`, `ended last`, where the new note says itself what is no more.
`fresh 1` to `fresh 9` are such as a team writes in its chat, each written and labelled before it was judged,
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
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from bot.clock import SystemClock
from bot.models import model_of
from bot.settings import load_settings
from core.cases import Case
from core.errors import ModelAway
from core.guard import as_kept
from core.ids import RecordId
from core.judgement import Candidate, Judgement, Malformed, Question
from core.marks import MarkKind
from core.memory import Memory
from core.ports import Model
from core.spaces import Actor
from core.storage import Store
from tests.core.fakes import StoppedClock
from tests.core.steps import enter, save
from tests.quality.renderings import RENDERINGS, Rendering, Statement

PAIRS = Path(__file__).with_name("judge_pairs.tsv")
DECISIONS = ("INVALIDATE", "MERGE", "ASK", "LINK", "nothing", "no answer")
OLD = RecordId("00000000-0000-4000-8000-000000000001")

Matrix = Mapping[str, Counter[str]]
"""How often the judge said what, for each label."""


@dataclass(frozen=True)
class Pair:
    """An older record and a newer one, with what is right to say of them."""

    part: str
    label: str
    old: str
    new: str


def notes(file: Path = PAIRS) -> list[Pair]:
    """Pairs of ordinary notes, by default ours."""
    with file.open(encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [Pair(row["part"], row["label"], row["old"], row["new"]) for row in rows]


def memconflict(file: Path) -> list[Pair]:
    """The pairs of MemConflict."""
    rows = json.loads(file.read_text(encoding="utf-8"))
    return [Pair("memconflict", row["label"], row["old"].strip(), row["new"].strip()) for row in rows]


async def decisions(model: Model, pairs: Sequence[Pair]) -> list[str]:
    """What the judge says of each pair, asked for as many at once as the archivist asks."""
    turns = asyncio.Semaphore(model.at_once)

    async def decided(pair: Pair) -> str:
        async with turns:
            return await decision(model, pair)

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(decided(pair)) for pair in pairs]
    return [task.result() for task in tasks]


async def decision(model: Model, pair: Pair) -> str:
    """What the judge says of a pair."""
    try:
        said = await model.judge(Question(pair.new, (Candidate(OLD, pair.old),)))
    except ModelAway:
        return "no answer"
    match said:
        case Malformed():
            return "no answer"
        case Judgement(marks=marks) if marks:
            return "INVALIDATE" if marks[0].kind is MarkKind.INVALIDATE else "MERGE"
        case Judgement(asks=asks) if asks:
            return "ASK"
        case Judgement(links=links):
            return "LINK" if links else "nothing"


def confusion(pairs: Iterable[Pair], said: Iterable[str]) -> dict[str, Counter[str]]:
    """Count."""
    matrix: dict[str, Counter[str]] = defaultdict(Counter)
    for pair, decided in zip(pairs, said, strict=True):
        matrix[pair.label][decided] += 1
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
    def of(cls, matrix: Matrix, right: str) -> "Figures":
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


async def reached_in(
    pairs: Sequence[Pair], stream: Sequence[str], rendering: Rendering, similar: int
) -> list[bool]:
    """Save a stream of records; for each pair, its new one last of all: is the outdated one a candidate?"""
    with TemporaryDirectory() as folder:
        store = Store.open(f"sqlite:///{folder}/letopis.db")
        memory = Memory.on(store, StoppedClock())
        owner = await enter(memory, "owner")
        said = {text: rendering.as_old(Statement.parse(text)) for text in stream}
        ids = {text: (await save(memory, owner, said[text])).id for text in stream}
        answers = []
        for pair in pairs:
            # The new one stands among the others already, where the stream goes on from there.
            await memory.forget.by_name(owner, ids[pair.new])
            new = rendering.as_new(Statement.parse(pair.new))
            answers.append(ids[pair.old] in await candidates(store, memory, owner, new, similar))
            await memory.restore(owner, ids[pair.new])
        store.close()
    return answers


async def candidates(
    store: Store, memory: Memory, owner: Actor, text: str, similar: int
) -> frozenset[RecordId]:
    """What the archivist would compare a record with, which is saved and taken out again."""
    new = await save(memory, owner, text)
    case = await store.search(lambda connection, index: Case.of(connection, index, new.key, similar))
    assert case is not None
    await memory.forget.by_name(owner, new.id)
    return frozenset(case.older)


def share(pairs: Sequence[Pair], rendering: Rendering, similar: int, shuffles: int) -> float:
    """The share of runs with the outdated record among the candidates.

    A person's records are saved in as many random orders as `shuffles` says.
    """
    random = Random(1)
    people: dict[str, list[Pair]] = defaultdict(list)
    for pair in pairs:
        if pair.label != "CREATE":  # these tell of other people
            people[Statement.parse(pair.old).person].append(pair)
    answers: list[bool] = []
    for theirs in people.values():
        outdated = [pair for pair in theirs if pair.label == "INVALIDATE"]
        stream = sorted({text for pair in theirs for text in (pair.old, pair.new)})
        for _ in range(shuffles):
            random.shuffle(stream)
            answers += asyncio.run(reached_in(outdated, stream, rendering, similar))
    return sum(answers) / len(answers)


def show(title: str, matrix: Matrix, right: str) -> None:
    """Print a confusion matrix and what it comes to."""
    print(f"\n{title}")
    print(f"{'':20}" + "".join(f"{name:>12}" for name in DECISIONS))
    for label, said in matrix.items():
        print(f"{label:20}" + "".join(f"{said[name]:12}" for name in DECISIONS))
    print(Figures.of(matrix, right))


async def judged(model: Model, pairs: Sequence[Pair], others: Sequence[Pair]) -> None:
    """Print what the judge says of pairs of ordinary notes, and of others of MemConflict."""
    said = await decisions(model, pairs)
    for part in dict.fromkeys(pair.part for pair in pairs):
        of_part = [(pair, one) for pair, one in zip(pairs, said, strict=True) if pair.part == part]
        print(f"{part:11}", Figures.of(confusion(*zip(*of_part, strict=True)), "update"))
    show("ordinary notes, all parts", confusion(pairs, said), "update")
    if others:
        matrix = confusion(others, await decisions(model, others))
        show("MemConflict", matrix, "INVALIDATE")
        noticed = matrix["INVALIDATE"]["INVALIDATE"] + matrix["INVALIDATE"]["ASK"]
        print(f"INVALIDATE and ask together: {noticed / matrix['INVALIDATE'].total():.3f} of those outdated")
    await model.close()


def main(words: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.quality.judge", description=__doc__.split("\n")[0])
    parser.add_argument(
        "--notes", type=Path, default=PAIRS, metavar="PAIRS.tsv", help="other pairs than ours"
    )
    parser.add_argument("--memconflict", type=Path, metavar="PAIRS.json", help="the pairs of MemConflict")
    parser.add_argument(
        "--shuffles", type=int, default=5, metavar="N", help="orders in which records are saved"
    )
    arguments = parser.parse_args(words)
    settings = load_settings()
    others = [] if arguments.memconflict is None else memconflict(arguments.memconflict)
    print(f"MODEL_KIND={settings.model_kind}")
    model = model_of(settings, SystemClock(), as_kept)
    if model is not None:
        asyncio.run(judged(model, notes(arguments.notes), others))
    if others:
        similar = settings.archivist_similar
        print(
            f"\nshare of runs with the outdated record among the candidates, {similar} of them similar ones"
        )
        for rendering in RENDERINGS:
            reached = share(others, rendering, similar, arguments.shuffles)
            print(f"{rendering.name:40} {reached:.3f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
