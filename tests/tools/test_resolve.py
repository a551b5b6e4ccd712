"""The tools `resolve`, `unresolve` and `unmark`."""

from typing import Any

import pytest

from core.ids import RecordId
from core.show import Passport
from core.storage import Store
from tests.core.judging import mark
from tests.core.steps import enter
from tests.tools.protocol import Tools
from tests.tools.test_remember import FIELDS

JUDGED = [*FIELDS, "status", "superseded_by"]


def versions(tools: Tools, *contents: str, **more: Any) -> list[Any]:
    """Versions of one fact, the oldest first."""
    return [tools.save(content, fact_key="deploy-day", **more) for content in contents]


def judged(answer: list[Any]) -> list[tuple[str, str, str | None]]:
    """Content, status and what supersedes it."""
    return [(one["content"], one["status"], one["superseded_by"]) for one in answer]


class TestResolve:
    def test_a_version_is_kept_by_its_key(self, tools: Tools) -> None:
        monday, friday = versions(tools, "Monday", "Friday")
        answer = tools.result("resolve", {"fact_key": "deploy-day", "keep": monday["ref"]})
        assert [list(one) for one in answer] == [JUDGED, JUDGED]
        assert judged(answer) == [("Friday", "stale", monday["id"]), ("Monday", "unverified", None)]
        assert tools.found("", exclude_stale=True) == ["Monday"]
        assert tools.result("show", {"memory_id": friday["id"]})["versions"] == []

    def test_records_are_named_one_by_one_by_id_or_reference(self, tools: Tools) -> None:
        one, two, three = (tools.save(content) for content in ("one", "two", "three"))
        named = [one["id"].upper(), two["ref"].lower(), three["id"], three["ref"]]
        answer = tools.result("resolve", {"memory_ids": named, "keep": two["id"]})
        assert judged(answer) == [
            ("one", "stale", two["id"]),
            ("two", "unverified", None),
            ("three", "stale", two["id"]),
        ]

    def test_a_workspace_is_named_beside_a_key(self, tools: Tools) -> None:
        (there,) = versions(tools, "there", workspace="ops")
        asked = {"fact_key": "deploy-day", "keep": there["id"]}
        elsewhere = "`keep` must be a version of `fact_key` in `workspace`"
        assert tools.error("resolve", asked) == elsewhere
        answer = tools.result("resolve", {**asked, "workspace": "ops"})
        assert judged(answer) == [("there", "unverified", None)]
        assert tools.error("resolve", {**asked, "workspace": "x"}) == "workspace 'x' is not active"

    def test_any_member_may(self, tools: Tools) -> None:
        monday, _ = versions(tools, "Monday", "Friday", by="alice", chat="team")
        asked = {"fact_key": "deploy-day", "keep": monday["id"]}
        assert len(tools.result("resolve", asked, by="bob", chat="team")) == 2

    def test_the_passport_tells_who_kept_what(self, tools: Tools) -> None:
        monday, friday = versions(tools, "Monday", "Friday", by="alice", chat="team")
        asked = {"fact_key": "deploy-day", "keep": monday["id"]}
        tools.result("resolve", asked, by="bob", chat="team")
        passport = tools.result("show", {"memory_id": friday["id"]}, by="alice", chat="team")
        [_, event] = passport["history"]
        assert (event["kind"], event["person"], event["other"]) == ("retired", "bob", monday["ref"])
        assert passport["record"]["superseded_by"] == monday["id"]
        assert passport["why"] == f"retired by a person, who kept {monday['ref']}"

    def test_what_is_kept_must_be_among_those_in_question(self, tools: Tools) -> None:
        versions(tools, "Monday")
        other, plain = tools.save("other", fact_key="other"), tools.save("plain")
        assert (
            tools.error("resolve", {"memory_ids": [other["id"]], "keep": plain["id"]})
            == "`keep` must be one of `memory_ids`"
        )
        for one in (other, plain):
            assert (
                tools.error("resolve", {"fact_key": "deploy-day", "keep": one["id"]})
                == "`keep` must be a version of `fact_key` in `workspace`"
            )

    def test_records_must_be_of_one_workspace(self, tools: Tools) -> None:
        here, there = tools.save("here"), tools.save("there", workspace="ops")
        asked = {"memory_ids": [here["id"], there["id"]], "keep": here["id"]}
        assert tools.error("resolve", asked) == "`memory_ids` must be records of one workspace"

    def test_what_one_does_not_see_is_no_record(self, tools: Tools) -> None:
        mine = tools.save("mine", by="bob", chat="team")
        draft = tools.save("draft", by="alice", chat="team", visibility="author", fact_key="k")
        unknown = ("12345678-1234-1234-1234-123456789012", "7K2MQ9XA", "what?", "")
        for name in (draft["id"], draft["ref"], *unknown):
            for asked in (
                {"memory_ids": [mine["id"], name], "keep": mine["id"]},
                {"memory_ids": [mine["id"]], "keep": name},
                {"memory_ids": [name], "keep": name},
                {"fact_key": "k", "keep": name},
            ):
                assert tools.error("resolve", asked, by="bob", chat="team") == "record not found"


RECORD = "the id or reference of a record"
LABEL = "a text of 1 to 128 characters"
NAMES = "a list of 1 to 100 ids or references"
BROKEN = "valid Unicode text without null characters"
ONE_OF_TWO = "`fact_key` must be given, or else `memory_ids`: exactly one of the two"


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({}, f"`keep` is missing: it must be {RECORD}"),
        ({"fact_key": "k"}, f"`keep` is missing: it must be {RECORD}"),
        ({"keep": "7K2MQ9XA"}, ONE_OF_TWO),
        ({"keep": "what?"}, ONE_OF_TWO),
        ({"keep": "7K2MQ9XA", "fact_key": None, "memory_ids": None}, ONE_OF_TWO),
        ({"keep": "7K2MQ9XA", "fact_key": "k", "memory_ids": ["7K2MQ9XA"]}, ONE_OF_TWO),
        ({"keep": None, "fact_key": "k"}, f"`keep` must be {RECORD}"),
        ({"keep": "\0", "fact_key": "k"}, f"`keep` must be {BROKEN}"),
        ({"keep": "7K2MQ9XA", "fact_key": ""}, f"`fact_key` must be {LABEL}, or null"),
        ({"keep": "7K2MQ9XA", "fact_key": "k" * 129}, f"`fact_key` must be {LABEL}, or null"),
        ({"keep": "7K2MQ9XA", "fact_key": 1}, f"`fact_key` must be {LABEL}, or null"),
        ({"keep": "7K2MQ9XA", "memory_ids": []}, f"`memory_ids` must be {NAMES}, or null"),
        ({"keep": "7K2MQ9XA", "memory_ids": ["x"] * 101}, f"`memory_ids` must be {NAMES}, or null"),
        ({"keep": "7K2MQ9XA", "memory_ids": "7K2MQ9XA"}, f"`memory_ids` must be {NAMES}, or null"),
        ({"keep": "7K2MQ9XA", "memory_ids": [1]}, f"`memory_ids` must be {NAMES}, or null"),
        ({"keep": "7K2MQ9XA", "memory_ids": ["\ud83d"]}, f"`memory_ids` must be {BROKEN}"),
        ({"keep": "7K2MQ9XA", "fact_key": "k", "workspace": ""}, f"`workspace` must be {LABEL}"),
        ({"keep": "7K2MQ9XA", "fact_key": "k", "workspace": None}, f"`workspace` must be {LABEL}"),
        (
            {"memory_id": "7K2MQ9XA", "keep": "7K2MQ9XA"},
            "`memory_id` is unknown: allowed are `fact_key`, `memory_ids`, `keep`, `workspace`",
        ),
    ],
)
def test_what_cannot_be_is_refused_by_its_name(
    tools: Tools, arguments: dict[str, object], error: str
) -> None:
    assert tools.error("resolve", arguments) == error


class TestUnresolve:
    def test_a_retired_record_counts_again(self, tools: Tools) -> None:
        monday, friday = versions(tools, "Monday", "Friday")
        tools.result("resolve", {"fact_key": "deploy-day", "keep": monday["id"]})
        answer = tools.result("unresolve", {"memory_id": friday["ref"]})
        assert list(answer) == JUDGED
        assert judged([answer]) == [("Friday", "conflict", None)]
        history = tools.result("show", {"memory_id": friday["id"]})["history"]
        assert [event["kind"] for event in history] == ["saved", "retired", "brought back"]

    def test_any_other_record_stays_as_it_is(self, tools: Tools) -> None:
        saved = tools.save("one")
        answer = tools.result("unresolve", {"memory_id": saved["id"]})
        assert {name: answer[name] for name in FIELDS} == {name: saved[name] for name in FIELDS}
        assert answer["status"] == "unverified"


class TestUnmark:
    def test_the_marks_are_taken_off(self, tools: Tools) -> None:
        old, new = tools.save("old"), tools.save("new")
        marked(tools, old, new)
        [found] = tools.result("search", {"query": "old"})
        assert (found["status"], found["confidence"]) == ("stale", 0.1)
        why = tools.result("show", {"memory_id": old["id"]})["why"]
        assert why == f"marked as outdated by the archivist because of {new['ref']}: it says otherwise"
        answer = tools.result("unmark", {"memory_id": old["ref"]})
        assert list(answer) == JUDGED
        assert (answer["status"], answer["confidence"]) == ("unverified", 0.5)
        assert tools.found("old", exclude_stale=True) == ["old"]

    def test_a_record_without_marks_stays_as_it_is(self, tools: Tools) -> None:
        saved = tools.save("one")
        answer = tools.result("unmark", {"memory_id": saved["id"]})
        assert {name: answer[name] for name in FIELDS} == {name: saved[name] for name in FIELDS}


def marked(tools: Tools, target: Any, cause: Any) -> None:
    """Let the archivist mark a record of `owner`'s."""

    async def work(store: Store) -> None:
        actor = await enter(tools.memory, "owner")
        shown = [await tools.memory.show(actor, RecordId(one["id"])) for one in (target, cause)]
        first, second = [one.record for one in shown if isinstance(one, Passport)]
        await mark(store, first, second)

    tools.runner.run(work(tools.memory.show.store))


@pytest.mark.parametrize("tool", ["unresolve", "unmark"])
class TestNamingOne:
    @pytest.mark.parametrize(
        ("arguments", "error"),
        [
            ({}, f"`memory_id` is missing: it must be {RECORD}"),
            ({"memory_id": None}, f"`memory_id` must be {RECORD}"),
            ({"memory_id": ["7K2MQ9XA"]}, f"`memory_id` must be {RECORD}"),
            ({"memory_id": "a\0"}, f"`memory_id` must be {BROKEN}"),
            ({"memory_id": "7K2MQ9XA", "keep": "x"}, "`keep` is unknown: allowed are `memory_id`"),
        ],
    )
    def test_what_cannot_be_is_refused_by_its_name(
        self, tools: Tools, tool: str, arguments: dict[str, object], error: str
    ) -> None:
        assert tools.error(tool, arguments) == error

    def test_what_one_does_not_see_is_no_record(self, tools: Tools, tool: str) -> None:
        draft = tools.save("draft", by="alice", chat="team", visibility="author")
        unknown = ("12345678-1234-1234-1234-123456789012", "7K2MQ9XA", "what?", "")
        for name in (draft["id"], draft["ref"], *unknown):
            assert tools.error(tool, {"memory_id": name}, by="bob", chat="team") == "record not found"
