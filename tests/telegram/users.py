"""Accounts: people, the bot under test, other bots and Telegram's own."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.telegram.schema import Json

if TYPE_CHECKING:
    from tests.telegram.chats import Chat


@dataclass(eq=False)
class User:
    """An account."""

    id: int
    first_name: str
    last_name: str | None = None
    username: str | None = None
    language_code: str | None = None
    is_bot: bool = False

    @property
    def name(self) -> str:
        """The name that clients show."""
        return f"{self.first_name} {self.last_name}" if self.last_name else self.first_name

    def json(self, *, with_language: bool = False) -> Json:
        """As the Bot API shows it. The language is told only of the one who acts."""
        user: Json = {"id": self.id, "is_bot": self.is_bot, "first_name": self.first_name}
        if self.last_name:
            user["last_name"] = self.last_name
        if self.username:
            user["username"] = self.username
        if with_language and self.language_code:
            user["language_code"] = self.language_code
        return user


ANONYMOUS_ADMINISTRATOR = User(1087968824, "Group", username="GroupAnonymousBot", is_bot=True)
"""One account for all administrators of all groups who hide behind their group."""

TELEGRAM = User(777000, "Telegram")
"""The account that brings a channel's posts into its group."""


@dataclass(eq=False)
class Bot(User):
    """The bot under test, with what BotFather and its own calls have set."""

    is_bot: bool = True
    privacy: bool = True
    inline_feedback: bool = False
    names: dict[str, str] = field(default_factory=dict)
    descriptions: dict[str, str] = field(default_factory=dict)
    short_descriptions: dict[str, str] = field(default_factory=dict)
    commands: dict[tuple[str, str], list[Json]] = field(default_factory=dict)
    """The menus by scope and language: `chat:-5` and `chat_member:-5:7` name the chat and the member."""
    rights: dict[bool, Json] = field(default_factory=dict)
    """The rights that the bot asks for when it is made an administrator, of channels (True) or groups."""
    menu_button: Json = field(default_factory=lambda: {"type": "commands"})

    def me(self) -> Json:
        """The answer to getMe."""
        return {
            **self.json(),
            "can_join_groups": True,
            "can_read_all_group_messages": not self.privacy,
            "supports_guest_queries": False,
            "supports_inline_queries": True,
            "can_connect_to_business": False,
            "has_main_web_app": False,
            "has_topics_enabled": False,
            "allows_users_to_create_topics": False,
            "can_manage_bots": False,
            "supports_join_request_queries": False,
        }

    def menu(self, chat: Chat, person: User, language: str | None = None) -> dict[str, str]:
        """The commands that a person is shown in a chat: of the narrowest scope that has any."""
        language = person.language_code if language is None else language
        for scope in _scopes(chat, person):
            for tried in (language or "", ""):
                if commands := self.commands.get((scope, tried)):
                    return {command["command"]: command["description"] for command in commands}
        return {}


def _scopes(chat: Chat, person: User) -> list[str]:
    if chat.kind == "private":
        return [f"chat:{chat.id}", "all_private_chats", "default"]
    scopes = [f"chat_member:{chat.id}:{person.id}"]
    if chat.is_administrator(person):
        scopes.append(f"chat_administrators:{chat.id}")
    scopes.append(f"chat:{chat.id}")
    if chat.is_administrator(person):
        scopes.append("all_chat_administrators")
    return [*scopes, "all_group_chats", "default"]
