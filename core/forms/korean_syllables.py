"""Hangul syllables and the letters in them (The Unicode Standard, 3.12), by number, in the order of the
standard."""

_FIRST, _INITIALS, _VOWELS, _FINALS = 0xAC00, 19, 21, 28
INITIALS, FINALS = range(_INITIALS), range(_FINALS)
NONE, N, L, M, B, SS = 0, 4, 8, 16, 17, 20
"""Final consonants, and that there is none."""
A, AE, EO, E, YEO, VOWEL_O, WA, U, WO, EU, VOWEL_I = 0, 1, 4, 5, 6, 8, 9, 13, 14, 18, 20
"""Vowels."""
SILENT = 11
"""The initial `ㅇ`."""


def parts(syllable: str) -> tuple[int, int, int]:
    """Initial, vowel and final of a syllable."""
    code = ord(syllable) - _FIRST
    return code // (_VOWELS * _FINALS), code // _FINALS % _VOWELS, code % _FINALS


def final_of(syllable: str) -> int:
    """The final consonant of a syllable."""
    return (ord(syllable) - _FIRST) % _FINALS


def syllable(initial: int, vowel: int) -> str:
    """A syllable without a final consonant."""
    return chr(_FIRST + (initial * _VOWELS + vowel) * _FINALS)


def with_final(word: str, consonant: int) -> str:
    """A word whose last syllable ends in that consonant."""
    return word[:-1] + chr(ord(word[-1]) - final_of(word[-1]) + consonant)
