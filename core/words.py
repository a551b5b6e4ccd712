"""Words, their forms, and when a word of a query occurs in a record (SPEC section 4, points 1 to 3).

Everything here is pure. The stored index must agree with `Term.occurs_in` to the last record; a property
test holds the two together.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from core.forms import english, korean, russian

RULES_VERSION = 10
"""Raise it whenever anything in this module, in `core.forms` or its dictionary, or in the tokens of the
index, changes: the index is rebuilt."""

BEGINNING_FROM = 5
"""A word of a query counts as a beginning from this many letters and digits on; joiners are neither."""
SYLLABLES_FROM = 2
"""A Hangul word of a query is looked for inside words from this many syllables on."""
INFLECTED_UP_TO = 64
"""Longer words are no words of a language: they have no other forms, and memory is not spent on them."""

JOINERS = "-_./:@#+"
_RUN = r"[^\W_]+"
_WORD = re.compile(_RUN)
_COMPOUND = re.compile(f"{_RUN}(?:[{re.escape(JOINERS)}]+{_RUN})*")
_UNSEEN = (
    "\u00ad\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufe00-\ufe0f\ufeff"
    "\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a"
    "\u064b-\u065f\u0670\u1ab0-\u1ace\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f"
)
"""Characters of a word that change nothing: invisible ones, as soft hyphens, which NFKC_Casefold drops too
(https://www.unicode.org/reports/tr44/#NFKC_Casefold); and marks that make no letter with the one before them,
as that of stress, Hebrew points and Arabic vowels."""
_DROPPED = re.compile(f"[{_UNSEEN}]+")
# A run before normalisation, where marks may still stand beside their letters: `й` as `и` and a breve.
_RUN_AS_WRITTEN = re.compile(rf"(?:[^\W_][{_UNSEEN}\u3099\u309a]*)+")
_HANGUL = re.compile("[가-힣]+")
_CYRILLIC = re.compile("[а-я]+")
_BEFORE_HANGUL = re.compile("(.*[^가-힣])([가-힣]+)")


def normalise(text: str) -> str:
    """NFKC, case-folded, `ё` as `е`, without what nobody sees or writes; composed again after folding, which
    can take letters apart."""
    if text.isascii():
        return text.lower()
    normal = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold()).replace("ё", "е")
    bare = _DROPPED.sub("", normal)
    # What stood apart before may be one letter now.
    return normal if bare == normal else normalise(bare)


def runs(text: str) -> list[str]:
    """The runs of letters and digits in a text, normalised, in their order."""
    return _WORD.findall(normalise(text))


def family(word: str) -> str:
    """What all forms of a normalised word have in common (`core.forms`); itself in other languages."""
    return word if len(word) > INFLECTED_UP_TO else _family(word)


@lru_cache(maxsize=1 << 15)
def _family(word: str) -> str:
    if word.isascii():
        return english.family(word) if word.isalpha() else word
    if _CYRILLIC.fullmatch(word):
        return russian.family(word)
    if is_hangul(word):
        return korean.family(word)
    if mixed := _BEFORE_HANGUL.fullmatch(word):
        noun = korean.noun_of(mixed[2])
        return mixed[1] + noun if noun else family(mixed[1])
    return word


def forget_families() -> None:
    """Forget which families are known, to measure how long it takes to find them."""
    _family.cache_clear()


def is_hangul(word: str) -> bool:
    """Whether a word is written in composed Hangul syllables alone."""
    return _HANGUL.fullmatch(word) is not None


def hangul_runs(word: str) -> list[str]:
    """The stretches of Hangul syllables in a word."""
    return [] if word.isascii() else _HANGUL.findall(word)


@dataclass(frozen=True)
class RecordWords:
    """The words of one record: single runs, and the chains that joiners make of them."""

    runs: frozenset[str]
    compounds: frozenset[str]

    @classmethod
    def of(cls, *texts: str) -> "RecordWords":
        """Read the words of a record's content and source."""
        # As one: what stands between them neither is part of a word nor joins two.
        normal = normalise("\n".join(texts))
        pieces = normal.split()
        # Most words stand between blanks alone, and to ask whether they do is quicker than to search them.
        others = " ".join([piece for piece in pieces if not piece.isalnum()])
        runs = frozenset((*filter(str.isalnum, pieces), *_WORD.findall(others)))
        is_joined = any(map(others.__contains__, JOINERS))
        return cls(runs, frozenset(_COMPOUND.findall(others)) - runs if is_joined else frozenset())


@dataclass(frozen=True)
class Word:
    """One word of a query; `parts` are its runs, more than one where joiners hold it together."""

    whole: str
    parts: tuple[str, ...]
    typing: bool = False
    """Whether someone may still be typing it, so that it counts as a beginning at any length."""

    @property
    def is_compound(self) -> bool:
        """Whether joiners hold it together."""
        return len(self.parts) > 1

    @property
    def family(self) -> tuple[str, ...]:
        """The families of its parts: words of one family count once."""
        return tuple(family(part) for part in self.parts)

    def part_begins(self, index: int) -> bool:
        """Whether the part counts as a beginning of a word in a record."""
        part = self.parts[index]
        if self.typing and index == len(self.parts) - 1:
            return True
        return len(part) >= BEGINNING_FROM and not is_hangul(part)

    @property
    def whole_begins(self) -> bool:
        """Whether the whole compound counts as a beginning of a compound in a record."""
        return self.is_compound and (self.typing or sum(map(len, self.parts)) >= BEGINNING_FROM)

    def occurs_in(self, record: RecordWords) -> bool:
        """Whether the whole occurs in the record, or all parts do (SPEC section 4, points 1 and 2)."""
        if self.whole in record.compounds:
            return True
        if self.whole_begins and any(chain.startswith(self.whole) for chain in record.compounds):
            return True
        return all(self._part_occurs(index, record.runs) for index in range(len(self.parts)))

    def _part_occurs(self, index: int, runs: frozenset[str]) -> bool:
        part = self.parts[index]
        if part in runs:
            return True
        kin = family(part)
        begins = self.part_begins(index)
        inside = is_hangul(part) and len(part) >= SYLLABLES_FROM
        return any(
            family(run) == kin or (begins and run.startswith(part)) or (inside and part in run)
            for run in runs
        )


@dataclass(frozen=True)
class Term:
    """The words of a query that are forms of one another; a term counts once in the score."""

    words: tuple[Word, ...]

    def occurs_in(self, record: RecordWords) -> bool:
        """Whether any of its words occurs in the record."""
        return any(word.occurs_in(record) for word in self.words)


def query_words(text: str, *, typing: bool = False) -> list[Word]:
    """The words of a query in their order; with `typing`, the last may be unfinished."""
    normal = normalise(text)
    chains = _COMPOUND.findall(normal)
    unfinished = typing and normal[-1:].isalnum()
    return [
        Word(chain, tuple(_WORD.findall(chain)), unfinished and number == len(chains))
        for number, chain in enumerate(chains, 1)
    ]


def terms(words: Iterable[Word]) -> tuple[Term, ...]:
    """Put the words of one family together, in the order of their first appearance."""
    groups: dict[tuple[str, ...], dict[Word, None]] = {}
    for word in words:
        groups.setdefault(word.family, {})[word] = None
    return tuple(Term(tuple(group)) for group in groups.values())


def matched_spans(text: str, query: Iterable[Term]) -> Iterator[tuple[int, int]]:
    """Where words of the query stand in a text as written: pairs of start and end, for showing them bold."""
    sought = tuple(
        Word(part, (part,), word.typing and number == len(word.parts))
        for term in query
        for word in term.words
        for number, part in enumerate(word.parts, 1)
    )
    for found in _RUN_AS_WRITTEN.finditer(text):
        words = RecordWords.of(found.group())
        if any(word.occurs_in(words) for word in sought):
            yield found.span()
