"""What the archivist asked: found again by /conflicts, answered there, and not asked again once settled."""

from collections.abc import Callable
from pathlib import Path

import pytest

from core.builtin_model import BuiltIn
from core.graph import Relation
from core.judgement import Judgement, NewLink, NewMark, Question
from core.marks import MarkKind
from core.records import Record, Status, Visibility
from core.remarks import NAMED
from tests.bot.chat import Chat, Said, pressed, talking
from tests.bot.test_archivist import asks, marks
from tests.core.fakes import FakeModel
from tests.core.judging import edited, passport, standing
from tests.core.steps import enter

FRIDAYS, THURSDAYS = "releases are on Fridays", "releases are on Thursdays"
NO_CONFLICT = "No records contradict one another."
TOO_OLD = "This button is too old. Please ask again."


def asks_all(question: Question) -> Judgement:
    """A verdict that asks about all candidates."""
    return Judgement(asks=tuple(candidate.id for candidate in question.candidates))


async def doubt(chat: Chat, model: FakeModel, *texts: str) -> Said:
    """Write messages, the last of which the archivist asks about; what is said of that one."""
    *known, new = texts
    await chat.keep(*known)
    model.verdict = asks_all
    said = await chat.type(new)
    model.verdict = lambda _: Judgement()
    return said


async def judge_again(chat: Chat, model: FakeModel, verdict: Callable[[Question], Judgement]) -> Said:
    """Have the newest record judged anew, with its text as it is."""
    model.verdict = verdict
    owner = await enter(chat.memory, "owner")
    newest = (await chat.records())[0]
    draft = await edited(chat.memory, owner, newest, visibility=Visibility.AUTHOR)
    await edited(chat.memory, owner, draft, visibility=Visibility.ORGANIZATION)
    return await chat.type(":wait 10")


async def statuses(chat: Chat) -> list[Status]:
    """How all records stand, the newest first."""
    owner = await enter(chat.memory, "owner")
    return [(await standing(chat.memory, owner, one)).status for one in await chat.records()]


async def test_an_open_question_is_found_and_answered_from_the_list(tmp_path: Path, model: FakeModel) -> None:
    async with talking(tmp_path, model=model) as chat:
        asked = await doubt(chat, model, FRIDAYS, THURSDAYS)
        new, old = await chat.records()
        listed = await chat.type("/conflicts")
        assert listed.text.split("\n\n") == [
            "1 open question · which is right?",
            f"1. ❓ May contradict {old.ref}: {new.ref} {THURSDAYS}",
        ]
        assert listed.rows == [["1"]]
        again = await chat.type(f":press {listed.number} 1")
        assert (again.text, again.rows, again.data) == (asked.text, asked.rows, asked.data)
        await chat.type(f":press {again.number} 2")
        assert await statuses(chat) == [Status.STALE, Status.UNVERIFIED]
        assert (await chat.type("/conflicts")).text == NO_CONFLICT
        assert (await chat.type(f":press {listed.number} 1")).notice == TOO_OLD


async def test_the_list_outlives_a_restart(tmp_path: Path, model: FakeModel) -> None:
    async with talking(tmp_path, model=model) as chat:
        await doubt(chat, model, FRIDAYS, THURSDAYS)
    async with talking(tmp_path) as chat:
        listed = await chat.type("/conflicts")
        assert listed.rows == [["1"]]
        await chat.type(f":press {listed.number} 1", ":press last 1")
        assert (await chat.type("/conflicts")).text == NO_CONFLICT


async def test_contradicting_versions_are_listed_before_the_questions(
    tmp_path: Path, model: FakeModel
) -> None:
    async with talking(tmp_path, model=model) as chat:
        await doubt(chat, model, FRIDAYS, THURSDAYS)
        asked = await chat.type("/remember key:deploy by Anna", "/remember key:deploy by Boris")
        conflicts, questions = (await chat.type("/conflicts")).texts
        assert conflicts.startswith("2 records · records that contradict one another")
        assert questions.startswith("1 open question")
        assert all(ref in conflicts and ref not in questions for ref in asked.refs)


async def test_what_is_asked_already_is_not_asked_because_of_a_record_that_says_the_same(
    tmp_path: Path, model: FakeModel
) -> None:
    async with talking(tmp_path, model=model) as chat:
        await chat.keep("releases are on Fridays")
        model.verdict = lambda question: Judgement(
            asks=tuple(one.id for one in question.candidates if one.text == "releases are on Fridays")
        )
        lines = ("releases are on Thursdays", "Releases are on Thursdays!", "releases are on Mondays")
        said = [(await chat.type(line)).texts for line in lines]
        assert [len(texts) for texts in said] == [1, 0, 1]


async def test_what_a_forgotten_record_asked_is_asked_by_the_next_that_says_the_same(
    tmp_path: Path, model: FakeModel
) -> None:
    async with talking(tmp_path, model=model) as chat:
        await chat.keep("releases are on Fridays")
        model.verdict = lambda question: Judgement(asks=tuple(one.id for one in question.candidates[-1:]))
        await chat.type("releases are on Thursdays")
        first, _ = await chat.records()
        await chat.type(f"/forget {first.ref}")
        assert len((await chat.type("releases are on Thursdays")).texts) == 1


async def test_what_a_newer_record_outdates_is_asked_about_no_more(tmp_path: Path, model: FakeModel) -> None:
    async with talking(tmp_path, model=model) as chat:
        asked = await doubt(chat, model, THURSDAYS, FRIDAYS)
        friday, thursday = await chat.records()
        model.verdict = lambda _: Judgement("they moved", (NewMark(friday.id, MarkKind.INVALIDATE),))
        told = await chat.type("releases are on Wednesdays now")
        assert (await chat.type("/conflicts")).text == NO_CONFLICT
        assert (await chat.type(f":press {asked.number} 1")).notice == TOO_OLD
        await chat.type(f":press {told.number} 1")
        assert f"May contradict {thursday.ref}: {friday.ref}" in (await chat.type("/conflicts")).text


async def test_many_questions_are_listed_in_pages_with_the_latest_first(
    tmp_path: Path, model: FakeModel
) -> None:
    async with talking(tmp_path, model=model) as chat:
        model.verdict = asks
        await chat.type(*(f"staging {number}" for number in range(NAMED + 3)))
        listed = await chat.type("/conflicts")
        assert listed.text.startswith("1–5 of 7 open questions")
        assert [listed.text.count(f" staging {number}") for number in range(8)] == [0, 0, 0, 1, 1, 1, 1, 1]
        assert listed.rows == [["1", "2", "3", "4", "5"], ["More →"]]
        second = await chat.type(f":press {listed.number} More")
        assert second.methods == ["answerCallbackQuery", "editMessageText"]
        assert second.text.startswith("6–7 of 7 open questions")
        assert second.rows == [["6", "7"], ["← Back"]]
        forged = await chat.type(pressed(listed.number, "asked1:-5"))
        assert (forged.texts, forged.rows) == (listed.texts, listed.rows)
        await chat.type(f":press {listed.number} More")
        model.verdict = lambda _: Judgement()
        await chat.type(f":press {listed.number} 7", ":press last Both", f":press {listed.number} 6")
        await chat.type(":press last Both")
        first = await chat.type(pressed(listed.number, listed.data["More →"]))
        assert first.text.startswith("5 open questions")
        for record in await chat.records():
            await chat.type(f"/forget {record.ref}")
        none = await chat.type(pressed(listed.number, listed.data["More →"]))
        assert none.text == "There are no open questions."


@pytest.mark.parametrize(
    "closing",
    [
        pytest.param(["/forget {old}"], id="the older one is forgotten"),
        pytest.param(["/forget {new}"], id="the new one is forgotten"),
        pytest.param([":edit 1 releases are whenever they are ready"], id="the older one is edited"),
        pytest.param([":edit 2 releases are whenever they are ready"], id="the new one is edited"),
        pytest.param([":press 3 1"], id="the new one is right"),
        pytest.param([":press 3 2"], id="the older one is right"),
        pytest.param([":press 3 Both"], id="both are right"),
    ],
)
async def test_a_question_is_open_until_it_is_answered_or_a_record_changes(
    tmp_path: Path, model: FakeModel, closing: list[str]
) -> None:
    async with talking(tmp_path, model=model) as chat:
        await doubt(chat, model, FRIDAYS, THURSDAYS)
        new, old = await chat.records()
        await chat.type(*(line.format(old=old.ref, new=new.ref) for line in closing))
        assert (await chat.type("/conflicts")).text == NO_CONFLICT


@pytest.mark.parametrize("answer", ["1", "2", "Both"])
async def test_an_answer_that_is_undone_opens_the_question_again(
    tmp_path: Path, model: FakeModel, answer: str
) -> None:
    async with talking(tmp_path, model=model) as chat:
        asked = await doubt(chat, model, FRIDAYS, THURSDAYS)
        await chat.type(f":press {asked.number} {answer}")
        undone = await chat.type(f":press {asked.number} Undo")
        assert (undone.texts, undone.rows) == (asked.texts, asked.rows)
        assert await statuses(chat) == [Status.UNVERIFIED] * 2
        assert (await chat.type("/conflicts")).rows == [["1"]]


async def test_an_answer_is_undone_where_there_is_no_question_any_more(
    tmp_path: Path, model: FakeModel
) -> None:
    async with talking(tmp_path, model=model) as chat:
        asked = await doubt(chat, model, FRIDAYS, THURSDAYS)
        new, old = await chat.records()
        said = await chat.type(f":press {asked.number} Both")
        await chat.type(":edit 1 releases are whenever they are ready")
        undone = await chat.type(f":press {asked.number} Undo")
        assert undone.text == f"Nothing contradicts {new.ref} any more."
        await chat.type(f"/forget {old.ref}")
        gone = await chat.type(pressed(asked.number, said.data["Undo"]))
        assert gone.notice == "There is no such record."


async def test_a_question_of_a_group_is_found_by_its_members_there_and_in_private(
    tmp_path: Path, model: FakeModel
) -> None:
    async with talking(tmp_path, model=model) as chat:
        await chat.type(":chat team", f"/remember {FRIDAYS}")
        model.verdict = asks
        await chat.type(f"/remember {THURSDAYS}", ":as bob")
        model.verdict = lambda _: Judgement()
        assert (await chat.type("/conflicts")).text.splitlines()[-1].startswith("1. ❓ May contradict")
        listed = await chat.type(":chat private", "/conflicts")
        assert listed.text.splitlines()[-1].startswith("1. team · ❓ May contradict")
        await chat.type(":press last 1", ":press last 1")
        assert (await chat.type("/conflicts")).text == NO_CONFLICT
        assert (await chat.type(":as carol", "/conflicts")).text == NO_CONFLICT
        assert (await chat.type(":as owner", ":chat team", "/conflicts")).text == NO_CONFLICT


async def test_a_group_is_not_told_of_questions_about_drafts(tmp_path: Path, model: FakeModel) -> None:
    async with talking(tmp_path, model=model) as chat:
        await chat.type(":chat team", f"/remember {FRIDAYS}")
        model.verdict = asks
        asked = await chat.type(f"/remember {THURSDAYS}")
        model.verdict = lambda _: Judgement()
        owner = await enter(chat.memory, "owner", "team")
        _, old = await chat.records(group="team")
        await edited(chat.memory, owner, old, visibility=Visibility.AUTHOR)
        assert (await chat.type("/conflicts")).text == NO_CONFLICT
        assert (await chat.type(f":press {asked.number} Both")).notice == TOO_OLD
        assert (await chat.type(":chat private", "/conflicts")).rows == [["1"]]
        assert (await chat.type(":as bob", ":chat team", ":chat private", "/conflicts")).text == NO_CONFLICT


async def test_a_question_about_a_draft_is_asked_in_the_group_when_the_draft_is_shown_there(
    tmp_path: Path, model: FakeModel
) -> None:
    async with talking(tmp_path, model=model) as chat:
        await chat.type(":chat team", f"/remember {FRIDAYS}", "/remember a draft")
        owner = await enter(chat.memory, "owner", "team")
        draft = (await chat.records(group="team"))[0]
        draft = await edited(chat.memory, owner, draft, visibility=Visibility.AUTHOR)
        model.verdict = asks
        draft = await edited(chat.memory, owner, draft, content=THURSDAYS)
        assert (await chat.type(":wait 60")).texts == []
        await edited(chat.memory, owner, draft, visibility=Visibility.ORGANIZATION)
        assert THURSDAYS in (await chat.type(":wait 60")).text


async def test_of_three_or_more_all_are_right(tmp_path: Path, model: FakeModel) -> None:
    async with talking(tmp_path, model=model) as chat:
        asked = await doubt(chat, model, "staging 1", "staging 2", "staging 3")
        assert asked.rows == [["1", "2", "3"], ["All are right"]]
        said = await chat.type(":press last All")
        assert (said.text, said.rows) == ("All stay as they are.", [["Undo"]])
        assert (await judge_again(chat, model, asks_all)).calls == []
        undone = await chat.type(f":press {asked.number} Undo")
        assert (undone.texts, undone.rows) == (asked.texts, asked.rows)


async def test_what_a_question_has_no_room_for_is_neither_retired_nor_settled_unseen(
    tmp_path: Path, model: FakeModel
) -> None:
    async with talking(tmp_path, model=model) as chat:
        asked = await doubt(chat, model, *(f"staging {number}" for number in range(6)))
        assert asked.rows[0] == ["1", "2", "3", "4", "5"]
        await chat.type(f":press {asked.number} All")
        left = await chat.type("/conflicts", ":press last 1")
        assert left.rows == [["1", "2"], ["Both are right"]]
        await chat.type(":press last 1")
        assert (await statuses(chat)).count(Status.STALE) == 1


class TestWhatIsSettled:
    @pytest.mark.parametrize(
        "verdict", [asks, marks(), marks(MarkKind.MERGE)], ids=["ask", "refute", "refine"]
    )
    async def test_both_are_right_holds_while_both_say_the_same(
        self, tmp_path: Path, model: FakeModel, verdict: Callable[[Question], Judgement]
    ) -> None:
        async with talking(tmp_path, model=model) as chat:
            await doubt(chat, model, FRIDAYS, THURSDAYS)
            await chat.type(":press last Both")
            assert (await judge_again(chat, model, verdict)).calls == []
            assert await statuses(chat) == [Status.UNVERIFIED] * 2
            said = await chat.type(":edit 2 releases are on Wednesdays")
            assert said.texts

    async def test_versions_that_are_both_right_are_not_asked_about_by_the_archivist(
        self, tmp_path: Path
    ) -> None:
        async with talking(tmp_path) as chat:
            await chat.type("/remember key:deploy prod is rolled out by Anna")
            await chat.type("/remember key:deploy prod is rolled out by Boris", ":press last Both")
        async with talking(tmp_path, model=BuiltIn()) as chat:
            assert (await chat.type(":wait 10")).calls == []
            assert (await chat.type("/conflicts")).text == NO_CONFLICT

    async def test_versions_that_may_contradict_after_all_are_asked_about_by_their_key_alone(
        self, tmp_path: Path
    ) -> None:
        async with talking(tmp_path) as chat:
            await chat.type("/remember key:deploy prod is rolled out by Anna")
            asked = await chat.type("/remember key:deploy prod is rolled out by Boris", ":press last Both")
            await chat.type(f":press {asked.number} Undo")
        async with talking(tmp_path, model=BuiltIn()) as chat:
            assert (await chat.type(":wait 10")).calls == []
            assert (await chat.type("/conflicts")).text.startswith("2 records")

    @pytest.mark.parametrize(("repeated", "other"), [(FRIDAYS, THURSDAYS), (THURSDAYS, FRIDAYS)])
    async def test_a_repeated_text_is_settled_as_the_first_was(
        self, tmp_path: Path, model: FakeModel, repeated: str, other: str
    ) -> None:
        async with talking(tmp_path, model=model) as chat:
            await doubt(chat, model, FRIDAYS, THURSDAYS)
            await chat.type(":press last Both")
            model.verdict = asks_all
            said = await chat.type(repeated)
            assert said.text.count(repeated) == 2
            assert other not in said.text

    async def test_that_both_are_right_takes_the_mark_off(self, tmp_path: Path, model: FakeModel) -> None:
        async with talking(tmp_path, model=model) as chat:
            await chat.type("/remember key:deploy by Anna")
            model.verdict = marks()
            said = await chat.type("/remember key:deploy by Boris")
            question = next(call["n"] for call in said.calls if "Which is right?" in call.get("text", ""))
            await chat.type(f":press {question} Both")
            assert await statuses(chat) == [Status.UNVERIFIED] * 2

    async def test_what_was_not_so_is_not_asked(self, tmp_path: Path, model: FakeModel) -> None:
        async with talking(tmp_path, model=model) as chat:
            await chat.keep(FRIDAYS)
            model.verdict = marks()
            await chat.type(THURSDAYS, ':press last "Not so"')
            assert (await judge_again(chat, model, asks)).calls == []

    async def test_what_is_retired_marks_and_asks_about_nothing(
        self, tmp_path: Path, model: FakeModel
    ) -> None:
        async with talking(tmp_path, model=model) as chat:
            await doubt(chat, model, FRIDAYS, THURSDAYS)
            await chat.type(":press last 2")
            for verdict in (asks, marks()):
                assert (await judge_again(chat, model, verdict)).calls == []
            assert await statuses(chat) == [Status.STALE, Status.UNVERIFIED]

    async def test_it_stays_linked(self, tmp_path: Path, model: FakeModel) -> None:
        def replaces(question: Question) -> Judgement:
            old = question.candidates[0].id
            return Judgement(
                marks=(NewMark(old, MarkKind.INVALIDATE),),
                links=(NewLink(old, Relation.SUPERSEDES, 1.0), NewLink(old, Relation.RELATES_TO, 0.5)),
            )

        async with talking(tmp_path, model=model) as chat:
            await doubt(chat, model, FRIDAYS, THURSDAYS)
            await chat.type(":press last Both")
            await judge_again(chat, model, replaces)
            owner = await enter(chat.memory, "owner")
            found = await passport(chat.memory, owner, (await chat.records())[0].id)
            assert [link.relation for link in found.links] == [Relation.RELATES_TO]

    async def test_the_history_of_both_tells_of_it(self, tmp_path: Path, model: FakeModel) -> None:
        async with talking(tmp_path, model=model) as chat:
            asked = await doubt(chat, model, FRIDAYS, THURSDAYS)
            await chat.type(f":press {asked.number} Both", f":press {asked.number} Undo")
            new, old = await chat.records()

            async def told(record: Record) -> list[str]:
                await chat.type(f"/show {record.ref}")
                lines = (await chat.type(":press last History")).text.splitlines()
                return [line.partition("UTC: ")[2] for line in lines[2:]]

            for record, other in ((new, old), (old, new)):
                assert await told(record) == [
                    f"called right together with {other.ref} by owner",
                    f"no longer called right together with {other.ref}, by owner",
                ]


@pytest.mark.parametrize(
    ("locale", "counted", "both", "every"),
    [
        ("en", "2 open questions · which is right?", "Both are right", "All are right"),
        ("ru", "2 открытых вопроса · что верно?", "Верно и то и другое", "Верно всё"),
        ("ko", "답하지 않은 질문 2개 · 어느 것이 맞나요?", "둘 다 맞음", "모두 맞음"),
    ],
)
async def test_questions_speak_the_language_of_the_chat(
    tmp_path: Path, model: FakeModel, locale: str, counted: str, both: str, every: str
) -> None:
    async with talking(tmp_path, locale=locale, model=model) as chat:
        assert (await doubt(chat, model, "staging 1", "staging 2")).rows[-1] == [both]
        model.verdict = asks_all
        assert (await chat.type("staging 3")).rows[-1] == [every]
        listed = await chat.type("/conflicts")
        assert listed.text.startswith(counted)
