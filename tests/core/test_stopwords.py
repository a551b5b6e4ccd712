"""Which words of a question carry its subject."""

import pytest

from core.stopwords import content_words
from core.words import RecordWords, query_words, terms


@pytest.mark.parametrize(
    ("question", "subject"),
    [
        ("Когда мы выкатываем релиз?", ["выкатываем", "релиз"]),
        ("Где ещё лежит ключ?", ["лежит", "ключ"]),
        ("What is the release day?", ["release", "day"]),
        ("배포는 언제 하나요?", ["배포"]),
        ("휴가는 어디서 신청하나요?", ["휴가", "신청"]),
        ("서버에서는 누가 로그를 지웠어요?", ["서버", "로그", "지웠어요"]),
        ("담당자가 누구인가요?", ["담당자"]),
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


def test_a_question_finds_what_it_asks_about_inside_joined_words() -> None:
    record = RecordWords.of("휴가신청은 그룹웨어에서")
    asked = terms(content_words(query_words("휴가는 어디서 신청하나요?")))
    assert [term.occurs_in(record) for term in asked] == [True, True]


def test_a_word_that_only_looks_like_a_stop_word_stays() -> None:
    assert [word.whole for word in content_words(query_words("who-dunit и-нет"))] == ["who-dunit", "и-нет"]
