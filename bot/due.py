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
                wanted = await job.run()
                if wanted is not None:
                    self.hasten(job.name, wanted)

    def hasten(self, name: str, due: datetime) -> None:
        """Run a job when something will be due, if it would not run before then."""
        for job, moment in self._next.items():
            if job.name == name:
                self._next[job] = min(moment, due)
