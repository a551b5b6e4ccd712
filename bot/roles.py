"""What people may do in a chat, as Telegram says."""

from datetime import datetime, timedelta

from aiogram import Bot
from aiogram.types import ChatMemberAdministrator, ChatMemberOwner

from core.ports import Clock
from core.spaces import Chat, Role, SpaceKind

TRUSTED_FOR = timedelta(minutes=10)
"""How long an answer of Telegram's stands (TELEGRAM.md rule 13)."""


class Roles:
    """Asks Telegram who administers a group, and remembers the answer for a while."""

    def __init__(self, bot: Bot, clock: Clock) -> None:
        self._bot = bot
        self._clock = clock
        self._known: dict[tuple[int, int], tuple[Role, datetime]] = {}

    async def of(self, user: int, chat: Chat) -> Role:
        """The role of a person in a chat: administrator in their own, in a group what Telegram says."""
        if chat.kind is SpaceKind.PRIVATE:
            return Role.ADMIN
        now = self._clock.now()
        known = self._known.get((chat.external_id, user))
        if known is not None and now - known[1] < TRUSTED_FOR:
            return known[0]
        member = await self._bot.get_chat_member(chat.external_id, user)
        role = Role.ADMIN if isinstance(member, ChatMemberOwner | ChatMemberAdministrator) else Role.MEMBER
        self._known = {key: value for key, value in self._known.items() if now - value[1] < TRUSTED_FOR}
        self._known[chat.external_id, user] = (role, now)
        return role
