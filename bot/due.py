"""Jobs by the product's own clock, which the terminal moves by hand; no scheduler is at work there."""

from collections.abc import Iterable
from datetime import datetime

from bot.jobs import Job
from core.ports import Clock


class DueJobs:
    """Runs what is due when it is asked to."""

    def __init__(self, jobs: Iterable[Job], clock: Clock) -> None:
        self._clock = clock
        self._next: dict[Job, datetime] = dict.fromkeys(jobs, clock.now())

    async def run(self) -> None:
        """Do each job whose time has come."""
        for job, moment in self._next.items():
            now = self._clock.now()
            if moment <= now:
                self._next[job] = now + job.every
                await job.run()
