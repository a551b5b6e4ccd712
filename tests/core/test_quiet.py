"""When it is quiet."""

from datetime import UTC, datetime, time
from zoneinfo import ZoneInfo

import pytest

from core.quiet import QuietHours

SEOUL = ZoneInfo("Asia/Seoul")


@pytest.mark.parametrize(
    ("start", "end", "hour", "quiet"),
    [
        (time(22), time(8), 21, False),
        (time(22), time(8), 22, True),
        (time(22), time(8), 0, True),
        (time(22), time(8), 7, True),
        (time(22), time(8), 8, False),
        (time(1), time(6), 0, False),
        (time(1), time(6), 1, True),
        (time(1), time(6), 6, False),
        (time(20), time(0), 23, True),
        (time(20), time(0), 0, False),
    ],
)
def test_it_is_quiet_from_the_start_until_before_the_end(
    start: time, end: time, hour: int, quiet: bool
) -> None:
    assert QuietHours(start, end, UTC).cover(datetime(2026, 3, 2, hour, tzinfo=UTC)) is quiet


def test_the_clocks_are_those_of_the_zone() -> None:
    night = QuietHours(time(22), time(8), SEOUL)
    assert night.cover(datetime(2026, 3, 2, 22, 59, tzinfo=UTC))
    assert not night.cover(datetime(2026, 3, 2, 23, 0, tzinfo=UTC))
    assert night.cover(datetime(2026, 3, 2, 22, 0, tzinfo=SEOUL))
