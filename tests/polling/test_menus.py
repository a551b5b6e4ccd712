"""The command menus, per kind of chat and language: set only where they differ."""

from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.commands import commands
from bot.texts import LOCALES, texts_for
from tests.polling.life import living
from tests.polling.memory import contents
from tests.telegram.faults import Trouble
from tests.telegram.server import Server

MENUS = 2 * len(LOCALES)
"""Two kinds of chat, each in all languages."""


def described(locale: str) -> dict[str, str]:
    """The commands with their descriptions in a language."""
    return {one.name: one.description for one in commands(texts_for(locale))}


async def test_people_are_offered_the_commands_in_their_language_wherever_they_are(
    telegram: Server, tmp_path: Path
) -> None:
    people = {
        code: telegram.world.person(f"P {code}", language_code=code) for code in ("ru", "ko", "en", "de")
    }
    team = telegram.world.group("team", members=people.values())
    async with living(telegram, tmp_path):
        pass
    for code, person in people.items():
        wanted = described(code if code in LOCALES else "en")
        for chat in (person.private, team):
            assert telegram.world.bot.menu(chat, person) == wanted


async def test_menus_are_set_once_and_not_again_at_the_next_start(telegram: Server, tmp_path: Path) -> None:
    async with living(telegram, tmp_path):
        pass
    assert len(telegram.calls_of("setMyCommands")) == MENUS
    async with living(telegram, tmp_path):
        pass
    assert len(telegram.calls_of("setMyCommands")) == MENUS
    assert len(telegram.calls_of("getMyCommands")) == 2 * MENUS


async def test_a_menu_that_somebody_changed_is_set_anew_and_no_other(
    telegram: Server, tmp_path: Path
) -> None:
    async with living(telegram, tmp_path):
        pass
    telegram.world.bot.commands["all_group_chats", "ko"] = [{"command": "old", "description": "of old"}]
    async with living(telegram, tmp_path):
        pass
    again = telegram.calls_of("setMyCommands")[MENUS:]
    assert [(call.parameters["scope"], call.parameters["language_code"]) for call in again] == [
        ({"type": "all_group_chats"}, "ko")
    ]


async def test_menus_of_single_chats_are_left_alone(telegram: Server, tmp_path: Path) -> None:
    anna = telegram.world.person("Anna")
    menu = [{"command": "own", "description": "an own menu"}]
    telegram.world.bot.commands[f"chat:{anna.id}", ""] = menu
    async with living(telegram, tmp_path):
        pass
    assert telegram.world.bot.menu(anna.private, anna) == {"own": "an own menu"}


@pytest.mark.parametrize("trouble", [429, 400])
async def test_menus_that_telegram_does_not_want_now_hold_up_nobody(
    telegram: Server, tmp_path: Path, trouble: Trouble
) -> None:
    anna = telegram.world.person("Anna")
    telegram.fault("setMyCommands", answer=trouble, retry_after=3600)
    message = await anna.says(anna.private, "kept")
    with capture_logs() as logs:
        async with living(telegram, tmp_path) as life:
            await life.receipt(message)
    assert [line["event"] for line in logs] == ["menus are not set"]
    assert (life.pauses, contents(tmp_path)) == ([], ["kept"])
    async with living(telegram, tmp_path):
        pass
    assert telegram.world.bot.menu(anna.private, anna) == described("en")
