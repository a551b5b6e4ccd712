"""What the archivist concludes from a model's answer (SPEC section 7, point 3)."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.graph import Relation
from core.ids import RecordId
from core.judgement import (
    REASON_LIMIT,
    WORD_LIMIT,
    WORDS_WANTED,
    Judgement,
    Malformed,
    NewLink,
    NewMark,
    judgement,
    words_of,
)
from core.marks import MarkKind

OLD, OLDER, STRANGER = RecordId("old"), RecordId("older"), RecordId("stranger")
RELATED = {"target_id": OLD, "relation": "relates_to", "weight": 0.8}
DECISIONS = st.sampled_from(["CREATE", "MERGE", "INVALIDATE"])


def as_it_is(text: str) -> str:
    return text


def without_hunter(text: str) -> str:
    return text.replace("hunter2", "[secret:password]")


def concluded(decision: str = "CREATE", **fields: Any) -> Judgement:
    found = judgement({"reason": "because", "decision": decision, **fields}, {OLD, OLDER}, as_it_is)
    assert isinstance(found, Judgement), found
    return found


def test_a_new_fact_marks_nothing_even_where_it_names_targets() -> None:
    assert concluded("CREATE", targets=[OLD], links=[RELATED]) == Judgement(
        "because", links=(NewLink(OLD, Relation.RELATES_TO, 0.8),)
    )


def test_merging_marks_each_target_once() -> None:
    assert concluded("MERGE", targets=[OLD, OLDER, OLD]).marks == (
        NewMark(OLD, MarkKind.MERGE),
        NewMark(OLDER, MarkKind.MERGE),
    )


def test_invalidating_marks_and_adds_the_missing_link() -> None:
    found = concluded("INVALIDATE", targets=[OLD])
    assert found.marks == (NewMark(OLD, MarkKind.INVALIDATE),)
    assert found.links == (NewLink(OLD, Relation.SUPERSEDES, 1.0),)


def test_invalidating_keeps_the_link_that_the_model_made() -> None:
    link = {"target_id": OLD, "relation": "supersedes", "weight": 0.7}
    assert concluded("INVALIDATE", targets=[OLD], links=[link]).links == (
        NewLink(OLD, Relation.SUPERSEDES, 0.7),
    )


@pytest.mark.parametrize("decision", ["MERGE", "INVALIDATE"])
def test_a_decision_without_a_target_counts_as_a_new_fact(decision: str) -> None:
    assert concluded(decision) == Judgement("because")


def test_a_decision_that_names_a_stranger_is_discarded_and_its_links_to_candidates_stay() -> None:
    found = concluded("INVALIDATE", targets=[OLD, STRANGER], links=[RELATED])
    assert found.marks == ()
    assert found.links == (NewLink(OLD, Relation.RELATES_TO, 0.8),)
    assert found.discarded


def test_links_to_strangers_and_of_unknown_relations_are_dropped_and_counted() -> None:
    links = [RELATED, {**RELATED, "target_id": STRANGER}, {**RELATED, "relation": "deletes"}]
    found = concluded(links=links)
    assert [link.target for link in found.links] == [OLD]
    assert found.dropped == 2


@pytest.mark.parametrize(
    ("said", "kept"), [(7, 1.0), (-1, 0.0), (0.25, 0.25), (10**400, 1.0), (float("nan"), 0.0)]
)
def test_weights_are_clamped(said: float, kept: float) -> None:
    [link] = concluded(links=[{**RELATED, "weight": said}]).links
    assert link.weight == kept


@pytest.mark.parametrize(
    "fields",
    [
        {"decision": "DELETE"},
        {"decision": None},
        {"decision": ["CREATE"]},
        {"reason": 7},
        {"targets": OLD},
        {"targets": [7]},
        {"targets": None},
        {"links": RELATED},
        {"links": [OLD]},
        {"links": [{**RELATED, "weight": "strong"}]},
        {"links": [{**RELATED, "weight": True}]},
        {"links": [{**RELATED, "target_id": 7}]},
        {"links": [{**RELATED, "relation": None}]},
        {"fact_key": "deploy"},
        {"fact_key": {"shelf": "deploy"}},
        {"fact_key": {"shelf": "deploy", "brief": 7}},
    ],
)
def test_an_unknown_decision_or_a_wrong_type_is_malformed(fields: dict[str, Any]) -> None:
    answer = {"reason": "because", "decision": "INVALIDATE", "targets": [OLD], **fields}
    assert isinstance(judgement(answer, {OLD}, as_it_is), Malformed)


def test_an_answer_without_a_decision_is_malformed() -> None:
    assert judgement({}, {OLD}, as_it_is) == Malformed("decision")


@pytest.mark.parametrize(
    ("shelf", "brief", "key"),
    [
        ("Deploy", "Staging Rollout", "archivist:deploy:staging-rollout"),
        ("a:b", " c \n d ", "archivist:a-b:c-d"),
        ("배포", "스테이징 서버", "archivist:배포:스테이징-서버"),
        ("", "brief", None),
        ("shelf", " : ", None),
    ],
)
def test_the_service_key_is_lower_case_without_blanks_and_colons(
    shelf: str, brief: str, key: str | None
) -> None:
    assert concluded(fact_key={"shelf": shelf, "brief": brief}).service_key == key


def test_a_service_key_has_128_characters_at_most() -> None:
    key = concluded(fact_key={"shelf": "s" * 100, "brief": "b" * 100}).service_key
    assert key is not None
    assert len(key) == 128


def test_secrets_that_the_model_echoes_are_taken_out() -> None:
    answer = {
        "reason": "the password is hunter2",
        "decision": "CREATE",
        "fact_key": {"shelf": "db", "brief": "hunter2"},
    }
    found = judgement(answer, {OLD}, without_hunter)
    assert isinstance(found, Judgement)
    assert "hunter2" not in repr(found)
    assert words_of({"words": ["hunter2"]}, without_hunter) == ("[secret:password]",)


def test_a_reason_is_one_line_of_bounded_length_without_broken_characters() -> None:
    assert concluded(reason="a\n\tb\ud800\0c").reason == "a bc"
    assert len(concluded(reason="words " * 5_000).reason) == REASON_LIMIT


def test_words_are_offered_once_each_and_without_blanks() -> None:
    assert words_of({"words": ["deploy", " ", "roll\nout", "deploy"]}, as_it_is) == ("deploy", "roll out")


def test_texts_are_no_words_and_no_more_than_wanted_are_cleaned() -> None:
    cleaned: list[str] = []

    def clean(text: str) -> str:
        cleaned.append(text)
        return text

    offered = ["x" * (WORD_LIMIT + 1), *(f"word{number}" for number in range(1_000))]
    assert len(words_of({"words": offered}, clean)) == len(cleaned) == WORDS_WANTED  # type: ignore[arg-type]


def test_a_reason_as_long_as_an_answer_is_cleaned_at_its_beginning_alone() -> None:
    cleaned: list[str] = []

    def clean(text: str) -> str:
        cleaned.append(text)
        return text

    answer = {"reason": "half-a-secret " * 50_000, "decision": "CREATE"}
    assert isinstance(judgement(answer, {OLD}, clean), Judgement)
    assert [len(text) < 5_000 and text.endswith("half-a-secret") for text in cleaned] == [True]


@pytest.mark.parametrize("answer", [{"words": "deploy"}, {"words": [7]}, {"words": None}])
def test_words_of_a_wrong_type_are_malformed(answer: dict[str, Any]) -> None:
    assert words_of(answer, as_it_is) == Malformed("words")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from([OLD, STRANGER]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
LINKS = st.fixed_dictionaries(
    {"target_id": JSON, "relation": st.sampled_from([*Relation, "owns"]) | JSON, "weight": JSON}
)
ANSWERS = st.fixed_dictionaries(
    {"decision": DECISIONS | JSON},
    optional={
        "reason": JSON,
        "targets": st.lists(st.sampled_from([OLD, OLDER, STRANGER])) | JSON,
        "links": st.lists(LINKS) | JSON,
        "fact_key": st.fixed_dictionaries({"shelf": JSON, "brief": JSON}) | JSON,
    },
)


@given(ANSWERS)
def test_whatever_a_model_answers_touches_candidates_alone(answer: dict[str, Any]) -> None:
    found = judgement(answer, {OLD, OLDER}, as_it_is)
    if isinstance(found, Judgement):
        assert found.targets <= {OLD, OLDER}
        assert all(0.0 <= link.weight <= 1.0 for link in found.links)
        assert found.service_key is None or found.service_key.startswith("archivist:")
        json.dumps(found.reason).encode()
