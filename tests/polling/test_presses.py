"""Buttons outlive restarts (TELEGRAM.md rule 11): every press is answered, whatever it is of."""

from pathlib import Path

import pytest

from tests.polling.life import living
from tests.polling.memory import contents, rows
from tests.telegram.clock import DAY
from tests.telegram.people import Person
from tests.telegram.server import Server

TOO_OLD = "This button is too old. Please ask again."
STRANGERS = "Only members of this group may do that."


@pytest.fixture
def anna(telegram: Server) -> Person:
    """Somebody who presses."""
    return telegram.world.person("Anna")


async def test_buttons_work_after_a_restart(telegram: Server, tmp_path: Path, anna: Person) -> None:
    async with living(telegram, tmp_path) as life:
        for number in range(7):
            await life.receipt(await anna.says(anna.private, f"note {number}"))
        await anna.says(anna.private, "/search note")
        page = await anna.private.answer()
    async with living(telegram, tmp_path) as life:
        await (await anna.presses(page, "More →")).answered()
        await life.quiet()
        assert page.text.startswith("6–7 of 7 records")
        await (await anna.presses(page, "7")).answered()
        card = await anna.private.answer()
    async with living(telegram, tmp_path) as life:
        await (await anna.presses(card, "Forget…")).answered()
        await life.quiet()
    async with living(telegram, tmp_path) as life:
        await (await anna.presses(card, "Yes, forget it")).answered()
        await life.quiet()
        await (await anna.presses(card, "Undo")).answered()
        await life.quiet()
    assert card.text.endswith("is back, as it was.")
    assert len(contents(tmp_path)) == 7


async def test_pages_are_turned_for_a_day(telegram: Server, tmp_path: Path, anna: Person) -> None:
    async with living(telegram, tmp_path) as life:
        for number in range(7):
            await life.receipt(await anna.says(anna.private, f"note {number}"))
        await anna.says(anna.private, "/search note")
        page = await anna.private.answer()
        life.clock.advance(DAY - 60)
        assert (await (await anna.presses(page, "More →")).answered()).notice is None
        await life.quiet()
        life.clock.advance(120)
        assert (await (await anna.presses(page, "← Back")).answered()).notice == TOO_OLD
        await life.quiet()
    assert page.text.startswith("6–7 of 7 records")


@pytest.mark.parametrize("data", ["card0:7K2MQ9XA", "card1", "card1:7K2MQ9XA:more", "nonsense", "lang1:xx"])
async def test_a_button_of_another_release_or_of_nobodys_is_called_too_old(
    telegram: Server, tmp_path: Path, anna: Person, data: str
) -> None:
    async with living(telegram, tmp_path):
        await anna.says(anna.private, "/help")
        press = await anna.presses(await anna.private.answer(), data=data)
        assert (await press.answered()).notice == TOO_OLD


@pytest.mark.parametrize("gone", ["too old to be shown", "deleted"])
async def test_a_press_under_a_message_that_is_not_there_any_more_is_answered(
    telegram: Server, tmp_path: Path, anna: Person, gone: str
) -> None:
    telegram.allow_refusal("message to edit not found")
    async with living(telegram, tmp_path) as life:
        for number in range(7):
            await life.receipt(await anna.says(anna.private, f"note {number}"))
        await anna.says(anna.private, "/search note")
        page = await anna.private.answer()
        if gone == "deleted":
            await anna.deletes(page)
        for label in ("More →", "1"):
            press = await anna.presses(page, label, inaccessible=True)
            assert (await press.answered()).notice is None
        await life.quiet()
        card = anna.private.answers[-1]
        assert "note 6" in card.text
        await (await anna.presses(card, "Forget…", inaccessible=True)).answered()
        await life.quiet()


async def test_a_press_that_changes_nothing_is_answered(
    telegram: Server, tmp_path: Path, anna: Person
) -> None:
    telegram.allow_refusal("message is not modified")
    async with living(telegram, tmp_path) as life:
        for number in range(7):
            await life.receipt(await anna.says(anna.private, f"note {number}"))
        await anna.says(anna.private, "/search note")
        page = await anna.private.answer()
        data = page.button("More →")["callback_data"]
        for _ in range(2):
            await (await anna.presses(page, data=data)).answered()
        await life.quiet()
    assert page.text.startswith("6–7 of 7 records")
    assert len(anna.private.answers) == 1


async def test_a_press_that_waited_longer_than_telegram_allows_does_what_it_says_all_the_same(
    telegram: Server, tmp_path: Path, anna: Person
) -> None:
    telegram.allow_refusal("query is too old")
    async with living(telegram, tmp_path) as life:
        await life.receipt(await anna.says(anna.private, "/remember it"))
        await anna.says(anna.private, "/lang")
        languages = await anna.private.answer()
    await anna.presses(languages, "Русский")
    telegram.clock.advance(100)
    async with living(telegram, tmp_path) as life:
        await life.quiet()
    assert languages.text == "Теперь я говорю по-русски."


async def test_a_stranger_who_presses_in_a_group_is_refused(
    telegram: Server, tmp_path: Path, anna: Person
) -> None:
    team = telegram.world.group("team", members=[anna], username="public_team")
    vera = telegram.world.person("Vera")
    async with living(telegram, tmp_path) as life:
        await life.receipt(await anna.says(team, "/remember it"))
        await anna.says(team, "/recent")
        page = await team.answer()
        await anna.presses(page, "1")
        card = await team.answer()
        # In a public group anyone may look on, and press.
        telegram.world.enter(team, vera)
        press = await vera.presses(card, "Forget…")
        team.members[vera.id].status = "left"
        assert (await press.answered()).notice == STRANGERS
        await life.quiet()
        assert "Yes, forget it" not in card.labels
    assert rows(tmp_path, "SELECT name FROM people WHERE external_id = ?", vera.id) == []


async def test_rights_are_checked_at_the_press(telegram: Server, tmp_path: Path, anna: Person) -> None:
    boris, vera = telegram.world.person("Boris"), telegram.world.person("Vera")
    team = telegram.world.group("team", admins=[anna], members=[boris, vera])
    async with living(telegram, tmp_path) as life:
        await life.receipt(await boris.says(team, "/remember it"))
        await boris.says(team, "/recent")
        await boris.presses(await team.answer(), "1")
        card = await team.answer()
        first = await (await vera.presses(card, "Forget…")).answered()
        await (await anna.presses(card, "Forget…")).answered()
        await life.quiet()
        second = await (await vera.presses(card, "Yes, forget it")).answered()
        for refused in (first, second):
            assert str(refused.notice).startswith("Only the one who saved this record")
        await (await anna.presses(card, "Yes, forget it")).answered()
        await life.quiet()
    assert contents(tmp_path) == []
