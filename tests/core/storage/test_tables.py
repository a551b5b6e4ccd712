"""Times in the database."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy import Connection, insert, select

from core.storage import Store
from core.storage.tables import people


@pytest.mark.parametrize(
    "moment",
    [
        datetime(2026, 3, 2, 9, tzinfo=UTC),
        datetime(2026, 3, 2, 9, 0, 0, 1, tzinfo=timezone(timedelta(hours=9))),
        datetime(1, 1, 1, tzinfo=UTC),
    ],
)
async def test_a_time_comes_back_as_the_same_moment_in_utc(store: Store, moment: datetime) -> None:
    def work(connection: Connection) -> tuple[datetime, object]:
        connection.execute(insert(people).values(external_id=1, name="a", created_at=moment))
        as_text = connection.exec_driver_sql("SELECT created_at FROM people").scalar()
        return connection.execute(select(people.c.created_at)).scalar_one(), as_text

    back, as_text = await store.write(work)
    assert back == moment
    assert back.utcoffset() == timedelta(0)
    assert isinstance(as_text, str)
    assert len(as_text) == len("2026-03-02T09:00:00.000000+00:00")


async def test_no_time_stays_no_time(store: Store) -> None:
    def work(connection: Connection) -> object:
        from core.storage.tables import members, spaces

        now = datetime(2026, 3, 2, 9, tzinfo=UTC)
        connection.execute(insert(people).values(pk=1, external_id=1, name="a", created_at=now))
        connection.execute(insert(spaces).values(pk=1, key="k", kind="group", title="t", created_at=now))
        connection.execute(insert(members).values(person=1, space=1, role="member", since=now))
        return connection.execute(select(members.c.left_at)).scalar_one()

    assert await store.write(work) is None
