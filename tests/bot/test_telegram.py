"""The bot in Telegram, over HTTP: as a process, and with all that only Telegram asks for."""

import asyncio
import re
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.cli.process import environment
from tests.telegram.server import Server
from tests.telegram.world import World

STARTING = 60
"""Seconds until the process listens, on a slow machine."""


@asynccontextmanager
async def living(telegram: Server, folder: Path) -> AsyncIterator[World]:
    """The world, while the bot polls it as a process; a signal ends that, and the process ends well."""
    settings = {"BOT_TOKEN": telegram.token, "TELEGRAM_API_URL": telegram.url}
    command = [sys.executable, "-m", "bot", "run"]
    process = await asyncio.create_subprocess_exec(
        *command, cwd=folder, env=environment(settings), stdout=asyncio.subprocess.PIPE
    )
    try:
        await telegram.world.wait_for(lambda: telegram.world.updates.is_polled or None, STARTING)
        yield telegram.world
        process.send_signal(signal.SIGTERM)
        await process.communicate()
        assert process.returncode == 0
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()


async def test_people_keep_ask_press_and_meet_in_groups_over_a_restart(
    telegram: Server, tmp_path: Path
) -> None:
    anna, boris = telegram.world.person("Anna", language_code="ru"), telegram.world.person("Boris")
    team = telegram.world.group("team", members=[anna, boris], bot=None)
    async with living(telegram, tmp_path) as world:
        kept = await anna.says(anna.private, "Прод катится по пятницам")
        assert await world.wait_for(lambda: kept.reaction) == "👌"
        await anna.says(anna.private, "когда катится прод?")
        found = await anna.private.answer()
        assert found.text.startswith("1 запись · когда катится прод?")
        await (await anna.presses(found, "1")).answered()
        card = await anna.private.answer()
        assert "Прод катится по пятницам" in card.text

        await anna.adds(world.bot, team)
        assert (await team.answer()).text.startswith("Здравствуйте!")
        told = await boris.says(team, "/remember@letopis_bot staging is by systemd")
        assert await world.wait_for(lambda: told.reaction) == "👌"
        await boris.says(team, "chatter")
        await world.settled()
        assert {scope for scope, _ in world.bot.commands} >= {"all_private_chats", "all_group_chats"}

    await boris.says(boris.private, "/recent")
    async with living(telegram, tmp_path) as world:
        recent = await boris.private.answer()
        assert re.findall(r"📝 (.+)", recent.text) == ["staging is by systemd"]
        assert "team · Boris" in recent.text
        await boris.leaves(team)
        await boris.says(boris.private, "/search staging")
        assert (await boris.private.answer()).text.startswith("Nothing found")
        repeated = next(one for one in world.updates.made if one.body.get("text", "").startswith("Прод"))
        world.updates.repeat(repeated)
        await world.settled()
        await anna.says(anna.private, "/search прод")
        assert (await anna.private.answer()).text.startswith("1 запись")
