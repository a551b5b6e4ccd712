"""Codes beside their name: in groups, one after another, as services send them, and those of a backup."""

import re
from collections.abc import Iterator

from core.guard.called import Called, Value, is_mixed
from core.guard.names import CLAUSE_ENDS, NUMBER_ENDS, Name
from core.guard.spans import Span
from core.guard.values import is_ticket

_GROUPS = re.compile(
    r"(?!1[5-8]\d\d-)(?P<secret>\d{3}[ -]\d{3}(?:[ -]\d{3})?|\d{4}[ -]\d{4}|(?P<of_lock>\d\d(?:-\d\d){2}))"
    rf"(?![ -]?\d|[^\S\n]?[₽$€₩%])(?<!000){NUMBER_ENDS}"
)
"""Neither an amount, nor the number of a call centre in Korea; a date could be the code of a lock only."""
_NEXT = re.compile(
    rf"(?:,|,? (?:and|or|и|или)| ?/|이랑|랑|하고|와|과)[^\S\n]?(?P<secret>\d{{4,8}})(?!\w){NUMBER_ENDS}"
)
_SENT = re.compile(
    r"(?:(?:your|telegram|whatsapp|google) code|(?:(?<=ваш )|(?<=твой ))код)"
    r"(?:[^\S\n]?[:–—-]|[^\S\n](?:is|это))?[^\S\n]"
    rf"(?P<secret>\d{{4,8}}|\d{{3}}[ -]\d{{3}}){CLAUSE_ENDS}"
    r"|код[^\S\n]?:?[^\S\n](?P<warned>\d{4,8})"
    r"(?=[.,!]? (?:никому|не (?:говори|сообщай|передавай|показывай)))"
)
_BACKUP = re.compile(r"(?i)backup|recovery|резервн|код\w{0,2} восстановл|백업|복구")
_ONE = r"(?=[A-Za-z-]{0,24}\d)[A-Za-z0-9]{4,10}(?:-[A-Za-z0-9]{4,10}){0,4}(?![\w-])"
_NUMBERED = r"(?:\d{1,2}[.)] )?"
_LISTED = re.compile(
    r"(?:[^\n\d:]{1,40}(?=:)|[은는])?(?:[^\S\n](?:is|are|это|-)(?=\s))?[^\S\n]?[:：=–—]?\s{1,3}"
    rf"(?P<secret>{_NUMBERED}(?P<first>{_ONE})(?:[\s,;/]{{1,3}}{_NUMBERED}{_ONE}){{0,30}})"
)
_REACH = 50
"""Characters before a code in which is said what it opens."""
_SHORTEST = 8
"""Characters of a backup code of digits that stands alone."""


def in_groups(text: str, at: int, called: Called) -> Value | None:
    """The code that is told in two or three groups at a place."""
    groups = _GROUPS.match(text, at) if called.name is Name.PASSWORD else None
    if groups is None or (groups["of_lock"] is not None and " comb" not in called.identifier.lower()):
        return None
    return Value.of(groups)


_AT = re.compile(
    r"код[^\S\n]?:?[^\S\n](?P<secret>\d{4,8}[#*]?)"
    rf"(?:{CLAUSE_ENDS}|(?=[^\S\n](?:и|потом|затем|оператор\w*"
    r"|(?:в|на) (?:домофон|двер|замк|панел|пульт|приложени|пол[ея]|форм)\w*)\b))"
)
_OPENED = re.compile(
    r"(?:сейф|двер|домофон|подъезд|ворот|калитк|гараж|замо?к|зум|zoom)[^\n]{0,40}$"
    r"|\b(?:введи(?:те)?|вводи|пришли(?:те)?|назови(?:те)?|продиктуй|скажи|сообщи|лови|держи) (?:\w{1,10} )?$"
)
"""What is opened by a code, or done with it, as said before."""


def sent_at(lowered: str, start: int) -> Span | None:
    """The code of "your code is 4821", "код 4821, никому" or "дверь: код 4821" that begins there."""
    sent = _SENT.match(lowered, start) or _AT.match(lowered, start)
    if sent is None or (sent.re is _AT and _OPENED.search(lowered, max(0, start - _REACH), start) is None):
        return None
    return Span(*sent.span(sent.lastgroup or 0), Name.PASSWORD.value)


def after(text: str, told_first: Value) -> Iterator[Span]:
    """More codes of as many digits, said in one breath with one before: "the codes are 4821 and 7755"."""
    at, digits = told_first.end, len(told_first.text)
    while told_first.text.isdigit() and (code := _NEXT.match(text, at)) is not None:
        if len(code["secret"]) != digits:
            return
        yield Span(*code.span("secret"), Name.PASSWORD.value)
        at = code.end("secret")


def of_backup(text: str, called: Called) -> Value | None:
    """The backup codes behind their name, all as one."""
    if _BACKUP.match(called.identifier) is None:
        return None
    listed = _LISTED.match(text, called.end)
    if (
        listed is None
        or is_ticket(listed["first"])
        or (len(listed["secret"]) < _SHORTEST and not is_mixed(listed["secret"]))
    ):
        return None
    return Value.of(listed)
