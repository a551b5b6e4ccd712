"""What secrets are called in code and in three languages, and what only sounds like it."""

import re
from collections.abc import Iterator
from enum import StrEnum
from itertools import groupby

from core.guard.values import words


class Name(StrEnum):
    """What a secret is called; the value is the kind that its placeholder names."""

    PASSWORD = "password"
    TOKEN = "token"
    API_KEY = "api-key"
    SECRET = "secret"
    KEY = "key"
    """The bare word, which most often means something else."""


_CALLED = {
    Name.PASSWORD: r"""
        pass(?:word|wrod|owrd|wd|phrase|code|wort|key)?s? | pasword | pwd | psw | pw
        | (?:safe|lock|lockbox|locker|padlock)(?:'s)?[ ]comb(?:o|ination)
        | (?:pin|otp|puk)(?:[- ]?(?:codes?|код\w{0,2})|[ ]?(?:번호|코드))?
        | (?:door|gate|garage|entry|alarm|safe|lock|unlock|access|verification|one[- ]time|sms|2fa|mfa
            |keypad|activation|backup|recovery|confirmation|authentication|authenticator|login|sign-in|security)
            [ -]codes?
        | (?:wi-?fi|network|wpa2?|shared)[ ]key | wi-?fi[ ]code | psk
        | codes?[ ](?:for|to)[ ](?:the[ ]|our[ ]|my[ ])?(?:[a-z]{1,12}[ ])?
            (?:door|gate|garage|entrance|alarm|safe|lockbox|lock|keypad)
        | п[ао]рол(?:ь(?:[чк]\w{0,3}|[ ]из[ ]\w{1,9}[ ]слов)?|я|ю|ем|и|ей|ям|ями|ях|е)?
        | пасс(?:ворд)? | пас(?=:?[ ]) | пассфраз\w{1,2} | пин(?:[- ]?код\w{0,3})?(?:[ ]карт\w{1,2})?
        | (?:кодов|секретн|парольн)\w{2,3}[ ](?:фраз|слов)\w{1,3}
        | код\w{0,2}[ ](?:доступа | подтверждения | (?:для|на)[ ]входа? | авторизации
            | из[ ](?:смс|sms)\w{0,2} | активации(?=:?[ ][a-z0-9]) | безопасности
            | разблокировки | восстановления
            | 2fa | двухфактор\w{2,6}
            | (?:из|с|от)[ ](?:приложени|письм|пуш|почт|уведомлени|аутентификатор|телеграм)\w{0,3}
            | (?:(?:от|на|для)[ ])?(?:входн\w{2,3}[ ])?
                (?:сейф|двер|домофон|подъезд|замк|калитк|ворот|гараж|сигнализац|офис|квартир)\w{0,4})
        | смс(?:ка)?(?:-|,?[ ])код\w{0,2}(?:[ ]для[ ]входа)?
        | (?:одноразов|проверочн|резервн|секретн)(?:ый|ого|ым|ые|ых)[ ]код\w{0,2}
        | ключ\w{0,2}[ ](?:от[ ]|для[ ]|безопасности[ ])?(?:сети|вай-?фа\w{1,2}|wi-?fi|роутера)
        | 비밀[ ]?번호 | 비번 | 패스(?:워드|코드|프레이즈) | 암호(?:[ ]?문구|(?!화|문|학)) | 접속[ ]?코드
        | 인증[ ]?(?:번호|코드) | (?:핀|출입|현관|금고|도어락|백업|복구|로그인)[ ]?(?:번호|코드)
        | 잠금[ ]?(?:해제[ ]?)?(?:번호|코드) | (?:와이파이|네트워크|공유)[ ]키
        | 핀(?=[은는:]?[ ]\d{4,8}(?:[.,!\n]|[ ]?(?:입니다|이에요|예요)|$))""",
    Name.API_KEY: r"""
        (?:api|access|private|secret|auth|account|master|signing|encryption|service
            |license|webhook)[-_. ]?keys?
        | ap[iи]-?ключ\w{0,3} | апи-?ключ\w{0,3}
        | ключ\w{0,3}[ ](?:api|апи(?:шк\w{1,2})?|доступа|шифрования|активации|продукта)
        | (?:секретн|приватн|закрыт|лицензионн)\w{2,3}[ ]ключ\w{0,3} | мастер[ -]ключ\w{0,3}
        | (?:api|접근|접속|인증|비밀|액세스|개인|시크릿|암호화|라이선스|서비스)
            [ ]?키(?:값)?(?![가-힣]{2,})""",
    Name.SECRET: r"secrete?s? | credentials? | creds? | секрет(?:а|у|ом|е|ы)? | 시크릿",
    Name.TOKEN: r"""
        tokens? | authorization | auth | jwt | bearer | sonar[._]login
        | токен(?:а|у|ом|е|ы|ов)? | 토큰(?:값)?""",
    Name.KEY: r"keys? | ключ(?:ик)?(?:а|у|ом|е|и|ей)? | 키(?:값)?(?=[는은이가를:\s=])",
}
_CODES = (
    *words("door gate garage entry alarm safe lock unlock access verification security sms 2fa mfa"),
    *words(
        "keypad activation wifi wi-fi backup confirmation authentication authenticator login sign-in one-time"
    ),
    "one time",
)
_MARKED = (
    *words("pass pasw pwd psw pw pin ot|p cred jwt bearer key a|uth to|ken se|cret sonar=lo|gin"),
    *words("парол порол пас пин код ключ приватн се|крет за|крыт то|кен ли|цензионн"),
    *words("비밀 비번 패스 암호 접속 토큰 시크릿 키 접근 인증 액세스 개인 라이선스 서|비스"),
    *words("잠금 핀 출입 현관 금고 도어|락 cvv cvc phras re|covery фраз мнемони|ка 시드 복구 보안|코드"),
    *("보안 |코드", "code for", "code to", "codes for", "codes to"),
    *(f"{of}{sign}|code" for of in _CODES for sign in (" ", "-")),
    *(f"{sms}{sign}|код" for sms in ("смс", "смска") for sign in (" ", "-", ", ")),
    *(
        f"{of}{end} |код"
        for of in ("одноразов", "проверочн", "резервн")
        for end in ("ый", "ого", "ым", "ые", "ых")
    ),
    *("백업 |코드", "백업|코드", "로그인 |코드", "와이파이 |키", "네트워크 |키", "공유 |키"),
    *("your |code", "telegram |code", "whatsapp |code", "google |code", "puk", "psk"),
    *(f"{of}{end} |comb" for of in words("safe lock lockbox locker padlock") for end in ("", "'s")),
    *("security |question", "code word", "codeword", "보안 |질문", "보안|질문", "контрольн"),
    *(f"{of} |key" for of in ("wifi", "wi-fi", "network", "wpa", "wpa2", "shared")),
    *(
        f"{of}{sign}|key"
        for of in words("api access private account master signing encryption service license webhook")
        for sign in ("", "=")
    ),
    *(f"{api}{sign}|ключ" for api in ("api", "apи", "апи") for sign in ("", "-")),
    *("мастер |ключ", "мастер-|ключ"),
    "api|키",
    "api |키",
)
"""What names begin with, and what `alone` looks for; the bar stands before a letter rarer than the first,
"=" for any joining sign."""


def _searched_for(marked: str) -> tuple[str, int]:
    """What a search meets of it, and the more of the word the sooner."""
    before, _, rest = marked.rpartition("|")
    return rest, len(before)


_ORDERED = sorted(_MARKED, key=_searched_for, reverse=True)
_BACK = tuple(len(marked.rpartition("|")[0]) for marked in _ORDERED)


def _behind_it(marked: str) -> str:
    """The look back to what stands before, and an empty group, by whose number the mark is known."""
    before, _, rest = marked.rpartition("|")
    whole = re.escape(before + rest).replace("=", "[-_. ]")
    return f"(?<={whole})()" if before else "()"


def _searched(first: str, marks: Iterator[str]) -> str:
    """A pattern for marks that a search meets by the same letter: each rest is compared once."""
    rests = groupby(marks, key=lambda marked: _searched_for(marked)[0])
    return f"{first}(?:{'|'.join(_rest(rest, alike) for rest, alike in rests)})"


def _rest(rest: str, alike: Iterator[str]) -> str:
    return f"{re.escape(rest[1:])}(?:{'|'.join(map(_behind_it, alike))})"


_RARE = re.compile(
    "|".join(
        _searched(first, alike)
        for first, alike in groupby(_ORDERED, key=lambda marked: _searched_for(marked)[0][0])
    )
)


def beginnings(lowered: str) -> Iterator[int]:
    """Where one of `NAMES` may begin; to search for these places takes far less time than for the names."""
    for match in _RARE.finditer(lowered):
        yield match.start() - _BACK[(match.lastindex or 1) - 1]


NAMES = re.compile(f"(?x) {' | '.join(f'(?P<{name.name}>{pattern})' for name, pattern in _CALLED.items())}")
"""What secrets are called, in lower case, where one begins. Whether it is a word of its own is to be seen."""
_PARTS_OF_WORDS = re.compile(
    r"pass|psw|psk|pw|pin|puk|.*[ -]codes?|.*[ ]comb.*|(?:.*[ ])?keys?|auth|jwt|bearer|creds?"
    r"|пасс?|пин|ключ.*|код\w*[ ].*|смс.*|키값?|암호"
)
"""Names that end other words: "monkey", "compass"."""


_NAMED_BY = {name.name: name for name in Name}


def name_of(text: str, match: re.Match[str]) -> Name | None:
    """What a match of `NAMES` in the lowered text names; None where it is but part of another word."""
    start, end = match.span()
    if text[start - 1 : start].isalpha() and _goes_on(text, start) and _PARTS_OF_WORDS.fullmatch(match[0]):
        return None
    if text[end : end + 1].isalpha() and _goes_on(text, end) and not "가" <= text[end - 1] <= "힣":
        return None
    return _NAMED_BY.get(match.lastgroup or "")


def _goes_on(text: str, at: int) -> bool:
    """Whether a word goes on there, in its script; where camel case has a hump another one begins."""
    before, behind = text[at - 1], text[at]
    if not (before.isalpha() and behind.isalpha()) or before.isascii() != behind.isascii():
        return False
    return before.isupper() or not behind.isupper()


PLURALS = ("tokens", "keys", "secrets", "токенов", "токены", "ключей", "ключи", "пароли", "паролей")

ATTRIBUTES = words(
    """
    length len size limit limits policy policies hash hashes hashed hashing salt type types name
    names id ids ttl expiry expires expiration expired rotation rotated algorithm alg algo
    format count budget field fields min max age version lifetime url uri endpoint file files
    filename path dir label hint placeholder error message title text regex pattern strength
    manager reset prompt input form page screen generator store storage vault provider public
    pub fingerprint checksum date time index number schema column row table map mapping set list
    enum mode primary foreign cache partition sort idempotency object fact lookup composite
    unique next continuation sync device cancellation csrf xsrf registry translation i18n code
    codes bucket bits rate per window context usage used cost costs price total host hosts known
    ssh authorized gpg pgp verification str string word words chain registration recaptcha site
    publishable длина длины длину лимит лимита срок сроки хеш хэш хеша хэша хешем тип типа
    формат версия версии политика политики количество число размер поле поля публичный
    публичного открытый открытого первичный внешний отпечаток алгоритм ротация стоимость цена
    сложность имя название путь файл смена сброс восстановление
    길이 해시 유형 형식 정책 만료 개수 제한 공개 공개키
    기본 외래 캐시 이름 버전 변경 재설정 초기화
    """
)
"""What a secret has, and what goes before names that are no secret's: "token limit", `primary_key`."""

ABOUT = words(
    "hash hashed length len limit version type format size min minimum max maximum count number id name error"
)
ABOUT_KEYS = words(
    """
    public primary foreign cache partition sort idempotency unique composite fingerprint host
    ssh gpg object redis page device csrf map lookup feature 공개 기본 외래 캐시 파티션 멱등 멱등성
    """
)
ABOUT_STEMS = tuple(
    sorted(
        words(
            "хеш хэш длин лимит верси тип формат размер срок отпечат публичн открыт первичн внешн числ колич"
        )
    )
)
"""Words right before a name that say it is not a secret itself (the second, of all but passwords), and
beginnings of such words."""
FILLERS = words("of for the a your our")

OTHERS = re.compile(
    r"""(?ix) (?<![^\W_])
    (?: commit|sha\d*|hash|hashes|md5|revision|rev|ref|id|uuid|guid|order|ticket|issue|build|image|digest
    |invoice
        |page|line|chapter|section|room|floor|paragraph
        |tracking|users?|host|server|email|mail|login|username|phone|branch|tag|file|path|url|version
        |release|case
        |request|trace|span|account|line
        |(?:коммит|хеш|хэш|заказ|тикет|номер|верси|логин|почт|телефон|ветк|файл|сборк|юзер|пользовател
        |сервер|хост|страниц|строк|глав
            |задач|сч[её]т|релиз)\w*
        |커밋|해시|이슈|티켓|작업|주문|버전|파일|서버|사용자|계정|아이디|전화|이메일|브랜치|요청 )
    [:\#№]?(?:를|을|이|가|은|는|에|에서|번호)?:?$
    """
)
"""Words whose values look as random as secrets do, or as a login does."""

LINKS = words(
    """
    is are was be become becomes it's it’s says shows stays remains typed entered enter type try
    이제 это он она теперь будет стал стоит остался остаётся такой новый вот
    введи вводи введите вводите набери ввёл ввел
    here here's - – — = : =>
    """
)
LINK_ENDS = (":", "=", "：", "->", "=>", "→")
"""Words behind which a sentence tells the secret, and how such words end."""
BELOW = ("below", "beneath", "next", "ниже", "следующ", "👇", "아래", "다음", "밑")
"""How words begin behind which the secret stands on the next line."""
KEEPING = words(
    """
    such as follows the a now so так then вот this still currently just again always simply literally
    сейчас пока всё все ещё еще просто тоже также опять снова по-прежнему
    """
)
"""Words that may stand between a link and the secret."""
BELONGING = words("for to of on at from is was changed стоит задан от к ко для на в во из у с")
"""Words that say whose secret it is: "the password for the archive X"."""
INSIDE = words("in within inside under via from since until в во")
INSIDE_ENDS = ("에 ", "에서 ")
"""Words behind which is said where a secret is kept, and since when; and how Korean words end that say it."""
NUMBER_ENDS = (
    rf"(?=[^\S\n]{{0,3}}(?:$|[^\w %]|[가-힣]|\d|(?:{'|'.join(sorted(BELONGING - words('is was changed')))}"
    r"|and|or|but|until|till|exp\w*|valid|please|cv[vc]|pin|и|а|но|или|срок\w*|до|пожалуйста|пин)\b))"
)
"""What stands behind a number that counts nothing: "PIN 2048", and not "2048 messages"."""
CLAUSE_ENDS = r"(?=[^\S\n]?(?:$|[\n.,;!)]))"
CHANGES = (
    "changed",
    "set",
    "reset",
    "updated",
    "switched",
    "помен",
    "смен",
    "измен",
    "замен",
    "обнов",
    "постав",
)
CHANGED_TO = words("to на")
"""How words begin after which "to" leads to a secret: "the password was changed to X"."""
PARTICLES = re.compile(r"(?:은요?|는요?|이|가|을|를|도|만|에|로|으로|란|이란|라고|좀)(?![가-힣])")
SHORT_IS = ("'s ", "’s ")
"""What stands right behind a name: Korean particles, and an English "is"."""
TOPIC_ENDS = ("는", "은", "이", "가")
"""How a Korean word ends that the rest of the sentence is about."""
