"""The private chat: all that a message may carry, edits, and the sign that it is kept."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.polling.life import Life, living
from tests.polling.memory import contents, kept, rows
from tests.telegram.people import Person
from tests.telegram.schema import Json
from tests.telegram.server import Server

DESCRIBED = "I keep what it is and its caption; I do not look into pictures, files or recordings."


@pytest.fixture
def anna(telegram: Server) -> Person:
    """Somebody who writes to the bot."""
    return telegram.world.person("Anna")


# what a message may carry


async def test_a_text_is_kept_as_it_is_written_with_its_source(
    telegram: Server, tmp_path: Path, anna: Person
) -> None:
    async with living(telegram, tmp_path) as life:
        message = await anna.says(anna.private, "  🙂 배포는 по четвергам\n*not* <b>markup</b> ")
        await life.receipt(message)
    (record,) = kept(tmp_path)
    assert record.content == "🙂 배포는 по четвергам\n*not* <b>markup</b>"
    assert (record.author, record.said_by, record.said_at, record.space) == ("Anna", None, None, "Anna")
    ((key,),) = rows(tmp_path, "SELECT key FROM spaces")
    assert record.source_id == f"tg:{key}/{message.id}"
    assert anna.private.answers == []


async def test_the_address_behind_a_links_words_is_kept(
    telegram: Server, tmp_path: Path, anna: Person
) -> None:
    link = {"type": "text_link", "offset": 3, "length": 4, "url": "https://example.org/plan"}
    async with living(telegram, tmp_path) as life:
        await life.receipt(await anna.says(anna.private, "🙂 plan, and https://example.org", entities=[link]))
    assert contents(tmp_path) == ["🙂 plan (https://example.org/plan), and https://example.org"]


async def test_photos_files_and_recordings_keep_what_they_carry_and_say_so(
    telegram: Server, tmp_path: Path, anna: Person
) -> None:
    async with living(telegram, tmp_path) as life:
        for message in (
            await anna.photo(anna.private, "the board"),
            await anna.document(anna.private, "план.pdf", caption="the plan", mime="application/pdf"),
            await anna.voice(anna.private, 75),
        ):
            await life.receipt(message)
            assert (await anna.private.answer()).text == DESCRIBED
    assert contents(tmp_path) == [
        "the board\n[photo]",
        "the plan\n[file, план.pdf, application/pdf]",
        "[voice message, 1:15]",
    ]


async def test_the_caption_of_an_album_is_kept(telegram: Server, tmp_path: Path, anna: Person) -> None:
    async with living(telegram, tmp_path) as life:
        await anna.album(anna.private, 3, caption="three boards", caption_on=1)
        await life.quiet()
    assert "three boards\n[photo]" in contents(tmp_path)


async def test_a_long_paste_is_kept_whole(telegram: Server, tmp_path: Path, anna: Person) -> None:
    text = "слово 말 🙂 " * 1_000
    async with living(telegram, tmp_path) as life:
        await anna.pastes(anna.private, text)
        await life.quiet()
    assert "".join(contents(tmp_path)).replace(" ", "") == text.replace(" ", "")


# forwards


async def forwarded(life: Life, anna: Person, **how: object) -> None:
    """Let Anna forward something, and wait for its receipt."""
    await life.receipt(await anna.forwards(anna.private, "ship on Friday", **how))  # type: ignore[arg-type]


async def test_a_forward_keeps_who_said_it_and_when(telegram: Server, tmp_path: Path, anna: Person) -> None:
    world = telegram.world
    boris = world.person("Boris Petrov", started=False)
    hidden = world.person("Vera", hidden_in_forwards=True)
    robot = world.other_bot("Robot", "robot_bot")
    news, board = world.channel("News"), world.group("Board", bot=None)
    async with living(telegram, tmp_path) as life:
        for origin in (boris, hidden, robot, news, board, "Somebody", anna):
            await forwarded(life, anna, of=origin)
    records = kept(tmp_path)
    assert [(record.said_by, record.said_by_id) for record in records] == [
        ("Boris Petrov", boris.id),
        ("Vera", None),
        ("Robot", None),
        ("News", None),
        ("Board", None),
        ("Somebody", None),
        (None, None),
    ]
    said = [datetime.fromisoformat(str(record.said_at)) for record in records]
    assert said == [datetime.fromtimestamp(telegram.clock.unix - 3600, UTC)] * 7
    assert {(record.author, record.content) for record in records} == {("Anna", "ship on Friday")}


async def test_whom_a_forward_names_is_no_member_of_anything(
    telegram: Server, tmp_path: Path, anna: Person
) -> None:
    boris = telegram.world.person("Boris")
    async with living(telegram, tmp_path) as life:
        await forwarded(life, anna, of=boris)
        await forwarded(life, anna, of=boris)
        boris.last_name = "Petrov"
        await forwarded(life, anna, of=boris)
        await boris.says(boris.private, "/search ship")
        assert (await boris.private.answer()).text.startswith("Nothing found")
    assert [record.said_by for record in kept(tmp_path)] == ["Boris", "Boris", "Boris Petrov"]
    assert rows(tmp_path, "SELECT name FROM people WHERE external_id = ?", boris.id) == [("Boris Petrov",)]


async def test_the_name_of_a_writer_does_not_make_others_words_theirs(
    telegram: Server, tmp_path: Path, anna: Person
) -> None:
    namesake = telegram.world.person("Anna")
    async with living(telegram, tmp_path) as life:
        await forwarded(life, anna, of=namesake)
    (record,) = kept(tmp_path)
    assert (record.said_by, record.said_by_id) == ("Anna", namesake.id)


async def test_a_forward_of_somebody_without_a_name_is_kept(
    telegram: Server, tmp_path: Path, anna: Person
) -> None:
    deleted = telegram.world.person("Gone")
    deleted.first_name = ""
    async with living(telegram, tmp_path) as life:
        await forwarded(life, anna, of=deleted)
    (record,) = kept(tmp_path)
    assert (record.said_by, record.said_by_id) == (None, deleted.id)


async def test_a_forwarded_question_is_kept_and_with_a_comment_both_are(
    telegram: Server, tmp_path: Path, anna: Person
) -> None:
    async with living(telegram, tmp_path) as life:
        await anna.forwards(anna.private, "when do we ship?", of="Vera", comment="ask them")
        await life.quiet()
    assert sorted(contents(tmp_path)) == ["ask them", "when do we ship?"]


async def test_the_bots_own_words_are_never_kept(telegram: Server, tmp_path: Path, anna: Person) -> None:
    async with living(telegram, tmp_path) as life:
        await life.receipt(await anna.says(anna.private, "ship on Friday"))
        await anna.says(anna.private, "/search ship")
        found = await anna.private.answer()
        forward = await anna.forwards(anna.private, found)
        reply = await anna.says(anna.private, "/remember", reply_to=found)
        await life.quiet()
    assert contents(tmp_path) == ["ship on Friday"]
    assert (forward.reaction, reply.reaction) == (None, None)
    assert (await anna.private.answer()).text.startswith("There is nothing to keep in that message")


# passed over


async def test_what_was_made_through_a_bot_and_service_messages_are_not_kept(
    telegram: Server, tmp_path: Path, anna: Person
) -> None:
    robot = telegram.world.other_bot("Robot", "robot_bot")
    async with living(telegram, tmp_path) as life:
        message = await anna.says(anna.private, "kept")
        telegram.world.post(anna.private, anna, {"text": "a picture of a cat", "via_bot": robot.json()})
        await anna.pins(message)
        await life.quiet()
    assert contents(tmp_path) == ["kept"]
    assert anna.private.answers == []


@pytest.mark.parametrize("text", ["/nonsense", "/search@other_bot ship", "/etc/hosts is managed"])
async def test_a_command_that_nobody_knows_is_answered_and_not_kept(
    telegram: Server, tmp_path: Path, anna: Person, text: str
) -> None:
    async with living(telegram, tmp_path) as life:
        await anna.says(anna.private, text)
        await life.quiet()
    assert [answer.text.partition(";")[0] for answer in anna.private.answers] == [
        "I do not know this command"
    ]
    assert contents(tmp_path) == []


# questions


async def test_a_question_is_answered_and_saved_only_by_its_button(
    telegram: Server, tmp_path: Path, anna: Person
) -> None:
    async with living(telegram, tmp_path) as life:
        await life.receipt(await anna.says(anna.private, "we ship on Friday"))
        question = await anna.says(anna.private, "when do we ship?")
        found = await anna.private.answer()
        assert found.text.startswith("1 record · when do we ship?")
        assert found.marked("bold") == ["1 record", "ship"]
        assert contents(tmp_path) == ["we ship on Friday"]
        await (await anna.presses(found, "Save it as a record instead")).answered()
        await life.quiet()
        assert found.text.startswith("Kept as ")
        await anna.edits(question, "we ship on Monday")
        await life.quiet()
    assert contents(tmp_path) == ["we ship on Friday", "we ship on Monday"]


# edits


async def test_an_edited_text_edits_its_record_and_keeps_what_it_said(
    telegram: Server, tmp_path: Path, anna: Person
) -> None:
    async with living(telegram, tmp_path) as life:
        message = await anna.says(anna.private, "ship on Friday")
        await life.receipt(message)
        telegram.clock.advance(60)
        await anna.edits(message, "ship on Monday")
        await life.quiet()
        (record,) = kept(tmp_path)
        assert (record.content, record.source_revision) == ("ship on Monday", str(telegram.clock.unix))
        await anna.says(anna.private, "/show", reply_to=message)
        card = await anna.private.answer()
        await (await anna.presses(card, "History")).answered()
        history = (await anna.private.answer()).text
    assert "saved by Anna" in history
    assert "text changed by Anna" in history
    assert history.endswith("ship on Friday")


async def test_an_edited_caption_edits_its_record(telegram: Server, tmp_path: Path, anna: Person) -> None:
    async with living(telegram, tmp_path) as life:
        message = await anna.photo(anna.private, "the board")
        await life.receipt(message)
        await anna.edits(message, "the old board")
        await life.quiet()
    assert contents(tmp_path) == ["the old board\n[photo]"]


async def test_an_edit_that_changes_no_word_changes_nothing(
    telegram: Server, tmp_path: Path, anna: Person
) -> None:
    async with living(telegram, tmp_path) as life:
        message = await anna.says(anna.private, "ship on Friday")
        await life.receipt(message)
        before = rows(tmp_path, "SELECT seq, updated_at, source_revision FROM records")
        telegram.clock.advance(60)
        await anna.edits(message)
        await anna.edits(message, "ship on Friday")
        await anna.edits(message, "ship on Friday  ")
        await life.quiet()
    assert rows(tmp_path, "SELECT seq, updated_at, source_revision FROM records") == before
    assert rows(tmp_path, "SELECT kind FROM events WHERE kind = 'edited'") == []


async def test_an_edit_and_its_message_in_one_batch_leave_the_later_text(
    telegram: Server, tmp_path: Path, anna: Person
) -> None:
    message = await anna.says(anna.private, "ship on Friday")
    await anna.edits(message, "ship on Monday")
    async with living(telegram, tmp_path) as life:
        await life.quiet()
    assert contents(tmp_path) == ["ship on Monday"]


async def test_a_repeated_edit_changes_nothing_and_a_repeated_message_does_not_undo_it(
    telegram: Server, tmp_path: Path, anna: Person
) -> None:
    async with living(telegram, tmp_path) as life:
        message = await anna.says(anna.private, "ship on Friday")
        await anna.edits(message, "ship on Monday")
        await life.quiet()
    for update in list(telegram.world.updates.made):
        telegram.world.updates.repeat(update)
    async with living(telegram, tmp_path) as life:
        await life.quiet()
    assert contents(tmp_path) == ["ship on Monday"]
    assert rows(tmp_path, "SELECT content FROM earlier_contents") == [("ship on Friday",)]


async def test_an_edit_does_not_bring_back_what_was_forgotten(
    telegram: Server, tmp_path: Path, anna: Person
) -> None:
    async with living(telegram, tmp_path) as life:
        message = await anna.says(anna.private, "ship on Friday")
        await life.receipt(message)
        await anna.says(anna.private, "/forget", reply_to=message)
        await anna.private.answer()
        await anna.edits(message, "ship on Monday")
        await life.quiet()
    assert contents(tmp_path) == []
    assert rows(tmp_path, "SELECT content FROM records") == [("ship on Friday",)]
    assert len(anna.private.answers) == 1


@pytest.mark.parametrize("text", ["/search ship", "/lang ru", "when do we ship?", "/nonsense"])
async def test_an_edit_runs_no_command_again_and_saves_nothing_that_was_not_saved(
    telegram: Server, tmp_path: Path, anna: Person, text: str
) -> None:
    async with living(telegram, tmp_path) as life:
        message = await anna.says(anna.private, text)
        await anna.private.answer()
        for later in (f"{text} soon", "ship on Monday", "/remember ship on Monday", "/lang ko"):
            await anna.edits(message, later)
        await life.quiet()
    assert contents(tmp_path) == []
    assert len(anna.private.answers) == 1


async def test_an_edited_remember_edits_its_record(telegram: Server, tmp_path: Path, anna: Person) -> None:
    async with living(telegram, tmp_path) as life:
        message = await anna.says(anna.private, "/remember key:ship ship on Friday")
        await life.receipt(message)
        await anna.edits(message, "/remember key:ship ship on Monday")
        await life.quiet()
    assert contents(tmp_path) == ["ship on Monday"]


async def test_an_edit_that_leaves_nothing_to_keep_says_so_and_changes_nothing(
    telegram: Server, tmp_path: Path, anna: Person
) -> None:
    async with living(telegram, tmp_path) as life:
        message = await anna.says(anna.private, "/remember ship on Friday")
        await life.receipt(message)
        await anna.edits(message, "/remember")
        assert (await anna.private.answer()).text == "The record stays as it was: there is no text in it."
    assert contents(tmp_path) == ["ship on Friday"]


# the sign that it is kept


async def test_there_is_no_receipt_before_the_commit(telegram: Server, tmp_path: Path, anna: Person) -> None:
    seen: list[int] = []

    def look(call: Json) -> bool:
        seen.append(len(contents(tmp_path)))
        return False

    telegram.fault("setMessageReaction", answer=500, when=look)
    async with living(telegram, tmp_path) as life:
        for number in range(1, 6):
            await life.receipt(await anna.says(anna.private, f"note {number}"))
    assert seen == [1, 2, 3, 4, 5]


async def test_where_reactions_are_refused_it_is_said_in_words_once(
    telegram: Server, tmp_path: Path, anna: Person
) -> None:
    refused = telegram.fault("setMessageReaction", answer=400, description="Bad Request: REACTION_INVALID")
    async with living(telegram, tmp_path) as life:
        message = await anna.says(anna.private, "ship on Friday")
        await life.quiet()
        ((ref,),) = rows(tmp_path, "SELECT ref FROM records")
        assert [answer.text for answer in anna.private.answers] == [f"Kept as {ref}."]
        assert (len(refused.hits), message.reaction) == (1, None)


async def test_a_text_that_cannot_be_kept_is_said_to_be_so(
    telegram: Server, tmp_path: Path, anna: Person
) -> None:
    async with living(telegram, tmp_path) as life:
        message = await anna.says(anna.private, "/remember key:archivist:mine ship on Friday")
        assert (await anna.private.answer()).text.startswith("Not kept:")
        await life.quiet()
    assert (message.reaction, contents(tmp_path)) == (None, [])
