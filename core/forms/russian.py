"""Families of Russian words: a dictionary for the forms of known words, and rules for all else.

The dictionary (OpenCorpora, read by pymorphy3) knows to which word a form belongs: `дня` to `день`, `шёл`
to `идти`. Rules of derivation lead on to the word that this one comes from, but only where the dictionary
knows that other word: so few rules suffice, and they seldom lead astray. What it does not know loses its
endings instead. Both ways end in a stem, so that they meet.
"""

import re
from itertools import chain

from core.forms.russian_derivation import (
    ADJECTIVE,
    EMPTY_PREFIXES,
    FOREIGN,
    IRREGULAR,
    NAME,
    NOUN,
    OF_MOTION,
    OTHER,
    PERFECTIVE,
    RARE,
    SURE,
    UNDERIVED,
    VERB,
    VERBS,
    origins,
    secondary_imperfectives,
)
from core.forms.russian_dictionary import SEVERAL, Reading, has, is_part, never_changes, readings
from core.forms.russian_unknown import stem_of_unknown

Lemma = tuple[str, str]
"""A word of the dictionary in its first form, `ё` as `е`, and its kind."""

_PREFIXES = re.compile(
    "(?:авто|анти|аудио|бизнес|веб|видео|вне|гипер|интернет|кибер|макро|меж|мета|микро|мини|мульти|над|недо|не|онлайн|"
    "пере|под|пост|пред|псевдо|ре|само|супер|техно|ультра|экс)(?!порт)(?=.{5})"
)
_EMPTY_PREFIX = re.compile(f"^(?:{'|'.join(EMPTY_PREFIXES)})(?=.{{5}})")
_LACKED = re.compile(
    "(.+(?:ова|[ыи]ва))н(?:и(?:[еюяй]|ем|ям|ями|ях)|[аоы]?|н(?:[ыи]й|ая|[ое]е|ые|ого|ому|ым|ом|ой|ую|ых|ыми))"
    "|(.+)(?:уем(?:[аоы]|ый|ая|ое|ые|ого|ому|ым|ом|ой|ую|ых|ыми)|аци(?:[яиюй]|ей|ям|ями|ях))"
)
"""Nouns and participles that the dictionary lacks of verbs that it knows: `откатывание`, `мигрирован`."""
_LACKED_VERB = re.compile("(.{3,})ир(?:ова|у[юейя]).*")
"""Verbs that the dictionary lacks, though it may have their nouns: `эскалировать`, `эскалация`."""
_INFINITIVE = re.compile("(?<=..)(?:(?<!вер)(?<!тя)нуть|т[ьи])$")
_ROOTLESS = re.compile(
    "(?:в[оы]?з?|[дп]о|за|из|на|не|о[бт]о?|пере|пр[еио]|ра[зс]|с[о]?|у)?[бвгджзклмнпрстфхцчшщ]{1,2}"
)
"""What is left of a verb that loses the only vowel of its root, `прибыть` as well as `прибить`."""
_WITH_PO = re.compile("по.*[аеиоуыэюя].*[аеия]ть(?:ся)?")
_AFTER_CONSONANT = ("сть", "сти", "зть", "зти")
"""Ends of infinitives before which no vowel stands that a stem could lose."""


def family(word: str) -> str:
    """What all forms of a word have in common; the word is of Cyrillic letters, normalised."""
    lemma = _lemma(word)
    if lemma is not None:
        return _stem(*_origin(lemma))
    if word.endswith(("ся", "сь")) and (lemma := _lemma(word[:-2])) is not None and lemma[1] in VERBS:
        return _stem(*_origin(lemma))
    if prefix := _PREFIXES.match(word):
        lemma = _lemma(word[prefix.end() :])
        if lemma is not None and lemma[1] != OTHER:
            return prefix.group() + _stem(*_origin(lemma))
    if prefix := _EMPTY_PREFIX.match(word):
        lemma = _lemma(word[prefix.end() :])
        if lemma is not None and lemma[0].endswith("овать"):
            return _stem(*_origin(lemma))
    return _by_what_the_dictionary_has(word) or stem_of_unknown(IRREGULAR.get(word, word))


def _by_what_the_dictionary_has(word: str) -> str | None:
    """The family of a form that the dictionary lacks, though it has the verb or the noun."""
    if (lacked := _LACKED.fullmatch(word)) is not None:
        stems = (lacked[1],) if lacked[1] else (lacked[2] + "ова", lacked[2] + "ирова")
        for stem in stems:
            if (lemma := _lemma(stem + "ть")) is not None and lemma[1] in VERBS:
                return _stem(*_origin(lemma))
    if (lacked := _LACKED_VERB.fullmatch(word)) is not None:
        for stem in (lacked[1], _EMPTY_PREFIX.sub("", lacked[1], count=1)):
            if has(stem + "ация", NOUN):
                return _stem(*_origin((stem + "ация", NOUN)))
    return None


def _lemma(word: str) -> Lemma | None:
    """The word that a form most probably belongs to."""
    word = IRREGULAR.get(word, word)
    if word in SURE:
        return word, NOUN
    likely = _likely_readings(word)
    if not likely:
        return None
    weights: dict[Lemma, float] = {}
    finite = set()
    for lemma, kind, part, probable in likely:
        weights[lemma, kind] = round(weights.get((lemma, kind), 0) + probable, 6)
        if kind in VERBS and part not in ("PRTF", "PRTS"):
            finite.add(lemma)
    lemma, kind = (
        likely[0][:2]
        if len(weights) == 1
        else min(
            weights,
            key=lambda each: (
                -weights[each],
                each[0] not in finite,
                each[1] in VERBS,
                each[1] == PERFECTIVE,
                len(each[0]),
                each,
            ),
        )
    )
    if lemma in FOREIGN or (kind == NAME and weights[lemma, kind] <= SEVERAL):
        return None
    if lemma in IRREGULAR:
        return _lemma(IRREGULAR[lemma])
    if kind == OTHER and lemma != word and lemma.endswith(("ов", "ев")):
        # Кузнецова is of the same family as Кузнецов, which may also be of кузнец.
        return _lemma(lemma)
    return _as_adjective(_noun_of(word, lemma, weights)) if kind == NOUN else (lemma, kind)


def _noun_of(word: str, lemma: str, weights: dict[Lemma, float]) -> str:
    """Which of two nouns like `стек` and `стека` has a form that both may have, as `стеки`: that which
    likelier has `стека`."""
    stem = lemma.removesuffix("а")
    rivals = (stem, NOUN), (stem + "а", NOUN)
    if word in (stem, stem + "а") or not all(rival in weights for rival in rivals):
        return lemma
    told = _lemma(stem + "а")
    return told[0] if told in rivals else stem


def _likely_readings(word: str) -> tuple[Reading, ...]:
    """What a form may be, without those that only another, rarer word gives: `короче` is of `короткий`,
    `просто` of `простой`."""
    found = readings(word)
    if len(found) < 2:
        return found
    found = tuple(each for each in found if each[0] not in RARE) or found
    parts = {part for _, _, part, _ in found}
    if "PRTS" in parts and len(found) > 1 and found[0][3] == found[1][3]:
        # предложен is rather of предложить than of предложный, but сложен of сложный, страшен of страшный.
        ripe = tuple(each for each in found if each[1:3] != (VERB, "PRTS")) if word.endswith("ен") else found
        return tuple(each for each in ripe if each[2] != "ADJS" or each[0] in UNDERIVED) or ripe
    if "COMP" in parts and word.endswith("е"):
        return tuple(each for each in found if each[1] not in (NOUN, OTHER))
    idle = set()
    if "NOUN" in parts:
        idle |= {"PRED", "PRCL", "CONJ"} if found[0][3] == found[-1][3] else {"PRED"}
        if word.endswith(("ом", "ем", "ой", "ою", "ами")) and word not in UNDERIVED:
            # временами, весной
            idle.add("ADVB")
    if word.endswith("в") and not parts.isdisjoint(("NOUN", "ADJS")):
        # устав, красив
        idle.add("GRND")
    if word.endswith(("ь", "й", "я")) and any(each[0] == word and each[2] == "NOUN" for each in found):
        # петля, слесарь
        idle |= {"GRND", "VERB"}
    if not parts.isdisjoint(("ADVB", "ADJS", "VERB", "INFN")):
        idle |= {"PRCL", "CONJ"}
    return tuple(each for each in found if each[2] not in idle) if idle else found


def _as_adjective(noun: str) -> Lemma:
    """The adjective that a noun is declined like, `рабочий`, `данные`, `накладная`."""
    if noun.endswith(("ый", "ий", "ой", "ая", "яя", "ое", "ее", "ые", "ие")) and not noun.endswith(
        ("ние", "тие")
    ):
        for end in ("ый", "ий", "ой"):
            if has(noun[:-2] + end, ADJECTIVE):
                return noun[:-2] + end, ADJECTIVE
    return noun, NOUN


def _is_likely(word: str, kinds: str) -> bool:
    """Whether the dictionary has this word, and it is not likelier a form of another, as `вод` of `вода`."""
    if word in RARE or not has(word, kinds):
        return False
    return kinds != NOUN or not has(word + "а", NOUN) or _lemma(word) != (word + "а", NOUN)


def _origin(lemma: Lemma) -> Lemma:
    """The word that a word is derived from, as far as its meaning stays; itself where there is none."""
    for _ in range(4):
        word, kind = lemma
        if word in UNDERIVED:
            break
        guesses = chain(_participle(lemma), origins(word, kind), _twin(lemma))
        others = ((guess, kinds) for guess, kinds in guesses if guess != word)
        found = next((other for other in others if _is_likely(*other)), None)
        if found is None:
            break
        word, kinds = IRREGULAR.get(found[0], found[0]), found[1]
        if word != found[0]:
            kinds = NOUN + VERBS + ADJECTIVE
        lemma = (
            word,
            kinds if len(kinds) == 1 else next((kind for kind in kinds if has(word, kind)), kinds[0]),
        )
    return lemma


def _participle(lemma: Lemma) -> list[tuple[str, str]]:
    """The verb of a participle that became an adjective: `открытый`, `согласованный`, `работающий`."""
    word, kind = lemma
    if kind != ADJECTIVE or not is_part(word, "PRTF"):
        return []
    return [(verb, VERBS) for verb, _, part, _ in readings(word) if part == "PRTF"]


def _twin(lemma: Lemma) -> list[tuple[str, str]]:
    """The verb that a prefix only made perfective, `пострадать`: else there would be another imperfective
    verb with it, as `повторять` of `повторить`."""
    word, kind = lemma
    if kind != PERFECTIVE or _WITH_PO.fullmatch(word) is None:
        return []
    return [] if any(has(each, VERB) for each in secondary_imperfectives(word)) else [(word[2:], VERB)]


def _stem(word: str, kind: str) -> str:
    """A word of the dictionary without its ending, unless another word would remain."""
    if kind in (NOUN, NAME):
        return _noun_stem(word)
    if kind in VERBS:
        return _verb_stem(word, kind)
    if kind == ADJECTIVE:
        stem = word[:-2]
        if not word.endswith(("ый", "ий", "ой")):
            # онлайн, рад
            return word
        return word if len(stem) < 3 or _is_noun_without_ending(stem) else stem
    return word


def _is_noun_without_ending(stem: str) -> bool:
    """Whether what is left of an adjective is left of a noun, too: `добрый`, `резкий`."""
    return has(stem, NOUN) or has(stem + "о", NOUN) or has(stem + "а", NOUN)


def _noun_stem(word: str) -> str:
    if word.endswith("инг") and len(word) > 9:
        return word[:-3]
    if word.endswith("ирование") and len(word) > 10:
        return stem_of_unknown(word)
    if word.endswith(("ая", "яя")) and len(word) > 2:
        return word[:-2]
    if word.endswith(("ия", "ие", "й")):
        return word[:-1]
    stem = word[:-1] if word[-1] in "аяоеыи" else word
    if len(stem) < 2 or (word.endswith(("о", "е", "и")) and never_changes(word)):
        return word
    rivals = ("", "а", "я") if word.endswith(("о", "е")) else ("",)
    if word.endswith(("ы", "и")) and any(stem == lemma for lemma, *_ in readings(word)):
        # What is said of many only, выборы, часы, is also said of one.
        return stem
    if stem != word and any(has(stem + end, NOUN) for end in rivals):
        return word
    if not word.endswith("я"):
        return stem
    # семья is no семь, but костей may be of Костя as well as of кость.
    return stem + "ь" if has(stem + "ь", NOUN) and has(word, NAME) else word


def _has_a_rival(stem: str, word: str) -> bool:
    """Whether the stem of a verb that is reflexive only is another word's, too: `расход`, `покусать`."""
    return word.endswith(OF_MOTION) or any(has(stem + theme, VERBS) for theme in ("ать", "ять", "еть", "ить"))


def _verb_stem(word: str, kind: str) -> str:
    reflexive, word = word, word.removesuffix("ся").removesuffix("сь")
    whole = _INFINITIVE.sub("", word)
    stem = whole[:-1] if whole[-1] in "аяиеоы" else whole
    kept = word if word.removesuffix("ть") == whole else whole
    if len(stem) < 4 or word.endswith(_AFTER_CONSONANT):
        # слезть is neither of слеза nor of what has lost more; вылезти is вылезть.
        return word[:-1] + "ь" if word.endswith("зти") else word
    if word == kept and _ROOTLESS.fullmatch(stem):
        return kept
    if has(stem + "имать", VERBS):
        # The vowel is the root's: пережать, but пережить.
        return kept
    if reflexive != word and not has(word, VERBS) and _has_a_rival(stem, word):
        return kept
    if word.endswith("ереть") or any(each in UNDERIVED for each in (word, stem, stem + "а", stem + "о")):
        return word
    if kind == PERFECTIVE and word.endswith("ать") and has(stem + "ить", kind) and has(stem + "ять", VERB):
        # отделать is not отделить
        return kept
    if kind == PERFECTIVE and word.endswith("дать"):
        return kept
    if kind == PERFECTIVE and any(has(stem + end, ADJECTIVE) for end in ("ый", "ой")):
        return kept
    if kind == VERB and len(stem) == 4 and not word.endswith(OF_MOTION):
        rivals = any(has(stem + end, NOUN + ADJECTIVE) for end in ("", "а", "о", "ый", "ий", "ой"))
        return kept if rivals else stem
    return kept if has(stem, OTHER) else stem
