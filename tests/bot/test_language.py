"""What the bot says about itself, and in which language."""

from pathlib import Path
from typing import Any

import pytest

from bot.texts import texts_for
from bot.views.notices import help_page
from bot.views.parts import MARKS, status_name
from tests.bot.chat import Said, arriving, person, talking

CHOSEN = {"en": "I speak English now.", "ru": "Теперь я говорю по-русски.", "ko": "이제 한국어로 말합니다."}
NO_RECORD = {"en": "There is no such record.", "ru": "Такой записи нет.", "ko": "그런 기록이 없습니다."}
NAMES = ["English", "Русский", "한국어"]
LOCALES = ["en", "ru", "ko"]


def language_of(said: Said) -> str:
    """The language of the answer to `/show` with a reference that is none."""
    (locale,) = [locale for locale, text in NO_RECORD.items() if text == said.text]
    return locale


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("word", [str.lower, str.upper])
async def test_a_language_is_chosen_by_its_word_and_stays_after_a_restart(
    tmp_path: Path, locale: str, word: type[str]
) -> None:
    async with talking(tmp_path) as chat:
        assert (await chat.type(f"/lang {word(locale)}")).text == CHOSEN[locale]
        assert language_of(await chat.type("/show 0")) == locale
    async with talking(tmp_path) as chat:
        assert language_of(await chat.type("/show 0")) == locale


@pytest.mark.parametrize("locale", LOCALES)
async def test_a_language_is_chosen_by_a_button(tmp_path: Path, locale: str) -> None:
    async with talking(tmp_path) as chat:
        asked = await chat.type("/lang")
        assert (asked.text, asked.rows) == ("Which language should I speak?", [NAMES])
        said = await chat.type(f":press last {NAMES[LOCALES.index(locale)]}")
        assert said.methods == ["answerCallbackQuery", "editMessageText"]
        assert (said.number, said.text, said.rows) == (asked.number, CHOSEN[locale], [])
        assert language_of(await chat.type("/show 0")) == locale


@pytest.mark.parametrize(
    ("word", "locale"),
    [
        ("English", "en"),
        ("русский", "ru"),
        ("Русский", "ru"),
        ("RUSSIAN", "ru"),
        ("러시아어", "ru"),
        ("한국어", "ko"),
        ("корейский", "ko"),
        ("ko-KR", "ko"),
    ],
)
async def test_a_language_is_chosen_by_its_name(tmp_path: Path, word: str, locale: str) -> None:
    async with talking(tmp_path) as chat:
        assert (await chat.type(f"/lang {word}")).text == CHOSEN[locale]


@pytest.mark.parametrize("word", ["de", "fr", "ru en", "🙂"])
async def test_a_language_that_the_bot_does_not_speak_shows_those_that_it_does(
    tmp_path: Path, word: str
) -> None:
    async with talking(tmp_path) as chat:
        said = await chat.type(f"/lang {word}")
        assert said.text == (
            "I speak these languages: English, Русский, 한국어. Which language should I speak?"
        )
        assert said.rows == [NAMES]
        assert language_of(await chat.type("/show 0")) == "en"


async def test_in_private_the_language_is_the_persons_own(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type("/lang ru", ":as alice", "/lang ko")
        assert language_of(await chat.type("/show 0")) == "ko"
        assert language_of(await chat.type(":as owner", "/show 0")) == "ru"


async def test_in_a_group_the_language_is_the_chats_whoever_speaks(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type("/lang ru", ":chat team")
        assert language_of(await chat.type("/show 0")) == "en"
        assert (await chat.type("/lang ko")).text == CHOSEN["ko"]
        assert language_of(await chat.type(":as alice", "/show 0")) == "ko"
        assert language_of(await chat.type(":chat private", "/show 0")) == "en"
        assert language_of(await chat.type(":as owner", "/show 0")) == "ru"
        await chat.type(":chat other")
        assert language_of(await chat.type("/show 0")) == "en"


async def test_in_a_group_a_button_chooses_for_the_chat(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        await chat.type(":chat team", "/lang")
        assert (await chat.type(":as alice", ":press last Рус")).text == CHOSEN["ru"]
        assert language_of(await chat.type(":as owner", "/show 0")) == "ru"
        assert language_of(await chat.type(":chat private", "/show 0")) == "en"


@pytest.mark.parametrize(
    ("code", "locale"), [("ko", "ko"), ("ru-RU", "ru"), ("en-GB", "en"), ("de", "en"), (None, "en")]
)
async def test_who_has_chosen_nothing_is_spoken_to_in_their_apps_language(
    tmp_path: Path, code: str | None, locale: str
) -> None:
    writer: dict[str, Any] = {"from": {**person("owner"), "language_code": code}}
    async with talking(tmp_path) as chat:
        assert language_of(await chat.type(arriving(50, text="/show 0", **writer))) == locale
        await chat.type(":chat team")
        in_group = arriving(50, group="team", text="/show 0", **writer)
        assert language_of(await chat.type(in_group)) == "en"


async def test_a_choice_is_stronger_than_the_apps_language(tmp_path: Path) -> None:
    writer: dict[str, Any] = {"from": {**person("owner"), "language_code": "ko"}}
    async with talking(tmp_path) as chat:
        await chat.type(arriving(50, text="/lang ru", **writer))
        assert language_of(await chat.type(arriving(60, text="/show 0", **writer))) == "ru"


async def test_the_default_language_is_for_those_whose_app_says_nothing_of_use(tmp_path: Path) -> None:
    async with talking(tmp_path, locale="ru") as chat:
        assert language_of(await chat.type("/show 0")) == "ru"
        said = await chat.type(":chat team")
        assert said.text.startswith("Здравствуйте!")
        assert language_of(await chat.type("/show 0")) == "ru"


@pytest.mark.parametrize(
    ("locale", "beginnings"),
    [
        ("en", ["Hello, owner!", "What I can do", "What I keep"]),
        ("ru", ["Здравствуйте, owner!", "Что я умею", "Что я храню"]),
        ("ko", ["안녕하세요, owner 님!", "할 수 있는 일", "무엇을 저장하나요"]),
    ],
)
async def test_start_help_and_privacy_are_told_in_every_language(
    tmp_path: Path, locale: str, beginnings: list[str]
) -> None:
    async with talking(tmp_path) as chat:
        await chat.type(f"/lang {locale}")
        said = [(await chat.type(command)).text for command in ("/start", "/help", "/privacy")]
        assert [text.startswith(begun) for text, begun in zip(said, beginnings, strict=True)] == [True] * 3
        assert [len(text) > 200 for text in said] == [True] * 3
        assert await chat.records() == []


async def test_help_names_every_command_that_is_answered(tmp_path: Path) -> None:
    async with talking(tmp_path) as chat:
        shown = (await chat.type("/help")).text
        named = [line.split()[0] for line in shown.splitlines() if line.startswith("/")]
        assert {"/remember", "/search", "/recent", "/show", "/forget", "/lang", "/privacy"} <= set(named)
        for command in named:
            said = await chat.type(command)
            assert not said.text.startswith("I do not know this command")


@pytest.mark.parametrize("locale", LOCALES)
def test_help_explains_every_sign_by_the_name_of_its_status(locale: str) -> None:
    texts = texts_for(locale)
    shown = help_page(texts).text.render()[0].splitlines()
    for status, sign in MARKS.items():
        assert [line for line in shown if line.startswith(f"{sign} {status_name(status, texts)}: ")]
    assert [[line[:1] for line in shown].count(sign) for sign in "❓🧩"] == [1, 1]


async def test_the_example_of_the_greeting_works(tmp_path: Path) -> None:
    for locale in LOCALES:
        folder = tmp_path / locale
        folder.mkdir()
        async with talking(folder, locale) as chat:
            lines = (await chat.type("/start")).text.split("\n\n")
            example, question = (line.partition(": ")[2] for line in lines[2:4])
            await chat.keep(example)
            assert example in (await chat.type(question)).text


@pytest.mark.parametrize(
    "text", ["/nonsense", "/nonsense it", "/search@other_bot it", "/путь", "/etc/hosts is here"]
)
async def test_in_private_a_command_that_nobody_knows_is_answered_and_not_kept(
    tmp_path: Path, text: str
) -> None:
    async with talking(tmp_path) as chat:
        said = await chat.type(text)
        assert said.text.startswith("I do not know this command; nothing was kept.")
        assert await chat.records() == []
