"""The bot as a process: how it ends, and what it says about trouble."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from bot.polling import GRACE_SECONDS
from tests.polling.memory import contents, fresh, locked
from tests.polling.process import running
from tests.telegram.faults import Trouble
from tests.telegram.server import Server

WRONG_TOKEN = "Telegram does not know this BOT_TOKEN. @BotFather shows the right one.\n"
WAITS = "Asking Telegram for messages. While it cannot be reached, Letopis keeps trying."


def lines(errors: str) -> list[dict[str, Any]]:
    """The lines of the log, each a JSON object."""
    return [json.loads(line) for line in errors.splitlines()]


async def test_sigterm_ends_it_while_it_waits_for_updates(telegram: Server, tmp_path: Path) -> None:
    anna = telegram.world.person("Anna")
    async with running(telegram, tmp_path) as bot:
        await bot.listens()
        message = await anna.says(anna.private, "kept")
        await telegram.world.wait_for(lambda: message.reaction)
        async with asyncio.timeout(GRACE_SECONDS):
            assert await bot.told_to_stop() == (0, "")
    assert telegram.world.updates.pending == []
    assert bot.said.splitlines()[-2:] == [WAITS, f"In Telegram as @{telegram.world.bot.username}."]


async def test_sigterm_in_the_middle_of_a_batch_lets_it_be_kept_answered_and_confirmed(
    telegram: Server, tmp_path: Path
) -> None:
    people = [telegram.world.person(f"P{number}") for number in range(5)]
    team = telegram.world.group("team", members=people)
    messages = [await one.says(one.private, f"note {number}") for number, one in enumerate(people)]
    messages += [await one.says(team, f"/remember told {number}") for number, one in enumerate(people)]
    await people[0].says(people[0].private, "/help")
    held = telegram.fault("getChatMember", answer="slow")
    page = telegram.fault("sendMessage", answer="slow")
    async with running(telegram, tmp_path) as bot:
        await held.reached(60)
        bot.process.terminate()
        held.release()
        await telegram.world.settled()
        # What is on its way out may still arrive.
        await page.reached()
        page.release()
        assert await bot.ended() == (0, "")
    assert [message.reaction for message in messages] == ["👌"] * 10
    assert len(contents(tmp_path)) == 10
    assert [answer.text.partition("\n")[0] for answer in people[0].private.answers] == ["What I can do"]


async def test_sigterm_while_telegram_is_away_ends_it(telegram: Server, tmp_path: Path) -> None:
    away = telegram.fault("*", answer="dropped", times=None)
    async with running(telegram, tmp_path) as bot:
        await away.reached(60)
        async with asyncio.timeout(GRACE_SECONDS):
            status, errors = await bot.told_to_stop()
    assert status == 0
    assert {line["event"] for line in lines(errors)} <= {"Telegram cannot be reached"}
    assert bot.said.splitlines()[-1] == WAITS


@pytest.mark.parametrize("answer", [401, 404])
async def test_a_wrong_token_ends_the_start_with_one_line(
    telegram: Server, tmp_path: Path, answer: Trouble
) -> None:
    telegram.fault("*", answer=answer, times=None)
    async with running(telegram, tmp_path) as bot:
        assert await bot.ended() == (2, WRONG_TOKEN)


async def test_a_token_that_is_taken_back_later_ends_it_with_one_line_too(
    telegram: Server, tmp_path: Path
) -> None:
    anna = telegram.world.person("Anna")
    async with running(telegram, tmp_path, DEFAULT_LOCALE="ru") as bot:
        await bot.listens()
        telegram.fault("getUpdates", answer=401, times=None)
        message = await anna.says(anna.private, "kept")
        status, errors = await bot.ended()
    assert (status, len(errors.splitlines())) == (2, 1)
    assert "BOT_TOKEN" in errors
    assert (message.reaction, contents(tmp_path)) == ("👌", ["kept"])


async def test_another_poller_is_one_line_a_pause_and_no_traceback(telegram: Server, tmp_path: Path) -> None:
    anna = telegram.world.person("Anna")
    telegram.fault("getUpdates", answer=409, times=2)
    async with running(telegram, tmp_path) as bot:
        message = await anna.says(anna.private, "kept")
        await telegram.world.wait_for(lambda: message.reaction, 60)
        status, errors = await bot.told_to_stop()
    assert status == 0
    assert [(line["level"], line["event"]) for line in lines(errors)] == [
        (
            "warning",
            "another process gets the updates of this token, by polling or a webhook;"
            " stop it, or give this one its own token",
        )
    ] * 2


async def test_a_database_that_fails_ends_it_with_one_line_and_the_update_comes_again(
    telegram: Server, tmp_path: Path
) -> None:
    anna, boris = telegram.world.person("Anna"), telegram.world.person("Boris")
    url = fresh(tmp_path, lock_wait=0.1)
    async with running(telegram, tmp_path, DATABASE_URL=url) as bot:
        await bot.listens()
        with locked(tmp_path):
            await anna.says(anna.private, "hers")
            await boris.says(boris.private, "his")
            status, errors = await bot.ended()
    assert (status, len(errors.splitlines())) == (2, 1)
    assert errors.startswith("Another program holds the database")
    assert len(telegram.world.updates.pending) == 2
