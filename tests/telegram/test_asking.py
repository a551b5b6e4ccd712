"""Questions about the bot, chats and members, and what the bot says of itself."""

from typing import Any

import pytest
from aiogram import Bot
from aiogram.types import BotCommand, BotCommandScopeAllPrivateChats, BotCommandScopeChat

from tests.telegram.conftest import Api
from tests.telegram.files import LARGEST_DOWNLOAD
from tests.telegram.people import Person
from tests.telegram.server import Server


@pytest.fixture
def anna(telegram: Server) -> Person:
    """Somebody."""
    return telegram.world.person("Anna", language_code="ru")


@pytest.mark.parametrize("privacy", [True, False])
async def test_the_bot_is_told_whether_privacy_mode_is_on(telegram: Server, bot: Bot, privacy: bool) -> None:
    telegram.world.bot.privacy = privacy
    me = await bot.get_me()
    assert me.id == bot.id == telegram.world.bot.id
    assert me.username == "letopis_bot"
    assert me.can_read_all_group_messages is not privacy
    assert me.supports_inline_queries is True


@pytest.mark.parametrize("kind", ["group", "supergroup"])
async def test_a_members_standing_can_be_asked_for(
    telegram: Server, anna: Person, api: Api, kind: Any
) -> None:
    people = [telegram.world.person(name) for name in ("Boris", "Clara", "Dan", "Eve")]
    boris, clara, dan, eve = people
    group = telegram.world.group("team", kind=kind, admins=[anna, boris], members=[clara, dan])
    await anna.mutes(clara, group)
    await anna.removes(dan, group)
    asked = [anna, boris, clara, dan, eve, telegram.world.bot]
    answers = [await api("getChatMember", chat_id=group.id, user_id=user.id) for user in asked]
    assert [answer["result"]["status"] for answer in answers] == [
        "creator",
        "administrator",
        "restricted",
        "kicked",
        "left",
        "member",
    ]


async def test_an_unknown_person_has_no_standing(telegram: Server, anna: Person, api: Api) -> None:
    telegram.allow_refusal("user not found")
    group = telegram.world.group("team", members=[anna])
    answer = await api("getChatMember", chat_id=group.id, user_id=5)
    assert answer["description"] == "Bad Request: user not found"


async def test_where_the_bot_is_not_it_cannot_ask_for_members(
    telegram: Server, anna: Person, api: Api
) -> None:
    telegram.allow_refusal("chat not found")
    strange = telegram.world.group("strange", members=[anna], bot=None)
    left = telegram.world.group("left", members=[anna])
    await anna.removes(telegram.world.bot, left)
    answers = [await api("getChatMember", chat_id=chat.id, user_id=anna.id) for chat in (strange, left)]
    assert [(answer["error_code"], answer["description"]) for answer in answers] == [
        (400, "Bad Request: chat not found"),
        (403, "Forbidden: bot was kicked from the supergroup chat"),
    ]


async def test_a_public_group_can_be_looked_at_from_outside(telegram: Server, anna: Person, api: Api) -> None:
    telegram.world.group("square", members=[anna], bot=None, username="square")
    assert (await api("getChat", chat_id="@square"))["result"]["title"] == "square"


async def test_a_group_may_show_its_members_to_administrators_only(
    telegram: Server, anna: Person, api: Api
) -> None:
    telegram.allow_refusal("member list is inaccessible")
    group = telegram.world.group("team", members=[anna])
    group.hides_members = True
    assert not (await api("getChatMember", chat_id=group.id, user_id=anna.id))["ok"]
    assert (await api("getChatMember", chat_id=group.id, user_id=telegram.world.bot.id))["ok"]
    await anna.promotes(telegram.world.bot, group)
    assert (await api("getChatMember", chat_id=group.id, user_id=anna.id))["ok"]


async def test_administrators_are_listed_and_members_counted(
    telegram: Server, anna: Person, bot: Bot, api: Api
) -> None:
    boris = telegram.world.person("Boris")
    group = telegram.world.group("team", admins=[anna], members=[boris])
    listed = await bot.get_chat_administrators(group.id)
    assert [each.user.first_name for each in listed] == ["Anna"]
    assert await bot.get_chat_member_count(group.id) == 3
    telegram.allow_refusal("there are no administrators in the private chat")
    assert not (await api("getChatAdministrators", chat_id=anna.id))["ok"]


async def test_a_chat_is_shown_in_full(telegram: Server, anna: Person, bot: Bot) -> None:
    channel = telegram.world.channel("news")
    group = telegram.world.group("team", members=[anna], topics=True, linked=channel)
    chat = await bot.get_chat(group.id)
    assert (chat.title, chat.is_forum, chat.linked_chat_id) == ("team", True, channel.id)
    assert (await bot.get_chat(anna.id)).first_name == "Anna"


async def test_leaving_is_told_and_final(telegram: Server, anna: Person, bot: Bot) -> None:
    group = telegram.world.group("team", members=[anna])
    assert await bot.leave_chat(group.id)
    change, message = (update.body for update in telegram.world.updates.made)
    assert change["new_chat_member"]["status"] == "left"
    assert message["left_chat_member"]["id"] == bot.id


async def test_chat_actions_are_noted(telegram: Server, anna: Person, api: Api) -> None:
    assert (await api("sendChatAction", chat_id=anna.id, action="typing"))["ok"]
    assert anna.private.actions == ["typing"]
    telegram.allow_refusal("wrong parameter action in request")
    assert not (await api("sendChatAction", chat_id=anna.id, action="sleeping"))["ok"]


async def test_a_file_above_20_megabytes_cannot_be_fetched(telegram: Server, anna: Person, api: Api) -> None:
    telegram.allow_refusal("file is too big")
    small = await anna.document(anna.private, "small.bin", size=LARGEST_DOWNLOAD)
    large = await anna.document(anna.private, "large.bin", size=LARGEST_DOWNLOAD + 1)
    assert (await api("getFile", file_id=small.file_id))["ok"]
    answer = await api("getFile", file_id=large.file_id)
    assert answer["description"] == "Bad Request: file is too big"


async def test_menus_are_kept_by_scope_and_language(telegram: Server, anna: Person, bot: Bot) -> None:
    boris = telegram.world.person("Boris", language_code="de")
    group = telegram.world.group("team", admins=[anna], members=[boris])

    def command(name: str) -> list[BotCommand]:
        return [BotCommand(command=name, description=f"does {name}")]

    await bot.set_my_commands(command("help"))
    await bot.set_my_commands(command("search"), scope=BotCommandScopeAllPrivateChats())
    await bot.set_my_commands(command("search"), scope=BotCommandScopeAllPrivateChats(), language_code="ru")
    await bot.set_my_commands(command("settings"), scope=BotCommandScopeChat(chat_id=group.id))
    menu = telegram.world.bot.menu
    assert menu(anna.private, anna) == {"search": "does search"}
    assert menu(boris.private, boris) == {"search": "does search"}
    assert menu(group, boris) == {"settings": "does settings"}
    assert set(telegram.world.bot.commands) == {
        ("default", ""),
        ("all_private_chats", ""),
        ("all_private_chats", "ru"),
        (f"chat:{group.id}", ""),
    }
    (kept,) = await bot.get_my_commands(scope=BotCommandScopeChat(chat_id=group.id))
    assert (kept.command, kept.description) == ("settings", "does settings")
    await bot.delete_my_commands(scope=BotCommandScopeChat(chat_id=group.id))
    assert menu(group, boris) == {"help": "does help"}


async def test_the_narrowest_menu_is_shown(telegram: Server, anna: Person, api: Api) -> None:
    boris = telegram.world.person("Boris")
    group = telegram.world.group("team", admins=[anna], members=[boris])
    there = {"chat_id": group.id}
    for scope in (
        {"type": "all_group_chats"},
        {"type": "all_chat_administrators"},
        {"type": "chat_administrators", **there},
        {"type": "chat_member", "user_id": boris.id, **there},
    ):
        command = {"command": scope["type"], "description": "x"}
        assert (await api("setMyCommands", commands=[command], scope=scope))["ok"]
    menu = telegram.world.bot.menu
    assert list(menu(group, anna)) == ["chat_administrators"]
    assert list(menu(group, boris)) == ["chat_member"]
    assert menu(anna.private, anna) == {}


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"commands": [{"command": "Help", "description": "x"}]}, "BOT_COMMAND_INVALID"),
        ({"commands": [{"command": "помощь", "description": "x"}]}, "BOT_COMMAND_INVALID"),
        ({"commands": [{"command": "x" * 33, "description": "x"}]}, "BOT_COMMAND_INVALID"),
        ({"commands": [{"command": "x", "description": ""}]}, "BOT_COMMAND_DESCRIPTION_INVALID"),
        ({"commands": [{"command": "x", "description": "x" * 257}]}, "BOT_COMMAND_DESCRIPTION_INVALID"),
        ({"commands": [{"command": "x", "description": "x"}] * 101}, "BOT_COMMANDS_TOO_MUCH"),
        ({"commands": [], "language_code": "rus"}, "invalid language code"),
        ({"commands": [], "scope": {"type": "chat", "chat_id": 5}}, "chat not found"),
    ],
)
async def test_an_improper_menu_is_refused(
    telegram: Server, api: Api, parameters: dict[str, Any], words: str
) -> None:
    telegram.allow_refusal(words)
    assert words in (await api("setMyCommands", **parameters))["description"]


async def test_scopes_of_members_need_a_group_and_a_member(telegram: Server, anna: Person, api: Api) -> None:
    boris = telegram.world.person("Boris")
    group = telegram.world.group("team", members=[anna])
    telegram.allow_refusal("can't change command scope of a private chat")
    telegram.allow_refusal("USER_NOT_PARTICIPANT")
    private = {"type": "chat_administrators", "chat_id": anna.id}
    stranger = {"type": "chat_member", "chat_id": group.id, "user_id": boris.id}
    for scope in (private, stranger):
        assert not (await api("setMyCommands", commands=[], scope=scope))["ok"]


@pytest.mark.parametrize(("name", "longest"), [("Name", 64), ("Description", 512), ("ShortDescription", 120)])
async def test_names_and_descriptions_are_kept_by_language(
    telegram: Server, api: Api, name: str, longest: int
) -> None:
    field = "short_description" if name == "ShortDescription" else name.lower()
    await api(f"setMy{name}", **{field: "Memory"})
    await api(f"setMy{name}", **{field: "Память", "language_code": "ru"})
    answers = [await api(f"getMy{name}", language_code=language) for language in ("ru", "ko")]
    assert [answer["result"][field] for answer in answers] == ["Память", "Memory"]
    telegram.allow_refusal("_INVALID")
    assert not (await api(f"setMy{name}", **{field: "x" * (longest + 1)}))["ok"]


async def test_rights_and_the_menu_button_are_kept(telegram: Server, api: Api) -> None:
    assert (await api("getChatMenuButton"))["result"] == {"type": "commands"}
    assert (await api("setChatMenuButton", menu_button={"type": "default"}))["ok"]
    assert (await api("getChatMenuButton"))["result"] == {"type": "default"}
    assert (await api("setMyDefaultAdministratorRights", for_channels=True))["ok"]
    assert telegram.world.bot.rights == {True: {}}
