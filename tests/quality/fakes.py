"""Secrets that open nothing, made as vendors make them.

They are put together here at run time: scanners of public repositories stop a push that holds their like.
"""

import random
from base64 import b64encode, urlsafe_b64encode
from string import ascii_letters, ascii_uppercase, digits, hexdigits

from core.guard.tokens import is_card

_ALNUM = ascii_letters + digits
_URL = _ALNUM + "-_"
_HEX = hexdigits[:16]


def fake(name: str, dice: random.Random) -> str:
    """A secret of that name, one of `FAKES`."""
    if name in _PATTERNS:
        return "".join(part if isinstance(part, str) else _drawn(*part, dice) for part in _PATTERNS[name])
    match name:
        case "telegram":
            return f"{dice.randrange(10**8, 10**10)}:AA{_drawn(_URL, 32, dice)}x"
        case "jwt":
            return ".".join(
                (_encoded('{"alg":"HS256","typ":"JWT"}'), _encoded('{"sub":"42"}'), _drawn(_URL, 43, dice))
            )
        case "gigachat":
            return b64encode(f"{_uuid(dice)}:{_uuid(dice)}".encode()).decode()
        case "card":
            return _card(dice)
        case _:
            kind = "PRIVATE" + " KEY"
            lines = "\n".join(_drawn(_ALNUM + "+/", 64, dice) for _ in range(6))
            return f"-----BEGIN {kind}-----\n{lines}\n-----END {kind}-----"


_PATTERNS: dict[str, tuple[str | tuple[str, int], ...]] = {
    "github": ("ghp", "_", (_ALNUM, 36)),
    "gitlab": ("glpat", "-", (_URL, 19), "x"),
    "slack": ("xoxb", "-", (digits, 12), "-", (digits, 13), "-", (_ALNUM, 24)),
    "openai": ("sk", "-proj-", (_ALNUM, 48)),
    "stripe": ("sk", "_live_", (_ALNUM, 24)),
    "aws": ("AK", "IA", (ascii_uppercase + "234567", 16)),
    "google": ("AI", "za", (_URL, 34), "x"),
    "huggingface": ("hf", "_", (ascii_letters, 34)),
    "npm": ("npm", "_", (_ALNUM, 36)),
    "yandex_api": ("AQ", "VN", (_URL, 35), "x"),
    "yandex_iam": ("t1", ".", (_ALNUM, 40), ".", (_URL, 85), "x"),
    "yandex_secret": ("YC", "M", (_URL, 36), "x"),
    "vk": ("vk1", ".a.", (_URL, 80)),
    "yookassa": ("live", "_Aa1", (_URL, 39), "x"),
    "elevenlabs": ("sk", "_", (_HEX, 48)),
    "notion": ("secret", "_Aa1", (_ALNUM, 40)),
    "hubspot": ("pat-", "na1-", (_HEX, 8), "-", (_HEX, 4), "-", (_HEX, 4), "-", (_HEX, 4), "-", (_HEX, 12)),
    "deepl": ((_HEX, 8), "-", (_HEX, 4), "-", (_HEX, 4), "-", (_HEX, 4), "-", (_HEX, 12), ":f", "x"),
    "payments": ((digits, 9), ":LI", "VE:", (_HEX, 32)),
    "tailscale": ("tskey", "-auth-", (_ALNUM, 12), "-", (_ALNUM, 32)),
    "resend": ("re", "_Aa1", (_ALNUM, 5), "_", (_ALNUM, 24)),
    "netlify": ("nfp", "_", (_ALNUM, 36)),
    "sentry": ("sntrys", "_eyJ", (_ALNUM, 90)),
    "alibaba": ("LT", "AIAa1", (_ALNUM, 17)),
    "yandex_oauth": ("y0", "_", (_URL, 54), "x"),
}


FAKES = (*_PATTERNS, "telegram", "jwt", "gigachat", "card", "pem")
"""The names of all."""


def _drawn(letters: str, length: int, dice: random.Random) -> str:
    return "".join(dice.choices(letters, k=length))


def _encoded(text: str) -> str:
    return urlsafe_b64encode(text.encode()).decode().rstrip("=")


def _uuid(dice: random.Random) -> str:
    return "-".join(_drawn(_HEX, length, dice) for length in (8, 4, 4, 4, 12))


def _card(dice: random.Random) -> str:
    front = f"4{_drawn(digits, 14, dice)}"
    number = next(front + last for last in digits if is_card(front + last))
    gap = dice.choice(("", " ", "-"))
    return gap.join(number[at : at + 4] for at in range(0, 16, 4))
