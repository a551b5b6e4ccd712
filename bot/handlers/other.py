"""What no feature has taken."""

from aiogram import Router
from aiogram.types import CallbackQuery

from bot.conversation import Conversation
from bot.views import notices


def router() -> Router:
    """It comes last."""
    routes = Router(name="other")
    routes.callback_query.register(old_button)
    return routes


async def old_button(press: CallbackQuery, talk: Conversation) -> None:
    """A button of an older release, or of nobody's."""
    talk.notice(press, notices.button_too_old(talk.texts))
