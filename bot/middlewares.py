"""Who speaks, where, and in which language: the `talk` that every handler is given."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from aiogram import BaseMiddleware
from aiogram.types import Chat, TelegramObject, User

from bot.conversation import Conversation
from bot.incoming import chat_of, visitor_of
from bot.roles import Roles
from bot.sending import Sender
from bot.texts import nearest_locale, texts_for
from core.memory import Memory
from core.sight import Sight
from core.spaces import SpaceKind


@dataclass(frozen=True)
class Arrival(BaseMiddleware):
    """Gives handlers their `talk`.

    It stands behind the filters, so that nobody becomes a member by a message that the bot passes over.
    """

    memory: Memory
    roles: Roles
    sender: Sender
    default_locale: str

    async def __call__(
        self,
        handler: Callable[[TelegramObject, dict[str, Any]], Awaitable[Any]],
        event: TelegramObject,
        data: dict[str, Any],
    ) -> Any:
        """Find out who and where, then go on."""
        user: User = data["event_from_user"]
        telegram_chat: Chat = data["event_chat"]
        visitor, chat = visitor_of(user), chat_of(telegram_chat)
        actor = await self.memory.membership.enter(visitor, chat, await self.roles.of(user.id, chat))
        private = chat.kind is SpaceKind.PRIVATE
        heard = nearest_locale(user.language_code if private else None, self.default_locale)
        data["talk"] = Conversation(
            chat=telegram_chat.id,
            actor=actor,
            sight=Sight.EVERYWHERE if private else Sight.FOR_ALL,
            texts=texts_for(actor.locale or heard),
            memory=self.memory,
            sender=self.sender,
        )
        return await handler(event, data)
