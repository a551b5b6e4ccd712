"""The tokens of the word index: which a record's words make, and which a word of a query asks for.

FTS5 keeps no more than which token stands in which record (`detail=none`), so the kind of a token is its
first letter. Its `ascii` tokenizer takes every character beyond ASCII as part of a token; joiners are moved
there. Tokens have a longest length, so that a very long word does not grow the index without bound; what is
asked for beyond it is looked up by its beginning, and the records found are read.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from core.words import (
    INFLECTED_UP_TO,
    JOINERS,
    RULES_VERSION,
    SYLLABLES_FROM,
    RecordWords,
    Word,
    family,
    hangul_runs,
    is_hangul,
)

WORD, _HANGUL, _COMPOUND = "whc"
_FAMILY = f"f{RULES_VERSION}x"
"""With the version of the rules, so that none is taken for one that other rules made."""
LONGEST = 256
"""Characters of a word or compound in a token."""
LONGEST_HANGUL = 16
"""Syllables in a token of the inside of a Hangul word, of which there is one for every syllable."""
_JOINER_TOKENS = str.maketrans({joiner: chr(0xE000 + ord(joiner)) for joiner in JOINERS})


def record_tokens(words: RecordWords) -> str:
    """The tokens of a record's words, separated by blanks; that of a family stands there for each of its
    forms, which changes nothing and takes less time than to tell them apart."""
    long = [run for run in words.runs if len(run) > INFLECTED_UP_TO]
    usual = words.runs.difference(long) if long else words.runs
    return " ".join((*map(_known_tokens, usual), *map(_tokens, long), *map(_compound, words.compounds)))


def _tokens(run: str) -> str:
    return " ".join(_make_tokens(run))


_known_tokens = lru_cache(maxsize=1 << 16)(_tokens)


def _make_tokens(run: str) -> Iterator[str]:
    yield WORD + run[:LONGEST]
    if (kin := family(run)) != run:
        yield _FAMILY + kin
    for number, part in enumerate(hangul_runs(run)):
        # What stands at the beginning of the run is found by that.
        first = 1 if number == 0 and run.startswith(part) else 0
        for start in range(first, len(part) - SYLLABLES_FROM + 1):
            yield _HANGUL + part[start : start + LONGEST_HANGUL]


@dataclass(frozen=True)
class Ask:
    """What to look up for a word: it occurs where every one of `parts` does, or else where `whole` does.

    Each is a match expression of FTS5 (https://www.sqlite.org/fts5.html#full_text_query_syntax). Where
    `exact` is False they find all records in which the word occurs, and maybe others.
    """

    parts: tuple[str, ...]
    whole: str | None
    exact: bool


def ask(word: Word, forms: Mapping[str, Sequence[str]] | None = None) -> Ask:
    """The look-ups that answer `Word.occurs_in`.

    `forms`: the words in the index by their family, where other rules made its tokens of families.
    """
    parts = dict.fromkeys(
        _part(part, forms, begins=word.part_begins(index)) for index, part in enumerate(word.parts)
    )
    whole = _token(_compound(word.whole), begins=word.whole_begins) if word.is_compound else None
    exact = len(word.whole) < LONGEST and all(map(_fits, word.parts))
    return Ask(tuple(parts), whole, exact)


def _part(part: str, forms: Mapping[str, Sequence[str]] | None, *, begins: bool) -> str:
    """The look-up for a run: as it is written, or another of its family."""
    kin = family(part)
    alternatives = [_as_written(part, begins=begins), _token(_FAMILY + kin[:LONGEST])]
    if forms is not None:
        alternatives += [_token(WORD + form[:LONGEST]) for form in forms.get(kin, ())]
    if kin != part and family(kin) == kin:
        alternatives.append(_token(WORD + kin))
    return " OR ".join(alternatives)


def _as_written(part: str, *, begins: bool) -> str:
    """The look-up for a run itself; Hangul longer than a token is looked for piece by piece."""
    if not is_hangul(part) or len(part) < SYLLABLES_FROM:
        return _token(WORD + part[:LONGEST], begins=begins)
    last = max(0, len(part) - LONGEST_HANGUL)
    starts = dict.fromkeys((*range(0, last, LONGEST_HANGUL), last))
    pieces = [part[start : start + LONGEST_HANGUL] for start in starts]
    inside = [_token(_HANGUL + piece, begins=True) for piece in pieces]
    first = f"({_token(WORD + pieces[0], begins=True)} OR {inside[0]})"
    return f"({' AND '.join([first, *inside[1:]])})"


def _fits(part: str) -> bool:
    """Whether the tokens for a part of a word hold all of it."""
    return len(part) <= LONGEST_HANGUL or not is_hangul(part)


def _compound(compound: str) -> str:
    return _COMPOUND + compound[:LONGEST].translate(_JOINER_TOKENS)


def _token(token: str, *, begins: bool = False) -> str:
    return f'"{token}" *' if begins else f'"{token}"'
