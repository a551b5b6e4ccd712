"""Secrets that are called by their name: `password = X`, `key: X`, "пароль от стенда X", "비밀번호는 X"."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from string import ascii_letters, digits
from typing import NamedTuple

from core.guard.names import (
    ABOUT,
    ABOUT_KEYS,
    ABOUT_STEMS,
    ATTRIBUTES,
    BELONGING,
    CHANGED_TO,
    CHANGES,
    CUES,
    FILLERS,
    KEEPING,
    LINK_ENDS,
    LINKS,
    NAMES,
    OTHERS,
    PARTICLES,
    PLURALS,
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
_LOOKED_AT = 400
"""Characters of a value by which it is judged; one in quotes has no more, if there are blanks in it."""
_WINDOW = 6
"""Words after a name in which a sentence may tell the secret."""
_SIGHT = 200
"""Characters after a name in which these words stand."""
_SHORTEST_KEY = 10
"""Characters of what a bare "key" may name."""
_REACH = 40
"""Characters of an identifier on either side of a name."""
_LOGIN_REACH = 70
"""Characters between a login and what stands beside it."""


class _Called(NamedTuple):
    """A name in a text, with the identifier that it is part of."""

    name: Name
    start: int
    end: int
    identifier: str
    is_plural: bool
    before: list[str]
    """The two words before it on its line, in lower case."""

    @property
    def is_code(self) -> bool:
        """Whether it is no word of a sentence."""
        return "_" in self.identifier

    @property
    def is_vague(self) -> bool:
        """Whether it most often speaks of something else, so that its secret must be told right behind it."""
        return self.name is Name.KEY or self.is_plural or self.is_code


class _Value(NamedTuple):
    """What stands where a secret might, without its quotes."""

    start: int
    end: int
    text: str
    is_quoted: bool

    @property
    def shape(self) -> Shape:
        """How much it looks like a secret."""
        return shape_of(self.text)


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
_NOTHING_BEHIND = re.compile(
    rf"""
    [A-Za-z0-9_$]{{0,{_REACH}}}+ (?:{PARTICLES.pattern})?
    (?: $ | [,;/&|\#*] | \.(?![\w.$-])                               # here the name ends
      | ["']? \s? [=:] \s? ["']? {COVER}                             # its secret was taken out before
      | (?: [:：](?=[^\S\n]{{1,20}}{_LETTERS}[^\S\n]) | [–—)](?=\s) )? (?!\s*[=(\[-])
        (?: (?:{_CALM_WORD}){{0,{_WINDOW}}} {_CALM}[.!?](?=\s|$)       # calm words to the end of a sentence
          | (?:{_CALM_WORD}){{{_WINDOW + 1}}} ) )                      # or as far as one would look
    """,
    re.VERBOSE,
)
"""What most often stands behind a name, and tells nothing."""


def find(text: str, lowered: str) -> Iterator[Span]:
    """Where a secret stands beside its name."""
    behind = 0
    for cue in CUES.finditer(lowered):
        if cue.start() < behind or (match := NAMES.match(lowered, cue.start())) is None:
            continue
        behind = match.end()
        if _NOTHING_BEHIND.match(text, behind) and not _may_stand_before(text, match.start()):
            continue
        called = _called(text, lowered, match)
        if called is None:
            continue
        behind = called.end
        value = _before(text, called) or _behind(text, called)
        if value is not None:
            end = _end(text, value)
            behind = max(behind, end)
            yield Span(value.start, end, called.name.value)


def _may_stand_before(text: str, start: int) -> bool:
    """Whether what stands before a name may tell its secret, or make an option of it."""
    above = text[max(0, start - _REACH) : start].rpartition("\n")[2]
    said = above.rstrip(_PART_SIGNS).lower()
    return (
        "=" in above
        or "--" in above
        or said.endswith(_SAYING)
        or said.rstrip().rpartition(" ")[0].endswith(_OWNING)
    )


def _called(text: str, lowered: str, match: re.Match[str]) -> _Called | None:
    """What a match of `NAMES` calls a secret; None where it only sounds like it."""
    name = name_of(text, match)
    if name is None:
        return None
    start, end = match.span()
    if text[start - 1 : start] in _PARTS or text[end : end + 1] in _PARTS:
        start, end = _identifier(text, match)
        if _is_part(text, match, start, end, name):
            return None
    said: list[str] = []
    if text[start - 1 : start] in _OPENS_NAME:
        said = lowered[max(0, start - 24) : start].rpartition("\n")[2].split()
        if _is_about(said, name):
            return None
    return _Called(name, start, end, text[start:end], match[0].endswith(PLURALS), said[-2:])


_SIDE_BY_SIDE = re.compile(r"[:/|](?:(?<=\w:)|(?<=\w\s.)\s)(?P<secret>[^\s/|:]\S{4,})")
_LOGINS = any_of(
    *words("login logon cred user account access wifi wi-fi вход логин доступ учет учёт данные вайфа вай-фа"),
    *words("로그인 접속 계정 아이디 와이파이"),
)


def find_pairs(text: str, lowered: str) -> Iterator[Span]:
    """Where a login and its password stand side by side: "доступ: admin / X"."""
    pairs = list(_SIDE_BY_SIDE.finditer(text))
    logins = [login.start() for login in _LOGINS.finditer(lowered)] if pairs else []
    for match in pairs if logins else ():
        start = match.start()
        before = bisect_left(logins, start)
        if (
            not before
            or start - logins[before - 1] > _LOGIN_REACH
            or "\n" in text[logins[before - 1] : start]
        ):
            continue
        if "@" in match["secret"] and "://" in text[max(0, start - _LOGIN_REACH) : start].rpartition(" ")[2]:
            continue
        value = trimmed(match["secret"])
        if COVER not in value and shape_of(value) >= Shape.MIXED and (_is_mixed(value) or is_strong(value)):
            begins = match.start("secret")
            yield Span(begins, begins + len(value), Name.PASSWORD.value)


_PART_SIGNS = ascii_letters + digits + "_$.-"
_PARTS = frozenset(_PART_SIGNS)
_OPENS_NAME = frozenset(" \xa0(")
"""What stands between a name and the words before it that say more of it."""
_PART_BEHIND = re.compile(rf"[A-Za-z0-9_$.-]{{0,{_REACH}}}(?<![.$-])")


def _identifier(text: str, match: re.Match[str]) -> tuple[int, int]:
    """Where the identifier that holds a name begins and ends."""
    before = text[max(0, match.start() - _REACH) : match.start()]
    behind = _PART_BEHIND.match(text, match.end())
    start = match.start() - len(before) + len(before.rstrip(_PART_SIGNS))
    return start, behind.end() if behind else match.end()


_BETWEEN_PARTS = re.compile(r"[_.\-$]+|(?<=[a-z0-9])(?=[A-Z])")


def _is_part(text: str, match: re.Match[str], start: int, end: int, name: Name) -> bool:
    """Whether an identifier names something that a secret has, or only sounds like one: `token_limit`."""
    if end - start == len(match[0]):
        return False
    before = _BETWEEN_PARTS.split(text[start : match.start()])
    behind = _BETWEEN_PARTS.split(text[match.end() : end])
    # A cache key opens nothing, but the password of a cache does.
    not_before = ABOUT if name in (Name.PASSWORD, Name.SECRET) else ATTRIBUTES
    return not (
        ATTRIBUTES.isdisjoint(map(str.lower, behind)) and not_before.isdisjoint(map(str.lower, before))
    )


def _is_about(said: list[str], name: Name) -> bool:
    """Whether the words before a name say the same of it: "length of the token", "публичный ключ"."""
    for word in reversed(said):
        if word not in FILLERS:
            is_of_keys = name is not Name.PASSWORD and word in ABOUT_KEYS
            return word in ABOUT or is_of_keys or word.startswith(ABOUT_STEMS)
    return False


_COMPARED = re.compile(r"""["'`]([^"'`\n]{1,200})["'`]\s{0,2}[!=]==?\s{0,2}[\w.]{0,40}$""")
_SAID_BY = words("is as это 이 가 ( - – —")
_EQUALS = words("is as это")
_OWN = words("the my our your a new current мой наш твой новый ваш тот тут 같은")
_SAID_BEFORE = _SAID_BY | _OWN
_OWNING = tuple(f" {word}" for word in sorted(_OWN))
_SAYING = ("(", *(f"{word} " for word in sorted(_SAID_BEFORE)))


def _before(text: str, called: _Called) -> _Value | None:
    """What stands before its name: `"X" == password`, "X is the password"."""
    if "=" in text[max(0, called.start - _REACH) : called.start].rpartition("\n")[2]:
        compared = _COMPARED.search(text, max(0, called.start - 260), called.start)
        if compared is not None:
            value = _Value(*compared.span(1), compared[1], is_quoted=True)
            return value if value.shape > Shape.NONE else None
    if not _leads_from(called.before):
        return None
    if called.name is Name.KEY or called.is_code:
        return None
    return _said_before(text[max(0, called.start - 110) : called.start], called)


def _leads_from(said: list[str]) -> bool:
    """Whether these words may lead from a secret to its name: "is the", or "the root" with a word between."""
    if not said:
        return False
    return (
        said[-1].lstrip("(") in _SAID_BEFORE
        or said[-1].endswith("(")
        or (len(said) > 1 and said[-2] in _OWN and said[-1].isalpha())
    )


def _said_before(above: str, called: _Called) -> _Value | None:
    """The secret of "X is the password", "X — пароль от стенда"."""
    said = above.replace("(", " ( ").rsplit(maxsplit=5)
    if said and said[-1] not in _SAID_BEFORE:
        said.pop()
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
    if text[at : at + 1] >= "가" and (particle := PARTICLES.match(text, at)) is not None:
        at = particle.end()
    sign = _SIGN.match(text, at) or (
        _TAG.match(text, at) if text[called.start - 1 : called.start] == "<" else None
    )
    tried = -1
    if sign is not None:
        value = _value(text, sign.end())
        if _is_assigned(text, value, "=" in sign[0], called):
            return value
        if "=" in sign[0] or called.is_vague:
            return None
        tried = sign.end()
    if called.identifier.startswith("--"):
        option = _OPTION.match(text, at)
        given = None if option is None else _value(text, option.end())
        return given if given is not None and given.shape > Shape.NONE else None
    return None if "$" in called.identifier else _told(text, at, tried, called)


def _is_assigned(text: str, value: _Value, by_equals: bool, called: _Called) -> bool:
    """Whether the value behind a sign is a secret."""
    if not value.text or COVER in value.text:
        return False
    shape = value.shape
    if called.name is Name.KEY or called.is_plural:
        return _opens_by_key(value, shape)
    if shape >= Shape.MIXED:
        return True
    if called.name is Name.PASSWORD and shape is Shape.PLAIN and is_made_up(value.text):
        return True
    if value.is_quoted:
        return _is_literal(value, shape, by_equals, called)
    return shape is Shape.PLAIN and _stands_alone(text, value, called)


def _opens_by_key(value: _Value, shape: Shape) -> bool:
    """Whether what a bare "key" names is more than a name: long, and mixed."""
    if shape < Shape.MIXED or is_uuid(value.text):
        return False
    return shape is Shape.RANDOM or len(value.text) >= _SHORTEST_KEY


_NAME_OF_A_NAME = re.compile(r"(?i)key|password|secret|token|test|vault")


def _is_literal(value: _Value, shape: Shape, by_equals: bool, called: _Called) -> bool:
    """Whether a quoted value that might be words is a secret: code says so by an assignment."""
    if called.name not in (Name.PASSWORD, Name.SECRET) or is_common(value.text):
        return False
    if " " in value.text:
        return (
            by_equals
            and len(value.text) > 8
            and value.text.isascii()
            and not is_stand_in(value.text)
            and NAMES.search(value.text.lower()) is None
        )
    return shape is Shape.PLAIN and _NAME_OF_A_NAME.search(value.text) is None


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


_GOES_ON = re.compile(r"[^\S\n]|[:：](?=\s)|[–—)]|\s{1,4}\S+\s*?(?:\n|$)")
"""How a sentence may go on behind a name; on the next line only with one word that stands there alone."""
_WORD = re.compile(r"\S+")
_NEXT_WORD = re.compile(r"(\s*)(\S+)")
_BEFORE_SECRETS = (*LINK_ENDS, *TOPIC_ENDS)
_AROUND_WORDS = "\"'`.,;:!?()«»"


def _told(text: str, at: int, tried: int, called: _Called) -> _Value | None:
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


def _told_by(text: str, word: re.Match[str], said: list[str], called: _Called) -> _Value | None:
    """The secret that a word of a sentence tells, by those said before it."""
    if not _may_be_told(word[2], called):
        return None
    linked = _is_linked(said)
    near = not said or (len(said) < 4 and said[0].lower() in BELONGING)
    if called.is_vague and not (linked or near):
        return None
    value = _value(text, word.start(2))
    is_told = _is_told(value, called, said[-1] if said else "", linked=linked, near=near)
    return value if is_told and not _is_link(word[2]) else None


def _may_be_told(word: str, called: _Called) -> bool:
    """Whether it is worth a closer look at a word."""
    if word.startswith("--") or (called.name is Name.KEY and len(word) < _SHORTEST_KEY):
        return False
    plain = word.strip(_AROUND_WORDS)
    if plain.isalpha():
        return len(plain) > _LONGEST_WORD or word[0] in _OPENING
    return len(plain) > 3 and (called.name is Name.PASSWORD or not plain.isdigit())


def _plain(word: str) -> str:
    return word.strip(_AROUND_WORDS).lower()


def _is_link(word: str) -> bool:
    """Whether a secret is told behind the word."""
    return (word.endswith(LINK_ENDS) or _plain(word) in LINKS or word in LINKS) and not _is_mixed(word)


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


def _is_told(value: _Value, called: _Called, before: str, *, linked: bool, near: bool) -> bool:
    """Whether a word of a sentence is the secret that it speaks of."""
    if " " in value.text:
        return linked and _is_phrase(value, called)
    shape = value.shape
    if shape is Shape.NONE or (OTHERS.search(before) and not is_strong(value.text)):
        return False
    if called.is_code:
        return near and (shape is Shape.RANDOM or (value.is_quoted and shape is Shape.MIXED))
    if called.name is Name.KEY or called.is_plural:
        return (linked and _opens_by_key(value, shape)) or (
            near and shape is Shape.RANDOM and not is_uuid(value.text)
        )
    match shape:
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
        end = text.find(closing, at, at + _LOOKED_AT)
        if end > at and text.find("\n", at, end) < 0:
            return _Value(at, end, text[at:end], is_quoted=True)
        break
    match = _WORD.match(text, at, at + _LOOKED_AT)
    word = "" if match is None else trimmed(match[0])
    return _Value(at, at + len(word), word, is_quoted=False)


def _end(text: str, value: _Value) -> int:
    """Where a value ends of which only the beginning was looked at."""
    if value.end - value.start < _LOOKED_AT or value.is_quoted:
        return value.end
    return value.start + len(trimmed(text[value.start : value.start + LONGEST].split(maxsplit=1)[0]))
