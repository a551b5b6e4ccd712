"""Words and their forms, by examples and against the plain reading of the contract."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.words import RecordWords, family, matched_spans, normalise, query_words, terms
from tests.core import reference

# Letters of the product's languages, and whatever makes words fall apart, join and change.
ALPHABET = "аяйёЁеabzABZß1２٣①ﬁｓ가배포는\u1107\u1162\u0301\u0306 \t.-_/:@#+😀\u200d中"
texts = st.one_of(st.text(ALPHABET, max_size=12), st.text(max_size=12))
short_texts = st.text("аб가나1a-", max_size=6)
forms = st.lists(
    st.sampled_from(
        ["релиз", "релиза", "release", "releases", "배포", "배포는", "v1.2", "1.2", "re-1", "re-10"]
    ),
    max_size=4,
).map(" ".join)


def occurs(query: str, text: str) -> bool:
    """Whether the only word of a query occurs in a text."""
    (word,) = query_words(query)
    return word.occurs_in(RecordWords.of(text))


@pytest.mark.parametrize(
    ("as_written", "normal"),
    [
        ("ДЕПЛОЙ", "деплой"),
        ("Ёлка", "елка"),
        ("е\u0308лка", "елка"),
        ("ＡＰＩ", "api"),
        ("ﬁx", "fix"),
        ("Straße", "strasse"),
        ("\u1107\u1162\u1111\u1169", "배포"),
        ("②", "2"),
        ("за\u0301мок", "замок"),
        ("пере\u00adнос", "перенос"),
        ("де\u200bплой", "деплой"),
        ("\ufeffDeploy\u2060s", "deploys"),
        ("I\u0307stanbul", "istanbul"),
        ("\u1107\u200b\u1162", "배"),
    ],
)
def test_both_sides_are_normalised_alike(as_written: str, normal: str) -> None:
    assert normalise(as_written) == normal


@given(texts)
def test_normalising_is_what_the_contract_says(text: str) -> None:
    assert normalise(text) == reference.normalised(text)


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("деплой", "Деплой был в пятницу"),
        ("релиз", "после релиза"),
        ("релизов", "Релиз"),
        ("release", "all Releases"),
        ("released", "release it"),
        ("배포", "배포는 금요일"),
        ("서버", "웹서버"),
        ("배포", "v2배포는"),
        ("배포합니다", "배포했어요"),
        ("배포했어요", "재배포와 배포"),
        ("API", "API를"),
        ("ошибка", "много ошибок"),
        ("выкатка", "выкатили"),
        ("write", "written"),
        ("деплой", "деплойный"),
        ("serve", "serverless"),
        ("v1.2", "v1.2"),
        ("v1.2", "2 of v1"),
        ("release-1", "release-10"),
        ("RELEASE_1", "release-1"),
        ("١", "١"),
        ("웹", "웹 서버"),
    ],
)
def test_a_word_occurs(query: str, text: str) -> None:
    assert occurs(query, text)


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("деп", "деплой"),
        ("serv", "serverless"),
        ("ерверл", "serverless"),
        ("웹", "웹서버"),
        ("버는", "배포는"),
        ("v1.2", "v1.20"),
        ("v1.2.3", "v1.2.30"),
        ("a/b/c", "a/b/cat"),
        ("1.2", "v1.2.3"),
        ("release-10", "release-1"),
        ("a.b", "a"),
        ("server", "sеrver"),
    ],
)
def test_a_word_does_not_occur(query: str, text: str) -> None:
    assert not occurs(query, text)


@given(query=st.one_of(texts, short_texts, forms), content=st.one_of(texts, short_texts, forms), source=texts)
def test_words_occur_as_the_contract_says(query: str, content: str, source: str) -> None:
    words = RecordWords.of(content, source)
    score = sum(term.occurs_in(words) for term in terms(query_words(query)))
    assert score == reference.score_of(query, (content, source))


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("релиз релиза релизы", 1),
        ("release releases released", 1),
        ("release релиз", 2),
        ("v1.2 v1-2", 1),
        ("v1.2 v2.1", 2),
        ("배포 배포는", 1),
        ("?! —", 0),
    ],
)
def test_words_of_one_family_count_once(query: str, count: int) -> None:
    assert len(terms(query_words(query))) == count


def test_joined_runs_are_one_word_in_a_query() -> None:
    (word,) = query_words("Deploy/Server-2")
    assert (word.whole, word.parts) == ("deploy/server-2", ("deploy", "server", "2"))


@pytest.mark.parametrize("query", ["-v1", "v1-", "--v1--", "v1 -", "#v1"])
def test_a_joiner_that_joins_nothing_is_no_part_of_a_word(query: str) -> None:
    assert [word.whole for word in query_words(query)] == ["v1"]


@pytest.mark.parametrize(
    ("typed", "text"), [("д", "деплой"), ("re", "release"), ("배", "배포"), ("v2배", "v2배포"), ("1", "10")]
)
def test_the_word_being_typed_counts_as_a_beginning_at_any_length(typed: str, text: str) -> None:
    (word,) = query_words(typed, typing=True)
    assert word.occurs_in(RecordWords.of(text))
    assert not occurs(typed, text)


def test_only_the_last_word_is_being_typed() -> None:
    assert [word.typing for word in query_words("де се", typing=True)] == [False, True]


@pytest.mark.parametrize("text", ["де ", "де-", "де?"])
def test_a_word_with_something_after_it_is_finished(text: str) -> None:
    (word,) = query_words(text, typing=True)
    assert not word.occurs_in(RecordWords.of("деплой"))


def test_of_a_compound_being_typed_the_last_part_is_unfinished() -> None:
    (word,) = query_words("re-de", typing=True)
    assert word.occurs_in(RecordWords.of("re deploy"))
    assert not word.occurs_in(RecordWords.of("release deploy"))
    assert word.occurs_in(RecordWords.of("re-deploy"))


def test_a_compound_being_typed_is_a_beginning_of_a_compound() -> None:
    (word,) = query_words("a-b", typing=True)
    assert word.occurs_in(RecordWords.of("a-b7"))
    assert not occurs("a-b", "a-b7")


@pytest.mark.parametrize("letters", ["release" * 10, "деплой" * 11])
def test_what_is_longer_than_any_word_has_no_other_forms(letters: str) -> None:
    assert family(letters) == letters


def test_forms_of_a_word_have_one_family() -> None:
    assert len({family(word) for word in ("релиз", "релиза", "релизы", "релизов")}) == 1
    assert len({family(word) for word in ("release", "releases", "released", "releasing")}) == 1
    assert family("배포") == "배포"


@pytest.mark.parametrize(
    ("query", "text", "bold"),
    [
        ("релиза", "Релиз в среду, релиз в пятницу", ["Релиз", "релиз"]),
        ("배포", "재배포는 끝", ["재배포는"]),
        ("release-1", "release 1, 10", ["release", "1"]),
        ("йод", "и\u0306од", ["и\u0306од"]),
        ("замок", "за\u0301мок пере\u00adнос", ["за\u0301мок"]),
        ("nothing", "something else", []),
        ("", "anything", []),
    ],
)
def test_matched_words_are_found_where_they_stand_in_the_text(query: str, text: str, bold: list[str]) -> None:
    spans = matched_spans(text, terms(query_words(query)))
    assert [text[start:end] for start, end in spans] == bold


def test_a_word_being_typed_is_found_where_it_stands_but_not_the_parts_before_it() -> None:
    text = "deploy release"
    spans = matched_spans(text, terms(query_words("de-re", typing=True)))
    assert [text[start:end] for start, end in spans] == ["release"]


@given(query=texts, text=texts)
def test_what_is_bold_makes_the_query_occur(query: str, text: str) -> None:
    sought = terms(query_words(query))
    for start, end in matched_spans(text, sought):
        assert any(
            word.occurs_in(RecordWords.of(text[start:end]))
            for term in sought
            for whole in term.words
            for part in whole.parts
            for word in query_words(part)
        )
