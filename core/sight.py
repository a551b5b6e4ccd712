"""Whose eyes an answer is computed for."""

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from core.ids import SpaceId
from core.spaces import Actor
from core.storage import Connection
from core.storage.records import Reader, reader_of


class Range(Enum):
    """How far a sight goes."""

    HERE = "here"
    EVERYWHERE = "everywhere"
    FOR_ALL = "for all"


@dataclass(frozen=True)
class Sight:
    """What part of memory an answer may be computed from."""

    range: Range
    without: frozenset[SpaceId] = frozenset()
    """Spaces left out, because it is not certain that the person is still in them."""

    HERE: ClassVar["Sight"]
    """What the person may read in this space."""
    EVERYWHERE: ClassVar["Sight"]
    """What the person may read in all spaces that they are in now: lookups in the private chat."""
    FOR_ALL: ClassVar["Sight"]
    """What every member of this space may read: all that is posted into a group (TELEGRAM.md rule 13)."""


Sight.HERE = Sight(Range.HERE)
Sight.EVERYWHERE = Sight(Range.EVERYWHERE)
Sight.FOR_ALL = Sight(Range.FOR_ALL)


def reader(connection: Connection, actor: Actor, sight: Sight) -> Reader:
    """The reader for the person and the sight."""
    space = None if sight.range is Range.EVERYWHERE else actor.space
    for_all = sight.range is Range.FOR_ALL
    return reader_of(connection, actor.person.id, space, for_all=for_all, without=sight.without)
