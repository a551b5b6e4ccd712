"""Groups: only what the bot is told to keep, only for the group, and only from people."""

from pathlib import Path

import pytest

from tests.polling.life import living
from tests.polling.memory import contents, kept, rows
from tests.telegram.chats import Chat, Status
from tests.telegram.people import Person
from tests.telegram.schema import Json
from tests.telegram.server import Server
from tests.telegram.users import ANONYMOUS_ADMINISTRATOR

ME = "@letopis_bot"
NOTHING_TO_KEEP = "There is nothing to keep in that message"


@pytest.fixture
def anna(telegram: Server) -> Person:
    """The creator of the group."""
    return telegram.world.person("Anna")


@pytest.fixture
def boris(telegram: Server) -> Person:
    """A member of the group."""
    return telegram.world.person("Boris")


@pytest.fixture
def team(telegram: Server, anna: Person, boris: Person) -> Chat:
    """A group in which the bot is a plain member, with privacy mode on."""
    return telegram.world.group("team", members=[anna, boris])


def open_team(telegram: Server, *members: Person, bot: Status = "administrator") -> Chat:
    """A group in which the bot hears every word."""
    return telegram.world.group("open team", members=members, bot=bot)


# what is kept


@pytest.mark.parametrize("command", ["/remember", f"/remember{ME}", "/remember@Letopis_Bot", "/REMEMBER"])
async def test_remember_keeps(
    telegram: Server, tmp_path: Path, team: Chat, boris: Person, command: str
) -> None:
    async with living(telegram, tmp_path) as life:
        await life.receipt(await boris.says(team, f"{command} ship on Friday"))
    (record,) = kept(tmp_path)
    assert (record.content, record.author, record.space) == ("ship on Friday", "Boris", "team")
    assert team.answers == []


async def test_remember_as_a_reply_keeps_the_message_and_who_wrote_it(
    telegram: Server, tmp_path: Path, team: Chat, anna: Person, boris: Person
) -> None:
    async with living(telegram, tmp_path) as life:
        said = await boris.says(team, "ship on Friday")
        command = await anna.says(team, "/remember", reply_to=said)
        await life.receipt(command)
    (record,) = kept(tmp_path)
    assert (record.content, record.author) == ("ship on Friday", "Anna")
    assert (record.said_by, record.said_by_id, record.message) == ("Boris", boris.id, said.id)
    assert said.reaction is None


async def test_remember_as_a_reply_to_ones_own_message_names_nobody_else(
    telegram: Server, tmp_path: Path, team: Chat, anna: Person
) -> None:
    async with living(telegram, tmp_path) as life:
        said = await anna.says(team, "ship on Friday")
        await life.receipt(await anna.says(team, "/remember", reply_to=said))
    (record,) = kept(tmp_path)
    assert (record.author, record.said_by, record.said_by_id) == ("Anna", None, None)


async def test_remember_as_a_reply_keeps_files_forwards_and_other_bots_words(
    telegram: Server, tmp_path: Path, team: Chat, anna: Person, boris: Person
) -> None:
    robot = telegram.world.other_bot("Robot", "robot_bot")
    telegram.world.enter(team, robot)
    async with living(telegram, tmp_path) as life:
        for said in (
            await boris.photo(team, "the board"),
            await boris.forwards(team, "we ship", of="Vera"),
            await robot.says(team, "build 12 is green"),
        ):
            await life.receipt(await anna.says(team, f"/remember{ME}", reply_to=said))
    assert [(record.content, record.said_by, record.said_by_id) for record in kept(tmp_path)] == [
        ("the board\n[photo]", "Boris", boris.id),
        ("we ship", "Vera", None),
        ("build 12 is green", "Robot", None),
    ]


async def test_whose_words_they_are_may_forget_them_and_nobody_else_may(
    telegram: Server, tmp_path: Path, team: Chat, anna: Person, boris: Person
) -> None:
    vera = telegram.world.person("Vera")
    telegram.world.enter(team, vera)
    async with living(telegram, tmp_path) as life:
        said = await boris.says(team, "ship on Friday")
        await life.receipt(await vera.says(team, "/remember", reply_to=said))
        oleg = telegram.world.person("Oleg")
        telegram.world.enter(team, oleg)
        await oleg.says(team, "/forget", reply_to=said)
        assert (await team.answer()).text.startswith("Only the one who saved this record")
        await boris.says(team, "/forget", reply_to=said)
        assert (await team.answer()).text.startswith("Forgotten: ")
    assert contents(tmp_path) == []


async def test_what_two_people_save_is_one_record(
    telegram: Server, tmp_path: Path, team: Chat, anna: Person, boris: Person
) -> None:
    async with living(telegram, tmp_path) as life:
        said = await boris.says(team, "ship on Friday")
        for person in (anna, boris, anna):
            await life.receipt(await person.says(team, "/remember", reply_to=said))
    assert contents(tmp_path) == ["ship on Friday"]


async def test_the_bots_own_words_are_not_kept(
    telegram: Server, tmp_path: Path, team: Chat, anna: Person
) -> None:
    hearing = open_team(telegram, anna)
    async with living(telegram, tmp_path):
        await anna.says(hearing, "/recent")
        found = await hearing.answer()
        await anna.says(hearing, "/remember", reply_to=found)
        assert (await hearing.answer()).text.startswith(NOTHING_TO_KEEP)
        await anna.says(hearing, ME, reply_to=found)
        assert (await hearing.answer()).text.startswith(NOTHING_TO_KEEP)
    assert contents(tmp_path) == []


# what is passed over


@pytest.mark.parametrize("bot", ["member", "administrator"])
async def test_nothing_else_is_kept_or_answered(
    telegram: Server, tmp_path: Path, anna: Person, boris: Person, bot: Status
) -> None:
    robot = telegram.world.other_bot("Robot", "robot_bot")
    news = telegram.world.channel("News", admins=[anna])
    team = telegram.world.group("team", members=[anna, boris, robot], bot=bot, linked=news)
    async with living(telegram, tmp_path) as life:
        first = await boris.says(team, "chatter")
        for text in (
            "/remember@other_bot it",
            "/search@other_bot it",
            "/nonsense",
            f"/nonsense{ME}",
            "when do we ship?",
            "/etc/hosts is managed",
            "@other_bot look",
            f"mail to me{ME}.org",
        ):
            await boris.says(team, text)
        await boris.photo(team, "chatter with a picture")
        await boris.forwards(team, "chatter from elsewhere", of="Vera")
        await robot.says(team, f"/remember{ME} what bots say")
        await robot.says(team, f"{ME} what bots say")
        await anna.says(news, "/remember what channels say")
        telegram.world.post(team, boris, {"text": "/remember cats", "via_bot": robot.json()})
        await boris.pins(first)
        await boris.renames(team, "the team")
        await boris.edits(first, "chatter, edited")
        await life.quiet()
    assert contents(tmp_path) == []
    assert team.answers == []
    assert [call for call in telegram.calls if call.method.startswith(("send", "setMessage"))] == []
    # Whoever was passed over is a member of nothing.
    assert rows(tmp_path, "SELECT name FROM people") == []


async def test_what_a_channel_says_in_a_group_is_not_kept(
    telegram: Server, tmp_path: Path, anna: Person
) -> None:
    hearing = open_team(telegram, anna)
    news = telegram.world.channel("News", admins=[anna])
    text: Json = {"text": "/remember ship on Friday", "entities": [command_entity("/remember")]}
    async with living(telegram, tmp_path) as life:
        for sender_chat in (news, telegram.world.group("another", admins=[anna])):
            content = {**text, "sender_chat": sender_chat.json()}
            telegram.world.post(hearing, ANONYMOUS_ADMINISTRATOR, content)
        await life.quiet()
    assert contents(tmp_path) == []
    assert hearing.answers == []


def command_entity(command: str) -> Json:
    """What Telegram marks a command with."""
    return {"type": "bot_command", "offset": 0, "length": len(command)}


# mentions


@pytest.mark.parametrize("text", [f"{ME} ship on Friday", f"ship on Friday, {ME}", f"{ME}: ship on Friday"])
@pytest.mark.parametrize("heard_by", ["an administrator", "privacy mode off"])
async def test_a_mention_keeps_where_mentions_arrive(
    telegram: Server, tmp_path: Path, anna: Person, text: str, heard_by: str
) -> None:
    telegram.world.bot.privacy = heard_by == "an administrator"
    hearing = open_team(telegram, anna, bot="administrator" if telegram.world.bot.privacy else "member")
    async with living(telegram, tmp_path) as life:
        await life.receipt(await anna.says(hearing, text))
    assert contents(tmp_path) == ["ship on Friday"]


async def test_with_privacy_mode_on_a_mention_does_not_arrive_and_remember_does(
    telegram: Server, tmp_path: Path, team: Chat, boris: Person
) -> None:
    async with living(telegram, tmp_path) as life:
        mention = await boris.says(team, f"{ME} ship on Friday")
        command = await boris.says(team, f"/remember{ME} ship on Monday")
        await life.receipt(command)
        assert mention.reaction is None
    assert contents(tmp_path) == ["ship on Monday"]


async def test_a_mention_with_a_question_looks_up(telegram: Server, tmp_path: Path, anna: Person) -> None:
    hearing = open_team(telegram, anna)
    async with living(telegram, tmp_path) as life:
        await life.receipt(await anna.says(hearing, f"{ME} we ship on Friday"))
        await anna.says(hearing, f"{ME} when do we ship?")
        assert (await hearing.answer()).text.startswith("1 record · when do we ship?")
    assert contents(tmp_path) == ["we ship on Friday"]


async def test_a_bare_mention_as_a_reply_keeps_the_message(
    telegram: Server, tmp_path: Path, anna: Person, boris: Person
) -> None:
    hearing = open_team(telegram, anna, boris)
    async with living(telegram, tmp_path) as life:
        said = await boris.says(hearing, "ship on Friday")
        await life.receipt(await anna.says(hearing, ME, reply_to=said))
        await anna.says(hearing, ME)
        await life.quiet()
    assert [(record.content, record.said_by) for record in kept(tmp_path)] == [("ship on Friday", "Boris")]


async def test_an_edited_mention_edits_its_record(telegram: Server, tmp_path: Path, anna: Person) -> None:
    hearing = open_team(telegram, anna)
    async with living(telegram, tmp_path) as life:
        message = await anna.says(hearing, f"{ME} ship on Friday")
        await life.receipt(message)
        await anna.edits(message, f"{ME} ship on Monday")
        chatter = await anna.says(hearing, "chatter")
        await anna.edits(chatter, f"{ME} chatter")
        await life.quiet()
    assert contents(tmp_path) == ["ship on Monday"]


async def test_an_edited_remember_edits_its_record(
    telegram: Server, tmp_path: Path, team: Chat, boris: Person
) -> None:
    async with living(telegram, tmp_path) as life:
        message = await boris.says(team, "/remember ship on Friday")
        await life.receipt(message)
        await boris.edits(message, "/remember ship on Monday")
        await life.quiet()
    assert contents(tmp_path) == ["ship on Monday"]
    assert team.answers == []


# an administrator who speaks as the group


async def test_an_anonymous_administrator_speaks_as_the_group(
    telegram: Server, tmp_path: Path, team: Chat, anna: Person, boris: Person
) -> None:
    async with living(telegram, tmp_path) as life:
        await anna.hides(team)
        command = await anna.says(team, "/remember ship on Friday")
        await life.receipt(command)
        await boris.says(team, "/search ship")
        page = await team.answer()
        assert "\nteam · " in page.text
        await anna.edits(command, "/remember ship on Monday")
        await anna.says(team, "/forget", reply_to=command)
        assert (await team.answer()).text.startswith("Forgotten: ")
        await anna.says(team, "/undo")
        assert (await team.answer()).text.endswith("is back, as it was.")
    (record,) = kept(tmp_path)
    assert (record.content, record.author, record.said_by) == ("ship on Monday", "team", None)
    # Telegram's one account for all of them is nobody; it is asked about no such member either.
    assert rows(tmp_path, "SELECT 1 FROM people WHERE external_id = 1087968824") == []
    assert {call.parameters["user_id"] for call in telegram.calls_of("getChatMember")} == {boris.id}


async def test_anonymous_administrators_of_two_groups_are_not_the_same(
    telegram: Server, tmp_path: Path, team: Chat, anna: Person
) -> None:
    other = telegram.world.group("other team", admins=[anna])
    async with living(telegram, tmp_path) as life:
        for group in (team, other):
            await anna.hides(group)
            await life.receipt(await anna.says(group, f"/remember of the {group.title}"))
        ((ref,),) = rows(tmp_path, "SELECT ref FROM records WHERE content = 'of the team'")
        await anna.says(other, f"/forget {ref}")
        assert (await other.answer()).text == "There is no such record."
        await anna.says(other, "/recent")
        assert "of the team\n" not in (await other.answer()).text
    assert [(record.content, record.author) for record in kept(tmp_path)] == [
        ("of the team", "team"),
        ("of the other team", "other team"),
    ]


async def test_what_an_anonymous_administrator_wrote_was_said_by_the_group(
    telegram: Server, tmp_path: Path, team: Chat, anna: Person, boris: Person
) -> None:
    async with living(telegram, tmp_path) as life:
        await anna.hides(team)
        said = await anna.says(team, "ship on Friday")
        await life.receipt(await boris.says(team, "/remember", reply_to=said))
    (record,) = kept(tmp_path)
    assert (record.author, record.said_by, record.said_by_id) == ("Boris", "team", None)


async def test_a_button_that_an_anonymous_administrator_presses_is_pressed_by_themselves(
    telegram: Server, tmp_path: Path, team: Chat, anna: Person
) -> None:
    async with living(telegram, tmp_path) as life:
        await anna.hides(team)
        await life.receipt(await anna.says(team, "/remember ship on Friday"))
        await anna.says(team, "/recent")
        await (await anna.presses(await team.answer(), "1")).answered()
        card = await team.answer()
        await (await anna.presses(card, "Forget…")).answered()
        await life.quiet()
        await (await anna.presses(card, "Yes, forget it")).answered()
        await life.quiet()
    assert contents(tmp_path) == []


# a group's memory is the group's


async def test_a_groups_memory_is_the_groups(
    telegram: Server, tmp_path: Path, team: Chat, anna: Person, boris: Person
) -> None:
    other = telegram.world.group("other team", members=[anna])
    vera = telegram.world.person("Vera")
    async with living(telegram, tmp_path) as life:
        await life.receipt(await anna.says(team, "/remember topic of the team"))
        await life.receipt(await anna.says(other, "/remember topic of the others"))
        await life.receipt(await anna.says(anna.private, "topic of her own"))

        async def found(person: Person, chat: Chat) -> list[str]:
            await person.says(chat, f"/search{ME} topic")
            lines = (await chat.answer()).text.splitlines()
            return [line.partition("📝 ")[2] for line in lines if "📝" in line]

        assert await found(boris, team) == ["topic of the team"]
        assert await found(anna, other) == ["topic of the others"]
        assert await found(anna, anna.private) == [
            "topic of her own",
            "topic of the others",
            "topic of the team",
        ]
        assert await found(boris, boris.private) == ["topic of the team"]
        assert await found(vera, vera.private) == []
