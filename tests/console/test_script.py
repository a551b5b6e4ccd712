"""A script: what the bot gets of each line, and what is printed."""

from datetime import timedelta
from pathlib import Path

import pytest
from aiogram import Dispatcher
from aiogram.types import (
    BufferedInputFile,
    ChatMemberUpdated,
    CopyTextButton,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InlineQuery,
    InlineQueryResultArticle,
    InputTextMessageContent,
    Message,
    MessageOriginUser,
    ReactionTypeEmoji,
)

from bot.clock import ShiftedClock
from core.errors import DatabaseFull
from core.spaces import local_group, local_visitor
from tests.console.stage import OWNER, answering, play
from tests.telegram.schema import schema


async def test_a_message_comes_from_owner_in_private_with_number_1(tmp_path: Path) -> None:
    run = await play(tmp_path, "hello")
    (message,) = run.messages
    assert (message.message_id, message.text, message.chat.type) == (1, "hello", "private")
    assert message.from_user is not None
    assert message.from_user.id == message.chat.id == OWNER
    assert message.from_user.first_name == message.chat.first_name == "owner"


async def test_each_chat_counts_for_itself_and_answers_count_too(tmp_path: Path) -> None:
    run = await play(tmp_path, "a", "b", ":chat team", "c", "d", dispatcher=answering())
    assert [message.message_id for message in run.messages] == [1, 3, 1, 3]
    assert [said["n"] for said in run.said] == [2, 4, 2, 4]


async def test_what_is_printed_has_exactly_these_keys(tmp_path: Path) -> None:
    run = await play(tmp_path, "a", ":chat team", "b", ":press last Yes", dispatcher=answering("Yes"))
    buttons = [[{"text": "Yes", "data": "Yes"}]]
    sent = {"method": "sendMessage", "n": 2, "buttons": buttons}
    assert run.said == [
        sent | {"chat": "private", "person": "owner", "text": "a"},
        sent | {"chat": "team", "text": "b"},
        {"method": "answerCallbackQuery", "text": "Yes", "alert": False},
    ]


async def test_edits_reactions_and_deletions_name_the_message(tmp_path: Path) -> None:
    dispatcher = Dispatcher()

    @dispatcher.message()
    async def all_at_once(message: Message) -> None:
        await message.react([ReactionTypeEmoji(emoji="👌")])
        await message.react([])
        markup = InlineKeyboardMarkup(
            inline_keyboard=[[InlineKeyboardButton(text="Copy", copy_text=CopyTextButton(text="7K2MQ9XA"))]]
        )
        sent = await message.answer("one")
        await sent.edit_text("two")
        await sent.edit_reply_markup(reply_markup=markup)
        await sent.delete()

    run = await play(tmp_path, ":chat team", "hello", dispatcher=dispatcher)
    team = {"chat": "team"}
    assert run.said == [
        {"method": "setMessageReaction", "n": 1, "emoji": "👌"} | team,
        {"method": "setMessageReaction", "n": 1, "emoji": None} | team,
        {"method": "sendMessage", "n": 2, "text": "one", "buttons": []} | team,
        {"method": "editMessageText", "n": 2, "text": "two", "buttons": []} | team,
        {"method": "editMessageReplyMarkup", "n": 2, "buttons": [[{"text": "Copy", "data": "7K2MQ9XA"}]]}
        | team,
        {"method": "deleteMessage", "n": 2} | team,
    ]


async def test_files_are_copied_to_where_they_can_be_opened(tmp_path: Path) -> None:
    dispatcher = Dispatcher()

    @dispatcher.message()
    async def export(message: Message) -> None:
        await message.answer_photo(BufferedInputFile(b"picture", "map.png"), caption="a map")
        await message.answer_document(BufferedInputFile(b"{}\n", "../my export.jsonl"))

    run = await play(tmp_path, "/export", dispatcher=dispatcher)
    photo, document = run.said
    assert set(photo) == {"method", "n", "chat", "person", "caption", "file", "buttons"}
    assert (photo["method"], photo["caption"], document["caption"]) == ("sendPhoto", "a map", "")
    assert (photo["file"]["name"], photo["file"]["size"]) == ("map.png", 7)
    assert Path(photo["file"]["path"]).read_bytes() == b"picture"
    assert Path(document["file"]["path"]).parent == tmp_path / "files"
    assert document["file"]["name"] == "../my export.jsonl"


async def test_as_is_another_person_in_their_own_private_chat(tmp_path: Path) -> None:
    run = await play(tmp_path, ":as alice", "hello", dispatcher=answering())
    assert run.messages[0].chat.id == local_visitor("alice").external_id
    assert run.said[0]["person"] == "alice"


async def test_as_in_a_group_stays_there_and_joins(tmp_path: Path) -> None:
    run = await play(tmp_path, ":chat team", ":as alice", "hello", ":chat private", "mine")
    team, private = run.messages
    assert (team.chat.id, team.chat.title) == (local_group("team").external_id, "team")
    assert team.from_user is not None
    assert team.from_user.first_name == private.chat.first_name == "alice"


async def test_the_bot_hears_of_being_added_and_of_who_comes_and_goes(tmp_path: Path) -> None:
    dispatcher, heard = Dispatcher(), []

    @dispatcher.my_chat_member()
    @dispatcher.chat_member()
    async def changed(event: ChatMemberUpdated) -> None:
        user = event.new_chat_member.user.first_name
        heard.append((user, event.old_chat_member.status, event.new_chat_member.status))

    lines = (":chat team", "hi", ":chat private", ":chat team", ":as alice", ":leave", ":leave", ":join")
    run = await play(tmp_path, *lines, dispatcher=dispatcher)
    assert heard == [
        ("Letopis", "left", "administrator"),
        ("owner", "left", "creator"),
        ("alice", "left", "member"),
        ("alice", "member", "left"),
        ("alice", "left", "member"),
    ]
    _, left, joined = run.messages
    assert left.left_chat_member is not None
    assert left.left_chat_member.first_name == "alice"
    assert [user.first_name for user in joined.new_chat_members or ()] == ["alice"]


async def test_who_has_left_a_group_cannot_speak_there_until_they_join(tmp_path: Path) -> None:
    run = await play(tmp_path, ":chat team", ":leave", "anybody?", ":edit 1 x", ":join", "hello")
    assert [message.text for message in run.messages if message.text] == ["hello"]
    assert [error.partition(":")[0] for error in run.errors] == ["line 3", "line 4"]


@pytest.mark.parametrize("line", [":join", ":leave"])
async def test_a_private_chat_is_not_joined_or_left(tmp_path: Path, line: str) -> None:
    run = await play(tmp_path, line)
    assert run.errors == ["line 1: This is not a group. :chat NAME enters one."]


async def test_membership_is_what_the_bot_is_told_when_it_asks(tmp_path: Path) -> None:
    dispatcher, found = Dispatcher(), {}

    @dispatcher.message()
    async def who(message: Message) -> None:
        for name in ("owner", "alice", "bob"):
            member = await message.chat.get_member(local_visitor(name).external_id)
            found[name] = member.status

    lines = (":chat team", ":as bob", ":as alice", ":as bob", ":leave", ":as owner", "who is here?")
    run = await play(tmp_path, *lines, dispatcher=dispatcher)
    assert run.errors == []
    assert found == {"owner": "creator", "alice": "member", "bob": "left"}


async def test_a_reply_carries_the_message_it_answers(tmp_path: Path) -> None:
    lines = ("first", ":reply 1 second", ":reply last third", ":reply 2 to the bot")
    run = await play(tmp_path, *lines, dispatcher=answering())
    answered = [message.reply_to_message for message in run.messages]
    assert [reply and reply.text for reply in answered] == [None, "first", "second", "first"]
    assert answered[2] is not None
    assert answered[2].reply_to_message is None
    assert answered[3] is not None
    assert answered[3].from_user is not None
    assert answered[3].from_user.is_bot


async def test_an_edit_is_the_same_message_with_another_text_and_the_time(tmp_path: Path) -> None:
    run = await play(tmp_path, "first", ":reply 1 /remember", ":wait 60", ":edit last /remember it")
    edited = run.updates[-1].edited_message
    assert edited is not None
    assert (edited.message_id, edited.text) == (2, "/remember it")
    assert edited.edit_date is not None
    assert edited.edit_date - edited.date.timestamp() >= 59
    assert edited.reply_to_message is not None
    assert edited.entities is not None
    assert edited.entities[0].type == "bot_command"


async def test_only_what_one_wrote_oneself_can_be_edited(tmp_path: Path) -> None:
    lines = ("mine", ":edit 2 the bot's", ":forward not mine", ":edit last x", ":edit 77 x")
    run = await play(tmp_path, *lines, f":edit 1 {'x' * 4097}", dispatcher=answering())
    assert [error.partition(": ")[2] for error in run.errors] == [
        "You can only edit your own messages.",
        "You can only edit your own messages.",
        "There is no such message in this chat.",
        "A message has 4096 characters at most; some, such as emoji, count twice.",
    ]


async def test_a_forward_names_who_wrote_it(tmp_path: Path) -> None:
    run = await play(tmp_path, ":forward said elsewhere", ":reply last /remember")
    forward, reply = run.messages
    assert isinstance(forward.forward_origin, MessageOriginUser)
    assert forward.forward_origin.sender_user.id == local_visitor("stranger").external_id
    assert reply.reply_to_message is not None
    assert reply.reply_to_message.forward_origin == forward.forward_origin


async def test_a_press_reaches_the_bot_with_the_message(tmp_path: Path) -> None:
    lines = ("first", "second", ":press 2 Yes", ':press last "No"')
    run = await play(tmp_path, *lines, dispatcher=answering("Yes", "No"))
    first, second = run.presses
    assert (first.data, second.data) == ("Yes", "No")
    assert isinstance(first.message, Message)
    assert isinstance(second.message, Message)
    assert (first.message.text, second.message.text) == ("first", "second")
    assert [said["text"] for said in run.called("answerCallbackQuery")] == ["Yes", "No"]


async def test_a_press_on_nothing_is_a_wrong_line(tmp_path: Path) -> None:
    lines = (":press last Yes", "hello", ":press last Maybe", ":press 1 Yes", ":press 9 Yes")
    run = await play(tmp_path, *lines, dispatcher=answering("Yes"))
    assert run.presses == []
    assert run.errors == [
        "line 1: No message in this chat has buttons.",
        "line 3: The message has no such button.",
        "line 4: The message has no such button.",
        "line 5: There is no such message in this chat.",
    ]


async def test_buttons_that_only_the_client_minds_do_not_reach_the_bot(tmp_path: Path) -> None:
    dispatcher = Dispatcher()

    @dispatcher.message()
    async def offer(message: Message) -> None:
        row = [
            InlineKeyboardButton(text="Copy", copy_text=CopyTextButton(text="7K2MQ9XA")),
            InlineKeyboardButton(text="Open", url="https://example.org"),
            InlineKeyboardButton(text="Look", switch_inline_query_current_chat="deploy"),
        ]
        await message.answer("here", reply_markup=InlineKeyboardMarkup(inline_keyboard=[row]))

    lines = ("hello", ":press last Copy", ":press last Open", ":press last Look")
    run = await play(tmp_path, *lines, dispatcher=dispatcher)
    assert run.errors == []
    assert [button["data"] for button in run.said[0]["buttons"][0]] == [
        "7K2MQ9XA",
        "https://example.org",
        "deploy",
    ]
    assert run.presses == []
    assert [update.inline_query.query for update in run.updates if update.inline_query] == ["deploy"]


async def test_inline_mode_prints_what_is_suggested(tmp_path: Path) -> None:
    dispatcher = Dispatcher()

    @dispatcher.inline_query()
    async def suggest(query: InlineQuery) -> None:
        content = InputTextMessageContent(message_text=f"about {query.query}")
        result = InlineQueryResultArticle(
            id="1", title=query.chat_type or "", description="one", input_message_content=content
        )
        await query.answer([result], is_personal=True)

    run = await play(tmp_path, ":inline deploy", ":chat team", ":inline", dispatcher=dispatcher)
    results = [said["results"] for said in run.said]
    assert results == [
        [{"title": "sender", "description": "one", "text": "about deploy"}],
        [{"title": "group", "description": "one", "text": "about "}],
    ]
    assert [set(said) for said in run.said] == [{"method", "results"}] * 2


async def test_waiting_moves_the_clock_and_does_what_is_due(tmp_path: Path) -> None:
    clock, seen = ShiftedClock(), []

    async def run_due() -> None:
        seen.append(clock.now())

    await play(tmp_path, "hello", ":wait 86400", run_due=run_due, clock=clock)
    assert len(seen) == 2
    assert timedelta(days=1) <= seen[1] - seen[0] < timedelta(days=1, minutes=1)


async def test_a_line_is_finished_with_its_jobs_before_the_next(tmp_path: Path) -> None:
    dispatcher, order = Dispatcher(), []

    @dispatcher.message()
    async def note(message: Message) -> None:
        order.append(message.text)

    async def run_due() -> None:
        order.append("due")

    async def drain() -> None:
        order.append("drained")

    await play(tmp_path, "a", "", "b", dispatcher=dispatcher, run_due=run_due, drain=drain)
    line = ["drained", "due", "drained"]
    assert order == ["a", *line, "b", *line]


async def test_a_raw_update_reaches_the_bot_as_it_is(tmp_path: Path) -> None:
    raw = (
        '{"update_id": 5, "message": {"message_id": 41, "date": 1700000000, "chat": {"id": -100500, "type":'
        ' "supergroup", "title": "ops"}, "from": {"id": 7, "is_bot": false, "first_name": "Eva"},'
        ' "text": "hi"}}'
    )
    run = await play(tmp_path, f":update {raw}", dispatcher=answering())
    assert run.updates[0].update_id == 5
    assert run.said == [{"method": "sendMessage", "n": 42, "chat": "ops", "text": "hi", "buttons": []}]


async def test_a_raw_press_and_a_raw_query_can_be_answered(tmp_path: Path) -> None:
    dispatcher = answering()

    @dispatcher.inline_query()
    async def suggest(query: InlineQuery) -> None:
        await query.answer([])

    eva = '"from": {"id": 7, "is_bot": false, "first_name": "Eva"}'
    message = '"message": {"message_id": 3, "date": 0, "chat": {"id": 7, "type": "private"}}'
    run = await play(
        tmp_path,
        f':update {{"callback_query": {{"id": "abc", {eva}, "chat_instance": "1", {message}, "data": "x"}}}}',
        f':update {{"inline_query": {{"id": "def", {eva}, "query": "q", "offset": ""}}}}',
        dispatcher=dispatcher,
    )
    assert [said["method"] for said in run.said] == ["answerCallbackQuery", "answerInlineQuery"]
    assert run.errors == []


@pytest.mark.parametrize(
    ("raw", "error"),
    [
        ("{}", "line 1: Telegram sends no such update: {}"),
        ('{"message": {}}', "line 1: Telegram sends no such update: message.message_id: Field required"),
        ("{'a': 1}", "line 1: This is not a JSON object."),
    ],
)
async def test_a_wrong_update_is_one_line_of_error(tmp_path: Path, raw: str, error: str) -> None:
    run = await play(tmp_path, f":update {raw}", "hello")
    assert run.errors == [error]
    assert [message.text for message in run.messages] == ["hello"]


async def test_half_a_character_reaches_the_bot_and_is_printed_escaped(tmp_path: Path) -> None:
    raw = (
        r'{"message": {"message_id": 1, "date": 0, "chat": {"id": 7, "type": "private",'
        r' "first_name": "\udc00"}, "from": {"id": 7, "is_bot": false, "first_name": "Eva"},'
        r' "text": "half \ud83d"}}'
    )
    run = await play(tmp_path, f":update {raw}", dispatcher=answering())
    assert run.messages[0].text == "half \ud83d"
    assert (run.said[0]["text"], run.said[0]["person"]) == ("half \ud83d", "\udc00")
    assert run.errors == []


@pytest.mark.parametrize("number", [0, -5, 2**31, 2**63, 2**70])
async def test_numbers_that_are_no_message_numbers_break_nothing(tmp_path: Path, number: int) -> None:
    raw = (
        f'{{"message": {{"message_id": {number}, "date": 0, "chat": {{"id": {number}, "type": "private"}},'
        f' "from": {{"id": {number}, "is_bot": false, "first_name": "Eva"}}, "text": "hi"}}}}'
    )
    run = await play(tmp_path, f":update {raw}", "hello")
    assert [message.text for message in run.messages] == ["hi", "hello"]
    assert run.errors == []


async def test_bytes_that_are_no_text_are_replaced(tmp_path: Path) -> None:
    run = await play(tmp_path, b"\xef\xbb\xbf:as \xd0\x90\xd0\xbd\xd0\xbd\xd0\xb0\r", b"\xff caf\xc3\xa9\x00")
    assert run.messages[0].chat.first_name == "Анна"
    assert run.messages[0].text == "\ufffd café\x00"


async def test_a_very_long_line_becomes_several_messages(tmp_path: Path) -> None:
    run = await play(tmp_path, "x" * 100_000, f":reply 1 {'y' * 5_000}", dispatcher=answering())
    assert [len(message.text or "") for message in run.messages] == [4096] * 24 + [1696, 4096, 904]
    assert [message.reply_to_message is None for message in run.messages[-3:]] == [True, False, True]
    assert run.errors == []


async def test_what_breaks_in_a_handler_is_one_line_without_the_text(tmp_path: Path) -> None:
    dispatcher = Dispatcher()

    @dispatcher.message()
    async def fail(message: Message) -> None:
        raise DatabaseFull("letopis.db", message.text or "")

    run = await play(tmp_path, "a secret", "another", dispatcher=dispatcher)
    assert run.errors == [f"line {number}: This could not be done: DatabaseFull." for number in (1, 2)]


async def test_a_group_that_the_bot_left_is_silent_until_it_is_entered_again(tmp_path: Path) -> None:
    dispatcher = Dispatcher()

    @dispatcher.message()
    async def leave(message: Message) -> None:
        assert message.bot is not None
        await message.bot.leave_chat(message.chat.id)

    run = await play(tmp_path, ":chat team", "go", "hello?", ":chat team", "hello!", dispatcher=dispatcher)
    assert run.said[0] == {"method": "leaveChat", "chat": "team"}
    assert [message.text for message in run.messages] == ["go", "hello!"]
    assert sum(update.my_chat_member is not None for update in run.updates) == 2


async def test_every_update_is_one_that_telegram_could_send(tmp_path: Path) -> None:
    run = await play(
        tmp_path,
        "hello 🐘 /recent",
        ":edit last hello",
        ":reply last x",
        ":press last Yes",
        ":forward y",
        ":inline z",
        ":chat team",
        ":as alice",
        ":leave",
        ":join",
        dispatcher=answering("Yes"),
    )
    assert len(run.updates) == 13
    for update in run.updates:
        schema().check_object("Update", update.model_dump(exclude_none=True, by_alias=True))
