"""Coming into a space and going, and the language spoken there."""

import secrets
from dataclasses import dataclass, replace

from core.errors import NotAllowed
from core.guard import clean
from core.ids import PersonId
from core.ports import Clock
from core.spaces import Actor, Chat, Group, Role, Visitor
from core.storage import Connection, Store, spaces


@dataclass(frozen=True)
class Membership:
    """Who is where; new people and chats are made on the way."""

    store: Store
    clock: Clock

    async def enter(self, visitor: Visitor, chat: Chat, role: Role) -> Actor:
        """The visitor as a member of the chat's space; writes only where something is new."""
        visitor = replace(visitor, name=clean(visitor.name).text)
        chat = replace(chat, title=clean(chat.title).text)
        known = await self.store.read(lambda connection: spaces.find_actor(connection, visitor, chat))
        if known is not None and known.role is role:
            return known
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

    async def switch_archivist(self, actor: Actor, *, on: bool) -> NotAllowed | None:
        """Switch the archivist on or off in the actor's space; administrators may."""
        if actor.role is not Role.ADMIN:
            return NotAllowed()
        now = self.clock.now()
        await self.store.write(lambda connection: spaces.set_archivist(connection, actor.space, now, on=on))
        return None
