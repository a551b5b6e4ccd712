"""What the archivist says in the chat, and what people do about it."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from aiogram.exceptions import TelegramNetworkError
from aiogram.methods import SendMessage, TelegramMethod

from bot.clock import SystemClock
from bot.tools.show import why
from core.builtin_model import BuiltIn
from core.errors import Failure, ModelAway
from core.graph import Relation
from core.judgement import Judgement, NewLink, NewMark, Question
from core.marks import MarkKind
from core.memory import Memory
from core.records import Status, Visibility
from core.remarks import A_DAY
from core.storage import Store
from tests.bot.chat import talking
from tests.core.fakes import FakeModel
from tests.core.judging import edited, passport, standing
from tests.core.steps import enter

SCP = "staging is rolled out by hand with scp"
SYSTEMD = "staging is rolled out by the systemd unit app-staging"


def marks(kind: MarkKind = MarkKind.INVALIDATE, at_most: int = 1) -> Callable[[Question], Judgement]:
    """A verdict that marks the newest candidates."""

    def verdict(question: Question) -> Judgement:
        found = [candidate.id for candidate in question.candidates[:at_most]]
        return Judgement(
            "scp is not used any more",
            marks=tuple(NewMark(target, kind) for target in found),
            links=tuple(NewLink(target, Relation.RELATES_TO, 0.7) for target in found),
        )

    return verdict


def asks(question: Question) -> Judgement:
    """A verdict that asks about the newest candidate."""
    return Judgement(asks=tuple(candidate.id for candidate in question.candidates[:1]))


async def test_a_mark_is_told_of_once_and_silently(tmp_path: Path, model: FakeModel) -> None:
    async with talking(tmp_path, model=model) as chat:
        await chat.keep(SCP)
        model.verdict = marks()
        said = await chat.type(SYSTEMD)
        new, old = await chat.records()
        assert said.methods == ["setMessageReaction", "sendMessage"]
        assert said.text == (
            f"🕰 Outdated by {new.ref}, the archivist thinks: {old.ref} {SCP}\nWhy: scp is not used any more"
        )
        assert said.rows == [["Not so", "Show"]]
        [sent] = [call for call in chat.calls if isinstance(call, SendMessage)]
        assert sent.disable_notification is True
        assert sent.reply_parameters is not None
        assert sent.reply_parameters.message_id == 2
        assert (await chat.type(":wait 600")).calls == []


async def test_not_so_takes_the_mark_off(tmp_path: Path, model: FakeModel) -> None:
    async with talking(tmp_path, model=model) as chat:
        await chat.keep(SCP)
        model.verdict = marks()
        await chat.type(SYSTEMD)
        _, old = await chat.records()
        owner = await enter(chat.memory, "owner")
        assert (await standing(chat.memory, owner, old)).status is Status.STALE
        said = await chat.type(':press last "Not so"')
        assert said.text == f"{old.ref} is no longer marked."
        found = await standing(chat.memory, owner, old)
        assert (found.status, found.marks) == (Status.UNVERIFIED, ())


async def test_show_shows_the_card_with_the_reason(tmp_path: Path, model: FakeModel) -> None:
    async with talking(tmp_path, model=model) as chat:
        await chat.keep(SCP)
        model.verdict = marks()
        await chat.type(SYSTEMD)
        said = await chat.type(':press last "Show"')
        assert "the archivist thinks: scp is not used any more" in said.text


@pytest.mark.parametrize(
    ("kind", "shown", "told"),
    [
        (MarkKind.INVALIDATE, "Outdated by", "marked as outdated by the archivist because of"),
        (MarkKind.MERGE, "Refined by", "marked as refined by the archivist because of"),
    ],
)
async def test_a_mark_whose_reason_is_gone_is_shown_without_one(
    tmp_path: Path, model: FakeModel, kind: MarkKind, shown: str, told: str
) -> None:
    async with talking(tmp_path, model=model) as chat:
        await chat.keep("the password is with Anna", SCP)
        model.verdict = marks(kind)
        await chat.type(SYSTEMD)
        new, old, quoted = await chat.records()
        await chat.type(f"/forget {quoted.ref}")
        said = await chat.type(f"/show {old.ref}")
        assert f"{shown} {new.ref}, the archivist thinks" in said.text.splitlines()
        owner = await enter(chat.memory, "owner")
        assert why(await passport(chat.memory, owner, old.id)) == f"{told} {new.ref}"


async def test_of_several_marked_records_each_has_its_buttons(tmp_path: Path, model: FakeModel) -> None:
    async with talking(tmp_path, model=model) as chat:
        await chat.keep("staging one", "staging two")
        model.verdict = marks(MarkKind.MERGE, at_most=2)
        said = await chat.type("staging three")
        _, two, one = await chat.records()
        assert said.text.count("🧩 Refined by") == 2
        assert said.rows == [[f"Not so: {ref}", f"Show {ref}"] for ref in (one.ref, two.ref)]
        left = await chat.type(f':press last "Not so: {one.ref}"')
        assert one.ref in left.text.splitlines()[0]
        assert two.ref in left.text
        assert left.rows == [["Not so", "Show"]]


async def test_what_was_outdated_before_is_not_told_of_again(tmp_path: Path) -> None:
    async with talking(tmp_path, model=BuiltIn()) as chat:
        limits = (100, 200, 300, 300, 300)
        said = [(await chat.type(f"our api limit is {limit}")).texts for limit in limits]
        *_, two, one = await chat.records()
        assert [len(texts) for texts in said] == [0, 1, 1, 0, 0]
        assert one.ref in said[1][0]
        assert two.ref in said[2][0]
        assert one.ref not in said[2][0]


async def test_what_several_records_outdate_stays_outdated_until_all_are_gone_or_a_person_says_not_so(
    tmp_path: Path,
) -> None:
    async with talking(tmp_path, model=BuiltIn()) as chat:
        await chat.type("our api limit is 200")
        told = await chat.type("our api limit is 300")
        await chat.type("our api limit is 300")
        last, first, old = await chat.records()
        owner = await enter(chat.memory, "owner")
        await chat.type(f"/forget {first.ref}")
        found = await standing(chat.memory, owner, old)
        assert (found.status, [mark.cause_ref for mark in found.marks]) == (Status.STALE, [last.ref])
        await chat.type(f':press {told.number} "Not so"')
        assert (await standing(chat.memory, owner, old)).status is Status.UNVERIFIED


async def test_what_a_forgotten_record_outdated_is_told_of_by_the_next(tmp_path: Path) -> None:
    async with talking(tmp_path, model=BuiltIn()) as chat:
        await chat.type("our api limit is 200", "our api limit is 300")
        new, old = await chat.records()
        await chat.type(f"/forget {new.ref}")
        assert old.ref in (await chat.type("our api limit is 400")).text


async def test_links_alone_are_not_told_of(tmp_path: Path, model: FakeModel) -> None:
    async with talking(tmp_path, model=model) as chat:
        model.verdict = marks(at_most=0)
        await chat.keep(SCP, SYSTEMD)


async def test_no_more_than_five_a_day_and_the_fifth_says_where_the_others_are(
    tmp_path: Path, model: FakeModel
) -> None:
    async with talking(tmp_path, model=model) as chat:
        model.verdict = marks()
        said = [await chat.type(f"staging {number}") for number in range(A_DAY + 4)]
        told = [text for one in said for text in one.texts]
        assert len(told) == A_DAY
        assert ["/stale" in text for text in told] == [False] * (A_DAY - 1) + [True]
        listed = await chat.type("/stale")
        assert "of 8 records" in listed.text or "Records 1–5" in listed.text
        await chat.type(f":wait {timedelta(hours=25).total_seconds()}")
        assert len((await chat.type("staging on the next day")).texts) == 1


async def test_stale_lists_refined_records_too(tmp_path: Path, model: FakeModel) -> None:
    async with talking(tmp_path, model=model) as chat:
        await chat.keep(SCP)
        model.verdict = marks(MarkKind.MERGE)
        await chat.type(SYSTEMD)
        listed = await chat.type("/stale")
        assert SCP in listed.text
        assert SYSTEMD not in listed.text


async def test_in_a_group_nothing_is_told_of_drafts(tmp_path: Path, model: FakeModel) -> None:
    async with talking(tmp_path, model=model) as chat:
        await chat.type(":chat team", f"/remember {SCP}")
        await chat.type(f"/remember {SYSTEMD}")
        new, old = await chat.records(group="team")
        owner = await enter(chat.memory, "owner", "team")
        draft = await edited(chat.memory, owner, new, visibility=Visibility.AUTHOR)
        model.verdict = marks()
        await edited(chat.memory, owner, draft, content="staging is my secret")
        assert (await chat.type(":wait 1")).calls == []
        assert (await standing(chat.memory, owner, old)).status is Status.STALE


async def test_in_a_group_the_remark_names_the_records(tmp_path: Path, model: FakeModel) -> None:
    async with talking(tmp_path, model=model) as chat:
        model.verdict = marks()
        await chat.type(":chat team", f"/remember {SCP}")
        said = await chat.type(f"/remember {SYSTEMD}")
        assert len(said.refs) == 2
        await chat.type(":as bob")
        assert "no longer marked" in (await chat.type(':press last "Not so"')).text


async def test_what_was_forgotten_before_it_is_told_is_not_told(tmp_path: Path, model: FakeModel) -> None:
    async with talking(tmp_path, model=model) as chat:
        await chat.keep(SCP)
        owner = await enter(chat.memory, "owner")

        async def forget() -> None:
            model.meanwhile = None
            await chat.memory.forget.by_name(owner, (await chat.records())[0].id)

        model.verdict = marks()
        model.meanwhile = forget
        assert (await chat.type(SYSTEMD)).methods == ["setMessageReaction"]


async def test_a_question_of_the_archivists_is_answered_by_choosing(tmp_path: Path, model: FakeModel) -> None:
    async with talking(tmp_path, model=model) as chat:
        await chat.keep("releases are on Fridays")
        model.verdict = asks
        said = await chat.type("releases are on Thursdays")
        new, old = await chat.records()
        assert said.text.startswith(f"{new.ref} may contradict what is known. Which is right?")
        assert said.rows == [["1", "2"], ["Both are right"]]
        answered = await chat.type(':press last "1"')
        assert f"Right: {new.ref}" in answered.text
        owner = await enter(chat.memory, "owner")
        assert (await standing(chat.memory, owner, old)).status is Status.STALE
        assert answered.rows == [[f"Undo {old.ref}"]]


async def test_both_may_be_right(tmp_path: Path, model: FakeModel) -> None:
    async with talking(tmp_path, model=model) as chat:
        await chat.keep("releases are on Fridays")
        model.verdict = asks
        await chat.type("releases are on Thursdays")
        assert (await chat.type(':press last "Both are right"')).text == "Both stay as they are."
        owner = await enter(chat.memory, "owner")
        for record in await chat.records():
            assert (await standing(chat.memory, owner, record)).status is Status.UNVERIFIED


async def test_a_remark_of_a_process_that_died_is_made_by_the_next(tmp_path: Path, model: FakeModel) -> None:
    async with talking(tmp_path) as chat:
        await chat.keep(SCP, SYSTEMD)
    model.verdict = marks()
    store = Store.open(f"sqlite:///{tmp_path}/letopis.db")
    died = Memory.on(store, SystemClock(), model=model)
    await died.archive.run_once(now=True)
    assert await died.remarks.take() is not None
    assert await died.remarks.take() is None
    store.close()
    async with talking(tmp_path) as chat:
        assert (await chat.type(":wait 60")).calls == []
        said = await chat.type(":wait 61")
        assert "🕰 Outdated by" in said.text
        assert (await chat.type(":wait 600")).calls == []


@pytest.mark.parametrize("locale", ["ru", "ko"])
async def test_it_speaks_the_language_of_the_chat(tmp_path: Path, model: FakeModel, locale: str) -> None:
    async with talking(tmp_path, model=model) as chat:
        await chat.type("/lang", ':press last "Русский"' if locale == "ru" else ':press last "한국어"')
        await chat.type(SCP)
        model.verdict = marks()
        said = await chat.type(SYSTEMD)
        assert ("архивариус" if locale == "ru" else "아키비스트") in said.text
        assert said.rows == [["Это не так", "Показать"] if locale == "ru" else ["그렇지 않음", "보기"]]


async def test_telegram_that_cannot_be_reached_loses_no_remark(tmp_path: Path, model: FakeModel) -> None:
    async with talking(tmp_path, model=model) as chat:
        await chat.keep(SCP)
        model.verdict = marks()
        failures = 1

        def unreachable(method: TelegramMethod[object]) -> None:
            nonlocal failures
            if isinstance(method, SendMessage) and failures:
                failures -= 1
                raise TelegramNetworkError(method, "down")

        chat.watch = unreachable
        said = await chat.type(SYSTEMD)
        assert "🕰" in said.text


async def test_the_archivist_is_switched_by_command_and_button(tmp_path: Path, model: FakeModel) -> None:
    async with talking(tmp_path, model=model) as chat:
        said = await chat.type("/archivist")
        assert said.rows == [["Switch it off"]]
        assert "is off here" in (await chat.type(':press last "Switch it off"')).text
        await chat.keep(SCP)
        assert model.asked == []
        assert (await chat.type("/archivist on")).rows == [["Switch it off"]]
        await chat.keep(SYSTEMD)
        assert [question.text for question in model.asked] == [SYSTEMD]


async def test_in_a_group_administrators_switch_it(tmp_path: Path, model: FakeModel) -> None:
    async with talking(tmp_path, model=model) as chat:
        await chat.type(":chat team", "/archivist", ":as bob")
        assert (await chat.type("/archivist off")).text == "Only an administrator may do that."
        assert (await chat.type(':press last "Switch it off"')).notice == "Only an administrator may do that."
        await chat.type(f"/remember {SCP}")
        assert len(model.asked) == 1


async def test_other_words_are_named_beside_what_they_found(tmp_path: Path, model: FakeModel) -> None:
    async with talking(tmp_path, model=model) as chat:
        await chat.keep("prod goes live on Thursdays")
        model.offers = ("live",)
        said = await chat.type("when is the deployment?")
        assert "Also searched for: live" in said.text
        assert "prod goes live on Thursdays" in said.text


async def test_a_model_that_is_away_is_admitted(tmp_path: Path, model: FakeModel) -> None:
    async with talking(tmp_path, model=model) as chat:
        model.offers = ModelAway(Failure.TIMEOUT)
        said = await chat.type("when is the deployment?")
        assert "The language model does not answer" in said.text


@pytest.mark.parametrize(
    ("locale", "why"),
    [
        ("en", "Why: the newer record gives another value"),
        ("ru", "Почему: в новой записи о том же сказано другое"),
        ("ko", "이유: 새 기록은 같은 것을 다르게 말합니다"),
    ],
)
async def test_the_built_in_judge_says_why_in_the_language_of_the_chat(
    tmp_path: Path, locale: str, why: str
) -> None:
    async with talking(tmp_path, locale=locale, model=BuiltIn()) as chat:
        await chat.keep("The staging port is 8080")
        assert why in (await chat.type("The staging port is 9090 now")).text


async def test_versions_of_one_fact_are_asked_about_once(tmp_path: Path) -> None:
    async with talking(tmp_path, model=BuiltIn()) as chat:
        await chat.type("/remember key:deploy prod is rolled out by Anna")
        said = await chat.type("/remember key:deploy prod is rolled out by Boris")
        assert len(said.texts) == 1
        assert said.text.startswith("deploy: this contradicts what is known.")


async def test_what_says_the_same_as_a_version_is_not_asked_about_beside_it_but_listed(
    tmp_path: Path,
) -> None:
    async with talking(tmp_path, model=BuiltIn()) as chat:
        await chat.type("/remember key:vpn the VPN is WireGuard", "the VPN is WireGuard")
        said = await chat.type("/remember key:vpn the VPN is IPsec")
        assert len(said.texts) == 1
        assert said.text.startswith("vpn: this contradicts what is known.")
        new, unkeyed, _ = await chat.records()
        listed = await chat.type("/conflicts")
        assert any(new.ref in text and unkeyed.ref in text for text in listed.texts)


async def test_what_no_version_says_is_asked_about_beside_them(tmp_path: Path) -> None:
    async with talking(tmp_path, model=BuiltIn()) as chat:
        await chat.type("/remember key:vpn the VPN is WireGuard", "the VPN is OpenVPN")
        said = await chat.type("/remember key:vpn the VPN is IPsec")
        assert len(said.texts) == 2
        assert "may contradict what is known" in said.texts[1]


async def test_a_question_about_what_has_changed_since_is_too_old(tmp_path: Path, model: FakeModel) -> None:
    async with talking(tmp_path, model=model) as chat:
        await chat.keep("releases are on Fridays")
        model.verdict = asks
        question = await chat.type("releases are on Thursdays")
        new, old = await chat.records()
        model.verdict = lambda _: Judgement()
        await chat.type(":edit 1 releases are whenever they are ready")
        said = await chat.type(f':press {question.number} "1"')
        assert said.notice == "This button is too old. Please ask again."
        owner = await enter(chat.memory, "owner")
        assert (await standing(chat.memory, owner, old)).status is Status.UNVERIFIED
        assert new.ref in question.text
