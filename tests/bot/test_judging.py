"""Which record is right: asked under a conflict, and answered by buttons."""

from pathlib import Path

import pytest

from core.builtin_model import BuiltIn
from core.marks import MarkKind
from core.records import Record
from core.sight import Sight
from core.storage import Connection, judgements
from tests.bot.chat import Chat, Said, arriving, message, pressed, talking
from tests.core.judging import standing
from tests.core.steps import enter, save

NO_RECORD = "There is no such record."
NOT_YOURS = "Only the one who saved this record, or an administrator, may do that."
TOO_OLD = "This button is too old. Please ask again."
CHANGED = "This has changed in the meantime. Please look again."
QUESTION = "deploy-day: this contradicts what is known. Which is right?"


async def contradict(chat: Chat) -> tuple[Said, Record, Record]:
    """Keep two records that contradict each other: what is said about the second, then both, older first."""
    await chat.type("/remember key:deploy-day Deploys are on Mondays")
    said = await chat.type("/remember key:deploy-day Deploys are on Fridays")
    friday, monday = await chat.records()
    return said, monday, friday


async def status(chat: Chat, record: Record) -> str:
    """The status on a record's card."""
    head = (await chat.type(f"/show {record.ref}")).texts[0].splitlines()[0]
    return head.partition(" ")[2].partition(" · ")[0]


async def mark(chat: Chat, target: Record, cause: Record, kind: MarkKind) -> None:
    """Mark a record, as the archivist would."""

    def run(connection: Connection) -> None:
        judgements.add_mark(connection, target.key, cause.key, kind, "a newer plan", cause.created_at)

    await chat.store.write(run)


async def test_a_save_that_makes_a_conflict_asks_which_is_right(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        said, monday, friday = await contradict(chat)
        assert said.methods == ["setMessageReaction", "sendMessage"]
        assert said.text.split("\n\n")[0] == QUESTION
        assert [line for line in said.text.splitlines() if line[1:3] == ". "] == [
            "1. Deploys are on Fridays",
            "2. Deploys are on Mondays",
        ]
        assert said.refs == [friday.ref, monday.ref]
        assert said.rows == [["1", "2"], ["Both are right"]]


async def test_a_repeated_save_asks_only_once(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type("/remember key:deploy-day Deploys are on Mondays")
        second = arriving(50, text="/remember key:deploy-day Deploys are on Fridays")
        assert (await chat.type(second)).methods == ["setMessageReaction", "sendMessage"]
        assert (await chat.type(second)).methods == ["setMessageReaction"]


async def test_a_save_that_agrees_asks_nothing(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.keep("/remember key:deploy-day on Mondays", "/remember key:other on Fridays")


async def test_the_variant_that_is_called_right_stays_and_the_other_is_outdated(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        asked, monday, friday = await contradict(chat)
        said = await chat.type(f":press {asked.number} 1")
        assert said.methods == ["answerCallbackQuery", "editMessageText"]
        assert said.text.splitlines() == [
            f"Right: {friday.ref} Deploys are on Fridays",
            f"No longer right: {monday.ref} Deploys are on Mondays",
        ]
        assert said.rows == [[f"Undo {monday.ref}"]]
        assert [await status(chat, one) for one in (monday, friday)] == ["outdated", "unverified"]
        card = await chat.type(f"/show {monday.ref}")
        assert "Someone called another record right instead." in card.text
        assert card.rows[0] == ["Treat as right again"]


async def test_a_choice_can_be_undone_from_where_it_was_made(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        asked, monday, friday = await contradict(chat)
        await chat.type(f":press {asked.number} 2")
        said = await chat.type(f":press {asked.number} Undo")
        assert (said.texts, said.rows) == (asked.texts, asked.rows)
        assert [await status(chat, one) for one in (monday, friday)] == ["in conflict"] * 2


async def test_a_choice_among_several_is_undone_as_a_whole(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        _, monday, friday = await contradict(chat)
        asked = await chat.type("/remember key:deploy-day Deploys are on Sundays")
        chosen = await chat.type(f":press {asked.number} 1")
        assert chosen.rows == [[f"Undo {friday.ref}, {monday.ref}"]]
        said = await chat.type(f":press {asked.number} Undo")
        assert (said.text.split("\n\n")[0], said.rows[0]) == (QUESTION, ["1", "2", "3"])
        assert len((await chat.type("/conflicts")).refs) == 3
        await chat.type(f"/forget {friday.ref}", f"/forget {monday.ref}")
        gone = await chat.type(pressed(asked.number, chosen.data[chosen.rows[0][0]]))
        assert (gone.methods, gone.notice) == (["answerCallbackQuery"], NO_RECORD)


async def test_a_choice_is_made_and_undone_from_a_card(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        _, monday, friday = await contradict(chat)
        card = await chat.type(f"/show {monday.ref}")
        assert card.rows[0] == ["This one is right"]
        await chat.type(f":press {card.number} This")
        assert [await status(chat, one) for one in (monday, friday)] == ["unverified", "outdated"]
        other = await chat.type(f"/show {friday.ref}")
        again = await chat.type(f":press {other.number} Treat")
        assert again.text.startswith(f"⚠️ in conflict · {friday.ref}")
        history = await chat.type(f":press {other.number} History")
        assert [line.partition("UTC: ")[2] for line in history.text.splitlines()[1:]] == [
            "saved by owner",
            f"ruled out by owner, who kept {monday.ref}",
            f"called right again, along with {monday.ref}, by owner",
        ]


@pytest.mark.parametrize(
    ("locale", "label"), [("en", "Which is right?"), ("ru", "Что верно?"), ("ko", "어느 것이 맞나요?")]
)
async def test_a_question_that_has_scrolled_away_is_asked_again_from_a_card(
    tmp_path: Path, locale: str, label: str
) -> None:
    async with talking(tmp_path) as chat:
        await contradict(chat)
    async with talking(tmp_path, locale) as chat:
        friday, monday = await chat.records()
        listed = await chat.type("/conflicts")
        card = await chat.type(f":press {listed.number} 2")
        assert monday.ref in card.text.splitlines()[0]
        assert card.rows[1] == [label]
        asked = await chat.type(f":press {card.number} {label}")
        assert asked.text.startswith("deploy-day: ")
        assert asked.refs == [friday.ref, monday.ref]
        await chat.type(f":press {asked.number} 3")
        assert [one.fact_key for one in await chat.records()] == [None, "deploy-day"]
        again = await chat.type(pressed(card.number, card.data[label]))
        assert monday.ref in again.text
        await chat.type(f"/forget {monday.ref}")
        assert (await chat.type(pressed(card.number, card.data[label]))).methods == ["answerCallbackQuery"]


async def test_where_both_are_right_the_new_one_loses_its_key(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        asked, monday, friday = await contradict(chat)
        said = await chat.type(f":press {asked.number} Both")
        assert said.text == "Both stay. The new one is a record of its own now, without the key."
        assert [await status(chat, one) for one in (monday, friday)] == ["unverified"] * 2
        assert [record.fact_key for record in await chat.records()] == [None, "deploy-day"]
        await chat.type(f"/show {friday.ref}")
        history = (await chat.type(":press last History")).text.splitlines()
        assert [line.partition("UTC: ")[2] for line in history[1:]] == [
            "saved by owner",
            "labels changed by owner",
            f"called right together with {monday.ref} by owner",
        ]


async def test_that_both_are_right_can_be_undone_while_the_key_is_off(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        asked, monday, friday = await contradict(chat)
        said = await chat.type(f":press {asked.number} Both")
        assert said.rows == [["Undo"]]
        undo = pressed(asked.number, said.data["Undo"])
        undone = await chat.type(undo)
        assert (undone.texts, undone.rows) == (asked.texts, asked.rows)
        assert [await status(chat, one) for one in (monday, friday)] == ["in conflict"] * 2
        assert (await chat.type(undo)).notice == TOO_OLD
        await chat.type(f":press {asked.number} Both", f"/forget {monday.ref}")
        assert (await chat.type(undo)).notice == NO_RECORD


async def test_where_the_new_one_of_three_is_right_too_the_others_are_asked_about(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        _, monday, friday = await contradict(chat)
        third = await chat.type("/remember key:deploy-day Deploys are on Sundays")
        assert third.rows == [["1", "2", "3"], ["The new one is right too"]]
        said = await chat.type(f":press {third.number} The")
        stays, again = said.texts
        assert stays == "The new one stays, as a record of its own now, without the key."
        assert (again.split("\n\n")[0], said.refs) == (QUESTION, [friday.ref, monday.ref])
        assert said.rows == [["1", "2"], ["Both are right"]]
        await chat.type(f":press {said.number} Both")
        assert (await chat.type("/conflicts")).text == "No records contradict one another."


@pytest.mark.parametrize(
    ("locale", "one", "other"),
    [
        ("en", "Prod has 8 nodes", "Prod has 12 nodes"),
        ("ru", "На проде 8 нод", "На проде 12 нод"),
        ("ko", "프로드 노드는 8개다", "프로드 노드는 12개다"),
    ],
)
@pytest.mark.parametrize("corrected", [1, 2])
@pytest.mark.parametrize("settled", [False, True])
async def test_a_correction_turns_nothing_round_and_asks_nothing_again(
    tmp_path: Path, locale: str, one: str, other: str, corrected: int, settled: bool
) -> None:
    async with talking(tmp_path, locale, model=BuiltIn()) as chat:
        await chat.keep(one)
        said = await chat.type(other)
        assert said.rows
        if settled:
            # "Not so" under a mark, "Both are right" under a question.
            place = 0 if len(said.rows) == 1 else -1
            await chat.type(f':press last "{said.rows[place][0]}"')
        new, old = await chat.records()
        owner = await enter(chat.memory, "owner")
        before = [await standing(chat.memory, owner, record) for record in (old, new)]
        open_before = (await chat.memory.remarks.questions(owner, Sight.HERE, 0, 5)).total
        text = (one, other)[corrected - 1]
        for content in (f"{text}.", text.upper()):
            followed = await chat.type(f":edit {corrected} {content}", ":wait 600")
            assert followed.texts == []
        assert (await chat.records())[0].content == text.upper()
        assert [await standing(chat.memory, owner, record) for record in (old, new)] == before
        assert (await chat.memory.remarks.questions(owner, Sight.HERE, 0, 5)).total == open_before


async def test_a_question_is_asked_anew_where_a_variant_has_changed_since(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        asked, _, friday = await contradict(chat)
        await chat.type(":edit 1 /remember key:deploy-day Deploys are on Sundays")
        said = [await chat.type(pressed(asked.number, data)) for data in asked.data.values()]
        assert [one.notice for one in said] == [CHANGED] * 3
        # It is there already at the second press.
        assert [len(one.texts) for one in said] == [1, 0, 0]
        assert [line for line in said[0].text.splitlines() if line[1:3] == ". "] == [
            "1. Deploys are on Fridays",
            "2. Deploys are on Sundays",
        ]
        assert [record.fact_key for record in await chat.records()] == ["deploy-day"] * 2
        fresh = await chat.type(f":press {asked.number} 1")
        assert fresh.text.startswith(f"Right: {friday.ref}")


async def test_a_question_that_missed_a_third_variant_retires_none_unseen(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        asked, *_ = await contradict(chat)
        await chat.type("/remember key:deploy-day Deploys are on Sundays")
        said = await chat.type(f":press {asked.number} 1")
        assert (said.notice, said.rows[0]) == (CHANGED, ["1", "2", "3"])
        assert (await chat.type("/stale")).text == "No record is outdated or marked."


async def test_variants_that_agree_meanwhile_are_not_retired(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        asked, monday, friday = await contradict(chat)
        card = await chat.type(f"/show {friday.ref}")
        await chat.type(":edit 1 /remember key:deploy-day Deploys are on Fridays")
        said = await chat.type(f":press {asked.number} 1")
        assert (said.notice, said.text) == (CHANGED, f"Nothing contradicts {friday.ref} any more.")
        assert said.rows == []
        from_card = await chat.type(pressed(card.number, card.data["This one is right"]))
        assert (from_card.notice, from_card.text.split(" · ")[0]) == (CHANGED, "📝 unverified")
        assert [await status(chat, one) for one in (monday, friday)] == ["unverified"] * 2


async def test_a_question_in_a_group_quotes_no_draft_not_even_its_askers(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type(":chat team", ":as alice", "/remember key:deploy-day on Mondays")
        (monday,) = await chat.records("alice", "team")
        await chat.type(f"/show {monday.ref}", ":press last Hide")
        said = await chat.type("/remember key:deploy-day on Fridays")
        assert said.methods == ["setMessageReaction"]


async def test_in_a_group_any_member_says_which_is_right_but_only_the_author_that_both_are(
    tmp_path: Path,
) -> None:
    async with talking(tmp_path) as chat:
        await chat.type(":chat team", ":as alice", "/remember key:deploy-day on Mondays")
        asked = await chat.type("/remember key:deploy-day on Fridays")
        refused = await chat.type(":as bob", f":press {asked.number} Both")
        assert (refused.methods, refused.notice) == (["answerCallbackQuery"], NOT_YOURS)
        assert (await chat.type(f":press {asked.number} 1")).text.startswith("Right: ")


async def test_a_question_about_records_that_were_forgotten_meanwhile_says_so(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        asked, _, friday = await contradict(chat)
        await chat.type(f"/forget {friday.ref}")
        for label in ("1", "Both"):
            said = await chat.type(f":press {asked.number} {label}")
            assert (said.methods, said.notice) == (["answerCallbackQuery"], NO_RECORD)


async def test_an_archivists_mark_is_shown_and_taken_off_from_the_card(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        owner = await enter(chat.memory, "owner")
        old, new = [await save(chat.memory, owner, f"Deploys are on {day}") for day in ("Mondays", "Fridays")]
        await mark(chat, old, new, MarkKind.INVALIDATE)
        card = await chat.type(f"/show {old.ref}")
        assert card.text.startswith(f"🕰 outdated · {old.ref}")
        assert f"Outdated by {new.ref}, the archivist thinks: a newer plan" in card.text.splitlines()
        assert "Confidence: 10%" in card.text
        assert card.rows[0] == ["Not outdated"]
        said = await chat.type(f":press {card.number} Not")
        assert said.methods == ["answerCallbackQuery", "editMessageText"]
        assert said.text.startswith(f"📝 unverified · {old.ref}")
        history = await chat.type(f":press {card.number} History")
        assert history.text.endswith(f"mark because of {new.ref} taken off by owner")


async def test_a_record_that_another_one_refines_says_so(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        owner = await enter(chat.memory, "owner")
        old, new = [await save(chat.memory, owner, f"Deploys are on {day}") for day in ("Mondays", "Fridays")]
        await mark(chat, old, new, MarkKind.MERGE)
        card = await chat.type(f"/show {old.ref}")
    assert card.text.startswith(f"📝 unverified · {old.ref}")
    assert f"Refined by {new.ref}, the archivist thinks: a newer plan" in card.text.splitlines()


async def test_a_summary_of_what_is_outdated_says_so(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        owner = await enter(chat.memory, "owner")
        asked, monday, _ = await contradict(chat)
        summary = await save(chat.memory, owner, "All about deploys", derived_from=(monday.id,))
        await chat.type(f":press {asked.number} 1")
        card = await chat.type(f"/show {summary.ref}")
    assert card.text.startswith(f"🕰 outdated · {summary.ref}")
    assert "It sums up a record that is outdated." in card.text.splitlines()


async def test_conflicts_and_stale_list_what_is_in_conflict_and_outdated(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.keep("unrelated")
        assert (await chat.type("/conflicts")).text == "No records contradict one another."
        assert (await chat.type("/stale")).text == "No record is outdated or marked."
        await chat.type("/remember key:deploy-day Deploys are on Mondays")
        asked = await chat.type("/remember key:deploy-day Deploys are on Fridays")
        assert (await chat.type("/conflicts")).refs == asked.refs
        chosen = await chat.type(f":press {asked.number} 1")
        assert (await chat.type("/stale")).refs == chosen.refs[1:]
        assert (await chat.type("/conflicts")).text == "No records contradict one another."


async def test_in_a_group_a_record_becomes_its_authors_draft_and_its_card_is_emptied(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type(":chat team", ":as alice", "/remember Deploys are on Fridays", ":as bob", "hi")
        (record,) = await chat.records("bob", "team")
        card = await chat.type(f"/show {record.ref}")
        refused = await chat.type(f":press {card.number} Hide")
        assert (refused.methods, refused.notice) == (["answerCallbackQuery"], NOT_YOURS)
        said = await chat.type(":as alice", f":press {card.number} Hide")
        assert (said.text, said.rows) == (
            "This record is a draft now: only its author sees it, in a private chat with me.",
            [],
        )
        assert (await chat.type(f"/show {record.ref}")).text == NO_RECORD
        own = await chat.type(":chat private", f"/show {record.ref}")
        assert own.rows[-1] == ["Show it to the group"]
        shown = await chat.type(f":press {own.number} Show")
        assert shown.rows[-1] == ["Hide it from the group"]
        history = await chat.type(f":press {own.number} History")
        assert history.text.count("visibility changed by alice") == 2
        assert [one.id for one in await chat.records("bob", "team")] == [record.id]


async def test_validate_says_whether_the_record_is_still_what_its_message_says(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type("/remember key:deploy-day Deploys are on Mondays")
        (record,) = await chat.records()
        same = await chat.type(":reply 1 /validate")
        assert same.text == f"{record.ref} says what the message says."
        asked = await chat.type("/remember key:deploy-day Deploys are on Fridays")
        contradicted = await chat.type(":reply 1 /validate")
        assert contradicted.text.splitlines() == [
            f"{record.ref} says what the message says.",
            f"{record.ref} contradicts another record.",
        ]
        await chat.type(f":press {asked.number} 1")
        outdated = await chat.type(":reply 1 /validate")
        assert outdated.text.splitlines() == [
            f"{record.ref} says what the message says.",
            f"{record.ref} is outdated.",
        ]


async def test_validate_compares_what_a_mention_leaves_of_a_message(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type(":chat team", "@letopis_bot it is so", "@letopis_bot is it so?", ":press last Save")
        for number in (2, 3):
            said = await chat.type(f":reply {number} /validate")
            assert said.text.endswith(" says what the message says.")
        # This one the bot did not hear, as where Telegram brings it no mentions.
        mention = {"type": "mention", "offset": 0, "length": 12}
        unheard = message(50, group="team", text="@letopis_bot it is so", entities=[mention])
        await chat.type(arriving(60, group="team", text="/remember", reply_to_message=unheard))
        said = await chat.type(arriving(61, group="team", text="/validate", reply_to_message=unheard))
        assert said.text.endswith(" says what the message says.")


async def test_validate_finds_an_edit_that_the_bot_did_not_hear_of(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type(arriving(50, text="Deploys are on Mondays"))
        (record,) = await chat.records()
        now = message(50, text="Deploys are on Fridays")
        said = await chat.type(arriving(60, text="/validate", reply_to_message=now))
        assert said.text == f"{record.ref} no longer says what the message says."


@pytest.mark.parametrize(
    ("locale", "told", "contradicted"),
    [
        (
            "en",
            "{ref} is the record of that message. I can no longer see",
            "{ref} contradicts another record.",
        ),
        ("ru", "{ref} — запись этого сообщения.", "{ref} противоречит другой записи."),
        ("ko", "{ref}: 그 메시지의 기록입니다.", "{ref} 기록은 다른 기록과 모순됩니다."),
    ],
)
async def test_validate_names_the_record_of_a_message_whose_text_is_not_seen_any_more(
    tmp_path: Path, locale: str, told: str, contradicted: str
) -> None:
    async with talking(tmp_path) as chat:
        await chat.type("/remember key:deploy-day Deploys are on Mondays")
        (record,) = await chat.records()
    async with talking(tmp_path, locale) as chat:
        alone = await chat.type(":reply 1 /validate")
        assert alone.text.startswith(told.format(ref=record.ref))
        await chat.type("/remember key:deploy-day Deploys are on Fridays")
        said = (await chat.type(":reply 1 /validate")).text.splitlines()
        assert said == [alone.text, contradicted.format(ref=record.ref)]


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        (["/validate"], "Reply to a message with /validate to see whether its record still says the same."),
        (["is it so?", ":reply 1 /validate"], NO_RECORD),
        (["it is so", ":reply 1 /forget", ":reply 1 /validate"], NO_RECORD),
    ],
    ids=["no reply", "never kept", "forgotten"],
)
async def test_validate_without_a_record_says_so(tmp_path: Path, lines: list[str], answer: str) -> None:
    async with talking(tmp_path) as chat:
        await chat.type(*lines[:-1])
        assert (await chat.type(lines[-1])).text == answer


async def test_undo_brings_back_what_the_person_forgot_last(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.keep("first", "second")
        second, first = await chat.records()
        await chat.type(":reply 1 /forget", ":reply 2 /forget")
    async with talking(tmp_path) as chat:
        for record in (second, first):
            assert (await chat.type("/undo")).text == f"{record.ref} is back, as it was."
        assert (await chat.type("/undo")).text.startswith("There is nothing to undo")
        assert await chat.records() == [second, first]


async def test_undo_brings_back_nobody_elses(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type(":chat team", "/remember it", ":reply 2 /forget")
        assert (await chat.type(":as alice", "/undo")).text.startswith("There is nothing to undo")


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("topic key:deploy-day", ["topic two"]),
        ("topic scope:ops", ["topic three"]),
        ("scope:ops", ["topic three"]),
        ('"topic one"', ["topic one"]),
        ("topic by:stranger", ["topic four"]),
        ("topic after:2099-01-01", []),
        ("topic before:2000-01-01", []),
        ("topic is:conflict", []),
    ],
)
async def test_search_takes_qualifiers(tmp_path: Path, query: str, found: list[str]) -> None:
    async with talking(tmp_path) as chat:
        await chat.keep("topic one", "/remember key:deploy-day topic two", "/remember scope:ops topic three")
        await chat.type(":forward topic four")
        said = await chat.type(f"/search {query}")
        assert [line.partition("📝 ")[2] for line in said.text.splitlines() if "📝" in line] == found


@pytest.mark.parametrize(
    ("query", "answer"),
    [
        ("after:yesterday", "“after:” takes a date such as 2026-05-31."),
        ("is:true", "“is:” takes stale, marked or conflict."),
    ],
)
async def test_a_qualifier_that_cannot_be_read_is_answered_by_what_it_takes(
    tmp_path: Path, query: str, answer: str
) -> None:
    async with talking(tmp_path) as chat:
        assert (await chat.type(f"/search topic {query}")).text == answer


async def test_pages_of_a_filtered_search_are_turned_without_a_total(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.keep(*(f"topic {number}" for number in range(6)))
        first = await chat.type("/search topic by:owner")
        second = await chat.type(":press last More")
    assert first.text.splitlines()[0] == "Records 1–5 · topic by:owner"
    assert (second.text.splitlines()[0], second.rows[1]) == ("Records 6–6 · topic by:owner", ["← Back"])


@pytest.mark.parametrize(
    ("labels", "why"),
    [
        (
            "key:archivist:x",
            "“key:” takes no key that begins with “archivist:”: those are the archivist's.",
        ),
        (f"key:{'x' * 129}", "“key:” takes 1 to 128 characters."),
        ('scope:" "', "“scope:” takes 1 to 128 characters."),
    ],
    ids=["reserved", "too long", "blank"],
)
async def test_a_label_that_cannot_be_is_named_as_it_was_typed(tmp_path: Path, labels: str, why: str) -> None:
    async with talking(tmp_path) as chat:
        said = await chat.type(f"/remember {labels} it is so")
        assert said.text == f"Not kept: {why}"
        assert await chat.records() == []
        await chat.type("/remember it is so")
        (record,) = await chat.records()
        edited = await chat.type(f":edit last /remember {labels} it is so")
        assert edited.text == f"The record stays as it was: {why}"
        assert await chat.records() == [record]
