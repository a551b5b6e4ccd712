"""Stretches of a text that are to go, and what stands in their place."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

PLACEHOLDER_BEGINS = "[secret:"
PLACEHOLDER = re.compile(rf"{re.escape(PLACEHOLDER_BEGINS)}[a-z0-9-]{{1,40}}\]")
"""What stands in a secret's place (SPEC section 9)."""
COVER = "\x02"
"""What covers a placeholder while secrets are looked for: a character that is part of none."""


class Span(NamedTuple):
    """From one character up to another, and the kind of secret that stands there."""

    start: int
    end: int
    kind: str


def placeholder(kind: str) -> str:
    """What stands in the place of a secret of that kind, as `[secret:github-token]`."""
    return f"[secret:{kind}]"


def places(text: str, part: str) -> Iterator[int]:
    """Where a part of a text stands in it, each time."""
    at = text.find(part)
    while at >= 0:
        yield at
        at = text.find(part, at + len(part))


def covered(text: str, spans: Iterable[Span]) -> str:
    """The text with `COVER` over these spans, and all else where it was."""
    parts, at = [], 0
    for start, end, _ in sorted(spans):
        parts += [text[at:start], COVER * (end - max(at, start))]
        at = max(at, end)
    return "".join([*parts, text[at:]])


def settled(text: str, found: Iterable[Span]) -> Iterator[Span]:
    """The spans in order and apart: of those that touch the first in the list names the kind.

    None lies inside a placeholder, and none ends in the middle of one.
    """
    spans = list(found)
    if PLACEHOLDER_BEGINS in text:
        spans = [widened for span in spans if (widened := _around_placeholders(text, span)) is not None]
    ranks = {span: rank for rank, span in reversed(list(enumerate(spans)))}
    open_span: Span | None = None
    for span in sorted(ranks):
        if open_span is None:
            open_span = span
        elif span.start < open_span.end:
            kind = min(open_span, span, key=lambda one: ranks[one]).kind
            merged = Span(open_span.start, max(open_span.end, span.end), kind)
            ranks.setdefault(merged, min(ranks[open_span], ranks[span]))
            open_span = merged
        else:
            yield open_span
            open_span = span
    if open_span is not None:
        yield open_span


def _around_placeholders(text: str, span: Span) -> Span | None:
    """The span, with all of each placeholder that it touches; None where it is but part of one."""
    start, end = span.start, span.end
    for held in PLACEHOLDER.finditer(text, max(0, start - 50), min(len(text), end + 50)):
        if held.start() <= span.start and span.end <= held.end():
            return None
        if held.start() < span.end and span.start < held.end():
            start, end = min(start, held.start()), max(end, held.end())
    return Span(start, end, span.kind)
