"""Texts that are made to keep patterns busy."""

import random
from collections.abc import Iterator

from core.guard.spans import placeholder
from core.guard.tokens import VENDORS

_SIGNS = r"= : := == => \" ' ` ( ) [ ] { } < > / | - _ . , ; @ # % $ & ! ? \n 0 1 7 a A x é ё 가 는 是"
_BEGINNINGS = "is — это :// https:// user:pass@ -----BEGIN eyJ 4111 1111 -u --password curl"
_NAMES = (
    "pass,pwd,psw,pin,pw,code,secret,cred,token,auth,bearer,jwt,key,sonar,парол,пасс,пин,код,секрет,ключ,токен,"
    "비밀,비번,패스워드,암호,접속,키,시크릿,토큰,api,access ,door code,секретный ключ,비밀번호,authorization,"
    "is the password"
)
_AROUND = (
    "-u, --user ,mysql, -p ,mariadb,redis-cli,sshpass,docker login,podman login,seed,mnemonic,phrase,сид,"
    "фраз,мнемо,시드,복구,Private-Lines: ,==,Q~,-us1,M,.,softlayer.com/soap/v3,1234567:,login,доступ,"
    "hooks.slack.com/services/,backup codes ,коды восстановления ,кодовое слово ,보안 질문 답,cookie,"
    "session=,sid=,?sig=,your code ,сейф код ,type 1aA ,identified by ',:5432:a:b:,/user:,basic ,406 118,"
    "4821-7755,mysql -p,zip -P "
)
_PIECES = (
    *_NAMES.split(","),
    *(beginning for vendor in VENDORS for beginning in vendor.beginnings),
    *_AROUND.split(","),
    *_SIGNS.split(" "),
    *_BEGINNINGS.split(" "),
    "-----BEGIN " + "PRIVATE KEY-----",
    f"{'Ab0/' * 5}\n",
    "-----END " + "PRIVATE KEY",
    placeholder("password"),
    " ",
    "\n",
)


def hostile(length: int) -> Iterator[tuple[str, str]]:
    """Texts of that many characters, each with a few words about it: pieces alone, in pairs, and mixed."""
    for piece in _PIECES:
        yield f"{piece!r} alone", _filled(piece, length)
        yield f"{piece!r} and a blank", _filled(f"{piece} ", length)
        yield f"{piece!r} at the beginning of letters", piece + "a" * (length - len(piece))
        yield f"{piece!r} at the beginning of mixed signs", (piece + "aB3-_." * length)[:length]
    for number in range(200):
        dice = random.Random(number)
        some = "".join(dice.choices(_PIECES, k=dice.randrange(2, 7)))
        yield f"mixture {number}: {some!r}", _filled(some, length)
        yield f"pieces {number}", "".join(dice.choices(_PIECES, k=length))[:length]


def _filled(piece: str, length: int) -> str:
    return (piece * (length // max(1, len(piece)) + 1))[:length]
