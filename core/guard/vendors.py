"""Vendors' keys, as the library Betterleaks knows them (https://github.com/betterleaks/betterleaks)."""

import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any

from core.guard.spans import Span

_RULES = Path(__file__).with_name("betterleaks.toml")
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
        library.scan_string("", str(_RULES))
    except (ImportError, OSError):
        return None
    except Exception as error:
        if type(error).__name__ != "BetterleaksError":
            raise
        return None
    return partial(library.scan_string, config_path=str(_RULES))


def is_available() -> bool:
    """Whether the library is there."""
    return _scanner() is not None


def find(text: str) -> Iterator[Span]:
    """Where the library sees a secret."""
    scan = _scanner()
    if scan is None:
        return
    for found in scan(text):
        rule = found.rule_id.partition(".")[0]
        if _HARMLESS.search(rule) and rule not in _STILL_SECRET:
            continue
        yield from _places(text, found.match.full, found.secret, kind_of(rule))


def _places(text: str, whole: str, secret: str, kind: str) -> Iterator[Span]:
    """Each place of a match; the library's own columns count bytes and are not exact."""
    within = whole.find(secret)
    if not secret or within < 0:
        return
    at = text.find(whole)
    while at >= 0:
        yield Span(at + within, at + within + len(secret), kind)
        at = text.find(whole, at + len(whole))
