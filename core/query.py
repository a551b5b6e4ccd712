"""What is asked of search (SPEC section 4)."""

from collections.abc import Iterable
from dataclasses import dataclass

from core.stopwords import content_words
from core.words import Term, query_words, terms

DEFAULT_LIMIT = 10
LIMITS = (1, 50)


@dataclass(frozen=True)
class Query:
    """A parsed query."""

    text: str
    terms: tuple[Term, ...]

    @classmethod
    def parse(cls, text: str) -> "Query":
        """Read a query as the tools do: every word counts."""
        return cls(text, terms(query_words(text)))

    @classmethod
    def question(cls, text: str) -> "Query":
        """Read a person's question in the chat: its content words count (SPEC section 4, point 3)."""
        return cls(text, terms(content_words(query_words(text))))

    def terms_beside(self, words: Iterable[str]) -> tuple[Term, ...]:
        """The terms of further words that are none of its own."""
        own = {term.words[0].family for term in self.terms}
        added = terms(part for word in words for part in query_words(word))
        return tuple(term for term in added if term.words[0].family not in own)

    @property
    def is_blank(self) -> bool:
        """Whether nothing but blanks was asked, so that the latest records are the answer."""
        return not self.text.strip()


def clamp_limit(limit: int) -> int:
    """A limit outside 1 to 50 goes to the nearer bound."""
    low, high = LIMITS
    return max(low, min(high, limit))
