"""What the bot says of itself: menus of commands, names, descriptions."""

import re

from tests.telegram.access import reach
from tests.telegram.methods.registry import Call, plays
from tests.telegram.refusals import bad_request
from tests.telegram.schema import Json
from tests.telegram.texts import utf16

MOST_COMMANDS = 100
LONGEST_COMMAND_DESCRIPTION = 256

_IN_A_CHAT = {"chat", "chat_administrators", "chat_member"}


@plays("setMyCommands")
def set_my_commands(call: Call) -> bool:
    """Set the menu of a scope and language."""
    commands: list[Json] = call.get("commands")
    if len(commands) > MOST_COMMANDS:
        raise bad_request("BOT_COMMANDS_TOO_MUCH")
    for command in commands:
        if not re.fullmatch(r"[a-z0-9_]{1,32}", command["command"]):
            raise bad_request("BOT_COMMAND_INVALID")
        if not 1 <= utf16(command["description"]) <= LONGEST_COMMAND_DESCRIPTION:
            raise bad_request("BOT_COMMAND_DESCRIPTION_INVALID")
    call.world.bot.commands[_scope(call)] = commands
    call.world.changed()
    return True


@plays("getMyCommands", "[BotCommand]")
def get_my_commands(call: Call) -> list[Json]:
    """The menu of exactly this scope and language."""
    return call.world.bot.commands.get(_scope(call), [])


@plays("deleteMyCommands")
def delete_my_commands(call: Call) -> bool:
    """Take a menu away."""
    call.world.bot.commands.pop(_scope(call), None)
    return True


@plays("setMyName")
def set_my_name(call: Call) -> bool:
    """Set the name in a language."""
    return _set_text(call, call.world.bot.names, "name", 64)


@plays("getMyName", "BotName")
def get_my_name(call: Call) -> Json:
    """The name in a language."""
    return {"name": _text(call, call.world.bot.names) or call.world.bot.first_name}


@plays("setMyDescription")
def set_my_description(call: Call) -> bool:
    """Set what an empty chat with the bot shows."""
    return _set_text(call, call.world.bot.descriptions, "description", 512)


@plays("getMyDescription", "BotDescription")
def get_my_description(call: Call) -> Json:
    """What an empty chat with the bot shows."""
    return {"description": _text(call, call.world.bot.descriptions)}


@plays("setMyShortDescription")
def set_my_short_description(call: Call) -> bool:
    """Set what the bot's profile shows."""
    return _set_text(call, call.world.bot.short_descriptions, "short_description", 120)


@plays("getMyShortDescription", "BotShortDescription")
def get_my_short_description(call: Call) -> Json:
    """What the bot's profile shows."""
    return {"short_description": _text(call, call.world.bot.short_descriptions)}


@plays("setMyDefaultAdministratorRights")
def set_my_default_administrator_rights(call: Call) -> bool:
    """Set the rights that the bot asks for."""
    call.world.bot.rights[call.get("for_channels", False)] = call.get("rights", {})
    return True


@plays("setChatMenuButton")
def set_chat_menu_button(call: Call) -> bool:
    """Set the button beside the text field."""
    call.world.bot.menu_button = call.get("menu_button", {"type": "default"})
    return True


@plays("getChatMenuButton", "MenuButton")
def get_chat_menu_button(call: Call) -> Json:
    """The button beside the text field."""
    return call.world.bot.menu_button


def _scope(call: Call) -> tuple[str, str]:
    """Scope and language, as a menu is kept under them."""
    scope: Json = call.get("scope") or {"type": "default"}
    language = _language(call)
    kind = scope["type"]
    if kind not in _IN_A_CHAT:
        return kind, language
    chat = reach(call.world, scope["chat_id"])
    if kind == "chat":
        return f"chat:{chat.id}", language
    if chat.kind == "private":
        raise bad_request("can't change command scope of a private chat")
    if kind == "chat_administrators":
        return f"chat_administrators:{chat.id}", language
    if not chat.is_inside(call.world.people.get(scope["user_id"]) or call.world.bot):
        raise bad_request("USER_NOT_PARTICIPANT")
    return f"chat_member:{chat.id}:{scope['user_id']}", language


def _language(call: Call) -> str:
    language: str = call.get("language_code", "")
    if language and not re.fullmatch(r"[a-z]{2}", language):
        raise bad_request("invalid language code specified")
    return language


def _set_text(call: Call, texts: dict[str, str], name: str, longest: int) -> bool:
    text = call.get(name, "")
    if utf16(text) > longest:
        raise bad_request(f"BOT_{name.upper()}_INVALID")
    texts[_language(call)] = text
    call.world.changed()
    return True


def _text(call: Call, texts: dict[str, str]) -> str:
    return texts.get(_language(call)) or texts.get("", "")
