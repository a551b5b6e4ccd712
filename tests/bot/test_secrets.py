"""The chat says what was taken out, and offers to delete the message."""

import random
from pathlib import Path

import pytest
from aiogram.exceptions import TelegramBadRequest
from aiogram.methods import DeleteMessage, TelegramMethod

from bot.texts import Texts, texts_for
from bot.views.secrets import kept_without
from core.guard.names import Name
from core.guard.tokens import TOKENS, VENDORS, WORDS
from tests.bot.chat import arriving, marked, pressed, talking
from tests.quality.fakes import fake

TOKEN = fake("github", random.Random(9))
KEPT = (
    "I kept this without what looks like a secret: GitHub token. Memory is searched and shared, so secrets "
    "never go into it. The message itself is still in the chat: revoke or change what was in it, and delete "
    "the message."
)
RENAMED = {"huggingface-token", "url-password", "webhook-url"}
"""Kinds that are called by other words than their names are made of."""
DELETE = "Delete the message"
DELETED = "Deleted. Please revoke the secret anyway."
NOT_DELETED = "I may not delete it: in a group only an administrator may"
TOO_OLD = "This button is too old. Please ask again."
NOT_THE_WRITER = "Only the one who wrote the message, or an administrator, may delete it."


def stored(folder: Path) -> bytes:
    """All bytes of the database."""
    return b"".join(part.read_bytes() for part in folder.glob("letopis.db*"))


async def test_a_save_says_what_was_taken_out_and_why(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        said = await chat.type(f"CI uses {TOKEN}")
        (record,) = await chat.records()
    assert (said.receipts, said.text, said.rows) == ([1], KEPT, [[DELETE]])
    assert record.content == "CI uses [secret:github-token]"
    assert TOKEN.encode() not in stored(tmp_path)


async def test_an_ordinary_message_gets_its_receipt_and_nothing_else(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.keep("the password is in Vault", "/remember key:deploy-prod on Tuesdays")
        records = await chat.records()
    assert [one.fact_key for one in records] == ["deploy-prod", None]


@pytest.mark.parametrize(
    ("locale", "words", "button"),
    [
        ("ru", "Сохранено без того, что похоже на секрет: пароль ×2.", "Удалить сообщение"),
        ("ko", "비밀 정보로 보이는 것을 빼고 저장했습니다: 비밀번호 ×2.", "메시지 삭제"),
    ],
)
async def test_it_speaks_the_readers_language(tmp_path: Path, locale: str, words: str, button: str) -> None:
    async with talking(tmp_path, locale) as chat:
        said = await chat.type("root password: hunter2, and the admin password: hunter77")
    assert said.text.startswith(words)
    assert said.rows == [[button]]


@pytest.mark.parametrize(
    ("secret", "ru", "ko"),
    [
        ("github", "токен GitHub", "GitHub 토큰"),
        ("telegram", "токен бота Telegram", "Telegram 봇 토큰"),
        ("gigachat", "ключ GigaChat", "GigaChat 키"),
        ("openai", "ключ API", "API 키"),
        ("jwt", "JWT", "JWT"),
        ("pem", "закрытый ключ", "개인 키"),
        ("card", "номер карты", "카드 번호"),
    ],
)
async def test_the_kind_is_named_in_the_readers_language(
    tmp_path: Path, secret: str, ru: str, ko: str
) -> None:
    for locale, named in (("ru", ru), ("ko", ko)):
        folder = tmp_path / locale
        folder.mkdir()
        async with talking(folder, locale) as chat:
            said = await chat.type(f"it is {fake(secret, random.Random(9))}".replace("\n", " "))
        assert f": {named}." in said.text


@pytest.mark.parametrize("locale", ["ru", "ko"])
def test_all_kinds_of_ours_have_a_name_in_every_language(locale: str) -> None:
    ours = {one.kind for one in (*VENDORS, *WORDS, *TOKENS)} | {name.value for name in Name}
    english, own = texts_for("en"), texts_for(locale)

    def said(kind: str, texts: Texts) -> str:
        return kept_without({kind: 1}, 1, texts).text.render()[0]

    assert [kind for kind in ours if kind.replace("-", " ") in said(kind, own)] == []
    assert all(kind.replace("-", " ").lower() in said(kind, english).lower() for kind in ours - RENAMED)


def test_a_kind_that_nobody_translates_keeps_its_name() -> None:
    assert "PKCS12 file ×2." in kept_without({"pkcs12-file": 2}, 1, texts_for("ru")).text.render()[0]


@pytest.mark.parametrize(
    ("kind", "named"),
    [
        ("new-relic-user-api-key", "ключ API New Relic user"),
        ("aws-key", "ключ AWS"),
        ("slack-token", "токен Slack"),
        ("npm-token", "токен npm"),
        ("huggingface-token", "токен Hugging Face"),
    ],
)
def test_a_vendors_name_is_spelled_as_the_vendor_does(kind: str, named: str) -> None:
    assert f": {named}." in kept_without({kind: 1}, 1, texts_for("ru")).text.render()[0]


async def test_a_key_is_no_label(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type(
            f"/remember key:{TOKEN} is for CI", "/remember key:8f14e45fceea167a5a36dedd4bea2543 too"
        )
        records = await chat.records()
    assert [(one.fact_key, one.content) for one in records] == [
        (None, "key:[secret:key] too"),
        (None, "key:[secret:github-token] is for CI"),
    ]


async def test_captions_and_names_of_files_are_cleaned(tmp_path: Path) -> None:
    file = {"file_id": "a", "file_unique_id": "a", "file_name": f"{TOKEN}.txt"}
    async with talking(tmp_path) as chat:
        said = await chat.type(arriving(50, caption="password: hunter2", document=file))
        (record,) = await chat.records()
    assert said.texts[0].startswith("I kept this without what looks like a secret: GitHub token, password.")
    assert "hunter2" not in record.content
    assert TOKEN.encode() not in stored(tmp_path)


async def test_the_name_of_whoever_said_it_is_cleaned(tmp_path: Path) -> None:
    origin = {"type": "hidden_user", "date": 1, "sender_user_name": f"bot {TOKEN}"}
    async with talking(tmp_path) as chat:
        await chat.type(arriving(50, text="a note", forward_origin=origin))
        (record,) = await chat.records()
    assert record.said_by == "bot [secret:github-token]"
    assert TOKEN.encode() not in stored(tmp_path)


async def test_an_edit_says_it_too(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.keep("CI uses a token")
        said = await chat.type(f":edit 1 CI uses {TOKEN}")
        (record,) = await chat.records()
    assert (said.text, said.rows) == (KEPT, [[DELETE]])
    assert record.content == "CI uses [secret:github-token]"


async def test_the_same_message_again_says_it_once(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        first = await chat.type(arriving(50, text=f"CI uses {TOKEN}"))
        again = await chat.type(arriving(50, text=f"CI uses {TOKEN}"))
    assert first.text == KEPT
    assert again.texts == []


async def test_an_answer_never_repeats_the_secret_of_a_question(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        nothing = await chat.type(f"who uses {TOKEN}?")
        await chat.type(f"CI uses {TOKEN}")
        found = await chat.type(f"/search CI {TOKEN}")
        await chat.type(":press 2 Save it as a record instead")
        records = await chat.records()
    assert TOKEN not in "".join(nothing.texts + found.texts)
    assert nothing.texts[0].startswith("Nothing found for “who uses [secret:github-token]?”")
    assert nothing.texts[1].startswith("I looked for this without what looks like a secret: GitHub token.")
    assert "who uses [secret:github-token]?" in [one.content for one in records]
    assert TOKEN.encode() not in stored(tmp_path)


async def test_validating_compares_what_was_kept(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type(f"CI uses {TOKEN}")
        same = await chat.type(":reply 1 /validate")
    assert same.text.endswith("says what the message says.")


async def test_words_are_marked_where_they_stand_after_a_placeholder(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type(f"😀 {TOKEN} 😀 deploys are on Fridays")
        await chat.type("/search fridays")
        (page,) = [call for call in chat.calls if "Fridays" in str(getattr(call, "text", ""))]
    assert marked(page.text, page.entities, "bold")[-1] == "Fridays"  # type: ignore[attr-defined]


class TestDeleting:
    """The button under it."""

    async def test_it_deletes_the_message_in_private(self, tmp_path: Path) -> None:
        async with talking(tmp_path) as chat:
            await chat.type(f"CI uses {TOKEN}")
            said = await chat.type(f':press last "{DELETE}"')
            assert len(await chat.records()) == 1
        assert said.notice == DELETED
        assert [call["n"] for call in said.calls if call["method"] == "deleteMessage"] == [1]
        assert [call["buttons"] for call in said.calls if "buttons" in call] == [[]]

    async def test_it_works_after_a_restart(self, tmp_path: Path) -> None:
        async with talking(tmp_path) as chat:
            await chat.type(f"CI uses {TOKEN}")
        async with talking(tmp_path) as chat:
            said = await chat.type(f':press last "{DELETE}"')
        assert said.notice == DELETED
        assert [call["n"] for call in said.calls if call["method"] == "deleteMessage"] == [1]

    async def test_a_message_that_is_gone_already_is_as_good_as_deleted(self, tmp_path: Path) -> None:
        async with talking(tmp_path) as chat:
            number = (await chat.type(f"CI uses {TOKEN}")).number
            first = await chat.type(f':press last "{DELETE}"')
            again = await chat.type(pressed(number, "del1:1"))
        assert (first.notice, again.notice) == (DELETED, DELETED)

    async def test_in_a_group_who_wrote_it_may(self, tmp_path: Path) -> None:
        async with talking(tmp_path) as chat:
            said = await chat.type(":chat team", ":as bob", f"/remember CI uses {TOKEN}")
            assert said.texts[-1] == KEPT
            said = await chat.type(f':press last "{DELETE}"')
        assert said.notice == DELETED

    async def test_in_a_group_nobody_else_may_but_an_administrator(self, tmp_path: Path) -> None:
        async with talking(tmp_path) as chat:
            await chat.type(":chat team", ":as bob", f"/remember CI uses {TOKEN}")
            stranger = await chat.type(":as carol", f':press last "{DELETE}"')
            admin = await chat.type(":as owner", f':press last "{DELETE}"')
        assert stranger.notice == NOT_THE_WRITER
        assert "deleteMessage" not in stranger.methods
        assert admin.notice == DELETED

    async def test_who_saved_anothers_words_may_not_but_whose_words_they_are(self, tmp_path: Path) -> None:
        async with talking(tmp_path) as chat:
            await chat.type(":chat team", ":as bob", f"CI uses {TOKEN}")
            kept = await chat.type(":as carol", ":reply 2 /remember")
            saver = await chat.type(f':press last "{DELETE}"')
            writer = await chat.type(":as bob", f':press last "{DELETE}"')
        assert kept.text == KEPT
        assert (saver.notice, writer.notice) == (NOT_THE_WRITER, DELETED)
        assert "deleteMessage" not in saver.methods
        assert [call["n"] for call in writer.calls if call["method"] == "deleteMessage"] == [2]

    @pytest.mark.parametrize(
        ("data", "notice"),
        [
            ("del1:2", NOT_THE_WRITER),
            ("del1:999999", NOT_THE_WRITER),
            ("del1:-5", TOO_OLD),
            ("del1:99999999999999999999", TOO_OLD),
        ],
    )
    async def test_a_forged_number_deletes_nothing_of_others(
        self, tmp_path: Path, data: str, notice: str
    ) -> None:
        async with talking(tmp_path) as chat:
            await chat.type(":chat team", ":as bob", f"/remember CI uses {TOKEN}", ":as carol", ":join")
            said = await chat.type(pressed(2, data, by="carol", group="team"))
        assert said.notice == notice
        assert "deleteMessage" not in said.methods

    async def test_where_the_bot_may_not_it_says_so_and_the_button_stays(self, tmp_path: Path) -> None:
        def refuse(method: TelegramMethod[object]) -> None:
            if isinstance(method, DeleteMessage):
                raise TelegramBadRequest(method, "Bad Request: message can't be deleted")

        async with talking(tmp_path) as chat:
            await chat.type(f"CI uses {TOKEN}")
            chat.watch = refuse
            said = await chat.type(f':press last "{DELETE}"')
        assert said.notice.startswith(NOT_DELETED)
        assert said.methods == ["answerCallbackQuery"]

    async def test_who_asked_with_a_secret_may_delete_the_question(self, tmp_path: Path) -> None:
        async with talking(tmp_path) as chat:
            asked = await chat.type(":chat team", ":as bob", f"@letopis_bot who uses {TOKEN}?")
            said = await chat.type(f':press last "{DELETE}"')
        assert asked.texts[-1].startswith("I looked for this")
        assert said.notice == DELETED
