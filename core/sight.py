"""Whose eyes an answer is computed for."""

from enum import Enum

from core.spaces import Actor
from core.storage import Connection
from core.storage.records import Reader, reader_of


class Sight(Enum):
    """What part of memory an answer may be computed from."""

    HERE = "here"
    """What the person may read in this space."""
    EVERYWHERE = "everywhere"
    """What the person may read in all spaces that they are in now: lookups in the private chat."""
    FOR_ALL = "for all"
    """What every member of this space may read: whatever the bot posts into a group (TELEGRAM.md rule 13)."""


def reader(connection: Connection, actor: Actor, sight: Sight) -> Reader:
    """The reader for the person and the sight."""
    space = None if sight is Sight.EVERYWHERE else actor.space
    return reader_of(connection, actor.person.id, space, for_all=sight is Sight.FOR_ALL)
