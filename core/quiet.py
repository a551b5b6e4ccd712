"""When nothing is said that nobody waits for (TELEGRAM.md: quiet hours)."""

from dataclasses import dataclass
from datetime import datetime, time, tzinfo


@dataclass(frozen=True)
class QuietHours:
    """From one time of the day to another, by the clocks of a zone; over midnight where it ends earlier."""

    start: time
    end: time
    zone: tzinfo

    def cover(self, moment: datetime) -> bool:
        """Whether it is quiet then; the end is not quiet any more."""
        there = moment.astimezone(self.zone).time()
        if self.start <= self.end:
            return self.start <= there < self.end
        return there >= self.start or there < self.end
