"""How alike texts are, by the words that both hold; the rarer a word, the more it tells.

Words weigh as in any full-text search (inverse document frequency, divided by the square root of the length).
Stop words count: `at the office` is more like `at the office these days` for them.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import log, sqrt

from core.words import family, runs

LENGTH_COMPARED = 500
"""Characters of a text that are compared: to read whole ones would take too long."""
_NUMBER = "#"
"""What every number counts as beside itself: of a replaced value often nothing else stays. It is no word."""


def rarity(having: int, of: int) -> float:
    """How much a word tells that `having` of `of` texts hold: above 0.0, the more the fewer they are."""
    return log((of + 1) / (having + 0.5))


def most_alike(text: str, others: Sequence[str], known: Mapping[str, float]) -> list[int]:
    """The numbers of the other texts, the most alike first; of equal ones, the first first.

    `known`: the rarity of families of words that were counted elsewhere; these texts tell of the rest.
    """
    families = [_families(other) for other in others]
    having = Counter(one for each in families for one in each)
    weights = {one: known.get(one, rarity(having[one], len(others))) for one in _families(text)}

    def likeness(number: int) -> float:
        held = families[number]
        return sum(weights[one] for one in weights.keys() & held) / sqrt(len(held) or 1)

    return sorted(range(len(others)), key=likeness, reverse=True)


def _families(text: str) -> frozenset[str]:
    found = runs(text[:LENGTH_COMPARED])
    numbers = (_NUMBER for run in found if run[0].isdigit())
    return frozenset((*map(family, found), *numbers))
