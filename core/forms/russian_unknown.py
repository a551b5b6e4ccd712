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


_SHORT = "ен ена ено ены"
_CONSONANT = "[бвгджзклмнпрстфхцчшщ]"
_PREFIX = (
    "(?:за|пере|по|от|про(?=[абвклнпрсхчшэ]|[дт]е)|с(?=[бгджзмрх]|ко|лин|пар)|в(?=м)|рас(?=[пш])"
    "|на(?=[гд])|до(?=[дк].{4}))"
)
"""Prefixes with which a verb of the day is perfective. Of loans that begin with `про` or `с` most go on
otherwise, `профайл`, `стрим`."""


@dataclass(frozen=True)
class _Kind:
    """Endings of one kind, and what a stem must be before them, if not all go: it holds a vowel anyway."""

    endings: frozenset[str]
    stems: re.Pattern[str] | None = None
    hard: str = ""
    """The last letter of the stem where it has softened into the ending, `апдейчен`."""


_VERBAL = (
    # тестировать, тестируем, тестирование; пингуем, пинговать
    _Kind(
        _joined("- ир из изир", "ова", "ть л ла ло ли в вши н на но ны ние ния нию нии нием", _SELF)
        | _joined("- ир из изир", "у", "ешь ет ем ете ют я йте", _SELF)
        | _joined("ир изир", "уй", _SELF)
    ),
    _Kind(_joined("- ир из изир", "ованн овавш ующ уем", _ADJECTIVE, _SELF)),
    # пингую; but not релизную, тестовую
    _Kind(_joined("- ир из изир", "ую", _SELF), re.compile(f".*(?<!{_CONSONANT}н)(?<!ов)(?<!ск)")),
    # апрувнуть, пинганул
    _Kind(_joined("ну ану", "ть л ла ло ли в вши т та то ты", _SELF)),
    _Kind(_joined("нут", _ADJECTIVE), re.compile(".*[бвгджзкпстфхцчшщ]")),
    # скипну, чекнет; but not партнет
    _Kind(_joined("н", "ешь ем ут"), re.compile(".*[бвгджзкпстфхцчшщ]")),
    _Kind(_joined("ну"), re.compile(".*[бвгджзкпстфхцчщ]")),
    # but not ботнет
    _Kind(_joined("нет нете"), re.compile(".*[бвгджзкпсфхцчшщ]")),
    _Kind(_joined("ни ните"), re.compile(".*[гкп]")),
    # пингану
    _Kind(_joined("ан", "у ешь ет ем ете ут и ите"), re.compile("..+[гк]")),
    # бэкаплю, забэкаплен; апдейчен; пофикшен
    _Kind(_joined("л", "ю", _SELF) | _joined("л", _SHORT), re.compile(".*[бпвмф]")),
    _Kind(_joined("ленн", _ADJECTIVE), re.compile(".*[бпвмф]")),
    _Kind(_joined("ч", _SHORT) | _joined("ченн", _ADJECTIVE), re.compile(f".*[еиуэюяйр]|{_PREFIX}.*а"), "т"),
    _Kind(_joined("чу"), re.compile(r".*(?:[аеэй]|(?<!о)у|([бвгдклмнпрст])\1и)"), "т"),
    _Kind(_joined("ш", _SHORT) | _joined("шенн", _ADJECTIVE), re.compile(f"{_PREFIX}.*[кр]"), "с"),
    _Kind(_joined("шу"), re.compile(f".*к|{_PREFIX}.*р"), "с"),
    # запощен
    _Kind(_joined("щ", _SHORT + " у") | _joined("щенн", _ADJECTIVE), re.compile(".*[аеоуэй]"), "ст"),
    # деплоить, деплоим, деплоил, деплоящий, задеплоенный
    _Kind(_joined("ить ишь ил ила ило или ив ивши ят", _SELF) | _joined("ится")),
    # but not апстрим
    _Kind(_joined("им", _SELF), re.compile(".*(?<!стр)")),
    # деплоит, релизит, фиксит; but not коммит, реддит, сплит, nor коммите
    _Kind(
        _joined("ит ите", _SELF),
        re.compile(
            ".*(?:[аеиоуэювжзпрстчшщ]|[^аеиоуыэюядлм](?:[гдклнф]|(?<!б)м)|[лоу]д)"
            "|.*[аеиоуэ].+л|.{4,}(?<!у)н|.{3,}(?<![бм])(?<!ли)м|за.*[лнм]"
        ),
    ),
    _Kind(_joined("ат у", _SELF), re.compile(".*[жшчщ]")),
    _Kind(_joined("ивш ящ ащ ающ авш енн", _ADJECTIVE, _SELF)),
    # зарелизю
    _Kind(_joined("ю"), re.compile(f"{_PREFIX}..+[бвгдзклмнпрстфхцю]")),
    # деплоен, смержен; but not токен
    _Kind(_joined(_SHORT), re.compile(f".*(?:[лр]о|[юж])|{_PREFIX}....+|за{_CONSONANT}..+")),
    # скипать, скипаем, скипал
    _Kind(_joined("а", "ть ю ешь ет ем ете ют в вши", _SELF)),
    # but not триал, реферал
    _Kind(_joined("ал", "- а о и", _SELF), re.compile(".*[^ир]")),
    # загугли, закоммити; дропай; пингуй
    _Kind(_joined("и"), re.compile(f"{_PREFIX}...+(?<!а)[бвдзлнпрстф]|за.*[жшч]")),
    _Kind(_joined("ай айте"), re.compile(".*[гкпт]")),
    _Kind(_joined("уй уйте"), re.compile("..+")),
    # запушь; ревьюй
    _Kind(_joined("ь ьте"), re.compile(f"{_PREFIX}..+[жшч]")),
    _Kind(_joined("й йте"), re.compile(".+ью")),
)
_NOMINAL = (
    _Kind(_joined("овк", "- а и е у ой ам ами ах"), re.compile("...+")),
    _Kind(_joined("- ир", "овщик", "- а у ом е и ов ам ами ах")),
    _Kind(_joined("- из", "аци", "я и ю ей й ям ями ях"), re.compile("...+")),
    _Kind(_joined("ени", "е я ю и ем ям ями ях")),
    _Kind(_joined("инг", "- а у ом е и ов ам ами ах"), re.compile("....+")),
    _Kind(_joined("ингов", _ADJECTIVE), re.compile("....+")),
    # коннектор
    _Kind(_joined("ор", "- а у ом е ы ов ам ами ах"), re.compile("....+т")),
    _Kind(_joined("гер", "- а у ом е ы ов ам ами ах"), re.compile(".*г")),
    _Kind(_joined("ер", "- а у ом е ы ов ам ами ах"), re.compile("....+(?<!нн)")),
    # релизный, тестовый; but not пайплайном, продакшном
    _Kind(_joined("н", _ADJECTIVE), re.compile(".*[^аеиоуыэюяйш]")),
    _Kind(_joined("н", "ый ая ое ые ого ому ым ую ых ыми")),
    _Kind(_joined("ов овск ическ", _ADJECTIVE)),
    _Kind(_joined("ск", _ADJECTIVE), re.compile("....+")),
    _Kind(_joined("н", "ость ости остью")),
    _Kind(_joined("но"), re.compile(".....+")),
    # геймплей
    _Kind(_joined("е", "й я ю ем е и ев ям ями ях"), re.compile(f".*{_CONSONANT}[лр]")),
    # релиза, репозиторием
    # but not постмортем, гейтвей
    _Kind(_joined("ем ей ею"), re.compile(".*[^бвгдзкмпстфх]")),
    _Kind(
        _joined("- и", "я е ю и й ям ями ях")
        | _joined("ием ией")
        | _joined("а о у ы ь ом ой ою ам ами ах ов ев")
    ),
)
_KINDS = _VERBAL + _NOMINAL
"""Of two kinds of ending that a word may have, the first counts."""
_ENDINGS = Endings(ending for kind in _KINDS for ending in kind.endings)


def _ways(longest: str) -> list[tuple[int, str, _Kind]]:
    """What a word may lose whose longest ending this is, first what counts first: the number of a kind, the
    ending, and the kind."""
    endings = _ENDINGS.of(longest)
    return [
        (number, ending, kind)
        for number, kind in enumerate(_KINDS)
        for ending in endings
        if ending in kind.endings
    ]


_WAYS = {longest: _ways(longest) for kind in _KINDS for longest in kind.endings}
_PERFECTIVE_PREFIX = re.compile(f"^(?:{_PREFIX}(?=....|[юэ].$)|(?:за|про)(?={_CONSONANT}..))")
_ACRONYM = re.compile(f"({_CONSONANT}{{3,}})(?<![рлв])(?:[аыуеи]|ом|ов|ам|ами|ах)")
"""`впна`"""
_AGENT = re.compile("(....+)(?<!нн)ер")
_SHORT_STEM = re.compile("[юэ][зш]|ап")
"""`юзать`, `апнуть`"""
_FROM_K = re.compile(".*[аоуыэюя](?<!оу)ч")
"""`блочить` is of `блок`, but `патчить` of `патч`, and `коучить` of `коуч`."""
_FLEETING = re.compile("(.*[аеиоуэюя].*(?:[бвгдзмнпрстфхц](?<!кт)(?=о)|[аеиоуэюя][жшч](?=е)))[ое]к")
"""Nouns like `админка` of many, `админок`."""
_KEPT = re.compile("(.*[бвгджзклмнпрстфхц][лр][оа])(?:й|ю|ем)")
"""Words like `деплой`, `деплою`, `ретраем`, where the vowel is none of an ending."""
_AFTER_KEPT = ("ой", "ою", "ай", "аю", "аем")


def stem_of_unknown(word: str) -> str:
    """A word that the dictionary does not know, without what looks like an ending."""
    if word.endswith(_AFTER_KEPT) and (kept := _KEPT.fullmatch(word)) is not None:
        return _PERFECTIVE_PREFIX.sub("", kept[1], count=1)
    if word.endswith("ью"):
        return word
    if (told := _FLEETING.fullmatch(word) or _ACRONYM.fullmatch(word)) is not None:
        return told[1] + ("к" if told.re is _FLEETING else "")
    vowel = _VOWEL.search(word)
    endings = _ENDINGS.of(word)
    if vowel is None or not endings:
        return _hard(word)
    too_short = None
    for number, ending, kind in _WAYS[endings[0]]:
        stem = word[: -len(ending)]
        if number == too_short or len(stem) <= vowel.start():
            continue
        if kind.stems is not None and not kind.stems.fullmatch(stem):
            continue
        if len(stem) > 2 or (number < len(_VERBAL) and _SHORT_STEM.fullmatch(stem)):
            # A verb of the day and its perfective twin: деплоить, задеплоить.
            if number < len(_VERBAL):
                stem = _PERFECTIVE_PREFIX.sub("", stem + kind.hard, count=1)
                return _hard(stem[:-1] + "к" if _FROM_K.fullmatch(stem) else stem)
            return _hard(stem.rstrip("йь"))
        # Nor is a shorter ending of that kind one.
        too_short = number
    return _hard(word)


def _hard(stem: str) -> str:
    """A stem as it is where nothing softens it: `дебажить` is of `дебаг`, while `мерж` loses as much as
    `мержить`. Nor does one keep `ер` that others lose: `рендерить` is of `рендер`."""
    if (agent := _AGENT.fullmatch(stem)) is not None:
        # дебаггер is of дебаг
        return agent[1][:-1] if agent[1].endswith("гг") else agent[1]
    return stem[:-1] + "г" if stem.endswith("ж") else stem
