"""Messages with a secret in them can be deleted from the chat."""

from aiogram import Router
from aiogram.types import CallbackQuery

from bot.callbacks import DeleteMessage
from bot.conversation import Conversation
from bot.views import secrets
from core.spaces import Role


def router() -> Router:
    """Routes of this feature."""
    routes = Router(name="secrets")
    routes.callback_query.register(delete, DeleteMessage.filter())
    return routes


async def delete(press: CallbackQuery, callback_data: DeleteMessage, talk: Conversation) -> None:
    """Delete the message, for whoever wrote it and for administrators, where the bot may."""
    may = talk.actor.role is Role.ADMIN or await talk.memory.show.is_of(talk.actor, callback_data.message)
    if not may:
        talk.notice(press, secrets.not_the_writer(talk.texts))
    elif await talk.sender.delete(talk.chat, callback_data.message):
        talk.notice(press, secrets.deleted(talk.texts))
        talk.replace_buttons(press, None)
    else:
        talk.notice(press, secrets.not_deleted(talk.texts))
