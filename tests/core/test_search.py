"""Search by examples; `test_contract.py` holds it against the whole contract."""

import pytest

from core.errors import WorkspaceNotActive
from core.ids import RecordId
from core.memory import Memory
from core.query import Query
from core.records import Status, Visibility
from core.search import SLICE, SearchRequest
from core.sight import Sight
from core.spaces import Actor
from tests.core.steps import contents, enter, leave, page, save


async def test_more_words_go_before_newer_ones_and_newer_ones_before_older(
    memory: Memory, owner: Actor
) -> None:
    for content in ("release on Friday", "release notes", "a Friday party", "something else", "releases"):
        await save(memory, owner, content)
    found = await page(memory, owner, "release friday")
    assert [(one.record.content, one.score) for one in found.results] == [
        ("release on Friday", 2),
        ("releases", 1),
        ("a Friday party", 1),
        ("release notes", 1),
    ]
    assert found.total == 4


async def test_a_blank_query_gives_the_latest_records(memory: Memory, owner: Actor) -> None:
    for number in range(12):
        await save(memory, owner, f"note {number}")
    found = await page(memory, owner, " ")
    assert [one.record.content for one in found.results] == [f"note {number}" for number in range(11, 1, -1)]
    assert {one.score for one in found.results} == {0}
    assert found.total == 12


async def test_a_query_without_words_matches_nothing(memory: Memory, owner: Actor) -> None:
    await save(memory, owner, "what?!")
    assert (await page(memory, owner, "?!")).total == 0


async def test_the_source_is_searched_too(memory: Memory, owner: Actor) -> None:
    await save(memory, owner, "a note", source="telegram")
    assert await contents(memory, owner, "telegram") == ["a note"]


@pytest.mark.parametrize("limit", [1, 10, 50])
async def test_pages_follow_one_another_without_gaps(memory: Memory, owner: Actor, limit: int) -> None:
    for number in range(SLICE + 10):
        await save(memory, owner, f"note {number} {number % 3}", fact_key=f"fact-{number % 20}")
    whole = [
        content
        for offset in range(0, 100, 50)
        for content in await contents(memory, owner, "note 1", limit=50, offset=offset)
    ]
    assert len(set(whole)) == SLICE + 10
    pages = [
        content
        for offset in range(0, SLICE + 10 + limit, limit)
        for content in await contents(memory, owner, "note 1", limit=limit, offset=offset)
    ]
    assert pages == whole


class TestVersions:
    async def test_newer_versions_come_before_an_older_one_that_matches_better(
        self, memory: Memory, owner: Actor
    ) -> None:
        await save(memory, owner, "release day Friday", fact_key="release-day")
        await save(memory, owner, "release day")
        await save(memory, owner, "release Monday", fact_key="release-day")
        assert await contents(memory, owner, "release day friday") == [
            "release Monday",
            "release day Friday",
            "release day",
        ]

    async def test_an_older_version_names_the_newest(self, memory: Memory, owner: Actor) -> None:
        await save(memory, owner, "Friday", fact_key="day")
        newest = await save(memory, owner, "Monday", fact_key="day")
        found = (await page(memory, owner, "friday")).results
        assert [one.standing.superseded_by for one in found] == [newest.id]
        assert [one.standing.superseded_by for one in (await page(memory, owner, "monday")).results] == [None]

    async def test_versions_are_of_one_workspace(self, memory: Memory, owner: Actor) -> None:
        await save(memory, owner, "Friday", fact_key="day")
        await save(memory, owner, "Monday", fact_key="day", workspace="plans")
        found = (await page(memory, owner, "", workspace=None)).results
        assert [one.standing.status for one in found] == [Status.UNVERIFIED, Status.UNVERIFIED]
        assert [one.standing.superseded_by for one in found] == [None, None]

    async def test_a_newer_version_outside_the_scope_is_not_pulled_in(
        self, memory: Memory, owner: Actor
    ) -> None:
        await save(memory, owner, "day Friday", fact_key="day", scope="team")
        await save(memory, owner, "day Monday", fact_key="day")
        found = await page(memory, owner, "day", scope="team")
        assert [one.record.content for one in found.results] == ["day Friday"]
        assert found.results[0].standing.status is Status.CONFLICT


class TestStale:
    async def test_a_record_of_another_hash_is_stale_and_can_be_left_out(
        self, memory: Memory, owner: Actor
    ) -> None:
        for content, hashed in (("old", "sha256:1"), ("new", "sha256:2"), ("of no document", None)):
            await save(memory, owner, f"note {content}", source_hash=hashed)
        found = (await page(memory, owner, "note", current_source_hash="sha256:2")).results
        assert [one.standing.status for one in found] == [Status.UNVERIFIED, Status.UNVERIFIED, Status.STALE]
        left = await contents(memory, owner, "note", current_source_hash="sha256:2", exclude_stale=True)
        assert left == ["note of no document", "note new"]

    async def test_what_is_left_out_leaves_no_page_short(self, memory: Memory, owner: Actor) -> None:
        for number in range(SLICE + 20):
            await save(memory, owner, f"note {number}", source_hash=f"sha256:{number < 15}")
        found = await contents(
            memory, owner, "note", current_source_hash="sha256:True", exclude_stale=True, limit=12
        )
        assert found == [f"note {number}" for number in range(14, 2, -1)]

    async def test_a_summary_of_a_stale_record_is_left_out_too(self, memory: Memory, owner: Actor) -> None:
        source = await save(memory, owner, "the document", source_hash="sha256:1")
        await save(memory, owner, "its summary", derived_from=(source.id,))
        assert await contents(memory, owner, "", current_source_hash="sha256:2", exclude_stale=True) == []

    async def test_what_is_in_conflict_stays(self, memory: Memory, owner: Actor) -> None:
        await save(memory, owner, "Friday", fact_key="day", source_hash="sha256:1")
        await save(memory, owner, "Monday", fact_key="day", source_hash="sha256:1")
        assert len(await contents(memory, owner, "", current_source_hash="sha256:2", exclude_stale=True)) == 2


class TestWorkspaces:
    async def test_the_usual_workspace_is_active_from_the_start(self, memory: Memory, owner: Actor) -> None:
        assert await contents(memory, owner, "anything") == []

    @pytest.mark.parametrize("name", ["plans", "", "Default", "\ud800"])
    async def test_a_workspace_that_was_never_saved_into_is_not_active(
        self, memory: Memory, owner: Actor, alice: Actor, name: str
    ) -> None:
        await save(memory, alice, "the team's plan", workspace="plans")
        answer = await memory.search(owner, SearchRequest(Query.parse("plan"), workspace=name))
        assert answer == WorkspaceNotActive(name)

    async def test_someone_elses_draft_makes_no_workspace_active(
        self, memory: Memory, alice: Actor, bob: Actor
    ) -> None:
        await save(memory, alice, "a draft", workspace="plans", visibility=Visibility.AUTHOR)
        request = SearchRequest(Query.parse(""), workspace="plans")
        assert await memory.search(bob, request) == WorkspaceNotActive("plans")
        assert await memory.search(alice, request, Sight.FOR_ALL) == WorkspaceNotActive("plans")
        assert await contents(memory, alice, "", workspace="plans") == ["a draft"]

    async def test_a_search_makes_no_workspace(self, memory: Memory, owner: Actor) -> None:
        request = SearchRequest(Query.parse(""), workspace="plans")
        for _ in range(2):
            assert await memory.search(owner, request) == WorkspaceNotActive("plans")

    async def test_a_workspace_stays_active_when_all_in_it_is_forgotten(
        self, memory: Memory, owner: Actor
    ) -> None:
        record = await save(memory, owner, "a plan", workspace="plans")
        await memory.forget.by_name(owner, record.id)
        assert await contents(memory, owner, "", workspace="plans") == []


@pytest.mark.parametrize("scope", ["nowhere", "\ud800", "Team", ""])
async def test_a_scope_that_no_record_has_finds_nothing(memory: Memory, owner: Actor, scope: str) -> None:
    await save(memory, owner, "a note", scope="team")
    assert await contents(memory, owner, "note", scope=scope) == []
    assert await contents(memory, owner, "note", scope="team") == ["a note"]


class TestSights:
    async def test_everywhere_is_wherever_the_person_is_now(self, memory: Memory, owner: Actor) -> None:
        for group in ("team", "club"):
            await save(memory, await enter(memory, "alice", group), f"note of the {group}")
        await save(memory, owner, "note of my own")
        await enter(memory, "owner", "team")
        assert await contents(memory, owner, "note") == ["note of my own"]
        everywhere = await contents(memory, owner, "note", Sight.EVERYWHERE)
        assert everywhere == ["note of my own", "note of the team"]
        await leave(memory, "owner", "team")
        assert await contents(memory, owner, "note", Sight.EVERYWHERE) == ["note of my own"]

    async def test_for_all_is_what_every_member_sees(self, memory: Memory, alice: Actor) -> None:
        await save(memory, alice, "note for all", fact_key="day")
        await save(memory, alice, "note of mine", fact_key="day", visibility=Visibility.AUTHOR)
        assert len(await contents(memory, alice, "note")) == 2
        (found,) = (await page(memory, alice, "note", Sight.FOR_ALL)).results
        assert found.record.content == "note for all"
        assert (found.standing.status, found.standing.superseded_by) == (Status.UNVERIFIED, None)


async def test_a_query_may_hold_half_a_character(memory: Memory, owner: Actor) -> None:
    await save(memory, owner, "release")
    assert await contents(memory, owner, "release \ud800") == ["release"]


async def chain(memory: Memory, owner: Actor, length: int) -> list[RecordId]:
    """Records each of which summarises the one before; the first is in conflict."""
    ids = [(await save(memory, owner, "step 0", fact_key="day")).id]
    await save(memory, owner, "otherwise", fact_key="day")
    for number in range(1, length):
        ids.append((await save(memory, owner, f"step {number}", derived_from=(ids[-1],))).id)
    return ids


async def test_a_summary_inherits_three_levels_deep(memory: Memory, owner: Actor) -> None:
    ids = await chain(memory, owner, 6)
    found = (await page(memory, owner, "step")).results
    conflicts = {one.record.id for one in found if one.standing.status is Status.CONFLICT}
    assert conflicts == set(ids[:4])


async def test_a_summary_inherits_from_another_workspace_and_scope(memory: Memory, owner: Actor) -> None:
    source = await save(memory, owner, "the document", source_hash="sha256:1", workspace="plans", scope="x")
    await save(memory, owner, "its summary", derived_from=(source.id,))
    (found,) = (await page(memory, owner, "summary", current_source_hash="sha256:2")).results
    assert (found.standing.status, found.record.derived_from) == (Status.STALE, (source.id,))
