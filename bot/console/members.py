"""Who is what in a chat, as Telegram puts it."""

from aiogram.enums import ChatType
from aiogram.types import (
    Chat,
    ChatMemberAdministrator,
    ChatMemberLeft,
    ChatMemberMember,
    ChatMemberOwner,
    ResultChatMemberUnion,
    User,
)

from bot.console.world import BOT
from core.spaces import local_visitor


def standing(user: User, chat: Chat, present: bool) -> ResultChatMemberUnion:
    """What a user is in a chat, being there or not.

    In a group `owner` is the creator (SPEC section 3), and the bot an administrator: of those alone Telegram
    says that they hear every message and every coming and going, and here the bot does.
    """
    if not present:
        return ChatMemberLeft(user=user)
    if chat.type == ChatType.PRIVATE:
        return ChatMemberMember(user=user)
    if user.id == BOT.id:
        return _administrator(user)
    if user.id == local_visitor("owner").external_id:
        return ChatMemberOwner(user=user, is_anonymous=False)
    return ChatMemberMember(user=user)


def _administrator(user: User) -> ChatMemberAdministrator:
    return ChatMemberAdministrator(
        user=user,
        can_be_edited=False,
        is_anonymous=False,
        can_manage_chat=True,
        can_delete_messages=True,
        can_manage_video_chats=False,
        can_restrict_members=False,
        can_promote_members=False,
        can_change_info=False,
        can_invite_users=False,
        can_post_stories=False,
        can_edit_stories=False,
        can_delete_stories=False,
        can_send_welcome_messages=False,
        can_pin_messages=True,
    )
