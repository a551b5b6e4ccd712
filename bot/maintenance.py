"""What the command line says about the database and does to it: counts, jobs, the index."""

import json

from bot.arguments import ListJobs, RebuildIndex, RunJobs, ShowStatus
from bot.settings import Settings
from bot.texts import Texts, texts_for
from core.housekeeping import Counts
from core.memory import Memory

Maintenance = ListJobs | RunJobs | ShowStatus | RebuildIndex


async def maintain(command: Maintenance, memory: Memory, settings: Settings, version: str) -> str:
    """Do what the command says, and tell about it; nothing where nothing is to be printed."""
    texts = texts_for(settings.default_locale)
    match command:
        case ListJobs(as_json):
            # Nothing waits yet: the archivist, whose runs do, comes with a later release.
            return "[]" if as_json else texts.say("Nothing is waiting.")
        case RunJobs():
            return await _run_jobs(memory, texts)
        case ShowStatus(as_json, quiet):
            told = await _status(memory, settings, version, texts, as_json=as_json)
            return "" if quiet else told
        case RebuildIndex():
            return await _rebuild(memory, texts)


def counts_line(counts: Counts, texts: Texts) -> str:
    """How much there is, so that an empty database is noticed."""
    return texts.say(
        "Records: {records} (forgotten: {forgotten}), people: {people}, chats: {spaces}.",
        records=counts.records,
        forgotten=counts.forgotten,
        people=counts.people,
        spaces=counts.spaces,
    )


def renewed_line(records: int, texts: Texts) -> str:
    """That the index had been made by other word rules, and is new now."""
    return texts.count(
        "The rules for words have changed: the index was made anew, from {n} record.",
        "The rules for words have changed: the index was made anew, from {n} records.",
        records,
    )


async def _run_jobs(memory: Memory, texts: Texts) -> str:
    tidied = await memory.housekeeping.tidy()
    return texts.say(
        "Tidied away: old searches: {lookups}, old traces of changes: {changes}, texts of forgotten records:"
        " {wiped}.",
        wiped=tidied.wiped,
        lookups=tidied.lookups,
        changes=tidied.changes,
    )


async def _status(memory: Memory, settings: Settings, version: str, texts: Texts, *, as_json: bool) -> str:
    counts = await memory.housekeeping.counts()
    current = await memory.housekeeping.index_is_current()
    if as_json:
        told = {
            "version": version,
            "database": settings.database_url,
            "records": counts.records,
            "forgotten": counts.forgotten,
            "people": counts.people,
            "spaces": counts.spaces,
            "index_is_current": current,
        }
        return json.dumps(told, ensure_ascii=False)
    lines = [
        f"Letopis {version}",
        texts.say("Database: {url}", url=settings.database_url),
        counts_line(counts, texts),
    ]
    if counts.records and not current:
        lines.append(texts.say("The index was made by other rules for words: the next start makes it anew."))
    return "\n".join(lines)


async def _rebuild(memory: Memory, texts: Texts) -> str:
    count = await memory.housekeeping.rebuild_index()
    return texts.count(
        "The index was made anew, from {n} record.", "The index was made anew, from {n} records.", count
    )
