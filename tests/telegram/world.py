"""The world around the bot: who there is, which chats, what was said."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import TypeVar

from tests.telegram.chats import INSIDE, Chat, Kind, Member, Status
from tests.telegram.clock import Clock
from tests.telegram.files import Files
from tests.telegram.hearing import hears
from tests.telegram.messages import Message
from tests.telegram.people import Person
from tests.telegram.queries import Press, Queries
from tests.telegram.schema import Json
from tests.telegram.updates import Updates
from tests.telegram.users import Bot, User

T = TypeVar("T")

_FIRST_PERSON = 100_000_001
_FIRST_GROUP = -4_000_000_001
_FIRST_SUPERGROUP = -1_001_000_000_001


class World:
    """People, chats and messages, and the bot among them."""

    def __init__(self, bot: Bot, clock: Clock) -> None:
        self.bot = bot
        self.clock = clock
        self.updates = Updates(clock, self.changed)
        self.files = Files()
        self.queries = Queries(clock, self.changed)
        self.people: dict[int, Person] = {}
        self.chats: dict[int, Chat] = {}
        self.presses: list[Press] = []
        self._groups = 0
        self._numbers = 0
        self._waiting: set[asyncio.Future[None]] = set()

    # who there is

    def person(
        self,
        name: str,
        *,
        language_code: str | None = None,
        username: str | None = None,
        started: bool = True,
        hidden_in_forwards: bool = False,
    ) -> Person:
        """A new person. Unless told otherwise they have started the bot some time ago."""
        first, _, last = name.partition(" ")
        new = Person(_FIRST_PERSON + len(self.people), first, last or None, username, language_code)
        new.world, new.started, new.hidden_in_forwards = self, started, hidden_in_forwards
        self.people[new.id] = new
        new.private = self.new_chat(new.id, "private", new.name, [new, self.bot])
        return new

    def other_bot(self, name: str, username: str) -> Person:
        """A bot that is not under test, driven like a person."""
        new = self.person(name, username=username)
        new.is_bot = True
        return new

    # where they meet

    def group(
        self,
        title: str,
        *,
        members: Iterable[User] = (),
        admins: Iterable[User] = (),
        kind: Kind = "supergroup",
        bot: Status | None = "member",
        topics: bool = False,
        username: str | None = None,
        linked: Chat | None = None,
    ) -> Chat:
        """A group that has been there for some time; the bot was told nothing of how it came about.

        The first administrator is its creator, or the first member where there is none. `bot` is the bot's
        standing: `member`, `administrator`, or None where it was never in the group.
        """
        self._groups += 1
        first = _FIRST_GROUP if kind == "group" else _FIRST_SUPERGROUP
        admins = list(admins)
        people = list(dict.fromkeys([*admins, *members]))
        new = self.new_chat(first - self._groups, kind, title, people, username=username)
        for number, admin in enumerate(admins):
            new.members[admin.id].status = "administrator" if number else "creator"
        if people and not admins:
            new.members[people[0].id].status = "creator"
        if bot:
            new.members[self.bot.id] = Member(self.bot, bot, reads_all=not self.bot.privacy)
        if topics:
            new.topics = {}
        if linked:
            new.linked, linked.linked = linked, new
        return new

    def channel(self, title: str, *, admins: Iterable[User] = (), bot: Status | None = None) -> Chat:
        """A channel. The bot is one of its administrators, or not in it."""
        return self.group(title, admins=admins, kind="channel", bot=bot)

    def new_chat(
        self, chat_id: int, kind: Kind, title: str, users: Iterable[User], *, username: str | None = None
    ) -> Chat:
        members = {user.id: Member(user, "member") for user in users}
        self.chats[chat_id] = Chat(self, chat_id, kind, title, username, members)
        return self.chats[chat_id]

    def next_number(self) -> int:
        """A number that was not given before."""
        self._numbers += 1
        return self._numbers

    def enter(self, chat: Chat, user: User) -> None:
        """Put someone into a chat as if they had long been there."""
        chat.members[user.id] = Member(user, "member")

    def find(self, name: str) -> Chat | Person:
        """A person by name, or a chat by title."""
        named: list[Chat | Person] = [
            each for each in self.people.values() if name in {each.name, each.first_name}
        ]
        named += [chat for chat in self.chats.values() if chat.kind != "private" and chat.title == name]
        if not named:
            raise LookupError(f"nobody and no chat is called {name!r}")
        return named[-1]

    # what happens

    def post(
        self,
        chat: Chat,
        sender: User,
        content: Json,
        *,
        reply_to: Message | None = None,
        topic: int | None = None,
        told: bool = True,
    ) -> Message:
        """Put a message into a chat, and tell the bot of it if it hears it."""
        data: Json = {"message_id": chat.next_id(), "date": self.clock.unix, "chat": chat.json()}
        # In a channel nobody but the channel itself is seen to speak.
        as_channel = chat.kind == "channel"
        data |= {"sender_chat": data["chat"]} if as_channel else {"from": sender.json(with_language=True)}
        thread, reply_to = _thread(chat, reply_to, topic)
        message = Message(chat, data["message_id"], sender, {**data, **thread, **content}, reply_to)
        chat.messages.append(message)
        if told:
            self.tell(message)
        self.changed()
        return message

    def tell(self, message: Message, *, edited: bool = False) -> None:
        """Tell the bot of a message, new or edited, if it hears it."""
        if hears(self.bot, message):
            kind = "channel_post" if message.chat.kind == "channel" else "message"
            self.updates.put(f"edited_{kind}" if edited else kind, message.chat.id, message.json())
        self.changed()

    def rank(self, actor: User, chat: Chat, user: User, status: Status) -> None:
        """Change someone's standing, and tell the bot of it: of its own always, of others' if it is told."""
        old = chat.member(user)
        new = Member(user, status, reads_all=user is self.bot and not self.bot.privacy)
        if old.status in INSIDE:
            # How much a bot reads is settled when it comes in.
            new.reads_all = old.reads_all
        chat.members[user.id] = new
        change = {"chat": chat.json(), "from": actor.json(with_language=True), "date": self.clock.unix}
        change |= {"old_chat_member": old.json(), "new_chat_member": new.json()}
        if user is self.bot:
            self.updates.put("my_chat_member", chat.id, change)
        elif chat.is_administrator(self.bot):
            self.updates.put("chat_member", chat.id, change)
        self.changed()

    def depart(self, actor: User, chat: Chat, user: User, status: Status) -> Message:
        """Let someone go out of a group, or be thrown out; the group is told of it."""
        was_inside = chat.is_inside(self.bot)
        message = self.post(chat, actor, {"left_chat_member": user.json()}, told=False)
        self.rank(actor, chat, user, status)
        if was_inside:
            self.tell(message)
        return message

    # waiting for the bot

    def changed(self) -> None:
        """Something happened: let those who wait look again."""
        waiting, self._waiting = self._waiting, set()
        for future in waiting:
            if not future.done():
                future.set_result(None)

    async def wait_for(self, predicate: Callable[[], T | None], within: float = 10) -> T:
        """What the predicate gives, as soon as it is true. It is asked again whenever something happens."""
        try:
            async with asyncio.timeout(within):
                while not (found := predicate()):
                    future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
                    self._waiting.add(future)
                    await future
        except TimeoutError:
            last = [repr(chat.messages[-3:]) for chat in self.chats.values() if chat.messages]
            raise AssertionError(f"waited {within} s in vain; last messages: {'; '.join(last)}") from None
        return found

    async def settled(self, within: float = 10) -> None:
        """Wait until the bot has confirmed every update."""
        await self.wait_for(lambda: not self.updates.pending, within)


def _thread(chat: Chat, reply_to: Message | None, topic: int | None) -> tuple[Json, Message | None]:
    """The thread that a message belongs to, as Telegram tells it, and what it replies to.

    In a topic, a message that replies to nothing is shown as a reply to the one that opened the topic.
    Elsewhere in a supergroup a reply carries a thread too, which is none that one may send to.
    """
    if chat.kind != "supergroup":
        return {}, reply_to
    if topic is None and reply_to:
        topic = reply_to.topic
    if topic is not None:
        return {"message_thread_id": topic, "is_topic_message": True}, reply_to or chat.find(topic)
    if reply_to:
        return {"message_thread_id": reply_to.thread or reply_to.id}, reply_to
    return {}, None
