"""The tools `forget` and `restore`."""

import pytest

from tests.tools.protocol import Tools
from tests.tools.test_remember import FIELDS


def test_a_record_is_forgotten_by_its_id_or_reference(tools: Tools) -> None:
    for name in ("id", "ref"):
        saved = tools.save("one")
        answer = tools.result("forget", {"memory_id": saved[name]})
        assert answer == {"forgotten": 1, "ids": [saved["id"]]}
    assert tools.found("") == []


def test_a_source_is_forgotten_as_far_as_one_may(tools: Tools) -> None:
    mine = tools.save("mine", by="alice", chat="team", source_id="doc")
    tools.save("not mine", by="bob", chat="team", source_id="doc")
    tools.save("elsewhere", by="alice", chat="team", source_id="doc", workspace="ops")
    answer = tools.result("forget", {"source_id": "doc"}, by="alice", chat="team")
    assert answer == {"forgotten": 1, "ids": [mine["id"]]}
    assert tools.result("forget", {"source_id": "doc"}, by="alice", chat="team") == {
        "forgotten": 0,
        "ids": [],
    }
    assert tools.found("", by="alice", chat="team") == ["not mine"]


def test_a_workspace_narrows_it(tools: Tools) -> None:
    saved = tools.save("one", workspace="ops", source_id="doc")
    named = {"memory_id": saved["id"], "workspace": "default"}
    assert tools.error("forget", named) == "record not found"
    answer = tools.result("forget", {"source_id": "doc", "workspace": "ops"})
    assert answer == {"forgotten": 1, "ids": [saved["id"]]}


def test_another_members_record_is_the_administrators_to_forget(tools: Tools) -> None:
    saved = tools.save("one", by="alice", chat="team")
    named = {"memory_id": saved["id"]}
    refused = "only the author or an administrator may do this"
    assert tools.error("forget", named, by="bob", chat="team") == refused
    assert tools.result("forget", named, chat="team")["forgotten"] == 1


def test_forgetting_is_undone_by_restoring(tools: Tools) -> None:
    old = tools.save("deploys are on Tuesdays", fact_key="deploy-day")
    tools.result("forget", {"memory_id": old["id"]})
    tools.save("deploys are on Fridays", fact_key="deploy-day")
    back = tools.result("restore", {"memory_id": old["ref"]})
    assert list(back) == [*FIELDS, "status"]
    assert back["status"] == "conflict"
    assert {name: back[name] for name in FIELDS} == {name: old[name] for name in FIELDS}


def test_what_was_never_forgotten_stays_as_it_is(tools: Tools) -> None:
    saved = tools.save("one")
    assert tools.result("restore", {"memory_id": saved["id"]})["id"] == saved["id"]


def test_nobody_else_knows_of_what_was_forgotten(tools: Tools) -> None:
    saved = tools.save("one", by="alice", chat="team")
    tools.result("forget", {"memory_id": saved["id"]}, by="alice", chat="team")
    named = {"memory_id": saved["id"]}
    for tool in ("show", "forget", "restore"):
        assert tools.error(tool, named, by="bob", chat="team") == "record not found"


@pytest.mark.parametrize("tool", ["forget", "restore"])
@pytest.mark.parametrize("name", ["12345678-1234-1234-1234-123456789012", "7K2MQ9XA", "what?", ""])
def test_an_unknown_name_is_no_record(tools: Tools, tool: str, name: str) -> None:
    assert tools.error(tool, {"memory_id": name}) == "record not found"


ONE_OF_TWO = "`memory_id` must be given, or else `source_id`: exactly one of the two"


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({}, ONE_OF_TWO),
        ({"memory_id": None}, ONE_OF_TWO),
        ({"memory_id": "7K2MQ9XA", "source_id": "doc"}, ONE_OF_TWO),
        ({"memory_id": 1}, "`memory_id` must be the id or reference of a record, or null"),
        ({"source_id": ""}, "`source_id` must be a text of 1 to 1000 characters, or null"),
        ({"source_id": "doc", "workspace": 1}, "`workspace` must be a text of 1 to 128 characters, or null"),
        ({"all": True}, "`all` is unknown: allowed are `memory_id`, `source_id`, `workspace`"),
    ],
)
def test_what_cannot_be_is_refused_by_its_name(
    tools: Tools, arguments: dict[str, object], error: str
) -> None:
    assert tools.error("forget", arguments) == error
