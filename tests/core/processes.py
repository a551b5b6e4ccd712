"""Programs that tests start as processes of their own: `python -m tests.core.processes NAME ARGUMENTS`.

They say on standard output what they have done.
"""

import asyncio
import json
import os
import resource
import shutil
import signal
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, event

from core.edit import Changes
from core.errors import StorageError
from core.graph import Relation
from core.ids import RecordId
from core.judgement import Judgement, NewLink, NewMark
from core.marks import MarkKind
from core.memory import Memory
from core.query import Query
from core.records import Draft, Visibility
from core.remember import Remembered
from core.runs import LEASE
from core.search import Page, SearchRequest
from core.spaces import Actor
from core.storage import Store
from tests.core.fakes import FakeModel, StoppedClock
from tests.core.steps import contents, enter

Program = Callable[..., None]


def say(*words: object) -> None:
    """A line on standard output, at once."""
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def make_at_once(url: str, processes: str) -> None:
    """Make a database in several processes at the same moment, and save into it from each."""
    import alembic.command  # noqa: F401  here, so that the processes do not differ by its import

    waits, starts = os.pipe()
    children = []
    for _ in range(int(processes)):
        if (child := os.fork()) == 0:
            os.close(starts)
            os.read(waits, 1)
            store = Store.open(url)
            asyncio.run(_save_one(store))
            store.close()
            os._exit(0)
        children.append(child)
    # Children wait for the end of the pipe, which comes to all of them at once.
    os.close(starts)
    for child in children:
        say("ended", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))


async def _save_one(store: Store) -> None:
    memory = Memory.on(store, StoppedClock())
    outcome = await memory.remember(await enter(memory, f"p{os.getpid()}"), Draft("a note"))
    assert isinstance(outcome, Remembered)


def die_while_migrating(folder: str, every: str) -> None:
    """Kill processes that migrate, each some statements later; every file that they leave must be usable."""
    for statement in range(0, 1_000, int(every)):
        url = f"sqlite:///{Path(folder) / f'{statement}.db'}"
        child = os.fork()
        if child == 0:
            _kill_at(statement)
            Store.open(url).close()
            os._exit(0)
        _, status = os.waitpid(child, 0)
        Store.open(url).close()
        if not os.WIFSIGNALED(status):
            say("killed", statement // int(every))
            return


def _kill_at(statement: int) -> None:
    left = [statement]

    @event.listens_for(Engine, "after_cursor_execute")
    def _count(*_: Any) -> None:
        left[0] -= 1
        if left[0] < 0:
            os.kill(os.getpid(), signal.SIGKILL)


def die_while_judging(folder: str) -> None:
    """Kill processes that judge a record, each two statements later, and let another one go on.

    What there is in the end is told for each: marks, links, lines of history about marks, and remarks.
    """
    template = Path(folder) / "template.db"
    asyncio.run(_save_two(f"sqlite:///{template}"))
    for statement in range(0, 1_000, 2):
        file = template.with_name(f"{statement}.db")
        shutil.copy(template, file)
        if (child := os.fork()) == 0:
            _kill_at(statement)
            asyncio.run(_judge(f"sqlite:///{file}", StoppedClock()))
            os._exit(0)
        _, status = os.waitpid(child, 0)
        later = StoppedClock()
        later.moment += LEASE
        asyncio.run(_judge(f"sqlite:///{file}", later))
        with closing(sqlite3.connect(file)) as connection:
            counts = [
                connection.execute(f"SELECT count(*) FROM {what}").fetchone()[0]
                for what in ("marks", "links", "events", "remarks", "runs WHERE state = 'done'")
            ]
        say("left", *counts)
        file.unlink()
        if not os.WIFSIGNALED(status):
            say("killed", statement)
            return


async def _save_two(url: str) -> None:
    store = Store.open(url)
    memory = Memory.on(store, StoppedClock())
    actor = await enter(memory, "owner")
    for content in ("staging is rolled out by scp", "staging is rolled out by systemd"):
        await memory.remember(actor, Draft(content))
    store.close()


async def _judge(url: str, clock: StoppedClock) -> None:
    store, model = Store.open(url), FakeModel()
    model.verdict = lambda question: Judgement(
        "because",
        marks=tuple(NewMark(one.id, MarkKind.INVALIDATE) for one in question.candidates),
        links=tuple(NewLink(one.id, Relation.SUPERSEDES, 1.0) for one in question.candidates),
        service_key="archivist:deploy:staging",
    )
    await Memory.on(store, clock, model=model).archive.work()
    store.close()


def save_in_little_room(url: str, room: str) -> None:
    """Save until no file may grow further; then, with room again, go on; tell what was confirmed."""
    asyncio.run(_save_in_little_room(url, int(room)))


async def _save_in_little_room(url: str, room: int) -> None:
    store = Store.open(url)
    memory = Memory.on(store, StoppedClock())
    actor = await enter(memory, "owner")
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, resource.RLIM_INFINITY))
    number = 0
    try:
        while True:
            await _confirm(memory, actor, number)
            number += 1
    except StorageError as error:
        say("refused", type(error).__name__, error.detail)
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    await _confirm(memory, actor, number)
    store.close()


def save_from_then_on(url: str, first: str, last: str) -> None:
    """Save messages, several at a time, and tell each that is confirmed."""
    asyncio.run(_save_from_then_on(url, iter(range(int(first), int(last) + 1))))


async def _save_from_then_on(url: str, numbers: Any) -> None:
    store = Store.open(url)
    memory = Memory.on(store, StoppedClock())
    actor = await enter(memory, "owner")

    async def caller() -> None:
        for number in numbers:
            await _confirm(memory, actor, number)

    async with asyncio.TaskGroup() as group:
        for _ in range(4):
            group.create_task(caller())
    store.close()
    say("done")


async def _confirm(memory: Memory, actor: Any, number: int) -> None:
    outcome = await memory.remember(actor, Draft(f"message {number} " + "x" * 2_000), message=number)
    assert isinstance(outcome, Remembered)
    say("saved", number, outcome.record.id)


def take_part(url: str) -> None:
    """Do what standard input tells, a line each, and say what came of it: `save TEXT`, `forget ID`, …"""
    store = Store.open(url)
    memory = Memory.on(store, StoppedClock())

    async def do(word: str, *rest: str) -> list[str]:
        owner = await enter(memory, "owner")
        match word:
            case "save":
                saved = await memory.remember(owner, Draft(rest[0]))
                assert isinstance(saved, Remembered)
                return [saved.record.id]
            case "edit":
                await memory.edit(owner, RecordId(rest[0]), Changes(content=rest[1]))
            case "hide":
                await memory.edit(owner, RecordId(rest[0]), Changes(visibility=Visibility.AUTHOR))
            case "forget":
                await memory.forget.by_name(owner, RecordId(rest[0]))
            case "restore":
                await memory.restore(owner, RecordId(rest[0]))
            case "find":
                return await contents(memory, owner, rest[0], limit=50)
            case "flood":
                return await flood(memory, owner, rest[0], int(rest[1]))
            case _:
                raise ValueError(word)
        return []

    with asyncio.Runner() as runner:
        for line in sys.stdin:
            say(json.dumps(runner.run(do(*json.loads(line))), ensure_ascii=False))
    store.close()


async def flood(memory: Memory, actor: Actor, name: str, count: int) -> list[str]:
    """Save so many notes, 16 at once, and search as often; the outcomes that were no success."""
    numbers = iter(range(count))
    failed: list[str] = []

    async def save() -> None:
        for number in numbers:
            saved = await memory.remember(actor, Draft(f"flood {name} {number}"))
            found = await memory.search(actor, SearchRequest(Query.parse(f"{name} {number}")))
            if not isinstance(saved, Remembered) or not isinstance(found, Page):
                failed.append(repr(saved))
            elif found.results[0].record.id != saved.record.id:
                failed.append(f"{saved.record.id} is not found")

    await asyncio.gather(*(save() for _ in range(16)))
    return failed


if __name__ == "__main__":
    programs: dict[str, Program] = {
        "make": make_at_once,
        "die": die_while_migrating,
        "fill": save_in_little_room,
        "judge": die_while_judging,
        "save": save_from_then_on,
        "part": take_part,
    }
    programs[sys.argv[1]](*sys.argv[2:])
