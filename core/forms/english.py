"""Families of English words: inflection, British and American spelling, and common derivation.

Forms are led back to a word by its endings (`stopped` to `stop`, `using` to `use`, `copies` to `copy`),
then by its suffixes (`deployment` to `deploy`, `reliability` to `rely`). Words whose meaning has parted
from what they seem to be derived from stand in tables, as do irregular forms. What remains loses a silent
`e`, unless it keeps short words apart (`plan` and `plane`).
"""

import re

from core.forms import Endings
from core.forms.english_tables import IRREGULAR, OF_THEIR_OWN, VERBATIM, WITH_ATE

_VOWEL = re.compile("[aeiouy]")
_SYLLABLES = re.compile("[aeiouy][^aeiouy]+[aeiouy]")
"""What words of more than one syllable have."""
_SHORT = re.compile("(?:[^aeiouy]|qu)*[aeiouy][^aeiouywx]")
"""One syllable, one vowel, one consonant: `hop`, `us`; a silent `e` gives it another vowel, `hope`, `use`."""
_MUTE = {
    stem[-1]: re.compile(f"(?:{stem})$")
    for stem in (
        "[ae]nc",
        "(?:[cs]|imp|stamp)ed",
        "[aeiouy].*ag|(?:ch|r)ang|leng|veng|(?:fr|b|cr)ing|spong|(?:l|lo)ung",
        "[bcdfgkpstvz]l",
        "[st]ur|stor|(?:interf|adh|coh|rev|persev)er",
        "[^usi]s",
        "[aeiouy].*[^aeo]at",
        "[^o]u",
        "iz",
    )
}
"""Stems that are not written without a silent `e`, by their last letter: `exchang`, `validat`, `releas`,
`conced`."""
_WITH_K = re.compile("(?:[aeiou][nml]|ff|cn)ick$")
"""Stems of verbs in `c`, as they are before `ed` and `ing`: `panick`, `traffick`."""
_SILENT = re.compile("(?:[aeiou]{2}[vgcsz]|[aeiou]{2}th|uid|[^aeiouyn]g|[^aeiouy][vcsz]|ch)e$")
_SPELLINGS = (
    ("is", re.compile("(?<=[a-z]{3})(?<!v)is(?=(?:e|ed|er|ers|es|ing|ation|ations|able)$)"), "iz"),
    ("ys", re.compile("(?<=al)ys(?=(?:e|ed|er|ers|es|ing)$)"), "yz"),
    ("our", re.compile("(?:(?<=[a-z]{2}[bdgilmnpv])|(?<=^od))our(?![cgnt]|se)"), "or"),
    ("logu", re.compile("logu(?=e$|es$|ed$|ing$)"), "log"),
    (
        "enc",
        re.compile("(?<=^lic)enc(?=e[sd]?$)|(?<=^def)enc(?=es?$)|(?<=^off)enc(?=es?$)|(?<=^pret)enc(?=es?$)"),
        "ens",
    ),
)
"""Letters that a British spelling has, where they are British, and the American ones instead."""

_SUFFIXES = {
    # -ly, -ness, -ful, -less, -ship, -hood
    "bly": "ble",
    "ily": "y",
    "ly": "",
    "iness": "y",
    "ness": "",
    "iful": "y",
    "ful": "",
    "less": "",
    "ship": "",
    "ihood": "y",
    "hood": "",
    # -ability, -ity
    "ability": "able",
    "ibility": "ible",
    "ivity": "ive",
    "ality": "al",
    "arity": "ar",
    "exity": "ex",
    "osity": "ous",
    "urity": "ure",
    # -ion
    "ification": "ify",
    "vocation": "voke",
    "olition": "olish",
    "motion": "mote",
    "ization": "ize",
    "scription": "scribe",
    "duction": "duce",
    "terception": "tercept",
    "ception": "ceive",
    "solution": "solve",
    "inition": "ine",
    "position": "pose",
    "quisition": "quire",
    "mission": "mit",
    "cision": "cide",
    "cisive": "cide",
    "clusive": "clude",
    "pansion": "pand",
    "tension": "tend",
    "version": "vert",
    "clusion": "clude",
    "vision": "vide",
    "ssion": "ss",
    "ution": "ute",
    "etion": "ete",
    "ation": "ate",
    "ction": "ct",
    "ption": "pt",
    "ention": "ent",
    "rtion": "rt",
    "stion": "st",
    "ition": "it",
    "usion": "use",
    # -ence, -ency
    "ence": "ent",
    "ency": "ent",
    "acy": "ate",
    # -al, -ive, -ary, -ous
    "tional": "tion",
    "ential": "ent",
    "tionary": "tion",
    "sionary": "sion",
    "tious": "tion",
    "ical": "ic",
    "ative": "ate",
    "atory": "ate",
    "ctive": "ct",
    # -ism, and what is made of Greek words
    "ism": "ist",
    "istic": "ist",
    "ological": "ology",
    "ologist": "ology",
    "ographic": "ography",
    "ographical": "ography",
    "ographer": "ography",
    "onomic": "onomy",
    "onomical": "onomy",
    "onomist": "onomy",
    "apist": "apy",
    "ocratic": "ocracy",
    "ocrat": "ocracy",
    # -ment
    "iment": "y",
    "ment": "",
}
_OF_VERBS = {
    "able": 3,
    "ible": 5,
    "er": 4,
    "est": 4,
    "or": 4,
    "ance": 5,
    "ancy": 5,
    "ant": 5,
    "al": 5,
    "ee": 5,
    "ity": 5,
    "ive": 5,
    "ous": 5,
    "ist": 4,
    "ize": 5,
    "age": 5,
}
"""Suffixes before which a consonant is doubled and a silent `e` falls, as before `ed` and `ing`, and how
many letters must stand before them."""
_ENT = re.compile("(.*(?:(?<!con)sist|[fh]er|[vm]erg|spond|coincid))ent")
"""Adjectives of verbs, and what is left of their nouns in `ence`: `emergent`, `correspondence`."""
_PREFIXED = re.compile("(fore|mis|out|over|pre|re(?!l[iy])|under|un|up|with)(.{3,})")
"""Words with a prefix, whose forms are as irregular as without: `overheard`, `repaid`; but not `relied`."""
_PLURALS = ("men", "children", "people", "teeth", "wives", "knives", "shelves", "lives")
_COMPOUND = re.compile(f"(.{{3,}}?)((?:wo|(?<![aiou])){'|'.join(_PLURALS)})")
"""Compounds of nouns with an irregular plural: `policemen`, `grandchildren`; but not `specimen`."""
_DERIVED = Endings((*_SUFFIXES, *_OF_VERBS))


def family(word: str) -> str:
    """What all forms of a word have in common; the word is of Latin letters, normalised."""
    for _ in range(6):
        step = _step(word)
        if step == word:
            break
        word = step
    return _key(word)


def _step(word: str) -> str:
    """The word that a form belongs to, or that a word is derived from; the same where there is none."""
    if (known := IRREGULAR.get(word)) is not None:
        return known
    if word in OF_THEIR_OWN or len(word) < 4:
        return word
    for pattern in (_PREFIXED, _COMPOUND) if word.endswith(_PLURALS) else (_PREFIXED,):
        if (parts := pattern.fullmatch(word)) and (last := IRREGULAR.get(parts[2])) is not None:
            return parts[1] + last
    for letters, british, american in _SPELLINGS:
        if letters in word and (spelt := british.sub(american, word)) != word:
            return spelt
    return _inflected(word) or _derived(word) or word


def _inflected(word: str) -> str | None:
    """The word of which this is a plural, a past or a participle, by its ending."""
    if word[-1] not in "sdg":
        return None
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        if word.endswith("ies"):
            return word[:-3] + "y" if len(word) > 4 else word[:-1]
        if word.endswith(("sses", "xes", "zzes", "ches", "shes")) or (word.endswith("oes") and len(word) > 5):
            return word[:-2]
        return word[:-1]
    if word.endswith("eed"):
        return word[:-1] if len(word) > 5 else None
    if word.endswith("ied"):
        return word[:-3] + "y" if len(word) > 4 else word[:-1]
    for ending in ("ed", "ing"):
        stem = word.removesuffix(ending)
        if stem != word and _VOWEL.search(stem) and len(stem) > 1:
            return _whole(stem)
    return None


def _derived(word: str) -> str | None:
    """The word from which this one is derived, by its suffix."""
    if word.endswith("ent") and (verb := _ENT.fullmatch(word)) is not None:
        return _whole(verb[1])
    suffixes = _DERIVED.of(word)
    for suffix in filter(_SUFFIXES.__contains__, suffixes):
        origin = word.removesuffix(suffix) + _SUFFIXES[suffix]
        if _is_word(origin):
            return origin
    for suffix in filter(_OF_VERBS.__contains__, suffixes):
        stem, least = word.removesuffix(suffix), _OF_VERBS[suffix]
        if not _is_word(stem) or (suffix in ("or", "ive") and not stem.endswith(("t", "s"))):
            continue
        whole = stem[:-1] + "y" if stem.endswith("i") else _whole(stem)
        if len(stem) >= least or (least < 5 and (whole != stem or stem.endswith(("w", "y")))):
            return whole
    return None


def _is_word(stem: str) -> bool:
    """Whether a word could be so short."""
    return len(stem) > 2 and _VOWEL.search(stem) is not None


def _whole(stem: str) -> str:
    """A stem as it is written without the ending: one consonant for two, or with its silent `e`."""
    if _is_doubled(stem) and not stem.endswith(("ss", "ll", "ff", "zz", "ee", "oo")):
        return stem[:-1]
    if stem.endswith("ick") and _WITH_K.search(stem):
        return stem[:-1]
    mute = _MUTE.get(stem[-1])
    if len(stem) == 2 or (mute and mute.search(stem)) or _SHORT.fullmatch(stem):
        return stem + "e"
    return stem


def _key(word: str) -> str:
    """A word without what its forms may lack: a silent `e`, the second of two consonants, `ate` before
    `ation`."""
    if word in VERBATIM:
        return word
    if word.endswith("ie") and len(word) > 4:
        return word[:-2] + "y"
    long = _SYLLABLES.search(word.removesuffix("e")) is not None
    if long and word not in WITH_ATE:
        word = word.removesuffix("ate") if len(word) > 6 else word
    if word.endswith("e") and (long or _SILENT.search(word)):
        word = word[:-1]
    return word[:-1] if long and _is_doubled(word) else word


def _is_doubled(stem: str) -> bool:
    """Whether it ends with two of the same letter."""
    return stem[-1:] == stem[-2:-1]
