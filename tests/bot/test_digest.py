"""What the archivist has to say beyond five times a day, and at which hours it says nothing."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from aiogram.methods import SendMessage

from bot.views.judging import VARIANTS
from core.judgement import Judgement
from core.marks import MarkKind
from core.memory import Memory
from core.quiet import QuietHours
from core.records import Status, Visibility
from core.remarks import A_DAY, NAMED
from core.storage import Store
from tests.bot.chat import OWNER, Chat, talking
from tests.bot.test_archivist import SCP, SYSTEMD, asks, marks
from tests.core.fakes import FakeModel, StoppedClock
from tests.core.judging import edited, standing
from tests.core.steps import enter

TOO_EARLY = f":wait {timedelta(hours=23).total_seconds()}"
TO_THE_NEXT_DAY = f":wait {timedelta(hours=2).total_seconds()}"
A_DAY_LATER = f":wait {timedelta(hours=25).total_seconds()}"


async def flood(chat: Chat, model: FakeModel, held: int, command: str = "") -> None:
    """Let so many marks more be made than are told of."""
    model.verdict = marks()
    for number in range(A_DAY + held + 1):
        await chat.type(f"{command}staging {number}")


async def ask_often(chat: Chat, model: FakeModel, held: int) -> None:
    """Let so many questions more arise than are asked."""
    model.verdict = asks
    for number in range(A_DAY + held + 1):
        await chat.type(f"staging {number}")


async def test_what_five_remarks_left_out_comes_in_one_silent_message_a_day_after_the_first(
    tmp_path: Path, model: FakeModel
) -> None:
    async with talking(tmp_path, model=model) as chat:
        await flood(chat, model, held=3)
        latest = await chat.records()
        assert (await chat.type(TOO_EARLY)).calls == []
        chat.calls.clear()
        said = await chat.type(TO_THE_NEXT_DAY)
        assert said.text.split("\n\n") == [
            "What I have not told you yet:",
            "3 records were marked. /stale lists them.",
            *(
                f"🕰 Outdated by {new.ref}, the archivist thinks: {old.ref} {old.content}"
                for old, new in ((latest[3], latest[2]), (latest[2], latest[1]), (latest[1], latest[0]))
            ),
        ]
        assert said.rows == [
            [f"Not so: {latest[number].ref}", f"Show {latest[number].ref}"] for number in (3, 2, 1)
        ]
        [sent] = [call for call in chat.calls if isinstance(call, SendMessage)]
        assert sent.disable_notification is True
        assert sent.reply_parameters is None
        shown = await chat.type(f':press last "Show {latest[2].ref}"')
        assert latest[2].ref in shown.text
        assert (await chat.type(A_DAY_LATER, A_DAY_LATER)).calls == []


async def test_a_mark_that_the_digest_tells_of_is_taken_off_and_the_rest_stays(
    tmp_path: Path, model: FakeModel
) -> None:
    async with talking(tmp_path, model=model) as chat:
        await flood(chat, model, held=3)
        _, last, before, first = (await chat.records())[:4]
        digest = await chat.type(A_DAY_LATER)
        said = await chat.type(f':press {digest.number} "Not so: {before.ref}"')
        assert said.texts == [f"{before.ref} is no longer marked."]
        [left] = [call["buttons"] for call in said.calls if call["method"] == "editMessageReplyMarkup"]
        assert [[button["text"] for button in row] for row in left] == [
            [f"Not so: {first.ref}", f"Show {first.ref}"],
            [f"Show {before.ref}"],
            [f"Not so: {last.ref}", f"Show {last.ref}"],
        ]
        owner = await enter(chat.memory, "owner")
        outdated = [(await standing(chat.memory, owner, one)).status for one in (first, before, last)]
        assert outdated == [Status.STALE, Status.UNVERIFIED, Status.STALE]
    async with talking(tmp_path) as chat:
        said = await chat.type(f':press {digest.number} "Not so: {first.ref}"')
        assert said.texts == [f"{first.ref} is no longer marked."]
        assert (await chat.type(f"/forget {last.ref}")).texts
        gone = await chat.type(f':press {digest.number} "Not so: {last.ref}"')
        assert (gone.methods, gone.notice) == (["answerCallbackQuery"], "There is no such record.")


async def test_where_the_archivist_is_off_no_digest_comes_until_it_is_on_again(
    tmp_path: Path, model: FakeModel
) -> None:
    async with talking(tmp_path, model=model) as chat:
        await flood(chat, model, held=2)
        await chat.type("/archivist off")
        assert (await chat.type(A_DAY_LATER, A_DAY_LATER)).calls == []
        await chat.type("/archivist on")
        assert "2 records were marked." in (await chat.type(A_DAY_LATER)).text


async def test_where_the_archivist_was_switched_off_meanwhile_a_remark_is_not_made(
    tmp_path: Path, model: FakeModel
) -> None:
    async with talking(tmp_path, model=model, quiet=night(ends_in=timedelta(hours=2))) as chat:
        await chat.keep(SCP)
        model.verdict = marks()
        await chat.keep(SYSTEMD)
        await chat.type("/archivist off")
        assert (await chat.type(A_DAY_LATER)).calls == []


async def test_many_are_counted_and_the_first_of_them_named(tmp_path: Path, model: FakeModel) -> None:
    async with talking(tmp_path, model=model) as chat:
        await flood(chat, model, held=12)
        said = await chat.type(A_DAY_LATER)
        assert "12 records were marked." in said.text
        assert said.text.count("🕰") == len(said.rows) == VARIANTS


async def test_a_question_of_the_digest_is_asked_when_it_is_chosen(tmp_path: Path, model: FakeModel) -> None:
    async with talking(tmp_path, model=model) as chat:
        await ask_often(chat, model, held=1)
        new, old, *_ = await chat.records()
        said = await chat.type(A_DAY_LATER)
        assert f"❓ May contradict {old.ref}: {new.ref} {new.content}" in said.text
        assert said.rows == [[f"Which is right? {new.ref}"]]
        asked = await chat.type(f':press last "Which is right? {new.ref}"')
        assert asked.rows == [["1", "2"], ["Both are right"]]
        await chat.type(':press last "1"')
        owner = await enter(chat.memory, "owner")
        assert (await standing(chat.memory, owner, old)).status is Status.STALE
        again = await chat.type(f':press {said.number} "Which is right? {new.ref}"')
        assert again.notice == "This button is too old. Please ask again."


async def test_questions_beyond_those_of_one_digest_come_in_the_next(
    tmp_path: Path, model: FakeModel
) -> None:
    async with talking(tmp_path, model=model) as chat:
        await ask_often(chat, model, held=NAMED + 2)
        assert (await chat.type(A_DAY_LATER)).text.count("❓") == NAMED
        assert (await chat.type(TOO_EARLY)).calls == []
        assert (await chat.type(TO_THE_NEXT_DAY)).text.count("❓") == 2
        assert (await chat.type(A_DAY_LATER)).calls == []


async def test_the_digest_survives_a_restart(tmp_path: Path, model: FakeModel) -> None:
    async with talking(tmp_path, model=model) as chat:
        await flood(chat, model, held=2)
    async with talking(tmp_path) as chat:
        assert (await chat.type(TOO_EARLY)).calls == []
        assert "2 records were marked." in (await chat.type(TO_THE_NEXT_DAY)).text


async def test_the_digest_is_said_however_late_the_process_is_back(tmp_path: Path, model: FakeModel) -> None:
    async with talking(tmp_path, model=model) as chat:
        await flood(chat, model, held=2)
    async with talking(tmp_path) as chat:
        said = await chat.type(f":wait {timedelta(days=9).total_seconds()}")
        assert "2 records were marked." in said.text


async def test_a_digest_of_a_process_that_died_is_said_by_the_next(tmp_path: Path, model: FakeModel) -> None:
    async with talking(tmp_path, model=model) as chat:
        await flood(chat, model, held=2)
    store = Store.open(f"sqlite:///{tmp_path}/letopis.db")
    died = Memory.on(store, StoppedClock(datetime.now(UTC) + timedelta(hours=25)))
    assert await died.remarks.take() is not None
    assert await died.remarks.take() is None
    store.close()
    async with talking(tmp_path) as chat:
        assert (await chat.type(A_DAY_LATER)).calls == []
        assert "2 records were marked." in (await chat.type(":wait 600")).text


async def test_a_chat_that_shuts_the_bot_out_gets_it_when_it_lets_it_in_again(
    tmp_path: Path, model: FakeModel
) -> None:
    async with talking(tmp_path, model=model) as chat:
        await flood(chat, model, held=2)
        await chat.memory.membership.set_reachable(OWNER, reachable=False)
        assert (await chat.type(A_DAY_LATER)).calls == []
        await chat.memory.membership.set_reachable(OWNER, reachable=True)
        assert "2 records were marked." in (await chat.type(A_DAY_LATER)).text


async def test_what_was_forgotten_or_taken_off_meanwhile_is_not_in_it(
    tmp_path: Path, model: FakeModel
) -> None:
    async with talking(tmp_path, model=model) as chat:
        await flood(chat, model, held=3)
        _, last, before, first = (await chat.records())[:4]
        owner = await enter(chat.memory, "owner")
        await chat.memory.forget.by_name(owner, last.id)
        await chat.memory.unmark(owner, before.id)
        said = await chat.type(A_DAY_LATER)
        assert "1 record was marked." in said.text
        assert last.ref not in said.text
        assert first.ref in said.text


async def test_where_nothing_is_left_to_say_nothing_is_said(tmp_path: Path, model: FakeModel) -> None:
    async with talking(tmp_path, model=model) as chat:
        await flood(chat, model, held=2)
        owner = await enter(chat.memory, "owner")
        for record in (await chat.records())[:3]:
            await chat.memory.forget.by_name(owner, record.id)
        assert (await chat.type(A_DAY_LATER)).calls == []
        await chat.memory.restore.last(owner)
        assert (await chat.type(A_DAY_LATER)).calls == []


async def test_a_group_is_told_nothing_of_what_became_a_draft(tmp_path: Path, model: FakeModel) -> None:
    async with talking(tmp_path, model=model) as chat:
        await chat.type(":chat team")
        await flood(chat, model, held=2, command="/remember ")
        _, draft, *_ = await chat.records(group="team")
        owner = await enter(chat.memory, "owner", "team")
        model.verdict = lambda _: Judgement()
        await edited(chat.memory, owner, draft, visibility=Visibility.AUTHOR)
        # It was marked because of the newest, and was itself why the one before was.
        assert (await chat.type(A_DAY_LATER)).calls == []


@pytest.mark.parametrize(
    ("locale", "counted", "labels"),
    [
        ("ru", "Отмечено 5 записей. Список — в /stale.", ["Это не так", "Показать"]),
        ("ko", "기록 5개가 표시되었습니다. /stale에서 볼 수 있습니다.", ["그렇지 않음", "보기"]),
    ],
)
async def test_the_digest_speaks_the_language_of_the_chat(
    tmp_path: Path, model: FakeModel, locale: str, counted: str, labels: list[str]
) -> None:
    async with talking(tmp_path, model=model) as chat:
        await chat.type("/lang", ':press last "Русский"' if locale == "ru" else ':press last "한국어"')
        await flood(chat, model, held=5)
        said = await chat.type(A_DAY_LATER)
        assert counted in said.text
        assert all(part in label for row in said.rows for part, label in zip(labels, row, strict=True))


async def test_a_record_refined_and_refuted_is_counted_once(tmp_path: Path, model: FakeModel) -> None:
    async with talking(tmp_path, model=model) as chat:
        await flood(chat, model, held=1)
        model.verdict = marks(MarkKind.MERGE, at_most=2)
        await chat.type("staging again")
        assert "2 records were marked." in (await chat.type(A_DAY_LATER)).text


def night(*, ends_in: timedelta) -> QuietHours:
    """Hours that are quiet now, and how long they still last."""
    now = datetime.now(UTC)
    return QuietHours((now - timedelta(hours=1)).time(), (now + ends_in).time(), UTC)


async def test_in_quiet_hours_remarks_wait_until_these_are_over(tmp_path: Path, model: FakeModel) -> None:
    async with talking(tmp_path, model=model, quiet=night(ends_in=timedelta(hours=2))) as chat:
        await chat.keep(SCP)
        model.verdict = marks()
        await chat.keep(SYSTEMD)
        assert (await chat.type(f":wait {timedelta(hours=1).total_seconds()}")).calls == []
        said = await chat.type(f":wait {timedelta(hours=1).total_seconds()}")
        assert "🕰 Outdated by" in said.text


async def test_in_quiet_hours_the_digest_waits_too(tmp_path: Path, model: FakeModel) -> None:
    async with talking(tmp_path, model=model) as chat:
        await flood(chat, model, held=2)
    async with talking(tmp_path, quiet=night(ends_in=timedelta(hours=3))) as chat:
        assert (await chat.type(A_DAY_LATER)).calls == []
        said = await chat.type(f":wait {timedelta(hours=3).total_seconds()}")
        assert "2 records were marked." in said.text
