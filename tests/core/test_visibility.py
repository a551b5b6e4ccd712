"""Who may read what."""

import pytest

from core.ids import AudienceId, PersonId
from core.records import Visibility
from core.visibility import Audience, may_read

ALICE, BOB = PersonId(1), PersonId(2)


@pytest.mark.parametrize(
    ("visibility", "author", "reader", "may"),
    [
        (Visibility.ORGANIZATION, None, ALICE, True),
        (Visibility.ORGANIZATION, None, None, True),
        (Visibility.PROJECT, None, ALICE, True),
        (Visibility.PROJECT, None, None, True),
        (Visibility.AUTHOR, ALICE, ALICE, True),
        (Visibility.AUTHOR, ALICE, BOB, False),
        (Visibility.AUTHOR, ALICE, None, False),
        (Visibility.AUTHOR, None, None, False),
        (Visibility.UNIT, None, ALICE, False),
    ],
)
def test_an_audience_is_readable(
    visibility: Visibility, author: PersonId | None, reader: PersonId | None, may: bool
) -> None:
    assert may_read(Audience(AudienceId(1), visibility, author), reader) is may
