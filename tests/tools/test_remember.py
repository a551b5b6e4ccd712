"""The tool `remember`."""

import re
from datetime import UTC, datetime

import pytest

from core.records import CONTENT_LIMIT
from tests.tools.protocol import Tools

FIELDS = [
    "id",
    "ref",
    "workspace",
    "scope",
    "content",
    "source",
    "source_id",
    "source_hash",
    "source_revision",
    "fact_key",
    "confidence",
    "derived_from",
    "path",
    "memory_type",
    "visibility",
    "author",
    "said_by",
    "said_at",
    "created_at",
    "updated_at",
]


def test_a_content_is_all_it_takes(tools: Tools) -> None:
    saved = tools.result("remember", {"content": "  деплой по вторникам \n"})
    assert list(saved) == [*FIELDS, "status", "redacted"]
    assert re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", saved.pop("id"))
    assert re.fullmatch(r"[0-9A-HJKMNP-TV-Z]{8}", saved.pop("ref"))
    created, updated = (datetime.fromisoformat(saved.pop(name)) for name in ("created_at", "updated_at"))
    assert created == updated
    assert saved == {
        "workspace": "default",
        "scope": "shared",
        "content": "деплой по вторникам",
        "source": "owner",
        "source_id": None,
        "source_hash": None,
        "source_revision": None,
        "fact_key": None,
        "confidence": 0.5,
        "derived_from": [],
        "path": "/",
        "memory_type": "semantic",
        "visibility": "organization",
        "author": "owner",
        "said_by": None,
        "said_at": None,
        "status": "unverified",
        "redacted": {},
    }


def test_every_field_is_kept_as_given(tools: Tools) -> None:
    source = tools.save("the source")
    given = {
        "content": "the summary",
        "workspace": "ops",
        "scope": "private",
        "source": "agent",
        "source_id": "docs/deploy.md",
        "source_hash": "sha256:9f2c4e1a",
        "source_revision": "a1b2c3d",
        "fact_key": "deploy-staging",
        "confidence": 1,
        "derived_from": [source["id"].upper()],
        "path": "/team/topic",
        "memory_type": "procedural",
        "visibility": "author",
        "said_by": "Alice",
        "said_at": "2026-05-03T12:12:00+03:00",
        "idempotency_key": "once",
        "analyze": False,
    }
    saved = tools.result("remember", given, by="owner")
    expected = {**given, "confidence": 1.0, "derived_from": [source["id"]]}
    expected["said_at"] = "2026-05-03T09:12:00.000000+00:00"
    del expected["idempotency_key"], expected["analyze"]
    assert {name: saved[name] for name in expected} == expected


def test_times_are_in_utc_with_microseconds(tools: Tools) -> None:
    saved = tools.save("one")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00", saved["created_at"])
    assert abs((datetime.now(UTC) - datetime.fromisoformat(saved["created_at"])).total_seconds()) < 60


def test_a_contradiction_shows_at_once(tools: Tools) -> None:
    tools.save("deploys are on Tuesdays", fact_key="deploy-day")
    assert tools.save("deploys are on Fridays", fact_key="deploy-day")["status"] == "conflict"


def test_a_key_used_again_with_the_same_content_gives_back_the_record(tools: Tools) -> None:
    first = tools.save("one", idempotency_key="k")
    assert tools.save(" one ", idempotency_key="k") == first
    assert tools.error("remember", {"content": "two", "idempotency_key": "k"}) == (
        "idempotency key was used with different content"
    )
    assert tools.found("") == ["one"]


def test_a_summary_of_what_one_may_not_see_is_refused(tools: Tools) -> None:
    draft = tools.save("a draft", by="alice", chat="team", visibility="author")
    for source in (draft["id"], "12345678-1234-1234-1234-123456789012", "no id at all", ""):
        given = {"content": "a summary", "derived_from": [source]}
        assert tools.error("remember", given, by="bob", chat="team") == "record not found"


TEXT = "valid Unicode text without null characters"
LABEL = "a text of 1 to 128 characters"
SOURCE = "a text of 1 to 1000 characters"
TIME = "a time such as 2026-05-03T09:12:00+03:00, with its offset, or null"


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({}, "`content` is missing: it must be a text of 1 to 20000 characters"),
        ({"content": None}, "`content` must be a text of 1 to 20000 characters"),
        ({"content": 1}, "`content` must be a text of 1 to 20000 characters"),
        ({"content": " \n"}, "`content` must be a text of 1 to 20000 characters"),
        ({"content": "x" * 100_000}, "`content` must be a text of 1 to 20000 characters"),
        ({"content": "\ud800"}, f"`content` must be {TEXT}"),
        ({"content": "a\0b"}, f"`content` must be {TEXT}"),
        ({"workspace": ""}, f"`workspace` must be {LABEL}"),
        ({"workspace": None}, f"`workspace` must be {LABEL}"),
        ({"workspace": "x" * 129}, f"`workspace` must be {LABEL}"),
        ({"scope": True}, f"`scope` must be {LABEL}"),
        ({"source": []}, f"`source` must be {LABEL}"),
        ({"source_id": 7}, f"`source_id` must be {SOURCE}, or null"),
        ({"source_hash": "x" * 1001}, f"`source_hash` must be {SOURCE}"),
        ({"source_revision": "\udfff"}, f"`source_revision` must be {TEXT}"),
        ({"fact_key": {}}, f"`fact_key` must be {LABEL}, or null"),
        (
            {"fact_key": "archivist:a:b"},
            "`fact_key` must be any key but `archivist:…`, which is the archivist's",
        ),
        ({"confidence": True}, "`confidence` must be a number from 0.0 to 1.0"),
        ({"confidence": "0.5"}, "`confidence` must be a number from 0.0 to 1.0"),
        ({"confidence": None}, "`confidence` must be a number from 0.0 to 1.0"),
        ({"confidence": 1.5}, "`confidence` must be a number from 0.0 to 1.0"),
        ({"confidence": 10**400}, "`confidence` must be a number from 0.0 to 1.0"),
        ({"derived_from": "id"}, "`derived_from` must be a list of up to 1000 ids"),
        ({"derived_from": None}, "`derived_from` must be a list of up to 1000 ids"),
        ({"derived_from": [1]}, "`derived_from` must be a list of up to 1000 ids"),
        ({"derived_from": ["\0"]}, f"`derived_from` must be {TEXT}"),
        ({"path": "team"}, "`path` must be a path that begins with `/`"),
        ({"path": 1}, "`path` must be a path that begins with `/`"),
        (
            {"memory_type": "dream"},
            "`memory_type` must be one of `semantic`, `episodic`, `procedural`, `identity`, `working`",
        ),
        (
            {"memory_type": None},
            "`memory_type` must be one of `semantic`, `episodic`, `procedural`, `identity`, `working`",
        ),
        ({"visibility": "all"}, "`visibility` must be `organization`, `project` or `author`"),
        (
            {"visibility": "unit"},
            "`visibility` must be `organization`, `project` or `author`; units do not exist yet",
        ),
        ({"said_by": 1}, f"`said_by` must be {SOURCE}, or null"),
        ({"said_at": "yesterday"}, f"`said_at` must be {TIME}"),
        ({"said_at": "2026-05-03T09:12:00"}, f"`said_at` must be {TIME}"),
        ({"said_at": "0001-01-01T00:00:00+14:00"}, f"`said_at` must be {TIME}"),
        ({"said_at": 1777800000}, f"`said_at` must be {TIME}"),
        ({"idempotency_key": ""}, f"`idempotency_key` must be {SOURCE}"),
        ({"analyze": 1}, "`analyze` must be true or false"),
        ({"analyze": None}, "`analyze` must be true or false"),
        (
            {"text": "x"},
            "`text` is unknown: allowed are `content`, `workspace`, `scope`, `source`, `source_id`,"
            " `source_hash`, `source_revision`, `fact_key`, `confidence`, `derived_from`, `path`,"
            " `memory_type`, `visibility`, `said_by`, `said_at`, `idempotency_key`, `analyze`",
        ),
    ],
)
def test_what_cannot_be_is_refused_by_its_name(
    tools: Tools, arguments: dict[str, object], error: str
) -> None:
    given = {"content": "x", **arguments} if arguments else arguments
    assert tools.error("remember", given) == error
    assert tools.found("") == []


def test_the_longest_content_is_kept(tools: Tools) -> None:
    longest = "🙂" * CONTENT_LIMIT
    assert tools.save(longest)["content"] == longest


def test_refused_arguments_leave_no_trace(tools: Tools) -> None:
    tools.error("remember", {"content": 1}, by="alice", chat="team")
    counts = tools.runner.run(tools.memory.housekeeping.counts())
    assert (counts.people, counts.spaces) == (0, 0)


@pytest.mark.parametrize("sure", ["0", "1", "-0.0", "0.25"])
def test_the_confidence_is_a_fraction_in_every_answer(tools: Tools, sure: str) -> None:
    line = f'{{"tool": "remember", "args": {{"content": "one", "confidence": {sure}}}}}'
    [answer] = tools.lines(line.encode())
    shown = tools.result("show", {"memory_id": answer["result"]["id"]})["record"]
    assert repr(answer["result"]["confidence"]) == repr(shown["confidence"]) == repr(abs(float(sure)))


def test_a_source_that_is_named_twice_is_one_source(tools: Tools) -> None:
    one, two = tools.save("one"), tools.save("two")
    named = [two["id"], one["id"].upper(), two["id"], one["id"]]
    summary = tools.save("both", derived_from=named)
    assert summary["derived_from"] == [two["id"], one["id"]]
    shown = tools.result("show", {"memory_id": summary["id"]})["record"]
    assert shown["derived_from"] == [two["id"], one["id"]]
