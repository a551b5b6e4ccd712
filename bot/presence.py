"""Who is in a group, and what they may do there, as Telegram says (TELEGRAM.md rule 13)."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from aiogram import Bot
from aiogram.exceptions import ClientDecodeError, TelegramAPIError
from aiogram.types import (
    ChatMemberAdministrator,
    ChatMemberBanned,
    ChatMemberLeft,
    ChatMemberOwner,
    ChatMemberRestricted,
    ChatMemberUnion,
)

from core.ports import Clock
from core.spaces import Chat, Group, Role, SpaceKind

TRUSTED_FOR = timedelta(minutes=10)
"""How long an answer of Telegram's stands."""
PATIENCE = 1.0
"""Seconds that all questions of one lookup may take together, and that of one message."""

_UNANSWERED = (TelegramAPIError, ClientDecodeError, TimeoutError)


@dataclass(frozen=True)
class Attendance:
    """In which of a person's groups they are not any more, and for which Telegram did not say."""

    absent: tuple[Group, ...]
    unknown: tuple[Group, ...]


class Presence:
    """Asks Telegram, and remembers the answer for a while."""

    def __init__(self, bot: Bot, clock: Clock) -> None:
        self._bot = bot
        self._clock = clock
        self._known: dict[tuple[int, int], tuple[Role | None, datetime]] = {}

    async def role(self, user: int, chat: Chat) -> Role | None:
        """The person's role in a chat where they do something just now; None where they are not in it.

        Where Telegram does not say, they are a member: it has just delivered what they do there. A group
        itself speaks by its administrators alone.
        """
        if chat.kind is SpaceKind.PRIVATE or user == chat.external_id:
            return Role.ADMIN
        role, _ = self._known.get((chat.external_id, user), (Role.MEMBER, None))
        if role is None:
            # They have come back since.
            self.forget(user, chat.external_id)
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._role(user, chat.external_id)
        except _UNANSWERED:
            return Role.MEMBER

    async def hears_mentions(self, chat: int) -> bool:
        """Whether Telegram brings the bot what mentions it in a group: privacy mode off, or an administrator.

        Source: https://core.telegram.org/bots/features#privacy-mode
        """
        me = await self._bot.me()
        if me.can_read_all_group_messages:
            return True
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._role(me.id, chat) is Role.ADMIN
        except _UNANSWERED:
            return False

    async def attendance(self, user: int, groups: Iterable[Group]) -> Attendance:
        """Ask about all groups at once, for `PATIENCE` seconds in all."""
        asked = list(groups)
        answers = await asyncio.gather(*(self._is_in(user, group.external_id) for group in asked))
        found = list(zip(asked, answers, strict=True))
        return Attendance(
            tuple(group for group, is_in in found if is_in is False),
            tuple(group for group, is_in in found if is_in is None),
        )

    def forget(self, user: int, chat: int) -> None:
        """Ask anew next time: something has changed."""
        self._known.pop((chat, user), None)

    async def _is_in(self, user: int, chat: int) -> bool | None:
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._role(user, chat) is not None
        except _UNANSWERED:
            return None

    async def _role(self, user: int, chat: int) -> Role | None:
        now = self._clock.now()
        role, since = self._known.get((chat, user), (None, None))
        if since is None or now - since >= TRUSTED_FOR:
            role = _role_of(await self._bot.get_chat_member(chat, user))
            self._known = {key: value for key, value in self._known.items() if now - value[1] < TRUSTED_FOR}
            self._known[chat, user] = (role, now)
        return role


def _role_of(member: ChatMemberUnion) -> Role | None:
    match member:
        case ChatMemberOwner() | ChatMemberAdministrator():
            return Role.ADMIN
        case ChatMemberLeft() | ChatMemberBanned() | ChatMemberRestricted(is_member=False):
            return None
        case _:
            return Role.MEMBER
