"""What every handler is given besides its update."""

from dataclasses import dataclass

from aiogram.types import CallbackQuery, InlineKeyboardMarkup

from bot.sending import Sender
from bot.texts import Texts
from bot.views.reply import Reply
from core.memory import Memory
from core.sight import Sight
from core.spaces import Actor


@dataclass(frozen=True)
class Conversation:
    """Who speaks and where, what they may see here, their language, and the means to answer."""

    chat: int
    actor: Actor
    sight: Sight
    texts: Texts
    memory: Memory
    sender: Sender

    def say(self, reply: Reply) -> None:
        """Answer in the chat."""
        self.sender.send(self.chat, reply)

    def notice(self, press: CallbackQuery, text: str | None = None) -> None:
        """Answer the press of a button, which is owed at once, with a few words where there are any."""
        self.sender.notice(self.chat, press.id, text)

    def replace(self, press: CallbackQuery, reply: Reply) -> None:
        """Put a reply in place of the message whose button was pressed."""
        if press.message is not None:
            self.sender.edit(self.chat, press.message.message_id, reply)

    def replace_buttons(self, press: CallbackQuery, buttons: InlineKeyboardMarkup | None) -> None:
        """Put other buttons under the message whose button was pressed."""
        if press.message is not None:
            self.sender.edit_buttons(self.chat, press.message.message_id, buttons)
