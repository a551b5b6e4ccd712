"""People and the bot itself coming into chats and leaving them."""

from aiogram import Router
from aiogram.enums import ChatType
from aiogram.filters import (
    IS_ADMIN,
    IS_MEMBER,
    IS_NOT_MEMBER,
    MEMBER,
    RESTRICTED,
    ChatMemberUpdatedFilter,
)
from aiogram.types import ChatMemberUpdated, Message

from bot.filters import somebody_left
from bot.incoming import chat_of, visitor_of
from bot.presence import Presence
from bot.sending import Sender
from bot.texts import nearest_locale, texts_for
from bot.views import notices
from core.memory import Memory
from core.spaces import Role


def router(memory: Memory, presence: Presence, sender: Sender, default_locale: str) -> Router:
    """Routes of this feature; nobody becomes a member by them, so they do without a `talk`."""
    routes = Router(name="members")

    @routes.message(somebody_left)
    async def left(message: Message) -> None:
        """Telegram tells everyone that somebody left."""
        assert message.left_chat_member is not None
        presence.forget(message.left_chat_member.id, message.chat.id)
        await memory.membership.leave(visitor_of(message.left_chat_member), chat_of(message.chat))

    @routes.chat_member(ChatMemberUpdatedFilter(IS_MEMBER >> IS_NOT_MEMBER))
    async def gone(change: ChatMemberUpdated) -> None:
        """Telegram tells administrators that somebody is no member any more."""
        presence.forget(change.new_chat_member.user.id, change.chat.id)
        await memory.membership.leave(visitor_of(change.new_chat_member.user), chat_of(change.chat))

    @routes.chat_member(ChatMemberUpdatedFilter(IS_ADMIN >> (MEMBER | +RESTRICTED)))
    async def demoted(change: ChatMemberUpdated) -> None:
        """Somebody is no administrator any more, in private lookups either."""
        presence.forget(change.new_chat_member.user.id, change.chat.id)
        if not change.new_chat_member.user.is_bot:
            visitor = visitor_of(change.new_chat_member.user)
            await memory.membership.enter(visitor, chat_of(change.chat), Role.MEMBER)

    @routes.chat_member()
    async def changed(change: ChatMemberUpdated) -> None:
        """Somebody's rights are others now."""
        presence.forget(change.new_chat_member.user.id, change.chat.id)

    @routes.my_chat_member(ChatMemberUpdatedFilter(IS_NOT_MEMBER >> IS_MEMBER))
    async def added(change: ChatMemberUpdated) -> None:
        """The bot was added or unblocked: in a group it introduces itself."""
        await memory.membership.set_reachable(change.chat.id, reachable=True)
        presence.forget(change.new_chat_member.user.id, change.chat.id)
        if change.chat.type in (ChatType.GROUP, ChatType.SUPERGROUP):
            # In a group that has chosen none yet, the language of whoever brought the bot is the best guess.
            chosen = await memory.membership.language(change.chat.id)
            locale = nearest_locale(chosen or change.from_user.language_code, default_locale)
            me = await sender.bot.me()
            hears = await presence.hears_mentions(change.chat.id)
            text = notices.introduction(me.username or "", texts_for(locale), hears_mentions=hears)
            sender.send(change.chat.id, text)

    @routes.my_chat_member(ChatMemberUpdatedFilter(IS_MEMBER >> IS_NOT_MEMBER))
    async def removed(change: ChatMemberUpdated) -> None:
        """The bot was removed or blocked."""
        await memory.membership.set_reachable(change.chat.id, reachable=False)

    return routes
