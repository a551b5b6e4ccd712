"""When a record is stale by itself: the source's hash, a mark, a retirement (SPEC section 5)."""

import pytest

from core.records import Record, Status
from core.status import own_status, source_moved_on
from tests.core.samples import record

FRIDAY = record(content="on Fridays", source_hash="sha256:1")
MONDAY = record(content="on Mondays", source_hash="sha256:1")


@pytest.mark.parametrize(
    ("known", "current", "moved"),
    [
        (None, None, False),
        (None, "sha256:1", False),
        ("sha256:1", None, False),
        ("sha256:1", "sha256:1", False),
        ("sha256:1", "sha256:2", True),
        ("sha256:1", "SHA256:1", True),
    ],
)
def test_a_source_has_moved_on_where_both_hashes_are_known_and_differ(
    known: str | None, current: str | None, moved: bool
) -> None:
    assert source_moved_on(record(source_hash=known), current) is moved


@pytest.mark.parametrize(
    ("others", "current", "outdated", "status"),
    [
        ([], None, False, Status.UNVERIFIED),
        ([], None, True, Status.STALE),
        ([], "sha256:1", True, Status.STALE),
        ([], "sha256:2", True, Status.STALE),
        ([FRIDAY], None, True, Status.STALE),
        ([MONDAY], None, True, Status.CONFLICT),
        ([MONDAY], "sha256:2", True, Status.CONFLICT),
    ],
)
def test_an_outdated_record_is_stale_unless_it_is_in_conflict(
    others: list[Record], current: str | None, outdated: bool, status: Status
) -> None:
    assert own_status(FRIDAY, others, current, outdated=outdated) is status
