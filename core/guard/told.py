"""Secrets that a sentence tells behind their name: "the password for the archive is X", "비밀번호는 X"."""

import re

from core.guard.called import OPENING, REACH, SHORTEST_KEY, Called, Value, is_mixed, opens_by_key, value_at
from core.guard.names import (
    ATTRIBUTES,
    BELONGING,
    CHANGED_TO,
    CHANGES,
    KEEPING,
    LINK_ENDS,
    LINKS,
    OTHERS,
    PARTICLES,
    TOPIC_ENDS,
    Name,
)
from core.guard.spans import COVER
from core.guard.values import Shape, is_made_up, is_strong, is_uuid

_WINDOW = 6
"""Words after a name in which a sentence may tell the secret."""
_SIGHT = 200
"""Characters after a name in which these words stand."""
_LONGEST_WORD = 15
"""Letters of a word that no sentence tells as a secret: not too many."""
_LETTERS = rf"[A-Za-zА-Яа-яЁё가-힣]{{1,{_LONGEST_WORD}}}+"
_CALM = (
    r"[^\S\n]{1,20}+"
    rf"(?:\(?{_LETTERS}(?:[-'’/]{_LETTERS}){{0,2}}\)?|\d{{1,3}}+(?:[-.:]\d{{1,3}}+){{0,3}}%?|[-–—=])"
)
"""A word that is no secret whatever stands before it."""
_CALM_WORD = rf"(?>{_CALM}[,;:]?)(?=\s|$)"
_CALM_WORDS = re.compile(rf"(?:[:：–—)](?=\s))?(?:{_CALM_WORD}){{0,{_WINDOW + 1}}}")
NOTHING_BEHIND = re.compile(
    rf"""
    [A-Za-z0-9_$]{{0,{REACH}}}+ (?:{PARTICLES.pattern})?
    (?: $ | [,;/&|\#*] | \.(?![\w.$-])                               # here the name ends
      | ["']? \s? [=:] \s? ["']? {COVER}                             # its secret was taken out before
      | (?: [:：](?=[^\S\n]{{1,20}}{_LETTERS}[^\S\n]) | [–—)](?=\s) )? (?!\s*[=(\[-])
        (?: (?:{_CALM_WORD}){{0,{_WINDOW}}} {_CALM}[.!?](?=\s|$)       # calm words to the end of a sentence
          | (?:{_CALM_WORD}){{{_WINDOW + 1}}} ) )                      # or as far as one would look
    """,
    re.VERBOSE,
)
"""What most often stands behind a name, and tells nothing."""
_GOES_ON = re.compile(r"[^\S\n]|[:：](?=\s)|[–—)]|\s{1,4}\S+\s*?(?:\n|$)")
"""How a sentence may go on behind a name; on the next line only with one word that stands there alone."""
_NEXT_WORD = re.compile(r"(\s*)(\S+)")
_AROUND_WORDS = "\"'`.,;:!?()«»"


def told(text: str, at: int, tried: int, called: Called) -> Value | None:
    """The secret that a sentence tells after its name: behind "is", a colon, or right away.

    What stands at the place that was tried is none.
    """
    if _GOES_ON.match(text, at) is None:
        return None
    if text.startswith("\n", at) and any(map(str.isdigit, called.identifier)):
        return None
    end = at + _SIGHT
    said: list[str] = []
    while len(said) <= _WINDOW:
        passed = len(said)
        if (calm := _CALM_WORDS.match(text, at, end)) is not None:
            said += calm[0].split()
            at = calm.end()
        word = _NEXT_WORD.match(text, at, end)
        if word is None or len(said) > _WINDOW or COVER in word[2]:
            return None
        if passed < 2 and not ATTRIBUTES.isdisjoint(map(_plain, [*said[:2], word[2]][passed:2])):
            return None
        if "\n" in word[1] and said and not _is_linked(said):
            return None
        value = _told_by(text, word, said, called) if word.start(2) != tried else None
        if value is not None:
            return value
        if word[2][-1] in ".!?。":
            return None
        said.append(word[2])
        at = word.end()
    return None


def _told_by(text: str, word: re.Match[str], said: list[str], called: Called) -> Value | None:
    """The secret that a word of a sentence tells, by those said before it."""
    if not _may_be_told(word[2], called):
        return None
    linked = _is_linked(said)
    near = not said or (len(said) < 4 and said[0].lower() in BELONGING)
    if called.is_vague and not (linked or near):
        return None
    value = value_at(text, word.start(2))
    is_told = _is_told(value, called, said[-1] if said else "", linked=linked, near=near)
    return value if is_told and not _is_link(word[2]) else None


def _may_be_told(word: str, called: Called) -> bool:
    """Whether it is worth a closer look at a word."""
    if word.startswith("--") or (called.name is Name.KEY and len(word) < SHORTEST_KEY):
        return False
    plain = word.strip(_AROUND_WORDS)
    if plain.isalpha():
        return len(plain) > _LONGEST_WORD or word[0] in OPENING
    return len(plain) > 3 and (called.name is Name.PASSWORD or not plain.isdigit())


def _plain(word: str) -> str:
    return word.strip(_AROUND_WORDS).lower()


def _is_link(word: str) -> bool:
    """Whether a secret is told behind the word."""
    return (word.endswith(LINK_ENDS) or _plain(word) in LINKS or word in LINKS) and not is_mixed(word)


def _is_linked(said: list[str]) -> bool:
    """Whether these words lead to a secret: with a link at their end, "such as" or "now" behind it."""
    if len(said) > 1 and said[-1] in CHANGED_TO and said[-2].lower().startswith(CHANGES):
        return True
    for word in reversed(said):
        if word.endswith(TOPIC_ENDS) or _is_link(word):
            return True
        if _plain(word) not in KEEPING:
            return False
    return False


def _is_told(value: Value, called: Called, before: str, *, linked: bool, near: bool) -> bool:
    """Whether a word of a sentence is the secret that it speaks of."""
    if " " in value.text:
        return linked and _is_phrase(value, called)
    shape = value.shape
    if shape is Shape.NONE or (OTHERS.search(before) and not is_strong(value.text)):
        return False
    if called.is_code:
        return near and (shape is Shape.RANDOM or (value.is_quoted and shape is Shape.MIXED))
    if called.name is Name.KEY or called.is_plural:
        return (linked and opens_by_key(value, shape)) or (
            near and shape is Shape.RANDOM and not is_uuid(value.text)
        )
    match shape:
        case Shape.RANDOM:
            return linked or near or called.name is Name.SECRET or not is_uuid(value.text)
        case Shape.MIXED if linked or value.is_quoted:
            return len(value.text) >= 5
        case Shape.MIXED:
            enough = len(value.text) >= 10 or near or called.name is Name.PASSWORD
            return len(value.text) >= 6 and is_mixed(value.text) and enough
        case _:
            return called.name is Name.PASSWORD and _is_plain_password(value, linked=linked, near=near)


def _is_plain_password(value: Value, *, linked: bool, near: bool) -> bool:
    if is_made_up(value.text):
        return linked or (near and value.text != value.text.lower())
    if value.text.isdigit():
        return linked or near
    return value.is_quoted and (linked or near) and value.text.isascii() and len(value.text) >= 6


PHRASE = re.compile(r"[a-z]{2,12}(?:[-_. ][a-z]{2,12}){3,8}$")


def _is_phrase(value: Value, called: Called) -> bool:
    """Whether quoted words are a passphrase."""
    return (
        called.name is Name.PASSWORD
        and "phrase" in called.identifier.lower()
        and PHRASE.match(value.text) is not None
    )
