"""A picture of what `tests.bench.memory --json` measured at several sizes.

python -m tests.bench.plot small.json large.json search.png        (needs `pip install '.[bench]'`)
"""

import argparse
import json
from pathlib import Path
from typing import Any

import matplotlib as mpl

mpl.use("Agg")

import matplotlib.pyplot as plt

KIND = "common"
"""The words that plain SQLite is compared with."""


def plot(results: list[dict[str, Any]], file: Path) -> None:
    """Times by the number of words: ours for every kind of words, plain SQLite's for common ones."""
    figure, axes = plt.subplots(
        1, len(results), figsize=(5.5 * len(results), 4.2), sharey=True, squeeze=False
    )
    for axis, result in zip(axes[0], results, strict=True):
        for kind in dict.fromkeys(row["kind"] for row in result["search"]):
            rows = [row for row in result["search"] if row["kind"] == kind]
            axis.plot(
                [row["length"] for row in rows],
                [row["p95"] for row in rows],
                marker="o",
                label=f"{kind}, p95",
            )
        lengths = [row[0] for row in result["plain"]]
        axis.plot(lengths, [row[1] for row in result["plain"]], "k:", label=f"SQL LIKE, {KIND}")
        axis.plot(lengths, [row[2] for row in result["plain"]], "k--", label=f"FTS5 with count, {KIND}")
        axis.set(title=f"{result['records']:,} records", xlabel="words of the query", yscale="log")
        axis.grid(alpha=0.3)
    axes[0][0].set_ylabel("ms")
    axes[0][-1].legend(fontsize="small", loc="center left", bbox_to_anchor=(1, 0.5))
    figure.tight_layout()
    figure.savefig(file, dpi=110)


def main() -> None:
    """Read the command line and draw."""
    parser = argparse.ArgumentParser(description="Draw what was measured")
    parser.add_argument("results", type=Path, nargs="+", help="files of tests.bench.memory --json")
    parser.add_argument("picture", type=Path, help="the PNG to write")
    given = parser.parse_args()
    plot([json.loads(file.read_text()) for file in given.results], given.picture)


if __name__ == "__main__":
    main()
