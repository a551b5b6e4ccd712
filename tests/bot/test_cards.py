"""One record: its card, its history, forgetting and bringing back."""

from dataclasses import replace
from pathlib import Path

import pytest
from aiogram.methods import SendMessage

from core.records import Record, Visibility
from tests.bot.chat import Chat, arriving, marked, talking
from tests.core.steps import enter, save

NO_RECORD = "There is no such record."
NOT_YOURS_TO_FORGET = (
    "Only the one who saved this record, the one whose words it holds, or an administrator may forget it."
)
CARD_BUTTONS = ["Copy {ref}", "History", "Forget…"]


async def kept(chat: Chat, text: str) -> Record:
    """Write a message in private; its record."""
    await chat.keep(text)
    return (await chat.records())[0]


async def is_found(chat: Chat, record: Record) -> list[bool]:
    """Whether the record is found by search, in /recent, by reference and by id."""
    searched, recent = await chat.type(f"/search {record.content}"), await chat.type("/recent")
    by_ref, by_id = await chat.type(f"/show {record.ref}"), await chat.type(f"/show {record.id}")
    answers = [record.ref in said.refs for said in (searched, recent)]
    return answers + [said.text != NO_RECORD for said in (by_ref, by_id)]


async def test_a_card_tells_all_about_a_record(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        record = await kept(chat, "Deploys are on Fridays")
        said = await chat.type(f"/show {record.ref}")
        head, text, about = said.text.split("\n\n")
        assert (head, text) == (f"📝 unverified · {record.ref}", "Deploys are on Fridays")
        saved, source, confidence = about.splitlines()
        assert saved.startswith("Saved: ")
        assert saved.endswith(" UTC, owner")
        assert source == f"Source: terminal · {record.source_id}"
        assert confidence == "Confidence: 50%"
        assert said.rows == [[label.format(ref=record.ref) for label in CARD_BUTTONS]]
        method = chat.calls[-1]
        assert isinstance(method, SendMessage)
        assert marked(method.text, method.entities, "bold") == ["unverified"]
        assert marked(method.text, method.entities, "code") == [
            record.ref,
            f"terminal · {record.source_id}",
        ]


@pytest.mark.parametrize(("locale", "terminal"), [("ru", "терминал"), ("ko", "터미널")])
async def test_in_the_terminal_nothing_is_said_to_be_in_telegram(
    tmp_path: Path, locale: str, terminal: str
) -> None:
    async with talking(tmp_path, locale) as chat:
        await chat.keep("Deploys are on Fridays")
        secret = await chat.type("the password: hunter2")
        records = await chat.records()
        card, privacy = await chat.type(f"/show {records[1].ref}"), await chat.type("/privacy")
        history = await chat.type(f":press {card.number} 2")
        assert f"{terminal} · {records[1].source_id}" in card.text
        for said in (secret, card, privacy, history):
            assert "telegram" not in said.text.lower()
            assert "텔레그램" not in said.text
        assert [one.source for one in records] == ["telegram"] * 2


async def test_a_source_that_a_program_names_stays_as_it_is(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        record = await save(chat.memory, await enter(chat.memory, "owner"), "a note", source="agent")
        assert "Source: agent\n" in (await chat.type(f"/show {record.ref}")).text


@pytest.mark.parametrize(
    ("locale", "answer"),
    [
        (
            "en",
            "Nothing was done: “{given}” is not the reference of one record. "
            "Write only the reference: {usage}",
        ),
        ("ru", "Ничего не сделано: «{given}» — не код записи. Напишите только код: {usage}"),
        (
            "ko",
            "아무것도 하지 않았습니다: “{given}”은(는) 기록 하나의 코드가 아닙니다. "
            "코드만 써 주세요: {usage}",
        ),
    ],
)
async def test_what_stands_after_a_reference_is_named_and_nothing_is_done(
    tmp_path: Path, locale: str, answer: str
) -> None:
    async with talking(tmp_path, locale) as chat:
        first, second = await kept(chat, "Deploys are on Fridays"), await kept(chat, "on Mondays")
        await chat.type(f"/forget {second.ref}")
        for command in ("/forget", "/show", "/undo"):
            for given in (f"{first.ref} and more", f"{first.ref} {second.ref}", f"the {first.ref}"):
                said = await chat.type(f"{command} {given}")
                assert said.text == answer.format(given=given, usage=f"{command} 7K2MQ9XA")
        assert [one.id for one in await chat.records()] == [first.id]
        secret = await chat.type(f"/forget {first.ref} password: hunter2")
        assert "hunter2" not in secret.text


async def test_undo_brings_back_the_record_that_it_names(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        first, second = await kept(chat, "Deploys are on Fridays"), await kept(chat, "on Mondays")
        await chat.type(f"/forget {first.ref}", f"/forget {second.ref}")
        said = await chat.type(f"/undo {first.ref.lower()}")
        assert said.text == f"{first.ref} is back, as it was."
        assert [one.id for one in await chat.records()] == [first.id]
        again = await chat.type(f"/undo {first.ref}")
        assert again.text == f"{first.ref} is not forgotten: there is nothing to undo."
        for unknown in ("00000000", "nonsense"):
            assert (await chat.type(f"/undo {unknown}")).text == NO_RECORD
        assert (await chat.type(":as bob", f"/undo {second.ref}")).text == NO_RECORD
        assert (await chat.type(":as owner", "/undo")).text == f"{second.ref} is back, as it was."


@pytest.mark.parametrize("written", [str.lower, str.upper, lambda ref: f"  {ref} "])
async def test_a_reference_is_read_in_any_case(tmp_path: Path, written: type[str]) -> None:
    async with talking(tmp_path) as chat:
        record = await kept(chat, "Deploys are on Fridays")
        assert record.ref in (await chat.type(f"/show {written(record.ref)}")).refs


async def test_letters_that_look_like_digits_are_read_as_these(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        owner = await enter(chat.memory, "owner")
        records = [await save(chat.memory, owner, f"record {number}") for number in range(40)]
        refs = [record.ref for record in records]
        # With forty references, each digit is missing from all of them once in 25,000 runs.
        with_digits = [next(ref for ref in refs if digit in ref) for digit in "10"]
        for ref, letters in zip(with_digits, ("IiLl", "Oo"), strict=True):
            for letter in letters:
                typed = ref.replace("1" if letter in "IiLl" else "0", letter)
                assert ref in (await chat.type(f"/show {typed}")).refs


async def test_a_card_is_shown_by_id_and_as_a_reply(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        record = await kept(chat, "Deploys are on Fridays")
        by_id, as_reply = await chat.type(f"/show {record.id}"), await chat.type(":reply 1 /show")
        assert by_id.text == as_reply.text
        assert by_id.text.startswith(f"📝 unverified · {record.ref}")


@pytest.mark.parametrize(
    "name",
    ["7K2MQ9XA", "7K2MQ9X", "no such thing", "🙂", "5b0c8f1e-3f0a-4c55-9d7e-0f4d2f0c7a11", "a\0b", "\ud800"],
)
@pytest.mark.parametrize("command", ["show", "forget"])
async def test_what_names_no_record_is_answered_always_alike(tmp_path: Path, command: str, name: str) -> None:
    async with talking(tmp_path) as chat:
        await chat.keep("Deploys are on Fridays")
        assert (await chat.type(arriving(50, text=f"/{command} {name}"))).text == NO_RECORD


@pytest.mark.parametrize("command", ["show", "forget"])
async def test_a_command_about_a_record_without_its_name_says_how_it_is_used(
    tmp_path: Path, command: str
) -> None:
    usage = (
        "Write the record's reference after the command, or reply to its message with it: "
        f"/{command} 7K2MQ9XA"
    )
    async with talking(tmp_path) as chat:
        assert (await chat.type(f"/{command}")).text == usage
        await chat.type("is it so?")
        assert (await chat.type(f":reply 3 /{command}")).text == usage


async def test_a_long_card_is_split_with_its_buttons_under_the_last_part(tmp_path: Path) -> None:
    words = " ".join(str(number) for number in range(3_500))
    async with talking(tmp_path) as chat:
        await chat.type(arriving(50, text=words))
        (record,) = await chat.records()
        said = await chat.type(f"/show {record.ref}")
    assert len(said.texts) == 5
    assert f"\n\n{words}\n\n" in "".join(said.texts)
    assert [bool(call["buttons"]) for call in said.calls] == [False] * 4 + [True]


async def test_a_card_of_lines_upon_lines_is_shown(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type(arriving(50, text="first{}last".format("\n" * 15_000)))
        (record,) = await chat.records()
        said = await chat.type(f"/show {record.ref}")
    assert said.texts[0].rstrip().endswith("first")
    assert said.texts[-1].lstrip().startswith("last")


async def test_a_card_names_what_contradicts_its_record(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        owner = await enter(chat.memory, "owner")
        first, second = [
            await save(chat.memory, owner, f"Deploys are on {day}s", fact_key="deploy-day")
            for day in ("Monday", "Friday")
        ]
        said = await chat.type(f"/show {first.ref}")
        about = said.text.split("\n\n")[2].splitlines()
        assert said.text.startswith(f"⚠️ in conflict · {first.ref}")
        assert about[0].startswith(f"Contradicts {second.ref} from ")
        assert about[0].endswith(": Deploys are on Fridays")
        assert "Key: deploy-day" in about
        assert about[-1] == f"2 versions, the newest is {second.ref}"
        newest = await chat.type(f"/show {second.ref}")
        assert newest.text.endswith("2 versions, this is the newest")
        found = await chat.type("/search deploys")
        assert [line[:6] for line in found.text.splitlines() if line[1:3] == ". "] == ["1. ⚠️ ", "2. ⚠️ "]


async def test_a_card_counts_contradictions_that_it_does_not_name(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        owner = await enter(chat.memory, "owner")
        records = [
            await save(chat.memory, owner, f"{'long ' * 40}{number}", fact_key="number")
            for number in range(8)
        ]
        about = (await chat.type(f"/show {records[0].ref}")).text.split("\n\n")[2].splitlines()
    assert sum(line.startswith("Contradicts ") for line in about) == 5
    assert all(line.endswith("…") for line in about[:5])
    assert about[5] == "and 2 more"


async def test_a_summary_of_what_is_in_conflict_says_so(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        owner = await enter(chat.memory, "owner")
        monday, _ = [
            await save(chat.memory, owner, f"Deploys are on {day}s", fact_key="deploy-day")
            for day in ("Monday", "Friday")
        ]
        summary = await save(chat.memory, owner, "All about deploys", derived_from=(monday.id,))
        about = (await chat.type(f"/show {summary.ref}")).text.split("\n\n")[2].splitlines()
    assert about[0] == "It sums up a record that is in conflict."


async def test_a_forwards_card_says_whose_words_they_are_and_when_they_were_said(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type(":forward Deploys are on Fridays")
        about = (await chat.type(":reply 1 /show")).text.split("\n\n")[2].splitlines()
    assert about[0].startswith("Saved: ")
    assert about[0].endswith("stranger, saved by owner")
    assert about[1].startswith("Said: ")


async def test_the_history_tells_who_did_what(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        record = await kept(chat, "Deploys are on Fridays")
        await chat.type(f"/forget {record.ref}", ":press last Undo", f"/show {record.ref}")
        said = await chat.type(":press last History")
    assert said.methods == ["answerCallbackQuery", "sendMessage"]
    head, *events = said.text.splitlines()
    assert head == f"History of {record.ref}"
    assert [event.partition("UTC: ")[2] for event in events] == [
        "saved by owner",
        "forgotten by owner",
        "brought back by owner",
    ]


@pytest.mark.parametrize("way", ["/forget {ref}", ":reply 1 /forget", "/Forget {id}"])
async def test_what_is_forgotten_is_gone_at_once_and_comes_back_by_undo(tmp_path: Path, way: str) -> None:
    async with talking(tmp_path) as chat:
        record = await kept(chat, "Deploys are on Fridays")
        assert await is_found(chat, record) == [True] * 4
        said = await chat.type(way.format(ref=record.ref, id=record.id))
        assert said.text == f"Forgotten: {record.ref}. Nobody can find it now."
        assert said.rows == [["Undo"]]
        number = said.number
        assert await is_found(chat, record) == [False] * 4
        assert (await chat.type(f"/forget {record.ref}")).text == NO_RECORD
        undone = await chat.type(f":press {number} Undo")
        assert undone.methods == ["answerCallbackQuery", "editMessageText"]
        assert (undone.text, undone.rows) == (f"{record.ref} is back, as it was.", [])
        assert await is_found(chat, record) == [True] * 4


async def test_the_cards_button_asks_once_before_it_forgets(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        record = await kept(chat, "Deploys are on Fridays")
        shown = await chat.type(f"/show {record.ref}")
        asked = await chat.type(":press last Forget")
        assert asked.methods == ["answerCallbackQuery", "editMessageReplyMarkup"]
        assert asked.rows == [["Yes, forget it", "Keep it"]]
        assert await is_found(chat, record) == [True] * 4
        number = shown.number
        back = await chat.type(f":press {number} Keep")
        assert back.rows == shown.rows
        await chat.type(f":press {number} Forget")
        done = await chat.type(f":press {number} Yes")
        assert done.methods == ["answerCallbackQuery", "editMessageText"]
        assert done.text == f"Forgotten: {record.ref}. Nobody can find it now."
        assert await is_found(chat, record) == [False] * 4
        await chat.type(f":press {number} Undo")
        assert await is_found(chat, record) == [True] * 4


async def test_undo_works_after_a_restart(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        record = await kept(chat, "Deploys are on Fridays")
        await chat.type(f"/forget {record.ref}")
    async with talking(tmp_path) as chat:
        await chat.type(":press last Undo")
        assert await is_found(chat, record) == [True] * 4
        (again,) = await chat.records()
        assert again == record


async def test_buttons_of_a_card_whose_record_is_forgotten_say_that_there_is_none(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        record = await kept(chat, "Deploys are on Fridays")
        found = await chat.type("/search deploys")
        one, other = await chat.type(f"/show {record.ref}"), await chat.type(f"/show {record.ref}")
        await chat.type(f":press {one.number} Forget", f"/forget {record.ref}")
        buttons = [(one, "Yes"), (one, "Keep"), (other, "History"), (other, "Forget"), (found, "1")]
        for message, label in buttons:
            said = await chat.type(f":press {message.number} {label}")
            assert (said.methods, said.notice) == (["answerCallbackQuery"], NO_RECORD)


async def test_in_a_group_the_author_and_administrators_forget_and_no_one_else(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type(":chat team", ":as alice", "/remember Deploys are on Fridays", ":as bob")
        assert (await chat.type(":reply 2 /forget")).text == NOT_YOURS_TO_FORGET
        shown = await chat.type(":reply 2 /show")
        number = shown.number
        # The card stays as it is for all who see it.
        refused = await chat.type(f":press {number} Forget")
        assert (refused.methods, refused.notice) == (["answerCallbackQuery"], NOT_YOURS_TO_FORGET)
        asked = await chat.type(":as alice", f":press {number} Forget")
        assert asked.rows == [["Yes, forget it", "Keep it"]]
        refused = await chat.type(":as bob", f":press {number} Yes")
        assert (refused.methods, refused.notice) == (["answerCallbackQuery"], NOT_YOURS_TO_FORGET)
        assert len(await chat.records("bob", "team")) == 1
        done = await chat.type(":as owner", f":press {number} Yes")
        assert done.text.startswith("Forgotten: ")
        assert await chat.records("bob", "team") == []


async def test_whose_words_a_record_holds_may_forget_them_too(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type(":chat team", ":as alice", "Deploys are on Fridays", ":as bob", ":reply 2 /remember")
        said = await chat.type(":as alice", ":reply 2 /forget")
        assert said.text.startswith("Forgotten: ")
        assert await chat.records("bob", "team") == []


async def test_only_who_forgot_a_record_and_its_author_bring_it_back(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type(":chat team", ":as alice", "/remember Deploys are on Fridays", ":as bob", "hi")
        await chat.type(":as owner", ":reply 2 /forget")
        refused = await chat.type(":as bob", ":press last Undo")
        assert (refused.methods, refused.notice) == (["answerCallbackQuery"], NO_RECORD)
        done = await chat.type(":as alice", ":press last Undo")
        assert done.text.endswith(" is back, as it was.")
        assert len(await chat.records("bob", "team")) == 1


async def test_a_groups_record_can_be_shown_and_forgotten_in_private(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type(":chat team", ":as alice", "/remember Deploys are on Fridays")
        (record,) = await chat.records("alice", "team")
        shown = await chat.type(":chat private", f"/show {record.ref}")
        assert "Group: team" in shown.text.splitlines()
        assert (await chat.type(f"/forget {record.ref}")).text.startswith("Forgotten: ")
        assert await chat.records("alice", "team") == []


async def test_an_edit_of_a_message_changes_its_record(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        record = await kept(chat, "Deploys are on Fridays")
        said = await chat.type(":edit 1 Deploys are on Mondays")
        assert said.calls == []
        (edited,) = await chat.records()
        assert (edited.id, edited.content) == (record.id, "Deploys are on Mondays")
        assert edited.source_revision is not None
        await chat.type(f"/show {record.ref}")
        history = await chat.type(":press last History")
        assert "text changed by owner" in history.text


async def test_an_edit_that_leaves_the_text_as_it_is_changes_nothing(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        record = await kept(chat, "Deploys are on Fridays")
        await chat.type(":edit 1 Deploys are on Fridays")
        assert await chat.records() == [record]


async def test_an_edit_of_what_remember_was_told_changes_its_record(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type(":chat team", "/remember it is so", ":edit 2 /remember it was so")
        assert [record.content for record in await chat.records("owner", "team")] == ["it was so"]


async def test_an_edit_saves_nothing_that_was_not_saved_before(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type("is it so?", ":edit 1 it is so", "/nonsense", ":edit 3 it is so", "/recent")
        said = await chat.type(":edit 5 it is so", ":chat team", "chatter", ":edit last other chatter")
        assert said.methods == ["sendMessage"]
        assert said.text.startswith("Hello! I am Letopis")
        await chat.type(":edit last /remember chatter")
        assert await chat.records() == []
        assert await chat.records("owner", "team") == []


async def test_an_edit_runs_no_command_again(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        record = await kept(chat, "Deploys are on Fridays")
        await chat.type("/recent")
        assert (await chat.type(f":edit 2 /forget {record.ref}")).calls == []
        assert await chat.records() == [record]


async def test_an_answer_to_a_card_names_its_record(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        record = await kept(chat, "Deploys are on Fridays")
        other = await kept(chat, "Deploys take an hour")
        card = await chat.type(f"/show {record.ref}")
        page = await chat.type("/recent")
        for command in ("show", "forget"):
            usage = await chat.type(f":reply {page.number} /{command}")
            assert usage.text.startswith("Write the record's reference after the command, or reply")
        assert (await chat.type(f":reply {card.number} /show")).texts == card.texts
        assert (await chat.type(f":reply {card.number} /forget")).text.startswith(f"Forgotten: {record.ref}")
        assert await chat.records() == [other]


async def test_an_edit_does_not_bring_a_forgotten_record_back(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        record = await kept(chat, "Deploys are on Fridays")
        await chat.type(f"/forget {record.ref}", ":edit 1 Deploys are on Mondays")
        assert await chat.records() == []


async def test_an_edit_to_what_cannot_be_kept_is_refused_and_the_record_stays(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        record = await kept(chat, "Deploys are on Fridays")
        edited = arriving(1, text="x" * 20_001, edit_date=1_772_442_060).replace(
            '"message"', '"edited_message"', 1
        )
        said = await chat.type(edited)
        assert said.text == "The record stays as it was: a record may have 20000 characters at most."
        assert await chat.records() == [record]


async def test_a_card_in_a_group_shows_no_draft_not_even_to_its_author(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type(":chat team", ":as alice", "hi")
        alice = await enter(chat.memory, "alice", "team")
        draft = await save(chat.memory, alice, "Deploys may move", visibility=Visibility.AUTHOR)
        assert (await chat.type(f"/show {draft.ref}")).text == NO_RECORD
        assert (await chat.type("/search deploys")).text.startswith("Nothing found")
        assert (await chat.type("/recent")).text.startswith("There are no records yet")
        assert (await chat.type(f"/forget {draft.ref}")).text == NO_RECORD
        shown = await chat.type(":chat private", f"/show {draft.ref}")
        assert "Deploys may move" in shown.text
        assert replace(draft) in await chat.records("alice", "team")
