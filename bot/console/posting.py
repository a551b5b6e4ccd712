"""The bot's messages: sent, edited, deleted, reacted to."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from aiogram import Bot, methods
from aiogram.client.default import Default
from aiogram.exceptions import TelegramForbiddenError
from aiogram.types import Chat, ChatIdUnion, Document, InputFile, Message, MessageEntity, PhotoSize

from bot.console import strict
from bot.console.files import save
from bot.console.keyboards import keyboard_of
from bot.console.outcomes import Copy, Deleted, Edited, Output, Posted, Reacted
from bot.console.posts import Post
from bot.console.strict import Method, refuse
from bot.console.world import World

Sending = methods.SendMessage | methods.SendPhoto | methods.SendDocument
Editing = methods.EditMessageText | methods.EditMessageReplyMarkup

NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same "
    "as a current content and reply markup of the message"
)


@dataclass(frozen=True)
class Posting:
    """Answers the bot's calls about messages, and tells the output what became of them."""

    world: World
    output: Output
    folder: Path

    async def send_message(self, bot: Bot, method: methods.SendMessage) -> Message:
        """A text."""
        draft = await self._draft(bot, method)
        text = strict.check_text(method, method.text, method.entities)
        post = await self.world.append(replace(draft, text=text, entities=method.entities or ()))
        await self._show(method, post)
        return (await self.world.message(post)).as_(bot)

    async def send_photo(self, bot: Bot, method: methods.SendPhoto) -> Message:
        """A picture, copied into the folder; its width and height are not looked into."""
        post, copy = await self._send_file(bot, method, method.photo)
        name = copy.path.name
        size = PhotoSize(file_id=name, file_unique_id=name, width=0, height=0, file_size=copy.size)
        return (await self.world.message(post)).model_copy(update={"photo": [size]}).as_(bot)

    async def send_document(self, bot: Bot, method: methods.SendDocument) -> Message:
        """A file, copied into the folder."""
        post, copy = await self._send_file(bot, method, method.document)
        name = copy.path.name
        document = Document(file_id=name, file_unique_id=name, file_name=copy.name, file_size=copy.size)
        return (await self.world.message(post)).model_copy(update={"document": document}).as_(bot)

    async def edit_text(self, bot: Bot, method: methods.EditMessageText) -> Message:
        """Another text, and other buttons or none."""
        _refuse_markup(bot, method.parse_mode)
        post = await self._to_edit(method)
        text = strict.check_text(method, method.text, method.entities)
        if post.carries_file:
            refuse(method, "there is no text in the message to edit")
        entities = tuple(method.entities or ())
        keyboard = keyboard_of(strict.check_markup(method, method.reply_markup))
        same = post.text == text and _dumped(post.entities) == _dumped(entities)
        if same and post.keyboard == keyboard:
            refuse(method, NOT_MODIFIED)
        post = replace(post, text=text, entities=entities, keyboard=keyboard, edited=self.world.now())
        await self.world.replace(post)
        self.output.show(Edited(await self.world.place(post.chat), post.number, text, entities, keyboard))
        return (await self.world.message(post)).as_(bot)

    async def edit_buttons(self, bot: Bot, method: methods.EditMessageReplyMarkup) -> Message:
        """Other buttons, or none."""
        post = await self._to_edit(method)
        keyboard = keyboard_of(strict.check_markup(method, method.reply_markup))
        if post.keyboard == keyboard:
            refuse(method, NOT_MODIFIED)
        post = replace(post, keyboard=keyboard, edited=self.world.now())
        await self.world.replace(post)
        self.output.show(Edited(await self.world.place(post.chat), post.number, None, (), keyboard))
        return (await self.world.message(post)).as_(bot)

    async def delete(self, bot: Bot, method: methods.DeleteMessage) -> bool:
        """A message goes."""
        chat = await self.chat(method, method.chat_id)
        post = await self.world.find(chat.id, method.message_id)
        if post is None:
            refuse(method, "message to delete not found")
        await self.world.delete(post)
        self.output.show(Deleted(await self.world.place(chat.id), post.number))
        return True

    async def react(self, bot: Bot, method: methods.SetMessageReaction) -> bool:
        """A reaction, or none any more."""
        chat = await self.chat(method, method.chat_id)
        if await self.world.find(chat.id, method.message_id) is None:
            refuse(method, "message to react not found")
        emoji = strict.check_reaction(method, method.reaction)
        self.output.show(Reacted(await self.world.place(chat.id), method.message_id, emoji))
        return True

    async def chat(self, method: Method, chat_id: ChatIdUnion) -> Chat:
        """The chat that a call names.

        TelegramBadRequest: there is none. TelegramForbiddenError: the bot left it.
        """
        try:
            chat = await self.world.chat(int(chat_id))
        except ValueError:
            chat = None
        if chat is None:
            refuse(method, "chat not found")
        if not self.world.has_bot(chat.id):
            raise TelegramForbiddenError(method, "Forbidden: bot is not a member of the group chat")
        return chat

    async def _send_file(
        self, bot: Bot, method: methods.SendPhoto | methods.SendDocument, file: InputFile | str
    ) -> tuple[Post, Copy]:
        if isinstance(file, str):
            raise NotImplementedError("the terminal sends files, not their addresses")
        draft = await self._draft(bot, method)
        caption, entities = method.caption or "", method.caption_entities or ()
        strict.check_caption(method, caption, entities)
        post = await self.world.append(replace(draft, text=caption, entities=entities, carries_file=True))
        copy = await save(self.folder, bot, post.chat, post.number, file)
        await self._show(method, post, copy)
        return post, copy

    async def _draft(self, bot: Bot, method: Sending) -> Post:
        """A message to be sent, without its content: where to, in answer to what, and the buttons."""
        _refuse_markup(bot, method.parse_mode)
        chat = await self.chat(method, method.chat_id)
        if method.message_thread_id is not None and not chat.is_forum:
            refuse(method, "message thread not found")
        keyboard = keyboard_of(strict.check_markup(method, method.reply_markup))
        reply_to = await self._answered(bot, method, chat)
        return Post(chat.id, 0, None, keyboard, self.world.now(), reply_to=reply_to)

    async def _answered(self, bot: Bot, method: Sending, chat: Chat) -> int | None:
        asked = method.reply_parameters
        if asked is None or asked.message_id is None:
            return None
        if await self.world.find(chat.id, asked.message_id) is not None:
            return asked.message_id
        if not _resolved(bot, asked.allow_sending_without_reply):
            refuse(method, "message to be replied not found")
        return None

    async def _to_edit(self, method: Editing) -> Post:
        if method.chat_id is None or method.message_id is None:
            refuse(method, "MESSAGE_ID_INVALID")
        chat = await self.chat(method, method.chat_id)
        post = await self.world.find(chat.id, method.message_id)
        if post is None:
            refuse(method, "message to edit not found")
        if post.author is not None:
            refuse(method, "message can't be edited")
        return post

    async def _show(self, method: Sending, post: Post, copy: Copy | None = None) -> None:
        place, entities = await self.world.place(post.chat), tuple(post.entities)
        name, text = method.__api_method__, post.text or ""
        self.output.show(Posted(name, place, post.number, text, entities, post.keyboard, copy))


def _resolved(bot: Bot, value: Any) -> Any:
    """A value of a call, where it stands for the bot's default that default."""
    return bot.default[value.name] if isinstance(value, Default) else value


def _refuse_markup(bot: Bot, parse_mode: str | Default | None) -> None:
    if _resolved(bot, parse_mode) is not None:
        raise NotImplementedError("the terminal reads entities, not Markdown or HTML")


def _dumped(entities: Sequence[MessageEntity]) -> list[dict[str, Any]]:
    # Entities that are alike differ for pydantic where only one of them knows its bot.
    return [entity.model_dump() for entity in entities]
