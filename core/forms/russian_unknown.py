"""Russian words that no dictionary knows, `деплоить`, `релизный`: they lose what looks like an ending."""

import re

_ADJECTIVE = "(?:ый|ий|ой|ая|яя|ое|ее|ые|ие|ого|его|ому|ему|ым|им|ом|ем|ую|юю|ых|их|ыми|ими|ей)"
_STEM = "(?P<stem>.*?[аеиоуыэюя].*?)"
_SELF = "(?:с[яь])?"
_VERBAL = tuple(
    re.compile(_STEM + endings + _SELF)
    for endings in (
        # тестировать, тестируем, тестирование; пингуем, пинговать
        "(?:(?:из)?ир)?(?:ова(?:ть|л[аои]?|в(?:ши)?|н[аоы]?|ни[еяюи]|нием)|у(?:ю|ешь|ет|ем|ете|ют|я|йте))",
        f"(?:(?:из)?ир)?(?:ова(?:нн|вш)|ующ|уем){_ADJECTIVE}",
        # апрувнуть, апрувнул
        "ну(?:ть|л[аои]?|в(?:ши)?|т[аоы]?)",
        # деплоить, деплоим, деплоил, деплоящий, задеплоенный
        "(?:и(?:ть|м|шь|те|л[аои]?|в(?:ши)?)|ят)",
        # деплоит, релизит, фиксит; but not коммит, реддит, сплит
        "(?:(?<=[аеиоуэювжзпрстчшщ])|(?<=[^аеиоуыэюядлм][гдклмнф]))ит",
        "(?<=[жшчщ])(?:ат|у)",
        f"(?:ивш|ящ|енн){_ADJECTIVE}",
        # скипать, скипаем, скипал
        "а(?:ть|ю|ешь|ет|ем|ете|ют|л[аои]?|в(?:ши)?)",
    )
)
_NOMINAL = tuple(
    re.compile(_STEM + endings)
    for endings in (
        "ени(?:е|я|ю|и|ем|ям|ями|ях)",
        "(?<=......)инг(?:а|у|ом|е|и|ов|ам|ами|ах)?",
        # релизный, тестовый; but not пайплайном
        f"(?<=[^аеиоуыэюяй])н{_ADJECTIVE}",
        "н(?:ый|ая|ое|ые|ого|ому|ым|ую|ых|ыми)",
        f"(?:ов|овск|ск|ическ){_ADJECTIVE}",
        "н(?:ость|ости|остью)",
        "(?<=.....)но",
        # релиза, репозиторием
        "(?:и?(?:я|е|ю|и|й|ем|ей|ею|ям|ями|ях)|а|о|у|ы|ь|ом|ой|ою|ам|ами|ах|ов|ев)",
    )
)
_PERFECTIVE_PREFIX = re.compile("(?:за|по)(?=....)")
_KEPT = re.compile(".*[бвгджзклмнпрстфхц][лр]ой")
"""Words like `деплой`, where `ой` is no ending."""


def stem_of_unknown(word: str) -> str:
    """A word that the dictionary does not know, without what looks like an ending."""
    if _KEPT.fullmatch(word):
        return word[:-1]
    for ending in _VERBAL:
        found = ending.fullmatch(word)
        if found and len(found["stem"]) > 2:
            # A verb of the day and its perfective twin: деплоить, задеплоить.
            return _PERFECTIVE_PREFIX.sub("", found["stem"], count=1)
    for ending in _NOMINAL:
        found = ending.fullmatch(word)
        if found and len(found["stem"]) > 2:
            return found["stem"].rstrip("йь")
    return word
