"""The queue of the archivist's runs: claimed by a conditional update with a lease, finished by its holder.

A claimed run is due again when its lease ends, so that one index says all: which runs wait, and since when.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime

from sqlalchemy import Connection, bindparam, func, insert, select, text, update
from sqlalchemy.dialects.sqlite import insert as upsert

from core.errors import Failure
from core.ids import RecordId, RecordKey, Ref
from core.judgement import Judgement
from core.runs import Claim, Queue, Run, RunState
from core.storage.prepared import PreparedInsert
from core.storage.tables import WAITING, Moment, records, runs

# As the partial index has it: a bound value would hide it from SQLite.
_WAITS = text(WAITING)
_ADD = PreparedInsert(insert(runs), ["record", "state", "due_at", "tries"])
_AGAIN = {"state": RunState.WAITING, "tries": 0, "claim": None, "first_failed_at": None, "failed_at": None}
_due = bindparam("due", type_=Moment)
_NEW = upsert(runs).from_select(
    ["record", "state", "due_at", "tries"],
    select(records.c.pk, text(f"'{RunState.WAITING}'"), _due, text("0")).where(
        records.c.pk == bindparam("key"), records.c.analyze.is_(True)
    ),
)
_QUEUE = _NEW.on_conflict_do_update(
    index_elements=[runs.c.record], set_={**_AGAIN, "due_at": _NEW.excluded.due_at, "failure": None}
)
_FIRST = (
    select(runs.c.record, runs.c.due_at, runs.c.tries, runs.c.first_failed_at)
    .where(_WAITS, runs.c.due_at <= _due)
    .order_by(runs.c.due_at, runs.c.record)
    .limit(1)
)


def add(connection: Connection, due: Mapping[RecordKey, datetime]) -> None:
    """Queue the runs of records that were just saved, each with its time."""
    waiting = {"state": RunState.WAITING, "tries": 0}
    _ADD.run(connection, [{"record": key, "due_at": at, **waiting} for key, at in due.items()])


def queue(connection: Connection, record: RecordKey, due: datetime) -> None:
    """Queue a record's run anew, whatever became of the one before; none for an exempt record."""
    connection.execute(_QUEUE, {"key": record, "due": due})


def revive(connection: Connection, record: RecordKey, due: datetime) -> None:
    """Queue the run of a record that is back, where it was dropped because the record was gone."""
    dropped = runs.c.record == record, runs.c.state == RunState.DROPPED
    connection.execute(update(runs).where(*dropped).values(**_AGAIN, due_at=due))


def revive_given_up(connection: Connection, due: datetime) -> int:
    """Queue all runs that were given up once more; how many."""
    given_up = runs.c.state == RunState.GIVEN_UP
    return connection.execute(update(runs).where(given_up).values(**_AGAIN, due_at=due)).rowcount


def make_due(connection: Connection, now: datetime, after: datetime | None = None) -> None:
    """Make all that waits due now, claimed or not; with `after`, what is due after that time alone."""
    late = () if after is None else (runs.c.due_at > after,)
    connection.execute(update(runs).where(_WAITS, *late).values(due_at=now, claim=None))


def span(connection: Connection) -> tuple[datetime, datetime] | None:
    """When the first and the last of the waiting runs are due."""
    ends = (runs.c.due_at, runs.c.due_at.desc())
    found = [
        connection.execute(select(runs.c.due_at).where(_WAITS).order_by(end).limit(1)).scalar()
        for end in ends
    ]
    first, last = found
    return None if first is None or last is None else (first, last)


def claim(connection: Connection, due_by: datetime, lease_until: datetime, token: str) -> Claim | None:
    """Take the run that has been due for longest, so that no other process does it meanwhile."""
    row = connection.execute(_FIRST, {"due": due_by}).first()
    if row is None:
        return None
    mine = update(runs).where(runs.c.record == row.record)
    connection.execute(mine.values(claim=token, due_at=lease_until))
    return Claim(RecordKey(row.record), token, row.due_at, row.tries, row.first_failed_at)


def is_held(connection: Connection, held: Claim) -> bool:
    """Whether nobody has taken the run over, nor queued it anew, nor finished it."""
    mine = _WAITS, runs.c.record == held.record, runs.c.claim == held.token
    return connection.execute(select(runs.c.record).where(*mine)).first() is not None


def finish(
    connection: Connection, held: Claim, state: RunState, now: datetime, judgement: Judgement | None = None
) -> None:
    """End a run that is held; what was wrong with the judgement is counted."""
    counted = (
        {} if judgement is None else {"dropped_links": judgement.dropped, "discarded": judgement.discarded}
    )
    ended = {"state": state, "due_at": now, "claim": None, "failure": None, **counted}
    connection.execute(update(runs).where(runs.c.record == held.record).values(**ended))


def release(connection: Connection, held: Claim, due: datetime) -> None:
    """Let a run that is held wait again, as if it had never been tried."""
    connection.execute(update(runs).where(runs.c.record == held.record).values(claim=None, due_at=due))


def skip(connection: Connection, held: Claim, due: datetime | None, failure: Failure, now: datetime) -> None:
    """Let a run that is held wait until it is due again; without a time, it is given up."""
    waiting = {"state": RunState.GIVEN_UP if due is None else RunState.WAITING, "due_at": due or now}
    failed = {"failure": failure, "failed_at": now, "first_failed_at": held.first_failed_at or now}
    mine = update(runs).where(runs.c.record == held.record)
    connection.execute(mine.values(tries=held.tries + 1, claim=None, **failed, **waiting))


def listing(connection: Connection, states: Iterable[RunState]) -> list[Run]:
    """The runs in these states, in the order in which they are due."""
    chosen = select(runs, records.c.id, records.c.ref).join(records, records.c.pk == runs.c.record)
    wanted = chosen.where(runs.c.state.in_(list(states))).order_by(runs.c.due_at, runs.c.record)
    return [
        Run(
            RecordId(row.id),
            Ref(row.ref),
            RunState(row.state),
            row.due_at,
            row.tries,
            None if row.failure is None else Failure(row.failure),
            row.claim is not None,
            row.dropped_links or 0,
            bool(row.discarded),
        )
        for row in connection.execute(wanted)
    ]


def glance(connection: Connection) -> Queue:
    """How many runs are in which state, and how it goes."""
    counted = connection.execute(select(runs.c.state, func.count()).group_by(runs.c.state)).all()
    counts = dict.fromkeys(RunState, 0) | {RunState(state): count for state, count in counted}
    ends = span(connection)
    failed = select(runs.c.failure).where(runs.c.failure.is_not(None))
    last = connection.execute(failed.order_by(runs.c.failed_at.desc()).limit(1)).scalar()
    wrong = select(func.coalesce(func.sum(runs.c.dropped_links), 0), func.count().filter(runs.c.discarded))
    dropped, discarded = connection.execute(wrong).one()
    first = None if ends is None else ends[0]
    return Queue(counts, first, None if last is None else Failure(last), dropped, discarded)
