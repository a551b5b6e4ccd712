"""The fact passport."""

from datetime import timedelta

from core.errors import NotFound
from core.ids import RecordId, Ref
from core.memory import Memory
from core.records import Event, EventKind, Status, Visibility
from core.show import Passport
from core.sight import Sight
from core.spaces import Actor
from tests.core.fakes import MORNING, StoppedClock
from tests.core.steps import save


async def passport_of(memory: Memory, actor: Actor, name: str, sight: Sight = Sight.HERE) -> Passport:
    """The passport, where there must be one."""
    passport = await memory.show(actor, RecordId(name), sight)
    assert isinstance(passport, Passport)
    return passport


async def test_a_record_is_shown_by_id_and_by_reference(memory: Memory, owner: Actor) -> None:
    record = await save(memory, owner, "a note")
    assert await memory.show(owner, record.id) == await memory.show(owner, record.ref)
    assert (await passport_of(memory, owner, record.ref)).record == record


async def test_a_record_without_a_key_has_no_versions(memory: Memory, owner: Actor) -> None:
    passport = await passport_of(memory, owner, (await save(memory, owner, "a note")).ref)
    assert passport.versions == ()
    assert passport.standing.status is Status.UNVERIFIED


async def test_versions_are_shown_newest_first_with_the_record_itself(memory: Memory, owner: Actor) -> None:
    records = [await save(memory, owner, f"day {number}", fact_key="day") for number in range(3)]
    passport = await passport_of(memory, owner, records[1].ref)
    assert passport.versions == tuple(records[::-1])
    assert passport.standing.status is Status.CONFLICT
    assert passport.standing.superseded_by == records[2].id
    assert passport.standing.contradicts == (records[2], records[0])


async def test_versions_that_the_reader_may_not_see_are_not_there(
    memory: Memory, alice: Actor, bob: Actor
) -> None:
    record = await save(memory, alice, "Friday", fact_key="day")
    await save(memory, bob, "Monday", fact_key="day", visibility=Visibility.AUTHOR)
    passport = await passport_of(memory, alice, record.ref)
    assert (passport.versions, passport.standing.status) == ((record,), Status.UNVERIFIED)
    assert (await passport_of(memory, bob, record.ref)).standing.status is Status.CONFLICT


async def test_what_happened_is_told_with_who_and_when(
    memory: Memory, alice: Actor, admin: Actor, clock: StoppedClock
) -> None:
    record = await save(memory, alice, "a note")
    clock.advance(hours=1)
    await memory.forget.by_name(admin, record.ref)
    clock.advance(hours=1)
    await memory.restore(alice, record.ref)
    assert (await passport_of(memory, alice, record.ref)).history == (
        Event(EventKind.SAVED, MORNING, alice.person),
        Event(EventKind.FORGOTTEN, MORNING + timedelta(hours=1), admin.person),
        Event(EventKind.RESTORED, MORNING + timedelta(hours=2), alice.person),
    )


async def test_elsewhere_is_seen_only_where_one_looks_everywhere(
    memory: Memory, owner: Actor, admin: Actor
) -> None:
    record = await save(memory, admin, "the team's note")
    assert await memory.show(owner, record.ref) == NotFound()
    assert (await passport_of(memory, owner, record.ref, Sight.EVERYWHERE)).record.space.title == "team"


async def test_the_record_of_a_message_is_known_by_its_number(
    memory: Memory, alice: Actor, owner: Actor
) -> None:
    record = await save(memory, alice, "a note", message=7)
    assert await memory.show.name_of_message(alice, 7) == record.id
    assert await memory.show.name_of_message(alice, 8) is None
    assert await memory.show.name_of_message(owner, 7) is None


async def test_a_name_that_nothing_has_is_not_found(memory: Memory, owner: Actor) -> None:
    await save(memory, owner, "a note")
    for name in ("", "7K2MQ9XA", "\ud800", "null \0 character", "5b0c8f1e-3f0a-4c55-9d7e-0f4d2f0c7a11"):
        assert await memory.show(owner, Ref(name)) == NotFound()
