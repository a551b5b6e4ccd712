"""How fast memory is: saving and searching through the use cases, beside plain SQLite on the same data.

python -m tests.bench.memory [--records 100000] [--file letopis-bench.db] [--json result.json]

The notes are made up (`notes.py`), alike in every run. A `--file` that is there already is measured as it
is, and grows by what saving adds: it may hold other notes. Up to `CHECKED` records answers are checked
against a plain reading of the contract, on what the file holds.
"""

import argparse
import asyncio
import json
import resource
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.clock import SystemClock
from core.memory import Memory
from core.spaces import Actor
from core.storage import Store
from tests.bench import plain, saving, searching
from tests.bench.questions import KINDS, LENGTHS, questions
from tests.bench.saving import enter, fill
from tests.bench.table import Table

CHECKED = 100_000
"""Up to so many records answers are compared with a plain reading of the contract, which takes long."""


async def measure(file: Path, count: int) -> dict[str, object]:
    """Fill the file, measure, and print."""
    store = Store.open(f"sqlite:///{file}")
    memory = Memory.on(store, SystemClock())
    owner = await enter(memory)
    filled = await fill(memory, owner, count)
    there = (await memory.housekeeping.counts()).records
    result: dict[str, object] = {"records": there, "python": sys.version.split()[0]}
    print(f"{there:,} records; {filled.added:,} saved now, {filled.a_second:,.0f} a second")
    if await memory.housekeeping.renew_index() is not None:
        print("the index had been made by other word rules, and was made anew")

    rows = []
    for kind in KINDS:
        for length in LENGTHS:
            asked = questions(kind, length)
            rows.append(await searching.measure(memory, owner, kind, length, asked))
    Table("search, warm, ms", ("words", "kind", "median", "p95", "worst first use")).show(
        (row.length, row.kind, row.median, row.p95, row.first) for row in rows
    )
    result["search"] = [vars(row) for row in rows]
    # Before anything else takes room.
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    if there <= CHECKED:
        await _check(memory, owner, file)
    store.close()

    result["first_use"] = first = await searching.first_use(file)
    Table("first use of the commonest words by a new process, ms", ("word", "matches", "ms")).show(first)

    result["plain"] = by_hand = plain.searches(file)
    Table("the same by hand, ms", ("words", "LIKE", "FTS5 with count")).show(by_hand)

    result["saving"] = saved = await saving.measure(file)
    Table("saving", ("", "a second", "p95 ms")).show(saved)

    as_saved = plain.sizes(file)
    store = Store.open(f"sqlite:///{file}")
    await Memory.on(store, SystemClock()).housekeeping.tidy()
    store.close()
    merged = plain.sizes(file)
    print(
        f"\nbytes a record: index {merged.index:.0f} once merged, as each hour, {as_saved.index:.0f} before;"
        f" file {merged.file:.0f}; process {peak:.0f} MB"
    )
    result["bytes"] = vars(merged) | {"index_as_saved": as_saved.index, "memory_mb": peak}
    return result


async def _check(memory: Memory, owner: Actor, file: Path) -> None:
    asked = [questions(kind, length)[0] for kind in KINDS for length in LENGTHS]
    answers = [await searching.answer(memory, owner, text) for text in asked]
    wrong = [asked[number] for number in searching.differing(searching.readable(file, owner), answers)]
    assert not wrong, wrong
    print("all answers that were compared with a plain reading of the contract are the same")


def number_of_records(text: str) -> int:
    if (number := int(text)) < 0:
        raise ValueError(text)
    return number


def main() -> None:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(description="How fast memory is")
    parser.add_argument("--records", type=number_of_records, default=10_000)
    parser.add_argument("--file", type=Path, help="the database: made where it is not there, kept afterwards")
    parser.add_argument("--json", type=Path, help="where to write the figures, for tests.bench.plot")
    given = parser.parse_args()
    if given.json and not given.json.parent.is_dir():
        # Before the minutes that it would be the end of.
        parser.error(f"no such folder: {given.json.parent}")
    with TemporaryDirectory() as folder:
        result = asyncio.run(measure(given.file or Path(folder, "letopis.db"), given.records))
    if given.json:
        given.json.write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
