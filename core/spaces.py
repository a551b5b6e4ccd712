"""People and the spaces in which memory lives (SPEC section 2)."""

import hashlib
from dataclasses import dataclass
from enum import StrEnum

from core.ids import PersonId, SpaceId

LOCAL_IDS_FROM = 1 << 52
"""Local ids lie above Telegram's, of at most 52 bits: https://core.telegram.org/bots/api#user"""


class SpaceKind(StrEnum):
    """What kind of chat a space belongs to."""

    PRIVATE = "private"
    GROUP = "group"


class Role(StrEnum):
    """What a member may do in a space."""

    ADMIN = "admin"
    MEMBER = "member"


@dataclass(frozen=True)
class Person:
    """A person as others see them."""

    id: PersonId
    name: str


@dataclass(frozen=True)
class Visitor:
    """A person as the outside names them: Telegram's id, or a local one, and a name to show."""

    external_id: int
    name: str
    language_code: str | None = None


@dataclass(frozen=True)
class Chat:
    """A chat as the outside names it."""

    external_id: int
    kind: SpaceKind
    title: str


@dataclass(frozen=True)
class Space:
    """Where memory lives: the private chat of one person, or a group."""

    id: SpaceId
    kind: SpaceKind
    title: str

    @property
    def is_group(self) -> bool:
        """Whether it belongs to a group."""
        return self.kind is SpaceKind.GROUP


@dataclass(frozen=True)
class Group:
    """A group's space and the chat that it belongs to."""

    space: Space
    external_id: int


@dataclass(frozen=True)
class Actor:
    """A person in a space where they are a member now: who does what is asked, and where."""

    person: Person
    space: SpaceId
    space_key: str
    kind: SpaceKind
    title: str
    role: Role
    locale: str | None = None
    """The language chosen: the person's own in private, the chat's in a group; None where none was."""
    archivist: bool = True
    """Whether the archivist is at work in the space."""


def is_local(chat: int) -> bool:
    """Whether the outside number of a chat or person is one of the terminal's and of `call`."""
    return abs(chat) >= LOCAL_IDS_FROM


def local_visitor(name: str) -> Visitor:
    """The person of that name in the terminal and in `call` (SPEC section 3)."""
    return Visitor(_local_id("person", name), name)


def private_chat(visitor: Visitor) -> Chat:
    """The visitor's own private chat, which carries their id, as in Telegram."""
    return Chat(visitor.external_id, SpaceKind.PRIVATE, visitor.name)


def local_group(name: str) -> Chat:
    """The group of that name in the terminal and in `call`."""
    return Chat(-_local_id("group", name), SpaceKind.GROUP, name)


def local_role(visitor: Visitor, chat: Chat) -> Role:
    """All are at home in their own chat; in a local group `owner` alone is administrator (SPEC section 3)."""
    return Role.ADMIN if chat.kind is SpaceKind.PRIVATE or visitor == local_visitor("owner") else Role.MEMBER


def _local_id(kind: str, name: str) -> int:
    digest = hashlib.sha256(f"{kind}:{name}".encode()).digest()
    return LOCAL_IDS_FROM | int.from_bytes(digest) >> 256 - 52
