"""How people come together: joining, leaving, ranks, topics, and what becomes of groups."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from tests.telegram.chats import Chat, Member
from tests.telegram.messages import Message
from tests.telegram.schema import Json
from tests.telegram.users import ANONYMOUS_ADMINISTRATOR, TELEGRAM, User

if TYPE_CHECKING:
    from tests.telegram.world import World

_TOPIC_COLOUR = 7322096


@dataclass(eq=False)
class Gatherer(User):
    """Someone who comes and goes."""

    world: World = field(init=False, repr=False)
    private: Chat = field(init=False, repr=False)
    """Their chat with the bot."""
    started: bool = field(default=True, init=False)
    """Whether they have ever written to the bot: before that it may not write to them."""
    blocked: bool = field(default=False, init=False)
    hidden_in_forwards: bool = field(default=False, init=False)
    """Whether forwards tell only their name."""

    # coming and going

    async def joins(self, chat: Chat) -> Message:
        """Come into a group."""
        return await self.adds(self, chat)

    async def adds(self, user: User, chat: Chat) -> Message:
        """Bring someone into a group: a person, or the bot."""
        self.world.rank(self, chat, user, "member")
        return self._send(chat, {"new_chat_members": [user.json()]}, None, None)

    async def leaves(self, chat: Chat) -> Message:
        """Go out of a group."""
        return self.world.depart(self, chat, self, "left")

    async def removes(self, user: User, chat: Chat) -> Message:
        """Throw someone out of a group: a person, or the bot."""
        return self.world.depart(self, chat, user, "kicked")

    async def promotes(self, user: User, chat: Chat) -> None:
        """Make someone an administrator: a person, or the bot."""
        self.world.rank(self, chat, user, "administrator")

    async def demotes(self, user: User, chat: Chat) -> None:
        """Make an administrator a plain member."""
        self.world.rank(self, chat, user, "member")

    async def mutes(self, user: User, chat: Chat) -> None:
        """Let someone write no more: a person, or the bot."""
        self.world.rank(self, chat, user, "restricted")

    async def hides(self, chat: Chat, *, hidden: bool = True) -> None:
        """Speak as the group itself from now on, as an anonymous administrator."""
        assert chat.is_administrator(self), f"{self.name} is no administrator of {chat}"
        chat.member(self).anonymous = hidden

    async def blocks_bot(self) -> None:
        """Block the bot."""
        self.blocked = True
        self.world.rank(self, self.private, self.world.bot, "kicked")

    async def unblocks_bot(self) -> None:
        """Let the bot write again."""
        self.blocked = False
        self.world.rank(self, self.private, self.world.bot, "member")

    # what becomes of groups

    async def creates(self, title: str, *members: User) -> Chat:
        """Make a basic group with these in it, perhaps the bot."""
        bot = self.world.bot
        chat = self.world.group(title, members=[self], kind="group", bot=None)
        for user in members:
            if user is bot:
                self.world.rank(self, chat, bot, "member")
            else:
                chat.members[user.id] = Member(user, "member")
        self._send(chat, {"group_chat_created": True}, None, None)
        return chat

    async def renames(self, chat: Chat, title: str) -> Message:
        """Give a group another title."""
        chat.title = title
        return self._send(chat, {"new_chat_title": title}, None, None)

    async def pins(self, message: Message) -> Message:
        """Pin a message."""
        message.chat.pinned.append(message)
        pinned = message.json(with_reply=False)
        return self._send(message.chat, {"pinned_message": pinned}, None, message.topic)

    async def opens_topic(self, chat: Chat, name: str) -> int:
        """Open a topic in a forum; its id is that of the message that says so."""
        assert chat.topics is not None, f"{chat} has no topics"
        opened = {
            "forum_topic_created": {"name": name, "icon_color": _TOPIC_COLOUR},
            "is_topic_message": True,
        }
        message = self._send(chat, opened, None, None, told=False)
        message.data["message_thread_id"] = message.id
        chat.topics[message.id] = name
        self.world.tell(message)
        return message.id

    async def deletes_topic(self, chat: Chat, topic: int) -> None:
        """Delete a topic with all that was said in it. No bot is told of it."""
        assert chat.topics is not None, f"{chat} has no topics"
        del chat.topics[topic]
        for message in chat.messages:
            message.deleted = message.deleted or message.topic == topic
        self.world.changed()

    async def upgrades(self, chat: Chat, *, first: Literal["old", "new"] = "old") -> Chat:
        """Make a basic group a supergroup: another chat with another id, in which nothing has been said.

        Both say so, and the bot may hear it from either `first`.
        """
        assert chat.kind == "group", f"{chat} is no basic group"
        world = self.world
        new = world.group(chat.title, bot=None)
        new.members = dict(chat.members)
        leave = world.post(chat, self, {"migrate_to_chat_id": new.id}, told=False)
        came: Json = {"migrate_from_chat_id": chat.id, "sender_chat": new.json()}
        arrive = world.post(new, ANONYMOUS_ADMINISTRATOR, came, told=False)
        chat.migrated_to = new
        for message in (leave, arrive) if first == "old" else (arrive, leave):
            world.tell(message)
        return new

    # how it is done

    def _send(
        self, chat: Chat, content: Json, reply_to: Message | None, topic: int | None, *, told: bool = True
    ) -> Message:
        """Put a message into a chat as this person, or as whom they speak for there."""
        self._assert_may_write(chat)
        if chat.kind == "private":
            self.started = True
        sender: User = self
        if chat.member(self).anonymous:
            sender, content = ANONYMOUS_ADMINISTRATOR, {**content, "sender_chat": chat.json()}
        message = self.world.post(chat, sender, content, reply_to=reply_to, topic=topic, told=told)
        if chat.kind == "channel" and chat.linked:
            automatic = {**message.content(), "sender_chat": chat.json(), "is_automatic_forward": True}
            self.world.post(chat.linked, TELEGRAM, {**automatic, "forward_origin": message.origin()})
        return message

    def _assert_may_write(self, chat: Chat) -> None:
        assert chat.migrated_to is None, f"{chat} has become a supergroup"
        assert not (chat is self.private and self.blocked), f"{self.name} has blocked the bot"
        self._assert_inside(chat)

    def _assert_inside(self, chat: Chat) -> None:
        assert chat.is_inside(self), f"{self.name} is not in {chat}"
