"""Languages (TELEGRAM.md rule 16): a person's in private, the chat's in a group, never the sender's."""

from pathlib import Path

import pytest

from tests.polling.life import living
from tests.telegram.server import Server

HELP = {"en": "What I can do", "ru": "Что я умею", "ko": "할 수 있는 일"}
NOW = {
    "en": "I speak English now.",
    "ru": "Теперь я говорю по-русски.",
    "ko": "이제 한국어로 말합니다.",
}


@pytest.mark.parametrize(
    ("code", "spoken"),
    [("ru", "ru"), ("ko", "ko"), ("en", "en"), ("ru-RU", "ru"), ("de", "en"), (None, "en")],
)
async def test_in_private_the_bot_speaks_the_language_of_the_persons_telegram(
    telegram: Server, tmp_path: Path, code: str | None, spoken: str
) -> None:
    anna = telegram.world.person("Anna", language_code=code)
    async with living(telegram, tmp_path):
        await anna.says(anna.private, "/help")
        assert (await anna.private.answer()).text.startswith(HELP[spoken])


async def test_what_a_person_chose_goes_before_the_language_of_their_telegram(
    telegram: Server, tmp_path: Path
) -> None:
    anna = telegram.world.person("Anna", language_code="ru")
    async with living(telegram, tmp_path):
        await anna.says(anna.private, "/lang ko")
        assert (await anna.private.answer()).text == NOW["ko"]
    async with living(telegram, tmp_path):
        await anna.says(anna.private, "/help")
        assert (await anna.private.answer()).text.startswith(HELP["ko"])


async def test_the_default_is_for_those_whose_language_is_none_of_ours(
    telegram: Server, tmp_path: Path
) -> None:
    anna = telegram.world.person("Anna", language_code="de")
    team = telegram.world.group("team", members=[anna])
    async with living(telegram, tmp_path, locale="ru"):
        for chat in (anna.private, team):
            await anna.says(chat, "/help")
            assert (await chat.answer()).text.startswith(HELP["ru"])


async def test_in_a_group_the_bot_speaks_the_groups_language_whoever_speaks(
    telegram: Server, tmp_path: Path
) -> None:
    anna = telegram.world.person("Anna", language_code="ru")
    boris = telegram.world.person("Boris", language_code="ko")
    team = telegram.world.group("team", members=[anna, boris])
    async with living(telegram, tmp_path):
        for person in (anna, boris):
            await person.says(team, "/help")
            assert (await team.answer()).text.startswith(HELP["en"])
        await boris.says(team, "/lang ru")
        assert (await team.answer()).text == NOW["ru"]
        for person in (anna, boris):
            await person.says(team, "/help")
            assert (await team.answer()).text.startswith(HELP["ru"])
        # What a group speaks is no choice of the person's own.
        await boris.says(boris.private, "/help")
        assert (await boris.private.answer()).text.startswith(HELP["ko"])


async def test_a_language_is_chosen_by_a_button_too(telegram: Server, tmp_path: Path) -> None:
    anna = telegram.world.person("Anna")
    async with living(telegram, tmp_path) as life:
        await anna.says(anna.private, "/lang")
        languages = await anna.private.answer()
        assert languages.labels == ["English", "Русский", "한국어"]
        await (await anna.presses(languages, "한국어")).answered()
        await life.quiet()
        assert languages.text == NOW["ko"]
        await anna.says(anna.private, "/help")
        assert (await anna.private.answer()).text.startswith(HELP["ko"])


@pytest.mark.parametrize(
    ("code", "receipt", "found"),
    [
        ("en", "Kept as ", "2 records · ship"),
        ("ru", "Сохранено: ", "2 записи · ship"),
        ("ko", "저장했습니다", "기록 2개 · ship"),
    ],
)
async def test_receipts_in_words_and_pages_are_in_the_persons_language(
    telegram: Server, tmp_path: Path, code: str, receipt: str, found: str
) -> None:
    anna = telegram.world.person("Anna", language_code=code)
    anna.private.available_reactions = ()
    telegram.allow_refusal("REACTION_INVALID")
    async with living(telegram, tmp_path) as life:
        for text in ("ship on Friday", "ship on Monday"):
            await anna.says(anna.private, text)
            assert (await anna.private.answer()).text.startswith(receipt)
        await anna.says(anna.private, "/search ship")
        assert (await anna.private.answer()).text.startswith(found)
        await life.quiet()
