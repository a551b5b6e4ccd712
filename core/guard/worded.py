"""Secrets of letters alone, which could be any word of the sentence: they must be told plainly."""

import re

from core.guard.behind import COPULA
from core.guard.called import Called, Value
from core.guard.names import ATTRIBUTES, CLAUSE_ENDS, Name
from core.guard.spans import Span
from core.guard.values import is_common, words

_LINK = r"(?:[^\S\n]?[:=–—]|[^\S\n]-|[^\S\n]is|[^\S\n]это|[은는])[^\S\n]{1,2}"
_ASKED = re.compile(
    r"(?:(?i:code ?word|security question)(?: answer)?|보안 ?질문(?:의|에 대한)? ?(?:답|답변|정답)"
    r"|(?i:(?:кодов|секретн)\w{2,3} слов\w|(?:секретн|контрольн)\w{2,3} вопрос\w{0,2}))"
    rf"(?:[^\S\n][^\W\d_]{{1,15}}){{0,3}}?{_LINK}"
    rf"(?P<secret>[A-ZА-ЯЁ][a-zа-яё]{{3,20}}{CLAUSE_ENDS}|(?<=[은는] )[가-힣]{{2,8}}?{COPULA})"
)
"""A word that a person is asked for, as a bank does: a name, most often."""
_BELONGING = r"(?:[^\S\n](?:от|для|на|к|for|to|of)(?:[^\S\n][\w-]{1,15}){1,3})"
_PASSWORD = re.compile(
    rf"(?:{_BELONGING}?[^\S\n]?[:=]|{_BELONGING}[^\S\n]?[–—])[^\S\n]{{1,2}}"
    rf"(?P<at_the_end>[a-z]{{6,20}}|[а-яё]{{5,20}}){CLAUSE_ENDS}"
    rf"|[은는]?[^\S\n](?P<korean>[a-z]{{6,20}}){COPULA}"
    r"|[^\n«]{0,30}«(?P<quoted>[а-яё]{5,20})»"
)
_NO_NOUN = re.compile(
    r".*(?:[ыиоея]й|[аяоеыи][яе]|[оеё]го|[ое]му|ым|им|[её]н|[ая]н|[ауеяию]т|[тч]ь|с[яь]|л[аои]?|но|[уюеиыэ])"
)
"""How Russian words end that tell something of a password: adjectives, verbs, and nouns in other cases."""
_NO_NAMES = words("the and спроси спросите никто что как где")
_SAID_OF_PASSWORDS = words(
    """
    завтра сегодня вчера никогда снова теперь всегда сначала нельзя пусто строка число длина логин токен
    ошибка тайна секрет проверка смена сброс загадка личка почта заглушка админ пароль проблема беда
    """
)


def asked_at(text: str, start: int) -> Span | None:
    """The word that a question is answered by, whose name begins there: "кодовое слово — X"."""
    word = _ASKED.match(text, start)
    if word is None or word["secret"].lower() in _NO_NAMES or _says_something(word["secret"].lower()):
        return None
    return Span(*word.span("secret"), Name.PASSWORD.value)


def behind(text: str, called: Called) -> Value | None:
    """The password of small letters that ends a clause behind a sign, stands in quotes, or "is" in Korean."""
    told = None if called.is_code else _PASSWORD.match(text, called.end)
    if told is None or told.lastgroup is None or _says_something(told[told.lastgroup]):
        return None
    return Value.of(told, told.lastgroup)


def _says_something(word: str) -> bool:
    known = word in _SAID_OF_PASSWORDS or word in ATTRIBUTES or is_common(word)
    return known or _NO_NOUN.fullmatch(word) is not None
