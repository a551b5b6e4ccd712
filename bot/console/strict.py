"""Telegram's refusals, in its own words: what it would not take, the terminal does not take.

Sources: the limits at https://core.telegram.org/bots/api, the words of tdlib/telegram-bot-api's answers.
"""

from collections.abc import Sequence
from typing import Any, NoReturn

from aiogram.exceptions import TelegramBadRequest
from aiogram.methods import TelegramMethod
from aiogram.types import (
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InlineQueryResultUnion,
    InputTextMessageContent,
    MessageEntity,
    ReactionTypeEmoji,
    ReactionTypeUnion,
)

from bot.splitting import TEXT_LIMIT, utf16_length

CAPTION_LIMIT = 1024
"""UTF-16 code units."""
NOTICE_LIMIT = 200
"""Characters of an answer to a press."""
DATA_LIMIT = 64
"""Bytes of a button's callback data, of a result's id and of `next_offset`."""
COPY_LIMIT = 256
"""Characters of a text that a button copies."""
RESULTS_LIMIT = 50
"""Results of one inline query."""
_REACTIONS = """
❤ 👍 👎 🔥 🥰 👏 😁 🤔 🤯 😱 🤬 😢 🎉 🤩 🤮 💩 🙏 👌 🕊 🤡 🥱 🥴 😍 🐳 ❤‍🔥 🌚 🌭 💯 🤣 ⚡ 🍌 🏆 💔 🤨 😐
🍓 🍾 💋 🖕 😈 😴 😭 🤓 👻 👨‍💻 👀 🎃 🙈 😇 😨 🤝 ✍ 🤗 🫡 🎅 🎄 ☃ 💅 🤪 🗿 🆒 💘 🙉 🦄 😘 💊 🙊 😎 👾
🤷‍♂ 🤷 🤷‍♀ 😡
"""
REACTIONS = frozenset(_REACTIONS.split())
"""The reactions that bots may set: https://core.telegram.org/bots/api#reactiontypeemoji"""

Method = TelegramMethod[Any]


def refuse(method: Method, why: str) -> NoReturn:
    """Answer as Telegram does to what it cannot do."""
    raise TelegramBadRequest(method, f"Bad Request: {why}")


def check_text(method: Method, text: str | None, entities: Sequence[MessageEntity] | None) -> str:
    """The text of a message, checked; Telegram cuts outer blanks before it measures."""
    if not (text or "").strip():
        refuse(method, "message text is empty")
    assert text is not None
    if utf16_length(text.strip()) > TEXT_LIMIT:
        refuse(method, "message is too long")
    check_entities(method, text, entities)
    return text


def check_caption(method: Method, caption: str, entities: Sequence[MessageEntity] | None) -> None:
    """The text under a file; it may be empty."""
    if utf16_length(caption.strip()) > CAPTION_LIMIT:
        refuse(method, "message caption is too long")
    check_entities(method, caption, entities)


def check_entities(method: Method, text: str, entities: Sequence[MessageEntity] | None) -> None:
    """Entities lie within the text, and none begins or ends within a character."""
    units = text.encode("utf-16-le", "surrogatepass")
    for entity in entities or ():
        start, end = entity.offset, entity.offset + entity.length
        if start < 0:
            refuse(method, f"receive an entity with incorrect offset {start}")
        if entity.length < 0:
            refuse(method, f"receive an entity with incorrect length {entity.length}")
        if start * 2 > len(units):
            refuse(method, f"entity begins after the end of the text at UTF-16 offset {start}")
        here = f"entity beginning at UTF-16 offset {start}"
        if end * 2 > len(units):
            refuse(method, f"{here} ends after the end of the text at UTF-16 offset {end}")
        for what, offset in (("entity begins", start), (f"{here} ends", end)):
            if _is_within_pair(units, offset):
                where = _utf8_length(units[: offset * 2 + 2])
                refuse(method, f"{what} in a middle of a UTF-16 symbol at byte offset {where}")


def _is_within_pair(units: bytes, offset: int) -> bool:
    if not 0 < offset * 2 < len(units):
        return False
    before, after = units[offset * 2 - 1], units[offset * 2 + 1]
    return 0xD8 <= before <= 0xDB and 0xDC <= after <= 0xDF


def _utf8_length(units: bytes) -> int:
    return len(units.decode("utf-16-le", "surrogatepass").encode("utf-8", "surrogatepass"))


def check_markup(method: Method, markup: object) -> InlineKeyboardMarkup | None:
    """The inline keyboard of a message, checked; other keyboards are not under a message."""
    if not isinstance(markup, InlineKeyboardMarkup):
        return None
    for row in markup.inline_keyboard:
        for button in row:
            _check_button(method, button)
    return markup if any(markup.inline_keyboard) else None


def _check_button(method: Method, button: InlineKeyboardButton) -> None:
    if not button.text.strip():
        refuse(method, "inline keyboard button text is empty")
    if not any(value for field, value in button if field not in ("text", "style", "icon_custom_emoji_id")):
        why = "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard"
        refuse(method, why)
    if len((button.callback_data or "").encode("utf-8", "surrogatepass")) > DATA_LIMIT:
        refuse(method, "BUTTON_DATA_INVALID")
    if button.copy_text is not None and not 0 < len(button.copy_text.text) <= COPY_LIMIT:
        refuse(method, "BUTTON_COPY_TEXT_INVALID")


def check_reaction(method: Method, reaction: Sequence[ReactionTypeUnion] | None) -> str | None:
    """The reaction to set, None to take it back; a bot has one a message."""
    if not reaction:
        return None
    if len(reaction) > 1:
        refuse(method, "REACTIONS_TOO_MANY")
    only = reaction[0]
    if not isinstance(only, ReactionTypeEmoji) or only.emoji not in REACTIONS:
        refuse(method, "REACTION_INVALID")
    return only.emoji


def check_results(method: Method, results: Sequence[InlineQueryResultUnion], next_offset: str | None) -> None:
    """The results of an inline query."""
    if len(results) > RESULTS_LIMIT:
        refuse(method, "RESULTS_TOO_MUCH")
    if len((next_offset or "").encode("utf-8", "surrogatepass")) > DATA_LIMIT:
        refuse(method, "NEXT_OFFSET_INVALID")
    if len({result.id for result in results}) < len(results):
        refuse(method, "RESULT_ID_DUPLICATE")
    for result in results:
        if not 0 < len(result.id.encode("utf-8", "surrogatepass")) <= DATA_LIMIT:
            refuse(method, "RESULT_ID_INVALID")
        content = getattr(result, "input_message_content", None)
        if isinstance(content, InputTextMessageContent):
            check_text(method, content.message_text, content.entities)
