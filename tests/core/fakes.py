"""Stand-ins for what the core has behind ports."""

from datetime import UTC, datetime, timedelta

MORNING = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


class StoppedClock:
    """Stands still until a test moves it."""

    def __init__(self, moment: datetime = MORNING) -> None:
        self.moment = moment

    def now(self) -> datetime:
        """The moment it was left at."""
        return self.moment

    def advance(self, **duration: float) -> None:
        """Move it on, as `advance(hours=1)`."""
        self.moment += timedelta(**duration)
