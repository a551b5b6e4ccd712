"""The tool `validate_memory`."""

import pytest

from tests.tools.protocol import Tools


def test_all_records_of_a_source_are_checked_at_once(tools: Tools) -> None:
    old = tools.save("Monday", source_id="wiki:1", source_hash="sha256:1", fact_key="day")
    new = tools.save("Friday", source_id="wiki:1", source_hash="sha256:2", fact_key="day")
    tools.save("plain", source_id="wiki:1")
    tools.save("of another", source_id="wiki:2", source_hash="sha256:1")
    answer = tools.result("validate_memory", {"source_id": "wiki:1", "current_source_hash": "sha256:2"})
    assert list(answer.items()) == [
        ("checked", 3),
        ("source_id", "wiki:1"),
        ("current_source_hash", "sha256:2"),
        ("stale_ids", [old["id"]]),
        ("stale_count", 1),
        ("conflict_ids", [new["id"], old["id"]]),
        ("conflict_count", 2),
        ("workspace", "default"),
    ]


def test_without_a_hash_what_was_judged_counts_alone(tools: Tools) -> None:
    kept = tools.save("one", source_id="wiki:1", source_hash="sha256:1")
    retired = tools.save("two", source_id="wiki:1", source_hash="sha256:2")
    tools.result("resolve", {"memory_ids": [kept["id"], retired["id"]], "keep": kept["id"]})
    answer = tools.result("validate_memory", {"source_id": "wiki:1"})
    assert (answer["current_source_hash"], answer["stale_ids"]) == (None, [retired["id"]])
    assert answer["conflict_ids"] == []


def test_a_source_without_records_is_no_error(tools: Tools) -> None:
    assert tools.result("validate_memory", {"source_id": "wiki:1"}) == {
        "checked": 0,
        "source_id": "wiki:1",
        "current_source_hash": None,
        "stale_ids": [],
        "stale_count": 0,
        "conflict_ids": [],
        "conflict_count": 0,
        "workspace": "default",
    }


def test_a_workspace_and_a_scope_narrow_it(tools: Tools) -> None:
    tools.save("one", source_id="wiki:1", scope="team")
    tools.save("two", source_id="wiki:1")
    tools.save("three", source_id="wiki:1", workspace="ops")

    def checked(**where: str) -> int:
        answer = tools.result("validate_memory", {"source_id": "wiki:1", **where})
        assert answer["workspace"] == where.get("workspace", "default")
        count: int = answer["checked"]
        return count

    assert [checked(), checked(scope="team"), checked(workspace="ops"), checked(scope="x")] == [2, 1, 1, 0]


def test_a_workspace_that_nobody_saved_into_is_not_active(tools: Tools) -> None:
    asked = {"source_id": "wiki:1", "workspace": "ops"}
    assert tools.error("validate_memory", asked) == "workspace 'ops' is not active"
    tools.save("a draft", by="alice", chat="team", workspace="ops", visibility="author")
    assert tools.error("validate_memory", asked, by="bob", chat="team") == "workspace 'ops' is not active"


def test_what_one_does_not_see_is_not_counted(tools: Tools) -> None:
    tools.save("a draft", by="alice", chat="team", source_id="wiki:1", visibility="author", fact_key="k")
    mine = tools.save("mine", by="bob", chat="team", source_id="wiki:1", fact_key="k")
    asked = {"source_id": "wiki:1", "current_source_hash": "sha256:1"}
    answer = tools.result("validate_memory", asked, by="bob", chat="team")
    assert (answer["checked"], answer["conflict_ids"]) == (1, [])
    answer = tools.result("validate_memory", asked, by="alice", chat="team")
    assert (answer["checked"], answer["conflict_count"]) == (2, 2)
    assert mine["id"] in answer["conflict_ids"]


SOURCE = "a text of 1 to 1000 characters"
LABEL = "a text of 1 to 128 characters"
BROKEN = "valid Unicode text without null characters"


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({}, f"`source_id` is missing: it must be {SOURCE}"),
        ({"source_id": None}, f"`source_id` must be {SOURCE}"),
        ({"source_id": ""}, f"`source_id` must be {SOURCE}"),
        ({"source_id": "x" * 1001}, f"`source_id` must be {SOURCE}"),
        ({"source_id": 1}, f"`source_id` must be {SOURCE}"),
        ({"source_id": "a\0"}, f"`source_id` must be {BROKEN}"),
        ({"source_id": "a", "current_source_hash": ""}, f"`current_source_hash` must be {SOURCE}, or null"),
        ({"source_id": "a", "current_source_hash": 1}, f"`current_source_hash` must be {SOURCE}, or null"),
        ({"source_id": "a", "workspace": ""}, f"`workspace` must be {LABEL}"),
        ({"source_id": "a", "workspace": None}, f"`workspace` must be {LABEL}"),
        ({"source_id": "a", "scope": ""}, f"`scope` must be {LABEL}, or null"),
        ({"source_id": "a", "scope": ["x"]}, f"`scope` must be {LABEL}, or null"),
        (
            {"source_id": "a", "query": ""},
            "`query` is unknown: allowed are `source_id`, `current_source_hash`, `workspace`, `scope`",
        ),
    ],
)
def test_what_cannot_be_is_refused_by_its_name(
    tools: Tools, arguments: dict[str, object], error: str
) -> None:
    assert tools.error("validate_memory", arguments) == error
