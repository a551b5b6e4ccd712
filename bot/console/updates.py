"""Updates, as Telegram would send them to the bot."""

import itertools
from dataclasses import replace
from typing import Any

from aiogram.enums import ChatType
from aiogram.types import CallbackQuery, Chat, ChatMemberUpdated, InlineQuery, Message, Update, User
from aiogram.types.update import UpdateTypeLookupError
from pydantic import ValidationError

from bot.console.entities import find_entities
from bot.console.members import standing
from bot.console.posts import Post
from bot.console.problems import Problem, WrongLine
from bot.console.world import BOT, World

QUERY_LIMIT = 256
"""Characters of an inline query: https://core.telegram.org/bots/api#inlinequery"""
PLACE_DEPTH = 5
"""How many of the innermost names say where an update is wrong."""


class Updates:
    """Makes updates, numbered from 1."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._numbers = itertools.count(1)

    async def message(self, post: Post) -> Update:
        """Somebody wrote."""
        return Update(update_id=next(self._numbers), message=await self._world.message(post))

    async def edited(self, post: Post, text: str) -> Update:
        """Somebody gave their message another text."""
        post = replace(post, text=text, entities=find_entities(text), edited=self._world.now())
        await self._world.replace(post)
        return Update(update_id=next(self._numbers), edited_message=await self._world.message(post))

    async def service(self, post: Post, person: User, joined: bool) -> Update:
        """Telegram's own message about somebody's coming or going."""
        what = {"new_chat_members": [person]} if joined else {"left_chat_member": person}
        message = (await self._world.message(post)).model_copy(update={"from_user": person, **what})
        return Update(update_id=next(self._numbers), message=message)

    async def callback_query(self, person: User, post: Post, data: str) -> Update:
        """Somebody pressed a button."""
        number = next(self._numbers)
        press = CallbackQuery(
            id=self._world.expect(str(number)),
            from_user=person,
            chat_instance=str(post.chat),
            message=await self._world.message(post),
            data=data,
        )
        return Update(update_id=number, callback_query=press)

    def inline_query(self, person: User, chat: Chat, query: str) -> Update:
        """Somebody typed after the bot's name."""
        number = next(self._numbers)
        inline = InlineQuery(
            id=self._world.expect(str(number)),
            from_user=person,
            query=query[:QUERY_LIMIT],
            offset="",
            # What Telegram calls the private chat with the very bot that is asked.
            chat_type="sender" if chat.type == ChatType.PRIVATE else chat.type,
        )
        return Update(update_id=number, inline_query=inline)

    def bot_added(self, person: User, group: Chat) -> Update:
        """The bot came into a group."""
        return Update(
            update_id=next(self._numbers), my_chat_member=self._change(person, group, BOT, joined=True)
        )

    def membership(self, person: User, group: Chat, joined: bool) -> Update:
        """Somebody came into a group, or left it."""
        return Update(update_id=next(self._numbers), chat_member=self._change(person, group, person, joined))

    async def raw(self, raw: dict[str, Any]) -> Update:
        """An update from outside; whom and what it names is known from then on.

        `WrongLine`: Telegram sends no such update.
        """
        try:
            update = Update.model_validate({"update_id": next(self._numbers), **raw})
            event = update.event
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            where = ".".join(str(part) for part in first["loc"][-PLACE_DEPTH:])
            raise WrongLine(Problem.NO_UPDATE, f"{where}: {first['msg']}") from None
        except UpdateTypeLookupError:
            raise WrongLine(Problem.NO_UPDATE, "{}") from None
        writer = getattr(event, "from_user", None)
        if isinstance(writer, User):
            self._world.meet(writer)
        match event:
            case InlineQuery(id=query):
                self._world.expect(query)
            case CallbackQuery(id=query, message=message):
                self._world.expect(query)
                if isinstance(message, Message) and not await self._is_known(message):
                    await self._receive(message)
            case Message():
                await self._receive(event)
            case _:
                pass
        return update

    async def _is_known(self, message: Message) -> bool:
        return await self._world.find(message.chat.id, message.message_id) is not None

    async def _receive(self, message: Message) -> None:
        self._world.visit(message.chat)
        writer = message.from_user
        post = Post(
            message.chat.id,
            message.message_id,
            None if writer is None or writer.id == BOT.id else writer.id,
            date=message.date,
            text=message.text or message.caption,
            entities=message.entities or message.caption_entities or (),
            carries_file=message.text is None,
            reply_to=None if message.reply_to_message is None else message.reply_to_message.message_id,
        )
        await self._world.receive(post)

    def _change(self, by: User, group: Chat, user: User, joined: bool) -> ChatMemberUpdated:
        return ChatMemberUpdated(
            chat=group,
            from_user=by,
            date=self._world.now(),
            old_chat_member=standing(user, group, not joined),
            new_chat_member=standing(user, group, joined),
        )
