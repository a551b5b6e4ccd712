"""Whether a corrected text says the same."""

import pytest

from core.wording import says_the_same


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Prod has 8 nodes", "Prod has 8 nodes."),
        ("prod has 8 nodes", "Prod has 8  nodes!"),
        ("У прода 8 нод — все новые", "у прода 8 нод, все новые."),
        ("프로드 노드는 8개다", "프로드 노드는 8개다."),
        ("ещё 8", "еще ８"),
        ('the plan is "Alpha"', "the plan is «Alpha»"),
        ("the flag is `dry-run`", "the flag is dry-run"),
        ("from 10-12 on", "from 10 – 12 on"),
        ("app-5", "app 5"),
        ("load: 5 %", "load: 5%"),
        ("8 nodes, 12 pods", "8 nodes; 12 pods"),
        ("has it 8 nodes?", "Has it 8 nodes??"),
        ("it is −5 there", "it is -5 there."),
        ("", "..."),
    ],
)
def test_punctuation_case_width_and_blanks_change_nothing(one: str, other: str) -> None:
    assert says_the_same(one, other)
    assert says_the_same(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Prod has 8 nodes", "Prod has 12 nodes"),
        ("Alice told Bob", "Bob told Alice"),
        ("it is 1.5", "it is 15"),
        ("it is 1.5", "it is 1 5"),
        ("it is 1.5", "it is 1,5"),
        ("it is .5", "it is 5"),
        ("it is -5", "it is 5"),
        ("it is −5", "it is 5"),
        ("it is (-5)", "it is (5)"),
        ("the balance is -$5", "the balance is $5"),
        ("the price is $5", "the price is €5"),
        ("the load is 5%", "the load is 5"),
        ("from 10-12 on", "from 10:12 on"),
        ("latency < 5", "latency > 5"),
        ("latency < 5", "latency 5"),
        ("a = b", "a != b"),
        ("C++ is used", "C is used"),
        ("C# is used", "C is used"),
        ("deploy ✅", "deploy ❌"),
        ("Prod has 8 nodes", "Prod has 8 nodes?"),
        ("it's so", "its so"),
        ("दिन", "दान"),
    ],
)
def test_words_and_the_signs_that_change_a_meaning_count(one: str, other: str) -> None:
    assert not says_the_same(one, other)
    assert not says_the_same(other, one)
