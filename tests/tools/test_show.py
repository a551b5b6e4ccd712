"""The tool `show`."""

import pytest

from tests.tools.protocol import Tools, contents
from tests.tools.test_remember import FIELDS


def test_a_passport_holds_the_record_its_versions_and_its_history(tools: Tools) -> None:
    old = tools.save("deploys are on Tuesdays", by="alice", chat="team", fact_key="deploy-day")
    new = tools.save("deploys are on Fridays", by="bob", chat="team", fact_key="deploy-day")
    passport = tools.result("show", {"memory_id": old["id"]}, by="bob", chat="team")
    assert list(passport) == ["record", "why", "versions", "links", "history", "earlier_contents"]
    assert list(passport["record"]) == [*FIELDS, "status", "superseded_by"]
    assert passport["record"]["status"] == "conflict"
    assert passport["record"]["superseded_by"] == new["id"]
    assert passport["why"] == (
        f"contradicts {new['ref']}, of the same fact `deploy-day`; the newest version is {new['ref']}"
    )
    assert contents(passport["versions"]) == ["deploys are on Fridays", "deploys are on Tuesdays"]
    assert list(passport["versions"][0]) == FIELDS
    assert passport["links"] == []
    assert passport["history"] == [{"kind": "saved", "at": old["created_at"], "person": "alice"}]


def test_the_history_tells_who_forgot_and_restored_it(tools: Tools) -> None:
    saved = tools.save("one")
    tools.result("forget", {"memory_id": saved["id"]})
    tools.result("restore", {"memory_id": saved["id"]})
    history = tools.result("show", {"memory_id": saved["id"]})["history"]
    assert [event["kind"] for event in history] == ["saved", "forgotten", "restored"]


def test_a_reference_will_do_as_people_type_it(tools: Tools) -> None:
    saved = tools.save("one")
    typed = f" {saved['ref'].lower().replace('1', 'l').replace('0', 'o')} "
    assert tools.result("show", {"memory_id": typed})["record"]["id"] == saved["id"]


def test_nothing_speaks_for_or_against_an_ordinary_record(tools: Tools) -> None:
    saved = tools.save("one")
    passport = tools.result("show", {"memory_id": saved["ref"]})
    assert passport["why"] == "nothing contradicts it, and nobody has verified it"
    assert passport["versions"] == []


def test_a_summary_says_that_a_source_is_in_conflict(tools: Tools) -> None:
    source = tools.save("deploys are on Tuesdays", fact_key="deploy-day")
    tools.save("deploys are on Fridays", fact_key="deploy-day")
    summary = tools.save("how we deploy", derived_from=[source["id"]])
    passport = tools.result("show", {"memory_id": summary["id"]})
    assert passport["record"]["status"] == "conflict"
    assert passport["why"] == "summarises a record that is in conflict"


def test_unknown_hidden_forgotten_or_no_id_at_all_are_one_error(tools: Tools) -> None:
    hidden = tools.save("a draft", by="alice", chat="team", visibility="author")
    forgotten = tools.save("one", by="bob", chat="team")
    tools.result("forget", {"memory_id": forgotten["id"]}, by="bob", chat="team")
    unknown = ("12345678-1234-1234-1234-123456789012", "7K2MQ9XA", "what?", "", "🙂", "x" * 100_000)
    for name in (hidden["id"], hidden["ref"], forgotten["id"], *unknown):
        assert tools.error("show", {"memory_id": name}, by="bob", chat="team") == "record not found"


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({}, "`memory_id` is missing: it must be the id or reference of a record"),
        ({"memory_id": 7}, "`memory_id` must be the id or reference of a record"),
        ({"memory_id": None}, "`memory_id` must be the id or reference of a record"),
        ({"memory_id": "\0"}, "`memory_id` must be valid Unicode text without null characters"),
        ({"id": "7K2MQ9XA"}, "`id` is unknown: allowed are `memory_id`"),
    ],
)
def test_what_cannot_be_is_refused_by_its_name(
    tools: Tools, arguments: dict[str, object], error: str
) -> None:
    assert tools.error("show", arguments) == error
