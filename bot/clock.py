"""The product's clock."""

from datetime import UTC, datetime, timedelta


class SystemClock:
    """The computer's own time."""

    def now(self) -> datetime:
        """The present moment, aware, in UTC."""
        return datetime.now(UTC)


class ShiftedClock:
    """The computer's time, moved forward by hand: the terminal's `:wait` (SPEC section 11)."""

    def __init__(self) -> None:
        self._shift = timedelta()

    def now(self) -> datetime:
        """The present moment, aware, in UTC."""
        return datetime.now(UTC) + self._shift

    def advance(self, seconds: float) -> None:
        """Move the clock forward."""
        self._shift += timedelta(seconds=seconds)
