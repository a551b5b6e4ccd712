"""What is searched for: queries of one to eight words, of every kind that costs differently."""

from collections.abc import Callable
from random import Random

from tests.bench.notes import Language, languages

SEED = 20261130
LENGTHS = (1, 2, 4, 8)
ASKED = 20
"""Different queries of each kind and length."""
COMMON, RARE = 40, 2_000
"""Ranks: words up to the one are common, words beyond the other rare."""


def _common(chance: Random, language: Language) -> str:
    return chance.choice(language.stems[:COMMON])


def _rare(chance: Random, language: Language) -> str:
    return chance.choice(language.stems[RARE:])


def _mixed(chance: Random, language: Language) -> str:
    return chance.choice((_common, _rare))(chance, language)


def _form(chance: Random, language: Language) -> str:
    return language.in_some_form(chance, _common(chance, language))


def _beginning(chance: Random, language: Language) -> str:
    long = [stem for stem in language.stems[: RARE * 2] if len(stem) > 6]
    return chance.choice(long)[:5]


def _inside(chance: Random, language: Language) -> str:
    return chance.choice([stem for stem in language.stems[:COMMON] if len(stem) > 2])[1:]


KINDS: dict[str, tuple[Callable[[Random, Language], str], tuple[str, ...]]] = {
    "common": (_common, ("ru", "en", "ko")),
    "rare": (_rare, ("ru", "en", "ko")),
    "mixed": (_mixed, ("ru", "en", "ko")),
    "forms": (_form, ("ru", "en")),
    "beginnings": (_beginning, ("ru", "en")),
    "inside Hangul": (_inside, ("ko",)),
}
"""How a word of each kind is chosen, and in which languages."""


def questions(kind: str, length: int) -> list[str]:
    """Queries of so many words of a kind, alike in every run."""
    word, spoken = KINDS[kind]
    chance = Random(f"{SEED} {kind} {length}")
    known = [language for language in languages(SEED) if language.name in spoken]
    return [" ".join(word(chance, chance.choice(known)) for _ in range(length)) for _ in range(ASKED)]
