"""Vendors' keys, as the library Betterleaks knows them (https://github.com/betterleaks/betterleaks)."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from core.guard.spans import COVER, Span, places

_RULES = Path(__file__).with_name("betterleaks.toml")
_UNREADABLE = re.compile("[\0\ud800-\udfff]")
"""What the library stops at, and what has no place in UTF-8."""
_HARMLESS = re.compile(r"-(?:username|host|domain|name|address|tenant-id|account-id|pub(?:lic)?-key|url)$")
"""What belongs to a key and opens nothing by itself."""
_STILL_SECRET = ("sidekiq-sensitive-url", "slack-webhook-url")
_KINDS = {
    "telegram-bot-api-token": "telegram-bot-token",
    "jwt-base64": "jwt",
}
_FAMILIES = ("github", "gitlab", "slack", "yandex", "huggingface", "discord", "stripe")
"""Vendors whose keys go by one name each."""


def kind_of(rule: str) -> str:
    """The kind that a rule of the library stands for."""
    rule = rule.partition(".")[0]
    if (kind := _KINDS.get(rule)) is not None:
        return kind
    vendor = rule.partition("-")[0]
    return f"{vendor}-token" if vendor in _FAMILIES else rule


@cache
def _scanner() -> Callable[[str], list[Any]] | None:
    """The library's search; None on machines that it is not built for."""
    try:
        library = import_module("betterleaks")
    except ImportError:
        return None

    def scan(text: str) -> list[Any]:
        try:
            found: list[Any] = library.scan_string(text, config_path=str(_RULES))
        except library.BetterleaksError:
            # A message must not be lost because of it; our own rules have looked at the text too.
            return []
        return found

    try:
        scan("")
    except OSError:
        return None
    return scan


def is_available() -> bool:
    """Whether the library is there."""
    return _scanner() is not None


_SHORTEST = 14
"""Characters that a word has which holds a vendor's key, at least."""


def find(text: str, long: list[str]) -> Iterator[Span]:
    """Where the library sees a secret in a text whose long words are given (`tokens.long_words`).

    It is not loaded, nor asked, before there is a word for it.
    """
    if not any(len(word) >= _SHORTEST and not word.isalpha() for word in long):
        return
    scan = _scanner()
    if scan is None:
        return
    text = _UNREADABLE.sub(COVER, text)
    # One text may be found a thousand times; all its places are told by the first time.
    for whole, secret, rule in dict.fromkeys(
        (found.match.full, found.secret, found.rule_id.partition(".")[0]) for found in scan(text)
    ):
        if not _HARMLESS.search(rule) or rule in _STILL_SECRET:
            yield from _places(text, whole, secret, kind_of(rule))


def _places(text: str, whole: str, secret: str, kind: str) -> Iterator[Span]:
    """Each place of a match; the library's own columns count bytes and are not exact."""
    within = whole.find(secret)
    if not secret or within < 0:
        return
    for at in places(text, whole):
        yield Span(at + within, at + within + len(secret), kind)
