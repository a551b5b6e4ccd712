"""A language model as a judge of records, and as a source of words for a search."""

from collections.abc import Sequence

from core.judgement import Candidate, Clean, Judgement, Malformed, Question, judgement, words_of
from core.llm.answers import read_object
from core.llm.openai_compatible import OpenAICompatible
from core.llm.prompts import Prompt, judging, widening


class LanguageModel:
    """Asks a server, and makes something of what it says.

    All that goes there and all that comes back passes `clean`, which takes secrets out: Memory Guard.
    """

    knows_words = True
    at_once = 4
    judges_versions = True

    def __init__(self, chat: OpenAICompatible, clean: Clean) -> None:
        self._chat = chat
        self._clean = clean

    @property
    def is_ready(self) -> bool:
        """Whether it may be asked now: not while it rests after failures, nor before the server allows it."""
        return self._chat.server.breaker.is_closed

    async def judge(self, question: Question, *, insist: bool = False) -> Judgement | Malformed:
        """How a new record relates to older ones."""
        candidates = (Candidate(one.id, self._clean(one.text)) for one in question.candidates)
        cleaned = Question(self._clean(question.text), tuple(candidates))
        answer = await self._answer(judging(cleaned), insist=insist)
        if isinstance(answer, Malformed):
            return answer
        return judgement(answer, {candidate.id for candidate in question.candidates}, self._clean)

    async def words(self, query: str, known: Sequence[str]) -> tuple[str, ...] | Malformed:
        """Synonyms and terms for a query."""
        answer = await self._answer(widening(self._clean(query), [self._clean(one) for one in known]))
        if isinstance(answer, Malformed):
            return answer
        return words_of(answer, self._clean)

    async def reachable(self) -> bool:
        """Whether the server answers."""
        return await self._chat.reachable()

    async def close(self) -> None:
        """Let go of the connections."""
        await self._chat.server.close()

    async def _answer(self, prompt: Prompt, *, insist: bool = False) -> dict[str, object] | Malformed:
        said = await self._chat.complete(prompt, insist=insist)
        if isinstance(said, Malformed):
            return said
        return read_object(said) or Malformed("answer")
