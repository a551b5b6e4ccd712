"""Forms of words, a module for each language: `family` tells what all forms of a word have in common.

Families are keys to compare, not words to show. A word has one: where a form could belong to several words,
the likelier one has it.
"""

from collections.abc import Iterable


class Endings:
    """Endings of words, looked up by their last two letters and their length: for many that is quicker than
    to try each."""

    def __init__(self, endings: Iterable[str]) -> None:
        known = frozenset(endings)
        self.last_letters = frozenset(ending[-1] for ending in known)
        # What has an ending has all endings of that ending, too.
        self._all_of = {
            ending: tuple(each for start in range(len(ending)) if (each := ending[start:]) in known)
            for ending in known
        }
        lengths: dict[str, set[int]] = {}
        for ending in known:
            lengths.setdefault(ending[-2:], set()).update(map(len, self._all_of[ending]))
        self._lengths = {last: tuple(sorted(found, reverse=True)) for last, found in lengths.items()}

    def of(self, word: str) -> tuple[str, ...]:
        """The endings that a word has, the longest first."""
        for length in self._lengths.get(word[-2:]) or self._lengths.get(word[-1:], ()):
            if (found := self._all_of.get(word[-length:])) is not None:
                return found
        return ()


def words(text: str) -> frozenset[str]:
    """The words of a text, for a table."""
    return frozenset(text.split())
