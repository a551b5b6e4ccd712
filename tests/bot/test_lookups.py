"""Questions, /search, /recent, and their pages."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from aiogram.methods import EditMessageText, SendMessage

from bot.splitting import TEXT_LIMIT, utf16_length
from tests.bot.chat import Chat, Said, arriving, marked, pressed, talking
from tests.core.steps import enter, save

SAVE = "Save it as a record instead"
TOO_OLD = "This button is too old. Please ask again."
A_DAY_AND_AN_HOUR = ":wait 90000"


async def keep_topics(chat: Chat, count: int) -> None:
    """Keep so many records, `topic 1` the earliest."""
    await chat.keep(*(f"topic {number}" for number in range(1, count + 1)))


def topics(said: Said) -> list[str]:
    """The topics on a page, as they are numbered there."""
    return [line.replace("📝 ", "") for line in said.text.splitlines() if "📝" in line]


def formatted(chat: Chat, kind: str) -> list[str]:
    """What is of that kind in the last message sent or edited."""
    *_, method = [call for call in chat.calls if isinstance(call, SendMessage | EditMessageText)]
    assert method.text is not None
    return marked(method.text, method.entities, kind)


async def test_a_question_is_looked_up_and_not_kept(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.keep("Deploys are on Fridays")
        said = await chat.type("When are the deploys?")
        assert said.methods == ["sendMessage"]
        assert said.text.startswith(
            "1 record · When are the deploys?\n\n1. 📝 Deploys are on Fridays\nowner · "
        )
        assert said.rows == [["1"], [SAVE]]
        assert [record.content for record in await chat.records()] == ["Deploys are on Fridays"]


async def test_a_question_is_searched_by_the_words_that_carry_its_subject(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.keep("What are we when", "прод катится по пятницам")
        said = await chat.type("когда у нас катится прод?")
    assert topics(said) == ["1. прод катится по пятницам"]


@pytest.mark.parametrize(
    "text",
    [
        "배포는 언제예요？",
        "is it so? ",
        "?",
        "a" * 299 + "?",
        "где логи?!",
        "где логи!?",
        "где логи??",
        "где логи?)",
        "где логи (старые)?))",
        "где логи? 🙂",
        "где логи? ☝🏽👩‍💻❤️",
        "где логи?..",
        "где логи ?…",
        "где логи⁈",
        "где логи❓",
        "где логи «прода»?»",
        "배포는 언제예요？~",
        "배포는 언제예요? ㅠㅠ",
    ],
)
async def test_a_short_text_with_a_question_mark_at_its_end_is_a_question(tmp_path: Path, text: str) -> None:
    async with talking(tmp_path) as chat:
        said = await chat.type(arriving(50, text=text))
        assert said.rows == [[SAVE]]
        assert said.text.startswith("Nothing found for “")
        assert await chat.records() == []


@pytest.mark.parametrize(
    "fields",
    [
        {"text": "a" * 300 + "?"},
        {"text": "Is it so? I think it is."},
        {"text": "Is it so? 5"},
        {"text": "they asked: «is it so?»"},
        {"text": 'they asked "is it so?".'},
        {"text": "it is so (or is it?)"},
        {"caption": "Is it so?", "photo": [{"file_id": "a", "file_unique_id": "a", "width": 1, "height": 1}]},
    ],
    ids=[
        "long",
        "in the middle",
        "before a number",
        "told",
        "told in plain quotes",
        "aside",
        "under a photo",
    ],
)
async def test_what_is_no_short_question_is_kept(tmp_path: Path, fields: dict[str, Any]) -> None:
    async with talking(tmp_path) as chat:
        assert (await chat.type(arriving(50, **fields))).receipts == [50]


async def test_a_question_is_kept_by_the_button_which_then_says_so(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type("Is the moon of cheese?")
        said = await chat.type(f":press last {SAVE}")
        (record,) = await chat.records()
    assert said.methods == ["answerCallbackQuery", "editMessageText"]
    assert (said.number, said.text, said.rows) == (2, f"Kept as {record.ref}.", [])
    assert (record.content, record.source) == ("Is the moon of cheese?", "telegram")
    assert str(record.source_id).endswith("/1")


async def test_a_question_saved_twice_is_one_record(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        asked = await chat.type("Is the moon of cheese?")
        first = await chat.type(f":press last {SAVE}")
        second = await chat.type(pressed(2, asked.data[SAVE]))
        assert second.methods == ["answerCallbackQuery"]
        (record,) = await chat.records()
        assert record.ref == first.ref


async def test_a_question_can_be_saved_after_a_restart(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type("Is the moon of cheese?")
    async with talking(tmp_path) as chat:
        said = await chat.type(f":press last {SAVE}")
        (record,) = await chat.records()
        assert said.ref == record.ref


async def test_a_question_that_was_saved_forgotten_and_pressed_again_stays_forgotten(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        asked = await chat.type("Is the moon of cheese?")
        saved = await chat.type(f":press last {SAVE}")
        await chat.type(f"/forget {saved.ref}")
        said = await chat.type(pressed(2, asked.data[SAVE]))
        assert said.text == "There is no such record."
        assert await chat.records() == []


@pytest.mark.parametrize("line", ["/search", "/SEARCH@letopis_bot"])
async def test_search_without_words_says_how_it_is_used(tmp_path: Path, line: str) -> None:
    async with talking(tmp_path) as chat:
        said = await chat.type(line)
    assert said.text == "Write what to look for after the command: /search words"


@pytest.mark.parametrize(
    ("count", "headers", "buttons"),
    [
        (0, ["Nothing found for “topic”. Try other words, or fewer."], [[]]),
        (1, ["1 record · topic"], [[["1"]]]),
        (5, ["5 records · topic"], [[["1", "2", "3", "4", "5"]]]),
        (
            6,
            ["1–5 of 6 records · topic", "6–6 of 6 records · topic"],
            [[["1", "2", "3", "4", "5"], ["More →"]], [["6"], ["← Back"]]],
        ),
        (
            11,
            ["1–5 of 11 records · topic", "6–10 of 11 records · topic", "11–11 of 11 records · topic"],
            [
                [["1", "2", "3", "4", "5"], ["More →"]],
                [["6", "7", "8", "9", "10"], ["← Back", "More →"]],
                [["11"], ["← Back"]],
            ],
        ),
    ],
    ids=["none", "one", "five", "six", "eleven"],
)
async def test_pages_hold_five_hits_each_and_count_right(
    tmp_path: Path, count: int, headers: Sequence[str], buttons: Sequence[list[list[str]]]
) -> None:
    async with talking(tmp_path) as chat:
        await keep_topics(chat, count)
        pages = [await chat.type("/search topic")]
        pages += [await chat.type(":press last More") for _ in headers[1:]]
    assert [page.text.splitlines()[0] for page in pages] == headers
    assert [page.rows for page in pages] == buttons
    found = [topic for page in pages for topic in topics(page)]
    assert found == [f"{number}. topic {count + 1 - number}" for number in range(1, count + 1)]


async def test_a_page_is_turned_in_place(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await keep_topics(chat, 6)
        first = await chat.type("/search topic")
        second = await chat.type(":press last More")
        back = await chat.type(":press last ←")
    assert second.methods == back.methods == ["answerCallbackQuery", "editMessageText"]
    assert first.number == second.number == back.number
    assert (back.text, back.rows) == (first.text, first.rows)


async def test_pages_of_a_question_keep_the_offer_to_save_it(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await keep_topics(chat, 6)
        await chat.type("topic?")
        second = await chat.type(":press last More")
        assert second.rows == [["6"], ["← Back"], [SAVE]]
        said = await chat.type(f":press last {SAVE}")
        assert said.text.startswith("Kept as ")


async def test_pages_are_turned_after_a_restart(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await keep_topics(chat, 6)
        await chat.type("/search topic")
    async with talking(tmp_path) as chat:
        second = await chat.type(":press last More")
    assert topics(second) == ["6. topic 1"]


async def test_a_page_whose_hits_were_forgotten_meanwhile_gives_way_to_the_last_one(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await keep_topics(chat, 11)
        found = await chat.type("/search topic")
        third = (await chat.type(":press last More", ":press last More")).data
        await chat.type(*(f":reply {number} /forget" for number in (1, 2, 3)))
        said = await chat.type(pressed(found.number, third["← Back"].removesuffix(":5") + ":10"))
        assert (topics(said), said.rows[1]) == (["6. topic 6", "7. topic 5", "8. topic 4"], ["← Back"])
        await chat.type(*(f":reply {number} /forget" for number in (4, 5, 6)))
        said = await chat.type(f":press {found.number} 8", pressed(found.number, found.data["More →"]))
    assert said.text.splitlines()[0] == "5 records · topic"
    assert said.rows == [["1", "2", "3", "4", "5"]]


async def test_a_page_of_hits_that_were_all_forgotten_says_that_nothing_is_found(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await keep_topics(chat, 6)
        found = await chat.type("/search topic", *(f":reply {number} /forget" for number in range(1, 7)))
        said = await chat.type(f":press {found.calls[0]['n']} More")
    assert said.text == "Nothing found for “topic”. Try other words, or fewer."


@pytest.mark.parametrize(
    "offset", [-1, -(10**30), 999, 10**30], ids=["-1", "far below", "behind", "far behind"]
)
async def test_a_forged_place_in_the_results_shows_a_page_that_there_is(tmp_path: Path, offset: int) -> None:
    async with talking(tmp_path) as chat:
        await keep_topics(chat, 6)
        found = await chat.type("/search topic")
        token = found.data["More →"].split(":")[1]
        await chat.type(":press last More")
        if offset > 0:
            await chat.type(":press last ←")
        said = await chat.type(pressed(found.number, f"page1:{token}:{offset}"))
    assert said.notice == ""
    assert said.text.splitlines()[0].endswith("of 6 records · topic")


async def test_a_number_opens_the_card_of_its_hit(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await keep_topics(chat, 6)
        found = await chat.type("/search topic")
        second = await chat.type(":press last 2")
        assert second.text.splitlines()[2] == "topic 5"
        await chat.type(f":press {found.number} More")
        sixth = await chat.type(f":press {found.number} 6")
        assert sixth.text.splitlines()[2] == "topic 1"


async def test_a_page_of_long_names_is_one_message(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        alice = await enter(chat.memory, "alice")
        for number in range(5):
            await save(chat.memory, alice, "🙂 " * 200 + str(number), said_by="🙂" * 1000)
        said = await chat.type(":as alice", "/recent")
        card = await chat.type(":press last 1")
    assert "🙂" * 31 + "…, saved by alice" in said.text
    assert utf16_length(said.text) < TEXT_LIMIT
    assert "🙂" * 1000 in card.text


async def test_what_looks_like_a_filter_and_is_none_is_remarked_on_where_nothing_is_found(
    tmp_path: Path,
) -> None:
    async with talking(tmp_path) as chat:
        await chat.keep("tag:release is a word, see https://wiki/x")
        assert (await chat.type("/search tag:release")).text.startswith("1 record")
        missed = await chat.type("/search deploy tag:bug")
        assert missed.text == (
            "Nothing found for “deploy tag:bug”. Try other words, or fewer.\n\n“tag:” was searched for as "
            "a word. What narrows a search: key:, scope:, by:, after:, before:, is:stale, is:marked, "
            "is:conflict."
        )
        for words in ("http://x", "12:30", "deploy by:bob", '"tag:bug"'):
            assert "\n" not in (await chat.type(f"/search {words} nowhere")).text
        assert "\n" not in (await chat.type("tag:bug?")).text


@pytest.mark.parametrize(("query", "name"), [("key: deploy", "key"), ("deploy Before:", "before")])
async def test_a_filter_without_a_value_is_named(tmp_path: Path, query: str, name: str) -> None:
    async with talking(tmp_path) as chat:
        said = await chat.type(f"/search {query}")
    assert said.text == f"“{name}:” takes what comes right after the colon, without a space."


async def test_ones_own_drafts_are_told_apart(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type(":chat team", ":as alice", "/remember on Fridays")
        (record,) = await chat.records("alice", "team")
        await chat.type(f"/show {record.ref}", ":press last Hide")
        page = await chat.type(":chat private", "/recent")
        card = await chat.type(":press last 1")
        shown = await chat.type(":press last Show")
    assert page.text.endswith(f"{record.ref} · your draft")
    assert "A draft: only you can see it." in card.text.splitlines()
    assert "draft:" not in shown.text


async def test_recent_shows_the_latest_first(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await keep_topics(chat, 6)
        first = await chat.type("/recent")
        second = await chat.type(":press last More")
    assert first.text.splitlines()[0] == "1–5 of 6 records"
    assert topics(first) == [f"{number}. topic {7 - number}" for number in range(1, 6)]
    assert topics(second) == ["6. topic 1"]


async def test_recent_without_records_says_what_to_do(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        said = await chat.type("/recent")
    assert (said.text, said.rows) == (
        "There are no records yet. Write me something worth remembering; in a group, after /remember.",
        [],
    )


@pytest.mark.parametrize(
    ("content", "query", "bold"),
    [
        ("Deploys are on Fridays", "friday deploy", ["Deploys", "Fridays"]),
        ("🙂배포는🙂 금요일에 한다", "배포", ["배포는"]),
        ("👨‍👩‍👧 Прод 🙂 катим: прод!", "прода", ["Прод", "прод"]),
        ("🙂🙂 app-staging 🙂 is a unit", "app-staging", ["app", "staging"]),
        ("й как и с краткой: мои\u0306 дом", "мой", ["мои\u0306"]),
        ("ＰＲＯＤ 🙂 x", "prod", ["ＰＲＯＤ"]),
    ],
    ids=["english", "hangul between emoji", "russian", "compound", "decomposed", "wide"],
)
async def test_the_words_that_were_found_are_bold(
    tmp_path: Path, content: str, query: str, bold: list[str]
) -> None:
    async with talking(tmp_path) as chat:
        await chat.keep(content)
        await chat.type(f"/search {query}")
        assert formatted(chat, "bold") == ["1 record", *bold]


async def test_a_hit_says_who_saved_it_when_and_under_which_reference(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.keep("Deploys are on Fridays")
        await chat.type(":forward Deploys are on Mondays")
        said = await chat.type("/search deploys")
        lines = said.text.splitlines()
        assert lines[3].startswith("stranger, saved by owner · ")
        assert lines[6].startswith("owner · ")
        assert formatted(chat, "code") == said.refs
        assert [record.ref for record in await chat.records()] == said.refs
        dates = formatted(chat, "date_time")
        assert [line.split(" · ")[1] for line in (lines[3], lines[6])] == dates


async def test_a_long_text_is_cut_around_the_words_that_were_found(tmp_path: Path) -> None:
    long = f"{'before ' * 200}needle{' after' * 200}"
    async with talking(tmp_path) as chat:
        await chat.type(arriving(50, text=long))
        said = await chat.type("/search needle")
        assert formatted(chat, "bold") == ["1 record", "needle"]
    hit = said.text.splitlines()[2]
    assert hit.startswith("1. 📝 …before before")
    assert hit.endswith("…")
    assert len(hit) < 260


@pytest.mark.parametrize("letter", ["가", "x"])
async def test_a_long_text_without_blanks_is_cut_around_the_words_too(tmp_path: Path, letter: str) -> None:
    async with talking(tmp_path) as chat:
        await chat.type(arriving(50, text=f"{'.'.join([letter] * 500)}/needle/{'.'.join([letter] * 500)}"))
        await chat.type("/search needle")
        assert formatted(chat, "bold") == ["1 record", "needle"]


async def test_a_long_text_found_at_its_end_is_shown_to_the_end(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type(arriving(50, text=f"{'before ' * 200}needle"))
        said = await chat.type("/search needle")
    assert said.text.splitlines()[2].endswith("before needle")


async def test_a_text_of_several_lines_is_one_line_on_a_page(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type(arriving(50, text="first\n\nsecond\tthird"))
        said = await chat.type("/search second")
    assert said.text.splitlines()[2] == "1. 📝 first second third"


async def test_a_long_query_is_cut_in_the_answer(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        said = await chat.type(f"/search {'needle ' * 500}")
    assert said.text == f"Nothing found for “{('needle ' * 12)[:79]}…”. Try other words, or fewer."


@pytest.mark.parametrize("query", ["!!!", "{query}", "🙂", "\ud83d", "a\0b", "%s %", "'; DROP TABLE records"])
async def test_whatever_is_searched_is_answered(tmp_path: Path, query: str) -> None:
    async with talking(tmp_path) as chat:
        await chat.keep("Deploys are on Fridays")
        said = await chat.type(arriving(50, text=f"/search {query}"))
    assert said.text.startswith("Nothing found for “")


async def test_old_buttons_say_that_they_are_too_old(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await keep_topics(chat, 6)
        await chat.type("topic?", A_DAY_AND_AN_HOUR)
        for label in ("More", SAVE):
            said = await chat.type(f":press last {label}")
            assert (said.methods, said.notice) == (["answerCallbackQuery"], TOO_OLD)
        assert len(await chat.records()) == 6
        card = await chat.type(":press last 1")
        assert card.text.splitlines()[2] == "topic 6"


async def test_nobody_turns_the_pages_of_a_lookup_in_another_chat(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await keep_topics(chat, 6)
        found = await chat.type("topic?")
        await chat.type(":as alice", "/recent")
        for label in ("More →", SAVE):
            said = await chat.type(pressed(2, found.data[label], by="alice"))
            assert (said.methods, said.notice) == (["answerCallbackQuery"], TOO_OLD)
        assert await chat.records("alice") == []


@pytest.mark.parametrize("line", ["/recent 10", "/stale foo", "/conflicts of ours"])
async def test_a_list_of_all_says_that_it_shows_all_whatever_stands_behind_it(
    tmp_path: Path, line: str
) -> None:
    command = line.split(maxsplit=1)[0]
    async with talking(tmp_path) as chat:
        plain = await chat.type(command)
        said = await chat.type(line)
    assert said.texts == [
        *plain.texts,
        f"{command} shows all, whatever follows it. To find some: /search words",
    ]
