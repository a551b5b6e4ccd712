"""The judge that is built in: no network, no model; always there."""

from collections.abc import Sequence

from core.judgement import Judgement, Malformed, Question


class BuiltIn:
    """Judges by rules. It has no words to offer for a search."""

    is_ready = True
    knows_words = False

    async def judge(self, question: Question, *, insist: bool = False) -> Judgement | Malformed:
        """How a new record relates to older ones."""
        return Judgement()

    async def words(self, query: str, known: Sequence[str]) -> tuple[str, ...] | Malformed:
        """None."""
        return ()

    async def reachable(self) -> bool:
        """It is part of this process."""
        return True

    async def close(self) -> None:
        """Nothing is held open."""
