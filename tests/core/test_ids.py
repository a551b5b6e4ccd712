"""References that people see and type."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.ids import REF_BITS, parse_ref, ref_from_number

numbers = st.integers(0, 2**REF_BITS - 1)


@pytest.mark.parametrize(
    ("number", "ref"), [(0, "00000000"), (1, "00000001"), (31, "0000000Z"), (2**40 - 1, "ZZZZZZZZ")]
)
def test_a_number_has_a_reference(number: int, ref: str) -> None:
    assert ref_from_number(number) == ref


@given(numbers, numbers)
def test_different_numbers_have_different_references(one: int, other: int) -> None:
    assert (ref_from_number(one) == ref_from_number(other)) is (one == other)


@given(numbers)
def test_a_reference_is_read_in_any_case_and_without_letters_that_look_like_digits(number: int) -> None:
    ref = ref_from_number(number)
    assert not set(ref) & set("ILOU")
    assert parse_ref(ref) == ref
    assert parse_ref(f" {ref.lower()} ") == ref
    assert parse_ref(ref.replace("1", "l").replace("0", "O")) == ref
    assert parse_ref(ref.replace("1", "I").replace("0", "o")) == ref


@pytest.mark.parametrize(
    "text",
    ["", "7K2MQ9X", "7K2MQ9XAA", "7K2M-Q9X", "UUUUUUUU", "７K2MQ9XA", "7K2MQ9XА", "ıııııııı", "7K2 MQ9XA"],
)
def test_what_is_no_reference_is_none(text: str) -> None:
    assert parse_ref(text) is None
