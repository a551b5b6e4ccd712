"""Scores and the order of hits, against plain lists."""

from hypothesis import given
from hypothesis import strategies as st

from core.ids import Seq
from core.scoring import Hit, Scores, newest_first, place
from core.storage.index import bitmap

seqs = st.sets(st.one_of(st.integers(1, 40), st.integers(4_090, 4_110), st.integers(1, 30_000)), max_size=30)


@given(seqs)
def test_bits_are_read_from_the_newest_down(present: set[int]) -> None:
    assert list(newest_first(bitmap(present))) == sorted(present, reverse=True)


@given(words=st.lists(seqs, max_size=20), readable=seqs)
def test_hits_are_counted_and_ordered_by_score_and_then_by_age(
    words: list[set[int]], readable: set[int]
) -> None:
    scores = Scores(map(bitmap, words), bitmap(readable))
    counts = {seq: sum(seq in word for word in words) for seq in readable}
    matching = [seq for seq in counts if counts[seq]]
    expected = sorted(matching, key=lambda seq: (-counts[seq], -seq))
    assert [(hit.seq, hit.score) for hit in scores.hits()] == [(seq, counts[seq]) for seq in expected]
    assert scores.total == len(matching)
    assert scores.matching == bitmap(matching)
    assert all(scores.of(Seq(seq)) == counts[seq] for seq in readable)


@given(words=st.lists(st.tuples(seqs, st.integers(1, 40)), max_size=12), readable=seqs)
def test_a_weighed_bitmap_counts_as_often_as_it_weighs(
    words: list[tuple[set[int], int]], readable: set[int]
) -> None:
    weighed = Scores.weighed([(bitmap(word), weight) for word, weight in words], bitmap(readable))
    repeated = Scores([bitmap(word) for word, weight in words for _ in range(weight)], bitmap(readable))
    assert list(weighed.hits()) == list(repeated.hits())
    assert weighed.matching == repeated.matching


def test_what_matches_nothing_has_no_hits() -> None:
    scores = Scores([], bitmap([1, 2, 3]))
    assert list(scores.hits()) == []
    assert scores.total == 0
    assert scores.of(Seq(1)) == 0


def placed(
    hits: list[tuple[int, int]], newer: dict[int, list[int]], already: set[int] | None = None
) -> list[int]:
    """The order in which hits come to stand."""
    scores = dict(hits)
    versions = {Seq(seq): [Hit(Seq(one), scores.get(one, 1)) for one in ones] for seq, ones in newer.items()}
    stands = {Seq(seq) for seq in already or set()}
    return [hit.seq for hit in place((Hit(Seq(seq), score) for seq, score in hits), versions, stands)]


def test_without_newer_versions_all_keep_their_places() -> None:
    assert placed([(3, 2), (9, 1), (1, 1)], {}) == [3, 9, 1]


def test_newer_versions_come_before_an_older_one_from_the_newest_down() -> None:
    assert placed([(2, 3), (8, 2), (5, 1), (7, 1)], {2: [7, 5]}) == [7, 5, 2, 8]


def test_a_newer_version_that_stands_already_is_not_moved() -> None:
    assert placed([(7, 3), (2, 2), (5, 1)], {2: [7, 5], 5: [7]}) == [7, 5, 2]


def test_a_walk_goes_on_where_the_slice_before_it_ended() -> None:
    assert placed([(5, 1), (4, 1), (3, 1)], {3: [9, 4]}, already={5, 9}) == [4, 3]
