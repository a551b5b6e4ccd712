"""What tests do with marks, links and passports, a line each. The archivist's part is done by hand."""

from core.edit import Changes, Edited
from core.graph import Relation
from core.ids import RecordId, Ref
from core.marks import MarkKind
from core.memory import Memory
from core.records import EventKind, Record
from core.show import Passport
from core.sight import Sight
from core.spaces import Actor
from core.standing import Standing
from core.storage import Connection, Store, edits, judgements, records
from tests.core.fakes import MORNING


async def mark(
    store: Store,
    target: Record,
    cause: Record,
    kind: MarkKind = MarkKind.INVALIDATE,
    reason: str = "it says otherwise",
) -> None:
    """Mark a record because of another, with the line of history that belongs to it."""

    def run(connection: Connection) -> None:
        judgements.add_mark(connection, target.key, cause.key, kind, reason, MORNING)
        records.add_event(connection, target.key, EventKind.MARKED, cause.author.id, MORNING, cause.key)

    await store.write(run)


async def link(
    store: Store,
    source: Record,
    target: Record,
    relation: Relation = Relation.RELATES_TO,
    weight: float = 0.5,
) -> None:
    """Link two records."""
    await store.write(
        lambda connection: judgements.add_link(connection, source.key, target.key, relation, weight, MORNING)
    )


async def give_key(store: Store, record: Record, fact_key: str) -> None:
    """Give a record a key of the archivist's, which nobody else may."""
    await store.write(lambda connection: edits.set_fields(connection, record.key, fact_key=fact_key))


async def passport(memory: Memory, actor: Actor, name: RecordId | Ref, sight: Sight = Sight.HERE) -> Passport:
    """The passport, where there must be one."""
    found = await memory.show(actor, name, sight)
    assert isinstance(found, Passport)
    return found


async def standing(memory: Memory, actor: Actor, record: Record, sight: Sight = Sight.HERE) -> Standing:
    """How a record stands for a reader, who must see it."""
    return (await passport(memory, actor, record.id, sight)).standing


async def kinds(memory: Memory, actor: Actor, record: Record) -> list[EventKind]:
    """What happened to a record, as a reader is told."""
    return [event.kind for event in (await passport(memory, actor, record.id)).history]


async def edited(memory: Memory, actor: Actor, record: Record, **changes: object) -> Record:
    """Edit, where that must succeed."""
    outcome = await memory.edit(actor, record.id, Changes(**changes))  # type: ignore[arg-type]
    assert isinstance(outcome, Edited), outcome
    return outcome.record
