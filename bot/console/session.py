"""Telegram's side of the bot's calls: a session of aiogram's that answers them from the terminal's world."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from pathlib import Path
from typing import Any, cast

from aiogram import Bot, methods
from aiogram.client.session.base import BaseSession
from aiogram.enums import ChatType
from aiogram.methods import TelegramMethod
from aiogram.methods.base import TelegramType
from aiogram.types import (
    AcceptedGiftTypes,
    BotCommand,
    BotCommandScopeDefault,
    ChatFullInfo,
    InlineQueryResultUnion,
    InputTextMessageContent,
    ResultChatMemberUnion,
    User,
)

from bot.console import strict
from bot.console.members import standing
from bot.console.outcomes import Left, Noticed, Output, Suggested, Suggestion
from bot.console.posting import Posting
from bot.console.strict import refuse
from bot.console.world import BOT, World

Answer = Callable[[Bot, Any], Awaitable[Any]]
Commanding = methods.GetMyCommands | methods.SetMyCommands | methods.DeleteMyCommands

TOO_OLD = "query is too old and response timeout expired or query ID is invalid"


class ConsoleSession(BaseSession):
    """Does what Telegram would do, as strictly, and tells an output of it.

    Raises aiogram's own exceptions where Telegram would refuse, NotImplementedError for what it cannot do.
    """

    def __init__(self, world: World, output: Output, folder: Path) -> None:
        super().__init__()
        self._world = world
        self._output = output
        self._posting = Posting(world, output, folder)
        self._commands: dict[tuple[str, str | None], list[BotCommand]] = {}
        self._answers: dict[type[TelegramMethod[Any]], Answer] = {
            methods.GetMe: self._get_me,
            methods.SendMessage: self._posting.send_message,
            methods.SendPhoto: self._posting.send_photo,
            methods.SendDocument: self._posting.send_document,
            methods.EditMessageText: self._posting.edit_text,
            methods.EditMessageReplyMarkup: self._posting.edit_buttons,
            methods.DeleteMessage: self._posting.delete,
            methods.SetMessageReaction: self._posting.react,
            methods.SendChatAction: self._send_chat_action,
            methods.AnswerCallbackQuery: self._answer_press,
            methods.AnswerInlineQuery: self._answer_inline,
            methods.GetChat: self._get_chat,
            methods.GetChatMember: self._get_chat_member,
            methods.LeaveChat: self._leave,
            methods.GetMyCommands: self._get_commands,
            methods.SetMyCommands: self._set_commands,
            methods.DeleteMyCommands: self._delete_commands,
        }

    async def make_request(
        self,
        bot: Bot,
        method: TelegramMethod[TelegramType],
        timeout: int | None = None,  # noqa: ASYNC109  aiogram's own signature
    ) -> TelegramType:
        """Answer a call of the bot's."""
        answer = self._answers.get(type(method))
        if answer is None:
            raise NotImplementedError(f"the terminal does not answer {method.__api_method__}")
        return cast(TelegramType, await answer(bot, method))

    def stream_content(
        self,
        url: str,
        headers: dict[str, Any] | None = None,
        timeout: int = 30,
        chunk_size: int = 65536,
        raise_for_status: bool = True,
    ) -> AsyncGenerator[bytes, None]:
        """NotImplementedError: there is nothing to download."""
        raise NotImplementedError("the terminal downloads nothing")

    async def close(self) -> None:
        """Nothing is held open."""

    async def _get_me(self, bot: Bot, method: methods.GetMe) -> User:
        return BOT

    async def _send_chat_action(self, bot: Bot, method: methods.SendChatAction) -> bool:
        await self._posting.chat(method, method.chat_id)
        return True

    async def _answer_press(self, bot: Bot, method: methods.AnswerCallbackQuery) -> bool:
        if not self._world.awaits(method.callback_query_id):
            refuse(method, TOO_OLD)
        text = method.text or ""
        if len(text) > strict.NOTICE_LIMIT:
            refuse(method, "MESSAGE_TOO_LONG")
        self._output.show(Noticed(text, bool(method.show_alert)))
        return True

    async def _answer_inline(self, bot: Bot, method: methods.AnswerInlineQuery) -> bool:
        if not self._world.awaits(method.inline_query_id):
            refuse(method, TOO_OLD)
        strict.check_results(method, method.results, method.next_offset)
        self._output.show(Suggested(tuple(_suggestion(result) for result in method.results)))
        return True

    async def _get_chat(self, bot: Bot, method: methods.GetChat) -> ChatFullInfo:
        chat = await self._posting.chat(method, method.chat_id)
        none = dict.fromkeys(AcceptedGiftTypes.model_fields, False)
        return ChatFullInfo(
            **chat.model_dump(exclude_none=True),
            accent_color_id=0,
            max_reaction_count=1,
            accepted_gift_types=AcceptedGiftTypes(**none),
        )

    async def _get_chat_member(self, bot: Bot, method: methods.GetChatMember) -> ResultChatMemberUnion:
        chat = await self._posting.chat(method, method.chat_id)
        user = await self._world.user(method.user_id)
        if user is None:
            refuse(method, "user not found")
        there = user.id == BOT.id or await self._world.is_member(chat.id, user.id)
        return standing(user, chat, there)

    async def _leave(self, bot: Bot, method: methods.LeaveChat) -> bool:
        chat = await self._posting.chat(method, method.chat_id)
        if chat.type == ChatType.PRIVATE:
            refuse(method, "chat member status can't be changed in private chats")
        self._world.set_member(chat.id, BOT.id, False)
        self._output.show(Left(await self._world.place(chat.id)))
        return True

    async def _get_commands(self, bot: Bot, method: methods.GetMyCommands) -> list[BotCommand]:
        return self._commands.get(_audience(method), [])

    async def _set_commands(self, bot: Bot, method: methods.SetMyCommands) -> bool:
        self._commands[_audience(method)] = method.commands
        return True

    async def _delete_commands(self, bot: Bot, method: methods.DeleteMyCommands) -> bool:
        self._commands.pop(_audience(method), None)
        return True


def _audience(method: Commanding) -> tuple[str, str | None]:
    """Whom a list of commands is for: its scope and language."""
    scope = method.scope or BotCommandScopeDefault()
    return scope.model_dump_json(exclude_none=True), method.language_code


def _suggestion(result: InlineQueryResultUnion) -> Suggestion:
    content = getattr(result, "input_message_content", None)
    return Suggestion(
        title=getattr(result, "title", None) or "",
        description=getattr(result, "description", None) or "",
        text=content.message_text if isinstance(content, InputTextMessageContent) else "",
    )
