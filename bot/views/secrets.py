"""What is said where Memory Guard took something out (SPEC section 9)."""

import re
from collections.abc import Mapping

from aiogram.types import InlineKeyboardButton

from bot.callbacks import DeleteMessage
from bot.texts import Texts
from bot.views.reply import Reply, plain

_OF_A_VENDOR = re.compile(
    "(?P<vendor>.+?)-(?P<what>(?:api|access|secret)-key|(?:api|access)-token|(?:client-)?secret|password|token|key)"
)
"""How our own kinds and those of the library are called whose secrets are a vendor's."""
_CAPITALS = (
    "AI API AWS BrowserStack CI CircleCI CockroachLabs DeepSeek DigitalOcean ElevenLabs GCP GigaChat "
    "GitHub GitLab HubSpot IBM InfluxDB JWT LaunchDarkly LinkedIn MongoDB NVIDIA NuGet OAuth OVH OpenAI "
    "OpenRouter OpenShift PKCS12 PagerDuty PayPal PlanetScale PostHog PyPI RapidAPI Relic RubyGems SDK "
    "SendGrid Teams VirusTotal WooCommerce WorkOS npm ngrok xAI"
)
"""Names that do not simply begin with a capital, and further words of names that have one."""
_SPELLED = {name.lower(): name for name in _CAPITALS.split()} | {
    "dockerhub": "Docker Hub",
    "flyio": "Fly.io",
    "huggingface": "Hugging Face",
    "travisci": "Travis CI",
}


def kept_without(redacted: Mapping[str, int], message: int, texts: Texts) -> Reply:
    """Under a save or an edit: what was taken out, why, and what to do now."""
    said = texts.say("I kept this without what looks like a secret: {kinds}.", kinds=_kinds(redacted, texts))
    return _advised(said, message, texts)


def asked_without(redacted: Mapping[str, int], message: int, texts: Texts) -> Reply:
    """The same under a question."""
    said = texts.say(
        "I looked for this without what looks like a secret: {kinds}.", kinds=_kinds(redacted, texts)
    )
    return _advised(said, message, texts)


def deleted(texts: Texts) -> str:
    """For the press that deleted the message."""
    return texts.say("Deleted. Please revoke the secret anyway.")


def not_deleted(texts: Texts) -> str:
    """For the press that could not."""
    return texts.say(
        "I may not delete it: in a group only an administrator may, and in private only within two days. "
        "Please delete it yourself."
    )


def not_the_writer(texts: Texts) -> str:
    """For somebody else who would delete a message."""
    return texts.say("Only the one who wrote the message, or an administrator, may delete it.")


def _advised(said: str, message: int, texts: Texts) -> Reply:
    advice = texts.say(
        "Memory is searched and shared, so secrets never go into it. The message itself is still in the "
        "chat: revoke or change what was in it, and delete the message."
    )
    data = DeleteMessage(message=message).pack()
    button = InlineKeyboardButton(text=texts.say("Delete the message"), callback_data=data)
    return plain(f"{said} {advice}", [button])


def _kinds(redacted: Mapping[str, int], texts: Texts) -> str:
    named = ((_kind(kind, texts), count) for kind, count in sorted(redacted.items()))
    return ", ".join(name if count == 1 else f"{name} ×{count}" for name, count in named)


def _kind(kind: str, texts: Texts) -> str:
    """The kind in words; where nothing is known of it, by its own name."""
    names = {
        "password": texts.say("password"),
        "url-password": texts.say("password in an address"),
        "token": texts.say("token"),
        "api-key": texts.say("API key"),
        "key": texts.say("key"),
        "secret": texts.say("secret"),
        "private-key": texts.say("private key"),
        "card-number": texts.say("card number"),
        "card-code": texts.say("card code"),
        "recovery-phrase": texts.say("recovery phrase"),
        "webhook-url": texts.say("secret address"),
        "telegram-bot-token": texts.say("Telegram bot token"),
    }
    if (name := names.get(kind)) is not None:
        return name
    if (match := _OF_A_VENDOR.fullmatch(kind)) is not None:
        return _of_a_vendor(match["what"], _spelled(match["vendor"]), texts)
    return _spelled(kind)


def _spelled(name: str) -> str:
    """A name with its own capitals."""
    first, *rest = name.split("-")
    return " ".join([_SPELLED.get(first, first.capitalize()), *(_SPELLED.get(word, word) for word in rest)])


def _of_a_vendor(what: str, vendor: str, texts: Texts) -> str:
    """What is a vendor's goes by the vendor's name in all languages."""
    match what:
        case "api-key":
            return texts.say("{vendor} API key", vendor=vendor)
        case "api-token":
            return texts.say("{vendor} API token", vendor=vendor)
        case "access-key":
            return texts.say("{vendor} access key", vendor=vendor)
        case "access-token":
            return texts.say("{vendor} access token", vendor=vendor)
        case "secret-key":
            return texts.say("{vendor} secret key", vendor=vendor)
        case "client-secret":
            return texts.say("{vendor} client secret", vendor=vendor)
        case "password":
            return texts.say("{vendor} password", vendor=vendor)
        case "token":
            return texts.say("{vendor} token", vendor=vendor)
        case "secret":
            return texts.say("{vendor} secret", vendor=vendor)
        case _:
            return texts.say("{vendor} key", vendor=vendor)
