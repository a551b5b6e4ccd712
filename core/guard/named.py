"""Secrets that are called by their name: `password = X`, `key: X`, "пароль от стенда X", "비밀번호는 X"."""

import re
from collections.abc import Iterator

from core.guard import alone, codes
from core.guard.behind import AROUND_WORDS, SIGN, TAG, is_nothing_behind
from core.guard.called import (
    OPENS_NAME,
    PART_SIGNS,
    REACH,
    WORD,
    Called,
    Value,
    called_at,
    is_mixed,
    opens_by_key,
    said_before,
    value_at,
    whole_end,
)
from core.guard.names import (
    ATTRIBUTES,
    BELONGING,
    NAMES,
    OTHERS,
    PARTICLES,
    SHORT_IS,
    TOPIC_ENDS,
    Name,
    beginnings,
)
from core.guard.spans import COVER, Span
from core.guard.told import PHRASE, told
from core.guard.values import (
    Shape,
    any_of,
    counts,
    is_common,
    is_made_up,
    is_number,
    is_numbered_name,
    is_stand_in,
    is_strong,
    is_ticket,
    shape_of,
    trimmed,
    words,
)

_LOGIN_REACH = 70
"""Characters between a login and what stands beside it."""


def find(text: str, lowered: str) -> Iterator[Span]:
    """Where a secret stands beside its name."""
    behind = 0
    for start in beginnings(lowered):
        if start < behind:
            continue
        match = NAMES.match(lowered, start)
        is_alone = match is None or lowered.startswith(alone.BEGINNINGS, start)
        if is_alone and (span := alone.found_at(text, lowered, start)) is not None:
            behind = span.end
            yield span
            continue
        if match is None:
            continue
        behind = match.end()
        above = lowered[max(0, start - REACH) : start]
        # The words behind an option are no sentence.
        nothing = "--" not in above and is_nothing_behind(text, match)
        if nothing and not _may_stand_before(above, lowered, start):
            continue
        called = called_at(text, lowered, match)
        if called is None:
            continue
        behind = called.end
        value = _before(text, called) or (None if nothing else _behind(text, called))
        if value is not None:
            end = whole_end(text, value)
            behind = max(behind, end)
            yield Span(value.start, end, called.name.value)
            if called.name is Name.PASSWORD and not called.is_code:
                yield from _others(text, value, many=called.is_plural or called.identifier.endswith("s"))


_NEW_OR_ANOTHERS = words(
    "use is new now instead and or новый нового новым теперь у а и или 말고 대신 새 이제 새로"
)
_OTHERS_REACH = 80
"""Characters behind a password in which a sentence tells another one."""


def _others(text: str, told_first: Value, *, many: bool) -> Iterator[Span]:
    """Passwords told in the same sentence as one before: "пароль X не подходит, новый Y"."""
    yield from codes.after(text, told_first)
    behind = text[told_first.end : told_first.end + _OTHERS_REACH].partition("\n")[0]
    if not any(map(str.isdigit, behind)):
        return
    said: list[str] = []
    for word in WORD.finditer(behind):
        if ("=" in word[0] and not many) or next(beginnings(word[0].lower()), None) is not None:
            return
        if said and not word[0].isalpha():
            value = value_at(text, told_first.end + word.start())
            is_listed = many and is_made_up(value.text) and is_strong(value.text)
            if value.shape > Shape.NONE and (is_listed or _is_other(value, told_first, said)):
                yield Span(value.start, value.end, Name.PASSWORD.value)
                said = []
        said.append(word[0].lower().strip(AROUND_WORDS))


def _may_stand_before(above: str, lowered: str, start: int) -> bool:
    """Whether what stands before a name may tell its secret."""
    if _may_compare(above) or _may_type(above):
        return True
    said = above.rstrip(PART_SIGNS)
    if said[-1:] not in OPENS_NAME:
        return False
    before = said_before(lowered, start - len(above) + len(said))
    return _leads_from(before) or (bool(before) and _is_mixed_topic(before[-1]))


def _may_compare(above: str) -> bool:
    return "==" in above or "!=" in above


_TYPED = re.compile(
    r"(?i)(?:\b(?:type|enter|use)|введите|введи|вводите|вводи)[^\S\n](?P<secret>\S{6,64})[^\S\n]"
    r"(?:when|at|for|if|вместо|в качестве|на запрос|как)\b[^\n.]{0,30}$"
)
"""What is to be typed where a password is asked for."""
_TYPED_REACH = 110


def _may_type(above: str) -> bool:
    return "type " in above or "enter " in above or "use " in above or "введи" in above or "вводи" in above


def _typed(text: str, end: int) -> Value | None:
    """The password of "type X when it asks for the" that ends there."""
    above = text[max(0, end - _TYPED_REACH) : end]
    typed = _TYPED.search(above) if _may_type(above.lower()) else None
    if typed is None:
        return None
    start = end - len(above) + typed.start("secret")
    value = Value(start, start + len(typed["secret"]), typed["secret"], is_quoted=False)
    return value if value.shape >= Shape.MIXED and is_mixed(value.text) else None


_COMPARED = re.compile(r"""["'`]([^"'`\n]{1,200})["'`]\s{0,2}[!=]==?\s{0,2}[\w.]{0,40}$""")
_SAID_BY = words("is as это 이 가 이게 이건 ( - – —")
_EQUALS = words("is as это")
_DASHES = words("- – —")
_CODE = re.compile(r"(?:[A-Z]-)?\d{4,12}")
_YEAR = re.compile(r"(?:19|20)\d\d")
_OWN = words("the my our your a new current мой наш твой новый ваш тот тут 같은 새 새로운")
_SAID_BEFORE = _SAID_BY | _OWN
_LEADS_BACK = _SAID_BY.union(TOPIC_ENDS)
_BEFORE_ANOTHER = _OWN | words("이게 이건")


_VERSION_OF = re.compile(r"[A-Za-z]{2,20}\d{1,2}")
_ANOTHER_WORD = re.compile(rf" (?!(?:{'|'.join(sorted(BELONGING))})\b)(\w+)")
"""What has a version, and another word behind a name: "KeePass2 is the new password manager"."""


def _before(text: str, called: Called) -> Value | None:
    """What stands before its name: `"X" == password`, "X is the password"."""
    if _may_compare(text[max(0, called.start - REACH) : called.start].rpartition("\n")[2]):
        compared = _COMPARED.search(text, max(0, called.start - 260), called.start)
        if compared is not None:
            value = Value(*compared.span(1), compared[1], is_quoted=True)
            return value if value.shape > Shape.NONE else None
    if called.name is Name.KEY or called.is_code:
        return None
    if called.name is Name.PASSWORD and (typed := _typed(text, called.start)) is not None:
        return typed
    if not (_leads_from(called.before) or _is_topic_of(called.before, text, called.end)):
        return None
    said = _said_before(text[max(0, called.start - 110) : called.start], called)
    another = None if said is None else _ANOTHER_WORD.match(text, called.end)
    if said is None or another is None:
        return said
    return None if another[1].lower() in ATTRIBUTES or _VERSION_OF.fullmatch(said.text) else said


_COPULAS = ("예요", "에요", "이에요", "입니다", "이야", "야")


def _is_topic_of(said: list[str], text: str, end: int) -> bool:
    """Whether a Korean sentence says of the word before that it is the password: "X가 비밀번호예요"."""
    return bool(said) and _is_mixed_topic(said[-1]) and text.startswith(_COPULAS, end)


def _is_mixed_topic(word: str) -> bool:
    return word.endswith(TOPIC_ENDS) and is_mixed(word)


def _leads_from(said: list[str]) -> bool:
    """Whether these words may lead from a secret to its name: "is the", or "the root" with a word between."""
    if not said:
        return False
    return (
        said[-1].lstrip("(") in _SAID_BEFORE
        or said[-1].endswith("(")
        or (len(said) > 1 and said[-2] in _BEFORE_ANOTHER and said[-1].isalpha())
    )


def _said_before(above: str, called: Called) -> Value | None:
    """The secret of "X is the password", "X — пароль от стенда"."""
    said = above.replace("(", " ( ").rsplit(maxsplit=5)
    if said and said[-1] not in _SAID_BEFORE and not _is_mixed_topic(said[-1]):
        said.pop()
    while said and said[-1] in _OWN:
        said.pop()
    if len(said) > 2 and said[-1] in _EQUALS and said[-2] in _SAID_BY:
        said.pop(-2)
    if said and _is_mixed_topic(said[-1]):
        said[-1:] = [trimmed(said[-1]), said[-1][-1]]
    if len(said) < 2 or said[-1] not in _LEADS_BACK:
        return None
    secret, link = said[-2].strip("\"'«»“”`"), said[-1]
    start = called.start - len(above) + above.rfind(secret)
    value = Value(start, start + len(secret), secret, is_quoted=False)
    if _CODE.fullmatch(secret) is not None:
        is_plain = link in _EQUALS or (link in _DASHES and _YEAR.fullmatch(secret) is None)
        return value if called.name is Name.PASSWORD and is_plain else None
    if secret.isdigit():
        return None
    return value if value.shape >= Shape.MIXED and is_strong(secret) else None


def _is_other(value: Value, told_first: Value, said: list[str]) -> bool:
    """Whether what these words lead to is made as a password is."""
    is_topic = said[-1].endswith(TOPIC_ENDS)
    if is_number(value.text):
        return is_number(told_first.text) and (is_topic or said[-1] in _EQUALS)
    leads = is_topic or not _NEW_OR_ANOTHERS.isdisjoint(said)
    return leads and is_made_up(value.text) and OTHERS.search(said[-1]) is None


_OPTION = re.compile(r"[ =]{1,2}(?!-)")


def _behind(text: str, called: Called) -> Value | None:
    """What stands behind its name."""
    return codes.of_backup(text, called) or _assigned_or_told(text, called) or alone.behind(text, called)


def _assigned_or_told(text: str, called: Called) -> Value | None:
    """What is assigned to it, given to an option, or told in a sentence."""
    at = called.end
    if text[at : at + 1] >= "가" and (particle := PARTICLES.match(text, at)) is not None:
        at = particle.end()
    elif text.startswith(SHORT_IS, at):
        at += 2
    sign = SIGN.match(text, at) or (
        TAG.match(text, at) if text[called.start - 1 : called.start] == "<" else None
    )
    tried = -1
    if sign is not None:
        value = codes.in_groups(text, sign.end(), called)
        if value is not None:
            return value
        value = value_at(text, sign.end())
        if _is_assigned(text, value, "=" in sign[0], called):
            return value
        is_list = called.is_plural and called.name is Name.PASSWORD
        if "=" in sign[0] or (called.is_vague and not is_list):
            return None
        tried = sign.end()
    if called.identifier.startswith("--"):
        option = _OPTION.match(text, at)
        given = None if option is None else value_at(text, option.end())
        return given if given is not None and given.shape > Shape.NONE else None
    return None if "$" in called.identifier else told(text, at, tried, called)


def _is_assigned(text: str, value: Value, by_equals: bool, called: Called) -> bool:
    """Whether the value behind a sign is a secret."""
    if not value.text or COVER in value.text:
        return False
    shape = value.shape
    if called.name is Name.KEY or called.is_plural:
        return opens_by_key(value, shape)
    if shape >= Shape.MIXED:
        return True
    if called.name is Name.PASSWORD and shape is Shape.PLAIN and is_made_up(value.text):
        return True
    if value.is_quoted:
        return _is_literal(value, shape, by_equals, called)
    return shape is Shape.PLAIN and _stands_alone(text, value, called)


_NAME_OF_A_NAME = re.compile(r"(?i)key|password|secret|token|test|vault")


def _is_literal(value: Value, shape: Shape, by_equals: bool, called: Called) -> bool:
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


def _stands_alone(text: str, value: Value, called: Called) -> bool:
    """Whether letters or digits are all that is said after "password:"."""
    if called.name is not Name.PASSWORD:
        return value.text.isdigit() and len(value.text) >= 6
    if is_number(value.text):
        return not counts(text, value.start, value.end)
    return (
        len(value.text) >= 6
        and _NAME_OF_A_NAME.search(value.text) is None
        and (value.text.isalpha() or PHRASE.match(value.text) is not None)
        and _ENDING.match(text, value.end) is not None
    )


_SIDE_BY_SIDE = re.compile(r"[:/|](?:(?<=\w:)|(?<=admin/)|(?<=root/)|(?<=\w\s.)\s)(?P<secret>[^\s/|:]\S{4,})")
_PATH = re.compile(r"[/?=]|^[^A-Z!@#$%^&*]+$")
_LOGINS = any_of(
    *words("login logon cred user account access wifi wi-fi вход логин доступ учет учёт данные вайфа вай-фа"),
    *words("로그인 접속 계정 아이디 와이파이"),
)


_DIGITS_OF_WIFI = 8
"""Digits of the passwords that are printed on routers."""
_WIFI = re.compile(r"(?i)wi-?fi|вай-?фа|와이파이|ssid")
_USUAL_LOGINS = tuple(
    words("admin administrator root user demo test guest deploy ubuntu postgres support админ")
)
_NAMED = re.compile(r"[A-Za-z]+(?:\d{1,2}|\d{1,4}[A-Z][A-Za-z]*)")
"""A room, a build or a device, as stands beside "test" and "guest" too: `Build42Ok`."""
_DATE = re.compile(r"(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])")
_A_LOGIN = re.compile(
    rf"(?:(?<![\w./@-])(?i:{'|'.join(_USUAL_LOGINS)})"
    r"|(?<![\w.+-])[\w.+-]{1,40}@[\w-]{1,40}(?:\.[\w-]{1,20}){1,3}(?= )) ?$"
)


def _is_login(above: str, lowered: str, end: int) -> bool:
    """Whether what stands there ends with a login, as a name that many have or an address of mail."""
    ends = lowered.endswith(_USUAL_LOGINS, 0, end - (lowered[end - 1] == " "))
    return (ends or "@" in above) and _A_LOGIN.search(above) is not None


def _is_joined(value: str) -> bool:
    """Whether words and numbers with capitals are joined as in a password: `Olga_love7`."""
    is_name = value.isalnum() or is_ticket(value) or is_numbered_name(value)
    return is_made_up(value) and is_strong(value) and not is_name


def find_pairs(text: str, lowered: str) -> Iterator[Span]:
    """Where a login and its password stand side by side: "доступ: admin / X"."""
    for match in _SIDE_BY_SIDE.finditer(text):
        secret, start = match["secret"], match.start()
        above = text[max(0, start - _LOGIN_REACH) : start]
        if secret.isdigit() and len(secret) == _DIGITS_OF_WIFI:
            if _WIFI.search(above.rpartition("\n")[2]) is not None and _DATE.fullmatch(secret) is None:
                yield Span(*match.span("secret"), Name.PASSWORD.value)
            continue
        if text[start] == "/" and text[start - 1] != " " and _PATH.search(secret) is not None:
            continue
        if not (is_mixed(secret) or is_strong(secret)) or (
            "@" in secret and "://" in above.rpartition(" ")[2]
        ):
            continue
        by_login = _is_login(above, lowered, start) and _NAMED.fullmatch(trimmed(secret)) is None
        if not by_login and not _LOGINS.search(lowered, start - len(above.rpartition("\n")[2]), start):
            continue
        value = trimmed(secret)
        by_form = shape_of(value) >= Shape.MIXED or (by_login and _is_joined(value))
        if COVER not in value and by_form and (is_mixed(value) or is_strong(value)):
            begins = match.start("secret")
            yield Span(begins, begins + len(value), Name.PASSWORD.value)
