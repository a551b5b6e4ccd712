"""Keyboards under messages, as strictly as Telegram takes them."""

from urllib.parse import urlsplit

from tests.telegram.refusals import bad_request
from tests.telegram.schema import Json
from tests.telegram.texts import utf16

MOST_BUTTONS = 100
LONGEST_DATA = 64
"""Of a callback's data, in bytes."""
LONGEST_COPIED = 256

_KINDS = (
    "url",
    "callback_data",
    "web_app",
    "login_url",
    "switch_inline_query",
    "switch_inline_query_current_chat",
    "switch_inline_query_chosen_chat",
    "copy_text",
    "callback_game",
    "pay",
    "disabled",
)
_SCHEMES = {"http", "https", "tg", "tonsite", "ton"}


def inline_keyboard(markup: Json | None) -> Json | None:
    """The inline keyboard as a message shows it; None where there is none, or it has no buttons."""
    if not markup or "inline_keyboard" not in markup:
        return None
    rows = [row for row in markup["inline_keyboard"] if row]
    buttons = [button for row in rows for button in row]
    if len(buttons) > MOST_BUTTONS:
        raise bad_request("REPLY_MARKUP_TOO_LONG")
    for button in buttons:
        _check_button(button)
    return {"inline_keyboard": rows} if rows else None


def _check_button(button: Json) -> None:
    if not button["text"].strip():
        raise bad_request("keyboard button text must be non-empty")
    kinds = [kind for kind in _KINDS if kind in button]
    if not kinds:
        raise bad_request(
            "can't parse inline keyboard button: text buttons are unallowed in the inline keyboard"
        )
    if len(kinds) > 1:
        raise bad_request(f"BUTTON_TYPE_INVALID: {' and '.join(kinds)} at once")
    if "callback_data" in button and not 1 <= len(button["callback_data"].encode()) <= LONGEST_DATA:
        raise bad_request("BUTTON_DATA_INVALID")
    if "copy_text" in button and not 1 <= utf16(button["copy_text"]["text"]) <= LONGEST_COPIED:
        raise bad_request("BUTTON_COPY_TEXT_INVALID")
    if "url" in button:
        _check_url(button["url"])


def _check_url(url: str) -> None:
    parts = urlsplit(url if "://" in url else f"http://{url}")
    if parts.scheme not in _SCHEMES or not parts.netloc or (parts.scheme != "tg" and "." not in parts.netloc):
        raise bad_request(f"inline keyboard button URL '{url}' is invalid: Wrong HTTP URL")
