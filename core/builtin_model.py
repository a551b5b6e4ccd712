"""The built-in judge in the place of a model: no network, always there, and no words for a search."""

from collections.abc import Sequence

from core.builtin import Ground, judge
from core.graph import Relation
from core.judgement import Judgement, Malformed, NewLink, NewMark, Question
from core.marks import MarkKind

RULE = "rule:"
"""What the reason of a mark begins with that this judge made; a `Ground` follows, which front ends word."""


class BuiltIn:
    """Judges by rules. What is said again is related, and no less true for that: it is not marked."""

    is_ready = True
    at_once = 1
    judges_versions = False
    knows_words = False

    async def judge(self, question: Question, *, insist: bool = False) -> Judgement | Malformed:
        """How a new record relates to older ones."""
        ids = [candidate.id for candidate in question.candidates]
        opinion = judge(question.text, [candidate.text for candidate in question.candidates])
        grounds = dict(opinion.grounds)
        related = (NewLink(ids[number], Relation.RELATES_TO, weight) for number, weight in opinion.related)
        replaced = (NewLink(ids[number], Relation.SUPERSEDES, 1.0) for number in opinion.outdated)
        return Judgement(
            reason=f"{RULE}{grounds[opinion.outdated[0]]}" if opinion.outdated else "",
            marks=tuple(NewMark(ids[number], MarkKind.INVALIDATE) for number in opinion.outdated),
            links=(*replaced, *related),
            asks=tuple(ids[number] for number in opinion.asks),
        )

    async def words(self, query: str, known: Sequence[str]) -> tuple[str, ...] | Malformed:
        """None."""
        return ()

    async def reachable(self) -> bool:
        """It is part of this process."""
        return True

    async def close(self) -> None:
        """Nothing is held open."""


def ground_of(reason: str) -> Ground | None:
    """The ground that a mark's reason names; None where it is in a model's own words."""
    named = reason.removeprefix(RULE)
    return Ground(named) if named != reason and named in {ground.value for ground in Ground} else None
