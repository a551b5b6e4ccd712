"""What the dictionary (OpenCorpora, read by pymorphy3) knows of Russian words; others it does not guess at.

It is asked directly: `MorphAnalyzer.parse` tells the same, but its time goes into the objects that it makes
of that, and most of what is asked for are guesses that the dictionary does not have.
"""

from functools import cache, lru_cache
from operator import itemgetter

import pymorphy3_dicts_ru
from pymorphy3 import MorphAnalyzer
from pymorphy3.tagset import OpencorporaTag

from core.forms.russian_derivation import (
    ADJECTIVE,
    ADVERB,
    FIRST_NAMES,
    NAME,
    NOUN,
    OTHER,
    PERFECTIVE,
    VERB,
)

Reading = tuple[str, str, str, float]
"""What a form may be: the word in its first form, `ё` as `е`, its kind, the part of speech, how probable."""

Spelling = tuple[str, list[tuple[int, int]]]
"""A form with its `ё`, and where it stands: numbers of paradigms, and of forms in them."""

_KINDS = {
    "NOUN": NOUN,
    "ADJF": ADJECTIVE,
    "ADJS": ADJECTIVE,
    "COMP": ADJECTIVE,
    "ADVB": ADVERB,
    "PRED": ADVERB,
    "VERB": VERB,
    "INFN": VERB,
    "PRTF": VERB,
    "PRTS": VERB,
    "GRND": VERB,
}
_NAMED, _OF_DAILY_USE, SEVERAL = 0.99, 4, 0.001
"""How many times likelier than other words first names are: where both are as probable, the other wins, but
not over a name of daily use; of several persons of one name hardly anyone speaks."""
_NAMES = ("Surn", "Patr", "Init", "Abbr", "Poss")


@cache
def _analyzer() -> MorphAnalyzer:
    """The dictionary, read when the first Russian word comes."""
    return MorphAnalyzer(path=pymorphy3_dicts_ru.get_path(), units=[])


@lru_cache(maxsize=1 << 9)
def readings(word: str) -> tuple[Reading, ...]:
    """What a form may be, the likeliest first."""
    spellings = _spellings(word)
    if not spellings:
        return ()
    dictionary, probability = _analyzer().dictionary, _analyzer().prob_estimator.p_t_given_w.prob
    found = []
    for spelt, places in spellings:
        for paradigm, form in places:
            lemma = dictionary.build_normal_form(paradigm, form, spelt).replace("ё", "е")
            tag = dictionary.build_tag_info(paradigm, form)
            kind, part, weight = _told_by(tag)
            if weight == _NAMED and lemma in FIRST_NAMES:
                weight = _OF_DAILY_USE
            found.append((probability(word, tag), lemma, kind, part, weight))
    found.sort(key=itemgetter(0), reverse=True)
    # Of most words nobody counted how often they are what.
    equal = 0 if found[0][0] else 1 / len(found)
    return tuple(
        [(lemma, kind, part, (score or equal) * weight) for score, lemma, kind, part, weight in found]
    )


def has(word: str, kinds: str) -> bool:
    """Whether there is this word, in its first form, as one of these kinds."""
    if not (spellings := _spellings(word)):
        return False
    dictionary = _analyzer().dictionary
    return any(
        dictionary.build_normal_form(*place, spelt).replace("ё", "е") == word
        and _told_by(dictionary.build_tag_info(*place))[0] in kinds
        for spelt, places in spellings
        for place in places
    )


def is_part(word: str, part: str) -> bool:
    """Whether a form may be of this part of speech."""
    tag_of = _analyzer().dictionary.build_tag_info
    return any(_told_by(tag_of(*place))[1] == part for _, places in _spellings(word) for place in places)


def never_changes(word: str) -> bool:
    """Whether this is a noun that has no other forms, `такси`."""
    tag_of = _analyzer().dictionary.build_tag_info
    tags = [tag_of(*place) for _, places in _spellings(word) for place in places]
    return any("NOUN" in tag and "Fixd" in tag for tag in tags)


def _spellings(word: str) -> list[Spelling]:
    """How a form is written with `ё`, which `word` lacks."""
    analyzer = _analyzer()
    # Only what may have `ё` goes through the search for it, which takes several times as long.
    if "е" in word:
        found: list[Spelling] = analyzer.dictionary.words.similar_items(word, analyzer.char_substitutes)
        return found
    places = analyzer.dictionary.words.get(word)
    return [] if places is None else [(word, places)]


@cache
def _told_by(tag: OpencorporaTag) -> tuple[str, str, float]:
    """The kind and the part of speech of the words that have a tag, of which there are a few thousand, and
    how many times likelier than others they are in a chat because they are names."""
    part = str(tag.POS)
    if any(name in tag for name in _NAMES):
        return OTHER, part, 0.01
    kind = _KINDS.get(part, OTHER)
    if "Name" in tag:
        return NAME, part, _NAMED if "sing" in tag and not ("Fixd" in tag or "voct" in tag) else SEVERAL
    if "Geox" in tag:
        # Villages are named for persons: Иванова is of Иванов, not of Иваново.
        return kind, part, 0.001 if "neut" in tag else 0.5
    return PERFECTIVE if kind == VERB and "perf" in tag else kind, part, 1
