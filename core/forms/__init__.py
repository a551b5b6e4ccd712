"""Forms of words, a module for each language: `family` tells what all forms of a word have in common.

Families are keys to compare, not words to show. A word has one: where a form could belong to several words,
the likelier one has it.
"""

from collections.abc import Iterable


class Endings:
    """Endings of words, looked up by their last letter and their length: for many that is quicker than to
    try each."""

    def __init__(self, endings: Iterable[str]) -> None:
        self._known = frozenset(endings)
        lengths: dict[str, set[int]] = {}
        for ending in self._known:
            lengths.setdefault(ending[-1], set()).add(len(ending))
        self._lengths = {last: tuple(sorted(found, reverse=True)) for last, found in lengths.items()}

    def of(self, word: str) -> list[str]:
        """The endings that a word has, the longest first."""
        lengths = self._lengths.get(word[-1:])
        if lengths is None:
            return []
        known, letters = self._known, len(word)
        return [ending for length in lengths if length <= letters and (ending := word[-length:]) in known]


def words(text: str) -> frozenset[str]:
    """The words of a text, for a table."""
    return frozenset(text.split())
