"""Whether a value looks like a secret: by its shape alone, and by how sure the words before it make us."""

import re
from enum import IntEnum
from itertools import groupby, pairwise
from operator import itemgetter

from core.guard.once import once


class Shape(IntEnum):
    """How much a value looks like a secret."""

    NONE = 0
    """A word, a placeholder, a variable, a date, a path: whatever is ordinary after "password:"."""
    PLAIN = 1
    """Letters alone, or digits alone: a secret only where someone says so."""
    MIXED = 2
    """Letters with digits or signs among them."""
    RANDOM = 3
    """Long, and nothing that a person would make up or read out."""


_STAND_IN = re.compile(
    r"""
    [<\[{(%@]{1,2}[^\S\n]*[\w .:|/-]{0,80}[>\]})%]{1,2} [,;]? $   # <password>, {token}, %PASS%, [PASSWORD]
    | \$ (?: [A-Za-z_]\w* | \{.* | \(.* ) $                       # $TOKEN, ${TOKEN}, $(pass show x)
    | (?:sha256~)? [xX*.\-_•…#?0+=~·]+ $                           # xxxx, ****, ...
    | % [-\w.]{0,3} [a-z] $                                        # %s
    | \{\{ | <% | \#\{ | \$\{                                      # templates of all kinds
    | `                                                            # a command
    """,
    re.VERBOSE,
)
_OPENS_STAND_IN = frozenset("<[{(%@$s`#xX*.-_•…?0+=~·")
"""What all of these begin with."""
_SAID_SO = re.compile(
    r"your|insert|example|change_?me|placeholder|redacted|_here\b|dummy|sample|fake|not_?real|todo|xxxx"
    r"|abcdefghij|\.\.\.|…|\*\*\*|api[_-]?key$|secret[_-]?key$|access[_-]?token$|dots|random_?string"
)
_SAID_SO_ANYHOW = re.compile(_SAID_SO.pattern, re.IGNORECASE)
"""The same for other letters too, of which some are forms of ours; it takes several times as long."""
_ATTRIBUTE = re.compile(
    r"[A-Za-z_]+\d?(?:\??\.[A-Za-z_]+\d?)+(?:[(\[].*)?$"
    r"|[A-Za-z_][\w.]*[A-Za-z_]\w?(?:\(|\[['\"]?\w)"
)
_CONSTANT = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$")
_UUID = re.compile(r"(?i)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$")
_DATE = r"\d{1,4}[-./]\d{1,2}[-./]\d{1,4}(?:[T_]?\d.*)? | \d{1,2}[:.]\d{2}(?::\d{2})?(?:[.,]\d+)?Z?"
_VERSION = r"v?\d+(?:\.\d+)+(?:[-+.]?(?:rc|alpha|beta|a|b|dev|post|lts|snapshot|final)[-.]?\d*)?"
_AMOUNT = r"""
    [~<>≤≥=+-]* \d++ (?:[.,]\d++)? (?:[-–]\d*+)?
    (?: s|ms|secs?|min|mins|m|h|hr|hrs|hours?|d|days?|w|weeks?|y|years?|months?|minutes?|seconds?
      | k|kb|mb|gb|tb|g|b|bits?|bytes?|chars?|characters?|symbols?|digits?|x|px|pcs|th|st|nd|rd|am|pm|usd
      |eur|rub|krw
      | с|сек|мин|ч|час\w*|д|дн\w*|день|нед\w*|мес\w*|год\w*|лет|шт|руб\w*|р|к|кб|мб|гб|бит\w*|байт\w*
      |симв\w*|знак\w*
      | цифр\w*|자|자리|일|분|초|시간|개월|개|년|글자|비트|원|명|번|회|건|호 )
    (?: [-/][a-z]+ )?"""
_NUMBERED = r"""
    (?: sha|md|rsa|aes|des|3des|hs|rs|es|ps|ed|ec|x|p|utf|iso|base|oauth|argon|pbkdf|bcrypt|scrypt|blake
    |http|h|tls|ssl
      | ipv|pkcs|crc|k|l|i|mfa|2fa|otp|totp|fido|saml|id|ver|version|step|part|level|stage|v|s|r2|gpt|llama
      |python|py
      | java|node|php|web|ntlmv|keccak|chacha|poly|curve|secp|nist|cert|key|token|host|server|slot
      |line|page|item
      | srv|vm|dev|fy|issue|bug|ticket|task|rfc|cve )
    [-_.]? \d{1,5} [a-z]{0,2} (?: [-_./][a-z0-9]{1,9} ){0,3}
    | (?: test|user ) [-_.]? \d{1,2} | 1password"""
_ADDRESS = r"""
    (?: https?|ftp|ssh|git|file|s3|gs|arn|urn|mailto|tg|data ) : .*
    | [\w.+-]+@[\w-]+(?:\.[\w-]+)+
    | [a-z][\w.-]*[=~<>!]=\d+(?:\.\d+)+
    | \d{1,3}(?:\.\d{1,3}){3}(?::\d+)?(?:/\d+)? | (?:[0-9a-f]{0,4}:){3,7}[0-9a-f]{0,4}
    | [~.]{0,2}(?:/[\w.@%+~-]+)+/? | [a-z]:\\.* | (?:[\w.-]+/){1,8}[a-z][\w.-]*\.[a-z]{2,6}
    | [\w.-]+ \. (?: py|js|ts|go|rs|java|kt|rb|php|json|ya?ml|toml|env|txt|md|pem|crt|cer|key|pub|conf|cfg
    |ini|log|sql
      | sh|docx?|xlsx?|pdf|png|jpe?g|svg|html?|css|zip|gz|tar|jks|p12|pfx|kdbx|asc|gpg|csv|xml|com|org|net
      |io|dev|ru|kr
      | local|internal ) (?:[:/].*)?"""
_DIGEST = r"""
    (?: sha\d+|md5 ) [:~-] .* | \#\w+ | \#\d+-\w+
    | \$ (?: 2[aby]|argon2\w*|5|6|scrypt|pbkdf2\S* ) \$ .*
    | ssh-\w+ | ecdsa-sha2-.* | AAAA[BCE]3Nza.* | age1.*"""
_ORDINARY = re.compile(rf"(?ix) (?: {_DATE} | {_AMOUNT} | {_NUMBERED} | {_DIGEST} ) $")
_AMOUNTS = re.compile(rf"(?ix) (?: {_AMOUNT} ) $")
_ORDINARY_WITH_MARKS = re.compile(rf"(?ix) (?: {_VERSION} | {_ADDRESS} ) $")
"""Dates, amounts, numbered things, hashes, versions, addresses, files: what has digits and is no secret."""
_MARKS = frozenset(".:@/([")
"""One of these is in each of the second, and in every attribute."""
_LONGER_THAN_NUMBERED = 16
"""Characters above which none of these is of letters and digits alone, but for public keys."""
_PUBLIC_KEYS = ("AAAAB3Nza", "AAAAC3Nza", "AAAAE3Nza", "age1")
_WORDS = re.compile(r"[^\W\d_]+(?:[-'’_./|&+][^\W\d_]+)*$")
_SEGMENTS = re.compile(r"[-_./|:,+]+")
_WORDLIKE = re.compile(r"[A-ZА-ЯЁ]?[a-zа-яё]+\d{0,2}$|[A-Z]+\d{0,2}$|[가-힣]+$|\d{1,4}$|v\d+$|q\d$")
_CAMEL = re.compile(r"[a-z]+(?:[A-Z][a-z]+){1,5}$|(?:[A-Z][a-z]+){2,6}$")
_SIGNS = re.compile(r"[!@#$%^&*+=~?{}<>|\\]")
_JOINED = re.compile(
    r"""&(?=[\w.%-]{1,40}=)|[,;](?=[\w-]{1,40}[=:])|;(?=\w{1,40}\s?=)|</|\\n|["'](?=[\s,;:)}\]]|$)"""
)
_JOINING = re.compile(r"""[&,;<\\"']""")
"""What all of these begin with."""
_KEYPAD = "#*"
_NUMBERED_NAME = re.compile(r"[A-Z][a-z]+-?\d{1,4}[a-z]?$")
_TICKET = re.compile(r"[A-Z]{2,8}-\d{1,6}[a-z]?$")
_COUNTED = re.compile(
    r" (?!\w{1,2}\b)(?P<unit>\w+)"
    r"|(?= (?:is|are|was|does) (?!(?:the|my|our|your|a|for|still|now|new|it|valid)\b))"
)
"""What stands behind a number that counts something, or that the rest of the sentence is about."""
_HANGUL = re.compile(r"[가-힣]")
_COUNTERS = frozenset("년건호개명원회")
"""What stands right behind a number of things, and of a year."""
_CLOSING = frozenset(".,;:'\"`»”’…、。")


def words(text: str) -> frozenset[str]:
    """The words of a list."""
    return frozenset(text.split())


def any_of(*texts: str) -> re.Pattern[str]:
    """A pattern for any of these texts, the longer before its beginning.

    They are told apart by their first characters, so that a search skips all others and tries few texts.
    """
    ordered = sorted(set(texts), reverse=True)
    return re.compile(
        "|".join(
            f"{re.escape(first)}(?:{'|'.join(re.escape(text[1:]) for text in group)})"
            for first, group in groupby(ordered, key=itemgetter(0))
        )
    )


_COMMON = words(
    """
    required optional none null nil true false string str text varchar bytes int integer bool
    boolean undefined object changed expired reset missing wrong invalid incorrect empty hidden
    encrypted hashed same unknown ask see stored saved rotate rotated forgot forgotten protected
    policy password passwords passwd pass pwd username login user secret token key apikey value
    default unset disabled enabled manager vault bitwarden keepass onepassword lastpass keychain
    here there below above later soon tomorrow today never always nothing something anything
    everything needed weak strong long short simple complex different unique shared public
    private plain plaintext masked correct right good bad fine okay yes no not set sent given
    updated revoked leaked compromised generated random temporary permanent basic bearer digest
    oauth jwt saml sso ldap kerberos admin root guest test tests this that these those what
    which when where who how the and for with from pending denied accepted rejected refresh
    access session cookie header field input output error warning failed success
    bcrypt scrypt argon
    비밀 비공개 없음 필수 선택 동일
    """
)
"""What people write where a secret might stand."""


_LONG = 300
"""Characters above which a value is no word, date or path, and is not compared with their patterns."""


@once
def shape_of(value: str) -> Shape:
    """How much a value looks like a secret; quotes and closing punctuation are off by now."""
    if len(value) > _LONG:
        signs = set(value) if value.isascii() else ()
        mixed = len(signs) > 12 and any(map(str.isdigit, signs)) and any(map(str.isalpha, signs))
        return Shape.RANDOM if mixed else Shape.NONE
    if len(value) < 3:
        return Shape.NONE
    if value.isdigit():
        return Shape.PLAIN if 4 <= len(value) <= 12 and _is_no_round_number(value) else Shape.NONE
    if value.isalpha():
        return _shape_of_letters(value)
    if value.isalnum():
        return Shape.NONE if is_stand_in(value) or _is_ordinary(value) else _shape_of_mixed(value)
    if _is_few_words(value) or (not _MARKS.isdisjoint(value) and _is_named_place(value)):
        return Shape.NONE
    if is_stand_in(value):
        return Shape.NONE
    if _is_license(value):
        return Shape.RANDOM
    return Shape.NONE if _is_ordinary(value) else _shape_with_signs(value)


def _is_no_round_number(value: str) -> bool:
    return len(set(value)) > (2 if value.endswith("00") else 1)


def _is_few_words(value: str) -> bool:
    """Whether it is two or three words joined by signs."""
    return _WORDS.match(value) is not None and len(_SEGMENTS.findall(value)) < 3


def _is_named_place(value: str) -> bool:
    """Whether it is an attribute or a call, a version, an address or a file."""
    return _ATTRIBUTE.match(value) is not None or _ORDINARY_WITH_MARKS.match(value) is not None


def _is_ordinary(value: str) -> bool:
    """Whether it is one of what has digits and is no secret."""
    if value.isalnum() and len(value) >= _LONGER_THAN_NUMBERED:
        return value.startswith(_PUBLIC_KEYS)
    return _ORDINARY.match(value) is not None


def _shape_of_letters(value: str) -> Shape:
    """Letters alone: a long string that changes case all the time was made by a machine."""
    if len(value) < 4 or not value.isascii() or is_common(value) or is_stand_in(value):
        return Shape.NONE
    if len(value) >= 16 and sum(a.isupper() != b.isupper() for a, b in pairwise(value)) >= len(value) / 4:
        return Shape.RANDOM
    return Shape.PLAIN


def _shape_with_signs(value: str) -> Shape:
    """With signs in it."""
    if _UUID.match(value):
        return Shape.RANDOM
    has_digits = any(map(str.isdigit, value))
    if value[-1] in _KEYPAD and is_number(value):
        return shape_of(value.rstrip(_KEYPAD))
    if _is_name(value):
        parts = len(_SEGMENTS.findall(value)) + 1
        return Shape.PLAIN if len(value) >= 6 and (has_digits or parts > 3) else Shape.NONE
    return _shape_of_mixed(value, has_digits=has_digits) if any(map(str.isalpha, value)) else Shape.NONE


def _shape_of_mixed(value: str, *, has_digits: bool = True) -> Shape:
    """Letters, with digits or signs among them."""
    if has_digits and len(value) >= 16 and len(set(value)) >= 8 and value.isascii():
        return Shape.RANDOM
    return Shape.MIXED if len(value) >= 5 and (has_digits or _SIGNS.search(value[1:-1])) else Shape.NONE


def is_stand_in(value: str) -> bool:
    """Whether it stands for a secret without being one: a variable, a template, "xxxx", "your-token-here"."""
    if len(value) > _LONG:
        return len(set(value[:_LONG])) < 3 and len(set(value)) < 3
    return (
        not value
        or (value[0] in _OPENS_STAND_IN and _STAND_IN.match(value) is not None)
        or (len(value) < 80 and _says_so(value))
        or ("_" in value and _CONSTANT.match(value) is not None)
        or len(set(value.lower())) < 3
    )


def _says_so(value: str) -> bool:
    found = _SAID_SO.search(value.lower()) if value.isascii() else _SAID_SO_ANYHOW.search(value)
    return found is not None


def is_numbered_name(value: str) -> bool:
    """Whether it is a name and a number, as `Wiki2024` or `Release-2024`."""
    return _NUMBERED_NAME.match(value) is not None


def is_ticket(value: str) -> bool:
    """Whether it is the number of a task, as `OPS-4821`."""
    return _TICKET.match(value) is not None


def counts(text: str, start: int, end: int) -> bool:
    """Whether a number in a text counts what is named behind it, or is what the sentence goes on about."""
    behind = _COUNTED.match(text, end)
    return behind is not None and (
        behind["unit"] is None or _AMOUNTS.match(f"{text[start:end]}{behind['unit']}") is not None
    )


def is_number(value: str) -> bool:
    """Whether it is typed on a keypad: digits, and what ends them there, as `4821#`."""
    return value.rstrip(_KEYPAD).isdigit()


def is_uuid(value: str) -> bool:
    """Whether it is a UUID, which names things more often than it opens them."""
    return _UUID.match(value) is not None


def is_common(value: str) -> bool:
    """Whether it is a word that people write where a secret might stand."""
    return value.casefold() in _COMMON


def is_made_up(value: str) -> bool:
    """Whether words and numbers are joined as in a password: `blue-Horse-92`."""
    return len(value) >= 8 and any(map(str.isdigit, value)) and any(map(str.isalpha, value))


def has_cases(value: str) -> bool:
    """Whether there are capital and small letters in it."""
    return any(map(str.isupper, value)) and any(map(str.islower, value))


def is_strong(value: str) -> bool:
    """Whether it is no login and no commit: it has signs in it, or capital and small letters and digits."""
    return _SIGNS.search(value) is not None or (any(map(str.isdigit, value)) and has_cases(value))


@once
def trimmed(word: str) -> str:
    """A word without what belongs to the text around it: a comma, the next parameter, Korean particles."""
    # To look for one of few characters takes less time than to try each of these patterns everywhere.
    sign = _JOINING.search(word, 1)
    if sign is not None and (joined := _JOINED.search(word, sign.start())) is not None:
        word = word[: joined.start()]
    if not word.isascii() and not _HANGUL.match(word) and (hangul := _HANGUL.search(word)) is not None:
        said = word[: hangul.start()].removesuffix("(")
        word = said + hangul[0] if hangul[0] in _COUNTERS and said.isdigit() else said
    while word and not word[-1].isalnum() and (word[-1] in _CLOSING or _is_unopened(word)):
        word = word[:-1]
    return word


def _is_unopened(word: str) -> bool:
    """Whether it ends with a bracket that was opened before it."""
    at = ")]}>".find(word[-1])
    return at >= 0 and word.count(word[-1]) > word.count("([{<"[at])


def _is_license(value: str) -> bool:
    """Whether it is of groups as long as one another, with letters and digits in most: `AB12-CD34-EF56`."""
    groups = value.split("-")
    mixed = sum(not (group.isalpha() or group.isdigit()) for group in groups)
    return (
        len(groups) > 2
        and len(groups[0]) > 3
        and len({len(group) for group in groups}) == 1
        and value.isupper()
        and value.replace("-", "").isalnum()
        and 2 * mixed > len(groups)
    )


def _is_name(value: str) -> bool:
    """Whether it is made of words and small numbers, as `release-2024-q3` or `app_staging`."""
    if _WORDS.match(value) or _CAMEL.match(value):
        return True
    segments = [part for part in _SEGMENTS.split(value) if part]
    return len(segments) > 1 and all(_WORDLIKE.match(part) for part in segments)
