"""What getUpdates answered, update by update: one that cannot be read must not hold up the others."""

from typing import Any, NamedTuple

from aiogram import Bot
from aiogram.exceptions import ClientDecodeError
from aiogram.types import Update
from pydantic import ValidationError

_MESSAGES = ("message", "edited_message")
_WHO_AND_WHERE = ("message_id", "date", "chat", "from")


class Received(NamedTuple):
    """An update as it came; of one that cannot be read only its id and, where possible, who sent it where."""

    update: Update
    readable: bool = True


def one_by_one(error: ClientDecodeError, bot: Bot) -> list[Received]:
    """The updates of an answer that could not be read as a whole. The error itself where it holds none."""
    answer = error.data
    if not isinstance(answer, dict) or not answer.get("ok") or not isinstance(answer.get("result"), list):
        raise error
    return [_received(raw, bot) for raw in answer["result"]]


def _received(raw: dict[str, Any], bot: Bot) -> Received:
    try:
        return Received(Update.model_validate(raw, context={"bot": bot}))
    except ValidationError:
        return Received(_remains(raw, bot), readable=False)


def _remains(raw: dict[str, Any], bot: Bot) -> Update:
    rest: dict[str, Any] = {"update_id": raw["update_id"]}
    messages = {kind: raw[kind] for kind in _MESSAGES if kind in raw}
    told = {
        kind: {name: value for name, value in message.items() if name in _WHO_AND_WHERE}
        for kind, message in messages.items()
    }
    try:
        return Update.model_validate({**rest, **told}, context={"bot": bot})
    except ValidationError:
        return Update.model_validate(rest)
