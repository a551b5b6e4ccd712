"""What every handler is given besides its update."""

from dataclasses import dataclass

from aiogram.types import CallbackQuery, InlineKeyboardMarkup

from bot.presence import Presence
from bot.sending import Sender
from bot.texts import Texts
from bot.views.reply import Reply
from core.memory import Memory
from core.sight import Range, Sight
from core.spaces import Actor, is_local


@dataclass(frozen=True)
class Look:
    """What a person may be shown, and the groups that were left out because Telegram did not answer."""

    sight: Sight
    not_asked: tuple[str, ...]


@dataclass(frozen=True)
class Conversation:
    """Who speaks and where, what they may see here, their language, and the means to answer."""

    chat: int
    user: int
    actor: Actor
    range: Range
    texts: Texts
    memory: Memory
    sender: Sender
    presence: Presence

    @property
    def in_terminal(self) -> bool:
        """Whether it is led in the terminal, and not in Telegram."""
        return is_local(self.chat)

    async def look(self) -> Look:
        """What the person may be shown here. In private, Telegram is asked which groups they are still in."""
        if self.range is not Range.EVERYWHERE:
            return Look(Sight(self.range), ())
        groups = await self.memory.membership.groups(self.actor)
        attendance = await self.presence.attendance(self.user, groups)
        left_out = (*attendance.absent, *attendance.unknown)
        sight = Sight(self.range, frozenset(group.space.id for group in left_out))
        return Look(sight, tuple(group.space.title for group in attendance.unknown))

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
