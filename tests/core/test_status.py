"""What a record's status is, rule by rule."""

import pytest

from core.records import Record, Status
from core.status import contradicts, own_status, worst
from tests.core.samples import record

FRIDAY = "Releases go out on Fridays"
MONDAY = "Releases go out on Mondays"


@pytest.mark.parametrize(
    ("one", "other", "differ"),
    [
        ((FRIDAY, None), (FRIDAY, None), False),
        ((FRIDAY, None), (MONDAY, None), True),
        ((FRIDAY, "sha256:1"), (FRIDAY, "sha256:1"), False),
        ((FRIDAY, "sha256:1"), (FRIDAY, "sha256:2"), True),
        ((FRIDAY, "sha256:1"), (FRIDAY, None), False),
        ((FRIDAY, None), (FRIDAY, "sha256:1"), False),
        ((FRIDAY, "sha256:1"), (MONDAY, "sha256:1"), True),
    ],
)
def test_versions_contradict_by_content_or_by_hash_where_both_have_one(
    one: tuple[str, str | None], other: tuple[str, str | None], differ: bool
) -> None:
    first, second = (record(content=content, source_hash=hashed) for content, hashed in (one, other))
    assert contradicts(first, second) is differ
    assert contradicts(second, first) is differ


@pytest.mark.parametrize(
    ("others", "record_hash", "current_hash", "status"),
    [
        ([], None, None, Status.UNVERIFIED),
        ([], "sha256:1", None, Status.UNVERIFIED),
        ([], None, "sha256:1", Status.UNVERIFIED),
        ([], "sha256:1", "sha256:1", Status.UNVERIFIED),
        ([], "sha256:1", "sha256:2", Status.STALE),
        ([record(content=FRIDAY)], None, None, Status.UNVERIFIED),
        ([record(content=FRIDAY), record(content=MONDAY)], None, None, Status.CONFLICT),
        ([record(content=MONDAY)], "sha256:1", "sha256:2", Status.CONFLICT),
    ],
)
def test_the_own_status_of_a_record(
    others: list[Record], record_hash: str | None, current_hash: str | None, status: Status
) -> None:
    assert own_status(record(content=FRIDAY, source_hash=record_hash), others, current_hash) is status


@pytest.mark.parametrize(
    ("statuses", "shows"),
    [
        ([], Status.UNVERIFIED),
        ([Status.UNVERIFIED, Status.STALE], Status.STALE),
        ([Status.STALE, Status.CONFLICT, Status.UNVERIFIED], Status.CONFLICT),
    ],
)
def test_the_worst_status_shows(statuses: list[Status], shows: Status) -> None:
    assert worst(statuses) is shows
