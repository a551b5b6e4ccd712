"""Secrets of a form of their own beside their name: the code of a card, a passphrase, a code in brackets."""

import re

from core.guard import codes, worded
from core.guard.called import Called, Value, value_at
from core.guard.names import NUMBER_ENDS, Name
from core.guard.spans import Span
from core.guard.values import Shape, is_strong, words

_CARD_CODE = re.compile(
    r"(?:cv[vc]2?|security code|보안 ?코드|код\w{0,2} (?:на|с) об(?:орот|ратн)\w{1,3}(?: сторон\w{1,2})?)"
    r"(?:[- ]?(?:code|код\w{0,2}|번호|코드))?(?: карт\w{1,2}| (?:on|of|for) (?:the |my |our )?card)?"
    r"[는은]?(?: is| это)?[^\S\n]{0,3}[:=–—-]?[^\S\n]{0,3}"
    rf"(?P<secret>[0-9]{{3,4}})(?![\w%-]|[.,]\d){NUMBER_ENDS}"
)
_IN_BRACKETS = re.compile(r"[은는이가을를]?[ :]{0,3}\[(?!(?:19|20)\d{6}\])(?P<secret>[0-9]{4,8})\]")
_OF_PHRASES = ("phrase", "фраза", "фразу", "фразой", "фразы", "слов", "문구")
_PHRASE = re.compile(
    r"(?: ?[:=–—]| -| это)[^\S\n]{0,2}"
    r"(?P<secret>[^\W\d_]{2,14}(?:[ -][^\W\d_]{2,14}){2,7})[^\S\n]?(?=[,.;\n]|$)"
)
_ANSWER = re.compile(
    r"[^\n?]{0,40}\?(?:[^\S\n]?\n{1,2}(?:[^\W\d][^\n:]{0,30}:[^\S\n])?|[^\S\n])(?:[–—-][^\S\n])?"
    r"(?P<secret>\S{6,64})[^\S\n]?(?=\n|$)"
)
"""What is answered to "what is the password?", with the name of who says it."""
_REACH = 41
"""Characters behind a name in which its question ends."""
_FOURS = re.compile(
    r"[^\S\n]{0,2}[:=–—-][^\S\n]{0,2}(?P<secret>[a-z]{4}(?: [a-z]{4}){3})(?=[^\S\n]{0,2}(?:$|[\n.,;)]))"
)
"""As Google makes them for apps."""
_OF_SENTENCES = words(
    """
    the and are was for from has with were been our your its not but is in of on at to by as it we you
    see ask stored saved kept changed rotate
    please i he she they me you him them will can tell later soon tomorrow
    и в на не у с от для по из к как что это см спроси спросите лежит хранится
    я ты он она они мы вы мне тебе вам нам ему ей им потом позже скоро завтра
    나중에 다시 내일 곧
    """
)
"""Words that make a sentence of others, as no passphrase has them."""

_POLITE = ("요", "니다", "죠")
"""How sentences end in Korean."""


BEGINNINGS = ("security", "보안", "кодов", "секретн", "контрольн", "code")
"""How names begin that may be of a kind of secret that stands here, and of a password too."""


def found_at(text: str, lowered: str, start: int) -> Span | None:
    """The code of a card or of a service, or a word that is asked for, whose name begins there."""
    code = _CARD_CODE.match(lowered, start)
    if code is not None:
        return Span(*code.span("secret"), "card-code")
    return codes.sent_at(lowered, start) or worded.asked_at(text, start)


def behind(text: str, called: Called) -> Value | None:
    """The passphrase, the password of four times four letters, the answer or the code in brackets."""
    if called.name is not Name.PASSWORD:
        return None
    if (fours := _FOURS.match(text, called.end)) is not None:
        return Value.of(fours)
    if (value := worded.behind(text, called)) is not None:
        return value
    asks = text.find("?", called.end, called.end + _REACH) >= 0
    if asks and (answer := _ANSWER.match(text, called.end)) is not None:
        value = value_at(text, answer.start("secret"))
        is_told = value.shape >= Shape.MIXED and is_strong(value.text) and "=" not in value.text
        return value if is_told else None
    if called.identifier.lower().endswith(_OF_PHRASES):
        phrase = _PHRASE.match(text, called.end)
        return None if phrase is None or _is_sentence(phrase["secret"]) else Value.of(phrase)
    bracketed = _IN_BRACKETS.match(text, called.end) if called.identifier.startswith("인증") else None
    return None if bracketed is None else Value.of(bracketed)


def _is_sentence(said: str) -> bool:
    """Whether words tell of something, as those of a passphrase do not."""
    return said.endswith(_POLITE) or not _OF_SENTENCES.isdisjoint(said.lower().split())
