"""Notes in three languages to measure with: made up, but alike in every run and as uneven as real text.

Words follow the law of Zipf and Mandelbrot (https://en.wikipedia.org/wiki/Zipf%E2%80%93Mandelbrot_law) over
`VOCABULARY` stems a language, each in several forms of which the first are the commonest: a few words stand
in a third of all notes, and 600,000 words hold some 80,000 different ones, as encyclopedic text would.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import accumulate, islice
from random import Random

VOCABULARY = 10_000
"""Stems in a language."""
SHIFT, EXPONENT = 2.7, 1.1
"""The law's parameters, near those of English."""
WORDS = (8, 54)
"""The shortest and the longest note, in words: 31 on the average."""

_SYLLABLES = {
    "ru": [a + b for a in "бвгджзклмнпрстфхцчш" for b in ("а", "о", "у", "и", "е", "ал", "ор", "ен")],
    "en": [a + b for a in "bcdfghklmnprstvw" for b in ("a", "e", "i", "o", "u", "an", "er", "ol")],
    "ko": [
        chr(0xAC00 + (lead * 21 + vowel) * 28 + tail)
        for lead in (0, 2, 3, 5, 6, 7, 9, 11, 12, 14, 18)
        for vowel in (0, 4, 8, 13, 20)
        for tail in (0, 4, 8)
    ],
}
_ENDINGS = {
    "ru": ["", "", "а", "у", "ом", "е", "ы", "ов", "ами"],
    "en": ["", "", "s", "ed", "ing"],
    "ko": ["", "는", "를", "에서", "와", "도"],
}
_ENDING_WEIGHTS = {
    name: list(accumulate(1 / place for place in range(1, len(endings) + 1)))
    for name, endings in _ENDINGS.items()
}
_SYLLABLES_A_WORD = {"ru": (2, 4), "en": (2, 4), "ko": (2, 4)}


@dataclass(frozen=True)
class Language:
    """One made-up vocabulary, the commonest stems first."""

    name: str
    stems: tuple[str, ...]

    def in_some_form(self, chance: Random, stem: str) -> str:
        """One of its words."""
        return stem + chance.choice(_ENDINGS[self.name])

    @cached_property
    def _weights(self) -> list[float]:
        return list(accumulate((rank + SHIFT) ** -EXPONENT for rank in range(len(self.stems))))

    def words(self, chance: Random, count: int) -> list[str]:
        """So many words by chance, each in some form."""
        stems = chance.choices(self.stems, cum_weights=self._weights, k=count)
        endings = chance.choices(_ENDINGS[self.name], cum_weights=_ENDING_WEIGHTS[self.name], k=count)
        return [stem + ending for stem, ending in zip(stems, endings, strict=True)]


@cache
def languages(seed: int) -> tuple[Language, ...]:
    """The three vocabularies."""
    return tuple(_language(name, Random(f"{seed} {name}")) for name in _SYLLABLES)


def _language(name: str, chance: Random) -> Language:
    stems: dict[str, None] = {}
    while len(stems) < VOCABULARY:
        length = chance.randint(*_SYLLABLES_A_WORD[name])
        stems["".join(chance.choices(_SYLLABLES[name], k=length))] = None
    return Language(name, tuple(stems))


def notes(seed: int, count: int) -> Iterator[str]:
    """So many notes, alike for the same seed."""
    return islice(_notes(seed), count)


def _notes(seed: int) -> Iterator[str]:
    chance, spoken = Random(seed), languages(seed)
    while True:
        language = chance.choice(spoken)
        yield " ".join(language.words(chance, chance.randint(*WORDS)))
