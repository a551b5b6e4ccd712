"""The archivist (SPEC section 7): what is saved is judged in the background, and never waits for it.

A run is claimed, its record and candidates are read, the model is asked with no transaction open, and what
follows is written in one transaction, if nothing moved meanwhile.
"""

import asyncio
import secrets
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from math import inf
from time import monotonic

from core.builtin_model import ground_of
from core.cases import Case
from core.errors import Failure, ModelAway, StorageError
from core.graph import Relation
from core.judgement import Judgement, Malformed
from core.ports import Clock, Model
from core.records import EventKind
from core.runs import LEASE, SIMILAR, TOO_FAR, Alarm, Claim, Queue, Run, RunState, next_try
from core.storage import Connection, Store, candidates, edits, judgements, records, remarks, runs, settled
from core.storage.candidates import Subject

LULL = 0.25
"""Seconds without a save, before as many runs are done as can be."""
WAY = 0.5
"""Seconds from the end of a run to the next one otherwise."""


class Outcome(Enum):
    """What became of a run."""

    DONE = "done"
    SKIPPED = "skipped"
    AGAIN = "queued again"
    DROPPED = "dropped"
    GIVEN_UP = "given up"
    TAKEN_OVER = "taken over"


@dataclass(frozen=True)
class _Stopped:
    """The process ends before the model has answered."""


class Archive:
    """Judges records. Several may work on one database, in whatever processes."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        model: Model | None,
        similar: int = SIMILAR,
        has_spoken: Alarm | None = None,
        gives_way_to: Alarm | None = None,
    ) -> None:
        """Without a model the runs wait. `similar`: candidates by words, 0 to take the freshest alone.

        `has_spoken` rings when there is something to say in a chat. While `gives_way_to` rings, runs are few.
        """
        self._store = store
        self._clock = clock
        self._model = model
        self._similar = similar
        self._has_spoken = has_spoken or Alarm()
        self._gives_way_to = gives_way_to or Alarm()
        self._last_run = -inf
        self._at_work = 0
        self._stopped = False
        self._asking: set[asyncio.Timeout] = set()

    @property
    def at_once(self) -> int:
        """Runs that one process does at the same time."""
        return 0 if self._model is None else self._model.at_once

    @property
    def has_model(self) -> bool:
        """Whether anything is judged at all."""
        return self._model is not None

    async def work(self) -> datetime | None:
        """Do what is due, one run after another; when there will be something again, as far as is known.

        As many as `at_once` may be at it; a further one has nothing to do.
        """
        if self._at_work == self.at_once:
            return None
        self._at_work += 1
        moment = self._clock.now()
        try:
            await self._correct_dates()
            await self._run_until_none(moment, insist=False)
        finally:
            self._at_work -= 1
        ends = await self._store.read(runs.span)
        # What is left of before waits for the model, which may take a while.
        return None if ends is None or ends[0] <= moment else ends[0]

    async def run_once(self, *, now: bool) -> Counter[Outcome]:
        """Do what is due once; with `now`, all that waits, whatever its time. What became of it."""
        if self._model is None:
            return Counter()
        moment = self._clock.now()
        if now:
            await self._store.write(lambda connection: runs.make_due(connection, moment))
        else:
            await self._correct_dates()
        async with asyncio.TaskGroup() as group:
            work = [group.create_task(self._run_until_none(moment, insist=now)) for _ in range(self.at_once)]
        return sum((task.result() for task in work), Counter())

    def stop(self) -> None:
        """Ask the model nothing more, and give back what it has not answered."""
        self._stopped = True
        for limit in self._asking:
            limit.reschedule(asyncio.get_running_loop().time())

    async def glance(self) -> Queue:
        """How many runs are in which state."""
        return await self._store.read(runs.glance)

    async def listing(self, *, every: bool) -> list[Run]:
        """The runs that wait; with `every`, all."""
        states = tuple(RunState) if every else (RunState.WAITING,)
        return await self._store.read(lambda connection: runs.listing(connection, states))

    async def retry_given_up(self) -> int:
        """Queue what was given up once more; how many runs."""
        now = self._clock.now()
        return await self._store.write(lambda connection: runs.revive_given_up(connection, now))

    async def model_is_reachable(self) -> bool | None:
        """Whether the model answers; None without one."""
        return None if self._model is None else await self._model.reachable()

    async def close(self) -> None:
        """Let go of the model's connections."""
        if self._model is not None:
            await self._model.close()

    async def _correct_dates(self) -> None:
        """Make due what a clock dated that has been put back since; else it would wait for years."""
        now = self._clock.now()
        ends = await self._store.read(runs.span)
        if ends is not None and ends[1] > now + TOO_FAR:
            await self._store.write(lambda connection: runs.make_due(connection, now, now + TOO_FAR))

    async def _run_until_none(self, due_by: datetime, *, insist: bool) -> Counter[Outcome]:
        """Do run after run of those that are due by then."""
        outcomes: Counter[Outcome] = Counter()
        while not self._stopped and (insist or (self._model is not None and self._model.is_ready)):
            claim = await self._claim(due_by)
            if claim is None:
                break
            if not insist:
                await self._give_way()
            outcomes[await self._run(claim, insist=insist)] += 1
            self._last_run = monotonic()
        return outcomes

    async def _give_way(self) -> None:
        """While people write, what they write comes first."""
        now = monotonic()
        if now - self._gives_way_to.last_set < LULL:
            await asyncio.sleep(max(0.0, self._last_run + WAY - now))

    async def _claim(self, due_by: datetime) -> Claim | None:
        """Take the next run. That none is due is found out by reading, which disturbs nobody."""
        ends = await self._store.read(runs.span)
        if ends is None or ends[0] > due_by:
            return None
        token, lease_until = secrets.token_hex(8), self._clock.now() + LEASE
        return await self._store.write(lambda connection: runs.claim(connection, due_by, lease_until, token))

    async def _run(self, claim: Claim, *, insist: bool) -> Outcome:
        try:
            return await self._judge(claim, insist=insist)
        except ModelAway as away:
            if away.failure is Failure.PAUSED:
                # It was not asked: others have failed meanwhile.
                return await self._release(claim)
            return await self._skip(claim, away.failure, away.not_before)
        except StorageError:
            raise
        except Exception:
            # Tried again and given up like any other that fails; whoever runs this hears of it.
            await self._skip(claim, Failure.UNEXPECTED)
            raise

    async def _judge(self, claim: Claim, *, insist: bool) -> Outcome:
        case = await self._store.search(
            lambda connection, index: Case.of(connection, index, claim.record, self._similar)
        )
        if case is None:
            return await self._drop(claim)
        answer = await self._ask(case, insist=insist)
        match answer:
            case _Stopped():
                return await self._release(claim)
            case Malformed():
                return await self._skip(claim, Failure.MALFORMED)
            case Judgement():
                outcome = await self._if_held(
                    claim, lambda connection: self._settle(connection, claim, case, answer)
                )
                if answer.marks or answer.asks:
                    self._has_spoken.set(self._clock.now())
                return outcome

    async def _ask(self, case: Case, *, insist: bool) -> Judgement | Malformed | _Stopped:
        assert self._model is not None
        question = case.question(versions=self._model.judges_versions)
        if self._stopped:
            return _Stopped()
        limit = asyncio.timeout(None)
        try:
            async with limit:
                self._asking.add(limit)
                return await self._model.judge(question, insist=insist)
        except TimeoutError:
            if not limit.expired():
                raise
            return _Stopped()
        finally:
            self._asking.discard(limit)

    def _settle(self, connection: Connection, claim: Claim, case: Case, judgement: Judgement) -> Outcome:
        """Write what was concluded, where nothing has moved meanwhile."""
        subject = candidates.subject(connection, claim.record)
        if subject is None:
            runs.finish(connection, claim, RunState.DROPPED, self._clock.now())
            return Outcome.DROPPED
        # In words of its own a model may have quoted any that it was shown.
        quoted = case.older.keys() if _has_own_words(judgement) else judgement.targets
        touched = {case.older[name] for name in quoted}
        if subject.state != case.subject.state or touched != set(
            candidates.among(connection, subject, (older.seq for older in touched))
        ):
            runs.release(connection, claim, self._clock.now())
            return Outcome.AGAIN
        self._write(connection, subject, case, judgement)
        runs.finish(connection, claim, RunState.DONE, self._clock.now(), judgement)
        return Outcome.DONE

    def _write(self, connection: Connection, subject: Subject, case: Case, judgement: Judgement) -> None:
        now, record = self._clock.now(), subject.record
        judgements.drop_made_by(connection, record.key)
        # A person has the last word, as long as both records say the same.
        judged = {
            case.older[name].key for name in (*judgement.asks, *(mark.target for mark in judgement.marks))
        }
        settled_ones = settled.among(connection, subject.audiences, record.key, judged)
        for mark in judgement.marks:
            target = case.older[mark.target].key
            if target not in settled_ones:
                judgements.add_mark(connection, target, record.key, mark.kind, judgement.reason, now)
                records.add_event(connection, target, EventKind.MARKED, record.author.id, now, record.key)
        for link in judgement.links:
            target = case.older[link.target].key
            if link.relation is not Relation.SUPERSEDES or target not in settled_ones:
                judgements.add_link(connection, record.key, target, link.relation, link.weight, now)
        marked = {case.older[mark.target].key for mark in judgement.marks}
        # Of versions of one fact the chat has asked already, when the record was saved.
        fact = record.versioned_key
        asked = {
            case.older[one].key for one in judgement.asks if fact is None or case.older[one].fact != fact
        }
        for named, asks in ((marked, False), (asked, True)):
            if left := named - settled_ones:
                remarks.add(connection, record.key, left, now, asks=asks)
        if judgement.service_key is not None and record.versioned_key is None:
            edits.set_fields(connection, record.key, fact_key=judgement.service_key)
        if _has_own_words(judgement):
            judgements.note_compared(connection, record.key, (older.key for older in case.older.values()))

    async def _skip(self, claim: Claim, failure: Failure, not_before: datetime | None = None) -> Outcome:
        now = self._clock.now()
        due = next_try(claim, now, not_before)

        def end(connection: Connection) -> Outcome:
            runs.skip(connection, claim, due, failure, now)
            return Outcome.GIVEN_UP if due is None else Outcome.SKIPPED

        return await self._if_held(claim, end)

    async def _release(self, claim: Claim) -> Outcome:
        def end(connection: Connection) -> Outcome:
            runs.release(connection, claim, claim.due_at)
            return Outcome.AGAIN

        return await self._if_held(claim, end)

    async def _drop(self, claim: Claim) -> Outcome:
        def end(connection: Connection) -> Outcome:
            runs.finish(connection, claim, RunState.DROPPED, self._clock.now())
            return Outcome.DROPPED

        return await self._if_held(claim, end)

    async def _if_held(self, claim: Claim, end: Callable[[Connection], Outcome]) -> Outcome:
        """End a run in one transaction, where nobody has taken it over meanwhile."""

        def run(connection: Connection) -> Outcome:
            return end(connection) if runs.is_held(connection, claim) else Outcome.TAKEN_OVER

        return await self._store.write(run)


def _has_own_words(judgement: Judgement) -> bool:
    """Whether words of a model are kept, which may quote what it was shown."""
    explained = bool(judgement.marks and judgement.reason) and ground_of(judgement.reason) is None
    return explained or judgement.service_key is not None
