"""The tool `edit`."""

import pytest

from core.records import CONTENT_LIMIT
from tests.tools.protocol import Tools
from tests.tools.test_remember import FIELDS


def test_the_answer_is_the_record_with_its_status(tools: Tools) -> None:
    saved = tools.save("deploys are on Tuesdays")
    answer = tools.result("edit", {"memory_id": saved["id"], "content": "  deploys are on Fridays \n"})
    assert list(answer) == [*FIELDS, "status", "redacted"]
    assert (answer["content"], answer["status"]) == ("deploys are on Fridays", "unverified")
    assert answer["updated_at"] > saved["updated_at"]
    changed = {"content", "updated_at"}
    assert {name: answer[name] for name in FIELDS if name not in changed} == {
        name: saved[name] for name in FIELDS if name not in changed
    }
    assert tools.found("friday") == ["deploys are on Fridays"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("fact_key", "deploy-day"),
        ("scope", "team"),
        ("path", "/team/deploys"),
        ("memory_type", "procedural"),
        ("visibility", "author"),
        ("visibility", "project"),
    ],
)
def test_a_field_that_is_given_changes_and_no_other(tools: Tools, name: str, value: str) -> None:
    saved = tools.save("one", fact_key="k", scope="s", path="/p", memory_type="working")
    answer = tools.result("edit", {"memory_id": saved["ref"].lower(), name: value})
    assert {field: answer[field] for field in FIELDS} == {
        **{field: saved[field] for field in FIELDS},
        name: value,
    }


def test_a_key_is_taken_off_by_null(tools: Tools) -> None:
    saved = tools.save("one", fact_key="k")
    assert tools.result("edit", {"memory_id": saved["id"], "fact_key": None})["fact_key"] is None


def test_a_key_can_make_a_conflict(tools: Tools) -> None:
    tools.save("on Tuesdays", fact_key="deploy-day")
    saved = tools.save("on Fridays")
    assert tools.result("edit", {"memory_id": saved["id"], "fact_key": "deploy-day"})["status"] == "conflict"


def test_what_it_said_before_is_in_the_passport(tools: Tools) -> None:
    saved = tools.save("on Tuesdays")
    edited = tools.result("edit", {"memory_id": saved["id"], "content": "on Fridays"})
    passport = tools.result("show", {"memory_id": saved["id"]})
    assert passport["earlier_contents"] == [{"content": "on Tuesdays", "replaced_at": edited["updated_at"]}]
    assert [event["kind"] for event in passport["history"]] == ["saved", "edited"]
    assert "content" not in passport["history"][1]


def test_what_is_equal_changes_nothing(tools: Tools) -> None:
    saved = tools.save("one")
    answer = tools.result("edit", {"memory_id": saved["id"], "content": "one", "visibility": "organization"})
    assert {name: answer[name] for name in FIELDS} == {name: saved[name] for name in FIELDS}


def test_the_author_and_an_administrator_may(tools: Tools) -> None:
    saved = tools.save("one", by="alice", chat="team")
    for by in ("alice", "owner"):
        named = {"memory_id": saved["id"], "content": f"by {by}"}
        assert tools.result("edit", named, by=by, chat="team")["content"] == f"by {by}"
    refused = tools.error("edit", {"memory_id": saved["id"], "content": "mine"}, by="bob", chat="team")
    assert refused == "only the author or an administrator may do this"
    assert tools.found("", by="bob", chat="team") == ["by owner"]


def test_an_administrator_who_makes_it_the_authors_draft_is_told_so(tools: Tools) -> None:
    tools.save("on Fridays", by="bob", chat="team", fact_key="day")
    saved = tools.save("on Tuesdays", by="alice", chat="team", fact_key="day")
    changes = {"memory_id": saved["id"], "content": "on Mondays", "visibility": "author"}
    answer = tools.result("edit", changes, by="owner", chat="team")
    assert (answer["content"], answer["visibility"], answer["author"]) == ("on Mondays", "author", "alice")
    assert answer["updated_at"] > saved["updated_at"]
    assert answer["status"] == "unverified"
    assert tools.error("edit", changes, by="owner", chat="team") == "record not found"
    assert tools.found("mondays", by="alice", chat="team") == ["on Mondays"]


def test_what_one_does_not_see_is_no_record(tools: Tools) -> None:
    draft = tools.save("a draft", by="alice", chat="team", visibility="author")
    gone = tools.save("gone", by="bob", chat="team")
    tools.result("forget", {"memory_id": gone["id"]}, by="bob", chat="team")
    elsewhere = tools.save("elsewhere", by="bob")
    unknown = ("12345678-1234-1234-1234-123456789012", "7K2MQ9XA", "what?", "")
    for name in (draft["id"], draft["ref"], gone["id"], elsewhere["ref"], *unknown):
        for change in ({"content": "x"}, {"visibility": "organization"}):
            answer = tools.error("edit", {"memory_id": name, **change}, by="bob", chat="team")
            assert answer == "record not found"


LABEL = "a text of 1 to 128 characters"
CONTENT = f"a text of 1 to {CONTENT_LIMIT} characters"
BROKEN = "valid Unicode text without null characters"
TYPES = "one of `semantic`, `episodic`, `procedural`, `identity`, `working`"


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({}, "`content` is missing: it must be given, or any other field that is to change"),
        ({"content": ""}, f"`content` must be {CONTENT}"),
        ({"content": " \n"}, f"`content` must be {CONTENT}"),
        ({"content": "x" * (CONTENT_LIMIT + 1)}, f"`content` must be {CONTENT}"),
        ({"content": None}, f"`content` must be {CONTENT}"),
        ({"content": 7}, f"`content` must be {CONTENT}"),
        ({"content": "\ud83d"}, f"`content` must be {BROKEN}"),
        ({"content": "a\0"}, f"`content` must be {BROKEN}"),
        ({"fact_key": ""}, f"`fact_key` must be {LABEL}"),
        ({"fact_key": "k" * 129}, f"`fact_key` must be {LABEL}"),
        ({"fact_key": 1}, f"`fact_key` must be {LABEL}, or null"),
        (
            {"fact_key": "archivist:deploy:day"},
            "`fact_key` must be any key but `archivist:…`, which is the archivist's",
        ),
        ({"scope": None}, f"`scope` must be {LABEL}"),
        ({"scope": ""}, f"`scope` must be {LABEL}"),
        ({"path": "team"}, "`path` must be a path that begins with `/`"),
        ({"path": None}, "`path` must be a path that begins with `/`"),
        ({"memory_type": "dream"}, f"`memory_type` must be {TYPES}"),
        ({"memory_type": None}, f"`memory_type` must be {TYPES}"),
        ({"visibility": "all"}, "`visibility` must be `organization`, `project` or `author`"),
        (
            {"visibility": "unit"},
            "`visibility` must be `organization`, `project` or `author`; units do not exist yet",
        ),
        (
            {"confidence": 1},
            "`confidence` is unknown: allowed are `memory_id`, `content`, `fact_key`, `scope`, `path`,"
            " `memory_type`, `visibility`",
        ),
    ],
)
def test_what_cannot_be_is_refused_by_its_name_and_changes_nothing(
    tools: Tools, changes: dict[str, object], error: str
) -> None:
    saved = tools.save("one")
    assert tools.error("edit", {"memory_id": saved["id"], **changes}) == error
    shown = tools.result("show", {"memory_id": saved["id"]})["record"]
    assert {name: shown[name] for name in FIELDS} == {name: saved[name] for name in FIELDS}


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"content": "x"}, "`memory_id` is missing: it must be the id or reference of a record"),
        ({"memory_id": None, "content": "x"}, "`memory_id` must be the id or reference of a record"),
        ({"memory_id": 1, "content": "x"}, "`memory_id` must be the id or reference of a record"),
        ({"memory_id": "\0", "content": "x"}, f"`memory_id` must be {BROKEN}"),
    ],
)
def test_a_record_must_be_named(tools: Tools, arguments: dict[str, object], error: str) -> None:
    assert tools.error("edit", arguments) == error
