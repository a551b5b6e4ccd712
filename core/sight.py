"""Whose eyes an answer is computed for."""

from enum import Enum

from core.spaces import Actor
from core.storage import Connection, spaces
from core.storage.records import Reader, reader_of


class Sight(Enum):
    """What part of memory an answer may be computed from."""

    HERE = "here"
    """What the person may read in this space."""
    EVERYWHERE = "everywhere"
    """What the person may read in all spaces that they are in now: lookups in the private chat."""
    FOR_ALL = "for all"
    """What every member of this space may read: whatever the bot posts into a group (TELEGRAM.md rule 13)."""


def reader(connection: Connection, actor: Actor, sight: Sight, workspace: str | None = None) -> Reader:
    """The reader for the person and the sight, in one workspace or in all."""
    if sight is Sight.EVERYWHERE:
        everywhere = [space.id for space in spaces.spaces_of(connection, actor.person.id)]
        return reader_of(connection, actor.person.id, everywhere, workspace)
    return reader_of(connection, actor.person.id, [actor.space], workspace, for_all=sight is Sight.FOR_ALL)
