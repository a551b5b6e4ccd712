"""Coming into a space and going, and the language spoken there."""

import secrets
from dataclasses import dataclass, field, replace
from math import inf
from time import monotonic

from core.errors import NotAllowed
from core.guard import clean
from core.ids import PersonId
from core.ports import Clock
from core.spaces import Actor, Chat, Group, Role, Visitor
from core.storage import Connection, Store, spaces

FRESH = 1.0
"""Seconds for which someone who has just entered is not looked up again; another process may know more."""
REMEMBERED = 1_000
"""People of whom that is remembered at most."""


class _Entered:
    """Who has just entered, since people write several messages in a row."""

    def __init__(self) -> None:
        self.round = 0
        """Another one as soon as anything changes."""
        self._actors: dict[tuple[Visitor, Chat, Role], tuple[float, Actor]] = {}

    def get(self, visitor: Visitor, chat: Chat, role: Role) -> Actor | None:
        """The actor that the visitor was, if that was just now."""
        at, actor = self._actors.get((visitor, chat, role), (-inf, None))
        return actor if monotonic() - at < FRESH else None

    def note(self, visitor: Visitor, chat: Chat, role: Role, actor: Actor) -> None:
        """Remember it for a moment."""
        if len(self._actors) >= REMEMBERED:
            self._actors.clear()
        self._actors[visitor, chat, role] = monotonic(), actor

    def forget(self) -> None:
        """Something has changed."""
        self.round += 1
        self._actors.clear()


@dataclass(frozen=True)
class Membership:
    """Who is where; new people and chats are made on the way."""

    store: Store
    clock: Clock
    _entered: _Entered = field(default_factory=_Entered)

    async def enter(self, visitor: Visitor, chat: Chat, role: Role) -> Actor:
        """The visitor as a member of the chat's space; writes only where something is new."""
        before = self._entered.round
        actor = self._entered.get(visitor, chat, role)
        if actor is None:
            actor = await self._enter(visitor, chat, role)
            if before == self._entered.round:
                self._entered.note(visitor, chat, role, actor)
        return actor

    async def _enter(self, visitor: Visitor, chat: Chat, role: Role) -> Actor:
        visitor = replace(visitor, name=clean(visitor.name).text)
        chat = replace(chat, title=clean(chat.title).text)
        known = await self.store.read(lambda connection: spaces.find_actor(connection, visitor, chat))
        if known is not None and known.role is role:
            return known
        self._entered.forget()
        key = secrets.token_hex(6)
        return await self.store.write(
            lambda connection: spaces.enter(connection, visitor, chat, role, key, self.clock.now())
        )

    async def know(self, visitor: Visitor) -> PersonId:
        """Who the visitor is, under the name they go by now; they become a member of nothing."""
        visitor = replace(visitor, name=clean(visitor.name).text)
        known = await self.store.read(lambda connection: spaces.find_person(connection, visitor))
        if known is not None:
            return known
        return await self.store.write(
            lambda connection: spaces.ensure_person(connection, visitor, self.clock.now())
        )

    async def leave(self, visitor: Visitor, chat: Chat) -> None:
        """End the visitor's membership in the chat's space."""
        await self.store.write(lambda connection: spaces.leave(connection, visitor, chat, self.clock.now()))
        self._entered.forget()

    async def groups(self, actor: Actor) -> list[Group]:
        """The groups that the person is a member of, as far as is known."""
        return await self.store.read(lambda connection: spaces.groups_of(connection, actor.person.id))

    async def set_reachable(self, chat: int, *, reachable: bool) -> None:
        """Note whether the bot may write to a chat: it was blocked, removed, or let in again."""
        await self.store.write(
            lambda connection: spaces.set_reachable(connection, chat, self.clock.now(), reachable=reachable)
        )

    async def language(self, chat: int) -> str | None:
        """The language chosen for a chat, by its group or by the person whose private chat it is."""
        return await self.store.read(lambda connection: spaces.locale_of(connection, chat))

    async def choose_language(self, actor: Actor, locale: str) -> None:
        """Keep the language: the person's own in private, the chat's in a group."""

        def run(connection: Connection) -> None:
            spaces.set_locale(connection, actor, locale)

        await self.store.write(run)
        self._entered.forget()

    async def switch_archivist(self, actor: Actor, *, on: bool) -> NotAllowed | None:
        """Switch the archivist on or off in the actor's space; administrators may."""
        if actor.role is not Role.ADMIN:
            return NotAllowed()
        now = self.clock.now()
        await self.store.write(lambda connection: spaces.set_archivist(connection, actor.space, now, on=on))
        self._entered.forget()
        return None
