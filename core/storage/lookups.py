"""What buttons under results refer to."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select

from core.ids import PersonId, SpaceId
from core.storage.tables import lookups


def add(
    connection: Connection,
    token: str,
    person: PersonId,
    space: SpaceId,
    values: Mapping[str, Any],
    now: datetime,
) -> None:
    """Keep a lookup."""
    connection.execute(
        insert(lookups).values(token=token, person=person, space=space, created_at=now, **values)
    )


def find(connection: Connection, token: str, space: SpaceId, since: datetime) -> Row[Any] | None:
    """The lookup of that token in the space, if it is not older than `since`."""
    young = lookups.c.token == token, lookups.c.space == space, lookups.c.created_at >= since
    return connection.execute(select(lookups).where(*young)).first()


def is_message_of(connection: Connection, space: SpaceId, message: int, person: PersonId) -> bool:
    """Whether the person looked something up by that message."""
    asked = lookups.c.space == space, lookups.c.message == message, lookups.c.person == person
    return connection.execute(select(lookups.c.token).where(*asked)).first() is not None


def drop_before(connection: Connection, moment: datetime) -> int:
    """Drop lookups older than the moment; how many went."""
    return connection.execute(delete(lookups).where(lookups.c.created_at < moment)).rowcount
