"""The JSON object in what a model says."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.llm.answers import read_json, read_object


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"a": 1}', {"a": 1}),
        ('```json\n{"a": 1}\n```', {"a": 1}),
        ('Sure! Here it is: {"a": {"b": "}"}} Anything else?', {"a": {"b": "}"}}),
        ('<think>maybe {"a": 0}, or {not}</think>\n{"a": 1}', {"a": 1}),
        ('{"a": "two\nlines"}', {"a": "two\nlines"}),
        ("Конечно: {“a”: 1}", None),
        ('{"a": 1', None),
        ('{"a": NaN}', None),
        ("[1, 2]", None),
        ("", None),
        ("{" * 10_000, None),
        ('{"a":' * 100_000, None),
        ("1" * 10_000, None),
    ],
)
def test_the_object_is_found_among_fences_and_words(text: str, found: object) -> None:
    assert read_object(text) == found


@given(st.text(), st.text())
def test_whatever_stands_around_an_object_without_braces_does_not_matter(before: str, after: str) -> None:
    around = before.replace("{", ""), after.replace("{", "")
    assert read_object(f"{around[0]}{json.dumps({'a': 'b'})}{around[1]}") == {"a": "b"}


@given(st.text(alphabet='{}[]":,a1\\ '))
def test_no_text_breaks_it(text: str) -> None:
    found = read_object(text)
    assert found is None or isinstance(found, dict)


@pytest.mark.parametrize("body", [b"", b"\xff", b"{", b"[" * 100_000, b"NaN", b"1" * 5_000])
def test_a_body_that_is_no_json_is_nothing(body: bytes) -> None:
    assert read_json(body) is None
