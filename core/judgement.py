"""What the archivist concludes from a model's answer (SPEC section 7, point 3): a pure function of both."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import TypeVar

from core.graph import Relation
from core.ids import RecordId
from core.marks import MarkKind
from core.records import ARCHIVIST_PREFIX, LABEL_LIMIT, UNSTORABLE

PREVIEW = 140
"""Characters of a candidate that a model gets."""
REASON_LIMIT = 300
"""Characters of a reason that are kept, on one line."""
WORDS_WANTED = 8
"""Words that are asked for at most when a search is widened; more are left out."""
WORD_LIMIT = 64
"""Characters of such a word; what is longer is none."""
_LOOKED_AT = 4_000
"""Characters of a text that are looked at: to clean a whole answer would take half a minute."""

Clean = Callable[[str], str]
"""Takes secrets out of a text: Memory Guard."""
T = TypeVar("T")


class Decision(StrEnum):
    """What a model may decide about a new record and the older ones."""

    CREATE = "CREATE"
    MERGE = "MERGE"
    INVALIDATE = "INVALIDATE"


_RELATIONS = frozenset(relation.value for relation in Relation)
_MARKS = {Decision.MERGE: MarkKind.MERGE, Decision.INVALIDATE: MarkKind.INVALIDATE}


@dataclass(frozen=True)
class Candidate:
    """An older record that the new one is compared with."""

    id: RecordId
    text: str


@dataclass(frozen=True)
class Question:
    """What is to be judged: the text of a new record, and the candidates, newest first."""

    text: str
    candidates: tuple[Candidate, ...] = ()


@dataclass(frozen=True)
class NewLink:
    """A link from the new record to a candidate."""

    target: RecordId
    relation: Relation
    weight: float
    """0.0 to 1.0."""


@dataclass(frozen=True)
class NewMark:
    """A mark on a candidate."""

    target: RecordId
    kind: MarkKind


@dataclass(frozen=True)
class Judgement:
    """What is to be done. Every id is a candidate's; texts are clean and fit for the store."""

    reason: str = ""
    """Why, on one line of at most `REASON_LIMIT` characters."""
    marks: tuple[NewMark, ...] = ()
    links: tuple[NewLink, ...] = ()
    asks: tuple[RecordId, ...] = ()
    """Candidates of which people should say whether they or the new record are right."""
    service_key: str | None = None
    """`archivist:shelf:brief`, for a record without a key of its own."""
    dropped: int = 0
    """Links that named something else than a candidate, or an unknown relation."""
    discarded: bool = False
    """Whether the decision named something else than candidates, so that nothing is marked."""

    @property
    def targets(self) -> frozenset[RecordId]:
        """All candidates that it touches."""
        return frozenset(
            (*(mark.target for mark in self.marks), *(link.target for link in self.links), *self.asks)
        )


@dataclass(frozen=True)
class Malformed:
    """An answer that means nothing: no JSON object, or a value of a wrong kind."""

    where: str
    """The field, or `answer`; never what stood there."""


def judgement(
    answer: Mapping[str, object], candidates: Collection[RecordId], clean: Clean
) -> Judgement | Malformed:
    """Conclude from a model's answer. Fields that are left out count as empty, except the decision."""
    try:
        return _judgement(answer, candidates, clean)
    except _WrongKind as wrong:
        return Malformed(wrong.where)


def words_of(answer: Mapping[str, object], clean: Clean) -> tuple[str, ...] | Malformed:
    """The words that a model offers for a search, cleaned, each once; blank ones and texts are left out."""
    try:
        offered = [_typed(word, str, "words") for word in _list(answer, "words")]
    except _WrongKind as wrong:
        return Malformed(wrong.where)
    words = dict.fromkeys(word for word in offered if word.strip() and len(word) <= WORD_LIMIT)
    cleaned = (_one_line(word, clean) for word in islice(words, WORDS_WANTED))
    return tuple(dict.fromkeys(filter(None, cleaned)))


class _WrongKind(Exception):
    """A value of a wrong kind."""

    def __init__(self, where: str) -> None:
        super().__init__(where)
        self.where = where


def _judgement(answer: Mapping[str, object], candidates: Collection[RecordId], clean: Clean) -> Judgement:
    decision = _decision(answer)
    reason = _one_line(_typed(answer.get("reason", ""), str, "reason"), clean)[:REASON_LIMIT]
    named = dict.fromkeys(_typed(name, str, "targets") for name in _list(answer, "targets"))
    proposed = [_link(link) for link in _list(answer, "links")]
    links = {(link.target, link.relation): link for link in proposed if link and link.target in candidates}
    service_key = _service_key(answer.get("fact_key"), clean)
    discarded = not named.keys() <= set(candidates)
    kind = None if discarded else _MARKS.get(decision)
    marks = () if kind is None else tuple(NewMark(RecordId(name), kind) for name in named)
    for mark in marks:
        if mark.kind is MarkKind.INVALIDATE:
            replaced = NewLink(mark.target, Relation.SUPERSEDES, 1.0)
            links.setdefault((mark.target, Relation.SUPERSEDES), replaced)
    return Judgement(
        reason=reason,
        marks=marks,
        links=tuple(links.values()),
        service_key=service_key,
        dropped=sum(link is None or link.target not in candidates for link in proposed),
        discarded=discarded,
    )


def _decision(answer: Mapping[str, object]) -> Decision:
    named = _typed(answer.get("decision"), str, "decision")
    try:
        return Decision(named)
    except ValueError:
        raise _WrongKind("decision") from None


def _link(value: object) -> NewLink | None:
    """A link as proposed; None where its relation is unknown."""
    fields = _typed(value, dict, "links")
    target = _typed(fields.get("target_id"), str, "target_id")
    relation = _typed(fields.get("relation"), str, "relation")
    weight = fields.get("weight")
    if isinstance(weight, bool) or not isinstance(weight, int | float):
        raise _WrongKind("weight")
    if relation not in _RELATIONS:
        return None
    return NewLink(RecordId(target), Relation(relation), float(min(1, max(0, weight))))


def _service_key(value: object, clean: Clean) -> str | None:
    """The archivist's key for what a model calls the shelf and the matter; None where either is blank."""
    if value is None:
        return None
    fields = _typed(value, dict, "fact_key")
    named = (_typed(fields.get(name), str, name) for name in ("shelf", "brief"))
    shelf, brief = ("-".join(_one_line(part, clean).lower().replace(":", " ").split()) for part in named)
    key = f"{ARCHIVIST_PREFIX}{shelf}:{brief}"[:LABEL_LIMIT]
    # What is harmless in two parts may be a secret as a whole.
    return key if shelf and brief and clean(key) == key else None


def _list(answer: Mapping[str, object], name: str) -> Iterator[object]:
    return iter(_typed(answer.get(name, []), list, name))


def _typed(value: object, kind: type[T], where: str) -> T:
    if not isinstance(value, kind):
        raise _WrongKind(where)
    return value


def _one_line(text: str, clean: Clean) -> str:
    return " ".join(clean(UNSTORABLE.sub("", beginning(text))).split())


def beginning(text: str) -> str:
    """What of a text of any length is worth a look; cut between words, lest half a secret is left."""
    return text if len(text) <= _LOOKED_AT else text[:_LOOKED_AT].rpartition(" ")[0]
