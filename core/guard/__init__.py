"""Memory Guard (SPEC section 9): secrets give way to placeholders that name their kind."""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count

from core.guard import named, tokens, vendors
from core.guard.names import beginnings
from core.guard.once import forget
from core.guard.spans import (
    COVER,
    PLACEHOLDER,
    PLACEHOLDER_BEGINS,
    Span,
    covered,
    placeholder,
    places,
    settled,
)

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
_SENTENCES = re.compile(
    r"(?:(?:[A-ZА-ЯЁ]?[a-zа-яё]{0,24}+[가-힣]{0,24}+(?:-[a-zа-яё가-힣]{1,12}+)?"
    r"|(?:19|20)\d\d(?! \d)|\d{1,3}+)"
    r"[,.!?;)»…]{0,3}+(?:[ \n–—(«]{1,4}+|$))++"
)
"""Words of letters, small numbers, years and punctuation, as most messages are: a secret shows in them only
beside its name."""
_GOES_ON = frozenset("_-")
"""Signs that a key may have in it: behind what our own rules take there may be more of it."""
_PLAIN_HASH = re.compile(r"(?i)(?:[a-z0-9-]{2,12}[:=-])?[0-9a-f]{7,128}|\d{4}-\d\d-\d\d[\d:.TZ+ -]{0,24}")


_SHORTEST_KEY = 120
"""Characters above which the library ends a private key where we do."""
_BLANK = re.compile(r"\s")
_SIGHT = 350
"""Characters around a secret that any rule looks at."""
_FINE_PASSES = 3
"""Passes that take out secrets alone; then whole words go, or a text made for it would take a thousand."""


def is_plain_hash(text: str) -> bool:
    """Whether it is a hash, a commit's id or a date and nothing else: what revisions are named by."""
    return _PLAIN_HASH.fullmatch(text) is not None


def clean(text: str) -> Cleaned:
    """The text with a placeholder in place of each secret. To clean it again changes nothing."""
    if _HARMLESS.fullmatch(text) or _is_plain(text):
        return Cleaned(text)
    try:
        return _cleaned(text)
    finally:
        forget()


def _is_plain(text: str) -> bool:
    """Whether there are but sentences in which nothing is called a secret."""
    if _SENTENCES.fullmatch(text) is None:
        return False
    lowered = text.lower()
    return next(beginnings(lowered), None) is None and not tokens.are_spoken_of(lowered)


def _cleaned(text: str) -> Cleaned:
    redacted: Counter[str] = Counter()
    found = _found(text)
    # What is left may be a secret only now: each pass takes out at least a character, so there is a last one.
    for number in count():
        if found:
            found += _again(text, found)
        if number >= _FINE_PASSES:
            found = list(_whole_words(text, found))
        spans = list(settled(text, found))
        if not spans:
            break
        redacted.update(span.kind for span in spans)
        text, changed = _replaced(text, spans)
        found = _found_near(text, changed)
    return Cleaned(text, dict(redacted))


def _found_near(text: str, changed: list[Span]) -> list[Span]:
    """What is found where something changed: elsewhere nothing new can be."""
    found: list[Span] = []
    for group in _groups(changed):
        core = range(group[0].start - _SIGHT, group[-1].end + _SIGHT)
        # A word that is cut in two might be half a secret.
        begin = max(text.rfind(blank, 0, max(0, core.start - _SIGHT)) for blank in " \n") + 1
        end = next((blank.start() for blank in _BLANK.finditer(text, core.stop + _SIGHT)), len(text))
        for span in _found(text[begin:end]):
            moved = Span(span.start + begin, span.end + begin, span.kind)
            if moved.start < core.stop and core.start < moved.end:
                found.append(moved)
    return found


def _groups(spans: list[Span]) -> Iterator[list[Span]]:
    """The spans by their places: groups that lie so far apart that no rule sees two of them."""
    group = spans[:1]
    for span in spans[1:]:
        if span.start - group[-1].end > 4 * _SIGHT:
            yield group
            group = []
        group.append(span)
    yield group


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
    text = written
    if PLACEHOLDER_BEGINS in text:
        text = PLACEHOLDER.sub(lambda held: COVER * len(held[0]), text)
    lowered = text.lower()
    if len(lowered) != len(text):
        # A capital İ becomes two characters, which would move all that follows.
        lowered = text.replace("İ", "I").lower()
    long = tokens.long_words(text)
    words, others = list(tokens.find_words(text, long)), list(tokens.find(text, lowered))
    words += tokens.find_aws_secrets(text, words)
    # The library takes its time over each that it finds: it is not asked for what is found already.
    certain = [span for span in words if text[span.end : span.end + 1] not in _GOES_ON]
    certain += [span for span in others if _is_whole_key(text, span)]
    spans = [*words, *others, *vendors.find(covered(text, certain), long)]
    return [*spans, *named.find(text, lowered), *named.find_pairs(text, lowered)]


def _is_whole_key(text: str, span: Span) -> bool:
    """Whether it is a private key from its first line to its last."""
    begins = text.startswith("-----BEGIN ", span.start)
    return begins and text.endswith("-----", span.start, span.end) and span.end - span.start > _SHORTEST_KEY


def _again(text: str, spans: list[Span]) -> list[Span]:
    """Other places of the same secrets: a text that tells a password may repeat it."""
    told = {text[span.start : span.end]: span for span in spans}
    return [
        Span(at, at + len(secret), span.kind)
        for secret, span in told.items()
        if len(secret) >= 8 and not secret.isalpha() and text.count(secret) > 1
        for at in places(text, secret)
        if at != span.start
    ]


def _replaced(text: str, spans: list[Span]) -> tuple[str, list[Span]]:
    """The text with placeholders in place of the spans, and where these stand then."""
    parts, changed = [], []
    at = length = 0
    for start, end, kind in spans:
        held = placeholder(kind)
        parts += [text[at:start], held]
        length += start - at + len(held)
        changed.append(Span(length - len(held), length, kind))
        at = end
    return "".join([*parts, text[at:]]), changed
