"""What the archivist says in chats, under the messages that it is about."""

from dataclasses import dataclass

from bot.sending import Sender
from bot.texts import texts_for
from bot.views import archivist
from core.memory import Memory


@dataclass(frozen=True)
class Notifier:
    """Says what is to be said, one remark after another."""

    memory: Memory
    sender: Sender
    default_locale: str

    async def deliver(self) -> None:
        """Say all that is due. What cannot be said now comes again after a while."""
        while (addressed := await self.memory.remarks.take()) is not None:
            chosen = await self.memory.membership.language(addressed.chat)
            reply = archivist.speech(addressed.said, texts_for(chosen or self.default_locale))
            if not await self.sender.remark(addressed.chat, reply, addressed.message):
                return
            await self.memory.remarks.said(addressed.said)
