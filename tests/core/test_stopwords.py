"""Which words of a question carry its subject."""

import pytest

from core.stopwords import content_words
from core.words import query_words


@pytest.mark.parametrize(
    ("question", "subject"),
    [
        ("Когда мы выкатываем релиз?", ["выкатываем", "релиз"]),
        ("Где ещё лежит ключ?", ["лежит", "ключ"]),
        ("What is the release day?", ["release", "day"]),
        ("배포는 언제 하나요?", ["배포는"]),
        ("кто-нибудь знает пароль?", ["пароль"]),
    ],
)
def test_a_question_is_cut_to_its_content_words(question: str, subject: list[str]) -> None:
    assert [word.whole for word in content_words(query_words(question))] == subject


@pytest.mark.parametrize("question", ["Что это?", "What is it?", "뭐야?"])
def test_where_no_content_word_is_left_all_words_count(question: str) -> None:
    words = query_words(question)
    assert words
    assert content_words(words) == words


def test_a_word_that_only_looks_like_a_stop_word_stays() -> None:
    assert [word.whole for word in content_words(query_words("who-dunit и-нет"))] == ["who-dunit", "и-нет"]
