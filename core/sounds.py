"""Names written in another alphabet: `Kibana` and `кибана`, `Slack` and `슬랙`. Everything here is pure.

Compared is how their consonants sound, roughly: vowels are rendered in too many ways.
"""

import re
import unicodedata
from functools import lru_cache

from core.words import INFLECTED_UP_TO

HEARD_FROM = 2
"""Names of fewer consonants say too little."""

_LATIN = (
    (re.compile(r"tion"), "sn"),
    (re.compile(r"ph"), "f"),
    (re.compile(r"th"), "t"),
    (re.compile(r"sch|sh"), "s"),
    (re.compile(r"ck|q|c(?![heiy])"), "k"),
    (re.compile(r"c(?=[eiy])"), "s"),
    (re.compile(r"x"), "ks"),
    (re.compile(r"w"), "v"),
)
_CYRILLIC = str.maketrans("бвгжзклмнпрстфчшщц", "bvgjzklmnprstfcsss")
_SAME_IN_KOREAN = str.maketrans("gbvfdrz", "kppptlj")
_KOREAN = str.maketrans(
    "ᄀᄁᄏᆨᄂᆫᄃᄄᄐᄅᆯᄆᆷᄇᄈᄑᆸᄉᄊᆺᄌᄍᄎ",
    "kkkknntttllmmppppsssjjc",
)
_SILENT = re.compile(r"[^bcdfgjklmnprstvz]")
_TWICE = re.compile(r"(.)\1+")
_LETTERS = re.compile(r"[a-z]+|(?P<cyrillic>[а-я]+)|(?P<hangul>[가-힣]+)")


def sound_alike(one: str, other: str) -> bool:
    """Whether two normalised words of different alphabets may be the same name."""
    first, second = _alphabet(one), _alphabet(other)
    if not first or not second or first == second:
        return False
    korean = "hangul" in (first, second)
    heard = _heard(one, korean)
    return len(heard) >= HEARD_FROM and heard == _heard(other, korean)


def _alphabet(word: str) -> str | None:
    """Which alphabet all of a word is written in; None for others and for mixtures."""
    found = _LETTERS.fullmatch(word) if len(word) <= INFLECTED_UP_TO else None
    return None if found is None else found.lastgroup or "latin"


@lru_cache(maxsize=1 << 12)
def _heard(word: str, korean: bool) -> str:
    """The consonants of a word; `korean` tells fewer of them apart."""
    for spelling, sound in _LATIN:
        word = spelling.sub(sound, word)
    word = unicodedata.normalize("NFC", word).replace("дж", "ж").translate(_CYRILLIC).replace("д", "d")
    word = unicodedata.normalize("NFD", word).translate(_KOREAN)
    word = _SILENT.sub("", word)
    return _TWICE.sub(r"\1", word.translate(_SAME_IN_KOREAN) if korean else word)
