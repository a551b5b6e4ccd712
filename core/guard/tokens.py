"""Secrets that show by themselves, whatever stands around them.

Vendors' keys of every kind are the library's business (`vendors`); here stand the ones that it does not know,
or knows only beside certain words, and the most usual ones, for machines that the library is not built for.
"""

import re
from base64 import b64decode
from binascii import Error as NotBase64
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from core.guard.spans import COVER, Span
from core.guard.values import Shape, any_of, is_stand_in, is_strong, is_uuid, shape_of


def _always(_: str) -> bool:
    return True


_FORM = re.compile(r"x{6}|your|example|\.\.\.")


def _varied(secret: str) -> bool:
    """Whether it is a token and not what shows the form of one, as `ghp_xxxxxxxx`."""
    body = secret[4:]
    return len(set(body)) > 4 and _FORM.search(body.lower()) is None


def _opens(secret: str) -> bool:
    return not is_stand_in(secret)


def _is_shaped(secret: str) -> bool:
    return shape_of(secret) > Shape.NONE


def _is_mixed(secret: str) -> bool:
    return shape_of(secret) >= Shape.MIXED


def _random(secret: str) -> bool:
    """Whether there are small letters, capitals and digits in it, as hardly any name of a thing has."""
    tests = (str.isdigit, str.isupper, str.islower)
    return _varied(secret) and all(any(map(test, secret)) for test in tests)


def _is_login(secret: str) -> bool:
    """Whether it holds a login and a password, as basic authorization does."""
    try:
        decoded = b64decode(secret).decode("ascii")
    except (NotBase64, UnicodeDecodeError):
        return False
    return decoded.isprintable() and not decoded.endswith(":") and 0 < decoded.find(":") <= 64


def _is_random(secret: str) -> bool:
    return shape_of(secret) is Shape.RANDOM and not is_uuid(secret)


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


def _is_artifactory(secret: str) -> bool:
    return len(set(secret)) > 8 or secret.endswith("x" * 10)


def _is_vault(secret: str) -> bool:
    return len(set(secret)) > 12 and not secret[2:].isalpha()


_GRAMMAR = (
    "(?:the|and|are|for|was|from|with|our|your|not|but|its|who|how|has|had|have|been|were|would|could|should"
    "|their|them|any|some)"
)
"""Words that few sentences of a dozen words lack, and none of the 2048 of BIP 39."""
_SENTENCE = r"(?:[a-z]{1,12} ){0,11}?[a-z]{2,9}(?:ing|ed|[^isu]s|ly)\b"
"""A word with an ending, as hardly any of these has."""


@dataclass(frozen=True)
class Token:
    """One kind whose secrets show by what is in them, or stands around them.

    The secret is the pattern's group `secret` where it has one; `accepts` has the last word. A pattern that
    does not begin with a literal, by which a search takes no time, is tried where `sign` occurs: `before`
    characters before it, or anywhere in the text; or where one of the `words` does, in capitals or not.
    """

    kind: str
    pattern: re.Pattern[str]
    accepts: Callable[[str], bool] = _varied
    sign: re.Pattern[str] | None = None
    before: int | None = None
    words: tuple[str, ...] = ()

    def find(self, text: str) -> Iterator[Span]:
        """Where it occurs."""
        group = "secret" if "secret" in self.pattern.groupindex else 0
        for match in self._matches(text):
            if match is not None and self.accepts(match[group]):
                yield Span(*match.span(group), self.kind)

    def _matches(self, text: str) -> Iterator[re.Match[str] | None]:
        if self.sign is not None and self.before is not None:
            signs = self.sign.finditer(text)
            return (self.pattern.match(text, sign.start() - self.before) for sign in signs)
        return self.pattern.finditer(text) if self.sign is None or self.sign.search(text) else iter(())


@dataclass(frozen=True)
class Vendor:
    """One kind whose secrets are words of their own with a beginning that their vendor gives them."""

    kind: str
    beginnings: tuple[str, ...]
    pattern: re.Pattern[str]
    accepts: Callable[[str], bool]


def _vendor(kind: str, beginnings: str, rest: str, accepts: Callable[[str], bool] = _varied) -> Vendor:
    """A vendor's kind, by what follows its beginnings."""
    pattern = re.compile(rf"(?:{any_of(*beginnings.split()).pattern})(?:{rest})(?![A-Za-z0-9])", re.ASCII)
    return Vendor(kind, tuple(beginnings.split()), pattern, accepts)


VENDORS = (
    # The first line of a private key that comes line by line: of RSA and elliptic curves (RFC 8017, 5915,
    # 5958), and of OpenSSH.
    _vendor("private-key", "MII", r"[A-J][A-Za-z0-9+/]{2}IBA[AD][A-Za-z0-9+/]{20,4000}={0,2}"),
    _vendor(
        "private-key",
        "MIGHAgEAMBMG MC4CAQAwBQYDK2Vw MHcCAQEE b3BlbnNzaC1rZXktdjE",
        r"[A-Za-z0-9+/]{20,4000}={0,2}",
    ),
    _vendor("jwt", "eyJ", r"[\w-]{8,4000}(?:\.[\w-]{8,8000})(?:\.[\w-]{0,4000}){0,3}={0,2}", _always),
    _vendor("yandex-key", "AQVN", r"[\w-]{35,42}"),
    _vendor("yandex-key", "YC", r"AJ[\w-]{20,24}|[A-Z][\w-]{37}"),
    _vendor("yandex-key", "t1.", r"[\w-]{5,2000}+={0,2}\.[\w-]{40,120}={0,2}"),
    _vendor("yandex-key", "y0_ y1_ y2_ y3_", r"[\w-]{40,70}"),
    _vendor("yandex-key", "AQAAAA", r"[A-Za-z0-9][\w-]{30,45}"),
    _vendor("github-token", "ghp_ gho_ ghu_ ghs_ ghr_", "[A-Za-z0-9]{30,255}+"),
    _vendor("github-token", "github_pat_", r"\w{30,255}+"),
    _vendor("gitlab-token", "glpat- glptt- gldt- glrt- glcbt-", r"[\w.-]{18,300}+"),
    _vendor("slack-token", "xox", r"[abceoprs](?:\.xox[bp])?-\d[\w-]{18,400}+"),
    _vendor("slack-token", "xapp-", r"\d-[\w-]{20,400}+"),
    _vendor("slack-token", "xoxd-", r"[\w%+/=-]{40,400}"),
    _vendor(
        "webhook-url",
        "https:// http://",
        r"(?:hooks\.slack\.com/(?:services|workflows|triggers)|(?:\w+\.)?discord(?:app)?\.com/api/webhooks"
        r"|[\w-]{1,60}\.webhook\.office\.com/webhookb2|open\.(?:feishu\.cn|larksuite\.com)/open-apis/bot/v2/hook"
        r"|maker\.ifttt\.com/trigger)/[\w/@+-]{20,260}|hooks\.zapier\.com/hooks/catch/\d{3,12}/\w{5,20}/?",
    ),
    _vendor(
        "stripe-key",
        "sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_ pk_live_ pk_test_ pk_prod_",
        "[A-Za-z0-9]{10,250}+",
    ),
    _vendor("stripe-key", "whsec_", "[A-Za-z0-9+/=]{20,100}"),
    _vendor("api-key", "sk-", r"[\w-]{20,300}+"),
    _vendor("api-key", "gsk_", "[A-Za-z0-9]{40,60}"),
    _vendor("api-key", "xai-", "[A-Za-z0-9]{40,100}"),
    _vendor("api-key", "r8_", "[A-Za-z0-9]{37}"),
    _vendor("api-key", "pplx-", "[A-Za-z0-9]{32,60}"),
    _vendor("api-key", "key-", "[0-9a-f]{32}"),
    _vendor("api-key", "sk_", "[0-9a-f]{40,64}"),
    _vendor("api-key", "fc-", "[0-9a-f]{32}"),
    _vendor("api-key", "live_ test_", r"[\w-]{43}", _random),
    _vendor("api-key", "tvly- tvly-dev-", "[A-Za-z0-9]{32}"),
    _vendor("api-key", "pcsk_", r"\w{50,90}"),
    _vendor("api-key", "re_", "[A-Za-z0-9]{8}_[A-Za-z0-9]{24}", _random),
    _vendor("api-key", "sb_secret_", r"[\w-]{22,44}"),
    _vendor("notion-key", "ntn_", "[A-Za-z0-9]{40,50}", _random),
    _vendor("notion-key", "secret_", "[A-Za-z0-9]{43}", _random),
    _vendor("hubspot-token", "pat-na1- pat-na2- pat-eu1-", r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"),
    _vendor("facebook-token", "EAA", "[A-Za-z0-9]{80,400}"),
    _vendor("instagram-token", "IGQV", r"[\w-]{80,400}"),
    _vendor("vk-token", "vk1.a.", r"[\w-]{40,400}"),
    _vendor("netlify-token", "nfp_", "[A-Za-z0-9]{36,40}"),
    _vendor("fly-token", "fo1_", r"[\w-]{43}"),
    _vendor("render-token", "rnd_", "[A-Za-z0-9]{24,40}", _random),
    _vendor("sentry-token", "sntrys_", r"eyJ[A-Za-z0-9+/_=-]{60,500}"),
    _vendor("newrelic-key", "NRAK-", "[A-Z0-9]{27}"),
    _vendor("tailscale-key", "tskey-", r"[a-z]{2,12}-[\w-]{20,80}"),
    _vendor("bitbucket-token", "ATBB", "[A-Za-z0-9]{28,40}", _random),
    _vendor("contentful-token", "CFPAT-", r"[\w-]{43}"),
    _vendor("alibaba-key", "LTAI", "[A-Za-z0-9]{12,24}", _random),
    _vendor("tencent-key", "AKID", "[A-Za-z0-9]{32}", _random),
    _vendor("artifactory-key", "cmVmdGtu", "[A-Za-z0-9]{56}"),
    _vendor("mapbox-token", "sk. pk.", r"eyJ[\w-]{40,120}\.[\w-]{20,30}"),
    _vendor("aws-key", "AKIA ASIA ABIA ACCA", "[A-Z0-9]{16}", _always),
    _vendor("aws-key", "A3T", "[A-Z0-9]{17}", _always),
    _vendor("google-key", "GOCSPX-", r"[\w-]{28}"),
    _vendor("google-key", "ya29.", r"[\w.-]{20,500}+"),
    _vendor("google-key", "1//0", r"[\w-]{30,120}"),
    _vendor("huggingface-token", "hf_ api_org_", "[A-Za-z0-9]{34,37}"),
    _vendor("npm-token", "npm_", "[A-Za-z0-9]{30,50}"),
    _vendor("sendgrid-key", "SG.", r"[\w-]{16,32}\.[\w-]{30,64}"),
    _vendor("twilio-key", "SK AC", "[0-9a-fx]{32}", _always),
    _vendor("artifactory-key", "AP", "[0-9A-F][A-Za-z0-9]{10,80}", _is_artifactory),
    _vendor("artifactory-key", "AKC", "[A-Za-z0-9]{10,100}", _is_artifactory),
    _vendor("square-token", "sq0", r"[a-z]{3}-[\w-]{22,48}"),
    _vendor("sonar-token", "sqa_ sqp_ squ_", "[A-Za-z0-9]{40}"),
    _vendor("vault-service-token", "hvs.", r"[\w-]{90,120}"),
    _vendor("vault-service-token", "s.", "[A-Za-z0-9]{24}", _is_vault),
)
"""Kinds that begin alike: no other key does."""
_VENDOR_OF = {beginning: vendor for vendor in VENDORS for beginning in vendor.beginnings}
_BEGINS = re.compile(rf"[^A-Za-z0-9](?=({any_of(*_VENDOR_OF).pattern}))")
"""To begin with the sign before a word is many times faster than to look back for it from each character."""

WORDS = (
    Token(
        "telegram-bot-token",
        re.compile(
            r"(?P<secret>\d(?:(?<![A-Za-z0-9]\d)|(?<=bot\d)(?<![A-Za-z0-9]bot\d))\d{6,10}:[\w-]{33,38})(?![\w-])",
            re.ASCII,
        ),
        sign=re.compile(r":(?<=\d{7}:)[\w-]{33}", re.ASCII),
    ),
    Token(
        "gigachat-key",
        re.compile(r"(?<![A-Za-z0-9])[A-Za-z0-9+/]{98}==(?![A-Za-z0-9])"),
        _is_gigachat,
        sign=re.compile("==(?<=[A-Za-z0-9+/]{98}==)"),
        before=98,
    ),
    Token(
        "discord-token",
        re.compile(r"[MNO](?<![A-Za-z0-9][MNO])[\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])", re.ASCII),
    ),
    Token(
        "mailchimp-key",
        re.compile(r"(?<![A-Za-z0-9])[0-9a-f]{32}-us\d{1,2}(?![A-Za-z0-9])", re.ASCII),
        sign=re.compile(r"-us\d(?<=[0-9a-f]{32}-us\d)", re.ASCII),
        before=32,
    ),
    Token(
        "azure-secret",
        re.compile(r"(?<![\w~.-])[\w.~-]{3}\dQ~[\w.~-]{31,34}(?![\w~-])"),
        sign=re.compile(r"Q~(?<=[\w~.-]{3}\dQ~)"),
        before=4,
    ),
    Token(
        "deepl-key",
        re.compile(r"(?<![\w-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}:fx(?!\w)", re.ASCII),
        sign=re.compile(r":fx(?<=[0-9a-f]{12}:fx)", re.ASCII),
        before=36,
    ),
    Token(
        "telegram-payment-token",
        re.compile(r"(?<![A-Za-z0-9])\d{6,12}:(?:TEST|LIVE):[\w-]{5,80}", re.ASCII),
        sign=re.compile(r":(?:TEST|LIVE):"),
    ),
    Token("api-key", re.compile(r"softlayer\.com/soap/v[\d.]+/(?P<secret>[a-z0-9]{64})"), _always),
)
"""Kinds that are but part of a long word (`long_words`)."""

TOKENS = (
    Token(
        "private-key",
        re.compile(
            r"-----BEGIN (?P<kind>[A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?)-----"
            r"(?:(?:(?!-----)[\s\S]){0,16000}-----END (?P=kind)-----|(?:[A-Za-z0-9+/=\s]|\\[nr]){0,16000})"
        ),
        _always,
    ),
    # The end of one that Telegram cut in two, as it does with what is longer than a message.
    Token(
        "private-key",
        re.compile(
            r"(?<![A-Za-z0-9+/=])(?:[A-Za-z0-9+/=]{20,80}(?:\r?\n|\\n)){1,80}"
            r"(?:[A-Za-z0-9+/=]{1,80}(?:\r?\n|\\n))?"
            r"-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----"
        ),
        _always,
        sign=re.compile(r"-----END [A-Z0-9 ]{0,30}PRIVATE KEY"),
    ),
    Token(
        "private-key",
        re.compile(r"Private-Lines: (?P<secret>\d+\s[A-Za-z0-9+/=\s]{0,16000})"),
        _always,
    ),
    Token(
        "url-password",
        re.compile(
            r"://(?!user(?:name)?:pass(?:word)?@(?:localhost|host|db|127\.|[\w.-]{0,40}example))"
            r"[^\s/?#:@\"'<>]{0,80}:(?P<secret>[^\s\"'<>]{1,200})@(?=[^\s/@])"
        ),
        _opens,
    ),
    Token("url-password", re.compile(r"://(?P<secret>[A-Za-z0-9_-]{16,200})@(?=[\w.-]+)")),
    Token(
        "password",
        re.compile(
            r"-(?<=\s-)(?:u|-user|-proxy-user)[ =]{0,2}[\"']?[^\s:\"'$<{\[]{1,80}:(?P<secret>[^\s\"']{1,200})"
        ),
        lambda secret: _opens(secret) and secret.strip(":") not in ("pass", "password", "test", "yyy", ""),
    ),
    Token(
        "api-key",
        re.compile(r"-(?<=\s-)(?:u|-user)[ =]{0,2}[\"']?(?P<secret>[^\s:\"'$<{\[]{8,80}):(?=[\"'\s])"),
        _is_mixed,
    ),
    Token(
        "password",
        re.compile(
            r"-(?<=\s-)(?:U [\"']?[\w\\.-]{1,60}%|u [\w.@-]{1,60},|(?:store|key)pass )"
            r"[\"']?(?P<secret>[^\s\"'|;,-][^\s\"'|;,]{3,100})"
        ),
        _is_shaped,
    ),
    Token(
        "password",
        re.compile(r"/user:[^\s:]{1,60} (?P<secret>[^\s\"'|;/]{6,100})"),
        _is_mixed,
        words=("/user:",),
    ),
    Token(
        "password",
        re.compile(r"(?i)identified by ['\"](?P<secret>[^'\"\n]{1,100})"),
        _opens,
        words=("identified by",),
    ),
    Token(
        "url-password",
        re.compile(r":oracle:thin:\w{1,60}/(?P<secret>[^\s@/]{1,100})@"),
        _opens,
        words=("oracle:thin:",),
    ),
    Token(
        "password",
        re.compile(r":5432:[\w*-]{1,60}:[\w.*-]{1,60}:(?P<secret>[^\s:]{4,100})"),
        _is_shaped,
        words=(":5432:",),
    ),
    Token(
        "password",
        re.compile(r"asic(?<=\b[Bb]asic)[ :]\s?(?P<secret>[A-Za-z0-9+/]{8,400}={0,2})(?![\w+/=])"),
        _is_login,
        words=("basic",),
    ),
    Token(
        "api-key",
        re.compile(r"KakaoAK[ :]{1,2}(?P<secret>[0-9a-f]{32})(?!\w)"),
        words=("kakaoak",),
    ),
    Token(
        "token",
        re.compile(
            r"(?i)[?&](?:sig|signature|appid|x-(?:amz|goog)-(?:signature|security-token))="
            r"(?P<secret>[\w%.~+/=-]{20,2000})"
        ),
        _is_random,
        words=("sig=", "signature=", "appid="),
    ),
    Token(
        "token",
        re.compile(
            r"(?i)(?:(?:cookie|кук[аиуе]|쿠키)[^\n]{0,80}?(?<![\w.-])(?=[\w.-]{0,40}(?:sess|sid))[\w.-]{2,60}"
            r"|jsessionid|phpsessid|connect\.sid|(?<!\w)sessionid|laravel_session|asp\.net_sessionid)="
            r"(?P<secret>[\w%.~+/=-]{20,2000})"
        ),
        _is_random,
        words=("sessionid=", "sid=", "session="),
    ),
    Token(
        "recovery-phrase",
        re.compile(
            r"(?i)(?:seed|recovery (?:words|seed|key|code)|mnemonic|phrase|сид|мнемо|фраз|시드|복구)"
            r"[^\n]{0,40}?(?:[:=–—-]\s{0,3}|\s(?=[\"'«]?[a-z]{3})(?:(?<=[^\x00-\x7f]\s)"
            r"|(?:(?<=\bis\s)|(?<=\bare\s)|(?<=words\s)|(?<=phrase\s)|(?<=seed\s)|(?<=mnemonic\s))"
            rf"(?!{_SENTENCE})))[\"'«]?"
            rf"(?P<secret>(?:(?!{_GRAMMAR} )[a-z]{{3,8}}[ ,]{{1,2}}){{11,23}}[a-z]{{3,8}})\b"
        ),
        _always,
        words=("seed", "recovery", "mnemonic", "phrase", "сид", "мнемо", "фраз", "시드", "복구"),
    ),
)
"""Kinds of which something stands outside of the word."""
_OPTION = re.compile(r"-(?<=\s-)[pPaw](?P<gap> ?)[\"']?(?P<secret>[^\s\"'|;-][^\s\"'|;]{2,100})")
_OPTIONS = (" -p", " -a ", " -w ")
_PROGRAM = re.compile(
    r"\b(?:(?:(?P<asks>mysql\w{0,8}|mariadb|mongo(?:sh)?)|sshpass|7z|(?:docker|podman|az) login)\b"
    r"[^\n|;]{0,80}\s-p"
    r"|redis-cli\b[^\n|;]{0,80}\s-a|(?:sqlcmd|(?:un)?zip)\b[^\n|;]{0,80}\s-P|ldapsearch\b[^\n|;]{0,80}\s-w)$"
)
"""Programs that take a password by an option of one letter; some ask for it if what follows stands apart."""
_PROGRAM_REACH = 100


def _find_options(text: str) -> Iterator[Span]:
    """Passwords of command lines."""
    for option in _OPTION.finditer(text):
        start, end = option.start(), option.start() + 2
        program = _PROGRAM.search(text[max(0, start - _PROGRAM_REACH) : end])
        if program is None or shape_of(option["secret"]) is Shape.NONE:
            continue
        # What stands apart is a database, if it is not plainly a password by mistake.
        if not (program["asks"] and option["gap"]) or is_strong(option["secret"]):
            yield Span(*option.span("secret"), "password")


_WORDS_OF_TOKENS = (*_OPTIONS, *(word for token in TOKENS for word in token.words))
_SHORTEST = 12
"""Characters of the shortest word that holds a token."""

_AWS_SECRET = re.compile(
    r"[^A-Za-z0-9][^\n]{0,30}?\n?[^\n]{0,30}?(?<![A-Za-z0-9/+])"
    r"(?P<secret>(?=[a-z0-9/+]{0,39}[A-Z])(?=[A-Z0-9/+]{0,39}[a-z])[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])"
)
"""What stands behind the id of a key of AWS, as the two are given together; a commit has no capitals."""


def find_aws_secrets(text: str, found: list[Span]) -> Iterator[Span]:
    """Where the secret stands whose id was found."""
    for span in found:
        if span.kind == "aws-key" and (match := _AWS_SECRET.match(text, span.end)) is not None:
            yield Span(*match.span("secret"), span.kind)


_NUMBER = re.compile(
    r"(?<![\w.,/+=-])(?<!\d{4} )(?:"
    r"(?:4\d{3}|5[1-5]\d\d|2[2-7]\d\d|6\d{3}|35\d\d|9792)"
    r"(?P<gap>[ -]?)\d{4}(?P=gap)\d{4}(?P=gap)\d{4}(?:(?P=gap)\d{3})?"
    r"|3[47]\d\d(?P<amex>[ -]?)\d{6}(?P=amex)\d{5}|3[068]\d\d[ -]\d{6}[ -]\d{4})(?![\w/=-]|[.,]\d| \d{4}\b)"
)
_EIGHT_DIGITS = re.compile(r"[2-69](?<![\w.,/+=-].)\d{3}[ -]?\d{4}")
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
        for word in text.replace(COVER, " ").split()
        if len(word) >= _SHORTEST and not (word.isalpha() and word[1:] == word[1:].lower())
    ]


def are_spoken_of(lowered: str) -> bool:
    """Whether a lowered text has a word by which any of them is known."""
    return any(word in lowered for word in _WORDS_OF_TOKENS)


def find(text: str, lowered: str) -> Iterator[Span]:
    """Where any of them occurs that shows by what stands around it, or is a card's number."""
    for token in TOKENS:
        if not token.words or any(word in lowered for word in token.words):
            yield from token.find(text)
    yield from _find_options(text)
    yield from _find_cards(text)


def find_words(text: str, long: list[str]) -> Iterator[Span]:
    """Where any of them occurs that is a word, or part of one, in a text whose `long_words` are given."""
    if not long:
        return
    within = f" {' '.join(long)}"
    found = [*_of_vendors(within), *chain.from_iterable(token.find(within) for token in WORDS)]
    if found:
        yield from _moved(found, long, text)


def _of_vendors(within: str) -> Iterator[Span]:
    for begins in _BEGINS.finditer(within):
        vendor = _VENDOR_OF[begins[1]]
        match = vendor.pattern.match(within, begins.end())
        if match is not None and vendor.accepts(match[0]):
            yield Span(*match.span(), vendor.kind)


def _moved(spans: Iterable[Span], long: list[str], text: str) -> Iterator[Span]:
    """The spans, none of more than a word, as they stand in the text whose long words were joined."""
    starts, moves = [], []
    start, at = 1, 0
    for word in long:
        # In their order each is the first of its like behind the one before.
        place = text.index(word, at)
        starts.append(start)
        moves.append(place - start)
        start += len(word) + 1
        at = place + len(word)
    for begin, end, kind in spans:
        move = moves[bisect_right(starts, begin) - 1]
        yield Span(begin + move, end + move, kind)


def _find_cards(text: str) -> Iterator[Span]:
    """Numbers of payment cards: an issuer's first digits, its length and grouping, and the check digit.

    One amid more groups of four digits is none.
    """
    for begins in _EIGHT_DIGITS.finditer(text):
        start = begins.start()
        match = _NUMBER.match(text, start)
        if match is None or not is_card(match[0]):
            continue
        if not _OTHER_NUMBER.search(text, max(0, start - 40), start):
            yield Span(*match.span(), "card-number")
