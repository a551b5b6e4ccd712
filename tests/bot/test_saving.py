"""Messages become records."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from aiogram.methods import SetMessageReaction, TelegramMethod

from core.records import Visibility, content_hash
from core.spaces import LOCAL_IDS_FROM
from tests.bot.chat import MORNING, arriving, delivered, message, place, talking
from tests.core.judging import edited, give_key
from tests.core.steps import enter, save

FILE = {"file_id": "a", "file_unique_id": "a"}
PICTURE = {**FILE, "width": 1, "height": 1}
POLL = {
    "id": "1",
    "question": "When?",
    "options": [{"text": day, "voter_count": 0, "persistent_id": day} for day in ("Monday", "Friday")],
    "total_voter_count": 0,
    "is_closed": False,
    "is_anonymous": True,
    "type": "regular",
    "allows_multiple_answers": False,
    "allows_revoting": False,
    "members_only": False,
}
BOT = {"id": 77, "is_bot": True, "first_name": "other bot", "username": "other_bot"}
CHANNEL = {"id": -1001, "type": "channel", "title": "News"}

NO_TEXT = "Not kept: there is no text in it."
TOO_LONG = "Not kept: a record may have 20000 characters at most."
BROKEN = "Not kept: the text has broken characters in it. Please write it again."
NOT_LOOKED_INTO = "I keep what it is and its caption; I do not look into pictures, files or recordings."
NOT_YOURS = "Only the one who saved this record, or an administrator, may do that."
WORDS_ARE_ALL = ("sticker", "location", "contact", "poll", "checklist", "dice")
"""What is kept whole by its words."""


async def test_a_message_is_kept_and_gets_its_receipt_after_the_commit(tmp_path: Path) -> None:
    committed: list[str] = []

    def look(method: TelegramMethod[Any]) -> None:
        if isinstance(method, SetMessageReaction):
            other = sqlite3.connect(f"file:{tmp_path / 'letopis.db'}?mode=ro", uri=True)
            committed.extend(content for (content,) in other.execute("SELECT content FROM records"))
            other.close()

    async with talking(tmp_path) as chat:
        chat.watch = look
        said = await chat.type("Deploys are on Fridays")
    assert (said.methods, said.receipts) == (["setMessageReaction"], [1])
    assert committed == ["Deploys are on Fridays"]


async def test_the_record_has_the_message_as_its_source(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.keep("first", "second")
        second, first = await chat.records()
    assert (first.source, first.said_by, first.author.name) == ("telegram", None, "owner")
    assert (first.source_id or "").startswith("tg:")
    assert [str(record.source_id).rpartition("/")[2] for record in (first, second)] == ["1", "2"]
    assert first.source_hash == content_hash("first")


async def test_a_text_is_kept_letter_by_letter_without_outer_blanks(tmp_path: Path) -> None:
    text = "  é 🙂👨‍👩‍👧\n\n\tпрод — 배포\u00a0\u200b!  "
    async with talking(tmp_path) as chat:
        await chat.type(arriving(50, text=text))
        (record,) = await chat.records()
    assert record.content == text.strip()


async def test_a_repeated_update_makes_one_record_and_gets_its_receipt_again(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        once = await chat.type(arriving(50, text="Deploys are on Fridays"))
        again = await chat.type(arriving(50, text="Deploys are on Fridays"))
        assert (once.receipts, again.receipts) == ([50], [50])
    async with talking(tmp_path) as chat:
        after_restart = await chat.type(arriving(50, text="Deploys are on Fridays"))
        assert after_restart.receipts == [50]
        assert len(await chat.records()) == 1


async def test_a_repeated_update_does_not_bring_a_forgotten_record_back(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type(arriving(50, text="Deploys are on Fridays"), ":reply 50 /forget")
        said = await chat.type(arriving(50, text="Deploys are on Fridays"))
        assert said.receipts == []
        assert await chat.records() == []


async def test_the_same_text_in_two_messages_is_two_records(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.keep("same", "same")
        assert len(await chat.records()) == 2


@pytest.mark.parametrize("text", ["a message", "/remember a message"])
@pytest.mark.parametrize(
    "fields",
    [{"from": BOT}, {"via_bot": BOT}, {"is_automatic_forward": True}],
    ids=["of another bot", "made through a bot", "copied from a linked channel"],
)
async def test_a_message_that_no_person_wrote_is_passed_over(
    tmp_path: Path, text: str, fields: dict[str, Any]
) -> None:
    async with talking(tmp_path) as chat:
        said = await chat.type(arriving(50, text=text, **fields))
        assert said.calls == []
        assert await chat.records() == []


@pytest.mark.parametrize(
    "fields",
    [
        {"pinned_message": message(1, text="x")},
        {"message_auto_delete_timer_changed": {"message_auto_delete_time": 86_400}},
        {"write_access_allowed": {}},
        {"chat_background_set": {"type": {"type": "chat_theme", "theme_name": "x"}}},
        {"text": ""},
    ],
    ids=lambda fields: next(iter(fields)),
)
async def test_a_service_message_is_passed_over(tmp_path: Path, fields: dict[str, Any]) -> None:
    async with talking(tmp_path) as chat:
        said = await chat.type(arriving(50, **fields))
        assert said.calls == []
        assert await chat.records() == []


@pytest.mark.parametrize(
    ("fields", "content"),
    [
        ({"voice": {**FILE, "duration": 65}}, "[voice message, 1:05]"),
        ({"video_note": {**FILE, "duration": 5, "length": 1}}, "[video message, 0:05]"),
        (
            {"audio": {**FILE, "duration": 600, "performer": "Anna", "title": "Talk", "file_name": "a.ogg"}},
            "[audio, Anna, Talk, a.ogg, 10:00]",
        ),
        ({"video": {**PICTURE, "duration": 61, "file_name": "demo.mp4"}}, "[video, demo.mp4, 1:01]"),
        (
            {"animation": {**PICTURE, "duration": 1, "file_name": "wave.gif"}, "document": FILE},
            "[animation, wave.gif]",
        ),
        (
            {
                "document": {**FILE, "file_name": "plan.pdf", "mime_type": "application/pdf"},
                "caption": "Plan",
            },
            "Plan\n[file, plan.pdf, application/pdf]",
        ),
        (
            {"photo": [PICTURE], "caption": "The board after the meeting"},
            "The board after the meeting\n[photo]",
        ),
        ({"photo": [PICTURE]}, "[photo]"),
        (
            {
                "sticker": {
                    **PICTURE,
                    "type": "regular",
                    "is_animated": False,
                    "is_video": False,
                    "emoji": "🙂",
                }
            },
            "[sticker, 🙂]",
        ),
        ({"location": {"latitude": 55.75, "longitude": 37.6}}, "[location, 55.75000, 37.60000]"),
        (
            {
                "location": {"latitude": 55.75, "longitude": 37.6},
                "venue": {
                    "location": {"latitude": 55.75, "longitude": 37.6},
                    "title": "Office",
                    "address": "Main St. 1",
                },
            },
            "[place, Office, Main St. 1]",
        ),
        (
            {"contact": {"phone_number": "+7 900", "first_name": "Anna", "last_name": "K"}},
            "[contact, Anna K, +7 900]",
        ),
        ({"poll": POLL}, "[poll, When?, Monday, Friday]"),
        (
            {"checklist": {"title": "Release", "tasks": [{"id": 1, "text": "tag"}]}},
            "[checklist, Release, tag]",
        ),
        ({"dice": {"emoji": "🎲", "value": 3}}, "[dice, 🎲, 3]"),
        ({"story": {"chat": CHANNEL, "id": 3}}, "[something that I cannot keep]"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_what_is_no_text_is_kept_by_what_telegram_tells_of_it(
    tmp_path: Path, fields: dict[str, Any], content: str
) -> None:
    async with talking(tmp_path) as chat:
        said = await chat.type(arriving(50, **fields))
        assert said.receipts == [50]
        assert said.texts == ([] if any(kind in fields for kind in WORDS_ARE_ALL) else [NOT_LOOKED_INTO])
        (record,) = await chat.records()
    assert record.content == content


async def test_a_rich_message_is_kept_by_its_words(tmp_path: Path) -> None:
    link = {"type": "url", "text": {"type": "bold", "text": "the plan"}, "url": "https://example.org"}
    cell = {"align": "left", "valign": "top"}
    point = {"type": "paragraph", "text": ["배포 ", {"type": "italic", "text": "금요일"}]}
    blocks = [
        {"type": "heading", "text": "/etc", "size": 1},
        {"type": "paragraph", "text": ["see ", link, " 🙂"]},
        {"type": "divider"},
        {"type": "list", "items": [{"label": "1.", "blocks": [point]}, {"label": "2.", "blocks": []}]},
        {"type": "table", "cells": [[{**cell, "text": "a"}, {**cell, "text": "b"}]], "caption": "letters"},
        {"type": "details", "summary": "more", "blocks": [{"type": "pre", "text": "x = 1"}]},
        {"type": "photo", "photo": [PICTURE], "caption": {"text": "the board", "credit": "Anna"}},
    ]
    async with talking(tmp_path) as chat:
        said = await chat.type(arriving(50, rich_message={"blocks": blocks}))
        (record,) = await chat.records()
    assert said.receipts == [50]
    assert record.content.splitlines() == [
        "/etc",
        "see the plan (https://example.org) 🙂",
        "1. 배포 금요일",
        "2.",
        "a | b",
        "letters",
        "more",
        "x = 1",
        "the board",
        "Anna",
    ]


async def test_a_repeated_file_is_explained_once(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type(arriving(50, photo=[PICTURE]))
        again = await chat.type(arriving(50, photo=[PICTURE]))
    assert again.methods == ["setMessageReaction"]


async def test_what_a_message_carries_is_named_in_the_persons_language(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type("/lang ru")
        said = await chat.type(arriving(50, voice={**FILE, "duration": 65}))
        (record,) = await chat.records()
    assert record.content == "[голосовое сообщение, 1:05]"
    assert said.text.startswith("Сохраняю, что это такое, и подпись")


@pytest.mark.parametrize("field", ["text", "caption"])
async def test_the_address_behind_a_links_words_is_kept(tmp_path: Path, field: str) -> None:
    text = "🙂 배포 계획: the plan, see below"
    plan = {"type": "text_link", "offset": 10, "length": 8, "url": "https://example.org/plan"}
    bold = {"type": "bold", "offset": 3, "length": 15}
    entities = "entities" if field == "text" else "caption_entities"
    fields: dict[str, Any] = {field: text, entities: [bold, plan]}
    if field == "caption":
        fields["photo"] = [PICTURE]
    async with talking(tmp_path) as chat:
        await chat.type(arriving(50, **fields))
        (record,) = await chat.records()
    assert record.content.split("\n")[0] == "🙂 배포 계획: the plan (https://example.org/plan), see below"


@pytest.mark.parametrize(("offset", "length"), [(1, 1), (0, 1), (1, 500), (500, 1), (-1, 3)], ids=str)
async def test_a_link_or_mention_that_covers_no_whole_characters_loses_no_message(
    tmp_path: Path, offset: int, length: int
) -> None:
    place = {"offset": offset, "length": length}
    entities = [{"type": "text_link", "url": "https://example.org", **place}, {"type": "mention", **place}]
    async with talking(tmp_path) as chat:
        said = await chat.type(arriving(50, text="🙂", entities=entities))
        (record,) = await chat.records()
        passed_over = await chat.type(":chat team", arriving(51, group="team", text="🙂", entities=entities))
    assert (said.receipts, record.content[0]) == ([50], "🙂")
    assert passed_over.receipts == []


async def test_an_address_in_plain_sight_is_not_doubled(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.keep("see https://example.org/plan, please")
        (record,) = await chat.records()
    assert record.content == "see https://example.org/plan, please"


@pytest.mark.parametrize(
    ("origin", "said_by"),
    [
        ({"type": "user", "sender_user": {"id": 5, "is_bot": False, "first_name": "Anna"}}, "Anna"),
        ({"type": "hidden_user", "sender_user_name": "Somebody"}, "Somebody"),
        ({"type": "chat", "sender_chat": {"id": -5, "type": "group", "title": "Old team"}}, "Old team"),
        ({"type": "channel", "chat": CHANNEL, "message_id": 3}, "News"),
    ],
    ids=["user", "hidden user", "chat", "channel"],
)
async def test_a_forward_keeps_who_said_it_and_when(
    tmp_path: Path, origin: dict[str, Any], said_by: str
) -> None:
    origin = {**origin, "date": MORNING - 60}
    async with talking(tmp_path) as chat:
        await chat.type(arriving(50, text="Deploys are on Fridays", forward_origin=origin))
        (record,) = await chat.records()
    assert (record.said_by, record.author.name) == (said_by, "owner")
    assert record.said_at is not None
    assert record.said_at.timestamp() == MORNING - 60


async def test_a_forwarded_command_is_kept_and_not_obeyed(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.keep("stays")
        (stays,) = await chat.records()
        said = await chat.type(f":forward /forget {stays.ref}", ":forward /nonsense")
        kept = [record.content for record in await chat.records()]
    assert len(said.receipts) == 2
    assert sorted(kept) == sorted([f"/forget {stays.ref}", "/nonsense", "stays"])


async def test_a_forwarded_question_is_kept(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        said = await chat.type(":forward When are deploys?")
        (record,) = await chat.records()
    assert said.receipts == [1]
    assert (record.content, record.said_by) == ("When are deploys?", "stranger")


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (" \n\t ", NO_TEXT),
        ("x" * 20_001, TOO_LONG),
        ("x" * 100_000, TOO_LONG),
        ("half \ud83d of a pair", BROKEN),
        ("half \ude42 of a question?", BROKEN),
        ("null \0 byte", BROKEN),
        ("null \0 byte?", BROKEN),
        ("/remember \ud800", BROKEN),
        ("/remember key:\ud800 told", BROKEN),
        ("/remember scope:\ud800 told", BROKEN),
    ],
    ids=[
        "blanks",
        "20001",
        "100000",
        "half",
        "half question",
        "null",
        "null question",
        "half told",
        "half key",
        "half scope",
    ],
)
async def test_a_text_that_cannot_be_kept_is_refused_in_words(tmp_path: Path, text: str, answer: str) -> None:
    async with talking(tmp_path) as chat:
        said = await chat.type(arriving(50, text=text))
        assert (said.methods, said.text) == (["sendMessage"], answer)
        assert await chat.records() == []
        await chat.keep("the next one")


async def test_broken_text_with_a_link_in_it_is_refused_too(tmp_path: Path) -> None:
    link = {"type": "text_link", "offset": 0, "length": 1, "url": "https://example.org"}
    async with talking(tmp_path) as chat:
        said = await chat.type(arriving(50, text="a \ud800", entities=[link]))
    assert said.text == BROKEN


async def test_a_text_as_long_as_a_record_may_be_is_kept(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        assert (await chat.type(arriving(50, text="배" * 20_000))).receipts == [50]
        (record,) = await chat.records()
    assert record.content == "배" * 20_000


async def test_each_part_of_a_long_paste_is_kept_and_gets_its_receipt(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        said = await chat.type("x" * 10_000)
        kept = await chat.records()
    assert said.receipts == [1, 2, 3]
    assert sorted(len(record.content) for record in kept) == [10_000 - 2 * 4096, 4096, 4096]


@pytest.mark.parametrize(
    "command",
    ["/remember it is so", "/Remember@letopis_bot it is so", "/remember\nit is so"],
    ids=["plain", "to this bot", "on the next line"],
)
async def test_what_remember_is_told_is_kept(tmp_path: Path, command: str) -> None:
    async with talking(tmp_path) as chat:
        said = await chat.type(arriving(50, text=command))
        (record,) = await chat.records()
    assert (said.methods, said.receipts) == (["setMessageReaction"], [50])
    assert record.content == "it is so"


async def test_remember_keeps_a_question_and_a_command(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.keep("/remember what is it?", "/remember /etc/hosts is managed")
        assert [record.content for record in await chat.records()] == [
            "/etc/hosts is managed",
            "what is it?",
        ]


async def test_remember_as_a_reply_keeps_the_message_replied_to(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type(":chat team", ":as alice", "Deploys are on Fridays", ":as bob")
        said = await chat.type(":reply 2 /remember")
        (record,) = await chat.records("bob", "team")
    assert said.receipts == [3]
    assert (record.content, record.said_by, record.author.name) == ("Deploys are on Fridays", "alice", "bob")
    assert str(record.source_id).endswith("/2")


async def test_remember_as_a_reply_keeps_what_the_message_carries(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type(":chat team")
        photo = {"photo": [PICTURE], "caption": "The board"}
        replied = message(50, by="alice", group="team", **photo)
        said = await chat.type(arriving(51, group="team", text="/remember", reply_to_message=replied))
        (record,) = await chat.records("owner", "team")
    assert (said.receipts, said.text) == ([51], NOT_LOOKED_INTO)
    assert (record.content, record.said_by) == ("The board\n[photo]", "alice")


async def test_the_same_message_told_to_be_kept_twice_is_one_record(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type(":chat team", ":as alice", "Deploys are on Fridays", ":reply 2 /remember")
        said = await chat.type(":as bob", ":reply 2 /remember")
        assert said.receipts == [4]
        assert len(await chat.records("bob", "team")) == 1


async def test_what_was_forgotten_is_kept_anew_by_an_explicit_remember(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type("Deploys are on Fridays", ":reply 1 /forget", ":edit 1 Deploys are on Mondays")
        assert await chat.records() == []
        said = await chat.type(":reply 1 /remember")
        assert (len(said.receipts), said.texts) == (1, [])
        (record,) = await chat.records()
        assert (record.content, str(record.source_id).rpartition("/")[2]) == ("Deploys are on Mondays", "1")
        await chat.type(":edit 1 Deploys are on Sundays")
        assert [one.content for one in await chat.records()] == ["Deploys are on Sundays"]
        assert (await chat.type(":reply 1 /show")).text.split("\n\n")[1] == "Deploys are on Sundays"


async def test_undo_passes_over_a_record_whose_message_was_kept_anew(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type("/remember key:deploy by Anna", ":reply 1 /forget", ":reply 1 /remember")
        (kept,) = await chat.records()
        assert (await chat.type("/undo")).text.startswith("There is nothing to undo")
        assert await chat.records() == [kept]
        # Once that is forgotten too, either may come back, but not both.
        await chat.type(f"/forget {kept.ref}", "/undo", "/undo")
        assert await chat.records() == [kept]


async def test_undo_tells_nothing_of_a_draft_that_was_kept_anew(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type(":chat team", ":as alice", "/remember by Anna", ":as owner", ":reply 2 /forget")
        await chat.type(":as alice", ":reply 2 /remember")
        (kept,) = await chat.records("alice", "team")
        alice = await enter(chat.memory, "alice", "team")
        await edited(chat.memory, alice, kept, visibility=Visibility.AUTHOR)
        assert (await chat.type(":as owner", "/undo")).text.endswith(" is back, as it was.")


async def test_a_repeated_remember_does_not_bring_back_what_was_forgotten_after_it(tmp_path: Path) -> None:
    replied = message(50, text="Deploys are on Fridays")
    async with talking(tmp_path) as chat:
        for number in (60, 62):
            asked = arriving(number, text="/remember", reply_to_message=replied)
            await chat.type(asked)
            (record,) = await chat.records()
            await chat.type(f"/forget {record.ref}")
            assert (await chat.type(asked)).text == "There is no such record."
            assert await chat.records() == []


async def test_remember_as_a_reply_that_is_edited_to_have_a_text_changes_nothing(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type(":chat team", "Deploys are on Fridays", ":reply 2 /remember")
        said = await chat.type(":edit 3 /remember something else")
        assert said.calls == []
        assert [one.content for one in await chat.records("owner", "team")] == ["Deploys are on Fridays"]


async def test_remember_as_a_reply_gives_the_message_its_labels(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type(":chat team", ":as alice", "on Fridays", "on Mondays", "/remember on Sundays")
        said = await chat.type(":as bob", ":reply 2 /remember key:deploy-day scope:ops")
        (record, _) = await chat.records("bob", "team")
        assert (said.methods, record.content) == (["setMessageReaction"], "on Fridays")
        assert (record.fact_key, record.scope, record.said_by) == ("deploy-day", "ops", "alice")
        again = await chat.type(":reply 3 /remember key:deploy-day")
        assert again.methods == ["setMessageReaction", "sendMessage"]
        not_his = await chat.type(":reply 4 /remember key:deploy-day")
        assert (not_his.methods, not_his.text) == (["sendMessage"], NOT_YOURS)


async def test_remember_as_a_reply_labels_what_was_kept_before(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.keep("on Fridays", "on Mondays")
        assert (await chat.type(":reply 1 /remember key:deploy-day")).methods == ["setMessageReaction"]
        said = await chat.type(":reply 2 /remember key:deploy-day")
        assert said.methods == ["setMessageReaction", "sendMessage"]
        assert said.text.startswith("deploy-day: this contradicts what is known.")
        assert (await chat.type(":reply 2 /remember")).methods == ["setMessageReaction"]
        assert (await chat.type(":reply 2 /remember key:deploy-day")).methods == ["setMessageReaction"]
        kept = [(record.content, record.fact_key) for record in await chat.records()]
        assert kept == [("on Mondays", "deploy-day"), ("on Fridays", "deploy-day")]
        wrong = await chat.type(":reply 2 /remember key:archivist:x")
        assert wrong.text.startswith("Not kept: “key:” takes no key")


async def test_an_album_is_explained_once(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        album: dict[str, Any] = {"photo": [PICTURE], "media_group_id": "7"}
        first = await chat.type(arriving(50, caption="The board", **album))
        others = await chat.type(*(arriving(number, **album) for number in (51, 52)))
    assert (first.texts, others.texts, others.receipts) == ([NOT_LOOKED_INTO], [], [51, 52])


async def test_remember_as_a_reply_to_remember_keeps_what_that_one_was_told(tmp_path: Path) -> None:
    told = message(50, by="alice", group="team", text="/remember@other_bot key:deploy-day on Fridays")
    async with talking(tmp_path) as chat:
        await chat.type(":chat team")
        await chat.type(arriving(51, group="team", text="/remember", reply_to_message=told))
        (record,) = await chat.records("owner", "team")
    assert (record.content, record.fact_key, record.said_by) == ("on Fridays", "deploy-day", "alice")


@pytest.mark.parametrize("command", ["/search deploys", "/Start", "/remember", "/help@letopis_bot"])
async def test_remember_as_a_reply_to_a_command_of_ours_keeps_nothing(tmp_path: Path, command: str) -> None:
    async with talking(tmp_path) as chat:
        said = await chat.type(arriving(51, text="/remember", reply_to_message=message(50, text=command)))
        assert said.text == NOTHING_TO_KEEP
        assert await chat.records() == []


async def test_remember_as_a_reply_keeps_a_text_that_only_looks_like_a_command(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type("/etc/hosts is managed", ":reply 1 /remember")
        assert [one.content for one in await chat.records()] == ["/etc/hosts is managed"]


@pytest.mark.parametrize(("typed", "name"), [("key: deploy", "key"), ("Scope:\tteam", "scope")])
async def test_a_label_that_a_blank_parts_from_its_value_is_kept_as_text_and_remarked_on(
    tmp_path: Path, typed: str, name: str
) -> None:
    async with talking(tmp_path) as chat:
        said = await chat.type(arriving(50, text=f"/remember {typed} on Fridays"))
        (record,) = await chat.records()
    assert (record.content, record.fact_key, record.scope) == (f"{typed} on Fridays", None, "shared")
    assert said.text == (
        f"“{name}:” was kept as part of the text, because a space follows it. A label comes "
        f"right after the colon: {name}:deploy"
    )


@pytest.mark.parametrize(
    ("known", "typed"),
    [("deploy", "Deploy"), ("Релиз", "релиз"), ("배포-day", "배포-ＤＡＹ"), ("учёт", "УЧЕТ")],
)
async def test_a_key_is_taken_as_it_is_spelled_already(tmp_path: Path, known: str, typed: str) -> None:
    async with talking(tmp_path) as chat:
        await chat.type(f"/remember key:{known} on Fridays")
        said = await chat.type(f"/remember key:{typed} on Mondays")
        assert said.text.startswith(f"{known}: this contradicts what is known.")
        assert [record.fact_key for record in await chat.records()] == [known] * 2
        await chat.type(f":edit 2 /remember key:{typed} on Sundays")
        assert [record.fact_key for record in await chat.records()] == [known] * 2
        await chat.type("on Tuesdays", f":reply last /remember key:{typed}")
        assert [record.fact_key for record in await chat.records()] == [known] * 3
        assert len((await chat.type(f"/search key:{typed}")).refs) == 3


@pytest.mark.parametrize(
    ("known", "typed"),
    [("backend", "Backend"), ("Релиз", "релиз"), ("учёт", "УЧЕТ"), ("shared", "Shared")],
)
async def test_a_scope_is_taken_as_it_is_spelled_already(tmp_path: Path, known: str, typed: str) -> None:
    async with talking(tmp_path) as chat:
        await chat.type(f"/remember scope:{known} on Fridays", f"/remember scope:{typed} on Mondays")
        await chat.type("/remember scope:other on Sundays")
        assert [record.scope for record in await chat.records()] == ["other", known, known]
        await chat.type(f":edit 2 /remember scope:{typed} on Sundays")
        assert sorted({record.scope for record in await chat.records()}) == sorted({"other", known})
        assert len((await chat.type(f"/search scope:{typed}")).refs) == 2


async def test_scopes_that_programs_spell_apart_stay_apart_and_are_found_together(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        owner = await enter(chat.memory, "owner")
        for scope in ("Backend", "backend", "backends"):
            await save(chat.memory, owner, f"in {scope}", scope=scope)
        assert len((await chat.type("/search scope:BACKEND")).refs) == 2
        assert len((await chat.type("/search in scope:backend")).refs) == 2
        await chat.type("/remember scope:Backend on Fridays", "/remember scope:BACKEND on Mondays")
        mondays, fridays, *_ = await chat.records()
        assert (fridays.scope, mondays.scope) == ("Backend", "Backend")


async def test_a_scope_is_spelled_neither_as_in_a_draft_nor_as_elsewhere(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type("/remember scope:OPS mine", ":chat team")
        owner = await enter(chat.memory, "owner", "team")
        await save(chat.memory, owner, "a draft", scope="Ops", visibility=Visibility.AUTHOR)
        await save(chat.memory, owner, "elsewhere", scope="opS", workspace="plans")
        await chat.type("/remember scope:ops ours")
        assert (await chat.records("bob", "team"))[0].scope == "ops"


async def test_keys_that_programs_spell_apart_stay_apart_and_are_found_together(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        owner = await enter(chat.memory, "owner")
        for key in ("Deploy", "deploy"):
            await save(chat.memory, owner, f"by {key}", fact_key=key)
        await give_key(chat.store, await save(chat.memory, owner, "by itself"), "archivist:deploy")
        assert (await chat.type("/conflicts")).text == "No records contradict one another."
        assert len((await chat.type("/search key:DEPLOY")).refs) == 2
        await chat.type("/remember key:Deploy on Fridays", "/remember key:DEPLOY on Mondays")
        mondays, fridays, *_ = await chat.records()
        assert (fridays.fact_key, mondays.fact_key) == ("Deploy", "Deploy")


async def test_a_key_is_spelled_neither_as_in_a_draft_nor_as_elsewhere(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type("/remember key:DEPLOY mine", ":chat team")
        owner = await enter(chat.memory, "owner", "team")
        await save(chat.memory, owner, "a draft", fact_key="Deploy", visibility=Visibility.AUTHOR)
        await save(chat.memory, owner, "elsewhere", fact_key="deploY", workspace="plans")
        await chat.type("/remember key:deploy ours")
        assert (await chat.records("bob", "team"))[0].fact_key == "deploy"


LABELS = [
    ("key:", "en", "Not kept: “key:” takes what comes right after the colon, without a space."),
    ("key:day scope:", "ru", "Не сохранено: «scope:»: значение пишут сразу после двоеточия, без пробела."),
    ("key:a key:b", "en", "Not kept: “key:” is there twice, but takes one value."),
    ("key:a key:b", "ru", "Не сохранено: «key:» стоит дважды, а значение может быть одно."),
    (
        "scope:a key:c scope:b",
        "ko",
        "저장하지 않았습니다: “scope:”이(가) 두 번 있습니다. 값은 하나만 쓸 수 있습니다.",
    ),
]


@pytest.mark.parametrize(("labels", "locale", "answer"), LABELS)
async def test_labels_alone_that_cannot_be_are_named_and_nothing_is_kept(
    tmp_path: Path, labels: str, locale: str, answer: str
) -> None:
    async with talking(tmp_path, locale) as chat:
        assert (await chat.type(f"/remember {labels}")).text == answer
        await chat.type(":chat team", "on Fridays")
        assert (await chat.type(f":reply 2 /remember {labels}")).text == answer
        assert await chat.records() == await chat.records("owner", "team") == []
        # The message replied to may still be kept.
        assert (await chat.type(":reply 2 /remember key:day")).methods == ["setMessageReaction"]


async def test_remember_as_a_reply_to_labels_alone_keeps_nothing(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type("/remember key:")
        assert (await chat.type(":reply 1 /remember")).text == NOTHING_TO_KEEP


@pytest.mark.parametrize(
    ("locale", "answer"),
    [
        ("en", "“key:” is there twice: the first one counts, the second was kept as part of the text."),
        ("ru", "«key:» стоит дважды: учтено первое, второе сохранено как часть текста."),
        ("ko", "“key:”이(가) 두 번 있습니다. 첫 번째만 적용하고 두 번째는 내용의 일부로 저장했습니다."),
    ],
)
async def test_of_two_keys_the_first_counts_and_the_second_stays_in_the_text(
    tmp_path: Path, locale: str, answer: str
) -> None:
    async with talking(tmp_path, locale) as chat:
        said = await chat.type("/remember key:a key:b on Fridays")
        assert (said.methods, said.text) == (["setMessageReaction", "sendMessage"], answer)
        await chat.type(":chat team", "/remember on Mondays")
        edited = await chat.type(":edit 2 /remember key:a key:b on Mondays")
        assert edited.text == answer
        for group, day in ((None, "Fridays"), ("team", "Mondays")):
            (record,) = await chat.records("owner", group)
            assert (record.content, record.fact_key) == (f"key:b on {day}", "a")


async def test_an_edit_that_leaves_labels_alone_changes_nothing_and_says_why(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type("/remember key:a on Fridays")
        said = await chat.type(":edit 1 /remember key:a scope:")
        assert said.text == (
            "The record stays as it was: “scope:” takes what comes right after the colon, without a space."
        )
        (record,) = await chat.records()
        assert (record.content, record.fact_key) == ("on Fridays", "a")


async def test_remember_with_a_text_of_its_own_keeps_that_and_not_the_message_replied_to(
    tmp_path: Path,
) -> None:
    async with talking(tmp_path) as chat:
        await chat.type(":chat team", "chatter", ":reply 2 /remember the summary")
        (record,) = await chat.records("owner", "team")
    assert (record.content, record.said_by) == ("the summary", None)


NOTHING_TO_KEEP = (
    "There is nothing to keep in that message: I keep neither my own words nor commands. To keep such "
    "a text, write it after the command: /remember the text"
)
HOW_TO_REMEMBER = "Write the text after the command, or reply to a message with it: /remember the text"


async def test_remember_alone_says_how_it_is_used(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        assert (await chat.type("/remember")).text == HOW_TO_REMEMBER
        assert await chat.records() == []


NOT_SEEN = "I can no longer see the text of that message. To keep it, write it again: /remember the text"


async def test_a_message_whose_text_is_not_seen_any_more_is_labelled_or_asked_for(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.keep("Deploys are on Fridays")
        await chat.type(":chat team", "chatter")
    async with talking(tmp_path) as chat:
        said = await chat.type(":reply 1 /remember key:deploy-day scope:plans")
        assert said.methods == ["setMessageReaction"]
        (record,) = await chat.records()
        assert (record.content, record.fact_key) == ("Deploys are on Fridays", "deploy-day")
        assert record.scope == "plans"
        asked = await chat.type("/remember key:deploy-day Deploys are on Mondays", ":reply 1 /remember")
        assert asked.methods[-1] == "setMessageReaction"
        assert (await chat.type(":chat team", ":reply 2 /remember")).text == NOT_SEEN
        assert await chat.records("owner", "team") == []


async def test_remember_as_a_reply_to_a_service_message_says_that_there_is_nothing(tmp_path: Path) -> None:
    service = message(40, message_auto_delete_timer_changed={"message_auto_delete_time": 86_400})
    async with talking(tmp_path) as chat:
        said = await chat.type(arriving(50, text="/remember", reply_to_message=service))
        assert said.text == NOTHING_TO_KEEP
        assert await chat.records() == []


async def test_a_message_without_a_writer_is_passed_over(tmp_path: Path) -> None:
    unsigned = message(50, group="team", text="/remember it")
    del unsigned["from"]
    async with talking(tmp_path) as chat:
        await chat.type(":chat team")
        said = await chat.type(delivered(message=unsigned))
        assert said.calls == []


ANONYMOUS = {"id": 1087968824, "is_bot": True, "first_name": "Group", "username": "GroupAnonymousBot"}


async def test_an_anonymous_administrator_is_the_group_itself(tmp_path: Path) -> None:
    fields: dict[str, Any] = {"from": ANONYMOUS, "sender_chat": place("owner", "team")}
    async with talking(tmp_path) as chat:
        await chat.type(":chat team")
        said = await chat.type(arriving(50, group="team", text="/remember it", **fields))
        assert said.receipts == [50]
        (record,) = await chat.records("owner", "team")
        assert (record.author.name, record.said_by) == ("team", None)


async def test_whoever_speaks_as_another_chat_is_passed_over(tmp_path: Path) -> None:
    fields: dict[str, Any] = {"from": ANONYMOUS, "sender_chat": place("owner", "other")}
    async with talking(tmp_path) as chat:
        await chat.type(":chat team")
        said = await chat.type(arriving(50, group="team", text="/remember it", **fields))
        assert said.calls == []
        assert await chat.records("owner", "team") == []


async def test_the_bots_own_words_are_not_kept(tmp_path: Path) -> None:
    letopis = {"id": LOCAL_IDS_FROM, "is_bot": True, "first_name": "Letopis"}
    origin = {"type": "user", "date": MORNING, "sender_user": letopis}
    async with talking(tmp_path) as chat:
        await chat.type("/help")
        assert (await chat.type(":reply 2 /remember")).text == NOTHING_TO_KEEP
        assert (await chat.type(arriving(50, text="What I can do", forward_origin=origin))).calls == []
        assert await chat.records() == []


async def test_a_message_in_the_private_chat_belongs_to_its_writer_alone(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.keep("mine")
        await chat.type(":as alice")
        await chat.keep("hers")
        mine, hers = await chat.records(), await chat.records("alice")
    assert ([record.content for record in mine], [record.content for record in hers]) == (["mine"], ["hers"])
