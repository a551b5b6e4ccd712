"""Groups: what is kept there, and who sees it where."""

from pathlib import Path
from typing import Any

import pytest
from aiogram.exceptions import TelegramBadRequest
from aiogram.methods import GetChatMember, TelegramMethod

from core.records import Visibility
from tests.bot.chat import TEAM, Chat, Said, arriving, delivered, message, person, place, pressed, talking
from tests.core.steps import enter, save

NO_RECORD = "There is no such record."
NOT_YOURS = (
    "Only the one who saved this record, the one whose words it holds, or an administrator may forget it."
)
NOTHING = "There are no records yet. Write me something worth remembering; in a group, after /remember."
INTRODUCTION = "Hello! I am Letopis, the memory of this group."
STRANGERS = "Only members of this group may do that."


def hits(said: Said) -> list[str]:
    """The texts of the hits on a page."""
    return [line.partition("📝 ")[2] for line in said.text.splitlines() if "📝" in line]


async def fill(chat: Chat) -> None:
    """Let alice and bob be in the group, with a record of alice's; each has a record of their own."""
    for name in ("alice", "bob"):
        await chat.type(f":as {name}", ":chat private")
        await chat.keep(f"topic of {name} alone")
    await chat.type(":chat team", "hello", ":as alice", "/remember topic of the team", ":as bob", "/recent")


async def test_the_bot_introduces_itself_once_in_a_group(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        said = await chat.type(":chat team")
        assert said.text.startswith(INTRODUCTION)
        assert (await chat.type(":chat private", ":chat team", ":as alice", "hello")).calls == []
    async with talking(tmp_path) as chat:
        assert (await chat.type(":chat team")).calls == []


@pytest.mark.parametrize(
    "text",
    [
        "Deploys are on Fridays",
        "When are deploys?",
        "/nonsense",
        "/remember@other_bot it",
        "/search@other_bot it",
        "/etc/hosts is managed",
        "@somebody look",
        "an address: letopis_bot@example.org",
        "/nonsense @letopis_bot",
    ],
)
async def test_in_a_group_nothing_is_kept_nor_answered_that_is_not_meant_for_the_bot(
    tmp_path: Path, text: str
) -> None:
    async with talking(tmp_path) as chat:
        await chat.type(":chat team")
        assert (await chat.type(text, ":forward it", f":edit 2 {text}!")).calls == []
        assert await chat.records("owner", "team") == []


async def test_in_a_group_remember_keeps(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type(":chat team", ":as alice")
        assert (await chat.type("/remember it is so")).receipts == [2]
        (record,) = await chat.records("alice", "team")
        assert (record.content, record.author.name, record.said_by) == ("it is so", "alice", None)


@pytest.mark.parametrize(
    "text",
    ["@letopis_bot it is so", "@Letopis_Bot, it is so", "it is so @letopis_bot", "@letopis_bot: it is so"],
)
async def test_in_a_group_a_mention_keeps(tmp_path: Path, text: str) -> None:
    async with talking(tmp_path) as chat:
        await chat.type(":chat team")
        assert (await chat.type(text)).receipts == [2]
        (record,) = await chat.records("owner", "team")
        assert record.content == "it is so"


async def test_in_a_group_a_bare_mention_as_a_reply_keeps_the_message_replied_to(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type(":chat team", ":as alice", "it is so", ":as bob")
        assert (await chat.type(":reply 2 @letopis_bot")).receipts == [3]
        (record,) = await chat.records("bob", "team")
        assert (record.content, record.said_by, record.author.name) == ("it is so", "alice", "bob")


@pytest.mark.parametrize("line", ["@letopis_bot", "@letopis_bot,"])
async def test_in_a_group_a_bare_mention_alone_is_told_what_one_can_do(tmp_path: Path, line: str) -> None:
    async with talking(tmp_path) as chat:
        await chat.type(":chat team")
        assert (await chat.type(line)).text.startswith(INTRODUCTION)
        assert await chat.records("owner", "team") == []


async def test_in_a_group_a_bare_mention_as_a_reply_to_what_is_never_kept_says_so(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type(":chat team")
        assert (await chat.type(":reply 1 @letopis_bot")).text.startswith("There is nothing to keep")


@pytest.mark.parametrize(
    ("text", "said"),
    [("@letopis_bot", INTRODUCTION), ("/remember", "Write the text"), ("/validate", "Reply to a message")],
)
async def test_what_is_written_in_a_topic_replies_to_nothing_by_itself(
    tmp_path: Path, text: str, said: str
) -> None:
    opened = message(1, group="team", forum_topic_created={"name": "deploys", "icon_color": 0})
    entities = [{"type": "mention", "offset": 0, "length": len(text)}]
    async with talking(tmp_path) as chat:
        await chat.type(":chat team")
        line = arriving(50, group="team", text=text, entities=entities, reply_to_message=opened)
        assert (await chat.type(line)).text.startswith(said)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("@letopis_bot /recent", "1 record"),
        ("@Letopis_Bot, /Recent@letopis_bot", "1 record"),
        ("@letopis_bot recent", "1 record"),
        ("@letopis_bot /search topic", "1 record"),
        ("@letopis_bot search", "Write what to look for after the command: /search words"),
        ("@letopis_bot: help ", "What I can do"),
        ("@letopis_bot /nonsense", "I do not know this command; nothing was kept."),
    ],
)
async def test_a_command_behind_a_mention_is_done_and_not_kept(tmp_path: Path, line: str, said: str) -> None:
    async with talking(tmp_path) as chat:
        await chat.type(":chat team", "/remember topic")
        assert (await chat.type(line)).text.startswith(said)
        assert [one.content for one in await chat.records("owner", "team")] == ["topic"]


async def test_what_is_remembered_behind_a_mention_is_labelled_and_follows_its_message(
    tmp_path: Path,
) -> None:
    link = {"type": "text_link", "offset": 39, "length": 4, "url": "https://example.org"}
    async with talking(tmp_path) as chat:
        await chat.type(":chat team", "@letopis_bot /remember key:deploy by Anna")
        await chat.type(":edit 2 @letopis_bot /remember key:deploy by Boris")
        (record,) = await chat.records("owner", "team")
        assert (record.content, record.fact_key) == ("by Boris", "deploy")
        text = "@letopis_bot /remember key:wiki 🐘 see here"
        await chat.type(arriving(50, group="team", text=text, entities=[link]))
        assert (await chat.records("owner", "team"))[0].content == "🐘 see here (https://example.org)"


async def test_a_command_behind_a_mention_works_on_the_message_replied_to(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type(":chat team", "it is so", ":reply 2 @letopis_bot remember")
        assert [one.content for one in await chat.records("owner", "team")] == ["it is so"]
        said = await chat.type("@letopis_bot /recent", ":reply 4 /remember")
        assert said.texts[-1].startswith("There is nothing to keep in that message")


@pytest.mark.parametrize(
    ("line", "content"),
    [
        ("@letopis_bot recent deploys fail", "recent deploys fail"),
        ("@letopis_bot /etc/hosts is managed", "/etc/hosts is managed"),
    ],
)
async def test_what_only_looks_like_a_command_behind_a_mention_is_kept(
    tmp_path: Path, line: str, content: str
) -> None:
    async with talking(tmp_path) as chat:
        await chat.type(":chat team", line)
        assert [one.content for one in await chat.records("owner", "team")] == [content]


@pytest.mark.parametrize(
    "text", ["@letopis_bot which topic?", "which topic? @letopis_bot", "which topic @letopis_bot?"]
)
async def test_in_a_group_a_question_with_a_mention_is_looked_up(tmp_path: Path, text: str) -> None:
    async with talking(tmp_path) as chat:
        await fill(chat)
        assert hits(await chat.type(text)) == ["topic of the team"]
        assert len(await chat.records("bob", "team")) == 1


async def test_in_a_group_only_the_one_who_asked_saves_the_question(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type(":chat team", ":as alice", "@letopis_bot which topic?", ":as bob")
        said = await chat.type(':press last "Save it as a record instead"')
        assert said.notice == "Only the one who asked may save it."
        assert await chat.records("bob", "team") == []
        await chat.type(":as alice", ':press last "Save it as a record instead"')
        (record,) = await chat.records("bob", "team")
        assert (record.content, record.author.name) == ("which topic?", "alice")


async def test_an_edited_mention_changes_its_record(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type(":chat team", "@letopis_bot it is so", ":edit 2 @letopis_bot it was so")
        assert [record.content for record in await chat.records("owner", "team")] == ["it was so"]


async def test_a_text_with_half_a_character_mentions_nobody(tmp_path: Path) -> None:
    entities = [{"type": "mention", "offset": 0, "length": 12}]
    async with talking(tmp_path) as chat:
        await chat.type(":chat team")
        broken = arriving(50, group="team", text="@letopis_bot \ud83d", entities=entities)
        assert (await chat.type(broken)).calls == []


async def test_private_records_show_in_no_group_and_to_nobody_else(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await fill(chat)
        (alices,) = await chat.records("alice")
        assert hits(await chat.type("/search topic")) == ["topic of the team"]
        assert hits(await chat.type("/recent")) == ["topic of the team"]
        for where in (":chat team", ":chat private"):
            for name in (alices.ref, alices.id):
                for command in ("show", "forget"):
                    assert (await chat.type(where, f"/{command} {name}")).text == NO_RECORD
        # Not even its author is shown it where others read along.
        for name in (alices.ref, alices.id):
            assert (await chat.type(":as alice", ":chat team", f"/show {name}")).text == NO_RECORD
        assert [record.id for record in await chat.records("alice")] == [alices.id]


async def test_in_private_lookups_cover_ones_groups_and_name_them(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await fill(chat)
        for line in ("/search topic", "which topic?", "/recent"):
            said = await chat.type(":chat private", line)
            assert hits(said) == ["topic of the team", "topic of bob alone"]
            about = [line for line in said.text.splitlines() if line.startswith(("team", "bob", "alice"))]
            assert [line.split(" · ")[:2][0] for line in about] == ["team", "bob"]
            assert about[0].startswith("team · alice · ")


async def test_in_a_group_hits_do_not_name_the_group(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await fill(chat)
        said = await chat.type("/search topic")
        assert said.text.splitlines()[3].startswith("alice · ")


async def test_one_group_shows_nothing_of_another(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await fill(chat)
        (record,) = await chat.records("bob", "team")
        await chat.type(":chat other", "/remember topic of the others")
        assert hits(await chat.type("/search topic")) == ["topic of the others"]
        assert (await chat.type(f"/show {record.ref}")).text == NO_RECORD
        assert hits(await chat.type(":chat private", "/search team others")) == [
            "topic of the others",
            "topic of the team",
        ]


async def test_who_was_never_seen_in_a_group_finds_nothing_of_it(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await fill(chat)
        (record,) = await chat.records("bob", "team")
        await chat.type(":chat private", ":as carol")
        assert (await chat.type("/search topic")).text.startswith("Nothing found")
        assert (await chat.type(f"/show {record.ref}")).text == NO_RECORD


async def test_who_left_a_group_finds_nothing_of_it_any_more(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await fill(chat)
        (record,) = await chat.records("bob", "team")
        found = await chat.type(":chat private", "/search team")
        assert hits(found) == ["topic of the team"]
        await chat.type(":chat team", ":leave", ":chat private")
        assert (await chat.type("/search team")).text.startswith("Nothing found")
        assert (await chat.type(f"/show {record.ref}")).text == NO_RECORD
        assert (await chat.type(f"/forget {record.id}")).text == NO_RECORD
        pressed_number = await chat.type(f":press {found.number} 1")
        assert (pressed_number.methods, pressed_number.notice) == (["answerCallbackQuery"], NO_RECORD)
    async with talking(tmp_path) as chat:
        assert (await chat.type(":as bob", "/search team")).text.startswith("Nothing found")
        assert hits(await chat.type("/recent")) == ["topic of bob alone"]


@pytest.mark.parametrize(
    "gone",
    [
        arriving(90, by="bob", group="team", left_chat_member=person("bob")),
        delivered(
            chat_member={
                "chat": place("bob", "team"),
                "from": person("owner"),
                "date": 1_772_442_000,
                "old_chat_member": {"status": "member", "user": person("bob")},
                "new_chat_member": {"status": "kicked", "user": person("bob"), "until_date": 0},
            }
        ),
    ],
    ids=["told by a message", "told to an administrator"],
)
async def test_either_word_of_somebodys_leaving_is_enough(tmp_path: Path, gone: str) -> None:
    async with talking(tmp_path) as chat:
        await fill(chat)
        # Telegram's own answers may lag behind.
        member = {"status": "member", "user": person("bob")}
        chat.overrule = lambda method: member if isinstance(method, GetChatMember) else None
        await chat.type(gone)
        assert hits(await chat.type(":chat private", "/recent")) == ["topic of bob alone"]


async def test_who_is_no_administrator_any_more_may_not_forget_for_others_in_private_either(
    tmp_path: Path,
) -> None:
    change = {"chat": place("owner", "team"), "from": person("alice"), "date": 1_772_442_000}
    change |= {
        "old_chat_member": {"status": "creator", "user": person("owner"), "is_anonymous": False},
        "new_chat_member": {"status": "member", "user": person("owner")},
    }
    async with talking(tmp_path) as chat:
        await fill(chat)
        (record,) = await chat.records("alice", "team")
        await chat.type(":as owner", "/recent", delivered(chat_member=change), ":chat private")
        assert (await chat.type(f"/forget {record.ref}")).text == NOT_YOURS
        assert await chat.records("alice", "team") == [record]


async def test_who_comes_back_and_speaks_finds_the_groups_records_again(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await fill(chat)
        await chat.type(":leave", ":join", "/recent")
        assert hits(await chat.type(":chat private", "/search team")) == ["topic of the team"]


async def test_who_was_put_out_without_a_word_is_found_out_within_ten_minutes(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await fill(chat)
        left = {"status": "left", "user": person("bob")}
        chat.overrule = lambda method: left if isinstance(method, GetChatMember) else None
        await chat.type(":chat private", ":wait 601")
        assert hits(await chat.type("/recent")) == ["topic of bob alone"]
        said = await chat.type(pressed(1, "lang1:ru", by="bob", group="team"))
        assert (said.methods, said.notice) == (["answerCallbackQuery"], STRANGERS)
        assert (await chat.type(arriving(91, by="bob", group="team", text="/remember it"))).calls == []
        assert len(await chat.records("alice", "team")) == 1


async def test_a_group_about_which_telegram_does_not_answer_is_left_out_and_named(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await fill(chat)

        def refuse(method: TelegramMethod[Any]) -> None:
            if isinstance(method, GetChatMember):
                raise TelegramBadRequest(method, "Bad Request: CHAT_ADMIN_REQUIRED")

        chat.watch = refuse
        await chat.type(":chat private", ":wait 601")
        said = await chat.type("/search topic")
        assert hits(said) == ["topic of bob alone"]
        assert said.text.endswith("\n\nLeft out, because Telegram did not answer: team.")
        nothing = await chat.type("/search team")
        assert nothing.text.endswith("\n\nLeft out, because Telegram did not answer: team.")
        # Who speaks in a group is in it, whether or not Telegram says so.
        assert hits(await chat.type(":chat team", "/recent")) == ["topic of the team"]


async def test_drafts_show_in_no_group_and_to_their_author_in_private(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await fill(chat)
        bob = await enter(chat.memory, "bob", "team")
        draft = await save(chat.memory, bob, "topic of a draft", visibility=Visibility.AUTHOR)
        assert hits(await chat.type("/search topic")) == ["topic of the team"]
        assert hits(await chat.type("/recent")) == ["topic of the team"]
        for command in ("show", "forget"):
            assert (await chat.type(f"/{command} {draft.ref}")).text == NO_RECORD
        assert hits(await chat.type(":chat private", "/search draft")) == ["topic of a draft"]
        assert (await chat.type(":as alice", "/search draft")).text.startswith("Nothing found")
        assert (await chat.type(f"/show {draft.ref}")).text == NO_RECORD


async def test_a_draft_contradicts_nothing_that_a_group_is_shown(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await fill(chat)
        bob = await enter(chat.memory, "bob", "team")
        public = await save(chat.memory, bob, "topic in public", fact_key="topic")
        await save(chat.memory, bob, "topic in a draft", fact_key="topic", visibility=Visibility.AUTHOR)
        assert "⚠️" not in (await chat.type("/search public")).text
        assert (await chat.type(f"/show {public.ref}")).text.startswith("📝 unverified")
        assert (await chat.type(":chat private", f"/show {public.ref}")).text.startswith("⚠️ in conflict")


async def test_a_stranger_who_presses_a_groups_button_is_refused_and_joins_nothing(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await fill(chat)
        (record,) = await chat.records("alice", "team")
        await chat.type(":chat private", ":as carol", "/recent")
        said = await chat.type(pressed(5, f"card1:{record.ref}", by="carol", group="team"))
        assert (said.methods, said.notice) == (["answerCallbackQuery"], STRANGERS)
        assert (await chat.type("/recent")).text == NOTHING


async def test_a_group_that_goes_by_another_name_is_the_same_group(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await fill(chat)
        renamed = {**place("bob", "team"), "title": "the best team"}
        await chat.type(arriving(90, by="bob", group="team", text="/recent", chat=renamed))
        said = await chat.type(":chat private", "/search team")
        assert hits(said) == ["topic of the team"]
        assert said.text.splitlines()[3].startswith("the best team · alice · ")


async def test_a_chat_that_the_bot_was_put_out_of_is_noted_and_one_that_takes_it_back_too(
    tmp_path: Path,
) -> None:
    bot = {"id": 77, "is_bot": True, "first_name": "Letopis"}
    statuses = [{"status": status, "user": bot} for status in ("member", "left")]
    change = {"chat": place("owner", "team"), "from": person("owner"), "date": 1_772_442_000}
    async with talking(tmp_path) as chat:
        await chat.type(":chat team", "/remember it")
        for old, new, greeting in ((0, 1, []), (1, 0, [INTRODUCTION])):
            update = {**change, "old_chat_member": statuses[old], "new_chat_member": statuses[new]}
            said = await chat.type(delivered(my_chat_member=update))
            assert [text[: len(INTRODUCTION)] for text in said.texts] == greeting
        assert len(await chat.records("owner", "team")) == 1
    assert place("owner", "team")["id"] == TEAM
