"""Coming and going: the introduction, who is in a group now, and how far Telegram is asked about it."""

from pathlib import Path

import pytest

from bot.presence import PATIENCE
from tests.polling.life import Life, living
from tests.polling.memory import contents, rows
from tests.telegram.chats import Chat, Kind
from tests.telegram.faults import Trouble
from tests.telegram.messages import Message
from tests.telegram.people import Person
from tests.telegram.server import Server

INTRODUCTION = "Hello! I am Letopis, the memory of this group."
NO_RECORD = "There is no such record."
STRANGERS = "Only members of this group may do that."


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
    """A group in which the bot is a plain member."""
    return telegram.world.group("team", members=[anna, boris])


async def looked_up(person: Person, text: str = "/recent") -> str:
    """What the person is answered in private."""
    await person.says(person.private, text)
    return (await person.private.answer()).text


async def fill(life: Life, team: Chat, *people: Person) -> None:
    """Let people be seen in the group, the first with a record that all of them may find."""
    first, *others = people
    await life.receipt(await first.says(team, "/remember topic of the team"))
    for person in others:
        await person.says(team, "/lang")
        await team.answer()
    for person in people:
        assert "topic of the team" in await looked_up(person)


# the bot itself


@pytest.mark.parametrize("kind", ["group", "supergroup"])
async def test_the_bot_introduces_itself_once_when_it_is_added(
    telegram: Server, tmp_path: Path, anna: Person, kind: Kind
) -> None:
    new = telegram.world.group("new", members=[anna], kind=kind, bot=None)
    async with living(telegram, tmp_path) as life:
        await anna.adds(telegram.world.bot, new)
        assert (await new.answer()).text.startswith(INTRODUCTION)
        await anna.promotes(telegram.world.bot, new)
        await anna.demotes(telegram.world.bot, new)
        await life.receipt(await anna.says(new, "/remember it"))
        await life.quiet()
    async with living(telegram, tmp_path) as life:
        await life.quiet()
    assert len(new.answers) == 1


@pytest.mark.parametrize(
    ("privacy", "promoted", "hears"),
    [(True, False, False), (True, True, True), (False, False, True)],
    ids=["privacy mode", "an administrator", "no privacy mode"],
)
async def test_the_bot_says_how_to_speak_to_it_where_mentions_do_not_arrive(
    telegram: Server, tmp_path: Path, anna: Person, privacy: bool, promoted: bool, hears: bool
) -> None:
    telegram.world.bot.privacy = privacy
    new = telegram.world.group("new", members=[anna], kind="supergroup", bot=None)
    async with living(telegram, tmp_path):
        await anna.adds(telegram.world.bot, new)
        said = [(await new.answer()).text]
        if promoted:
            await anna.promotes(telegram.world.bot, new)
        # A cached answer about the bot stands for some time.
    async with living(telegram, tmp_path):
        await anna.says(new, f"/start@{telegram.world.bot.username}")
        said.append((await new.answer()).text)
    by_name = f"/remember@{telegram.world.bot.username} the text"
    assert ["a message that mentions me" in text for text in said] == [hears and not promoted, hears]
    assert [by_name in text for text in said] == [not hears or promoted, not hears]


async def test_the_bot_introduces_itself_in_a_group_that_is_made_with_it(
    telegram: Server, tmp_path: Path, anna: Person
) -> None:
    async with living(telegram, tmp_path) as life:
        new = await anna.creates("new", telegram.world.bot)
        assert (await new.answer()).text.startswith(INTRODUCTION)
        await life.quiet()
    assert len(new.answers) == 1


async def test_the_bot_does_not_introduce_itself_in_a_channel_nor_in_private(
    telegram: Server, tmp_path: Path, anna: Person
) -> None:
    news = telegram.world.channel("News", admins=[anna])
    async with living(telegram, tmp_path) as life:
        await anna.promotes(telegram.world.bot, news)
        await anna.says(news, "/remember what channels say")
        await anna.blocks_bot()
        await anna.unblocks_bot()
        await life.quiet()
    assert (news.answers, anna.private.answers, contents(tmp_path)) == ([], [], [])


async def test_the_bot_introduces_itself_in_the_groups_own_language_where_it_has_one(
    telegram: Server, tmp_path: Path
) -> None:
    anna = telegram.world.person("Anna", language_code="ru")
    new = telegram.world.group("new", members=[anna], bot=None)
    async with living(telegram, tmp_path):
        await anna.adds(telegram.world.bot, new)
        assert (await new.answer()).text.startswith("Здравствуйте!")
        await anna.says(new, "/lang ko")
        await new.answer()
        await anna.removes(telegram.world.bot, new)
        await anna.adds(telegram.world.bot, new)
        assert (await new.answer()).text.startswith("안녕하세요!")


# leaving


async def test_who_left_finds_nothing_of_the_group_at_once(
    telegram: Server, tmp_path: Path, team: Chat, anna: Person, boris: Person
) -> None:
    async with living(telegram, tmp_path) as life:
        await fill(life, team, anna, boris)
        ((ref,),) = rows(tmp_path, "SELECT ref FROM records")
        page = boris.private.answers[-1]
        asked = len(telegram.calls_of("getChatMember"))
        await boris.leaves(team)
        assert "topic" not in await looked_up(boris)
        assert await looked_up(boris, f"/show {ref}") == NO_RECORD
        assert (await (await boris.presses(page, "1")).answered()).notice == NO_RECORD
        # Told of it, the bot need not ask.
        assert len(telegram.calls_of("getChatMember")) == asked
        assert "topic of the team" in await looked_up(anna)


async def test_who_was_thrown_out_is_out_also_where_only_administrators_are_told(
    telegram: Server, tmp_path: Path, anna: Person, boris: Person
) -> None:
    team = telegram.world.group("team", members=[anna, boris], bot="administrator")
    async with living(telegram, tmp_path) as life:
        await fill(life, team, anna, boris)
        telegram.world.rank(anna, team, boris, "kicked")
        assert "topic" not in await looked_up(boris)
        await life.quiet()
        assert rows(tmp_path, "SELECT count(*) FROM members WHERE left_at IS NOT NULL") == [(1,)]


async def test_who_was_put_out_without_a_word_is_found_out_after_ten_minutes(
    telegram: Server, tmp_path: Path, team: Chat, anna: Person, boris: Person
) -> None:
    async with living(telegram, tmp_path) as life:
        await fill(life, team, anna, boris)
        page = await answered(team, anna, "/recent")
        team.members[boris.id].status = "kicked"
        assert "topic of the team" in await looked_up(boris)
        life.clock.advance(601)
        assert "topic" not in await looked_up(boris)
        press = telegram.world.queries.press(boris, page.button("1")["callback_data"])
        query = {"id": press.id, "from": boris.json(), "message": page.json(), "data": press.data}
        query["chat_instance"] = "1"
        telegram.world.updates.put("callback_query", boris.id, query)
        await press.answered()
        assert press.notice == STRANGERS


async def answered(chat: Chat, person: Person, text: str) -> Message:
    """What the person is answered in a chat."""
    await person.says(chat, text)
    return await chat.answer()


async def test_who_comes_back_and_speaks_is_a_member_again_at_once(
    telegram: Server, tmp_path: Path, team: Chat, anna: Person, boris: Person
) -> None:
    async with living(telegram, tmp_path) as life:
        await fill(life, team, anna, boris)
        team.members[boris.id].status = "left"
        life.clock.advance(601)
        assert "topic" not in await looked_up(boris)
        await boris.joins(team)
        await life.receipt(await boris.says(team, "/remember back again"))
        assert "topic of the team" in await looked_up(boris)


async def test_who_is_no_administrator_any_more_forgets_no_others_records_also_in_private(
    telegram: Server, tmp_path: Path, anna: Person, boris: Person
) -> None:
    vera, robot = telegram.world.person("Vera"), telegram.world.other_bot("Robot", "robot_bot")
    team = telegram.world.group("team", admins=[anna, boris, robot], members=[vera], bot="administrator")
    async with living(telegram, tmp_path) as life:
        await fill(life, team, vera, boris)
        ((ref,),) = rows(tmp_path, "SELECT ref FROM records")
        await anna.demotes(boris, team)
        await anna.demotes(robot, team)
        await life.quiet()
        assert (await looked_up(boris, f"/forget {ref}")).startswith("Only the one who saved this record")
        await anna.promotes(boris, team)
        await boris.says(team, f"/forget {ref}")
        assert (await team.answer()).text.startswith("Forgotten: ")
    assert rows(tmp_path, "SELECT name FROM people WHERE external_id = ?", robot.id) == []


# asking Telegram


async def test_all_groups_are_asked_about_at_once_and_those_that_do_not_answer_are_named(
    telegram: Server, tmp_path: Path, anna: Person
) -> None:
    groups = [telegram.world.group(f"group {number}", members=[anna]) for number in range(6)]
    async with living(telegram, tmp_path) as life:
        for group in groups:
            await life.receipt(await anna.says(group, f"/remember topic of {group.title}"))
        life.clock.advance(601)
        silent, asked = {groups[1].id, groups[4].id}, len(telegram.calls_of("getChatMember"))
        held = telegram.fault(
            "getChatMember", answer="slow", times=None, when=lambda call: call["chat_id"] in silent
        )
        found = await looked_up(anna, "/search topic")
        assert found.startswith("4 records · topic")
        assert found.endswith("\n\nLeft out, because Telegram did not answer: group 1, group 4.")
        assert (len(held.hits), len(telegram.calls_of("getChatMember")) - asked) == (2, 4)
        held.release()
        found = await looked_up(anna, "/search topic")
        assert "Left out" not in found
        # Those that had answered are not asked again.
        assert len(telegram.calls_of("getChatMember")) - asked == 6


@pytest.mark.parametrize("trouble", [500, 429, 400, "dropped", "bad json"])
async def test_a_group_about_which_telegram_does_not_say_is_left_out_and_named(
    telegram: Server, tmp_path: Path, team: Chat, anna: Person, boris: Person, trouble: Trouble
) -> None:
    async with living(telegram, tmp_path) as life:
        await fill(life, team, anna, boris)
        life.clock.advance(601)
        telegram.fault("getChatMember", answer=trouble, times=None)
        found = await looked_up(boris, "/search topic")
        assert found.startswith("Nothing found")
        assert found.endswith("\n\nLeft out, because Telegram did not answer: team.")
        # Who speaks in a group is in it, whether or not Telegram says so.
        await boris.says(team, "/search topic")
        assert "topic of the team" in (await team.answer()).text


async def test_a_group_that_hides_its_members_or_has_put_the_bot_out_is_left_out_and_named(
    telegram: Server, tmp_path: Path, team: Chat, anna: Person, boris: Person
) -> None:
    team.hides_members = True
    other = telegram.world.group("other team", members=[boris])
    telegram.allow_refusal("member list is inaccessible")
    async with living(telegram, tmp_path) as life:
        await life.receipt(await boris.says(team, "/remember topic of the team"))
        await life.receipt(await boris.says(other, "/remember topic of the others"))
        await boris.removes(telegram.world.bot, other)
        await life.quiet()
        life.clock.advance(601)
        found = await looked_up(boris, "/search topic")
    assert found.startswith("Nothing found")
    assert found.endswith("\n\nLeft out, because Telegram did not answer: team, other team.")


async def test_a_message_waits_no_longer_than_a_second_for_who_its_writer_is(
    telegram: Server, tmp_path: Path, team: Chat, boris: Person
) -> None:
    held = telegram.fault("getChatMember", answer="slow", times=None)
    async with living(telegram, tmp_path) as life:
        await life.receipt(await boris.says(team, "/remember it"))
        await life.quiet()
    assert len(held.hits) == 1
    assert contents(tmp_path) == ["it"]
    assert PATIENCE == 1


async def test_who_speaks_often_is_asked_about_once_in_ten_minutes(
    telegram: Server, tmp_path: Path, team: Chat, boris: Person
) -> None:
    async with living(telegram, tmp_path) as life:
        for seconds, asked in ((0, 1), (300, 1), (301, 2)):
            life.clock.advance(seconds)
            await life.receipt(await boris.says(team, f"/remember {seconds}"))
            assert len(telegram.calls_of("getChatMember")) == asked
