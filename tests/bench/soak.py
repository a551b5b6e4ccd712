"""Whether several processes on one database file see for long what any of them has confirmed, and how fast.

python -m tests.bench.soak [--minutes 60] [--processes 2] [--records 10000] [--file soak.db]

Every process saves, edits, forgets, restores, hides and searches at a small pace (`sharing.py`), one tidies,
one rebuilds the index half way. What was confirmed is looked at by a search at once, and by one in every
other process as soon as it hears of it. At the end a fresh process compares the index with a plain reading
of the contract. Faults are shown, with references and no texts, and the command ends with 1.
"""

import argparse
import asyncio
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import chain, repeat
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.clock import SystemClock
from core.memory import Memory
from core.storage import Store
from tests.bench.questions import KINDS, LENGTHS, questions
from tests.bench.saving import fill
from tests.bench.searching import answer, differing, readable
from tests.bench.sharing import PACE, WORKERS, Known, Report, Watch, enter, share
from tests.bench.table import Table

SAMPLE = 10
"""Records of each process whose words are asked for at the end."""


async def prepare(file: Path, records: int) -> None:
    """Make the file where it is not there, with so many records."""
    store = Store.open(f"sqlite:///{file}")
    memory = Memory.on(store, SystemClock())
    filled = await fill(memory, (await enter(memory))[0], records)
    store.close()
    print(f"{records:,} records to begin with; {filled.added:,} saved now", flush=True)


async def compare(file: Path, sample: Sequence[Known]) -> Counter[str]:
    """What is wrong in answers on the file, read anew."""
    store = Store.open(f"sqlite:///{file}")
    memory = Memory.on(store, SystemClock())
    people = await enter(memory)
    watch = Watch("at the end", memory, people)
    for known in sample:
        await watch.look(known, at="at the end")
    asked = [questions(kind, length)[0] for kind in KINDS for length in LENGTHS]
    asked += [word for known in sample for word in (known.word, known.before) if word is not None]
    for person in people:
        answers = [await answer(memory, person, text) for text in asked]
        for number in differing(readable(file, person), answers):
            watch.fault("another answer than a plain reading's", f"question {number}")
    store.close()
    return watch.faults


def _compare(file: Path, sample: Sequence[Known]) -> Counter[str]:
    return asyncio.run(compare(file, sample))


def measure(file: Path, records: int, processes: int, minutes: float) -> int:
    """Run the processes and print; how many faults there were."""
    asyncio.run(prepare(file, records))
    print(
        f"{processes} processes for {minutes:g} minutes; in each {WORKERS} change records and one searches,"
        f" all with {PACE} s of rest after each change and each search",
        flush=True,
    )
    spawn = get_context("spawn")
    with spawn.Manager() as manager, ProcessPoolExecutor(processes, spawn) as pool:
        inboxes = [manager.Queue() for _ in range(processes)]
        given = range(processes), repeat(inboxes), repeat(file), repeat(60 * minutes)
        reports = list(pool.map(share, *given))
    _show(reports)
    sample = [known for report in reports for known in report.known[-SAMPLE:]]
    with ProcessPoolExecutor(1, spawn) as pool:
        faults = pool.submit(_compare, file, sample).result()
    print("\na fresh process has compared answers on the file with a plain reading of the contract")
    faults = sum((report.faults for report in reports), faults)
    if faults:
        Table("faults", ("", "count")).show(faults.items())
    else:
        print("\nno faults")
    return faults.total()


def _show(reports: Sequence[Report]) -> None:
    done = list(dict.fromkeys(chain.from_iterable(report.times for report in reports)))
    Table("all processes, ms", ("", "count", "p50", "p95", "p99", "max")).show(
        (what, *_spread(chain.from_iterable(report.times.get(what, ()) for report in reports)))
        for what in done
    )
    Table("megabytes", ("process", "when", "memory", "file", "log")).show(
        (number, when, sizes.memory, sizes.file, sizes.log)
        for number, report in enumerate(reports, 1)
        for when, sizes in zip(("after a quarter", "at the end"), report.sizes, strict=True)
    )


def _spread(times: Iterable[float]) -> tuple[int, float, float, float, float]:
    taken = sorted(times)
    p50, p95, p99 = (taken[len(taken) * share // 100] for share in (50, 95, 99))
    return len(taken), p50, p95, p99, taken[-1]


def main() -> None:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(description="Several processes on one database file, for long")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--records", type=int, default=10_000, help="how many there are to begin with")
    parser.add_argument("--file", type=Path, help="the database: made where it is not there, kept afterwards")
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        file = given.file or Path(folder, "letopis.db")
        sys.exit(1 if measure(file, given.records, given.processes, given.minutes) else 0)


if __name__ == "__main__":
    main()
