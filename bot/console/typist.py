"""The person at the keyboard: what they do becomes updates, as Telegram would send them to the bot."""

from typing import assert_never

from aiogram.enums import ChatType
from aiogram.types import Chat, Update, User

from bot.clock import ShiftedClock
from bot.console import lines
from bot.console.entities import find_entities, pasted
from bot.console.keyboards import Kind, pick
from bot.console.lines import Action, Target
from bot.console.outcomes import Opened, Output
from bot.console.posts import Post
from bot.console.problems import Problem, WrongLine
from bot.console.updates import Updates
from bot.console.world import BOT, World
from bot.splitting import TEXT_LIMIT, utf16_length

FIRST_PERSON = "owner"
FORWARDED_FROM = "stranger"
"""Who wrote what `:forward` sends on: a person whom Telegram names."""


class Typist:
    """Somebody, somewhere; both change by colon commands."""

    def __init__(self, world: World, clock: ShiftedClock, output: Output) -> None:
        self._world = world
        self._clock = clock
        self._output = output
        self._updates = Updates(world)
        self.person: User = world.person(FIRST_PERSON)
        self.chat: Chat = world.private_chat(self.person)

    @property
    def is_in_group(self) -> bool:
        """Whether the chat is a group."""
        return self.chat.type != ChatType.PRIVATE

    async def act(self, action: Action) -> list[Update]:
        """Do what a line says; the updates that the bot gets of it, in their order.

        `WrongLine`: it cannot be done, and nothing has happened. `StorageError`: the store failed.
        """
        match action:
            case lines.Say(text):
                return await self._type(text)
            case lines.Reply(target, text):
                return await self._type(text, reply_to=(await self._find(target)).number)
            case lines.Forward(text):
                return await self._type(text, origin=self._world.person(FORWARDED_FROM))
            case lines.Edit(target, text):
                return await self._edit(target, text)
            case lines.Press(target, button):
                return await self._press(target, button)
            case lines.Ask(query):
                return [self._updates.inline_query(self.person, self.chat, query)]
            case lines.Deliver(raw):
                return [await self._updates.raw(raw)]
            case lines.Wait(seconds):
                self._clock.advance(seconds)
                return []
            case _:
                return await self._move(action)

    async def _move(self, action: lines.Become | lines.Enter | lines.Join | lines.Leave) -> list[Update]:
        match action:
            case lines.Become(name):
                self.person = self._world.person(name)
                return await self._enter(self.chat if self.is_in_group else None)
            case lines.Enter(group):
                return await self._enter(None if group is None else self._world.group(group))
            case lines.Join():
                return await self._join()
            case lines.Leave():
                return await self._leave()
            case _:
                assert_never(action)

    async def _type(self, text: str, reply_to: int | None = None, origin: User | None = None) -> list[Update]:
        """Send a text, a long one in several messages, of which the first is the answer."""
        await self._check_membership()
        updates: list[Update] = []
        for part in pasted(text):
            draft = Post(
                self.chat.id,
                number=0,
                author=self.person.id,
                date=self._world.now(),
                text=part,
                entities=find_entities(part),
                reply_to=None if updates else reply_to,
                origin=None if origin is None else origin.id,
            )
            updates.append(await self._updates.message(await self._world.append_typed(draft)))
        # Nobody brings a bot word of a group that it has left.
        return updates if self._world.has_bot(self.chat.id) else []

    async def _edit(self, target: Target, text: str) -> list[Update]:
        await self._check_membership()
        post = await self._find(target)
        if post.author != self.person.id or post.origin is not None:
            raise WrongLine(Problem.NOT_YOURS)
        if utf16_length(text) > TEXT_LIMIT:
            raise WrongLine(Problem.TOO_LONG)
        return [await self._updates.edited(post, text)]

    async def _press(self, target: Target, wanted: str | int) -> list[Update]:
        await self._check_membership()
        if target is None:
            target = await self._world.last_with_buttons(self.chat.id)
            if target is None:
                raise WrongLine(Problem.NO_BUTTONS)
        post = await self._find(target)
        button = pick(post.keyboard, wanted)
        if button.kind is Kind.CALLBACK:
            return [await self._updates.callback_query(self.person, post, button.data)]
        if button.kind is Kind.INLINE:
            return [self._updates.inline_query(self.person, self.chat, button.data)]
        self._output.show(Opened(button))
        return []

    async def _enter(self, group: Chat | None) -> list[Update]:
        """Go into a group, which the bot hears of where the person, or the bot itself, is new there."""
        if group is None:
            self.chat = self._world.private_chat(self.person)
            return []
        self.chat = group
        updates = []
        if await self._world.is_bot_new(group.id):
            self._world.set_member(group.id, BOT.id, True)
            updates.append(self._updates.bot_added(self.person, group))
        if not await self._world.is_member(group.id, self.person.id):
            self._world.set_member(group.id, self.person.id, True)
            updates.append(self._updates.membership(self.person, group, joined=True))
        return updates

    async def _join(self) -> list[Update]:
        self._check_group()
        if await self._world.is_member(self.chat.id, self.person.id):
            return []
        return await self._come_or_go(joined=True)

    async def _leave(self) -> list[Update]:
        self._check_group()
        if not await self._world.is_member(self.chat.id, self.person.id):
            return []
        return await self._come_or_go(joined=False)

    async def _come_or_go(self, joined: bool) -> list[Update]:
        # Telegram's own messages have no author here: nobody can edit or answer them as theirs.
        post = await self._world.append(Post(self.chat.id, 0, None, date=self._world.now()))
        self._world.set_member(self.chat.id, self.person.id, joined)
        return [
            self._updates.membership(self.person, self.chat, joined),
            await self._updates.service(post, self.person, joined),
        ]

    async def _find(self, target: Target) -> Post:
        """The message of that number; the person's own last one where the target is `last`."""
        if target is None:
            target = await self._world.last_by(self.chat.id, self.person.id)
        post = None if target is None else await self._world.find(self.chat.id, target)
        if post is None:
            raise WrongLine(Problem.NO_MESSAGE)
        return post

    def _check_group(self) -> None:
        if not self.is_in_group:
            raise WrongLine(Problem.NOT_A_GROUP)

    async def _check_membership(self) -> None:
        if self.is_in_group and not await self._world.is_member(self.chat.id, self.person.id):
            raise WrongLine(Problem.NOT_A_MEMBER)
