"""Secrets that a sentence tells behind their name: "the password for the archive is X", "비밀번호는 X"."""

import re

from core.guard import codes
from core.guard.behind import AROUND_WORDS, GOES_ON, LONGEST_WORD, NEWS
from core.guard.called import OPENING, SHORTEST_KEY, Called, Value, is_mixed, opens_by_key, value_at
from core.guard.names import (
    ATTRIBUTES,
    BELONGING,
    BELOW,
    CHANGED_TO,
    CHANGES,
    CLAUSE_ENDS,
    INSIDE,
    INSIDE_ENDS,
    KEEPING,
    LINK_ENDS,
    LINKS,
    NUMBER_ENDS,
    OTHERS,
    TOPIC_ENDS,
    Name,
)
from core.guard.once import once
from core.guard.spans import COVER
from core.guard.values import (
    Shape,
    counts,
    has_cases,
    is_made_up,
    is_number,
    is_numbered_name,
    is_strong,
    is_ticket,
    is_uuid,
)

_LEADS = frozenset((*TOPIC_ENDS, "s"))
"""What ends a particle or a short "is", behind which the secret stands."""
_WINDOW = 8
"""Words after a name in which a sentence may tell the secret."""
_SIGHT = 200
"""Characters after a name in which these words stand."""


def told(text: str, at: int, tried: int, called: Called) -> Value | None:
    """The secret that a sentence tells after its name: behind "is", a colon, or right away.

    What stands at the place that was tried is none.
    """
    if GOES_ON.match(text, at) is None:
        return None
    if text.startswith("\n", at) and any(map(str.isdigit, called.identifier)):
        return None
    leads = at > called.end and text[at - 1] in _LEADS
    at += text.startswith(" (", at) and 2
    aside = text.startswith(",", at)
    at += aside
    said: list[str] = []
    for word in text[at : at + _SIGHT].split(maxsplit=_WINDOW + 1)[: _WINDOW + 1]:
        start = text.index(word, at)
        # What was taken out tells nothing, and what a secret has is none.
        if COVER in word or (len(said) < 2 and _is_attribute(word) and not _TO.match(text, start)):
            return None
        if said:
            leads = text.find("\n", at, start) >= 0
            if leads and not (_is_linked(said) or any(map(_points_below, said))):
                return None
        if _may_be_told(word, called.name) and start != tried:
            value = _told_by(text, start, said, called, leads=leads, aside=aside)
            if value is not None and not _is_link(word):
                return value
        # What the next sentence tells must be told plainly.
        if word[-1] in ".!?。" and not (aside := _NEWS.match(text, start + len(word)) is not None):
            return None
        said.append(word)
        at = start + len(word)
    return None


def _told_by(
    text: str, at: int, said: list[str], called: Called, *, leads: bool, aside: bool
) -> Value | None:
    """The secret that a word of a sentence tells, by those said before it, or by what `leads` to it."""
    near = not aside and (
        not said
        or (len(said) < 4 and said[0].lower() in BELONGING)
        or (len(said) == 1 and called.name is Name.API_KEY)
        or _is_of_login(called, said)
    )
    if text[at].isdigit() and (code := codes.in_groups(text, at, called)) is not None:
        return code if leads or near or _is_linked(said) else None
    value = value_at(text, at)
    shape = value.shape
    if shape is Shape.NONE and " " not in value.text:
        return None
    if called.is_plural and called.name is Name.PASSWORD and _is_listed(value, said):
        return value
    if called.is_vague and not near and not _is_linked(said):
        return None
    linked = leads or _is_linked(said) or _is_handed(text, value, said, called)
    # A year and a count have no more digits.
    if len(value.text) == _DIGITS and near and value.text.isdigit():
        near = _NUMBER_ENDS.match(text, value.end) is not None
    before = said[-1] if said else ""
    # Behind "for" a host or a build is named, not its secret.
    if before.lower() in BELONGING and not linked and not is_strong(value.text) and shape < Shape.RANDOM:
        return None
    # Behind a comma the sentence may go on about something else.
    if (aside and not linked) or _goes_on_otherwise(text, value, shape, before):
        return None
    return value if _is_told(value, shape, called, before, linked=linked, near=near) else None


def _goes_on_otherwise(text: str, value: Value, shape: Shape, before: str) -> bool:
    """Whether what stands behind a word makes it a count, a task or a place where the secret is kept."""
    if shape < Shape.RANDOM and (before in INSIDE or text.startswith(INSIDE_ENDS, value.end)):
        return True
    if value.text.isdigit():
        return counts(text, value.start, value.end)
    behind = _NEXT_WORD.match(text, value.end) if is_ticket(value.text) else None
    return behind is not None and _is_another(behind[1])


def _is_listed(value: Value, said: list[str]) -> bool:
    """Whether it is the first of a list: "the passwords: bob X, ann Y"."""
    is_password = is_made_up(value.text) and is_strong(value.text) and not is_numbered_name(value.text)
    return is_password and any(word.endswith(":") for word in said)


def _is_of_login(called: Called, said: list[str]) -> bool:
    """Whether the name is of a login and its password, and the login was said: "creds: bob X"."""
    is_login = len(said) > 0 and said[-1].isascii() and said[-1].lower() not in ("see", "ask", "at")
    return is_login and called.identifier.lower().startswith("cred") and said[:-1] in ([], [":"])


_DIGITS = 4
_NUMBER_ENDS = re.compile(NUMBER_ENDS)
_TO = re.compile(r"(?:re)?set to ")
"""What leads to a secret, of what it has besides: "the password is set to X"."""
_NEWS = re.compile(NEWS)
_NEXT_WORD = re.compile(r"[^\S\n](\S{1,20})")
_OF_CODES = re.compile(r"(?i)cod|код|코드|번호|otp|pin|пин")
_CLAUSE_ENDS = re.compile(CLAUSE_ENDS)
_NOT = frozenset(("не", "нет", "not", "no", "안", "못", "без"))


def _is_handed(text: str, value: Value, said: list[str], called: Called) -> bool:
    """Whether what ends a clause behind a comma is what was spoken of: "the code has come, 4821"."""
    if not said or not said[-1].endswith(",") or called.name is not Name.PASSWORD:
        return False
    is_code = value.text.isdigit() and _OF_CODES.search(called.identifier) is not None
    return (
        (is_code or (is_made_up(value.text) and is_strong(value.text)))
        and _NOT.isdisjoint(map(str.lower, said))
        and not any(word.lower().endswith("n't") for word in said)
        and _CLAUSE_ENDS.match(text, value.end) is not None
    )


_FIELD = re.compile(r"[a-z_]{2,20}=[^=]")
"""What a log says beside its message: `user=ann`."""


def _is_field(word: str) -> bool:
    return "=" in word and _FIELD.match(word) is not None


@once
def _may_be_told(word: str, name: Name) -> bool:
    """Whether it is worth a closer look at a word."""
    if word.startswith("--") or (name is Name.KEY and len(word) < SHORTEST_KEY):
        return False
    plain = word.strip(AROUND_WORDS)
    if plain.isalpha():
        return len(plain) > LONGEST_WORD or word[0] in OPENING
    if plain.isdigit() and name is Name.PASSWORD:
        # It may be followed by more of a code.
        return len(plain) > 2
    return len(plain) > 3 and (name is Name.PASSWORD or not plain.isdigit()) and not _is_field(word)


def _plain(word: str) -> str:
    return word.strip(AROUND_WORDS).lower()


@once
def _is_attribute(word: str) -> bool:
    """Whether a secret has it, as "length", so that its value is none."""
    return _plain(word) in ATTRIBUTES


@once
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


@once
def _points_below(word: str) -> bool:
    """Whether the word says that the secret stands on the next line."""
    return word.lower().startswith(BELOW)


@once
def _is_another(word: str) -> bool:
    """Whether the value behind a word looks as random as a secret does, or as a login."""
    return OTHERS.search(word) is not None


def _is_told(value: Value, shape: Shape, called: Called, before: str, *, linked: bool, near: bool) -> bool:
    """Whether a word of a sentence is the secret that it speaks of."""
    if " " in value.text:
        return linked and _is_phrase(value, called)
    if shape is Shape.NONE or (_is_another(before) and (is_ticket(value.text) or not is_strong(value.text))):
        return False
    if called.is_code:
        return (near and value.is_quoted and shape is Shape.MIXED) or (
            (near or linked) and shape is Shape.RANDOM
        )
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
            mixed = is_mixed(value.text) or (near and has_cases(value.text) and is_strong(value.text))
            return len(value.text) >= 6 and mixed and enough
        case _:
            return called.name is Name.PASSWORD and _is_plain_password(
                value, called, linked=linked, near=near
            )


def _is_plain_password(value: Value, called: Called, *, linked: bool, near: bool) -> bool:
    if is_made_up(value.text):
        is_meant = value.is_quoted or value.text != value.text.lower() or _is_of_phrase(called)
        return linked or (near and is_meant and not is_ticket(value.text))
    if is_number(value.text):
        return linked or near
    return value.is_quoted and (linked or near) and value.text.isascii() and len(value.text) >= 6


PHRASE = re.compile(r"[a-z]{2,12}(?:[-_. ][a-z]{2,12}){3,8}$")
QUOTED_PHRASE = re.compile(r"[A-Za-z]{2,12}(?:[-_., ]{1,2}(?:[A-Za-z]{2,12}|\d{1,6})){2,8}$")


def _is_of_phrase(called: Called) -> bool:
    return "phrase" in called.identifier.lower()


def _is_phrase(value: Value, called: Called) -> bool:
    """Whether quoted words are a passphrase."""
    return (
        called.name is Name.PASSWORD and _is_of_phrase(called) and QUOTED_PHRASE.match(value.text) is not None
    )
