"""The model that the settings name."""

from bot.settings import ModelKind, Settings
from core.judgement import Clean
from core.ports import Clock, Model


def model_of(settings: Settings, clock: Clock, clean: Clean) -> Model | None:
    """Who judges what is saved; None where nobody does. What it says is cleaned of secrets."""
    match settings.model_kind:
        case ModelKind.NONE:
            return None
        case ModelKind.BUILTIN:
            from core.builtin_model import BuiltIn

            return BuiltIn()
        case ModelKind.OPENAI | ModelKind.GIGACHAT:
            return _language_model(settings, clock, clean)


def _language_model(settings: Settings, clock: Clock, clean: Clean) -> Model:
    # HTTP takes a tenth of a second to import, and most commands do without it.
    from core.llm.gigachat import BASE, MODEL, SCOPE, GigaChat, oauth_for
    from core.llm.http import Server
    from core.llm.language_model import LanguageModel
    from core.llm.openai_compatible import OpenAICompatible

    server = Server(clock, settings.model_ca_bundle)
    key = None if settings.model_key is None else settings.model_key.get_secret_value()
    if settings.model_kind is ModelKind.OPENAI:
        base, name = settings.model_url or "", settings.model_name or ""
        return LanguageModel(OpenAICompatible(server, base, name, key), clean)
    chat = GigaChat(
        server,
        clock,
        base=settings.model_url or BASE,
        oauth=settings.model_auth_url or oauth_for(settings.model_url or BASE),
        model=settings.model_name or MODEL,
        key=key or "",
        scope=settings.model_scope or SCOPE,
    )
    return LanguageModel(chat, clean)
