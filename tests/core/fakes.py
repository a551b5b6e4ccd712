"""Stand-ins for what the core has behind ports."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta

from core.errors import ModelAway
from core.judgement import Judgement, Malformed, Question

MORNING = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


class StoppedClock:
    """Stands still until a test moves it."""

    def __init__(self, moment: datetime = MORNING) -> None:
        self.moment = moment

    def now(self) -> datetime:
        """The moment it was left at."""
        return self.moment

    def advance(self, **duration: float) -> None:
        """Move it on, as `advance(hours=1)`."""
        self.moment += timedelta(**duration)


Said = Judgement | Malformed | ModelAway
"""What a fake model has to say."""


class FakeModel:
    """Says what a test has put into its mouth, and remembers what it was asked; else it links nothing."""

    def __init__(self) -> None:
        self.asked: list[Question] = []
        self.is_ready = True
        self.knows_words = True
        self.at_once = 4
        self.judges_versions = True
        self.verdict: Callable[[Question], Said] = lambda _: Judgement()
        self.searched: list[tuple[str, tuple[str, ...]]] = []
        """Queries that it was asked for words for, with the keys and labels beside them."""
        self.offers: tuple[str, ...] | Malformed | ModelAway = ()
        """Its words for whatever is searched."""
        self.meanwhile: Callable[[], Awaitable[object]] | None = None
        """What happens while it thinks."""

    async def judge(self, question: Question, *, insist: bool = False) -> Judgement | Malformed:
        """The verdict."""
        assert self.is_ready or insist
        self.asked.append(question)
        if self.meanwhile is not None:
            await self.meanwhile()
        said = self.verdict(question)
        if isinstance(said, ModelAway):
            raise said
        return said

    async def words(self, query: str, known: Sequence[str]) -> tuple[str, ...] | Malformed:
        """What it offers."""
        self.searched.append((query, tuple(known)))
        if self.meanwhile is not None:
            await self.meanwhile()
        if isinstance(self.offers, ModelAway):
            raise self.offers
        return self.offers

    async def reachable(self) -> bool:
        """It is."""
        return True

    async def close(self) -> None:
        """Nothing is held open."""
