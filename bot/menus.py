"""The command menus that Telegram shows, per kind of chat and language; set only where they differ."""

from collections.abc import Mapping

import structlog
from aiogram import Bot
from aiogram.exceptions import TelegramBadRequest, TelegramRetryAfter
from aiogram.types import (
    BotCommand,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
    BotCommandScopeUnion,
)

from bot.commands import commands
from bot.texts import DEFAULT_LOCALE, LOCALES, texts_for

_log = structlog.get_logger()
_SCOPES = (BotCommandScopeAllPrivateChats(), BotCommandScopeAllGroupChats())


async def set_menus(bot: Bot) -> None:
    """Let Telegram offer our commands. `TelegramAPIError` where it cannot be reached.

    Where it wants no menus now they wait for the next start: people must not wait for them.
    """
    try:
        for scope in _SCOPES:
            for locale in LOCALES:
                # The menu without a language is for all languages that have none of their own.
                await _set_menu(bot, scope, None if locale == DEFAULT_LOCALE else locale, _menu(locale))
    except (TelegramRetryAfter, TelegramBadRequest) as error:
        _log.warning("menus are not set", reason=type(error).__name__)


async def _set_menu(
    bot: Bot, scope: BotCommandScopeUnion, code: str | None, wanted: Mapping[str, str]
) -> None:
    shown = await bot.get_my_commands(scope=scope, language_code=code)
    # Not compared as they are: what comes from Telegram carries its bot.
    if [(one.command, one.description) for one in shown] != list(wanted.items()):
        menu = [BotCommand(command=name, description=description) for name, description in wanted.items()]
        await bot.set_my_commands(menu, scope=scope, language_code=code)


def _menu(locale: str) -> Mapping[str, str]:
    return {one.name: one.description for one in commands(texts_for(locale))}
