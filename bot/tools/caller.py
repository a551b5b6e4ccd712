"""Who calls a tool, and where."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from core.records import is_storable

NAME_LIMIT = 64
"""Characters of a local person's or group's name at most."""
PRIVATE = "private"
"""No group's name: as in the console, it means the person's private chat (SPEC section 11)."""


class Right(StrEnum):
    """What a caller may do with memory (SPEC section 6)."""

    READ = "memory:read"
    WRITE = "memory:write"


class Profile(StrEnum):
    """Which arguments the tools take (SPEC section 6)."""

    GENERIC = "generic"
    CLAUDE = "claude"


@dataclass(frozen=True)
class Caller:
    """Who calls, where, and what they may; no chat is the person's private one, no rights are all."""

    person: str = "owner"
    chat: str | None = None
    profile: Profile = Profile.GENERIC
    rights: frozenset[Right] | None = None

    def may(self, right: Right) -> bool:
        """Whether they have the right."""
        return self.rights is None or right in self.rights

    @property
    def group(self) -> str | None:
        """The group in which they call, None in private."""
        return None if self.chat == PRIVATE else self.chat


def read_name(text: str) -> str | None:
    """A person's or group's name without outer blanks; None where it is none."""
    name = text.strip()
    return name if 0 < len(name) <= NAME_LIMIT and is_storable(name) else None


def read_rights(words: Iterable[str]) -> frozenset[Right] | None:
    """Rights by their names; None where one is unknown."""
    names = {word.strip() for word in words}
    return frozenset(map(Right, names)) if names <= {right.value for right in Right} else None
