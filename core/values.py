"""How the value in a statement stands in it: its words, what joins it to the rest, what kind it is.

Source: SPEC section 7, point 9. Everything here is pure.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from core.cues import Cue, classify, each, is_past, is_predicate, is_russian_verb
from core.reading import Reading, Token
from core.words import is_hangul

REPLACED_UP_TO = 4
"""A value has at most so many words."""
_PREPOSITIONS = frozenset(
    each(
        """
    in at on to into by with from for through via under near about of as
    в во на у к ко с со от за для под над через по о об из при до
    """
    )
)
_PARTICLES = (
    ("에게", "한테", "께"),
    ("에서", "에"),
    ("으로", "로"),
    ("을", "를"),
    ("이", "가"),
    ("와", "과", "랑"),
)
"""Korean particles, those of a line do the same."""
_WHOSE = frozenset(
    each(
        """
    my your their his her its own new this наш нашей нашем нашу новый новой новом новую
    """
    )
)
A_THING, THE_THING = "a", "the"
"""An article: somebody is `a father` beside being `the treasurer`."""
BARE = ""
"""Nothing joins a value to its subject but being: `the designer is Kim`."""
ARTICLES = frozenset(("a", "an", "the", "our"))
_PLACED = frozenset(("in", "at", "on", "to", "into", "near", "under", "в", "во", "на", "у", "под"))
_PLACED_KOREAN = ("에", "에서", "으로")
_SUBJECT_KOREAN = ("은", "는", "이", "가", "의")
_OF_ANOTHER_KOREAN = ("은", "는", "이", "가", "을", "를")
"""What Korean joins to what is told of a place: `회의실 301에 프로젝터가 있습니다`."""
_NAMING = frozenset(each("호 호실 호기 호선 번 번째 차 층"))
"""Korean units of numbers that name, rather than count."""
_COUNTED = frozenset(
    each(
        """
    명 개 건 대 회 원 만원 점 장 권 분 초 시간 개월 배 인 퍼센트 프로 메가 기가 킬로 이상 이하 미만 초과
    """
    )
)
"""What Korean counts or measures in."""
_UNTIL = frozenset(("until", "till", "до"))
_FEW = 99
"""Numbers up to this one are given to things one after another rather than told of them."""
_NEIGHBOURS = 5
"""And so are greater ones that are no further from each other."""
_DASHES = frozenset((":", "-", "–", "—"))
_NOW = frozenset(("now", "currently", "already"))
_GOALS = _PLACED | {"до", "к", "with", "으로", "에서"}
"""What follows a verb of change, before the new value."""
_CHANGEABLE = _PLACED | {BARE, A_THING, THE_THING, "by", "with", "из", "으로", "이", "에게", "에서"}
"""What a value may be joined by that such a verb replaces."""
_DAYS = 31
"""No day of a month, and no hour, has a greater number."""
_UNITS_OF_TIME = frozenset(("시", "시반", "분", "초", "시간", "일", "주", "월", "년", "개월"))
_CHANGED_OR_CHANGING = ("을", "이")
"""What Korean joins to what is changed, and to who changes it."""
_DOMAIN = re.compile(r"[\w-]+(?:\.[\w-]+)*\.[^\W\d]{2,}(?:/.*)?")
_FOR = frozenset(("for", "для", "у"))
_IN_A_NAME = frozenset((",", '"', "«", "»", "a", "an", "the", "of"))
"""What may stand between the words of a name."""
_IN_A_DATE = _IN_A_NAME | _PLACED | {"for", "до", "по", "из", "к"}
"""What may stand between the parts of a date."""
_YEARS = range(1900, 2100)
_BEING = frozenset(
    ("is", "are", "was", "were", "has", "have", "had", "will", "есть", "был", "была", "было", "были", "будет")
)
_VERBAL = re.compile(
    r".+(?:[еиуюая]тся|[аяуе]ет|[аую]ют|(?:[еа]н|[ыя]т)[аоы]?|(?<!б)ит)|.*(?:жд|вед|ид|йд|жив|бер|раст|шл|вез|нес)ет"
)
"""Russian verbs and participles after a number: `заказ 5512 отправлен`."""
_OF_MANY = re.compile(r"\d*(?:[05-9]|1[1-4])")
_NOT_OF_MANY = re.compile(r"(?!(?:числа|года)$)[а-я]+[аяь]")
"""Behind such a number Russian counts in the genitive plural, which does not end so."""
_OF_AN_EVENT = frozenset(("at", "in", "on", "to", "from", "by", "with", "until", "for"))
"""What stands after a verb, `sprint 14 ends on Friday`, and hardly in a rate, `100 requests per minute`."""


def is_verb(token: Token, reading: Reading) -> bool:
    """Whether a word is what the subject does, `listens on`: a change says something else in its place."""
    word = reading.words[token.place]
    before = reading.words[token.place - 1] if token.place else ""
    if token.measure or token.name or token is reading.tokens[0]:
        return False
    if is_hangul(word):
        return token is reading.tokens[-1] and is_predicate(word, before)
    after = reading.words[token.end + 1 : token.end + 2]
    return is_predicate(word, before) or bool(after and after[0] in _OF_AN_EVENT and before not in ARTICLES)


def is_for_some(things: Sequence[Token], reading: Reading) -> bool:
    """Whether words tell whom or what alone it holds for: `for interns`, `у дизайнеров`, `인턴은`."""
    begin = next((at for at, token in enumerate(reading.tokens) if token not in things), 0)
    return any(is_topic(reading.words[token.place]) for token in reading.tokens[:begin]) or any(
        not _FOR.isdisjoint(reading.words[max(0, thing.place - 2) : thing.place]) for thing in things
    )


def things(tokens: Sequence[Token]) -> list[Token]:
    """All that are neither numbers nor points in time."""
    return [token for token in tokens if not token.measure]


def is_one_value(tokens: Sequence[Token], reading: Reading) -> bool:
    """Whether words stand together, with no other word of the subject between them."""
    if len(tokens) > REPLACED_UP_TO:
        return False
    shared = {token.place for token in reading.tokens if token.measure}
    return all(
        all(
            reading.words[place] in (_IN_A_DATE if one.measure else _IN_A_NAME)
            or (one.measure and place in shared)
            for place in range(one.end + 1, other.place)
        )
        and not is_topic(reading.words[one.place])
        and not _is_subject(one, reading)
        for one, other in pairwise(tokens)
    )


def _is_subject(token: Token, reading: Reading) -> bool:
    """Whether a Korean word carries the particle of who does something."""
    word = reading.words[token.place]
    return is_hangul(word) and word != token.kin and word.endswith(("이", "가"))


def is_topic(word: str) -> bool:
    """Whether a Korean word carries the particle of what the sentence is about."""
    return is_hangul(word) and word.endswith(("은", "는"))


def is_description(value: Sequence[Token]) -> bool:
    """Whether a value is put in several common words, `a red door`: two of them may hold at once."""
    return len(value) > 1 and not any(token.name or token.measure for token in value)


def tells_which(value: Sequence[Token], reading: Reading) -> bool:
    """Whether words tell which one of several is meant, `the onboarding checklist`, and not where it is."""
    place = value[-1].place + 1
    last = reading.words[value[-1].place]
    if is_hangul(last) and (value[-1].kin != last or reading.tokens[-1].place == place):
        return False
    if not any(token.place == place for token in reading.tokens):
        return False
    before = value[0].place - 1
    while before > 0 and reading.words[before] in ARTICLES:
        before -= 1
    placed = reading.words[before] in _PLACED or reading.words[place].endswith(_PLACED_KOREAN)
    return not placed


def touches_its_owner(value: Sequence[Token], reading: Reading) -> bool:
    """Whether the word before a value is one of the subject, as in `Peter's phone 555-0101`."""
    return any(token.place == value[0].place - 1 for token in reading.tokens)


def is_two_values(numbers: Sequence[Token]) -> bool:
    """Whether a month or weekday stands before a number that is none of its days, no year and no time."""
    return any(
        not one.kin[0].isdigit()
        and other.kin.isdecimal()
        and _size(other) > _DAYS
        and _size(other) not in _YEARS
        for one, other in pairwise(numbers)
    )


def is_counted(measure: Token, reading: Reading) -> bool:
    """Whether a measure holds a number, or belongs to one: `9 September`."""
    return any(
        any(letter.isdigit() for letter in token.kin) and abs(token.place - measure.place) <= 1
        for token in reading.tokens
        if token.measure
    )


def is_identifier(number: Token, reading: Reading) -> bool:
    """Whether a number tells one thing from another, as in `room 301 has`, rather than how much there is."""
    place = reading.tokens.index(number)
    owner = reading.tokens[place - 1] if place else None
    if owner is None:
        return _unit(number) in _NAMING and number is not reading.tokens[-1]  # `2번 문이`
    if owner.measure or owner.place != number.place - 1 or is_topic(reading.words[owner.place]):
        return False
    rest = reading.tokens[place + 1 :]
    after = reading.words[number.place + 1 : number.place + 2]
    if after and not is_hangul(after[0]) and is_past(after[0], ""):
        return True  # `тикет 45 переоткрыли`
    if after and is_hangul(after[0]) and _is_in_a_korean_name(number, reading):
        return True
    if not rest:
        return False
    if is_hangul(after[0]):
        return after[0].endswith(_SUBJECT_KOREAN) and not _is_counted_in_korean(number, reading)
    if after[0] in _BEING or _VERBAL.fullmatch(after[0]) or _is_not_counted(number, after[0]):
        return True
    begins = all(word in ARTICLES | _PLACED for word in reading.words[: owner.place])
    if begins and (after[0].isascii() or rest[0].place != number.place + 1):
        return True
    return (
        len(rest) > 1
        and rest[0].place == number.place + 1
        and reading.words[rest[1].place - 1] in _OF_AN_EVENT
    )


def _is_not_counted(number: Token, after: str) -> bool:
    """Whether a Russian word is not in the case of what so many are counted of: `строка 12 пуста`."""
    if classify(after).cue & Cue.MEASURE:
        return False  # `12 мая`
    return bool(_OF_MANY.fullmatch(number.kin) and _NOT_OF_MANY.fullmatch(after))


def _is_counted_in_korean(number: Token, reading: Reading) -> bool:
    """Whether a unit is joined to a number, or stands behind it, in which things are counted."""
    return not _COUNTED.isdisjoint((_unit(number), classify(reading.words[number.place + 1]).kin))


def _is_in_a_korean_name(number: Token, reading: Reading) -> bool:
    """Whether a number ends the name that a Korean statement begins with: `송장 1041 결제 완료`.

    What has a particle, such as `서버는`, lets a value begin behind it; what is counted has a unit.
    """
    begins = reading.tokens[: reading.tokens.index(number)]
    unit = _unit(number)
    if ":" in number.kin or not (unit in _NAMING or number.kin[-1].isdigit()):
        return False
    if _is_counted_in_korean(number, reading):
        return False
    if any(is_hangul(reading.words[one.place]) and reading.words[one.place] != one.kin for one in begins):
        return False
    behind = reading.words[number.end + 1 :]
    particle = "" if number.end == number.place else reading.words[number.end].removeprefix(unit)
    if not particle:
        kind = classify(behind[0]) if behind and is_hangul(behind[0]) else None
        return kind is not None and kind.kin not in _NAMING and not kind.cue & Cue.LIGHT
    is_of_another = any(is_hangul(word) and word.endswith(_OF_ANOTHER_KOREAN) for word in behind)
    return particle.startswith("에") and is_of_another


def is_mere_name(number: Token, reading: Reading) -> bool:
    """Whether nothing is said but a name that ends in a number, `draft 7`."""
    named = [word for word in reading.words if word not in ARTICLES | _WHOSE | {".", "!", ","}]
    if number is not reading.tokens[-1] or not number.kin.isdecimal() or len(named) != len(reading.tokens):
        return False
    return not any(is_verb(token, reading) for token in reading.tokens)


def is_other_end(one: Sequence[Token], first: Reading, other: Sequence[Token], second: Reading) -> bool:
    """Whether one tells when something begins and the other when it ends: `at 7:00`, `till 21:00`."""
    return _is_until(one[0], first) != _is_until(other[0], second)


def _is_until(number: Token, reading: Reading) -> bool:
    before = reading.words[max(0, number.place - 1) : number.place]
    return not _UNTIL.isdisjoint(before) or reading.words[number.end].endswith("까지")


def count_on(one: Token, other: Token) -> bool:
    """Whether two numbers may be such as are given to one thing after another."""
    sizes = _size(one), _size(other)
    return max(sizes) <= _FEW or abs(sizes[0] - sizes[1]) <= _NEIGHBOURS


def joined_by(value: Sequence[Token], reading: Reading) -> str:
    """What joins a value to its subject: a preposition, a Korean particle, `A_THING` or `BARE`."""
    last = value[-1]
    behind = reading.words[last.end + 1 : last.end + 2]
    word = reading.words[last.end]
    tail = word if is_hangul(word) else "".join(behind)
    if is_hangul(tail):
        if tail == last.kin:
            return _joined_by_its_noun(last, reading)
        return next((alike[0] for alike in _PARTICLES if tail.endswith(alike)), BARE)
    before = reading.words[: value[0].place]
    if len(before) > 1 and any(token.place == len(before) - 1 for token in reading.tokens):
        before = before[:-1]  # `in room Orion`
    for word in reversed(before):
        if word in _PREPOSITIONS:
            return word
        if word not in ARTICLES and word not in _WHOSE:
            break
    article = reading.words[max(value[0].place - 1, 0)]
    return THE_THING if article in ("the", "our") else A_THING if article in ARTICLES else BARE


def _joined_by_its_noun(last: Token, reading: Reading) -> str:
    """What joins a bare Korean name: the particle of the noun behind it, `도쿄 리전에`."""
    noun = next((token for token in reading.tokens if token.place == last.end + 1), None)
    if noun is None or reading.words[noun.place] == noun.kin or is_verb(noun, reading):
        return BARE
    word = reading.words[noun.place]
    return next((alike[0] for alike in _PARTICLES[:3] if word.endswith(alike)), BARE)


def are_of_a_kind(one: Sequence[Token], first: Reading, other: Sequence[Token], second: Reading) -> bool:
    """Whether two values may tell the same of a subject: `in Porto`, `in Riga`, but not `on Friday`."""
    if (_is_amount(one) and not _holds_a_number(other)) or (_is_amount(other) and not _holds_a_number(one)):
        return False
    if any(map(_is_time, one)) != any(map(_is_time, other)) and not (
        _holds_a_number(one) and _holds_a_number(other)
    ):
        return False
    changed = bool(second.meant & Cue.CHANGE)
    if changed and not second.meant & Cue.SOLE and joined_by(other, second) in _CHANGED_OR_CHANGING:
        return False
    if not changed and (brings_a_verb(one, first) or brings_a_verb(other, second)):
        return False
    joined = {joined_by(one, first), joined_by(other, second)}
    korean = any(map(is_hangul, joined))
    if (
        len(joined) == 1
        or joined <= _PLACED
        or joined <= {BARE, A_THING, THE_THING}
        or (korean and BARE in joined)
    ):
        return True
    return changed and joined_by(other, second) in _GOALS and joined_by(one, first) in _CHANGEABLE


def is_address(token: Token) -> bool:
    """Whether a word is an address of mail or of the web."""
    return "@" in token.kin or _DOMAIN.fullmatch(token.kin) is not None


def _is_time(token: Token) -> bool:
    """Whether a word is a weekday, a month, a time of the day or a date."""
    return bool(classify(token.kin).cue & Cue.DAY) or ":" in token.kin or _unit(token) in _UNITS_OF_TIME


def _is_amount(value: Sequence[Token]) -> bool:
    """Whether a value is a number with its unit, `16 GB`, or a time; no name that holds a digit, `app2`."""
    return all(map(_is_number, value)) or value[0].kin.isdecimal() or _is_number_word(value[0])


def _is_number_word(token: Token) -> bool:
    return token.measure and token.kin.isalpha() and not classify(token.kin).cue & Cue.DAY


def _holds_a_number(value: Sequence[Token]) -> bool:
    return any(map(_is_number, value))


def _is_number(token: Token) -> bool:
    return token.measure and (token.kin[0].isdigit() or token.kin.isalpha())


def are_of_other_shapes(one: Sequence[Token], other: Sequence[Token]) -> bool:
    """Whether numbers cannot tell the same: a time of the day or a weekday, and a large number."""
    units = {_unit(one[-1]), _unit(other[-1])}
    if len(units) == 2 and all(units) and len(units & _UNITS_OF_TIME) == 1:
        return True
    if _is_clock(one) != _is_clock(other) and (_is_day(one) or _is_day(other)):
        return True
    shapes = {_is_large(one), _is_large(other)}
    return shapes == {True, False} and (_is_of_time(one) or _is_of_time(other))


def _is_clock(numbers: Sequence[Token]) -> bool:
    return all(":" in number.kin or _unit(number) == "시" for number in numbers)


def _is_day(numbers: Sequence[Token]) -> bool:
    return all(classify(number.kin).cue & Cue.DAY for number in numbers)


def _unit(number: Token) -> str:
    """The Korean unit behind a number."""
    counted = number.kin[0].isdigit() and is_hangul(number.kin[-1])
    return number.kin.lstrip("0123456789.:,") if counted else ""


def is_span(numbers: Sequence[Token]) -> bool:
    """Whether it is two numbers of one shape, as `from 10 to 11`."""
    return len(numbers) > 1 and (
        all(number.kin.isdecimal() for number in numbers) or all(":" in number.kin for number in numbers)
    )


def _is_large(numbers: Sequence[Token]) -> bool:
    """Whether a plain number is too large for an hour and a day of a month."""
    return any(token.kin.isdecimal() and _size(token) > _DAYS for token in numbers)


def _size(number: Token) -> float:
    """What a plain number comes to; one of too many digits for an integer is endless."""
    return float(number.kin)


def _is_of_time(numbers: Sequence[Token]) -> bool:
    return any(":" in token.kin or token.kin.endswith("시") or token.kin.isalpha() for token in numbers)


def brings_a_verb(value: Sequence[Token], reading: Reading) -> bool:
    """Whether a value has a verb of its own, `returns JSON`, which tells something else of the subject."""
    value = [token for token in value if not is_sole(token, reading)]
    words = [reading.words[token.place] for token in value]
    if not value:
        return False
    if is_hangul(words[-1]):
        return len(value) > 1 and is_verb(value[-1], reading)
    before = reading.words[value[0].place - 1] if value[0].place else ""
    placed = words[1:] if before in _PREPOSITIONS else words  # `в синем шкафу`
    if any(is_russian_verb(word) for word in placed):
        return True
    is_behind = before in _NOW or any(token.place == value[0].place - 1 for token in reading.tokens)
    is_first = is_behind and words[0].isascii() and not value[0].name
    return len(value) > 1 and is_first and _BEING.isdisjoint(reading.words)


def is_sole(token: Token, reading: Reading) -> bool:
    """Whether a word tells what one alone is or does."""
    return bool(classify(reading.words[token.place]).cue & Cue.SOLE)


def is_the_thing(reading: Reading) -> bool:
    """Whether its subject is said to be what one alone is: `Anna is the release manager`."""
    behind = [word for word in reading.words[reading.tokens[0].end + 1 :][:3] if word not in _NOW]
    return behind[:2] in (["is", "the"], ["is", "our"])


def is_for(value: Sequence[Token], reading: Reading) -> bool:
    """Whether a value is for whom or what something is or is done: others may have it too."""
    return joined_by(value, reading) in ("for", "для")


def is_in_charge_of(value: Sequence[Token], reading: Reading) -> bool:
    """Whether a value is what somebody leads or is responsible for: it may be more than one thing."""
    if is_hangul(reading.words[value[-1].end]):
        return bool(reading.meant & Cue.SOLE) and joined_by(value, reading) == "을"
    is_name = value[0].name and not reading.words[value[0].place].isascii() and not joined_by(value, reading)
    return not is_name and any(
        classify(reading.words[token.place]).cue & Cue.SOLE
        and token.place < value[0].place
        and not _BEING.intersection(reading.words[token.end + 1 : value[0].place])
        and not _DASHES.intersection(reading.words[token.end + 1 : value[0].place])
        for token in reading.tokens
    )
