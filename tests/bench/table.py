"""Tables as plain text."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Table:
    """A title and the names of the columns."""

    title: str
    columns: Sequence[str]

    def show(self, rows: Iterable[Sequence[object]]) -> None:
        """Print it with these rows."""
        texts = [tuple(self.columns), *(tuple(map(_text, row)) for row in rows)]
        widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
        print(f"\n{self.title}")
        for row in texts:
            print("  " + "  ".join(text.rjust(width) for text, width in zip(row, widths, strict=True)))


def _text(value: object) -> str:
    if isinstance(value, float):
        return f"{value:,.2f}" if value < 100 else f"{value:,.0f}"
    return f"{value:,}" if isinstance(value, int) else str(value)
