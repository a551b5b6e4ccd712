"""Drafts and their limits, hashes and times."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Invalid, Reason
from core.ids import RecordId
from core.records import Checked, Draft, Visibility, checked, content_hash, is_storable, iso, versioned
from tests.core.samples import record


def problem(**fields: Any) -> tuple[str, Reason] | None:
    """What is wrong with a draft that has these fields, if anything is."""
    outcome = checked(replace(Draft("a note"), **fields))
    return (outcome.argument, outcome.reason) if isinstance(outcome, Invalid) else None


@pytest.mark.parametrize(
    "fields",
    [
        {"content": "x" * 20_000},
        {"content": " \n" + "가" * 20_000 + "\t"},
        {"content": "😀"},
        {"workspace": "x" * 128},
        {"fact_key": "x" * 128},
        {"fact_key": "Archivist:not-reserved"},
        {"confidence": 0.0},
        {"confidence": 1},
        {"path": "/" + "x" * 999},
        {"derived_from": (RecordId("x"),) * 1_000},
        {"visibility": Visibility.PROJECT},
        {"said_at": datetime(2020, 1, 1, tzinfo=timezone(timedelta(hours=9)))},
    ],
)
def test_a_draft_within_the_limits_is_accepted(fields: dict[str, Any]) -> None:
    assert problem(**fields) is None


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"content": ""}, Reason.EMPTY),
        ({"content": " \n\u3000"}, Reason.EMPTY),
        ({"content": "x" * 20_001}, Reason.TOO_LONG),
        ({"content": "null \0 character"}, Reason.BROKEN_TEXT),
        ({"content": "half a pair \ud83d"}, Reason.BROKEN_TEXT),
        ({"workspace": " "}, Reason.EMPTY),
        ({"workspace": "x" * 129}, Reason.TOO_LONG),
        ({"scope": ""}, Reason.EMPTY),
        ({"source": "x" * 129}, Reason.TOO_LONG),
        ({"source_id": "x" * 1_001}, Reason.TOO_LONG),
        ({"source_hash": ""}, Reason.EMPTY),
        ({"source_revision": "\udfff"}, Reason.BROKEN_TEXT),
        ({"fact_key": "x" * 129}, Reason.TOO_LONG),
        ({"fact_key": ""}, Reason.EMPTY),
        ({"fact_key": "archivist:shelf:brief"}, Reason.RANGE),
        ({"confidence": -0.01}, Reason.RANGE),
        ({"confidence": 1.01}, Reason.RANGE),
        ({"confidence": float("nan")}, Reason.RANGE),
        ({"path": "team/topic"}, Reason.RANGE),
        ({"path": "/" + "x" * 1_000}, Reason.TOO_LONG),
        ({"derived_from": (RecordId("x"),) * 1_001}, Reason.TOO_LONG),
        ({"visibility": Visibility.UNIT}, Reason.NOT_YET),
        ({"said_by": ""}, Reason.EMPTY),
        ({"said_at": datetime(2020, 1, 1)}, Reason.RANGE),  # noqa: DTZ001  that is what must not pass
        ({"said_at": datetime.max.replace(tzinfo=timezone(timedelta(hours=-1)))}, Reason.RANGE),
        ({"idempotency_key": ""}, Reason.EMPTY),
    ],
)
def test_a_draft_outside_the_limits_is_refused_by_its_argument(
    fields: dict[str, Any], reason: Reason
) -> None:
    (argument,) = fields
    assert problem(**fields) == (argument, reason)


def test_outer_blanks_of_the_content_are_cut_and_nothing_else_is_changed() -> None:
    draft = Draft("\n two  words\u3000", scope=" a ", source_hash="sha256:1")
    assert checked(draft) == Checked(replace(draft, content="two  words"))


def test_a_draft_that_is_as_it_is_to_be_kept_stays_the_same() -> None:
    draft = Draft("a note", derived_from=(RecordId("ltm_1"),), fact_key="key", path="/x")
    outcome = checked(draft)
    assert isinstance(outcome, Checked)
    assert outcome.draft is draft


def test_a_negative_nought_is_kept_as_nought() -> None:
    outcome = checked(Draft("a note", confidence=-0.0))
    assert isinstance(outcome, Checked)
    assert str(outcome.draft.confidence) == "0.0"


def test_a_text_that_is_its_own_source_gets_its_own_hash() -> None:
    outcome = checked(Draft(" text ", hash_content=True))
    assert isinstance(outcome, Checked)
    assert outcome.draft.source_hash == content_hash("text")


@given(st.text())
def test_a_text_is_storable_exactly_where_it_can_be_written_as_utf8_and_holds_no_null(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        assert not is_storable(text)
    else:
        assert is_storable(text) is ("\0" not in text)


def test_our_hash_names_its_algorithm() -> None:
    assert content_hash("") == "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


@pytest.mark.parametrize(
    ("key", "versions_by"),
    [
        (None, None),
        ("release-day", "release-day"),
        ("archivist:shelf:brief", None),
        ("archivist", "archivist"),
    ],
)
def test_keys_of_the_archivist_make_no_versions(key: str | None, versions_by: str | None) -> None:
    assert versioned(key) == versions_by
    assert record(fact_key=key).versioned_key == versions_by


def test_times_are_written_in_utc_with_microseconds() -> None:
    assert iso(datetime(2026, 3, 2, 9, tzinfo=UTC)) == "2026-03-02T09:00:00.000000+00:00"
    seoul = datetime(2026, 3, 2, 9, 0, 0, 5, tzinfo=timezone(timedelta(hours=9)))
    assert iso(seoul) == "2026-03-02T00:00:00.000005+00:00"
