"""The command menus that Telegram shows, per kind of chat and language; set only where they differ."""

from collections.abc import Sequence

from aiogram import Bot
from aiogram.types import BotCommand, BotCommandScopeAllGroupChats, BotCommandScopeAllPrivateChats

from bot.commands import commands
from bot.texts import DEFAULT_LOCALE, LOCALES, texts_for

_SCOPES = (BotCommandScopeAllPrivateChats(), BotCommandScopeAllGroupChats())


async def set_menus(bot: Bot) -> None:
    """Let Telegram offer our commands. `TelegramAPIError` where it cannot be reached."""
    for scope in _SCOPES:
        for locale in LOCALES:
            # The menu without a language is for all languages that have none of their own.
            code = None if locale == DEFAULT_LOCALE else locale
            wanted = _menu(locale)
            if await bot.get_my_commands(scope=scope, language_code=code) != wanted:
                await bot.set_my_commands(list(wanted), scope=scope, language_code=code)


def _menu(locale: str) -> Sequence[BotCommand]:
    described = commands(texts_for(locale))
    return [BotCommand(command=one.name, description=one.description) for one in described]
