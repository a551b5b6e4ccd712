"""The tool `search`."""

import pytest

from tests.tools.protocol import Tools, contents
from tests.tools.test_remember import FIELDS


def test_a_result_has_the_record_and_how_it_stands(tools: Tools) -> None:
    old = tools.save("deploys are on Tuesdays", fact_key="deploy-day")
    new = tools.save("deploys are on Fridays", fact_key="deploy-day")
    first, second = tools.result("search", {"query": "deploy tuesday"})
    assert list(first) == [*FIELDS, "status", "superseded_by", "score", "graph_relations"]
    for found, saved in ((first, new), (second, old)):
        assert {name: found[name] for name in FIELDS} == {name: saved[name] for name in FIELDS}
        assert (found["status"], found["graph_relations"]) == ("conflict", [])
    assert (first["superseded_by"], first["score"]) == (None, 1)
    assert (second["superseded_by"], second["score"]) == (new["id"], 2)


def test_a_blank_query_gives_the_latest(tools: Tools) -> None:
    for content in ("one", "two", "three"):
        tools.save(content)
    found = tools.result("search", {"query": " ", "limit": 2})
    assert contents(found) == ["three", "two"]
    assert [one["score"] for one in found] == [0, 0]


@pytest.mark.parametrize(("limit", "count"), [(0, 1), (-(10**30), 1), (2, 2), (51, 50), (10**4000, 50)])
def test_a_limit_goes_to_the_nearer_bound(tools: Tools, limit: int, count: int) -> None:
    for number in range(52):
        tools.save(f"number {number}")
    assert len(tools.found("number", limit=limit)) == count


def test_ten_results_are_given_where_no_limit_is_asked_for(tools: Tools) -> None:
    for number in range(12):
        tools.save(f"number {number}")
    assert len(tools.found("number")) == 10


def test_a_scope_narrows_it(tools: Tools) -> None:
    tools.save("one", scope="private")
    tools.save("two")
    assert tools.found("", scope="private") == ["one"]
    assert tools.found("", scope="none") == []


def test_a_changed_source_makes_records_stale(tools: Tools) -> None:
    tools.save("one", source_hash="sha256:1")
    [found] = tools.result("search", {"query": "one", "current_source_hash": "sha256:2"})
    assert found["status"] == "stale"
    assert tools.found("one", current_source_hash="sha256:2", exclude_stale=True) == []
    assert tools.found("one", current_source_hash="sha256:1", exclude_stale=True) == ["one"]


def test_a_workspace_that_nobody_saved_into_is_not_active(tools: Tools) -> None:
    assert tools.error("search", {"query": "", "workspace": "ops"}) == "workspace 'ops' is not active"
    tools.save("one", workspace="ops")
    assert tools.found("", workspace="ops") == ["one"]
    assert tools.found("") == []


def test_the_default_workspace_is_active_from_the_start(tools: Tools) -> None:
    assert tools.answer("search", {"query": ""}) == {"result": []}


def test_a_group_is_shared_and_a_private_chat_is_not(tools: Tools) -> None:
    tools.save("for all", by="alice", chat="team")
    tools.save("a draft", by="alice", chat="team", visibility="author")
    tools.save("my own", by="alice")
    assert tools.found("", by="bob", chat="team") == ["for all"]
    assert tools.found("", by="bob") == []
    assert tools.found("", by="alice", chat="team") == ["a draft", "for all"]
    assert tools.found("", by="alice") == ["my own"]
    assert tools.found("", by="alice", chat="private") == ["my own"]


QUERY = "a text, blank for the latest"
LABEL = "a text of 1 to 128 characters"
LIMIT = "a whole number; what lies outside 1 to 50 is taken to 1 or 50"


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({}, f"`query` is missing: it must be {QUERY}"),
        ({"query": None}, f"`query` must be {QUERY}"),
        ({"query": ["x"]}, f"`query` must be {QUERY}"),
        ({"query": "\ud83d"}, "`query` must be valid Unicode text without null characters"),
        ({"query": "a\0"}, "`query` must be valid Unicode text without null characters"),
        ({"query": "", "workspace": ""}, f"`workspace` must be {LABEL}"),
        ({"query": "", "workspace": None}, f"`workspace` must be {LABEL}"),
        ({"query": "", "scope": ""}, f"`scope` must be {LABEL}, or null"),
        ({"query": "", "scope": False}, f"`scope` must be {LABEL}, or null"),
        ({"query": "", "limit": 1.0}, f"`limit` must be {LIMIT}"),
        ({"query": "", "limit": "5"}, f"`limit` must be {LIMIT}"),
        ({"query": "", "limit": True}, f"`limit` must be {LIMIT}"),
        ({"query": "", "limit": None}, f"`limit` must be {LIMIT}"),
        ({"query": "", "exclude_stale": 0}, "`exclude_stale` must be true or false"),
        (
            {"query": "", "current_source_hash": 1},
            "`current_source_hash` must be a text of 1 to 1000 characters, or null",
        ),
        (
            {"query": "", "offset": 1},
            "`offset` is unknown: allowed are `query`, `workspace`, `scope`, `limit`, `current_source_hash`,"
            " `exclude_stale`",
        ),
    ],
)
def test_what_cannot_be_is_refused_by_its_name(
    tools: Tools, arguments: dict[str, object], error: str
) -> None:
    assert tools.error("search", arguments) == error
