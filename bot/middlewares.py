"""Who speaks, where, and in which language: the `talk` that every handler is given."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from aiogram import BaseMiddleware
from aiogram.types import CallbackQuery, Chat, Message, TelegramObject

from bot.conversation import Conversation
from bot.incoming import chat_of, speaker_of, visitor_of
from bot.presence import Presence
from bot.sending import Sender
from bot.texts import nearest_locale, texts_for
from bot.views import notices
from core.memory import Memory
from core.sight import Range
from core.spaces import SpaceKind, Visitor


@dataclass(frozen=True)
class Arrival(BaseMiddleware):
    """Gives handlers their `talk`.

    It stands behind the filters, so that nobody becomes a member by a message that the bot passes over.
    """

    memory: Memory
    presence: Presence
    sender: Sender
    default_locale: str

    async def __call__(
        self,
        handler: Callable[[TelegramObject, dict[str, Any]], Awaitable[Any]],
        event: TelegramObject,
        data: dict[str, Any],
    ) -> Any:
        """Find out who and where, then go on."""
        assert isinstance(event, Message | CallbackQuery)
        speaker = speaker_of(event)
        assert speaker is not None
        telegram_chat: Chat = data["event_chat"]
        visitor, chat = visitor_of(speaker), chat_of(telegram_chat)
        role = await self.presence.role(visitor.external_id, chat)
        if role is None:
            return await self._stranger(event, visitor)
        actor = await self.memory.membership.enter(visitor, chat, role)
        private = chat.kind is SpaceKind.PRIVATE
        heard = nearest_locale(visitor.language_code if private else None, self.default_locale)
        data["talk"] = Conversation(
            chat=telegram_chat.id,
            user=visitor.external_id,
            actor=actor,
            range=Range.EVERYWHERE if private else Range.FOR_ALL,
            texts=texts_for(actor.locale or heard),
            memory=self.memory,
            sender=self.sender,
            presence=self.presence,
        )
        return await handler(event, data)

    async def _stranger(self, event: TelegramObject, visitor: Visitor) -> None:
        """Somebody who is not in the group presses a button of it, or had left when their message came."""
        if isinstance(event, CallbackQuery):
            texts = texts_for(nearest_locale(visitor.language_code, self.default_locale))
            self.sender.notice(visitor.external_id, event.id, notices.strangers(texts))
