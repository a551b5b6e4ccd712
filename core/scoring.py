"""The order of hits (SPEC section 4, points 3 and 4), on bitmaps: bit number = `seq` of a record."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.ids import Seq

_BITS_AT_ONCE = 4096


@dataclass(frozen=True)
class Hit:
    """A record that matches, and how many words of the query occur in it."""

    seq: Seq
    score: int


class Scores:
    """How many of several bitmaps hold each bit, kept bit-sliced: plane p holds bit p of every count.

    Adding a bitmap costs a few operations on whole bitmaps, whatever the number of hits.
    """

    def __init__(self, bitmaps: Iterable[int], mask: int) -> None:
        self._planes: list[int] = []
        self._matching = 0
        for bitmap in bitmaps:
            self._add(bitmap & mask)

    @classmethod
    def weighed(cls, bitmaps: Iterable[tuple[int, int]], mask: int) -> "Scores":
        """Each bitmap counts as often as its weight says, a whole number from 1."""
        scores = cls((), mask)
        for bitmap, weight in bitmaps:
            for plane in range(weight.bit_length()):
                if weight >> plane & 1:
                    scores._add(bitmap & mask, plane)
        return scores

    def _add(self, carry: int, plane: int = 0) -> None:
        self._matching |= carry
        while carry:
            self._planes += [0] * (plane + 1 - len(self._planes))
            self._planes[plane], carry = self._planes[plane] ^ carry, self._planes[plane] & carry
            plane += 1

    @property
    def total(self) -> int:
        """The number of records with a score of 1 or more."""
        return self._matching.bit_count()

    @property
    def matching(self) -> int:
        """The bitmap of the records with a score of 1 or more."""
        return self._matching

    def of(self, seq: Seq) -> int:
        """The score of one record, 0 where it does not match."""
        return sum((plane >> seq & 1) << number for number, plane in enumerate(self._planes))

    def hits(self) -> Iterator[Hit]:
        """All matching records: the highest score first, then the newest."""
        return self._split(self._matching, len(self._planes) - 1, 0)

    def _split(self, level: int, plane: int, score: int) -> Iterator[Hit]:
        if not level:
            return
        if plane < 0:
            for seq in newest_first(level):
                yield Hit(seq, score)
            return
        yield from self._split(level & self._planes[plane], plane - 1, score | 1 << plane)
        yield from self._split(level & ~self._planes[plane], plane - 1, score)


class Widened:
    """Scores of a widened query: hits with words of the original one stand first, by their original count.

    Source: SPEC section 4, point 5.
    """

    def __init__(self, original: Scores, widened: Scores) -> None:
        """`widened` counts the words of both."""
        self._original = original
        self._widened = widened

    @property
    def total(self) -> int:
        """The number of records with a score of 1 or more."""
        return self._widened.total

    @property
    def matching(self) -> int:
        """The bitmap of the records with a score of 1 or more."""
        return self._widened.matching

    def of(self, seq: Seq) -> int:
        """The score of one record: how many words of the widened query occur in it."""
        return self._widened.of(seq)

    def hits(self) -> Iterator[Hit]:
        """All matching records in their order, with the score by the widened query."""
        for hit in self._original.hits():
            yield Hit(hit.seq, self.of(hit.seq))
        for hit in self._widened.hits():
            if not self._original.matching >> hit.seq & 1:
                yield hit


def newest_first(bitmap: int) -> Iterator[Seq]:
    """The numbers of the set bits, falling; the part below is read only as far as the caller goes."""
    while bitmap:
        bottom = max(0, bitmap.bit_length() - _BITS_AT_ONCE)
        part = bitmap >> bottom
        bitmap ^= part << bottom
        while part:
            highest = part.bit_length() - 1
            yield Seq(bottom + highest)
            part ^= 1 << highest


def place(hits: Iterable[Hit], newer: Mapping[Seq, Sequence[Hit]], placed: set[Seq]) -> Iterator[Hit]:
    """Walk down the hits; before a record come the newer matching versions of its fact not yet placed.

    `newer` gives them newest first. `placed` remembers what stands already, so that a walk can go on
    with the next slice of hits. Source: SPEC section 4, point 4.
    """
    for hit in hits:
        if hit.seq in placed:
            continue
        for version in (*newer.get(hit.seq, ()), hit):
            if version.seq not in placed:
                placed.add(version.seq)
                yield version
