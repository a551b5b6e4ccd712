"""What no feature has taken."""

from aiogram import Router
from aiogram.types import CallbackQuery

from bot.conversation import Conversation
from bot.filters import under_no_message
from bot.sending import Sender
from bot.texts import nearest_locale, texts_for
from bot.views import notices


def router() -> Router:
    """It comes last."""
    routes = Router(name="other")
    routes.callback_query.register(old_button)
    return routes


def stray_router(sender: Sender, default_locale: str) -> Router:
    """Presses in no chat, which do without a `talk`: a press is owed an answer, whatever it is."""
    routes = Router(name="stray")

    @routes.callback_query(under_no_message)
    async def stray(press: CallbackQuery) -> None:
        """A button of no message."""
        texts = texts_for(nearest_locale(press.from_user.language_code, default_locale))
        sender.notice(press.from_user.id, press.id, notices.button_too_old(texts))

    return routes


async def old_button(press: CallbackQuery, talk: Conversation) -> None:
    """A button of an older release, or of nobody's."""
    talk.notice(press, notices.button_too_old(talk.texts))
