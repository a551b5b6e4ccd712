"""Forgetting and bringing back: who may, and that all of a record goes at once."""

import pytest

from core.errors import NotAllowed, NotFound
from core.ids import Ref
from core.memory import Memory
from core.records import Record, Status, Visibility
from core.sight import Sight
from core.spaces import Actor
from tests.core.fakes import StoppedClock
from tests.core.steps import contents, enter, leave, page, save


async def test_a_forgotten_record_is_gone_from_search_and_show_at_once(memory: Memory, owner: Actor) -> None:
    record = await save(memory, owner, "a note")
    assert await contents(memory, owner, "note") == ["a note"]
    assert await memory.forget.by_name(owner, record.ref) == record
    assert (await page(memory, owner, "note")).total == (await page(memory, owner, "")).total == 0
    assert await memory.show(owner, record.id) == NotFound()


async def test_a_forgotten_version_counts_for_nothing(memory: Memory, owner: Actor) -> None:
    await save(memory, owner, "Friday", fact_key="day")
    newer = await save(memory, owner, "Monday", fact_key="day")
    await memory.forget.by_name(owner, newer.ref)
    (found,) = (await page(memory, owner, "friday")).results
    assert (found.standing.status, found.standing.superseded_by) == (Status.UNVERIFIED, None)


async def test_a_forgotten_source_counts_for_nothing(memory: Memory, owner: Actor) -> None:
    source = await save(memory, owner, "document", source_hash="sha256:1")
    await save(memory, owner, "summary", derived_from=(source.id,))
    await memory.forget.by_name(owner, source.ref)
    (found,) = (await page(memory, owner, "", current_source_hash="sha256:2")).results
    assert found.standing.status is Status.UNVERIFIED


async def test_a_record_is_forgotten_once(memory: Memory, owner: Actor) -> None:
    record = await save(memory, owner, "a note")
    await memory.forget.by_name(owner, record.ref)
    assert await memory.forget.by_name(owner, record.ref) == NotFound()


class TestWhoMayForget:
    async def test_the_author_and_an_administrator_and_whose_words_they_are(
        self, memory: Memory, alice: Actor, bob: Actor, admin: Actor
    ) -> None:
        for who in (alice, bob, admin):
            record = await save(memory, alice, "bob's words", said_by_id=bob.person.id)
            assert await memory.forget.by_name(who, record.ref) == record

    async def test_no_other_member(self, memory: Memory, alice: Actor, bob: Actor) -> None:
        record = await save(memory, alice, "a note", said_by="bob")
        assert await memory.forget.by_name(bob, record.ref) == NotAllowed()
        assert await contents(memory, alice, "") == ["a note"]

    async def test_no_administrator_of_another_chat(self, memory: Memory, alice: Actor, owner: Actor) -> None:
        """`owner` is administrator of the private chat and a mere member where the note is."""
        club = await enter(memory, "carol", "club")
        record = await save(memory, club, "a note")
        await enter(memory, "alice", "club")
        assert await memory.forget.by_name(alice, record.ref, Sight.EVERYWHERE) == NotAllowed()

    async def test_an_administrator_only_what_they_see(
        self, memory: Memory, alice: Actor, admin: Actor
    ) -> None:
        record = await save(memory, alice, "a draft", visibility=Visibility.AUTHOR)
        assert await memory.forget.by_name(admin, record.ref) == NotFound()

    async def test_the_author_from_the_private_chat_too(self, memory: Memory, alice: Actor) -> None:
        record = await save(memory, alice, "a note")
        home = await enter(memory, "alice")
        assert await memory.forget.by_name(home, record.ref) == NotFound()
        assert await memory.forget.by_name(home, record.ref, Sight.EVERYWHERE) == record

    async def test_nobody_who_left(self, memory: Memory, alice: Actor) -> None:
        record = await save(memory, alice, "a note")
        await leave(memory, "alice", "team")
        assert await memory.forget.by_name(alice, record.ref) == NotFound()
        assert await memory.restore(alice, record.ref) == NotFound()


@pytest.mark.parametrize(
    ("workspace", "found"), [(None, True), ("plans", True), ("default", False), ("x", False)]
)
async def test_forgetting_can_be_kept_to_a_workspace(
    memory: Memory, owner: Actor, workspace: str | None, found: bool
) -> None:
    record = await save(memory, owner, "a plan", workspace="plans")
    outcome = await memory.forget.by_name(owner, record.ref, workspace=workspace)
    assert outcome == (record if found else NotFound())


class TestBySource:
    async def test_all_records_of_a_source_are_forgotten_newest_first(
        self, memory: Memory, owner: Actor
    ) -> None:
        records = [await save(memory, owner, f"part {number}", source_id="wiki:1") for number in range(3)]
        await save(memory, owner, "of another", source_id="wiki:11")
        assert await memory.forget.by_source(owner, "wiki:1", "default") == records[::-1]
        assert await contents(memory, owner, "") == ["of another"]

    async def test_only_those_that_one_may(self, memory: Memory, alice: Actor, bob: Actor) -> None:
        mine = await save(memory, alice, "mine", source_id="wiki:1")
        await save(memory, bob, "bob's", source_id="wiki:1")
        await save(memory, bob, "bob's draft", source_id="wiki:1", visibility=Visibility.AUTHOR)
        assert await memory.forget.by_source(alice, "wiki:1", "default") == [mine]
        assert len(await contents(memory, bob, "")) == 2

    async def test_only_in_the_workspace(self, memory: Memory, owner: Actor) -> None:
        await save(memory, owner, "a plan", source_id="wiki:1", workspace="plans")
        assert await memory.forget.by_source(owner, "wiki:1", "default") == []

    @pytest.mark.parametrize("source_id", ["nothing", "", "\ud800"])
    async def test_possibly_none(self, memory: Memory, owner: Actor, source_id: str) -> None:
        await save(memory, owner, "a note", source_id="wiki:1")
        assert await memory.forget.by_source(owner, source_id, "default") == []


class TestRestoring:
    async def test_a_restored_record_is_as_it_was(self, memory: Memory, owner: Actor) -> None:
        record = await save(memory, owner, "a note", fact_key="k", source_hash="sha256:1")
        await save(memory, owner, "a newer note")
        await memory.forget.by_name(owner, record.ref)
        assert await memory.restore(owner, record.id) == record
        assert await contents(memory, owner, "note") == ["a newer note", "a note"]

    async def test_who_forgot_it_and_the_author_may(self, memory: Memory, alice: Actor, admin: Actor) -> None:
        for who in (alice, admin):
            record = await save(memory, alice, "a note")
            await memory.forget.by_name(admin, record.ref)
            assert await memory.restore(who, record.ref) == record

    async def test_nobody_else_hears_of_it(
        self, memory: Memory, alice: Actor, bob: Actor, admin: Actor
    ) -> None:
        record = await save(memory, alice, "a note", said_by_id=bob.person.id)
        await memory.forget.by_name(alice, record.ref)
        assert await memory.restore(bob, record.ref) == NotFound()
        assert await memory.restore(admin, record.ref) == NotFound()

    async def test_a_record_that_was_not_forgotten_stays_as_it_is(
        self, memory: Memory, alice: Actor, bob: Actor
    ) -> None:
        record = await save(memory, alice, "a note")
        assert await memory.restore(bob, record.ref) == record
        assert await contents(memory, alice, "") == ["a note"]

    @pytest.mark.parametrize("name", ["7K2MQ9XA", "", "\ud800"])
    async def test_what_never_was_is_not_found(self, memory: Memory, owner: Actor, name: str) -> None:
        assert await memory.restore(owner, Ref(name)) == NotFound()

    async def test_elsewhere_is_restored_where_one_looks_everywhere(
        self, memory: Memory, alice: Actor
    ) -> None:
        record = await save(memory, alice, "a note")
        await memory.forget.by_name(alice, record.ref)
        home = await enter(memory, "alice")
        assert await memory.restore(home, record.ref) == NotFound()
        assert isinstance(await memory.restore(home, record.ref, Sight.EVERYWHERE), Record)


class TestRestoringTheLast:
    async def test_what_one_forgot_last_comes_back_first(
        self, memory: Memory, owner: Actor, clock: StoppedClock
    ) -> None:
        records = [await save(memory, owner, f"note {number}") for number in range(3)]
        for record in (records[2], records[0]):
            clock.advance(seconds=1)
            await memory.forget.by_name(owner, record.ref)
        assert await memory.restore.last(owner) == records[0]
        assert await memory.restore.last(owner) == records[2]
        assert await memory.restore.last(owner) == NotFound()
        assert await contents(memory, owner, "") == ["note 2", "note 1", "note 0"]

    async def test_what_another_forgot_is_not_ones_own(
        self, memory: Memory, alice: Actor, admin: Actor
    ) -> None:
        record = await save(memory, alice, "a note")
        await memory.forget.by_name(admin, record.ref)
        assert await memory.restore.last(alice) == NotFound()
        assert await memory.restore.last(admin) == record

    async def test_elsewhere_counts_where_one_looks_everywhere(self, memory: Memory, alice: Actor) -> None:
        record = await save(memory, alice, "a note")
        await memory.forget.by_name(alice, record.ref)
        home = await enter(memory, "alice")
        assert await memory.restore.last(home) == NotFound()
        assert await memory.restore.last(home, Sight.EVERYWHERE) == record
