"""Memory Guard (SPEC section 9): secrets give way to placeholders that name their kind."""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count

from core.guard import named, tokens, vendors
from core.guard.spans import COVER, PLACEHOLDER, PLACEHOLDER_BEGINS, Span, placeholder, settled

__all__ = ["Cleaned", "as_kept", "clean", "is_plain_hash"]


@dataclass(frozen=True)
class Cleaned:
    """A text without its secrets, and how many of each kind were taken out."""

    text: str
    redacted: Mapping[str, int] = field(default_factory=dict)


_NAME = "(?:[A-ZА-ЯЁ]?[a-zа-яё]{1,20}|[가-힣]{1,10})"
_HARMLESS = re.compile(
    rf"[a-z/_-]{{0,24}}|[0-9A-F-]{{0,12}}|tg:\d{{1,12}}/\d{{1,12}}|{_NAME}(?: {_NAME}){{0,2}}"
)
"""Labels, names and our own ids, as most fields hold: not worth a closer look."""
_UNREADABLE = re.compile("[\0\ud800-\udfff]")
"""What the library stops at, and what has no place in UTF-8."""
_PLAIN_HASH = re.compile(r"(?i)(?:[a-z0-9-]{2,12}[:=-])?[0-9a-f]{7,128}|\d{4}-\d\d-\d\d[\d:.TZ+ -]{0,24}")


_FINE_PASSES = 3
"""Passes that take out secrets alone; then whole words go, or a text made for it would take a thousand."""


def is_plain_hash(text: str) -> bool:
    """Whether it is a hash, a commit's id or a date and nothing else: what revisions are named by."""
    return _PLAIN_HASH.fullmatch(text) is not None


def clean(text: str) -> Cleaned:
    """The text with a placeholder in place of each secret. To clean it again changes nothing."""
    if _HARMLESS.fullmatch(text):
        return Cleaned(text)
    redacted: Counter[str] = Counter()
    # What is left may be a secret only now: each pass takes out at least a character, so there is a last one.
    for number in count():
        found = _found(text)
        if number >= _FINE_PASSES:
            found = list(_whole_words(text, found))
        spans = list(settled(text, found)) if found else []
        if not spans:
            break
        redacted.update(span.kind for span in spans)
        text = _replaced(text, spans)
    return Cleaned(text, dict(redacted))


def _whole_words(text: str, spans: Iterable[Span]) -> Iterator[Span]:
    """The spans, each with the rest of the words that it touches."""
    edges = [0, *(edge for blank in re.finditer(r"\s+", text) for edge in blank.span()), len(text)]
    for start, end, kind in spans:
        begin = max(bisect_right(edges, start) - 1, 0)
        finish = min(bisect_left(edges, end), len(edges) - 1)
        yield Span(edges[begin], edges[finish], kind)


def as_kept(label: str) -> str:
    """A label as it was kept, without its secrets: by this name it is found again."""
    return clean(label).text


def _found(written: str) -> list[Span]:
    # Placeholders hold words such as "password:", which must not be read again.
    text = _UNREADABLE.sub(COVER, written)
    if PLACEHOLDER_BEGINS in text:
        text = PLACEHOLDER.sub(lambda held: COVER * len(held[0]), text)
    lowered = text.lower()
    if len(lowered) != len(text):
        # A capital İ becomes two characters, which would move all that follows.
        lowered = text.replace("İ", "I").lower()
    long = tokens.long_words(text)
    spans = [
        *tokens.find(text, lowered, long),
        *vendors.find(text, long),
        *named.find(text, lowered),
        *named.find_pairs(text, lowered),
    ]
    return [*spans, *_again(text, spans)] if spans else spans


def _again(text: str, spans: list[Span]) -> Iterator[Span]:
    """Other places of the same secrets: a text that tells a password may repeat it."""
    told = {text[span.start : span.end]: span.kind for span in spans}
    for secret, kind in told.items():
        if len(secret) < 8 or secret.isalpha():
            continue
        for match in re.finditer(re.escape(secret), text):
            yield Span(*match.span(), kind)


def _replaced(text: str, spans: list[Span]) -> str:
    parts, at = [], 0
    for span in spans:
        parts += [text[at : span.start], placeholder(span.kind)]
        at = span.end
    return "".join([*parts, text[at:]])
