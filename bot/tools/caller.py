"""Who calls a tool, and where."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from core.records import is_storable

NAME_LIMIT = 64
"""Characters of a local person's or group's name at most."""
PRIVATE = "private"
"""No group's name: as in the console, it means the person's private chat (SPEC section 11)."""

_RIGHT = re.compile(r"[a-z][a-z0-9_-]*(:[a-z][a-z0-9_-]*)*", re.ASCII)


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
    rights: frozenset[str] | None = None

    @property
    def group(self) -> str | None:
        """The group in which they call, None in private."""
        return None if self.chat == PRIVATE else self.chat


def read_name(text: str) -> str | None:
    """A person's or group's name without outer blanks; None where it is none."""
    name = text.strip()
    return name if 0 < len(name) <= NAME_LIMIT and is_storable(name) else None


def read_rights(words: Iterable[str]) -> frozenset[str] | None:
    """Rights, each as `memory:read`; None where one has another shape."""
    rights = frozenset(word.strip() for word in words)
    return rights if all(_RIGHT.fullmatch(right) for right in rights) else None
