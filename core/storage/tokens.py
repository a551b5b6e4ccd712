"""The tokens of the word index: which a record's words make, and which a word of a query asks for.

FTS5 keeps no more than which token stands in which record (`detail=none`), so the kind of a token is its
first letter. Its `ascii` tokenizer takes every character beyond ASCII as part of a token; joiners are moved
there.
"""

from dataclasses import dataclass

from core.words import JOINERS, SYLLABLES_FROM, RecordWords, Word, family, hangul_runs, is_hangul

_WORD, _FAMILY, _HANGUL, _COMPOUND = "wfhc"
_HANGUL_WINDOW = 32
"""Syllables of a Hangul token at most, so that a very long word does not grow the index without bound."""
_JOINER_TOKENS = str.maketrans({joiner: chr(0xE000 + ord(joiner)) for joiner in JOINERS})


def record_tokens(words: RecordWords) -> str:
    """The tokens of a record's words, separated by blanks, always in the same order."""
    tokens: set[str] = set()
    for run in words.runs:
        tokens.add(_WORD + run)
        if (kin := family(run)) != run:
            tokens.add(_FAMILY + kin)
        for part in hangul_runs(run):
            starts = range(len(part) - SYLLABLES_FROM + 1)
            tokens.update(_HANGUL + part[start : start + _HANGUL_WINDOW] for start in starts)
    tokens.update(_COMPOUND + compound.translate(_JOINER_TOKENS) for compound in words.compounds)
    return " ".join(sorted(tokens))


@dataclass(frozen=True)
class Ask:
    """What to look up for a word: it occurs where every one of `parts` does, or else where `whole` does.

    Each is a match expression of FTS5 (https://www.sqlite.org/fts5.html#full_text_query_syntax).
    """

    parts: tuple[str, ...]
    whole: str | None


def ask(word: Word) -> Ask:
    """The look-ups that answer `Word.occurs_in`."""
    parts = tuple(
        expression
        for index in range(len(word.parts))
        for expression in _part(word.parts[index], word.part_begins(index))
    )
    if not word.is_compound:
        return Ask(parts, None)
    return Ask(parts, _token(_COMPOUND + word.whole.translate(_JOINER_TOKENS), begins=word.whole_begins))


def _part(part: str, begins: bool) -> list[str]:
    """Look-ups that must all hold: several only for a Hangul word longer than a token."""
    if is_hangul(part) and len(part) >= SYLLABLES_FROM:
        starts = range(0, max(1, len(part) - _HANGUL_WINDOW + 1), _HANGUL_WINDOW)
        windows = [
            part[start : start + _HANGUL_WINDOW]
            for start in (*starts, len(part) - _HANGUL_WINDOW)
            if start >= 0
        ]
        return [_token(_HANGUL + window, begins=True) for window in dict.fromkeys(windows)]
    kin = family(part)
    alternatives = [_token(_WORD + part, begins=begins), _token(_FAMILY + kin)]
    if kin != part and family(kin) == kin:
        alternatives.append(_token(_WORD + kin))
    return [" OR ".join(alternatives)]


def _token(token: str, *, begins: bool = False) -> str:
    return f'"{token}" *' if begins else f'"{token}"'
