"""Russian words that no dictionary knows, `деплоить`, `релизный`: they lose what looks like an ending."""

import re
from dataclasses import dataclass
from itertools import product

from core.forms import Endings


def _joined(*parts: str) -> frozenset[str]:
    """One of each list behind one another; `-` is nothing."""
    lists = ([each.replace("-", "") for each in part.split()] for part in parts)
    return frozenset(map("".join, product(*lists)))


_ADJECTIVE = """
    ый ий ой ая яя ое ее ые ие ого его ому ему ым им ом ем ую юю ых их ыми ими ей
    """
_SELF = "- ся сь"
_VOWEL = re.compile("[аеиоуыэюя]")


@dataclass(frozen=True)
class _Kind:
    """Endings of one kind, and what a stem must be before them, if not all go: it holds a vowel anyway."""

    endings: frozenset[str]
    stems: re.Pattern[str] | None = None


_VERBAL = (
    # тестировать, тестируем, тестирование; пингуем, пинговать
    _Kind(
        _joined("- ир изир", "ова", "ть л ла ло ли в вши н на но ны ние ния нию нии нием", _SELF)
        | _joined("- ир изир", "у", "ю ешь ет ем ете ют я йте", _SELF)
    ),
    _Kind(_joined("- ир изир", "ованн овавш ующ уем", _ADJECTIVE, _SELF)),
    # апрувнуть, пинганул
    _Kind(_joined("ну ану", "ть л ла ло ли в вши т та то ты", _SELF)),
    # деплоить, деплоим, деплоил, деплоящий, задеплоенный
    _Kind(_joined("ить им ишь ите ил ила ило или ив ивши ят", _SELF)),
    # деплоит, релизит, фиксит; but not коммит, реддит, сплит
    _Kind(_joined("ит", _SELF), re.compile(".*(?:[аеиоуэювжзпрстчшщ]|[^аеиоуыэюядлм][гдклмнф])")),
    _Kind(_joined("ат у", _SELF), re.compile(".*[жшчщ]")),
    _Kind(_joined("ивш ящ енн", _ADJECTIVE, _SELF)),
    # скипать, скипаем, скипал
    _Kind(_joined("а", "ть ю ешь ет ем ете ют л ла ло ли в вши", _SELF)),
)
_NOMINAL = (
    _Kind(_joined("- ир", "овщик", "- а у ом е и ов ам ами ах")),
    _Kind(_joined("- из", "аци", "я и ю ей й ям ями ях"), re.compile("...+")),
    _Kind(_joined("ени", "е я ю и ем ям ями ях")),
    _Kind(_joined("инг", "- а у ом е и ов ам ами ах"), re.compile("....+")),
    _Kind(_joined("ер", "- а у ом е ы ов ам ами ах"), re.compile("....+")),
    # релизный, тестовый; but not пайплайном
    _Kind(_joined("н", _ADJECTIVE), re.compile(".*[^аеиоуыэюяй]")),
    _Kind(_joined("н", "ый ая ое ые ого ому ым ую ых ыми")),
    _Kind(_joined("ов овск ск ическ", _ADJECTIVE)),
    _Kind(_joined("н", "ость ости остью")),
    _Kind(_joined("но"), re.compile(".....+")),
    # релиза, репозиторием
    _Kind(_joined("- и", "я е ю и й ем ей ею ям ями ях") | _joined("а о у ы ь ом ой ою ам ами ах ов ев")),
)
_KINDS = _VERBAL + _NOMINAL
"""Of two kinds of ending that a word may have, the first counts."""
_ENDINGS = Endings(ending for kind in _KINDS for ending in kind.endings)


def _ways(longest: str) -> list[tuple[int, str, re.Pattern[str] | None]]:
    """What a word may lose whose longest ending this is, first what counts first: the number of a kind, the
    ending, and what must stand before it."""
    endings = _ENDINGS.of(longest)
    return [
        (number, ending, kind.stems)
        for number, kind in enumerate(_KINDS)
        for ending in endings
        if ending in kind.endings
    ]


_WAYS = {longest: _ways(longest) for kind in _KINDS for longest in kind.endings}
_PERFECTIVE_PREFIX = re.compile("(?:за|по)(?=....)")
_KEPT = re.compile("[бвгджзклмнпрстфхц][лр]ой")
"""Ends of words like `деплой`, where `ой` is no ending."""


def stem_of_unknown(word: str) -> str:
    """A word that the dictionary does not know, without what looks like an ending."""
    if word.endswith("ой") and _KEPT.fullmatch(word, max(0, len(word) - 4)):
        return word[:-1]
    if word.endswith("ью"):
        return word
    vowel = _VOWEL.search(word)
    endings = _ENDINGS.of(word)
    if vowel is None or not endings:
        return _hard(word)
    too_short = None
    for number, ending, fit in _WAYS[endings[0]]:
        stem = word[: -len(ending)]
        if number == too_short or len(stem) <= vowel.start() or (fit and not fit.fullmatch(stem)):
            continue
        if len(stem) > 2:
            # A verb of the day and its perfective twin: деплоить, задеплоить.
            is_verb = number < len(_VERBAL)
            return _hard(_PERFECTIVE_PREFIX.sub("", stem, count=1) if is_verb else stem.rstrip("йь"))
        # Nor is a shorter ending of that kind one.
        too_short = number
    return _hard(word)


def _hard(stem: str) -> str:
    """A stem as it is where nothing softens it: `дебажить` is of `дебаг`, while `мерж` loses as much as
    `мержить`."""
    return stem[:-1] + "г" if stem.endswith("ж") else stem
