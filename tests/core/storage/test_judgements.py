"""What the store itself decides about judgements; the use cases test the rest."""

import asyncio
import shutil
import tempfile
from contextlib import closing
from pathlib import Path
from random import Random

from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection

from core.graph import Relation
from core.ids import RecordKey
from core.memory import Memory
from core.query import Query
from core.records import Record, Status, Visibility
from core.search import Page, SearchRequest
from core.sight import Sight, reader
from core.spaces import Actor
from core.storage import Store, judgements
from tests.core.fakes import MORNING, StoppedClock
from tests.core.histories import tried
from tests.core.judging import mark
from tests.core.steps import enter, save

SIGHTS = [Sight.HERE, Sight.EVERYWHERE, Sight.FOR_ALL]


async def some_records(memory: Memory, actors: list[Actor], random: Random) -> list[Record]:
    """Records that agree, contradict, sum one another up and are judged, in two workspaces."""
    saved: list[Record] = []
    for _ in range(10):
        author = random.choice(actors)
        sources = random.sample(saved, min(len(saved), random.choice([0, 0, 1, 2])))
        mine = [one.id for one in sources if Visibility.AUTHOR is not one.visibility]
        saved.append(
            await save(
                memory,
                author,
                random.choice(["Monday", "Friday"]),
                fact_key=random.choice([None, "day", "day"]),
                workspace=random.choice(["default", "default", "plans"]),
                source_hash=random.choice([None, "sha256:1", "sha256:2"]),
                derived_from=tuple(mine),
                visibility=random.choice([Visibility.ORGANIZATION, Visibility.PROJECT, Visibility.AUTHOR]),
            )
        )
    for _ in range(5):
        target, other = random.sample(saved, 2)
        if random.random() < 0.5:
            await mark(memory.show.store, target, other)
        else:
            await memory.resolve.among(random.choice(actors), [target.id, other.id], target.id)
    for record in random.sample(saved, 2):
        await memory.forget.by_name(random.choice(actors), record.id)
    return saved


async def suspected_and_so(
    memory: Memory, actor: Actor, sight: Sight, status: Status
) -> tuple[set[int], set[int]]:
    """The records that could have that status, as the store says, and those that search shows with it."""
    assert status is Status.CONFLICT or status is Status.STALE

    def run(connection: Connection) -> list[int]:
        return [*judgements.suspects(connection, reader(connection, actor, sight), status)]

    found = await memory.search(actor, SearchRequest(Query.parse(""), None, limit=50), sight)
    assert isinstance(found, Page)
    so = {int(one.record.seq) for one in found.results if one.standing.status is status}
    return set(await memory.show.store.read(run)), so


@tried
@given(seed=st.integers(0, 2**32))
def test_whatever_is_stale_or_in_conflict_is_suspected_of_it(template: Path, seed: int) -> None:
    async def run(store: Store) -> None:
        memory, random = Memory.on(store, StoppedClock()), Random(seed)
        actors = [await enter(memory, name, "team") for name in ("owner", "alice", "bob")]
        saved = await some_records(memory, actors, random)
        for actor in actors:
            for sight in SIGHTS:
                for status in (Status.CONFLICT, Status.STALE):
                    suspected, so = await suspected_and_so(memory, actor, sight, status)
                    assert so <= suspected <= {record.seq for record in saved}

    with tempfile.TemporaryDirectory() as folder:
        file = Path(shutil.copy(template, folder))
        with closing(Store.open(f"sqlite:///{file}")) as store:
            asyncio.run(run(store))


async def test_an_ordinary_record_is_not_suspected(memory: Memory, alice: Actor, bob: Actor) -> None:
    """Else looking for the few would mean judging all."""
    await save(memory, alice, "plain")
    await save(memory, alice, "alone with its key", fact_key="day", source_hash="sha256:1")
    await save(memory, bob, "of another's draft", fact_key="day", visibility=Visibility.AUTHOR)
    for status in (Status.CONFLICT, Status.STALE):
        assert await suspected_and_so(memory, alice, Sight.HERE, status) == (set(), set())


async def test_more_records_than_a_statement_may_name_are_judged(
    memory: Memory, store: Store, alice: Actor
) -> None:
    records = [await save(memory, alice, f"note {number}") for number in range(3)]
    target, cause, kept = records
    await mark(store, target, cause)
    await memory.resolve.among(alice, [cause.id, kept.id], kept.id)
    await store.write(
        lambda tx: judgements.add_link(tx, target.key, kept.key, Relation.FIXES_ISSUE, 1.0, MORNING)
    )

    def run(connection: Connection) -> tuple[set[int], set[int], set[int]]:
        eyes = reader(connection, alice, Sight.HERE)
        keys = [RecordKey(number) for number in range(2_000)]
        return (
            set(judgements.marks_on(connection, eyes, keys)),
            set(judgements.retired(connection, eyes, keys)),
            set(judgements.links_of(connection, eyes, keys)),
        )

    assert await store.read(run) == ({target.key}, {cause.key}, {target.key, kept.key})
