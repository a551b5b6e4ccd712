"""How answers go out (TELEGRAM.md rule 4): at Telegram's pace, whole, to nobody who does not want them."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.pace import Limits
from tests.polling.life import living
from tests.polling.memory import contents, rows
from tests.telegram.clock import Clock
from tests.telegram.people import Person
from tests.telegram.server import Server
from tests.telegram.texts import utf16

INACTIVE = """
    SELECT spaces.title FROM chats JOIN spaces ON spaces.pk = chats.space
    WHERE chats.inactive_since IS NOT NULL
"""


@pytest.fixture
def anna(telegram: Server) -> Person:
    """Somebody who writes to the bot."""
    return telegram.world.person("Anna")


@pytest.fixture
async def hurried_telegram() -> AsyncIterator[Server]:
    """A server whose clock runs, and which holds the bot to Telegram's pace."""
    server = Server(clock=Clock(running=True))
    server.limit_floods(burst=5)
    await server.start()
    yield server
    await server.stop()
    server.assert_clean()


# pace


async def test_answers_come_in_a_burst_and_then_one_a_second_and_none_is_lost(
    hurried_telegram: Server, tmp_path: Path
) -> None:
    anna, boris = hurried_telegram.world.person("Anna"), hurried_telegram.world.person("Boris")
    async with living(hurried_telegram, tmp_path, limits=Limits()) as life:
        for number in range(8):
            await anna.says(anna.private, f"/search word{number}")
        await boris.says(boris.private, "/search his")
        await life.quiet()
    asked = [answer.text.partition("“")[2].partition("”")[0] for answer in anna.private.answers]
    assert asked == [f"word{number}" for number in range(8)]
    calls = hurried_telegram.calls_of("sendMessage")
    sent = [call for call in calls if not call.refusal]
    annas = [call.at for call in sent if call.parameters["chat_id"] == anna.id]
    (boriss,) = [call.at for call in sent if call.parameters["chat_id"] == boris.id]
    # Five at once, then one a second; calls may take longer or shorter on their way, but no second more.
    assert annas[7] - annas[0] > 2
    # What comes too soon by a hair is refused and comes again; without a pace each of the last three would.
    assert len(calls) - len(sent) < 3
    # Another chat need not wait.
    assert boriss < annas[7]


async def test_receipts_and_answers_to_presses_wait_for_no_pace(
    hurried_telegram: Server, tmp_path: Path
) -> None:
    anna = hurried_telegram.world.person("Anna")
    async with living(hurried_telegram, tmp_path, limits=Limits()) as life:
        await anna.says(anna.private, "/lang")
        languages = await anna.private.answer()
        for number in range(7):
            await anna.says(anna.private, f"/search word{number}")
        messages = [await anna.says(anna.private, f"note {number}") for number in range(10)]
        press = await anna.presses(languages, data="old:data")
        for message in messages:
            await life.receipt(message)
        await press.answered()
        assert len(anna.private.answers) < 8
        await life.quiet()
    assert len(anna.private.answers) == 8


async def test_where_telegram_asks_for_a_pause_the_answer_comes_after_it(
    telegram: Server, tmp_path: Path, anna: Person
) -> None:
    telegram.fault("sendMessage", answer=429, retry_after=2)
    async with living(telegram, tmp_path) as life:
        for text in ("/recent", "/help"):
            await anna.says(anna.private, text)
        message = await anna.says(anna.private, "kept")
        await life.receipt(message)
        assert anna.private.answers == []
        await life.quiet()
    recent, help_page = anna.private.answers
    assert recent.text.startswith("There are no records yet")
    assert help_page.text.startswith("What I can do")
    # The second was not even tried before its turn.
    assert len(telegram.calls_of("sendMessage")) == 3


async def test_a_receipt_that_would_come_too_late_is_dropped_and_counted(
    telegram: Server, tmp_path: Path, anna: Person
) -> None:
    telegram.fault("setMessageReaction", answer=429, retry_after=6)
    with capture_logs() as logs:
        async with living(telegram, tmp_path) as life:
            message = await anna.says(anna.private, "kept")
            await life.quiet()
            assert life.app.sender.dropped == {"setMessageReaction": 1}
            life.app.sender.dropped.clear()
    assert (message.reaction, contents(tmp_path)) == (None, ["kept"])
    assert [line["event"] for line in logs] == ["not sent"]


@pytest.mark.parametrize("trouble", [500, "dropped"])
async def test_an_answer_that_does_not_get_through_is_sent_again(
    telegram: Server, tmp_path: Path, anna: Person, trouble: int
) -> None:
    telegram.fault("sendMessage", answer=trouble)
    telegram.fault("setMessageReaction", answer=trouble)
    async with living(telegram, tmp_path) as life:
        await life.receipt(await anna.says(anna.private, "kept"))
        await anna.says(anna.private, "/recent")
        await life.quiet()
    assert [answer.text.partition("\n")[0] for answer in anna.private.answers] == ["1 record"]


async def test_an_answer_that_may_have_got_through_is_not_sent_again(
    telegram: Server, tmp_path: Path, anna: Person
) -> None:
    telegram.fault("sendMessage", answer="bad json", after_effect=True)
    async with living(telegram, tmp_path) as life:
        await anna.says(anna.private, "/recent")
        await life.quiet()
        assert life.app.sender.dropped == {"sendMessage": 1}
        life.app.sender.dropped.clear()
    assert len(anna.private.answers) == 1


async def test_an_answer_that_hangs_holds_up_neither_other_chats_nor_the_loop(
    telegram: Server, tmp_path: Path, anna: Person
) -> None:
    boris = telegram.world.person("Boris")
    held = telegram.fault("sendMessage", answer="slow", when=lambda call: call["chat_id"] == anna.id)
    async with living(telegram, tmp_path) as life:
        await anna.says(anna.private, "/help")
        await held.reached()
        message = await anna.says(anna.private, "kept meanwhile")
        await boris.says(boris.private, "/help")
        await boris.private.answer()
        await life.receipt(message)
        await telegram.world.settled()
        held.release()
        await life.quiet()
    assert len(anna.private.answers) == 1


# long texts


async def test_a_long_card_comes_in_several_messages_with_the_buttons_under_the_last(
    telegram: Server, tmp_path: Path, anna: Person
) -> None:
    text = " ".join(f"배포{number}🙂" for number in range(520))
    async with living(telegram, tmp_path) as life:
        message = await anna.says(anna.private, text)
        await life.receipt(message)
        await anna.says(anna.private, "/show", reply_to=message)
        await life.quiet()
    first, last = anna.private.answers
    words = f"{first.text} {last.text}".split()
    assert [word for word in words if word.startswith("배포")] == text.split()
    assert utf16(first.text) <= 4096
    assert (first.buttons, last.labels[1:]) == ([], ["History", "Forget…"])
    # No entity was cut in two.
    ((ref,),) = rows(tmp_path, "SELECT ref FROM records")
    assert (first.marked("bold"), first.marked("code")[0]) == (["unverified"], ref)
    assert last.marked("code")[0].startswith("telegram · tg:")


# who does not want them


async def test_a_chat_that_blocked_the_bot_is_inactive_until_start(
    telegram: Server, tmp_path: Path, anna: Person
) -> None:
    async with living(telegram, tmp_path) as life:
        await anna.says(anna.private, "kept")
        await life.quiet()
        # The answer meets a chat of which Telegram has not told yet that it is closed.
        telegram.fault("sendMessage", answer=403)
        await anna.says(anna.private, "/recent")
        await life.quiet()
        assert rows(tmp_path, INACTIVE) == [("Anna",)]
        await anna.starts()
        assert (await anna.private.answer()).text.startswith("Hello, Anna!")
        assert rows(tmp_path, INACTIVE) == []


async def test_a_chat_is_inactive_from_blocking_to_unblocking(
    telegram: Server, tmp_path: Path, anna: Person
) -> None:
    async with living(telegram, tmp_path) as life:
        await life.receipt(await anna.says(anna.private, "kept"))
        await anna.blocks_bot()
        await life.quiet()
        assert rows(tmp_path, INACTIVE) == [("Anna",)]
    async with living(telegram, tmp_path) as life:
        await anna.unblocks_bot()
        await life.quiet()
        assert rows(tmp_path, INACTIVE) == []
    assert anna.private.answers == []


async def test_a_receipt_that_meets_a_block_sets_the_chat_inactive_and_what_was_said_is_kept(
    telegram: Server, tmp_path: Path, anna: Person
) -> None:
    held = telegram.fault("setMessageReaction", answer="slow")
    async with living(telegram, tmp_path) as life:
        await anna.says(anna.private, "kept")
        await held.reached()
        anna.blocked = True
        held.release()
        await life.quiet()
    assert rows(tmp_path, INACTIVE) == [("Anna",)]
    assert contents(tmp_path) == ["kept"]


async def test_a_group_is_inactive_from_putting_the_bot_out_to_taking_it_back(
    telegram: Server, tmp_path: Path, anna: Person
) -> None:
    team = telegram.world.group("team", members=[anna])
    async with living(telegram, tmp_path) as life:
        await life.receipt(await anna.says(team, "/remember it"))
        await anna.removes(telegram.world.bot, team)
        await life.quiet()
        assert rows(tmp_path, INACTIVE) == [("team",)]
        await anna.adds(telegram.world.bot, team)
        await team.answer()
        assert rows(tmp_path, INACTIVE) == []
        await anna.says(team, "/search it")
        assert (await team.answer()).text.startswith("1 record")


async def test_a_group_where_the_bot_may_not_write_is_told_nothing_and_keeps_what_it_is_told(
    telegram: Server, tmp_path: Path, anna: Person
) -> None:
    team = telegram.world.group("team", members=[anna])
    telegram.allow_refusal("not enough rights to send text messages to the chat")
    async with living(telegram, tmp_path) as life:
        await anna.mutes(telegram.world.bot, team)
        await life.receipt(await anna.says(team, "/remember it"))
        await anna.says(team, "/recent")
        await life.quiet()
        assert life.app.sender.dropped == {"sendMessage": 1}
        life.app.sender.dropped.clear()
    assert (team.answers, contents(tmp_path)) == ([], ["it"])
