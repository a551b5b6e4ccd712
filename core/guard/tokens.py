"""Secrets that show by themselves, whatever stands around them.

Vendors' keys of every kind are the library's business (`vendors`); here stand the ones that it does not know,
or knows only beside certain words, and the most usual ones, for machines that the library is not built for.
"""

import re
from base64 import b64decode
from binascii import Error as NotBase64
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from core.guard.spans import Span
from core.guard.values import Shape, any_of, is_stand_in, shape_of


def _always(_: str) -> bool:
    return True


def _varied(secret: str) -> bool:
    """Whether it is a token and not what shows the form of one, as `ghp_xxxxxxxx`."""
    body = secret[4:]
    return len(set(body)) > 4 and re.search(r"(?i)x{6}|your|example|\.\.\.", body) is None


def _opens(secret: str) -> bool:
    return not is_stand_in(secret)


def is_card(number: str) -> bool:
    """Whether the check digit fits, by Luhn (ISO/IEC 7812-1)."""
    digits = [int(digit) for digit in number if digit.isdecimal()]
    doubled = (sum(divmod(2 * digit, 10)) for digit in digits[-2::-2])
    return len(set(digits)) > 1 and (sum(digits[-1::-2]) + sum(doubled)) % 10 == 0


def _is_gigachat(secret: str) -> bool:
    """Whether it holds client id and client secret, both UUIDs, as an authorization key of GigaChat does."""
    try:
        decoded = b64decode(secret).decode("ascii")
    except (NotBase64, UnicodeDecodeError):
        return False
    return re.fullmatch(r"[0-9A-Fa-f-]{36}:[0-9A-Fa-f-]{36}", decoded) is not None


@dataclass(frozen=True)
class Token:
    """One kind: its pattern, tried where any of `hints` occurs in the text in lower case.

    The secret is the pattern's group `secret` where it has one; `accepts` has the last word. `is_word`:
    whether it is but part of a long word (`long_words`), so that no hint counts elsewhere.
    """

    kind: str
    hints: tuple[str, ...]
    pattern: re.Pattern[str]
    accepts: Callable[[str], bool]
    is_word: bool = False

    def find(self, text: str) -> Iterator[Span]:
        """Where it occurs."""
        group = "secret" if "secret" in self.pattern.groupindex else 0
        for match in self.pattern.finditer(text):
            if self.accepts(match[group]):
                yield Span(*match.span(group), self.kind)


def _word(kind: str, hints: str, pattern: str, accepts: Callable[[str], bool] = _varied) -> Token:
    """A token that is a word of its own."""
    whole = re.compile(rf"(?<![A-Za-z0-9])(?:{pattern})(?![A-Za-z0-9])", re.ASCII)
    return Token(kind, tuple(hints.split()), whole, accepts, is_word=True)


TOKENS = (
    Token(
        "private-key",
        ("private key", "openssh", "putty-user-key"),
        re.compile(
            r"-----BEGIN (?P<kind>[A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?)-----"
            r"(?:(?:(?!-----)[\s\S]){0,16000}-----END (?P=kind)-----|(?:[A-Za-z0-9+/=\s]|\\[nr]){0,16000})"
            r"|(?<=Private-Lines: )\d+\s[A-Za-z0-9+/=\s]{0,16000}"
        ),
        _always,
    ),
    _word("jwt", "eyj", r"eyJ[\w-]{8,4000}(?:\.[\w-]{8,8000})(?:\.[\w-]{0,4000}){0,3}={0,2}", _always),
    Token(
        "telegram-bot-token",
        (":",),
        re.compile(r"(?<![A-Za-z0-9])(?:bot)?(?P<secret>\d{7,11}:[\w-]{33,38})(?![\w-])", re.ASCII),
        _varied,
        is_word=True,
    ),
    _word("gigachat-key", "==", r"[A-Za-z0-9+/]{98}==", _is_gigachat),
    _word(
        "yandex-key",
        "aqvn t1. y0_ y1_ y2_ y3_ yc aqaaaa",
        r"AQVN[\w-]{35,42}|YCAJ[\w-]{20,24}|YC[A-Z][\w-]{37}|t1\.[\w-]{5,2000}={0,2}\.[\w-]{40,120}={0,2}"
        r"|y[0-3]_[\w-]{40,70}|AQAAAA[A-Za-z0-9][\w-]{30,45}",
    ),
    _word(
        "github-token",
        "ghp_ gho_ ghu_ ghs_ ghr_ github_pat_",
        r"gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_\w{30,255}",
    ),
    _word("gitlab-token", "glpat- glptt- gldt- glrt- glcbt-", r"gl(?:pat|ptt|dt|rt|cbt)-[\w.-]{18,300}"),
    _word("slack-token", "xox xapp-", r"xox[abceoprs](?:\.xox[bp])?-\d[\w-]{18,400}|xapp-\d-[\w-]{20,400}"),
    _word(
        "webhook-url",
        "hooks.slack.com /api/webhooks/",
        r"https?://(?:hooks\.slack\.com/(?:services|workflows|triggers)|(?:\w+\.)?discord(?:app)?\.com/api/webhooks)"
        r"/[\w/+-]{20,160}",
    ),
    _word(
        "stripe-key",
        "k_live_ k_test_ k_prod_ whsec_",
        r"[srp]k_(?:live|test|prod)_[A-Za-z0-9]{10,250}|whsec_[A-Za-z0-9+/=]{20,100}",
    ),
    _word(
        "api-key",
        "sk- gsk_ xai- r8_ pplx- key-",
        r"sk-[\w-]{20,300}|gsk_[A-Za-z0-9]{40,60}|xai-[A-Za-z0-9]{40,100}"
        r"|r8_[A-Za-z0-9]{37}|pplx-[A-Za-z0-9]{32,60}|key-[0-9a-f]{32}",
    ),
    _word("aws-key", "akia asia abia acca a3t", r"(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])[A-Z0-9]{16}", _always),
    _word("google-key", "gocspx- ya29. 1//0", r"GOCSPX-[\w-]{28}|ya29\.[\w.-]{20,500}|1//0[\w-]{30,120}"),
    _word("huggingface-token", "hf_ api_org_", r"(?:hf|api_org)_[A-Za-z0-9]{34,37}"),
    _word("npm-token", "npm_", r"npm_[A-Za-z0-9]{30,50}"),
    _word("sendgrid-key", "sg.", r"SG\.[\w-]{16,32}\.[\w-]{30,64}"),
    _word("twilio-key", "sk ac", r"(?:SK|AC)[0-9a-fx]{32}", _always),
    Token(
        "discord-token",
        (".",),
        re.compile(r"[MNO](?<![A-Za-z0-9][MNO])[\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])", re.ASCII),
        _varied,
        is_word=True,
    ),
    _word("mailchimp-key", "-us", r"[0-9a-f]{32}-us\d{1,2}"),
    _word(
        "artifactory-key",
        "ap akc",
        r"AP[0-9A-F][A-Za-z0-9]{10,80}|AKC[A-Za-z0-9]{10,100}",
        lambda key: len(set(key)) > 8 or key.endswith("x" * 10),
    ),
    _word("square-token", "sq0", r"sq0[a-z]{3}-[\w-]{22,48}"),
    _word("sonar-token", "sqa_ sqp_ squ_", r"sq[apu]_[A-Za-z0-9]{40}"),
    Token(
        "azure-secret",
        ("q~",),
        re.compile(r"(?<![\w~.-])[\w.~-]{3}\dQ~[\w.~-]{31,34}(?![\w~-])"),
        _varied,
        is_word=True,
    ),
    Token(
        "url-password",
        ("://",),
        re.compile(r"://[^\s/?#:@\"'<>]{0,80}:(?P<secret>[^\s\"'<>]{1,200})@(?=[^\s/@])"),
        _opens,
    ),
    Token(
        "url-password",
        ("://",),
        re.compile(r"://(?P<secret>[A-Za-z0-9_-]{16,200})@(?=[\w.-]+)"),
        _varied,
    ),
    Token(
        "api-key",
        ("softlayer.com",),
        re.compile(r"softlayer\.com/soap/v[\d.]+/(?P<secret>[a-z0-9]{64})"),
        _always,
        is_word=True,
    ),
    Token(
        "password",
        ("-u", "--user"),
        re.compile(
            r"\s(?:-u|--user|--proxy-user)[ =]{0,2}[\"']?[^\s:\"'$<{\[]{1,80}:(?P<secret>[^\s\"']{1,200})"
        ),
        lambda secret: _opens(secret) and secret.strip(":") not in ("pass", "password", "test", "yyy", ""),
    ),
    Token(
        "api-key",
        ("-u", "--user"),
        re.compile(r"\s(?:-u|--user)[ =]{0,2}[\"']?(?P<secret>[^\s:\"'$<{\[]{8,80}):(?=[\"'\s])"),
        lambda secret: shape_of(secret) >= Shape.MIXED,
    ),
    Token(
        "password",
        ("mysql", "mariadb", "redis-cli", "docker login", "podman login", "sshpass"),
        re.compile(
            r"(?:\b(?:mysql\w{0,8}|mariadb|sshpass)\b[^\n|;]{0,80}?\s-p ?|\bredis-cli\b[^\n|;]{0,80}?\s-a "
            r"|\b(?:docker|podman) login\b[^\n|;]{0,80}?\s-p )"
            r"[\"']?(?P<secret>[^\s\"'|;-][^\s\"'|;]{2,100})"
        ),
        lambda secret: shape_of(secret) > Shape.NONE,
    ),
    Token(
        "recovery-phrase",
        ("phrase", "seed", "mnemonic", "сид", "фраз", "мнемо", "시드", "복구"),
        re.compile(
            r"(?i)(?:seed|recovery|mnemonic|phrase|сид|мнемо|фраз|시드|복구)[^\n:=]{0,40}[:=]\s{0,3}[\"'«]?"
            r"(?P<secret>(?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8})\b"
        ),
        _always,
    ),
)
"""Kinds, the more telling first."""
_AMID_WORDS = tuple(token for token in TOKENS if not token.is_word)
_HINTS_AMID_WORDS = any_of(hint for token in _AMID_WORDS for hint in token.hints)
_SHORTEST = 12
"""Characters of the shortest word that holds a token."""

_NUMBER = re.compile(
    r"(?<![\w.,/+=-])(?<!\d{4} )(?:"
    r"(?:4\d{3}|5[1-5]\d\d|2[2-7]\d\d|6\d{3}|35\d\d|9792)"
    r"(?P<gap>[ -]?)\d{4}(?P=gap)\d{4}(?P=gap)\d{4}(?:(?P=gap)\d{3})?"
    r"|3[47]\d\d(?P<amex>[ -]?)\d{6}(?P=amex)\d{5}|3[068]\d\d[ -]\d{6}[ -]\d{4})(?![\w/=-]|[.,]\d| \d{4}\b)"
)
_FOUR_DIGITS = re.compile(r"[2-69]\d{3}")
"""What every number of a card begins with."""

_OTHER_NUMBER = re.compile(
    r"(?i)(?<![^\W_])(?:order|invoice|tracking|track|parcel|imei|serial|ticket|request|id|account"
    r"|заказ\w*|сч[её]т\w*|трек\w*|накладн\w+|посылк\w+|отправлени\w+|заявк\w+|договор\w*"
    r"|주문|송장|운송장|계좌|접수|예약)"
    r"(?:[-_ ]?(?:number|no\.?|num|id|номер\w*|번호))?(?:는|은|이|가)?\s?[#№:]{0,2}\s?$"
)
"""What else has numbers as long."""


def long_words(text: str) -> list[str]:
    """The words that could hold a key: long, and not only of letters, small ones behind the first."""
    return [
        word
        for word in text.split()
        if len(word) >= _SHORTEST and not (word.isalpha() and word[1:] == word[1:].lower())
    ]


def find(text: str, lowered: str, long: list[str]) -> Iterator[Span]:
    """Where any of them occurs in a text whose `long_words` are given."""
    if long:
        within = " ".join(long)
        lowered_within = within.lower()
        for token in TOKENS:
            if token.is_word:
                hinted = any(map(lowered_within.__contains__, token.hints))
                there = hinted and token.pattern.search(within) is not None
            else:
                there = any(map(lowered.__contains__, token.hints))
            if there:
                yield from token.find(text)
    elif _HINTS_AMID_WORDS.search(lowered) is not None:
        for token in _AMID_WORDS:
            if any(map(lowered.__contains__, token.hints)):
                yield from token.find(text)
    yield from _find_cards(text)


def _find_cards(text: str) -> Iterator[Span]:
    """Numbers of payment cards: an issuer's first digits, its length and grouping, and the check digit.

    One amid more groups of four digits is none.
    """
    for begins in _FOUR_DIGITS.finditer(text):
        start = begins.start()
        match = _NUMBER.match(text, start)
        if match is None or not is_card(match[0]):
            continue
        if not _OTHER_NUMBER.search(text, max(0, start - 40), start):
            yield Span(*match.span(), "card-number")
