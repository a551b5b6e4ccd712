"""Updates by long polling (TELEGRAM.md rule 1): none lost, none twice, and nothing holds up the others."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, ClassVar

import pytest
from aiogram import Bot
from aiogram.exceptions import TelegramNotFound, TelegramUnauthorizedError
from aiogram.types import Update
from structlog.testing import capture_logs

from bot.polling import ATTEMPT_PAUSE, ATTEMPTS, FIRST_PAUSE, GRACE_SECONDS, LONGEST_PAUSE
from core.errors import DatabaseLocked
from tests.polling.life import born, bot_of, living
from tests.polling.memory import contents, execute, fresh, kept, locked, rows
from tests.telegram.faults import Fault, Trouble
from tests.telegram.schema import Json
from tests.telegram.server import Server

NOT_KEPT = "Something went wrong on my side: this message was not kept. Please send it again."
HEARD = {"message", "edited_message", "callback_query", "my_chat_member", "chat_member"}


def receipts(telegram: Server) -> list[tuple[int, int]]:
    """For which messages of which chats the bot has set its reaction, in that order."""
    calls = telegram.calls_of("setMessageReaction")
    return [(call.parameters["chat_id"], call.parameters["message_id"]) for call in calls]


def slow_member(telegram: Server, chat: int) -> Fault:
    """Let Telegram take its time over who somebody in the chat is."""
    return telegram.fault("getChatMember", answer="slow", when=lambda call: call["chat_id"] == chat)


# a batch


async def test_a_chat_that_has_to_wait_holds_up_no_other(telegram: Server, tmp_path: Path) -> None:
    anna = telegram.world.person("Anna")
    team = telegram.world.group("team", members=[anna])
    held = slow_member(telegram, team.id)
    first = await anna.says(team, "/remember held up")
    second = await anna.says(anna.private, "not held up")
    async with living(telegram, tmp_path, listening=False) as life:
        await held.reached()
        await life.receipt(second)
        held.release()
        await life.receipt(first)
    assert receipts(telegram) == [(anna.id, second.id), (team.id, first.id)]


async def test_a_chats_messages_are_kept_in_their_order(telegram: Server, tmp_path: Path) -> None:
    anna, boris = telegram.world.person("Anna"), telegram.world.person("Boris")
    team = telegram.world.group("team", members=[anna, boris])
    held = slow_member(telegram, team.id)
    await anna.says(team, "/remember first")
    await boris.says(team, "/remember second")
    other = await boris.says(boris.private, "beside them")
    async with living(telegram, tmp_path, listening=False) as life:
        await held.reached()
        await life.receipt(other)
        held.release()
        await life.quiet()
    assert contents(tmp_path) == ["beside them", "first", "second"]


async def test_a_batch_is_confirmed_only_after_its_last_commit(telegram: Server, tmp_path: Path) -> None:
    anna, boris = telegram.world.person("Anna"), telegram.world.person("Boris")
    team = telegram.world.group("team", members=[boris])
    held = slow_member(telegram, team.id)
    seen: list[tuple[int | None, int]] = []

    def look(call: Json) -> bool:
        seen.append((call.get("offset"), len(contents(tmp_path))))
        return False

    telegram.fault("getUpdates", answer=500, times=None, when=look)
    for number in range(3):
        await anna.says(anna.private, f"note {number}")
    await boris.says(team, "/remember the last")
    async with living(telegram, tmp_path, listening=False) as life:
        await held.reached()
        await life.until(lambda: len(receipts(telegram)) == 3)
        assert len(life.world.updates.pending) == 4
        held.release()
        await life.quiet()
    last = telegram.world.updates.made[-1].id
    # Asked for the first time, nothing is kept; asked for what comes after the batch, all of it is.
    assert seen[:2] == [(None, 0), (last + 1, 4)]


async def test_more_than_one_request_brings_is_handled_in_order_too(telegram: Server, tmp_path: Path) -> None:
    anna = telegram.world.person("Anna")
    for number in range(130):
        await anna.says(anna.private, f"note {number}")
    async with living(telegram, tmp_path) as life:
        await life.quiet()
    assert contents(tmp_path) == [f"note {number}" for number in range(130)]


# trouble with an update


async def test_an_update_that_fails_three_times_is_told_of_and_passed_over(
    telegram: Server, tmp_path: Path
) -> None:
    anna, boris = telegram.world.person("Anna"), telegram.world.person("Boris")
    async with living(telegram, tmp_path) as life:
        await life.receipt(await anna.says(anna.private, "before"))
        execute(tmp_path, "UPDATE spaces SET kind = 'nonsense' WHERE title = 'Anna'")
        with capture_logs() as logs:
            await anna.says(anna.private, "in between")
            await life.receipt(await boris.says(boris.private, "beside"))
            assert (await anna.private.answer()).text == NOT_KEPT
        execute(tmp_path, "UPDATE spaces SET kind = 'private' WHERE title = 'Anna'")
        await life.receipt(await anna.says(anna.private, "after"))
        await life.quiet()
    failed = [(line["event"], line["update"], line["attempt"]) for line in logs]
    update = telegram.world.updates.made[1].id
    assert failed == [("update failed", update, attempt) for attempt in range(1, ATTEMPTS + 1)]
    assert life.pauses == [ATTEMPT_PAUSE] * (ATTEMPTS - 1)
    assert contents(tmp_path) == ["before", "beside", "after"]
    assert len(anna.private.answers) == 1


async def test_an_update_that_fails_once_is_kept_by_the_next_attempt(
    telegram: Server, tmp_path: Path
) -> None:
    anna = telegram.world.person("Anna")
    mended: list[float] = []

    async def mend(seconds: float) -> None:
        mended.append(seconds)
        execute(tmp_path, "UPDATE spaces SET kind = 'private'")

    async with living(telegram, tmp_path, sleep=mend) as life:
        await life.receipt(await anna.says(anna.private, "before"))
        execute(tmp_path, "UPDATE spaces SET kind = 'nonsense'")
        await life.receipt(await anna.says(anna.private, "after"))
        await life.quiet()
    assert mended == [ATTEMPT_PAUSE]
    assert contents(tmp_path) == ["before", "after"]
    assert anna.private.answers == []


@pytest.mark.parametrize(
    ("language", "chosen", "told"),
    [
        ("ru", None, "У меня что-то сломалось"),
        ("ru", "ko", "문제가 생겨"),
        (None, None, "Something went wrong"),
    ],
)
async def test_who_is_told_of_a_failure_is_told_in_their_language(
    telegram: Server, tmp_path: Path, language: str | None, chosen: str | None, told: str
) -> None:
    anna = telegram.world.person("Anna", language_code=language)
    async with living(telegram, tmp_path) as life:
        await anna.says(anna.private, f"/lang {chosen}" if chosen else "/lang")
        await anna.private.answer()
        execute(tmp_path, "UPDATE spaces SET kind = 'nonsense'")
        await anna.says(anna.private, "lost")
        assert told in (await anna.private.answer()).text
        await life.quiet()


async def test_in_a_group_a_failure_is_told_in_the_groups_language(telegram: Server, tmp_path: Path) -> None:
    anna = telegram.world.person("Anna", language_code="ru")
    team = telegram.world.group("team", members=[anna])
    async with living(telegram, tmp_path) as life:
        await life.receipt(await anna.says(team, "/remember it"))
        execute(tmp_path, "UPDATE spaces SET kind = 'nonsense'")
        await anna.says(team, "/remember lost")
        assert (await team.answer()).text == NOT_KEPT


async def test_a_press_that_fails_for_good_holds_up_nothing(telegram: Server, tmp_path: Path) -> None:
    anna = telegram.world.person("Anna")
    async with living(telegram, tmp_path) as life:
        await anna.says(anna.private, "/lang")
        languages = await anna.private.answer()
        execute(tmp_path, "UPDATE spaces SET kind = 'nonsense'")
        press = await (await anna.presses(languages, "Русский")).answered()
        await life.quiet()
    assert press.notice == "Something went wrong on my side. Please try again."
    assert len(anna.private.answers) == 1


class NewerTelegram(Server):
    """Sends what this release cannot read in place of messages with certain texts."""

    spoiled: ClassVar[dict[str, Json]] = {
        "from a new kind of place": {"message": {"forward_origin": {"type": "new", "date": 1}}},
        "at a time beyond all times": {"message": {"date": 10**18}},
        "of a new kind": {"new_kind": {"id": 5}},
    }

    async def perform(self, method: str, given: Json, *more: Any, **named: Any) -> Json:
        """Do a call, and put in place of messages what they are spoiled with."""
        body = await super().perform(method, given, *more, **named)
        if method == "getUpdates" and "result" in body:
            body["result"] = [self._spoil(update) for update in body["result"]]
        return body

    def _spoil(self, update: Json) -> Json:
        message = update.get("message", {})
        match self.spoiled.get(message.get("text", "")):
            case None:
                return update
            case {"message": spoiled}:
                return {**update, "message": {**message, **spoiled}}
            case other:
                return {"update_id": update["update_id"], **other}


@pytest.fixture
async def newer_telegram() -> AsyncIterator[NewerTelegram]:
    """A server that is ahead of this release."""
    server = NewerTelegram()
    await server.start()
    yield server
    await server.stop()
    server.assert_clean()


async def test_an_update_that_cannot_be_read_is_told_of_and_passed_over(
    newer_telegram: NewerTelegram, tmp_path: Path
) -> None:
    anna = newer_telegram.world.person("Anna")
    for text in ("before", *newer_telegram.spoiled, "after"):
        await anna.says(anna.private, text)
    unreadable = {update.id for update in newer_telegram.world.updates.made[1:3]}
    with capture_logs() as logs, pytest.warns(RuntimeWarning, match="unknown update type"):
        async with living(newer_telegram, tmp_path, listening=False) as life:
            await life.quiet()
    assert contents(tmp_path) == ["before", "after"]
    # Of the second nobody can tell who sent it, and the third is of no kind that was asked for.
    assert [answer.text for answer in anna.private.answers] == [NOT_KEPT]
    assert {line["update"] for line in logs if line["event"] == "update cannot be read"} == unreadable


async def test_updates_that_were_never_asked_for_are_passed_over(telegram: Server, tmp_path: Path) -> None:
    anna = telegram.world.person("Anna")
    await anna.inline("what", anna.private)
    await anna.says(anna.private, "kept")
    async with living(telegram, tmp_path) as life:
        await life.quiet()
    assert contents(tmp_path) == ["kept"]


# trouble with the database


async def test_a_database_that_fails_ends_the_loop_and_the_updates_come_again(
    telegram: Server, tmp_path: Path
) -> None:
    anna, boris = telegram.world.person("Anna"), telegram.world.person("Boris")
    fresh(tmp_path)
    await anna.says(anna.private, "hers")
    await boris.says(boris.private, "his")
    async with born(telegram, tmp_path, lock_wait=0.05) as life:
        with locked(tmp_path), pytest.raises(DatabaseLocked):
            await life.app.polling.run()
        await life.app.drain()
    assert len(telegram.world.updates.pending) == 2
    assert (anna.private.answers, boris.private.answers, contents(tmp_path)) == ([], [], [])
    async with living(telegram, tmp_path) as life:
        await life.quiet()
    assert sorted(contents(tmp_path)) == ["hers", "his"]


async def test_what_was_kept_before_the_database_failed_is_not_kept_twice(
    telegram: Server, tmp_path: Path
) -> None:
    anna, boris = telegram.world.person("Anna"), telegram.world.person("Boris")
    team = telegram.world.group("team", members=[boris])
    held = slow_member(telegram, team.id)
    first = await anna.says(anna.private, "kept before")
    await boris.says(team, "/remember comes again")
    async with born(telegram, tmp_path, lock_wait=0.05) as life, asyncio.TaskGroup() as tasks:
        loop = tasks.create_task(outcome(life.app.polling.run()))
        await held.reached()
        await life.receipt(first)
        with locked(tmp_path):
            held.release()
            assert isinstance(await loop, DatabaseLocked)
    assert len(telegram.world.updates.pending) == 2
    async with living(telegram, tmp_path) as life:
        await life.quiet()
    assert contents(tmp_path) == ["kept before", "comes again"]


async def test_a_database_that_fails_while_a_chat_is_set_inactive_ends_it_all(
    telegram: Server, tmp_path: Path
) -> None:
    anna = telegram.world.person("Anna")
    message = await anna.says(anna.private, "kept")
    held = telegram.fault("setMessageReaction", answer="slow")

    async def live() -> None:
        async with born(telegram, tmp_path, lock_wait=0.05) as life:
            await life.app.polling.run()

    async with asyncio.timeout(GRACE_SECONDS / 2), asyncio.TaskGroup() as tasks:
        life = tasks.create_task(outcome(live()))
        await held.reached()
        anna.blocked = True
        with locked(tmp_path):
            held.release()
            assert isinstance(await life, DatabaseLocked)
    assert (contents(tmp_path), message.reaction) == (["kept"], None)


async def updates_of(bot: Bot) -> list[Update]:
    """What the bot gets by one long poll."""
    return await bot.get_updates(timeout=50)


async def outcome(work: Any) -> Exception | None:
    """What the work ended with."""
    try:
        await work
    except Exception as error:  # noqa: BLE001  the test looks at it
        return error
    return None


# trouble with Telegram


@pytest.mark.parametrize("trouble", [500, 502, 403, "dropped", "bad json"])
async def test_pauses_grow_while_telegram_cannot_be_reached_and_then_it_goes_on(
    telegram: Server, tmp_path: Path, trouble: Trouble
) -> None:
    anna = telegram.world.person("Anna")
    await anna.says(anna.private, "at last")
    telegram.fault("getUpdates", answer=trouble, times=8)
    async with living(telegram, tmp_path) as life:
        await life.quiet()
    assert contents(tmp_path) == ["at last"]
    wanted = [min(FIRST_PAUSE * 2**number, LONGEST_PAUSE) for number in range(8)]
    assert all(least <= made <= 1.2 * least for least, made in zip(wanted, life.pauses, strict=True))


async def test_after_a_success_pauses_are_short_again(telegram: Server, tmp_path: Path) -> None:
    anna = telegram.world.person("Anna")
    telegram.fault("getUpdates", answer=502, times=3)
    async with living(telegram, tmp_path) as life:
        await life.quiet()
        telegram.fault("getUpdates", answer=502)
        await anna.says(anna.private, "kept")
        await life.quiet()
    assert life.pauses[-1] <= 1.2 * FIRST_PAUSE < life.pauses[-2]


async def test_where_telegram_asks_for_a_pause_it_is_never_shorter(telegram: Server, tmp_path: Path) -> None:
    anna = telegram.world.person("Anna")
    await anna.says(anna.private, "at last")
    telegram.fault("getUpdates", answer=429, retry_after=77, times=3)
    async with living(telegram, tmp_path) as life:
        await life.quiet()
    assert contents(tmp_path) == ["at last"]
    assert all(77 <= made <= 1.2 * 77 for made in life.pauses)
    assert len(life.pauses) == 3


async def test_an_answer_that_was_lost_on_its_way_comes_again_and_counts_once(
    telegram: Server, tmp_path: Path
) -> None:
    anna = telegram.world.person("Anna")
    await anna.says(anna.private, "once")
    telegram.fault("getUpdates", answer="dropped", after_effect=True, times=2)
    async with living(telegram, tmp_path) as life:
        await life.quiet()
    assert contents(tmp_path) == ["once"]


async def test_an_answer_that_comes_late_is_as_good_as_any(telegram: Server, tmp_path: Path) -> None:
    anna = telegram.world.person("Anna")
    late = telegram.fault("getUpdates", answer="slow", after_effect=True)
    message = await anna.says(anna.private, "in the end")
    async with living(telegram, tmp_path, listening=False) as life:
        await late.reached()
        late.release()
        await life.receipt(message)
        await life.quiet()
    assert contents(tmp_path) == ["in the end"]


async def test_telegram_may_be_away_at_the_start(telegram: Server, tmp_path: Path) -> None:
    anna = telegram.world.person("Anna")
    message = await anna.says(anna.private, "patience")
    for method in ("deleteWebhook", "getMe", "getMyCommands", "setMyCommands"):
        telegram.fault(method, answer="dropped")
        telegram.fault(method, answer=502)
    async with living(telegram, tmp_path) as life:
        await life.receipt(message)
    assert len(life.pauses) == 8


async def test_another_poller_is_one_line_a_pause(telegram: Server, tmp_path: Path) -> None:
    anna = telegram.world.person("Anna")
    telegram.fault("getUpdates", answer=409, times=4)
    with capture_logs() as logs:
        async with living(telegram, tmp_path) as life:
            await life.receipt(await anna.says(anna.private, "kept"))
    assert [line["event"].partition(",")[0] for line in logs] == [
        "another process gets the updates of this token"
    ] * 4
    assert all(least <= made <= 1.2 * least for least, made in zip((1, 2, 4, 8), life.pauses, strict=True))


async def test_a_real_second_poller_takes_turns_with_it_and_nothing_counts_twice(
    telegram: Server, tmp_path: Path
) -> None:
    anna = telegram.world.person("Anna")
    pausing, over = asyncio.Event(), asyncio.Event()

    async def until_it_is_over(_: float) -> None:
        pausing.set()
        await over.wait()

    with capture_logs() as logs:
        async with (
            bot_of(telegram) as bot,
            living(telegram, tmp_path, sleep=until_it_is_over) as life,
            asyncio.TaskGroup() as tasks,
        ):
            other = tasks.create_task(updates_of(bot))
            await pausing.wait()
            message = await anna.says(anna.private, "for both")
            assert [update.message.text for update in await other if update.message] == ["for both"]
            over.set()
            await life.receipt(message)
            await life.quiet()
    assert contents(tmp_path) == ["for both"]
    assert [line["log_level"] for line in logs] == ["warning"]


@pytest.mark.parametrize("method", ["deleteWebhook", "getMe", "getUpdates"])
@pytest.mark.parametrize(
    ("answer", "error"), [(401, TelegramUnauthorizedError), (404, TelegramNotFound)], ids=[401, 404]
)
async def test_a_token_that_telegram_does_not_know_ends_it(
    telegram: Server, tmp_path: Path, method: str, answer: int, error: type[Exception]
) -> None:
    telegram.fault(method, answer=answer)
    async with born(telegram, tmp_path) as life:
        with pytest.raises(error):
            await life.app.polling.run()
    assert life.pauses == []


async def test_a_token_that_is_taken_back_later_ends_it(telegram: Server, tmp_path: Path) -> None:
    anna = telegram.world.person("Anna")
    async with born(telegram, tmp_path) as life, asyncio.TaskGroup() as tasks:
        loop = tasks.create_task(outcome(life.app.polling.run()))
        await life.receipt(await anna.says(anna.private, "kept"))
        telegram.fault("getUpdates", answer=401, times=None)
        telegram.world.updates.stop_polling("revoked")
        assert isinstance(await loop, TelegramUnauthorizedError)


# what it asks for


async def test_it_asks_for_all_that_it_has_handlers_for_at_every_start(
    telegram: Server, tmp_path: Path
) -> None:
    for _ in range(2):
        telegram.world.updates.allow(["poll"])
        async with living(telegram, tmp_path):
            assert telegram.world.updates.allowed == HEARD
    assert all(set(poll.parameters["allowed_updates"]) == HEARD for poll in telegram.polls)


async def test_a_webhook_of_an_earlier_life_is_taken_away_and_what_waits_for_it_is_kept(
    telegram: Server, tmp_path: Path
) -> None:
    anna = telegram.world.person("Anna")
    async with bot_of(telegram) as bot:
        await bot.set_webhook("http://127.0.0.1:1/hook", secret_token="secret")
    message = await anna.says(anna.private, "waited")
    async with living(telegram, tmp_path) as life:
        await life.receipt(message)
    assert telegram.webhook.url == ""
    assert contents(tmp_path) == ["waited"]


async def test_repeated_updates_change_nothing_also_after_a_restart(telegram: Server, tmp_path: Path) -> None:
    anna = telegram.world.person("Anna")
    async with living(telegram, tmp_path) as life:
        message = await anna.says(anna.private, "once")
        await life.quiet()
    telegram.world.updates.repeat(*telegram.world.updates.made)
    async with living(telegram, tmp_path) as life:
        await life.quiet()
    assert contents(tmp_path) == ["once"]
    # Saying again that it is kept is harmless, and the sign may have been lost.
    assert receipts(telegram) == [(anna.id, message.id)] * 2
    assert anna.private.answers == []


async def test_a_repeated_message_of_a_forgotten_record_does_not_bring_it_back(
    telegram: Server, tmp_path: Path
) -> None:
    anna = telegram.world.person("Anna")
    async with living(telegram, tmp_path) as life:
        message = await anna.says(anna.private, "once")
        await life.receipt(message)
        await anna.says(anna.private, "/forget", reply_to=message)
        await life.quiet()
    telegram.world.updates.repeat(telegram.world.updates.made[0])
    async with living(telegram, tmp_path) as life:
        await life.quiet()
    assert kept(tmp_path) == []
    assert rows(tmp_path, "SELECT count(*) FROM records") == [(1,)]


# stopping


async def test_a_stop_ends_a_long_poll_at_once(telegram: Server, tmp_path: Path) -> None:
    async with asyncio.timeout(5):
        async with living(telegram, tmp_path):
            pass
    assert [poll.parameters.get("offset") for poll in telegram.polls] == [None]


async def test_a_stop_ends_a_pause_at_once(telegram: Server, tmp_path: Path) -> None:
    away = telegram.fault("getUpdates", answer=429, retry_after=600, times=None)
    async with asyncio.timeout(5):
        async with living(telegram, tmp_path, sleep=asyncio.sleep, listening=False):
            await away.reached()
    assert len(away.hits) == 1


async def test_a_stop_before_telegram_was_ever_reached_ends_it(telegram: Server, tmp_path: Path) -> None:
    away = telegram.fault("deleteWebhook", answer="slow", times=None)
    async with asyncio.timeout(5):
        async with living(telegram, tmp_path, listening=False):
            await away.reached()
    assert telegram.polls == []


async def test_a_stop_lets_a_batch_be_done_and_answered_and_confirms_it(
    telegram: Server, tmp_path: Path
) -> None:
    anna, boris = telegram.world.person("Anna"), telegram.world.person("Boris")
    team = telegram.world.group("team", members=[anna])
    held = slow_member(telegram, team.id)
    first = await anna.says(team, "/remember first")
    second = await anna.says(team, "/remember second")
    third = await boris.says(boris.private, "third")
    async with living(telegram, tmp_path, listening=False) as life:
        await held.reached()
        await life.receipt(third)
        life.app.polling.stop()
        held.release()
    assert [message.reaction for message in (first, second, third)] == ["👌"] * 3
    assert telegram.world.updates.pending == []
    assert contents(tmp_path) == ["third", "first", "second"]
    assert 0 < life.app.polling.grace_left() < GRACE_SECONDS


async def test_a_stop_gives_a_batch_twenty_seconds_and_no_more(telegram: Server, tmp_path: Path) -> None:
    anna, clock = telegram.world.person("Anna"), asyncio.get_running_loop()
    team = telegram.world.group("team", members=[anna])
    async with living(telegram, tmp_path) as life:
        await life.receipt(await anna.says(anna.private, "before"))
    held = slow_member(telegram, team.id)
    message = await anna.says(team, "/remember once")
    # What waits to be sent has no more than that either.
    telegram.fault("sendMessage", answer="slow", times=None)
    await anna.says(anna.private, "/help")
    async with born(telegram, tmp_path, lock_wait=60) as life:
        with locked(tmp_path):
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(life.app.polling.run())
                await held.reached()
                held.release()
                begin = clock.time()
                life.app.polling.stop()
                # Being told twice makes it no longer.
                clock.call_later(GRACE_SECONDS / 2, life.app.polling.stop)
            await life.app.drain()
            assert GRACE_SECONDS - 1 < clock.time() - begin < GRACE_SECONDS + 5
            assert life.app.sender.dropped == {"sendMessage": 1}
            assert (message.reaction, len(telegram.world.updates.pending)) == (None, 2)
    telegram.faults.clear()
    async with living(telegram, tmp_path) as life:
        await life.receipt(message)
    assert contents(tmp_path) == ["before", "once"]


async def test_where_the_last_batch_cannot_be_confirmed_it_comes_again_and_counts_once(
    telegram: Server, tmp_path: Path
) -> None:
    anna = telegram.world.person("Anna")
    team = telegram.world.group("team", members=[anna])
    held = slow_member(telegram, team.id)
    await anna.says(team, "/remember once")
    async with living(telegram, tmp_path, listening=False) as life:
        await held.reached()
        life.app.polling.stop()
        for trouble in (502, "bad json"):
            telegram.fault("getUpdates", answer=trouble, when=lambda call: call.get("timeout") == 0)
        held.release()
    assert len(telegram.world.updates.pending) == 1
    async with living(telegram, tmp_path) as life:
        await life.quiet()
    assert contents(tmp_path) == ["once"]


async def test_a_stop_does_not_wait_for_a_confirmation_that_hangs(telegram: Server, tmp_path: Path) -> None:
    anna = telegram.world.person("Anna")
    async with living(telegram, tmp_path) as life:
        await life.receipt(await anna.says(anna.private, "kept"))
        await life.until(lambda: life.world.updates.is_polled)
        telegram.fault("getUpdates", answer="slow", when=lambda call: call.get("timeout") == 0)
    assert 0 < life.app.polling.grace_left() < GRACE_SECONDS - 1
