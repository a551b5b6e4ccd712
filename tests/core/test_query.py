"""What is asked of search."""

import pytest

from core.query import Query, clamp_limit


@pytest.mark.parametrize(
    ("asked", "given"), [(-5, 1), (0, 1), (1, 1), (10, 10), (50, 50), (51, 50), (10**9, 50)]
)
def test_a_limit_goes_to_the_nearer_bound(asked: int, given: int) -> None:
    assert clamp_limit(asked) == given


def words_of(query: Query) -> list[str]:
    """The words of a query, term after term."""
    return [word.whole for term in query.terms for word in term.words]


def test_a_tool_counts_every_word() -> None:
    assert words_of(Query.parse("когда мы выкатываем")) == ["когда", "мы", "выкатываем"]


def test_a_question_counts_its_content_words() -> None:
    assert words_of(Query.question("когда мы выкатываем?")) == ["выкатываем"]


@pytest.mark.parametrize(("text", "blank"), [("", True), (" \n\u3000", True), ("?", False), ("слово", False)])
def test_only_blanks_ask_for_the_latest_records(text: str, blank: bool) -> None:
    assert Query.parse(text).is_blank is blank
    assert Query.question(text).is_blank is blank
