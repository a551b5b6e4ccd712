"""Forms of words, a module for each language: `family` tells what all forms of a word have in common.

Families are keys to compare, not words to show. A word has one: where a form could belong to several words,
the likelier one has it.
"""

from collections.abc import Iterable


class Endings:
    """Endings of words, looked up by their length: that takes as long for a hundred as for ten."""

    def __init__(self, endings: Iterable[str]) -> None:
        self._known = frozenset(endings)
        self._longest = max(map(len, self._known))

    def of(self, word: str) -> list[str]:
        """The endings that a word has, the longest first."""
        known = self._known
        lengths = range(min(self._longest, len(word)), 0, -1)
        return [ending for length in lengths if (ending := word[-length:]) in known]


def words(text: str) -> frozenset[str]:
    """The words of a text, for a table."""
    return frozenset(text.split())
