"""Leaving a model alone for a while that fails: a circuit breaker, and the pauses that servers ask for."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from core.ports import Clock

FAILURES = 5
"""Failures in a row after which the model is left alone."""
REST = timedelta(seconds=30)
"""For how long; then one call tries whether it is back."""
LONGEST_HOLD = timedelta(hours=6)
"""A server that asks for more time than this gets no more."""


class Breaker:
    """Counts failures in a row. It goes by the product's clock, which may jump."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._failures = 0
        self._rests_since: datetime | None = None
        self._held_until: datetime | None = None
        self._trying = False

    @property
    def is_closed(self) -> bool:
        """Whether a call may be made now."""
        now = self._clock.now()
        # Longer than it can be by the rules: the clock has been put back since.
        if self._held_until is not None and now < self._held_until <= now + LONGEST_HOLD:
            return False
        if self._rests_since is None:
            return True
        return not self._trying and not (timedelta() <= now - self._rests_since < REST)

    @property
    def held_until(self) -> datetime | None:
        """Until when the server asked to be left alone."""
        return self._held_until

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Make a call; while it rests, the one that finds out whether the model is back."""
        trying, self._trying = self._trying, self._rests_since is not None
        try:
            yield
        finally:
            self._trying = trying

    def succeeded(self) -> None:
        """The server answered."""
        self._failures = 0
        self._rests_since = None

    def failed(self) -> None:
        """No connection, no answer in time, or one that says it cannot."""
        self._failures += 1
        if self._failures >= FAILURES:
            self._rests_since = self._clock.now()

    def hold(self, until: datetime) -> None:
        """Make no call before then: the server said so."""
        self._held_until = min(until, self._clock.now() + LONGEST_HOLD)
