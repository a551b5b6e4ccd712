"""What the command line says about the database and does to it: counts, jobs, the index."""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from babel.numbers import format_decimal

from bot.arguments import ListJobs, RebuildIndex, RetryJobs, RunJobs, ShowStatus
from bot.dates import minute
from bot.settings import ModelKind, Settings
from bot.texts import Texts, texts_for
from core.archive import Outcome
from core.errors import Failure
from core.housekeeping import Counts, Tidied
from core.memory import Memory
from core.records import iso
from core.runs import Queue, Run, RunState

Maintenance = ListJobs | RunJobs | RetryJobs | ShowStatus | RebuildIndex


async def maintain(command: Maintenance, memory: Memory, settings: Settings, version: str) -> str:
    """Do what the command says, and tell about it; nothing where nothing is to be printed."""
    texts = texts_for(settings.default_locale)
    try:
        match command:
            case ListJobs(as_json, every):
                listed = await memory.archive.listing(every=every)
                return _listing_as_json(listed) if as_json else _listing(listed, texts)
            case RunJobs(now):
                return await _run_jobs(memory, texts, now=now)
            case RetryJobs():
                return await _retry(memory, texts)
            case ShowStatus(as_json, quiet):
                # A check of health need not wait for a model.
                return "" if quiet else await _status(memory, settings, version, texts, as_json=as_json)
            case RebuildIndex():
                return await _rebuild(memory, texts)
    finally:
        await memory.archive.close()


def counts_line(counts: Counts, texts: Texts) -> str:
    """How much there is, so that an empty database is noticed."""
    return texts.say(
        "Records: {records} (forgotten: {forgotten}), people: {people}, chats: {spaces}.",
        records=counts.records,
        forgotten=counts.forgotten,
        people=counts.people,
        spaces=counts.spaces,
    )


def renewing_line(texts: Texts) -> str:
    """That the index was made by other word rules, and will soon be new."""
    return texts.say(
        "The rules for words have changed: the index is being rebuilt, and searches work meanwhile."
    )


def copied_line(copy: Path, size: int, texts: Texts) -> str:
    """That a copy of so many bytes was made."""
    megabytes = format_decimal(size / 1e6, "0.0", locale=texts.locale)
    return texts.say("{path} is a complete copy of the database: {n} MB.", path=copy, n=megabytes)


def _listing_as_json(listed: Sequence[Run]) -> str:
    return json.dumps(
        [
            {
                "record": run.record,
                "ref": run.ref,
                "state": run.state,
                "due_at": iso(run.due_at),
                "tries": run.tries,
                "running": run.claimed,
                "failure": run.failure,
                "dropped_links": run.dropped_links,
                "discarded": run.discarded,
            }
            for run in listed
        ],
        ensure_ascii=False,
    )


def _listing(listed: Sequence[Run], texts: Texts) -> str:
    if not listed:
        return texts.say("Nothing is waiting.")
    return "\n".join(
        "  ".join(
            [
                run.ref,
                _state(run, texts),
                _when(run, texts),
                *([texts.say("tries: {n}", n=run.tries)] if run.tries else []),
                *([failure_in_words(run.failure, texts)] if run.failure else []),
            ]
        )
        for run in listed
    )


def _when(run: Run, texts: Texts) -> str:
    when = minute(run.due_at, texts)
    return texts.say("due: {when}", when=when) if run.state is RunState.WAITING else when


def _state(run: Run, texts: Texts) -> str:
    match run.state:
        case RunState.WAITING:
            return texts.say("running") if run.claimed else texts.say("waiting")
        case RunState.DONE:
            return texts.say("done")
        case RunState.DROPPED:
            return texts.say("nothing to judge")
        case RunState.GIVEN_UP:
            return texts.say("given up")


def failure_in_words(failure: Failure, texts: Texts) -> str:
    """Why the archivist could not judge."""
    match failure:
        case Failure.CONNECTION:
            return texts.say("the model cannot be reached")
        case Failure.TIMEOUT:
            return texts.say("the model did not answer in time")
        case Failure.BUSY:
            return texts.say("the model takes no more requests for now")
        case Failure.SERVER:
            return texts.say("the model's server has an error")
        case Failure.UNAUTHORIZED:
            return texts.say("the model does not accept MODEL_KEY")
        case Failure.REFUSED:
            return texts.say("the model's server refuses the request")
        case Failure.PAUSED:
            return texts.say("the model is left alone for a while, after failures")
        case Failure.MALFORMED:
            return texts.say("the model's answer made no sense")
        case Failure.UNEXPECTED:
            return texts.say("an unexpected error; see the log")


async def _run_jobs(memory: Memory, texts: Texts, *, now: bool) -> str:
    tidied = await memory.housekeeping.tidy()
    outcomes = await memory.archive.run_once(now=now)
    left = (await memory.archive.glance()).counts[RunState.WAITING]
    lines = [_tidied_line(tidied, texts), _outcomes_line(outcomes, left, texts)]
    if left and not memory.archive.has_model:
        lines.append(texts.say("No model is configured (MODEL_KIND=none): what waits will keep waiting."))
    return "\n".join(lines)


def _tidied_line(tidied: Tidied, texts: Texts) -> str:
    return texts.say(
        "Tidied away: old searches: {lookups}, old traces of changes: {changes}, texts of forgotten records:"
        " {wiped}.",
        wiped=tidied.wiped,
        lookups=tidied.lookups,
        changes=tidied.changes,
    )


def _outcomes_line(outcomes: Counter[Outcome], left: int, texts: Texts) -> str:
    return texts.say(
        "Archivist: judged: {done}, skipped: {skipped}, queued again: {again}, nothing to judge: {dropped},"
        " given up: {given_up}; waiting: {left}.",
        done=outcomes[Outcome.DONE],
        skipped=outcomes[Outcome.SKIPPED],
        again=outcomes[Outcome.AGAIN] + outcomes[Outcome.TAKEN_OVER],
        dropped=outcomes[Outcome.DROPPED],
        given_up=outcomes[Outcome.GIVEN_UP],
        left=left,
    )


async def _retry(memory: Memory, texts: Texts) -> str:
    count = await memory.archive.retry_given_up()
    return texts.say("Runs put back into the queue: {n}.", n=count)


async def _status(memory: Memory, settings: Settings, version: str, texts: Texts, *, as_json: bool) -> str:
    counts = await memory.housekeeping.counts()
    current = await memory.housekeeping.index_is_current()
    queue = await memory.archive.glance()
    reachable = await memory.archive.model_is_reachable()
    if as_json:
        told = {
            "version": version,
            "database": settings.database_url,
            "records": counts.records,
            "forgotten": counts.forgotten,
            "people": counts.people,
            "spaces": counts.spaces,
            "index_is_current": current,
            "model": settings.model_kind,
            "model_reachable": reachable,
            "runs": {state.name.lower(): count for state, count in queue.counts.items()},
            "oldest_due": None if queue.oldest_due is None else iso(queue.oldest_due),
            "last_error": queue.last_failure,
            "dropped_links": queue.dropped_links,
            "discarded": queue.discarded,
        }
        return json.dumps(told, ensure_ascii=False)
    lines = [
        f"Letopis {version}",
        texts.say("Database: {url}", url=settings.database_url),
        counts_line(counts, texts),
        _model_line(settings.model_kind, texts, reachable=reachable),
        *_queue_lines(queue, texts),
    ]
    if counts.records and not current:
        lines.append(texts.say("The index was built by other rules for words: the next start rebuilds it."))
    return "\n".join(lines)


def _model_line(kind: ModelKind, texts: Texts, *, reachable: bool | None) -> str:
    match reachable:
        case None:
            return texts.say("Model: none; what is saved waits until there is one.")
        case True:
            return texts.say("Model: {kind}, reachable.", kind=kind)
        case False:
            return texts.say("Model: {kind}, not reachable.", kind=kind)


def _queue_lines(queue: Queue, texts: Texts) -> list[str]:
    lines = [
        texts.say(
            "Archivist: waiting: {waiting}, done: {done}, nothing to judge: {dropped}, given up: {given_up}.",
            waiting=queue.counts[RunState.WAITING],
            done=queue.counts[RunState.DONE],
            dropped=queue.counts[RunState.DROPPED],
            given_up=queue.counts[RunState.GIVEN_UP],
        )
    ]
    if queue.dropped_links or queue.discarded:
        lines.append(
            texts.say(
                "Made up by the model, and left out: links: {links}, decisions: {decisions}.",
                links=queue.dropped_links,
                decisions=queue.discarded,
            )
        )
    if queue.oldest_due is not None:
        when = minute(queue.oldest_due, texts)
        lines.append(texts.say("The next run is due: {when}", when=when))
    if queue.last_failure is not None:
        lines.append(texts.say("Last error: {failure}", failure=failure_in_words(queue.last_failure, texts)))
    return lines


async def _rebuild(memory: Memory, texts: Texts) -> str:
    count = await memory.housekeeping.rebuild_index()
    return texts.count(
        "The index was rebuilt from {n} record.", "The index was rebuilt from {n} records.", count
    )
