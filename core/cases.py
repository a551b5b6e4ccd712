"""What a new record is compared with (SPEC section 7, point 1)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from core.ids import RecordId, RecordKey
from core.judgement import Candidate, Question
from core.likeness import most_alike, rarity
from core.query import Query
from core.scoring import Scores
from core.storage import Connection, candidates
from core.storage.candidates import Older, Subject
from core.storage.index import Index, bitmap

FRESHEST = 5
"""Candidates that are taken because they are the newest."""
WORDS_COMPARED = 64
"""Words of the new record by which similar ones are found: a long text has enough of them."""
LOOKED_AT = 64
"""Records with words in common whose texts are compared: not all can be read."""


@dataclass(frozen=True)
class Case:
    """A record and what it is compared with, as they were when they were read."""

    subject: Subject
    older: Mapping[RecordId, Older]

    @classmethod
    def of(cls, connection: Connection, index: Index, key: RecordKey, similar: int) -> "Case | None":
        """The freshest older records, and besides up to `similar` of the others, all newest first.

        None where there is nothing to judge.
        """
        subject = candidates.subject(connection, key)
        if subject is None:
            return None
        corrected = candidates.corrected(connection, subject)
        found = _newest_first([*candidates.newest(connection, subject, FRESHEST), *corrected])[:FRESHEST]
        if similar:
            freshest = set(found)
            alike = _most_similar(connection, index, subject, corrected)
            found += islice((older for older in alike if older not in freshest), similar)
        return cls(subject, {older.id: older for older in _newest_first(found)})

    def question(self, *, versions: bool) -> Question:
        """What the model is asked; without `versions`, not about those of the record's own fact."""
        fact = None if versions else self.subject.record.versioned_key
        compared = (one for one in self.older.values() if fact is None or one.fact != fact)
        return Question(
            self.subject.record.content, tuple(Candidate(one.id, one.content) for one in compared)
        )


def _newest_first(found: Iterable[Older]) -> list[Older]:
    return sorted(found, key=lambda older: -older.since)


def _most_similar(
    connection: Connection, index: Index, subject: Subject, corrected: Iterable[Older]
) -> Iterator[Older]:
    """Older records with words in common, the most similar first.

    Bitmaps find them by content words, rare words counting more; of the best the texts are compared.
    """
    content = subject.record.content
    older = ((1 << subject.since) - 1) | bitmap(one.seq for one in corrected)
    mask = index.readable(connection, subject.audiences) & older
    everything = mask.bit_count()
    rarities: dict[str, float] = {}
    weighed: list[tuple[int, int]] = []
    for term in Query.question(content).terms[:WORDS_COMPARED]:
        having = index.occurrences(connection, term, mask)
        found = rarity(having.bit_count(), everything)
        weighed.append((having, 1 + round(2 * found)))
        families = term.words[0].family
        if len(families) == 1:
            rarities[families[0]] = found
    order = (hit.seq for hit in Scores.weighed(weighed, mask).hits())
    known = candidates.among(connection, subject, islice(order, LOOKED_AT))
    newest_first = _newest_first(known)
    alike = most_alike(content, [older.content for older in newest_first], rarities)
    return (newest_first[number] for number in alike)
