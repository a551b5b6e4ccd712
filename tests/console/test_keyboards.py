"""Which button is meant."""

import pytest

from bot.console.keyboards import Button, Keyboard, Kind, from_json, keyboard_of, markup_of, pick, to_json
from bot.console.problems import Problem, WrongLine


def row(*labels: str) -> Keyboard:
    """Buttons that carry their own labels."""
    return (tuple(Button(label, label, Kind.CALLBACK) for label in labels),)


@pytest.mark.parametrize(
    ("wanted", "label"),
    [
        ("Yes", "Yes"),
        ('"Yes"', "Yes"),
        ('"Yes, forget it"', "Yes, forget it"),
        ("Yes,", "Yes, forget it"),
        ("Ke", "Keep it"),
        ('"quoted"', '"quoted"'),
        (2, "Keep it"),
        ("3", "Keep it"),
    ],
)
def test_a_button_is_named_by_its_label_its_beginning_or_its_number(wanted: str | int, label: str) -> None:
    assert pick(row("Yes", "Yes, forget it", "Keep it", '"quoted"'), wanted).text == label


@pytest.mark.parametrize(
    ("wanted", "problem"),
    [
        ("No", Problem.NO_BUTTON),
        ("3", Problem.NO_BUTTON),
        ('""', Problem.NO_BUTTON),
        ('"', Problem.NO_BUTTON),
        ("Show", Problem.AMBIGUOUS),
        (2, Problem.NO_BUTTON),
    ],
)
def test_a_button_that_is_not_there_or_not_the_only_one_is_refused(
    wanted: str | int, problem: Problem
) -> None:
    with pytest.raises(WrongLine) as raised:
        pick(row("Show first", "Show second"), wanted)
    assert raised.value.problem is problem


@pytest.mark.parametrize(
    ("wanted", "label"), [("2", "이력"), ("2R", "2R7K9XAM 복사"), ("1", "2R7K9XAM 복사")]
)
def test_the_number_before_a_button_means_it_though_a_label_begins_with_that_digit(
    wanted: str, label: str
) -> None:
    assert pick(row("2R7K9XAM 복사", "이력", "잊기…"), wanted).text == label


def test_of_two_buttons_with_one_label_the_first_is_meant() -> None:
    keyboard = ((Button("Show", "1", Kind.CALLBACK), Button("Show", "2", Kind.CALLBACK)),)
    assert pick(keyboard, "Show").data == "1"


@pytest.mark.parametrize("kind", Kind)
def test_every_kind_of_button_survives_the_store_and_telegram(kind: Kind) -> None:
    keyboard = ((Button("label", "data", kind),),)
    assert from_json(to_json(keyboard)) == keyboard
    assert keyboard_of(markup_of(keyboard)) == keyboard


def test_no_buttons_are_no_markup() -> None:
    assert markup_of(()) is None
    assert keyboard_of(None) == from_json(None) == ()
