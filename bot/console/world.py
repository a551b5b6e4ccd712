"""The terminal's Telegram: people, chats and messages.

Numbers and buttons of messages are in the store and outlive the process. Texts are in memory alone, those of
the latest messages, since a forgotten text must not stay anywhere.
"""

from collections import OrderedDict, deque
from dataclasses import replace
from datetime import datetime
from typing import Any

from aiogram.enums import ChatType
from aiogram.types import Chat, Message, MessageOriginUser, User

from bot.console.keyboards import from_json, markup_of, to_json
from bot.console.outcomes import Place
from bot.console.posts import Post
from core.guard import clean
from core.ports import Clock
from core.records import content_hash
from core.spaces import LOCAL_IDS_FROM, SpaceKind, local_group, local_visitor
from core.storage import Connection, Store, spaces, terminal

REMEMBERED = 2_000
"""Messages, of all chats together, whose texts are in memory."""
QUERIES = 100
"""Presses and inline queries that can still be answered."""
LAST_NUMBER = 2**31 - 1
"""The highest message number that an update from outside may bring in: Telegram's are 32 bits wide."""
LAST_CHAT = 2**53
"""Chat numbers from outside lie below, either way: https://core.telegram.org/bots/api#chat and local ones."""

BOT = User(
    id=LOCAL_IDS_FROM,
    is_bot=True,
    first_name="Letopis",
    username="letopis_bot",
    can_join_groups=True,
    can_read_all_group_messages=True,
    supports_inline_queries=True,
)


class World:
    """Who and what there is."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._users: dict[int, User] = {BOT.id: BOT}
        self._chats: dict[int, Chat] = {}
        self._posts: OrderedDict[tuple[int, int], Post] = OrderedDict()
        self._deleted: set[tuple[int, int]] = set()
        self._queries: deque[str] = deque(maxlen=QUERIES)
        self._members: dict[tuple[int, int], bool] = {}
        self._open: dict[int, int] = {}

    def now(self) -> datetime:
        """The time as Telegram dates things: in whole seconds."""
        return self._clock.now().replace(microsecond=0)

    def person(self, name: str) -> User:
        """The local person of that name."""
        return self.meet(User(id=local_visitor(name).external_id, is_bot=False, first_name=name))

    def private_chat(self, person: User) -> Chat:
        """The person's chat with the bot."""
        return self.visit(Chat(id=person.id, type=ChatType.PRIVATE, first_name=person.first_name))

    def group(self, name: str) -> Chat:
        """The local group of that name."""
        return self.visit(Chat(id=local_group(name).external_id, type=ChatType.GROUP, title=name))

    def meet(self, user: User) -> User:
        """Know a person from now on."""
        self._users[user.id] = user
        return user

    def visit(self, chat: Chat) -> Chat:
        """Know a chat from now on."""
        self._chats[chat.id] = chat
        return chat

    async def user(self, number: int) -> User | None:
        """The person of that number, from memory or from the store."""
        if number not in self._users and _is_sane(number):
            name = await self._store.read(lambda connection: terminal.name_of(connection, number))
            if name is not None:
                self.meet(User(id=number, is_bot=False, first_name=name))
        return self._users.get(number)

    async def chat(self, number: int) -> Chat | None:
        """The chat of that number, from memory or from the store."""
        if number not in self._chats and _is_sane(number):
            known = await self._store.read(lambda connection: terminal.chat_of(connection, number))
            if known is not None and known.kind is SpaceKind.PRIVATE:
                self.visit(Chat(id=number, type=ChatType.PRIVATE, first_name=known.title))
            elif known is not None:
                self.visit(Chat(id=number, type=ChatType.GROUP, title=known.title))
        return self._chats.get(number)

    async def place(self, number: int) -> Place:
        """The chat as people name it, where there is one."""
        chat = await self.chat(number)
        assert chat is not None
        name = chat.title or chat.first_name or str(number)
        return Place(number, name, is_group=chat.type != ChatType.PRIVATE)

    async def language(self, person: int) -> str | None:
        """The language that the person has chosen for their own chat."""
        return await self._store.read(lambda connection: spaces.locale_of(connection, person))

    async def is_bot_new(self, chat: int) -> bool:
        """Whether the bot has yet to be added to the chat: nothing was ever said there, or it has left."""
        known = self._members.get((chat, BOT.id))
        if known is None:
            return await self._store.read(lambda connection: terminal.last_number(connection, chat)) == 0
        return not known

    async def is_member(self, chat: int, person: int) -> bool:
        """Whether the person is in the chat: as this run left it, else as memory has it."""
        if chat == person:
            return True
        known = self._members.get((chat, person))
        if known is None:
            return await self._store.read(lambda connection: terminal.is_member(connection, chat, person))
        return known

    def has_bot(self, chat: int) -> bool:
        """Whether the bot is in the chat; it is, until it leaves."""
        return self._members.get((chat, BOT.id), True)

    def set_member(self, chat: int, person: int, present: bool) -> None:
        """Let a person, or the bot, come or go."""
        self._members[chat, person] = present

    def expect(self, query: str) -> str:
        """Let a press or an inline query wait for its answer."""
        self._queries.append(query)
        return query

    def awaits(self, query: str) -> bool:
        """Whether a press or an inline query can still be answered."""
        return query in self._queries

    async def append(self, post: Post) -> Post:
        """Give a message the chat's next number and keep it. The number handed in does not count.

        The number is durable before the bot hears of the message: else a process that dies would give it to
        another message later, which would pass for the old one.
        """

        def run(connection: Connection) -> int:
            number = terminal.last_number(connection, post.chat) + 1
            terminal.add(connection, post.chat, number, post.author, to_json(post.keyboard))
            return number

        return self._remember(replace(post, number=await self._store.write(run)))

    async def append_typed(self, post: Post) -> Post:
        """The same for what a person types.

        Telegram gives a message again that a bot died over; here a person types it again. So the text of the
        last message that a process died over is the same message when it comes again, and is not kept twice.
        """
        digest = content_hash(clean(post.text or "").text.encode("utf-8", "replace").decode())
        author = post.author or 0

        def run(connection: Connection) -> int:
            again = terminal.find_open(connection, post.chat, author, digest)
            terminal.settle(connection, post.chat)
            if again is not None and again != self._open.get(post.chat):
                return again
            number = terminal.last_number(connection, post.chat) + 1
            terminal.add(connection, post.chat, number, author, to_json(post.keyboard), digest)
            return number

        number = await self._store.write(run)
        self._open[post.chat] = number
        return self._remember(replace(post, number=number))

    async def settle(self) -> None:
        """Note that all that was typed was dealt with."""

        def run(connection: Connection) -> None:
            for chat in self._open:
                terminal.settle(connection, chat)

        await self._store.write(run)

    async def receive(self, post: Post) -> None:
        """Keep a message that came from outside with a number of its own."""
        if not (0 < post.number <= LAST_NUMBER and _is_sane(post.chat)):
            return

        def run(connection: Connection) -> None:
            if terminal.find(connection, post.chat, post.number) is None:
                terminal.add(connection, post.chat, post.number, post.author, to_json(post.keyboard))

        await self._store.write(run)
        self._remember(post)

    async def find(self, chat: int, number: int) -> Post | None:
        """A message; without its text where it is of an earlier run, or of long ago."""
        if (chat, number) in self._deleted or not (0 < number <= LAST_NUMBER):
            return None
        if (chat, number) in self._posts:
            return self._posts[chat, number]
        row = await self._store.read(lambda connection: terminal.find(connection, chat, number))
        return None if row is None else Post(chat, number, row[0], from_json(row[1]))

    async def replace(self, post: Post) -> None:
        """Put another text or other buttons into a message."""
        await self._write_buttons(post, to_json(post.keyboard))
        self._remember(post)

    async def delete(self, post: Post) -> None:
        """Take a message away. Its number stays taken; after a restart it shows again, without text."""
        await self._write_buttons(post, [])
        self._posts.pop((post.chat, post.number), None)
        self._deleted.add((post.chat, post.number))

    async def last_by(self, chat: int, person: int) -> int | None:
        """The number of the person's last message in the chat."""
        return await self._store.read(lambda connection: terminal.last_by(connection, chat, person))

    async def last_with_buttons(self, chat: int) -> int | None:
        """The number of the last message in the chat that has buttons."""
        return await self._store.read(lambda connection: terminal.last_with_buttons(connection, chat))

    async def message(self, post: Post) -> Message:
        """The message as Telegram would show it to the bot, with the message that it answers."""
        answered = None if post.reply_to is None else await self.find(post.chat, post.reply_to)
        above = None if answered is None else await self._plain(answered)
        return (await self._plain(post)).model_copy(update={"reply_to_message": above})

    async def _plain(self, post: Post) -> Message:
        chat = await self.chat(post.chat)
        assert chat is not None
        entities = list(post.entities) or None
        return Message(
            message_id=post.number,
            date=post.date,
            chat=chat,
            from_user=BOT if post.author is None else await self._known(post.author),
            forward_origin=await self._origin(post),
            text=None if post.carries_file else post.text,
            entities=None if post.carries_file else entities,
            caption=post.text if post.carries_file else None,
            caption_entities=entities if post.carries_file else None,
            edit_date=None if post.edited is None else int(post.edited.timestamp()),
            reply_markup=markup_of(post.keyboard),
        )

    async def _origin(self, post: Post) -> MessageOriginUser | None:
        if post.origin is None:
            return None
        return MessageOriginUser(date=post.date, sender_user=await self._known(post.origin))

    async def _known(self, person: int) -> User:
        return await self.user(person) or User(id=person, is_bot=False, first_name=str(person))

    async def _write_buttons(self, post: Post, buttons: Any) -> None:
        await self._store.write(
            lambda connection: terminal.set_buttons(connection, post.chat, post.number, buttons)
        )

    def _remember(self, post: Post) -> Post:
        self._posts[post.chat, post.number] = post
        self._posts.move_to_end((post.chat, post.number))
        if len(self._posts) > REMEMBERED:
            self._posts.popitem(last=False)
        return post


def _is_sane(number: int) -> bool:
    """Whether a number from outside fits into the store."""
    return -LAST_CHAT < number < LAST_CHAT
