"""Messages with a secret can be deleted where Telegram lets the bot."""

import random
from pathlib import Path

import pytest

from tests.polling.life import living
from tests.polling.memory import contents
from tests.quality.fakes import fake
from tests.telegram.clock import DAY
from tests.telegram.people import Person
from tests.telegram.server import Server

TOKEN = fake("github", random.Random(9))
DELETE = "Delete the message"
DELETED = "Deleted. Please revoke the secret anyway."
NOT_DELETED = "I may not delete it: in a group only an administrator may"


@pytest.fixture
def anna(telegram: Server) -> Person:
    """Somebody who tells a secret."""
    return telegram.world.person("Anna")


async def test_in_private_the_message_goes_also_after_a_restart(
    telegram: Server, tmp_path: Path, anna: Person
) -> None:
    async with living(telegram, tmp_path) as life:
        said = await anna.says(anna.private, f"CI uses {TOKEN}")
        notice = await anna.private.answer()
        await life.quiet()
    async with living(telegram, tmp_path) as life:
        press = await (await anna.presses(notice, DELETE)).answered()
        await life.quiet()
    assert (press.notice, said.deleted, notice.buttons) == (DELETED, True, [])
    assert contents(tmp_path) == ["CI uses [secret:github-token]"]


async def test_after_two_days_it_stays(telegram: Server, tmp_path: Path, anna: Person) -> None:
    async with living(telegram, tmp_path) as life:
        said = await anna.says(anna.private, f"CI uses {TOKEN}")
        notice = await anna.private.answer()
        telegram.clock.advance(2 * DAY)
        telegram.allow_refusal("message can't be deleted for everyone")
        press = await (await anna.presses(notice, DELETE)).answered()
        await life.quiet()
    assert (press.notice or "").startswith(NOT_DELETED)
    assert (said.deleted, notice.labels) == (False, [DELETE])


@pytest.mark.parametrize("may", [True, False])
async def test_in_a_group_only_where_the_bot_is_an_administrator(
    telegram: Server, tmp_path: Path, anna: Person, may: bool
) -> None:
    boris = telegram.world.person("Boris")
    team = telegram.world.group("team", members=[anna, boris], bot="administrator" if may else "member")
    async with living(telegram, tmp_path) as life:
        said = await boris.says(team, f"/remember CI uses {TOKEN}")
        notice = await team.answer()
        if not may:
            telegram.allow_refusal("message can't be deleted")
        press = await (await boris.presses(notice, DELETE)).answered()
        await life.quiet()
    assert (press.notice or "").startswith(DELETED if may else NOT_DELETED)
    assert said.deleted is may
