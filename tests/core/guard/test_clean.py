"""Secrets give way to placeholders, and nothing else changes."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.guard import clean, is_plain_hash, tokens, vendors
from core.guard.names import NAMES, beginnings
from core.guard.once import forget
from core.guard.spans import placeholder
from core.guard.values import shape_of
from tests.quality.everyday import everyday
from tests.quality.fakes import FAKES, fake
from tests.quality.hostile import hostile
from tests.quality.messages import ordinary, telling

TOLD = telling()
PASTED = dict(everyday(4_000))
TELL = {"messages that tell a secret each", "an environment of secrets"}
SHORT = 400
"""Characters of a hostile text, enough for every pattern to begin and to go on."""
_SECRETS = st.builds(
    lambda name, seed: fake(name, random.Random(seed)), st.sampled_from(FAKES), st.integers()
)
_PIECES = st.one_of(
    st.sampled_from(
        [" ", "\n", ": ", "=", "password ", "пароль", "비밀번호는 ", "key", '"', "'", "https://u:", "@h"]
    ),
    st.sampled_from([placeholder(kind) for kind in ("password", "jwt", "github-token")]),
    st.text(max_size=8),
    _SECRETS,
)
_SAID = st.one_of(
    st.sampled_from(["the", "пароль", "ключ", "is", "это", "код", "비밀번호는", "тут", "from", "2026"]),
    st.just("abandon ability able about above absent absorb abstract absurd abuse acid acoustic"),
    st.sampled_from(
        ["mnemonic", "сид", "docker", "login", "sk-", "dropbox,", "seed", "phrase", "4111", "1111"]
    ),
    st.from_regex(r"[A-Za-zа-я가-힣-]{1,26}[,.!?)]{0,2}|[1-9][0-9]{0,4}", fullmatch=True),
)
TEXTS = st.lists(_PIECES, max_size=8).map("".join)


def test_of_100_ordinary_messages_at_most_1_is_touched() -> None:
    messages = ordinary()
    assert len(messages) == 450
    assert sum(clean(text).text != text for text in messages) <= 4


def test_of_30_messages_with_a_secret_at_least_29_lose_all_of_it_and_nothing_else() -> None:
    assert len(TOLD) == 210
    assert sum(told.is_safe() for told in TOLD) >= 203


@pytest.mark.parametrize("name", FAKES)
def test_a_secret_that_shows_by_itself_needs_no_word_beside_it(name: str) -> None:
    secret = fake(name, random.Random(name))
    cleaned = clean(f"take {secret} with you")
    assert cleaned.text.startswith("take [secret:")
    assert cleaned.text.endswith("] with you")
    assert sum(cleaned.redacted.values()) == 1


def test_a_token_of_vault_needs_no_word_beside_it_and_a_method_as_long_is_none() -> None:
    assert clean("take s.4Qh7Zk2mXp9Lw3Rt8Vb6Nc1D").text == "take [secret:vault-service-token]"
    assert clean("s.getElementsByClassNameNS()").redacted == {}


def test_the_placeholder_names_the_kind_and_the_kinds_are_counted() -> None:
    dice = random.Random(1)
    first, second = fake("github", dice), fake("github", dice)
    cleaned = clean(f"{first} and {second}, password: hunter2")
    assert cleaned.text == "[secret:github-token] and [secret:github-token], password: [secret:password]"
    assert cleaned.redacted == {"github-token": 2, "password": 1}


def test_a_secret_goes_wherever_it_stands_in_the_text() -> None:
    cleaned = clean("password: Tr0ub4dor&3\nonce more, Tr0ub4dor&3 (no, really: «Tr0ub4dor&3»)")
    assert "Tr0ub4dor" not in cleaned.text
    assert cleaned.redacted == {"password": 3}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('password = "a b, c1!"', 'password = "[secret:password]"'),
        ("пароль «Qwerty-12345», не забудь", "пароль «[secret:password]», не забудь"),
        ("비밀번호는 abc123!입니다", "비밀번호는 [secret:password]입니다"),
        ("postgres://app:p@ss/w0rd@db:5432/x", "postgres://app:[secret:url-password]@db:5432/x"),
        ("postgres://user:pw12345X@db:5432/x", "postgres://user:[secret:url-password]@db:5432/x"),
        ("доступ: https://login:pw12345X@db/x", "доступ: https://login:[secret:url-password]@db/x"),
        ("?token=a8F3kLm29xQw&page=2", "?token=[secret:token]&page=2"),
        ("PASSWORD=Abc123xyz;TIMEOUT=30", "PASSWORD=[secret:password];TIMEOUT=30"),
        ("CACHE_PASSWORD=Abc123xyz", "CACHE_PASSWORD=[secret:password]"),
        ("redis password Abc-123xyz", "redis password [secret:password]"),
        ("use Abc#123xyz as the root password", "use [secret:password] as the root password"),
        ("пароль сменили на Osen-2026-les", "пароль сменили на [secret:password]"),
        ("ключ: AB12-CD34-EF56-GH78", "ключ: [secret:key]"),
        ("a secret --from-literal=password=Abc123!", "a secret --from-literal=password=[secret:password]"),
        ("Пароль:\nAbc123xyz", "Пароль:\n[secret:password]"),
        ("password\nAbc123xyz", "password\n[secret:password]"),
        (
            "the password is on the next line\nAbc-123xyz",
            "the password is on the next line\n[secret:password]",
        ),
        ("what's the vpn password?\nBob: Abc-123xyz", "what's the vpn password?\nBob: [secret:password]"),
        ("비밀번호가 뭐예요?\nAbc-123xyz", "비밀번호가 뭐예요?\n[secret:password]"),
        ("패스프레이즈: Abc-123xyz", "패스프레이즈: [secret:password]"),
        ("мастер-ключ a8F3kLm29xQwZ71bT4", "мастер-ключ [secret:api-key]"),
        ("비밀번호 아래에 적어요\nAbc-123xyz", "비밀번호 아래에 적어요\n[secret:password]"),
        ("Winter2024a is the new root password", "[secret:password] is the new root password"),
        ("guest / Kx7Lm2Qp", "guest / [secret:password]"),
        ("anna@mail.ru / Winter2024 там", "anna@mail.ru / [secret:password] там"),
        ("admin / Qwerty123", "admin / [secret:password]"),
        ("логин: test / Build42Ok", "логин: test / [secret:password]"),
        ("Wi-Fi : 82791111", "Wi-Fi : [secret:password]"),
        ("Секретная фраза: зелёный трактор бежит", "Секретная фраза: [secret:password]"),
        ("암호 문구: 초록 트랙터 달린다", "암호 문구: [secret:password]"),
        ("Abc123xyz — это пароль от зума", "[secret:password] — это пароль от зума"),
        ("Abc-123xyz 이게 와이파이 비번이에요", "[secret:password] 이게 와이파이 비번이에요"),
        ("Summer24 is the wifi password", "[secret:password] is the wifi password"),
        ("Abc123xyz가 새 비밀번호예요", "[secret:password]가 새 비밀번호예요"),
        ("the admin password's Abc123xyz", "the admin password's [secret:password]"),
        ("app password: abcd efgh ijkl mnop", "app password: [secret:password]"),
        (
            "API-ключ карт 33366ff3-ab2a-47ce-b761-40cea47ad3d9",
            "API-ключ карт [secret:api-key]",
        ),
        ("비번은 jiyoung_3901", "비번은 [secret:password]"),
        ("парол от почты Abc-123xyz", "парол от почты [secret:password]"),
        ("passwrod for the nas Abc-123xyz", "passwrod for the nas [secret:password]"),
        ("your verification code is 806009", "your verification code is [secret:password]"),
        ("код подтверждения 2041, скорее", "код подтверждения [secret:password], скорее"),
        ("смс код для входа в банк 4122", "смс код для входа в банк [secret:password]"),
        ("the code for the front door is 6380", "the code for the front door is [secret:password]"),
        ("The codes for the gate: 4821", "The codes for the gate: [secret:password]"),
        ("codes to our safe are 482177", "codes to our safe are [secret:password]"),
        ("Пришла смска, код 790846", "Пришла смска, код [secret:password]"),
        ("인증번호 [970384]를 입력해 주세요", "인증번호 [[secret:password]]를 입력해 주세요"),
        ("код двери в подъезде: 8468#", "код двери в подъезде: [secret:password]"),
        ("현관 비밀번호 9018* 누르시면 돼요", "현관 비밀번호 [secret:password] 누르시면 돼요"),
        ("금고 번호 6213", "금고 번호 [secret:password]"),
        ("пин-код карты 7799", "пин-код карты [secret:password]"),
        ("оплати, cvv 835", "оплати, cvv [secret:card-code]"),
        ("срок 11/27, код на обороте 729", "срок 11/27, код на обороте [secret:card-code]"),
        ("CVV карты 123", "CVV карты [secret:card-code]"),
        ("The CVV on the card is 123", "The CVV on the card is [secret:card-code]"),
        ("код на обороте карты 123", "код на обороте карты [secret:card-code]"),
        ("код на обороте карты: 123", "код на обороте карты: [secret:card-code]"),
        ("cvv 835 exp 11/27", "cvv [secret:card-code] exp 11/27"),
        ("код ворот 2019, не забудь", "код ворот [secret:password], не забудь"),
        ("비번은 2024로 바꿨어요", "비번은 [secret:password]로 바꿨어요"),
        ("인증번호 2024 입력하세요", "인증번호 [secret:password] 입력하세요"),
        ("인증번호[970384]를 입력", "인증번호[[secret:password]]를 입력"),
        ("PIN 1024 cvv 835", "PIN [secret:password] cvv [secret:card-code]"),
        ("PIN 1024 for the card", "PIN [secret:password] for the card"),
        ("the code for the door is 2045", "the code for the door is [secret:password]"),
        ("인증번호는 [970384] 입니다", "인증번호는 [[secret:password]] 입니다"),
        ("What's the password?\n#Kx4821-abc!", "What's the password?\n[secret:password]"),
        ("유효기간 09/28 CVC는 853", "유효기간 09/28 CVC는 [secret:card-code]"),
        ("admin / IYtK*CZ7xY on the router", "admin / [secret:password] on the router"),
        ("wifi: TP-Link_5G / 82791111", "wifi: TP-Link_5G / [secret:password]"),
        ("креды графаны admin:NaF7m7_Awlj", "креды графаны admin:[secret:password]"),
        ("test@acme.kr / 3xT%CvaXYz 로 로그인", "test@acme.kr / [secret:password] 로 로그인"),
        (
            "старый пароль ygeuo152 не подходит, новый iedofn9634",
            "старый пароль [secret:password] не подходит, новый [secret:password]",
        ),
        (
            "Anna's password is Anna4916 and Bob's is Bob_1620",
            "Anna's password is [secret:password] and Bob's is [secret:password]",
        ),
        (
            "gate code: 9173 and garage is 2837",
            "gate code: [secret:password] and garage is [secret:password]",
        ),
        ("your verification code is 406 118, hurry", "your verification code is [secret:password], hurry"),
        ("otp: 406-118", "otp: [secret:password]"),
        ("Одноразовый код для входа: 771 204", "Одноразовый код для входа: [secret:password]"),
        ("код подтверждения пришёл, 5520", "код подтверждения пришёл, [secret:password]"),
        ("Your code is 482913", "Your code is [secret:password]"),
        ("WhatsApp code 482-913", "WhatsApp code [secret:password]"),
        ("Ваш код: 4412. Никому его", "Ваш код: [secret:password]. Никому его"),
        ("Код 4412. Никому не сообщайте", "Код [secret:password]. Никому не сообщайте"),
        ("4412 — код подтверждения", "[secret:password] — код подтверждения"),
        ("G-482913 is your verification code", "[secret:password] is your verification code"),
        ("your security code is 482913", "your security code is [secret:password]"),
        ("PUK 48217755", "PUK [secret:password]"),
        ("OTP 번호 330 182 지금", "OTP 번호 [secret:password] 지금"),
        ("태블릿 잠금번호는 1379", "태블릿 잠금번호는 [secret:password]"),
        ("safe combination is 12-34-56", "safe combination is [secret:password]"),
        (
            "the door codes are 4821 and 7755, not 12",
            "the door codes are [secret:password] and [secret:password], not 12",
        ),
        ("backup codes: 1a2b-3c4d, 5e6f-7a8b", "backup codes: [secret:password]"),
        ("Backup codes:\n12345678\n87654321", "Backup codes:\n[secret:password]"),
        ("резервные коды 4821 7755, 9931 0042", "резервные коды [secret:password]"),
        ("коды восстановления\n4821-7755\n9931-0042", "коды восстановления\n[secret:password]"),
        ("백업 코드 12345678 87654321", "백업 코드 [secret:password]"),
        ("password: test1234", "password: [secret:password]"),
        (
            "q8Ff/2mT\nMIIEpAIBAAKCAQEA0b7Tz\nk3Hv==\n-----END RSA " + "PRIVATE KEY-----\nthat is it",
            "q8Ff/2mT\n[secret:private-key]\nthat is it",
        ),
        ("пароль user2024", "пароль [secret:password]"),
        ("MIIEowIBAAKC" + "AQEA0Z3VS5JJcds3xfn0rT2o", "[secret:private-key]"),
        ("MC4CAQAwBQYDK2Vw" + "BCIEIOxs8hmedXCXgRPPkcKgnwTnk8l1F6yA", "[secret:private-key]"),
        ("пароль от вайфая: солнышко", "пароль от вайфая: [secret:password]"),
        ("пароль от вайфая — солнышко, заходи", "пароль от вайфая — [secret:password], заходи"),
        ("пароль от почты «солнышко» смени", "пароль от почты «[secret:password]» смени"),
        ("비밀번호는 sunshine입니다", "비밀번호는 [secret:password]입니다"),
        ("Кодовое слово для банка — Барсик", "Кодовое слово для банка — [secret:password]"),
        (
            "The security question answer is Rosalind.",
            "The security question answer is [secret:password].",
        ),
        ("보안 질문 답은 해바라기 예요", "보안 질문 답은 [secret:password] 예요"),
        ("pwd for the box is still hunter2-box", "pwd for the box is still [secret:password]"),
        (
            "Пароль, кстати, вчера сменили, сейчас он Mandarin_88",
            "Пароль, кстати, вчера сменили, сейчас он [secret:password]",
        ),
        ("спросит пароль, вводи Zima_2026", "спросит пароль, вводи [secret:password]"),
        ("пароль тот же, Zima-2026", "пароль тот же, [secret:password]"),
        ("Какой пароль? — Zima2026", "Какой пароль? — [secret:password]"),
        ("пароль (Zima2026) смени", "пароль ([secret:password]) смени"),
        ("пароль- zima2026", "пароль- [secret:password]"),
        ('пароль от архива "лето-осень-2024"', 'пароль от архива "[secret:password]"'),
        ("Роутер: сеть Lavka, ключ сети grushevka2019", "Роутер: сеть Lavka, ключ сети [secret:password]"),
        ("passphrase correct-horse-battery-9", "passphrase [secret:password]"),
        ('passphrase is "purple monkey dish 17"', 'passphrase is "[secret:password]"'),
        (
            "secret_key для подписи всех вебхуков: a8F3kLm29xQwErTy",
            "secret_key для подписи всех вебхуков: [secret:api-key]",
        ),
        ("creds: bob hunter2!x", "creds: bob [secret:secret]"),
        ("비밀번호 qlalf!Qjsgh 쳐서", "비밀번호 [secret:password] 쳐서"),
        ("비밀번호가 Gksmf-2024(으)로", "비밀번호가 [secret:password](으)로"),
        (
            "Сменил пароль на роутере в серверной, был admin, стал Ventil-84-Shum",
            "Сменил пароль на роутере в серверной, был admin, стал [secret:password]",
        ),
        ("I rotated the password, it's now Cobalt-31", "I rotated the password, it's now [secret:password]"),
        ("the OTP I just got says 663201", "the OTP I just got says [secret:password]"),
        (
            "type Abc123xyz when it asks for the password",
            "type [secret:password] when it asks for the password",
        ),
        ("вводи Abc123xyz вместо пароля", "вводи [secret:password] вместо пароля"),
        ("Abc123xyz가 비밀번호예요", "[secret:password]가 비밀번호예요"),
        ("비밀번호에 Abc123xyz 입력하세요", "비밀번호에 [secret:password] 입력하세요"),
        ("VPN 사전 공유 키는 Psk-han-42 입니다", "VPN 사전 공유 키는 [secret:password] 입니다"),
        ("не открывается сейф: код 60417, потом #", "не открывается сейф: код [secret:password], потом #"),
        ("door keypad code 7719, back", "door keypad code [secret:password], back"),
        ("license key for the IDE: K7QX-92MD-PL4T-88VZ", "license key for the IDE: [secret:api-key]"),
        ("Backup codes if I am away: 4471-9920 8812-0034", "Backup codes if I am away: [secret:password]"),
        ("sqlcmd -S db -U sa -P 'Abc#123xyz'", "sqlcmd -S db -U sa -P '[secret:password]'"),
        ("mongosh -u root -p Abc123xyz --quiet", "mongosh -u root -p [secret:password] --quiet"),
        ("ldapsearch -x -w Abc123xyz -b dc=x", "ldapsearch -x -w [secret:password] -b dc=x"),
        ("unzip -P Abc123xyz dump.zip", "unzip -P [secret:password] dump.zip"),
        ("smbclient //srv/x -U bob%Abc123xyz", "smbclient //srv/x -U bob%[secret:password]"),
        ("keytool -list -storepass Abc123xyz", "keytool -list -storepass [secret:password]"),
        (r"net use Z: \\srv\x /user:bob Abc123xyz", r"net use Z: \\srv\x /user:bob [secret:password]"),
        ("CREATE USER a IDENTIFIED BY 'Abc123xyz'", "CREATE USER a IDENTIFIED BY '[secret:password]'"),
        ("jdbc:oracle:thin:scott/Abc123@db:1521", "jdbc:oracle:thin:scott/[secret:url-password]@db:1521"),
        ("db.int:5432:main:bob:Abc123xyz", "db.int:5432:main:bob:[secret:password]"),
        (
            "Пароли: админ Abc#123xyz, юзер Xyz#321abc",
            "Пароли: админ [secret:password], юзер [secret:password]",
        ),
        (
            "пароли: dev - Abc123xyz, qa - Xyz321abc",
            "пароли: dev - [secret:password], qa - [secret:password]",
        ),
        ("passwords: dev Abc123xyz, qa Xyz321abc", "passwords: dev [secret:password], qa [secret:password]"),
        ("the mailbox password stays Abc_1234", "the mailbox password stays [secret:password]"),
        ("the wifi code is abc123xyz", "the wifi code is [secret:password]"),
        ("код активации ABCD-1234-EFGH-5678", "код активации [secret:password]"),
        ("Router login admin/Abc123xyz", "Router login admin/[secret:password]"),
        ("토큰값 a8F3kLm29xQwErTy77Zp", "토큰값 [secret:token]"),
        ("유심 핀 1379", "유심 핀 [secret:password]"),
        (
            "the password on backup01 has been changed to Abc_1234",
            "the password on backup01 has been changed to [secret:password]",
        ),
        ("токен для gitlab16 a8F3kLm29xQwErTy77Zp", "токен для gitlab16 [secret:token]"),
        ("the password is set to Abc_1234", "the password is set to [secret:password]"),
        (
            "it asked for a password so I typed Abc_1234",
            "it asked for a password so I typed [secret:password]",
        ),
        ("смени пароль, сейчас стоит qwerty2026!", "смени пароль, сейчас стоит [secret:password]"),
        ("root / Abc-1234-x 로 로그인", "root / [secret:password] 로 로그인"),
        ("юзер writer, пас Abc&1234", "юзер writer, пас [secret:password]"),
        ("Код на вход пришёл на почту: 618 407", "Код на вход пришёл на почту: [secret:password]"),
        ("The safe's combination is 18-42-07", "The safe's combination is [secret:password]"),
        ("<password>\n  Abc123xyz\n</password>", "<password>\n  [secret:password]\n</password>"),
        ("введи код 4821 на домофоне", "введи код [secret:password] на домофоне"),
        ("Пароль сменили. Теперь Abc_1234", "Пароль сменили. Теперь [secret:password]"),
        ("I changed the password. It's Abc_1234 now", "I changed the password. It's [secret:password] now"),
        (
            "서버 비밀번호 바뀌었어요. 이제 Abc_1234 입니다",
            "서버 비밀번호 바뀌었어요. 이제 [secret:password] 입니다",
        ),
        (
            "비밀번호 교체했습니다. 현재 값은 Abc_1234 입니다",
            "비밀번호 교체했습니다. 현재 값은 [secret:password] 입니다",
        ),
        ("PIN: 4821 is the new one", "PIN: [secret:password] is the new one"),
        ("mysql -u root -pAbc123xyz shop", "mysql -u root -p[secret:password] shop"),
        ("mysql -u root -p Abc123xyz shop", "mysql -u root -p [secret:password] shop"),
        ("Basic c3ZjOkt4ODJtbXB0", "Basic [secret:password]"),
        (
            "header KakaoAK 0370733df9e7554a8a86b1d1f123e3bd",
            "header KakaoAK [secret:api-key]",
        ),
        (
            "https://x.blob.core.windows.net/a.gz?sp=r&sig=do3ZGwPUmIq1xYOvwHZx%2BSxKXwgESF%3D till monday",
            "https://x.blob.core.windows.net/a.gz?sp=r&sig=[secret:token] till monday",
        ),
        (
            "api.weather.io/v2?city=Oslo&appid=24a1bd0fea1aee092cda47a5d0826712",
            "api.weather.io/v2?city=Oslo&appid=[secret:token]",
        ),
        (
            "Set-Cookie: JSESSIONID=85D79639A069ED13B41B2094D7831054; HttpOnly",
            "Set-Cookie: JSESSIONID=[secret:token]; HttpOnly",
        ),
        (
            "кука app_session=PxRz0H5GfTaFdlC39bHqvldE; path=/",
            "кука app_session=[secret:token]; path=/",
        ),
        (
            "AKIAMRWIPE4KXIXPEAGD / L2AYPKH0kz4dkvExtb8ftQP+s7yY/TZL0dj14+X8",
            "[secret:aws-key] / [secret:aws-key]",
        ),
        ("passphrase: correct horse battery staple", "passphrase: [secret:password]"),
        ("пароль из трёх слов: зелёный трактор бежит", "пароль из трёх слов: [secret:password]"),
        (
            "복구 문구는 ability mushroom ridge hazard orbit puzzle mimic noble embark ladder globe gauge",
            "복구 문구는 [secret:recovery-phrase]",
        ),
        (
            "recovery words are crisp mimic ridge cousin noble embark canyon zebra tennis lava silk orbit",
            "recovery words are [secret:recovery-phrase]",
        ),
    ],
)
def test_what_stands_around_a_secret_stays(before: str, after: str) -> None:
    assert clean(before).text == after


@pytest.mark.parametrize(
    "text",
    [
        "password",
        "пароль лежит в Vault",
        "비밀번호는 볼트에 있어요",
        "password: ${DB_PASSWORD}",
        "Password: 2048 characters max",
        "the password is 2048 characters long",
        "PIN: 1024 is free now",
        "Пароль в задаче OPS-4821x",
        "비밀번호는 OPS-4821 이슈에 적어 놨어요",
        "비밀번호는 OPS-4821에 적혀 있어요",
        "Пароль: обязателен",
        "Пароль от Jira: Оля знает",
        "пароль для гостей: отсутствует",
        "Пароль для входа — личное дело каждого",
        "пароль от базы — секрет",
        "Забыл пароль, помогите, заказ A4821x не открывается",
        "Забыл пароль, пишу с iPhone15Pro",
        "код подтверждения не пришёл, 4821 секунд жду",
        "код из смс не пришёл, 2024",
        "код восстановления стоит 120 000 ₽",
        "резервный код 2 из 10",
        "Кодовое слово — это способ подтвердить личность",
        "кодовое слово: спроси у менеджера",
        "The code word is known to all",
        "security question: What was your first pet?",
        "recovery codes: generated 2048 times",
        "your code is at line 1204",
        "Твой код 1200 строк",
        "what's the password? OPS-4821",
        "forgot your password? Kate2",
        "password - required",
        "пароль - от 8 до 20 символов",
        "Access code - 4 digits",
        "door code, room 4821",
        "비밀번호는 필수입니다",
        "인증번호 문의는 1588-1234",
        "unsafe combo 4821",
        "Пароль сменили. Теперь версия 2.14 и сборка 4821",
        "I changed the password. Now build 4821x is green",
        "토큰이 만료됐어요. 이제 빌드 4821 확인해요",
        "токен выглядит как base64url, 43 символа",
        "핀 1024번은 비어 있어요",
        "код активации тарифа PRO2024",
        "admin/api_v2/users?id=1",
        "test / Release-2024",
        "пароли: смотри Confluence2",
        "creds: see Wiki2024x",
        "Кодовое слово: Обязательно",
        "дверь: код 4821 в каталоге",
        "와이파이 비밀번호 아시는 분 계세요?\n예시: PASSWORD=<비밀번호>",
        "예시: password: <비밀번호>\n1c3a901에서 고쳤고",
        "password: <password>\nT1a2b3c4d5e6f7a8 was the build of yesterday",
        "the password for backup01 expired",
        "password for release2024 archive is in the vault",
        "password for test1234 was changed",
        "the file ends with\n-----END RSA " + "PRIVATE KEY-----",
        "MIIEpAIBAAKCAQEA0b7Tz\nk3Hv==\n-----END PUBLIC KEY-----",
        "логин test1234, пароль сменили",
        "the password is set to expire",
        "спасибо 4821, запас 4821x",
        "admin / OPS-4821",
        "Passwords: minimum 8 characters, bcrypt2 hashes",
        "пароли: минимум 8 символов, хеш argon2",
        "src/admin/Panel2024.tsx",
        "admin/Build42Ok",
        "у двери новый замок, код ошибки 4821",
        "код 4821 выводится при перегрузке",
        "iPhone15가 비밀번호를 요구해요",
        "비밀번호에 12자 제한이 있어요",
        "use Python3 for the password script",
        "mongosh -u root -p --quiet",
        "docker run -p 8080:80 -e A=b nginx",
        "zip -r out.zip release-2024",
        "DATABASE_URL=postgres://user:password@localhost:5432/db",
        "mysql -u root -p shop < dump.sql",
        "mysql -h db -p 3306:3306",
        "Basic features2024",
        "Set-Cookie: session=guest; theme=dark",
        "session_id=8f14e45fceea167a5a36dedd4bea2543 timed out",
        "https://x.kr/a.jpg?size=800x600&signature=none",
        "token = os.environ['TOKEN']",
        "key: value",
        "key:deploy-prod",
        "a line\npublic key: MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEx1y2z3a4b5c6d7e8f9g0",
        "name: load-user\nimage: registry.example.com:5000/team/queue:1.43",
        "what to do with an old token\nT1a2b3c4d5e6f7a8 was the build of yesterday",
        "Password: see 1Password, Infra folder",
        "WARN invalid password for user=bob2 ip=10.0.0.5",
        "код подтверждения не пришёл, жду 15 минут",
        "the code for the door sensor is at line 1204",
        "the verification code has 6 digits",
        "The code for the door is on page 2045",
        "The code for the door is in PR-4821x",
        "код ворот 2019 года",
        "암호 2024년",
        "인증번호 2024건 발송",
        "비번 2024년부터 바꿈",
        "출입번호 1204호",
        "смс-код 2024 попыток",
        "Пин 2048 сообщений",
        "암호는 2024년에 바꿨어요",
        "the wifi password is from 2019",
        "cvv 100%",
        "cvc 300 euro",
        "entry code 2024 Q3",
        "Security code 2024 edition",
        "MySQL error lock code 1213",
        "код авторизации 4031 означает отказ",
        "PIN 13 is the LED, PIN 1024 does not exist",
        "pin: requests==2.31.0",
        "인증번호 관련 공지 [20241201]",
        "인증번호 [20241201]",
        "What's the password?\n#4821-abc",
        "인증번호는 3분간 유효합니다",
        "CVV никогда не храним",
        "passphrase: ask the owner of the key",
        "recovery plan: restore last backup then replay binlog until midnight before opening traffic slowly",
        "a catch phrase will help people find what they need once more people come by each spring",
        "the phrase is just plain text that gets split into tokens before hashing starts each time you log",
        "who changed the password?\nKate: see OPS-1234",
        "forgot the password?\nhttps://example.com/reset?Lang=ru2",
        "KeePass2 is the new password manager",
        "Windows11 — это новый пароль и вход по лицу",
        "iPhone15가 새 비밀번호 입력을 요구해요",
        "the password's length is 12",
        "Bitwarden2024 is the password store",
        "PR4821a is the password reset fix",
        "test / Build42Ok",
        "guest / room412B",
        "anna@mail.ru / Room12A",
        "bob@corp.com / iPhone15Pro",
        "test | Q4Report | done",
        "Wi-Fi : 20241201",
        "Секретная фраза: потом расскажу вам",
        "암호 문구: 나중에 다시 이야기해요",
        "암호 문구: 지금 알려줄 수 없어요",
        "recovery of the data takes some hours and then they are all there again for good use",
        "admin: release-2024-q3",
        "git@github.com:acme/Api2Client.git",
        f"AKIA in the commit {'0f' * 20}",
        "[secret:github-token]",
        "password: [secret:password]",
        "",
        "\0",
        "half a character \ud83d",
        " ".join(str(number) for number in range(1_000, 7_000)),
    ],
)
def test_what_is_no_secret_stays(text: str) -> None:
    assert clean(text).text == text
    assert clean(text).redacted == {}


def test_a_secret_that_begins_where_one_still_looks_is_judged_as_a_whole() -> None:
    told = f"password is{' ' * 190}some_words-42A!"
    assert clean(told).redacted == {"password": 1}


def test_a_letter_that_grows_when_it_becomes_small_moves_nothing() -> None:
    assert clean("İİİ password: hunter2 İ").text == "İİİ password: [secret:password] İ"


@pytest.mark.parametrize("kind", PASTED)
def test_amid_what_people_paste_a_secret_goes_as_it_does_alone(kind: str) -> None:
    dice, text = random.Random(kind), PASTED[kind]
    told = dice.choice([told for told in TOLD if told.is_safe()])
    begins = text.find("\n", 2_000)
    cleaned = clean(f"{text[:begins]}\n{told.text}\n{text[begins:]}")
    assert not [secret for secret in told.secrets if secret in cleaned.text and secret not in text]
    assert clean(cleaned.text).redacted == {}


@pytest.mark.parametrize("kind", sorted({*PASTED} - TELL))
def test_what_people_paste_without_a_secret_stays(kind: str) -> None:
    assert clean(PASTED[kind]).text == PASTED[kind]


@given(st.lists(st.one_of(_SAID, _SECRETS), max_size=8).map(" ".join))
def test_sentences_are_read_like_any_other_text(text: str) -> None:
    # The sign makes it one that is looked through by every rule.
    cleaned, other = clean(text), clean(f"{text}\n§")
    assert (f"{cleaned.text}\n§", cleaned.redacted) == (other.text, other.redacted)


@pytest.mark.parametrize("seed", range(20))
def test_nor_does_it_in_a_long_text_with_secrets_far_apart_and_side_by_side(seed: int) -> None:
    dice = random.Random(seed)
    parts = [*PASTED.values(), *(told.text for told in TOLD), *(fake(name, dice) for name in FAKES)]
    some = [part[: dice.randrange(1, 2_000)] for part in dice.choices(parts, k=20)]
    once = clean(dice.choice(("", " ", "\n")).join(some))
    assert clean(once.text).text == once.text


def test_no_word_of_a_text_is_remembered_when_it_is_clean() -> None:
    clean("password: Tr0ub4dor&3, and the token is a8F3kLm29xQw")
    assert shape_of.cache_info().currsize == 0  # type: ignore[attr-defined]
    shape_of("Tr0ub4dor&3")
    assert shape_of.cache_info().currsize == 1  # type: ignore[attr-defined]
    forget()


def test_every_name_of_a_secret_has_a_known_beginning() -> None:
    texts = [told.text.lower() for told in TOLD] + [text.lower() for text in ordinary()]
    texts += ["sonar.login unlock code signing-key api키 apи-ключ лицензионный ключ 서비스 키"]
    texts += ["one-time code смс-код смска, код одноразовый код проверочного код мастер-ключ otp 도어락 번호"]
    texts += ["the codes for the gate and codes to our safe"]
    texts += ["wifi key wi-fi key network key wpa2 key puk safe combo lockbox combination sign-in code"]
    texts += [
        "резервные коды резервный код 잠금 해제 번호 잠금번호 백업 코드 복구코드 로그인 코드 와이파이 키"
    ]
    names = [(text, match.start()) for text in texts for match in NAMES.finditer(text)]
    assert len(names) > 400
    assert all(start in set(beginnings(text)) for text, start in names)


@given(TEXTS)
def test_cleaning_again_changes_nothing(text: str) -> None:
    once = clean(text)
    again = clean(once.text)
    assert (again.text, again.redacted) == (once.text, {})


@pytest.mark.parametrize("told", TOLD[::3], ids=lambda told: told.text[:40])
def test_nor_does_it_where_a_message_told_a_secret(told: object) -> None:
    once = clean(told.text)  # type: ignore[attr-defined]
    assert clean(once.text).redacted == {}


@pytest.mark.skipif(not vendors.is_available(), reason="the library is not built for this machine")
def test_a_key_that_stands_in_many_places_is_told_once_for_each() -> None:
    text = f"{fake('gitlab', random.Random(3))} " * 40
    found = list(vendors.find(text, tokens.long_words(text)))
    assert len(found) == len(set(found)) == 40


@pytest.mark.parametrize("name", sorted({*FAKES} - {"card", "pem"}))
def test_what_is_a_word_by_itself_is_a_long_one(name: str) -> None:
    assert tokens.long_words(fake(name, random.Random(name)))


@pytest.mark.parametrize(
    "text", ["responsibilities", "Достопримечательностями", "프로그래밍언어론입문강의계획서", "2026-05-03"]
)
def test_words_of_a_language_and_short_ones_hold_no_key(text: str) -> None:
    assert tokens.long_words(text) == []


@pytest.mark.parametrize(
    "text", ["AKIAABCDEFGHIJKLMNOP", "a1b2c3d4e5f6", "eyJhbGciOiJI.e30", "aaaaaaaaaaaaA"]
)
def test_long_words_with_capitals_or_signs_in_them_may_hold_one(text: str) -> None:
    assert tokens.long_words(f"take {text} with you") == [text]


def test_hostile_texts_come_to_an_end_and_are_clean_then() -> None:
    for name, text in hostile(SHORT):
        once = clean(text)
        assert clean(once.text).redacted == {}, name


def test_without_the_library_the_usual_keys_are_still_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vendors, "_scanner", lambda: None)
    missed = [told for told in TOLD if not told.is_safe()]
    assert len(missed) <= 5
    assert not vendors.is_available()


@pytest.mark.parametrize(
    "text",
    [
        "sha256:" + "0f" * 32,
        "3f2a9c1b8d7e6f5a4b3c2d1e0f9a8b7c6d5e4f3a",
        "2026-05-03T09:12:00+00:00",
        "1772442060",
    ],
)
def test_plain_hashes_and_dates_are_told_from_secrets(text: str) -> None:
    assert is_plain_hash(text)


def test_a_token_is_no_plain_hash() -> None:
    assert not is_plain_hash(fake("github", random.Random(2)))


@pytest.mark.parametrize(
    ("before", "key"),
    [("AKIAQWERTYUIOPASDFGHs", "AKIAQWERTYUIOPASDFGH"), ("xASIAZXCVBNMASDFGHJKL.", "ASIAZXCVBNMASDFGHJKL")],
)
def test_a_key_is_taken_out_where_it_stands_and_not_where_it_is_part_of_a_word(before: str, key: str) -> None:
    words = "word " * 80
    once = clean(f"{before} {words}\naws_access_key_id {key}")
    assert once.text.endswith("aws_access_key_id [secret:aws-key]")
    assert clean(once.text).text == once.text
