"""Chats: who is in them, what was said, what they allow."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from tests.telegram.schema import Json

if TYPE_CHECKING:
    from tests.telegram.messages import Message
    from tests.telegram.users import User
    from tests.telegram.world import World

Kind = Literal["private", "group", "supergroup", "channel"]
Status = Literal["creator", "administrator", "member", "restricted", "left", "kicked"]

INSIDE = {"creator", "administrator", "member", "restricted"}

_ADMINISTRATORS_RIGHTS = (
    "can_manage_chat",
    "can_delete_messages",
    "can_manage_video_chats",
    "can_restrict_members",
    "can_promote_members",
    "can_change_info",
    "can_invite_users",
    "can_post_stories",
    "can_edit_stories",
    "can_delete_stories",
    "can_pin_messages",
    "can_send_welcome_messages",
)
_WRITERS_RIGHTS = (
    "can_send_messages",
    "can_send_audios",
    "can_send_documents",
    "can_send_photos",
    "can_send_videos",
    "can_send_video_notes",
    "can_send_voice_notes",
    "can_send_polls",
    "can_send_other_messages",
    "can_add_web_page_previews",
    "can_react_to_messages",
    "can_edit_tag",
    "can_change_info",
    "can_invite_users",
    "can_pin_messages",
    "can_manage_topics",
)


@dataclass
class Member:
    """Someone's standing in a chat."""

    user: User
    status: Status
    anonymous: bool = False
    reads_all: bool = False
    """Of a bot: whether privacy mode was off when it came in. Switching it later changes nothing here."""

    def json(self) -> Json:
        """The ChatMember."""
        member: Json = {"status": self.status, "user": self.user.json()}
        match self.status:
            case "creator":
                member["is_anonymous"] = self.anonymous
            case "administrator":
                member |= {"can_be_edited": False, "is_anonymous": self.anonymous}
                member |= dict.fromkeys(_ADMINISTRATORS_RIGHTS, True)
            case "restricted":
                member |= {"is_member": True, "until_date": 0, **dict.fromkeys(_WRITERS_RIGHTS, False)}
            case "kicked":
                member["until_date"] = 0
            case "member" | "left":
                pass
        return member


@dataclass(eq=False)
class Chat:
    """A private chat, a group, a supergroup or a channel."""

    world: World
    id: int
    kind: Kind
    title: str
    username: str | None = None
    members: dict[int, Member] = field(default_factory=dict)
    messages: list[Message] = field(default_factory=list)
    topics: dict[int, str] | None = None
    """The open topics by thread, of a forum."""
    available_reactions: tuple[str, ...] | None = None
    """The emojis that may be used; None for all, empty where reactions are switched off."""
    hides_members: bool = False
    linked: Chat | None = None
    """The group of a channel, or the channel of a group."""
    migrated_to: Chat | None = None
    actions: list[str] = field(default_factory=list)
    """What the bot said that it is doing, such as `typing`."""
    pinned: list[Message] = field(default_factory=list)
    _read: int = 0
    _last_id: int = 0

    def json(self) -> Json:
        """The Chat."""
        chat: Json = {"id": self.id, "type": self.kind}
        if self.kind == "private":
            user = self.member_users()[0]
            chat["first_name"] = user.first_name
            if user.last_name:
                chat["last_name"] = user.last_name
            if user.username:
                chat["username"] = user.username
            return chat
        chat["title"] = self.title
        if self.username:
            chat["username"] = self.username
        if self.topics is not None:
            chat["is_forum"] = True
        return chat

    def full_json(self) -> Json:
        """The ChatFullInfo."""
        nothing = dict.fromkeys(
            (
                "unlimited_gifts",
                "limited_gifts",
                "unique_gifts",
                "premium_subscription",
                "gifts_from_channels",
            ),
            False,
        )
        full: Json = {
            **self.json(),
            "accent_color_id": 0,
            "max_reaction_count": 11,
            "accepted_gift_types": nothing,
        }
        if self.available_reactions is not None:
            full["available_reactions"] = [
                {"type": "emoji", "emoji": emoji} for emoji in self.available_reactions
            ]
        if self.hides_members:
            full["has_hidden_members"] = True
        if self.linked:
            full["linked_chat_id"] = self.linked.id
        if self.pinned:
            full["pinned_message"] = self.pinned[-1].json(with_reply=False)
        return full

    def next_id(self) -> int:
        """The id of the next message: each chat counts for itself."""
        self._last_id += 1
        return self._last_id

    def find(self, message_id: int) -> Message | None:
        """A message that is still there."""
        return next((each for each in self.messages if each.id == message_id and not each.deleted), None)

    # who is in it

    def member(self, user: User) -> Member:
        """Someone's standing; whoever never was here has left."""
        return self.members.get(user.id) or Member(user, "left")

    def is_inside(self, user: User) -> bool:
        """Whether someone is in it now."""
        return self.member(user).status in INSIDE

    def is_administrator(self, user: User) -> bool:
        """Whether someone is an administrator of it."""
        return self.member(user).status in {"creator", "administrator"}

    def member_users(self) -> list[User]:
        """Those who are in it, people first."""
        inside = [member.user for member in self.members.values() if member.status in INSIDE]
        return sorted(inside, key=lambda user: user.is_bot)

    # what the bot has said

    @property
    def answers(self) -> list[Message]:
        """What the bot has sent here and not deleted."""
        bot = self.world.bot
        return [message for message in self.messages if message.sender is bot and not message.deleted]

    async def answer(self, within: float = 10) -> Message:
        """The bot's next message here that no earlier call of this has given; waits for it."""
        await self.world.wait_for(lambda: len(self._sent()) > self._read, within)
        self._read += 1
        return self._sent()[self._read - 1]

    def _sent(self) -> list[Message]:
        return [
            message
            for message in self.messages
            if message.sender is self.world.bot and not message.is_service
        ]

    def __repr__(self) -> str:
        return f"<{self.kind} {self.title!r} {self.id}>"
