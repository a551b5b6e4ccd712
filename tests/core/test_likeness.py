"""How alike texts are."""

from hypothesis import given
from hypothesis import strategies as st

from core.likeness import LENGTH_COMPARED, most_alike, rarity

OFFICE = "At the office Anna is busy"


def test_the_more_words_are_shared_the_more_alike_texts_are() -> None:
    others = ["Lunch is at noon", "Anna is away", "At the office Boris is busy"]
    assert most_alike(OFFICE, others, {}) == [2, 1, 0]


def test_a_word_that_few_texts_hold_tells_more_than_one_that_all_hold() -> None:
    others = ["the server is new", "the server is old", "the printer is here", "the server was here"]
    assert most_alike("where is the printer", others, {})[0] == 2


def test_forms_of_one_word_are_alike() -> None:
    assert most_alike("Аня переехала в Казань", ["Обед в полдень", "Аню переезжала Казань"], {})[0] == 1
    assert most_alike("배포는 금요일에 한다", ["점심은 정오에", "배포를 월요일에 했다"], {})[0] == 1


def test_stop_words_tell_texts_apart_that_share_no_other() -> None:
    assert most_alike("out of it", ["Anna is away", "we are out of it"], {}) == [1, 0]


def test_a_number_is_like_another_number() -> None:
    others = ["Anna has a dog at home", "Anna has 300 put aside"]
    assert most_alike("Anna: 4500 by now", others, {}) == [1, 0]


def test_of_texts_that_share_the_same_the_shorter_is_more_alike() -> None:
    others = [
        "the release is planned by Anna and by everyone who was there at noon",
        "Anna plans the release",
    ]
    assert most_alike("the release, says Anna", others, {}) == [1, 0]


def test_of_equal_texts_the_first_comes_first() -> None:
    assert most_alike(OFFICE, ["Lunch", OFFICE, OFFICE, "Dinner"], {}) == [1, 2, 0, 3]


def test_words_counted_elsewhere_are_as_rare_as_that_count_says() -> None:
    others = ["anna anna-lena", "boris"]
    assert most_alike("anna boris", others, {"anna": 1.0, "boris": 9.0}) == [1, 0]
    assert most_alike("anna boris", others, {"anna": 9.0, "boris": 1.0}) == [0, 1]


def test_what_stands_far_down_in_a_long_text_is_not_compared() -> None:
    far = f"{'filler ' * LENGTH_COMPARED} staging"
    assert most_alike("staging", [far, "staging at last"], {})[0] == 1


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_a_word_is_the_rarer_the_fewer_hold_it(one: int, other: int) -> None:
    few, many = sorted((one, other))
    assert rarity(few, many) >= rarity(many, many) > 0


@given(st.text(), st.lists(st.text(), max_size=6))
def test_every_text_has_its_place(text: str, others: list[str]) -> None:
    assert sorted(most_alike(text, others, {})) == list(range(len(others)))
