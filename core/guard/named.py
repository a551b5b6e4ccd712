"""Secrets that are called by their name: `password = X`, `key: X`, "пароль от стенда X", "비밀번호는 X"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from string import ascii_letters, digits

from core.guard.names import (
    ABOUT,
    ABOUT_STEMS,
    ATTRIBUTES,
    BELONGING,
    FILLERS,
    HINTS,
    KEEPING,
    LINK_ENDS,
    LINKS,
    NAMES,
    OTHERS,
    PARTICLES,
    PLURAL,
    TOPIC_ENDS,
    Name,
    name_of,
)
from core.guard.spans import COVER, Span
from core.guard.values import (
    Shape,
    any_of,
    is_common,
    is_made_up,
    is_stand_in,
    is_strong,
    is_uuid,
    shape_of,
    trimmed,
    words,
)

LONGEST = 4096
"""Characters that a value may have."""
_WINDOW = 6
"""Words after a name in which a sentence may tell the secret."""
_REACH = 40
"""Characters of an identifier on either side of a name."""


@dataclass(frozen=True)
class _Called:
    """A name in a text, with the identifier that it is part of."""

    name: Name
    start: int
    end: int
    identifier: str
    is_plural: bool

    @property
    def is_code(self) -> bool:
        """Whether it is no word of a sentence."""
        return "_" in self.identifier


@dataclass(frozen=True)
class _Value:
    """What stands where a secret might, without its quotes."""

    start: int
    end: int
    text: str
    is_quoted: bool

    @cached_property
    def shape(self) -> Shape:
        """How much it looks like a secret."""
        return shape_of(self.text)


_HINTS = any_of(HINTS)


def find(text: str, lowered: str) -> Iterator[Span]:
    """Where a secret stands beside its name."""
    if _HINTS.search(lowered) is None:
        return
    behind = 0
    for match in NAMES.finditer(lowered):
        if match.start() < behind:
            continue
        name = name_of(text, match)
        if name is None:
            continue
        start, end = _identifier(text, match)
        if _is_part(text, match, start, end) or _is_about(lowered[max(0, start - 24) : start]):
            continue
        called = _Called(name, start, end, text[start:end], PLURAL.search(match[0]) is not None)
        behind = end
        value = _before(text, called) or _behind(text, called)
        if value is not None:
            behind = max(behind, value.end)
            yield Span(value.start, value.end, called.name.value)


_SIDE_BY_SIDE = re.compile(r"(?<=\w)(?:\s[/|]\s|:)(?P<secret>[^\s/|:]\S{4,})")
_LOGINS = (
    *("login", "logon", "cred", "user", "account", "access", "wifi", "wi-fi"),
    *("вход", "логин", "доступ", "учет", "учёт", "данные", "вайфа", "вай-фа"),
    *("로그인", "접속", "계정", "아이디", "와이파이"),
)


def find_pairs(text: str, lowered: str) -> Iterator[Span]:
    """Where a login and its password stand side by side: "доступ: admin / X"."""
    if not any(map(text.__contains__, ":/|")) or not any(map(lowered.__contains__, _LOGINS)):
        return
    for match in _SIDE_BY_SIDE.finditer(text):
        said = lowered[max(0, match.start() - 70) : match.start()]
        in_address = "@" in match["secret"] and "://" in said.rpartition(" ")[2]
        if in_address or not any(login in said for login in _LOGINS):
            continue
        value = trimmed(match["secret"])
        if COVER not in value and shape_of(value) >= Shape.MIXED and (_is_mixed(value) or is_strong(value)):
            start = match.start("secret")
            yield Span(start, start + len(value), Name.PASSWORD.value)


_PARTS = ascii_letters + digits + "_$.-"
_PART_BEHIND = re.compile(rf"[A-Za-z0-9_$.-]{{0,{_REACH}}}(?<![.$-])")


def _identifier(text: str, match: re.Match[str]) -> tuple[int, int]:
    """Where the identifier that holds a name begins and ends."""
    before = text[max(0, match.start() - _REACH) : match.start()]
    behind = _PART_BEHIND.match(text, match.end())
    start = match.start() - len(before) + len(before.rstrip(_PARTS))
    return start, behind.end() if behind else match.end()


_BETWEEN_PARTS = re.compile(r"[_.\-$]+|(?<=[a-z0-9])(?=[A-Z])")


def _is_part(text: str, match: re.Match[str], start: int, end: int) -> bool:
    """Whether an identifier names something that a secret has, or only sounds like one: `token_limit`."""
    if end - start == len(match[0]):
        return False
    around = f"{text[start : match.start()]}-{text[match.end() : end]}"
    return any(part.lower() in ATTRIBUTES for part in _BETWEEN_PARTS.split(around))


def _is_about(before: str) -> bool:
    """Whether the words before a name say the same of it: "length of the token", "публичный ключ"."""
    said = before.split(" ")
    while said and (not said[-1] or said[-1] in FILLERS):
        said.pop()
    return bool(said) and (said[-1] in ABOUT or said[-1].startswith(ABOUT_STEMS))


_COMPARED = re.compile(r"""["'`]([^"'`\n]{1,200})["'`]\s{0,2}[!=]==?\s{0,2}[\w.]{0,40}$""")
_SAID_BY = words("is as это 이 가 ( - – —")
_EQUALS = words("is as это")
_OWN = words("the my our your a new current мой наш твой новый ваш тот тут 같은")


def _before(text: str, called: _Called) -> _Value | None:
    """What stands before its name: `"X" == password`, "X is the password"."""
    above = text[max(0, called.start - 110) : called.start]
    if "=" in above[-_REACH:]:
        compared = _COMPARED.search(text, max(0, called.start - 260), called.start)
        if compared is not None:
            value = _Value(*compared.span(1), compared[1], is_quoted=True)
            return value if value.shape > Shape.NONE else None
    return None if called.name is Name.KEY or called.is_code else _said_before(above, called)


def _said_before(above: str, called: _Called) -> _Value | None:
    """The secret of "X is the password", "X — пароль от стенда"."""
    said = above.replace("(", " ( ").rsplit(maxsplit=4)
    while said and said[-1] in _OWN:
        said.pop()
    if len(said) < 2 or said[-1] not in _SAID_BY:
        return None
    secret, link = said[-2].strip("\"'«»“”`"), said[-1]
    start = called.start - len(above) + above.rfind(secret)
    value = _Value(start, start + len(secret), secret, is_quoted=False)
    if secret.isdigit():
        is_code = called.name is Name.PASSWORD and link in _EQUALS and len(secret) > 3
        return value if is_code else None
    return value if value.shape >= Shape.MIXED and is_strong(secret) else None


_SIGN = re.compile(
    r"""["'`)\]}]{0,2}\s{0,3}(?:\[\d{0,4}\]\s?)?
        (?: [:?]{0,3}={1,3}[>~]?(?!=) | !={1,2} | -> | → | [：＝:]
            | (?<=["']),(?=\s?["']) | \((?=\s?@?["'`]) )
        [^\S\n]{0,4}
        (?:(?:bearer|basic|token|digest|oauth|apikey|api-key)[ :=]\s?)? (?:[@bruf](?=["'`]))?""",
    re.VERBOSE | re.IGNORECASE,
)
_TAG = re.compile(r"[\w-]{0,20}>\s{0,2}(?=[^\s<])")
_OPTION = re.compile(r"[ =]{1,2}(?!-)")


def _behind(text: str, called: _Called) -> _Value | None:
    """What stands behind its name: assigned, given to an option, or told in a sentence."""
    at = called.end
    if (particle := PARTICLES.match(text, at)) is not None:
        at = particle.end()
    sign = _SIGN.match(text, at) or (
        _TAG.match(text, at) if text[called.start - 1 : called.start] == "<" else None
    )
    if sign is not None:
        value = _value(text, sign.end())
        if _is_assigned(text, value, "=" in sign[0], called):
            return value
    if called.identifier.startswith("--"):
        option = _OPTION.match(text, at)
        given = None if option is None else _value(text, option.end())
        return given if given is not None and given.shape > Shape.NONE else None
    return None if "$" in called.identifier else _told(text, at, called)


def _is_assigned(text: str, value: _Value, by_equals: bool, called: _Called) -> bool:
    """Whether the value behind a sign is a secret."""
    if not value.text or COVER in value.text or is_stand_in(value.text):
        return False
    if called.name is Name.KEY or called.is_plural:
        return _opens_by_key(value)
    if value.shape >= Shape.MIXED:
        return True
    if called.name is Name.PASSWORD and value.shape is Shape.PLAIN and is_made_up(value.text):
        return True
    if value.is_quoted:
        return _is_literal(value, by_equals, called)
    return value.shape is Shape.PLAIN and _stands_alone(text, value, called)


def _opens_by_key(value: _Value) -> bool:
    """Whether what a bare "key" names is more than a name: long, and mixed."""
    if is_uuid(value.text) or value.shape < Shape.MIXED:
        return False
    return value.shape is Shape.RANDOM or len(value.text) >= 10


_NAME_OF_A_NAME = re.compile(r"(?i)key|password|secret|token|test|vault")


def _is_literal(value: _Value, by_equals: bool, called: _Called) -> bool:
    """Whether a quoted value that might be words is a secret: code says so by an assignment."""
    if called.name not in (Name.PASSWORD, Name.SECRET) or is_common(value.text):
        return False
    if " " in value.text:
        return (
            by_equals
            and len(value.text) > 8
            and value.text.isascii()
            and NAMES.search(value.text.lower()) is None
        )
    return value.shape is Shape.PLAIN and _NAME_OF_A_NAME.search(value.text) is None


_ENDING = re.compile(r"""\s{0,3}(?:$|\n|[.,;)\]}|&]|\\n)""")
_PHRASE = re.compile(r"[a-z]{2,12}(?:[-_. ][a-z]{2,12}){3,8}$")


def _stands_alone(text: str, value: _Value, called: _Called) -> bool:
    """Whether letters or digits are all that is said after "password:"."""
    if called.name is not Name.PASSWORD:
        return value.text.isdigit() and len(value.text) >= 6
    if value.text.isdigit():
        return True
    return (
        len(value.text) >= 6
        and _NAME_OF_A_NAME.search(value.text) is None
        and (value.text.isalpha() or _PHRASE.match(value.text) is not None)
        and _ENDING.match(text, value.end) is not None
    )


_GOES_ON = re.compile(r"\s|[:：](?=\s)|[–—)]")
_WORD = re.compile(r"\S+")
_LETTERS = "[A-Za-zА-Яа-яЁё가-힣]{1,15}"
_PLAIN_WORD = re.compile(rf"{_LETTERS}[.,;:!?]?")
"""A word that no sentence tells as a secret: of letters alone, and not too many."""
_BEFORE_WORD = r"[^\S\n]{1,20}"
_TELLS_NOTHING = re.compile(
    rf"[:：–—)]?(?:(?:{_BEFORE_WORD}{_LETTERS}[,;:]?){{{_WINDOW + 1}}}(?=\s|$)"
    rf"|(?:{_BEFORE_WORD}{_LETTERS}[,;:]?){{0,{_WINDOW}}}{_BEFORE_WORD}{_LETTERS}(?:[.!?](?=\s|$)|[,;:]?(?=\n|$)))"
)
"""The most usual sentences: of such words alone, to their end or as far as would be looked."""
_BEFORE_SECRETS = (*LINK_ENDS, *TOPIC_ENDS)
_AROUND_WORDS = "\"'`.,;:!?()«»"


def _told(text: str, at: int, called: _Called) -> _Value | None:
    """The secret that a sentence tells after its name: behind "is", a colon, or right away."""
    if _GOES_ON.match(text, at) is None or _TELLS_NOTHING.match(text, at) is not None:
        return None
    linked = belongs = False
    before = ""
    for count, match in enumerate(_WORD.finditer(text, at, at + 200)):
        word = match[0]
        plain = word.strip(_AROUND_WORDS).lower()
        if count > _WINDOW or COVER in word or (count < 2 and plain in ATTRIBUTES):
            return None
        if (word.endswith(LINK_ENDS) or plain in LINKS or word in LINKS) and not _is_mixed(word):
            linked, before = True, word
            continue
        value = None if _PLAIN_WORD.fullmatch(word) else _value(text, match.start())
        near = count == 0 or (belongs and count < 4)
        if value is not None and _is_told(value, called, before, linked=linked, near=near):
            return value
        if word[-1] in ".!?。" or text.startswith("\n", match.end()):
            return None
        belongs = belongs or (count == 0 and plain in BELONGING)
        linked = word.endswith(_BEFORE_SECRETS) or (linked and plain in KEEPING)
        before = word
    return None


def _is_told(value: _Value, called: _Called, before: str, *, linked: bool, near: bool) -> bool:
    """Whether a word of a sentence is the secret that it speaks of."""
    if " " in value.text:
        return linked and _is_phrase(value, called)
    if value.shape is Shape.NONE or (OTHERS.search(before) and not is_strong(value.text)):
        return False
    if called.is_code:
        return near and (value.shape is Shape.RANDOM or (value.is_quoted and value.shape is Shape.MIXED))
    if called.name is Name.KEY or called.is_plural:
        return (linked and _opens_by_key(value)) or (
            near and value.shape is Shape.RANDOM and not is_uuid(value.text)
        )
    match value.shape:
        case Shape.RANDOM:
            return linked or near or called.name is Name.SECRET or not is_uuid(value.text)
        case Shape.MIXED if linked or value.is_quoted:
            return len(value.text) >= 5
        case Shape.MIXED:
            enough = len(value.text) >= 10 or near or called.name is Name.PASSWORD
            return len(value.text) >= 6 and _is_mixed(value.text) and enough
        case _:
            return called.name is Name.PASSWORD and _is_plain_password(value, linked=linked, near=near)


def _is_plain_password(value: _Value, *, linked: bool, near: bool) -> bool:
    if is_made_up(value.text):
        return linked or (near and value.text != value.text.lower())
    if value.text.isdigit():
        return linked or near
    return value.is_quoted and (linked or near) and value.text.isascii() and len(value.text) >= 6


def _is_phrase(value: _Value, called: _Called) -> bool:
    """Whether quoted words are a passphrase."""
    return (
        called.name is Name.PASSWORD
        and "phrase" in called.identifier.lower()
        and _PHRASE.match(value.text) is not None
    )


def _is_mixed(word: str) -> bool:
    return any(map(str.isdigit, word)) and any(map(str.isalpha, word))


_QUOTES = {
    '\\"': '\\"', '"': '"', "'": "'", "`": "`", "«": "»", "“": "”", "„": "“", "‘": "’",
    "「": "」", "『": "』",
}  # fmt: skip
_OPENING = frozenset(opening[0] for opening in _QUOTES)


def _value(text: str, at: int) -> _Value:
    """What begins at a place: up to the closing quote, or as far as no blank comes."""
    for opening, closing in _QUOTES.items() if text[at : at + 1] in _OPENING else ():
        if not text.startswith(opening, at):
            continue
        at += len(opening)
        end = text.find(closing, at, at + LONGEST)
        if end > at and text.find("\n", at, end) < 0:
            return _Value(at, end, text[at:end], is_quoted=True)
        break
    match = _WORD.match(text, at, at + LONGEST)
    word = "" if match is None else trimmed(match[0])
    return _Value(at, at + len(word), word, is_quoted=False)
