"""Every text is there in every language, with the same placeholders and the right plurals."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from bot.texts import LOCALES, catalogue_files, nearest_locale, texts_for

BOT = Path(__file__).parents[2] / "bot"
KEYWORDS: dict[str, Any] = {"say": None, "template": None, "count": (1, 2)}
LETTERS = {"ru": re.compile("[а-яё]", re.IGNORECASE), "ko": re.compile("[가-힣]")}

Message = str | tuple[str, ...]
"""A text, or the two English forms of one that counts."""


def in_source() -> dict[Message, str]:
    """Every text in the source, with the file where it stands."""
    found = extract_from_dir(BOT, method_map=[("**.py", "python")], keywords=KEYWORDS)
    return {message: file for file, _, message, _, _ in found}


def catalogue(locale: str) -> Catalog:
    """A language's catalogue as it is written, obsolete and fuzzy entries included."""
    with catalogue_files()[locale].open("rb") as source:
        return read_po(source, locale=locale, abort_invalid=True)


def translations(locale: str) -> Iterator[tuple[Message, list[str]]]:
    """Each text of a catalogue, and all its forms in the language."""
    for message in catalogue(locale):
        if message.id:
            name = message.id if isinstance(message.id, str) else tuple(message.id)
            forms = [message.string] if isinstance(message.string, str) else list(message.string or ())
            yield name, forms


def placeholders(text: str) -> set[str]:
    """The names in braces."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def calls_for_texts() -> Iterator[tuple[str, ast.Call]]:
    """Every call of a method of `Texts` in the source, with the file where it stands."""
    for path in BOT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in KEYWORDS
                and ast.unparse(node.func.value).endswith("texts")
            ):
                yield str(path.relative_to(BOT)), node


def test_there_are_texts() -> None:
    assert len(in_source()) > 100
    assert len(list(calls_for_texts())) >= len(in_source())


@pytest.mark.parametrize("locale", LOCALES)
def test_no_text_is_missing_and_none_is_left_over(locale: str) -> None:
    asked, there = in_source(), dict(translations(locale))
    assert {message: file for message, file in asked.items() if message not in there} == {}
    assert there.keys() - asked.keys() == set()


@pytest.mark.parametrize("locale", LOCALES)
def test_every_catalogue_is_whole(locale: str) -> None:
    read = catalogue(locale)
    assert str(read.locale) == locale
    assert read.obsolete == {}
    assert [message.id for message in read if message.fuzzy and message.id] == []
    assert [message.id for message in read if message.id and message.check(read)] == []
    empty = [message for message, forms in translations(locale) if not all(form.strip() for form in forms)]
    assert empty == []


@pytest.mark.parametrize("locale", LOCALES)
def test_placeholders_agree_in_every_form(locale: str) -> None:
    differing = [
        (message, form)
        for message, forms in translations(locale)
        for form in forms
        if placeholders(form) != placeholders(message if isinstance(message, str) else message[1])
    ]
    assert differing == []


def test_the_two_english_forms_of_a_count_have_the_same_placeholders() -> None:
    counts = [message for message in in_source() if not isinstance(message, str)]
    assert counts
    assert [message for message in counts if placeholders(message[0]) != placeholders(message[1])] == []
    assert [message for message in counts if "n" not in placeholders(message[0])] == []


@pytest.mark.parametrize("locale", LOCALES)
def test_a_text_begins_and_ends_as_its_source_does(locale: str) -> None:
    def edges(text: str) -> tuple[bool, bool, int]:
        return text[:1].isspace(), text[-1:].isspace(), text.count("\n")

    differing = [
        (message, form)
        for message, forms in translations(locale)
        for form in forms
        if edges(form) != edges(message if isinstance(message, str) else message[0])
    ]
    assert differing == []


@pytest.mark.parametrize("locale", LOCALES)
def test_commands_stay_as_they_are_typed(locale: str) -> None:
    def commands(text: str) -> list[str]:
        return sorted(re.findall(r"(?<!\w)/[a-z]+\b|\b[A-Z]+_[A-Z_]+\b|`letopis [a-z]+`", text, re.ASCII))

    differing = [
        (message, form)
        for message, forms in translations(locale)
        for form in forms
        if commands(form) != commands(message if isinstance(message, str) else message[1])
    ]
    assert differing == []


def test_english_says_what_stands_in_the_source() -> None:
    assert [
        message
        for message, forms in translations("en")
        if forms != ([message] if isinstance(message, str) else list(message))
    ] == []


@pytest.mark.parametrize("locale", ["ru", "ko"])
def test_sentences_are_in_the_language(locale: str) -> None:
    own = LETTERS[locale]
    foreign = [
        form
        for message, forms in translations(locale)
        for form in forms
        if re.search(r"[a-z]{2}", re.sub(r"\{\w+\}", "", message if isinstance(message, str) else message[0]))
        and not own.search(form)
    ]
    assert foreign == []


@pytest.mark.parametrize(
    ("locale", "expected"),
    [
        ("en", ["0 records", "1 record", "2 records", "5 records", "11 records", "21 records"]),
        ("ru", ["0 записей", "1 запись", "2 записи", "5 записей", "11 записей", "21 запись"]),
        ("ko", ["기록 0개", "기록 1개", "기록 2개", "기록 5개", "기록 11개", "기록 21개"]),
    ],
)
def test_records_are_counted_as_people_count(locale: str, expected: list[str]) -> None:
    texts = texts_for(locale)
    assert [texts.count("{n} record", "{n} records", n) for n in (0, 1, 2, 5, 11, 21)] == expected


@pytest.mark.parametrize(
    ("locale", "expected"),
    [
        ("en", ["0 versions", "1 version", "2 versions", "5 versions", "11 versions", "21 versions"]),
        ("ru", ["0 версий", "1 версия", "2 версии", "5 версий", "11 версий", "21 версия"]),
        ("ko", ["버전 0개", "버전 1개", "버전 2개", "버전 5개", "버전 11개", "버전 21개"]),
    ],
)
def test_versions_are_counted_as_people_count(locale: str, expected: list[str]) -> None:
    texts = texts_for(locale)
    assert [texts.count("{n} version", "{n} versions", n) for n in (0, 1, 2, 5, 11, 21)] == expected


def test_source_texts_are_literals() -> None:
    wrong = [
        f"{file}:{call.lineno}"
        for file, call in calls_for_texts()
        for argument in call.args[: 2 if ast.unparse(call.func).endswith(".count") else 1]
        if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str))
    ]
    assert wrong == []


def test_a_call_names_exactly_the_placeholders_of_its_text() -> None:
    wrong = []
    for file, call in calls_for_texts():
        text = call.args[0].value if isinstance(call.args[0], ast.Constant) else ""
        given = {keyword.arg for keyword in call.keywords}
        asked = placeholders(str(text)) - ({"n"} if ast.unparse(call.func).endswith(".count") else set())
        # What is handed on as a mapping, `**values`, cannot be told here.
        told = None not in given and not ast.unparse(call.func).endswith(".template")
        if told and given != asked:
            wrong.append((f"{file}:{call.lineno}", given ^ asked))
    assert wrong == []


@pytest.mark.parametrize(
    ("code", "locale"),
    [
        ("ru", "ru"),
        ("ru-RU", "ru"),
        ("KO_kr.UTF-8", "ko"),
        ("en-US", "en"),
        ("pt-BR", "ko"),
        ("C", "ko"),
        ("", "ko"),
        (None, "ko"),
    ],
)
def test_the_nearest_language_is_by_its_first_part_else_the_default(code: str | None, locale: str) -> None:
    assert nearest_locale(code, "ko") == locale


def test_there_is_no_other_language() -> None:
    with pytest.raises(KeyError):
        texts_for("de")
