"""Editing: what changes, what follows from it, who may, and who sees what a record said before."""

from dataclasses import replace
from datetime import timedelta

import pytest

from core.edit import Changes, Edited
from core.errors import Invalid, NotAllowed, NotFound, Reason
from core.graph import Relation
from core.ids import Ref
from core.marks import MarkKind
from core.memory import Memory
from core.records import (
    CONTENT_LIMIT,
    LABEL_LIMIT,
    SOURCE_LIMIT,
    Draft,
    EarlierContent,
    Event,
    EventKind,
    MemoryType,
    Record,
    Status,
    Visibility,
    content_hash,
)
from core.sight import Sight
from core.spaces import Actor
from core.storage import Store
from tests.core.fakes import MORNING, StoppedClock
from tests.core.judging import edited, give_key, kinds, link, mark, passport, standing
from tests.core.steps import contents, enter, leave, page, save

LABELS = {
    "fact_key": "deploy-day",
    "scope": "team",
    "path": "/team/deploys",
    "memory_type": MemoryType.PROCEDURAL,
}
SAVED, EDITED, LABELLED, SHOWN = (
    EventKind.SAVED,
    EventKind.EDITED,
    EventKind.LABELLED,
    EventKind.VISIBILITY,
)


class TestWhatChanges:
    @pytest.mark.parametrize("name", [*LABELS, "visibility", "content"])
    async def test_a_field_that_is_given_changes_and_no_other(
        self, memory: Memory, alice: Actor, name: str
    ) -> None:
        before = await save(memory, alice, "a note", source_hash="sha256:1", said_by="Carol")
        value = {**LABELS, "visibility": Visibility.PROJECT, "content": "another note"}[name]
        after = await edited(memory, alice, before, **{name: value})
        assert getattr(after, name) == value
        # Visibility comes with another audience, content with another recency.
        inner = {name, "seq", "audience"}
        changed = {field for field in vars(before) if vars(before)[field] != vars(after)[field]}
        assert changed - inner == set()
        assert (await passport(memory, alice, before.ref)).record == after

    async def test_all_of_them_can_change_at_once(self, memory: Memory, alice: Actor) -> None:
        record = await save(memory, alice, "a note")
        after = await edited(memory, alice, record, content="another", visibility=Visibility.AUTHOR, **LABELS)
        assert {name: getattr(after, name) for name in LABELS} == LABELS
        assert (after.content, after.visibility) == ("another", Visibility.AUTHOR)
        assert await kinds(memory, alice, record) == [SAVED, EDITED, SHOWN, LABELLED]

    async def test_a_key_can_be_taken_off(self, memory: Memory, alice: Actor) -> None:
        record = await save(memory, alice, "on Fridays", fact_key="day")
        await save(memory, alice, "on Mondays", fact_key="day")
        after = await edited(memory, alice, record, fact_key=None)
        assert after.fact_key is None
        assert (await standing(memory, alice, record)).status is Status.UNVERIFIED

    async def test_a_key_makes_a_version_of_a_fact(self, memory: Memory, alice: Actor) -> None:
        older, newer = (
            await save(memory, alice, "Monday"),
            await save(memory, alice, "Friday", fact_key="day"),
        )
        await edited(memory, alice, older, fact_key="day")
        shown = await standing(memory, alice, older)
        assert (shown.status, shown.superseded_by) == (Status.CONFLICT, newer.id)

    @pytest.mark.parametrize(
        "same",
        [
            {},
            {"content": "a note"},
            {"content": "  a note\n"},
            {"fact_key": "k", "scope": "team", "path": "/a", "memory_type": MemoryType.WORKING},
            {"visibility": Visibility.PROJECT},
        ],
    )
    async def test_what_is_equal_changes_nothing(
        self, memory: Memory, alice: Actor, clock: StoppedClock, same: dict[str, object]
    ) -> None:
        before = await save(
            memory,
            alice,
            "a note",
            fact_key="k",
            scope="team",
            path="/a",
            memory_type=MemoryType.WORKING,
            visibility=Visibility.PROJECT,
        )
        clock.advance(hours=1)
        assert await edited(memory, alice, before, **same) == before
        shown = await passport(memory, alice, before.ref)
        assert (shown.record, shown.earlier) == (before, ())
        assert await kinds(memory, alice, before) == [SAVED]

    async def test_what_is_equal_lets_no_mark_fall(self, memory: Memory, store: Store, alice: Actor) -> None:
        record, cause = await save(memory, alice, "a note"), await save(memory, alice, "a cause")
        await mark(store, record, cause)
        await edited(memory, alice, record, content=" a note ", scope="team")
        assert (await standing(memory, alice, record)).status is Status.STALE


class TestRecency:
    async def test_a_new_content_is_the_newest(
        self, memory: Memory, alice: Actor, clock: StoppedClock
    ) -> None:
        records = [await save(memory, alice, f"note {number}", fact_key="k") for number in range(3)]
        clock.advance(hours=1)
        after = await edited(memory, alice, records[0], content="note 9")
        assert after.seq > records[2].seq
        assert (after.created_at, after.updated_at) == (MORNING, MORNING + timedelta(hours=1))
        assert await contents(memory, alice, "note") == ["note 9", "note 2", "note 1"]
        assert (await standing(memory, alice, after)).superseded_by is None
        assert (await standing(memory, alice, records[2])).superseded_by == after.id

    @pytest.mark.parametrize(
        "change", [*({name: LABELS[name]} for name in LABELS), {"visibility": Visibility.AUTHOR}]
    )
    async def test_labels_and_visibility_move_neither_order_nor_date(
        self, memory: Memory, alice: Actor, clock: StoppedClock, change: dict[str, object]
    ) -> None:
        older = await save(memory, alice, "note 1")
        await save(memory, alice, "note 2")
        clock.advance(hours=1)
        after = await edited(memory, alice, older, **change)
        assert (after.seq, after.updated_at) == (older.seq, MORNING)
        assert await contents(memory, alice, "note") == ["note 2", "note 1"]

    async def test_the_new_words_are_found_and_the_old_ones_no_more(
        self, memory: Memory, alice: Actor
    ) -> None:
        record = await save(memory, alice, "релиз по понедельникам")
        assert await contents(memory, alice, "понедельник релиз") == ["релиз по понедельникам"]
        await edited(memory, alice, record, content="release on Fridays")
        assert await contents(memory, alice, "понедельник релиз") == []
        assert await contents(memory, alice, "releases friday") == ["release on Fridays"]
        await edited(memory, alice, record, content="релиз по понедельникам")
        assert await contents(memory, alice, "понедельник") == ["релиз по понедельникам"]

    async def test_a_new_scope_is_searched_by_at_once(self, memory: Memory, alice: Actor) -> None:
        record = await save(memory, alice, "a note")
        assert await contents(memory, alice, "note", scope="team") == []
        await edited(memory, alice, record, scope="team")
        assert await contents(memory, alice, "note", scope="team") == ["a note"]
        assert await contents(memory, alice, "note", scope="shared") == []


class TestWhoMay:
    async def test_the_author_and_an_administrator(self, memory: Memory, alice: Actor, admin: Actor) -> None:
        record = await save(memory, alice, "a note")
        for who, scope in ((alice, "a"), (admin, "b")):
            assert (await edited(memory, who, record, scope=scope)).scope == scope
        assert (await passport(memory, alice, record.ref)).history[1:] == (
            Event(LABELLED, MORNING, alice.person),
            Event(LABELLED, MORNING, admin.person),
        )

    async def test_no_other_member_not_even_whose_words_they_are(
        self, memory: Memory, alice: Actor, bob: Actor
    ) -> None:
        record = await save(memory, alice, "bob's words", said_by="bob", said_by_id=bob.person.id)
        assert await memory.edit(bob, record.ref, Changes(content="other words")) == NotAllowed()
        assert await contents(memory, bob, "words") == ["bob's words"]

    async def test_no_administrator_of_another_chat(self, memory: Memory, alice: Actor) -> None:
        carol = await enter(memory, "carol", "club")
        record = await save(memory, carol, "a note")
        await enter(memory, "alice", "club")
        assert await memory.edit(alice, record.ref, Changes(scope="x"), Sight.EVERYWHERE) == NotAllowed()

    async def test_an_administrator_edits_no_draft(self, memory: Memory, alice: Actor, admin: Actor) -> None:
        record = await save(memory, alice, "a draft", visibility=Visibility.AUTHOR)
        for change in (Changes(scope="x"), Changes(visibility=Visibility.ORGANIZATION)):
            assert await memory.edit(admin, record.ref, change) == NotFound()
        assert await kinds(memory, alice, record) == [SAVED]

    async def test_the_author_from_the_private_chat_too(self, memory: Memory, alice: Actor) -> None:
        record = await save(memory, alice, "a note")
        home = await enter(memory, "alice")
        assert await memory.edit(home, record.ref, Changes(scope="x")) == NotFound()
        outcome = await memory.edit(home, record.ref, Changes(scope="x"), Sight.EVERYWHERE)
        assert isinstance(outcome, Edited)
        assert outcome.record.scope == "x"

    async def test_nobody_who_left(self, memory: Memory, alice: Actor) -> None:
        record = await save(memory, alice, "a note")
        await leave(memory, "alice", "team")
        assert await memory.edit(alice, record.ref, Changes(scope="x")) == NotFound()

    async def test_nobody_what_was_forgotten(self, memory: Memory, alice: Actor) -> None:
        record = await save(memory, alice, "a note")
        await memory.forget.by_name(alice, record.ref)
        assert await memory.edit(alice, record.ref, Changes(content="x")) == NotFound()
        assert await memory.restore(alice, record.ref) == record

    @pytest.mark.parametrize("name", ["7K2MQ9XA", "", "\ud800"])
    async def test_nobody_what_never_was(self, memory: Memory, alice: Actor, name: str) -> None:
        assert await memory.edit(alice, Ref(name), Changes(scope="x")) == NotFound()


@pytest.mark.parametrize(
    ("changes", "argument", "reason"),
    [
        (Changes(content=""), "content", Reason.EMPTY),
        (Changes(content=" \n"), "content", Reason.EMPTY),
        (Changes(content="x" * (CONTENT_LIMIT + 1)), "content", Reason.TOO_LONG),
        (Changes(content="half \ud83d"), "content", Reason.BROKEN_TEXT),
        (Changes(content="null \0"), "content", Reason.BROKEN_TEXT),
        (Changes(fact_key=""), "fact_key", Reason.EMPTY),
        (Changes(fact_key="k" * (LABEL_LIMIT + 1)), "fact_key", Reason.TOO_LONG),
        (Changes(fact_key="archivist:shelf:brief"), "fact_key", Reason.RANGE),
        (Changes(scope=" "), "scope", Reason.EMPTY),
        (Changes(scope="s" * (LABEL_LIMIT + 1)), "scope", Reason.TOO_LONG),
        (Changes(path="team"), "path", Reason.RANGE),
        (Changes(path="/" * (SOURCE_LIMIT + 1)), "path", Reason.TOO_LONG),
        (Changes(visibility=Visibility.UNIT), "visibility", Reason.NOT_YET),
    ],
)
async def test_what_cannot_be_saved_cannot_be_set_either(
    memory: Memory, alice: Actor, changes: Changes, argument: str, reason: Reason
) -> None:
    record = await save(memory, alice, "a note")
    outcome = await memory.edit(alice, record.ref, changes)
    assert isinstance(outcome, Invalid)
    assert (outcome.argument, outcome.reason) == (argument, reason)
    assert (await passport(memory, alice, record.ref)).record == record


async def test_limits_are_of_the_text_without_its_outer_blanks(memory: Memory, alice: Actor) -> None:
    record = await save(memory, alice, "a note")
    after = await edited(memory, alice, record, content=f"\n{'x' * CONTENT_LIMIT} ")
    assert after.content == "x" * CONTENT_LIMIT


class TestEarlierContents:
    async def test_they_are_kept_oldest_first_with_the_time_that_ended_them(
        self, memory: Memory, alice: Actor, bob: Actor, clock: StoppedClock
    ) -> None:
        record = await save(memory, alice, "first")
        for content in ("second", "third"):
            clock.advance(hours=1)
            await edited(memory, alice, record, content=content)
        for reader in (alice, bob):
            assert (await passport(memory, reader, record.ref)).earlier == (
                EarlierContent("first", MORNING + timedelta(hours=1)),
                EarlierContent("second", MORNING + timedelta(hours=2)),
            )

    async def test_what_a_draft_said_stays_its_authors(
        self, memory: Memory, alice: Actor, bob: Actor
    ) -> None:
        record = await save(memory, alice, "raw thoughts", visibility=Visibility.AUTHOR)
        await edited(memory, alice, record, content="for all", visibility=Visibility.ORGANIZATION)
        await edited(memory, alice, record, content="for all to see")
        assert [one.content for one in (await passport(memory, alice, record.ref)).earlier] == [
            "raw thoughts",
            "for all",
        ]
        assert [one.content for one in (await passport(memory, bob, record.ref)).earlier] == ["for all"]
        for_all = await passport(memory, alice, record.ref, Sight.FOR_ALL)
        assert [one.content for one in for_all.earlier] == ["for all"]

    async def test_what_was_shown_unchanged_was_for_all_to_read(
        self, memory: Memory, alice: Actor, bob: Actor
    ) -> None:
        record = await save(memory, alice, "first", visibility=Visibility.AUTHOR)
        await edited(memory, alice, record, visibility=Visibility.PROJECT)
        await edited(memory, alice, record, content="second")
        assert [one.content for one in (await passport(memory, bob, record.ref)).earlier] == ["first"]

    async def test_of_a_record_that_is_a_draft_now_nobody_else_sees_any(
        self, memory: Memory, alice: Actor, bob: Actor
    ) -> None:
        record = await save(memory, alice, "first")
        await edited(memory, alice, record, content="second")
        await edited(memory, alice, record, visibility=Visibility.AUTHOR)
        assert await memory.show(bob, record.ref) == NotFound()
        assert len((await passport(memory, alice, record.ref)).earlier) == 1

    async def test_they_are_not_searched(self, memory: Memory, alice: Actor) -> None:
        record = await save(memory, alice, "monday")
        await edited(memory, alice, record, content="friday")
        assert (await page(memory, alice, "monday")).total == 0


class TestWhatFalls:
    async def test_marks_on_it_and_by_it_fall_with_their_links(
        self, memory: Memory, store: Store, alice: Actor
    ) -> None:
        older, record, newer = [await save(memory, alice, f"note {number}") for number in range(3)]
        await mark(store, older, record)
        await link(store, record, older, Relation.SUPERSEDES, 1.0)
        await mark(store, record, newer, MarkKind.MERGE)
        await link(store, newer, record, Relation.RELATES_TO, 0.9)
        await link(store, newer, older, Relation.RELATES_TO, 0.8)
        await edited(memory, alice, record, content="otherwise")
        for one in (older, record):
            shown = await standing(memory, alice, one)
            assert (shown.marks, shown.confidence) == ((), 0.5)
        assert (await passport(memory, alice, record.ref)).links == ()
        # What is between others stays.
        assert [one.target_id for one in (await passport(memory, alice, older.ref)).links] == [newer.id]

    async def test_links_that_came_with_no_mark_stay(
        self, memory: Memory, store: Store, alice: Actor
    ) -> None:
        one, other = await save(memory, alice, "one"), await save(memory, alice, "other")
        await link(store, one, other)
        await edited(memory, alice, one, content="changed")
        assert len((await passport(memory, alice, one.ref)).links) == 1

    async def test_marks_that_the_editor_does_not_see_fall_too(
        self, memory: Memory, store: Store, alice: Actor, bob: Actor
    ) -> None:
        record = await save(memory, bob, "a note")
        draft = await save(memory, alice, "a draft", visibility=Visibility.AUTHOR)
        await mark(store, record, draft)
        await edited(memory, bob, record, content="another")
        assert (await standing(memory, alice, record)).status is Status.UNVERIFIED

    @pytest.mark.parametrize(
        "change", [{"scope": "x"}, {"fact_key": "k"}, {"visibility": Visibility.PROJECT}]
    )
    async def test_other_changes_let_no_mark_fall(
        self, memory: Memory, store: Store, alice: Actor, change: dict[str, object]
    ) -> None:
        target, cause = await save(memory, alice, "target"), await save(memory, alice, "cause")
        await mark(store, target, cause)
        for record in (target, cause):
            await edited(memory, alice, record, **change)
        assert [one.cause_id for one in (await standing(memory, alice, target)).marks] == [cause.id]

    async def test_what_was_judged_of_it_and_by_it_outlives_a_correction(
        self, memory: Memory, store: Store, alice: Actor, clock: StoppedClock
    ) -> None:
        older, record, newer = [await save(memory, alice, f"note {number}") for number in range(3)]
        await mark(store, older, record)
        await mark(store, record, newer, MarkKind.MERGE)
        await link(store, newer, record, Relation.RELATES_TO, 0.9)
        queued = await memory.archive.listing(every=True)
        clock.advance(hours=1)
        after = await edited(memory, alice, record, content="Note 1.")
        assert after.seq > newer.seq
        assert await kinds(memory, alice, record) == [SAVED, EventKind.MARKED, EDITED]
        assert [one.content for one in (await passport(memory, alice, record.ref)).earlier] == ["note 1"]
        assert [one.cause_id for one in (await standing(memory, alice, older)).marks] == [record.id]
        assert [one.cause_id for one in (await standing(memory, alice, record)).marks] == [newer.id]
        assert len((await passport(memory, alice, record.ref)).links) == 1
        assert await memory.archive.listing(every=True) == queued

    async def test_a_retirement_does_not_fall(self, memory: Memory, alice: Actor) -> None:
        kept, retired = await save(memory, alice, "kept"), await save(memory, alice, "retired")
        await memory.resolve.among(alice, [kept.id, retired.id], kept.id)
        for record in (kept, retired):
            await edited(memory, alice, record, content=f"{record.content} still")
        assert (await standing(memory, alice, retired)).superseded_by == kept.id


class TestWidening:
    @pytest.mark.parametrize("visibility", [Visibility.ORGANIZATION, Visibility.PROJECT])
    async def test_what_was_made_from_a_draft_is_dropped_when_it_is_shown(
        self, memory: Memory, store: Store, alice: Actor, bob: Actor, visibility: Visibility
    ) -> None:
        target = await save(memory, bob, "in the open")
        draft = await save(memory, alice, "a draft", visibility=Visibility.AUTHOR)
        await mark(store, target, draft)
        await link(store, draft, target, Relation.SUPERSEDES)
        await give_key(store, draft, "archivist:secret:plan")
        after = await edited(memory, alice, draft, visibility=visibility)
        assert (after.visibility, after.fact_key) == (visibility, None)
        for reader in (alice, bob):
            shown = await passport(memory, reader, target.ref)
            assert (shown.standing.status, shown.standing.marks, shown.links) == (Status.UNVERIFIED, (), ())
            assert (await passport(memory, reader, draft.ref)).links == ()

    async def test_a_persons_own_key_stays(self, memory: Memory, alice: Actor) -> None:
        draft = await save(memory, alice, "a draft", visibility=Visibility.AUTHOR, fact_key="day")
        after = await edited(memory, alice, draft, visibility=Visibility.ORGANIZATION)
        assert after.fact_key == "day"

    async def test_a_key_that_is_set_meanwhile_stays(
        self, memory: Memory, store: Store, alice: Actor
    ) -> None:
        draft = await save(memory, alice, "a draft", visibility=Visibility.AUTHOR)
        await give_key(store, draft, "archivist:secret:plan")
        after = await edited(memory, alice, draft, visibility=Visibility.PROJECT, fact_key="day")
        assert after.fact_key == "day"

    @pytest.mark.parametrize(
        ("before", "after"),
        [
            (Visibility.ORGANIZATION, Visibility.PROJECT),
            (Visibility.PROJECT, Visibility.ORGANIZATION),
            (Visibility.ORGANIZATION, Visibility.AUTHOR),
        ],
    )
    async def test_nothing_is_dropped_where_nobody_new_may_read_it(
        self, memory: Memory, store: Store, alice: Actor, before: Visibility, after: Visibility
    ) -> None:
        target = await save(memory, alice, "target")
        cause = await save(memory, alice, "cause", visibility=before)
        await mark(store, target, cause)
        await link(store, cause, target)
        await give_key(store, cause, "archivist:some:key")
        assert (await edited(memory, alice, cause, visibility=after)).fact_key == "archivist:some:key"
        shown = await passport(memory, alice, target.ref)
        assert (shown.standing.status, len(shown.links)) == (Status.STALE, 1)

    async def test_it_is_found_by_others_from_then_on_and_in_its_old_place(
        self, memory: Memory, alice: Actor, bob: Actor
    ) -> None:
        draft = await save(memory, alice, "note 1", visibility=Visibility.AUTHOR)
        await save(memory, bob, "note 2")
        assert await contents(memory, bob, "note") == ["note 2"]
        await edited(memory, alice, draft, visibility=Visibility.ORGANIZATION)
        assert await contents(memory, bob, "note") == ["note 2", "note 1"]
        assert (await page(memory, bob, "note")).total == 2
        await edited(memory, alice, draft, visibility=Visibility.AUTHOR)
        assert await contents(memory, bob, "note") == ["note 2"]
        assert (await page(memory, bob, "note")).total == 1
        assert await memory.show(bob, draft.ref) == NotFound()

    async def test_an_administrator_who_makes_it_a_draft_is_answered_and_sees_it_no_more(
        self, memory: Memory, alice: Actor, admin: Actor
    ) -> None:
        record = await save(memory, alice, "a note")
        left = await edited(memory, admin, record, visibility=Visibility.AUTHOR)
        assert left == replace(record, visibility=Visibility.AUTHOR)
        assert (await passport(memory, alice, record.ref)).record.visibility is Visibility.AUTHOR
        assert await contents(memory, admin, "note") == []


class TestMessages:
    """A record follows the message that it comes from (SPEC section 10, TELEGRAM.md rule 6)."""

    async def from_message(self, memory: Memory, actor: Actor, content: str) -> Record:
        return await save(memory, actor, content, message=7, source_id="tg:key/7", hash_content=True)

    def now_says(self, content: str, revision: str = "1772442060") -> Draft:
        return Draft(content, source_id="tg:key/7", source_revision=revision, hash_content=True)

    async def test_it_takes_the_text_the_hash_and_the_date_of_the_edit(
        self, memory: Memory, alice: Actor, clock: StoppedClock
    ) -> None:
        record = await self.from_message(memory, alice, "on Mondays")
        clock.advance(hours=1)
        followed = await memory.edit.of_message(alice, 7, self.now_says(" on Fridays\n"))
        assert isinstance(followed, Edited)
        after = followed.record
        assert (after.id, after.ref, after.created_at) == (record.id, record.ref, MORNING)
        assert after.content == "on Fridays"
        assert after.source_hash == content_hash("on Fridays")
        assert after.source_revision == "1772442060"
        assert after.updated_at == MORNING + timedelta(hours=1)
        assert after.seq > record.seq
        shown = await passport(memory, alice, record.ref)
        assert shown.record == after
        assert [one.content for one in shown.earlier] == ["on Mondays"]
        assert await kinds(memory, alice, record) == [SAVED, EDITED]

    async def test_nothing_else_of_the_record_changes(self, memory: Memory, alice: Actor) -> None:
        record = await self.from_message(memory, alice, "on Mondays")
        await edited(memory, alice, record, visibility=Visibility.AUTHOR, **LABELS)
        followed = await memory.edit.of_message(alice, 7, self.now_says("on Fridays"))
        assert isinstance(followed, Edited)
        after = followed.record
        assert {name: getattr(after, name) for name in LABELS} == LABELS
        assert after.visibility is Visibility.AUTHOR

    async def test_the_same_text_changes_nothing(
        self, memory: Memory, alice: Actor, clock: StoppedClock
    ) -> None:
        record = await self.from_message(memory, alice, "on Mondays")
        clock.advance(hours=1)
        for again in ("on Mondays", "  on Mondays\n"):
            assert await memory.edit.of_message(alice, 7, self.now_says(again)) is None
        assert (await passport(memory, alice, record.ref)).record == record
        assert await kinds(memory, alice, record) == [SAVED]

    async def test_what_was_edited_by_hand_stays_until_the_message_says_something_new(
        self, memory: Memory, alice: Actor
    ) -> None:
        record = await self.from_message(memory, alice, "on Mondays")
        await edited(memory, alice, record, content="on Tuesdays")
        assert await memory.edit.of_message(alice, 7, self.now_says("on Mondays")) is None
        assert await contents(memory, alice, "") == ["on Tuesdays"]
        followed = await memory.edit.of_message(alice, 7, self.now_says("on Tuesdays"))
        assert isinstance(followed, Edited)
        after = followed.record
        assert after.source_hash == content_hash("on Tuesdays")
        assert await kinds(memory, alice, record) == [SAVED, EDITED]

    async def test_a_message_that_was_never_saved_is_not_saved_by_an_edit(
        self, memory: Memory, alice: Actor
    ) -> None:
        assert await memory.edit.of_message(alice, 7, self.now_says("on Fridays")) is None
        assert (await page(memory, alice, "")).total == 0

    async def test_a_forgotten_record_is_neither_changed_nor_brought_back(
        self, memory: Memory, alice: Actor
    ) -> None:
        record = await self.from_message(memory, alice, "on Mondays")
        await memory.forget.by_name(alice, record.ref)
        assert await memory.edit.of_message(alice, 7, self.now_says("on Fridays")) is None
        assert (await page(memory, alice, "")).total == 0
        assert await memory.restore(alice, record.ref) == record

    async def test_another_person_who_edits_changes_nothing_not_even_an_administrator(
        self, memory: Memory, alice: Actor, bob: Actor, admin: Actor
    ) -> None:
        record = await self.from_message(memory, alice, "on Mondays")
        for who in (bob, admin):
            assert await memory.edit.of_message(who, 7, self.now_says("on Fridays")) is None
        assert (await passport(memory, alice, record.ref)).record == record

    async def test_messages_of_one_number_in_two_chats_are_two(self, memory: Memory, alice: Actor) -> None:
        await self.from_message(memory, alice, "on Mondays")
        home = await enter(memory, "alice")
        assert await memory.edit.of_message(home, 7, self.now_says("on Fridays")) is None
        assert await contents(memory, alice, "") == ["on Mondays"]

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            (" \n", Reason.EMPTY),
            ("x" * (CONTENT_LIMIT + 1), Reason.TOO_LONG),
            ("\0", Reason.BROKEN_TEXT),
            ("half \ud83d", Reason.BROKEN_TEXT),
        ],
    )
    async def test_a_text_that_cannot_be_kept_is_refused_and_the_record_stays(
        self, memory: Memory, alice: Actor, text: str, reason: Reason
    ) -> None:
        record = await self.from_message(memory, alice, "on Mondays")
        outcome = await memory.edit.of_message(alice, 7, self.now_says(text))
        assert isinstance(outcome, Invalid)
        assert (outcome.argument, outcome.reason) == ("content", reason)
        assert (await passport(memory, alice, record.ref)).record == record

    async def test_a_text_that_cannot_be_kept_says_nothing_where_nothing_was_saved(
        self, memory: Memory, alice: Actor, bob: Actor
    ) -> None:
        await self.from_message(memory, alice, "on Mondays")
        assert await memory.edit.of_message(bob, 7, self.now_says("")) is None
        assert await memory.edit.of_message(alice, 8, self.now_says("")) is None

    async def test_each_who_saved_a_message_has_a_record_that_follows_their_own_edits(
        self, memory: Memory, alice: Actor, bob: Actor
    ) -> None:
        draft = await save(
            memory, alice, "on Mondays", message=7, hash_content=True, visibility=Visibility.AUTHOR
        )
        shared = await self.from_message(memory, bob, "on Mondays")
        followed = await memory.edit.of_message(alice, 7, self.now_says("on Fridays"))
        assert isinstance(followed, Edited)
        after = followed.record
        assert (after.id, after.content) == (draft.id, "on Fridays")
        assert (await passport(memory, bob, shared.ref)).record == shared

    async def test_a_corrected_message_gives_its_hash_and_leaves_the_marks(
        self, memory: Memory, store: Store, alice: Actor
    ) -> None:
        record = await self.from_message(memory, alice, "on Mondays")
        cause = await save(memory, alice, "never on Mondays")
        await mark(store, record, cause)
        followed = await memory.edit.of_message(alice, 7, self.now_says("On Mondays."))
        assert isinstance(followed, Edited)
        assert followed.record.source_hash == content_hash("On Mondays.")
        assert followed.record.seq > cause.seq
        assert (await standing(memory, alice, record)).status is Status.STALE

    async def test_marks_fall_as_with_any_edit(self, memory: Memory, store: Store, alice: Actor) -> None:
        record = await self.from_message(memory, alice, "on Mondays")
        cause = await save(memory, alice, "never on Mondays")
        await mark(store, record, cause)
        await memory.edit.of_message(alice, 7, self.now_says("on Fridays"))
        assert (await standing(memory, alice, record)).status is Status.UNVERIFIED
