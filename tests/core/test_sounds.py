"""Names in another alphabet: which may be the same."""

import pytest

from core.sounds import sound_alike


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("kibana", "кибана"),
        ("jenkins", "дженкинс"),
        ("github", "гитхаб"),
        ("python", "питон"),
        ("confluence", "конфлюенс"),
        ("notion", "ноушен"),
        ("excel", "эксель"),
        ("figma", "피그마"),
        ("slack", "슬랙"),
        ("jira", "지라"),
        ("борис", "보리스"),
    ],
)
def test_a_name_is_known_in_another_alphabet(one: str, other: str) -> None:
    assert sound_alike(one, other)
    assert sound_alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("kibana", "grafana"),
        ("kibana", "графана"),
        ("slack", "jira"),
        ("anna", "анна"),  # one consonant is too little
        ("kibana", "kibana"),  # the same alphabet needs no hearing
        ("", ""),
        ("a1", "а1"),
        ("k" * 10_000, "к" * 10_000),
    ],
)
def test_other_names_are_not(one: str, other: str) -> None:
    assert not sound_alike(one, other)
