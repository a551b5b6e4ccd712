"""What people do becomes what Telegram would tell of it."""

from typing import Literal

import pytest

from tests.telegram.people import LONGEST_TEXT
from tests.telegram.schema import Json
from tests.telegram.server import Server
from tests.telegram.texts import utf16


def last(telegram: Server) -> Json:
    """What the bot was told last."""
    return telegram.world.updates.made[-1].body


async def test_a_text_comes_with_its_entities(telegram: Server) -> None:
    anna = telegram.world.person("Anna Petrova", language_code="ru", username="anna_p")
    await anna.says(anna.private, "🙂 /search #релиз")
    assert last(telegram) == {
        "message_id": 1,
        "date": telegram.clock.unix,
        "chat": {
            "id": anna.id,
            "type": "private",
            "first_name": "Anna",
            "last_name": "Petrova",
            "username": "anna_p",
        },
        "from": {
            "id": anna.id,
            "is_bot": False,
            "first_name": "Anna",
            "last_name": "Petrova",
            "username": "anna_p",
            "language_code": "ru",
        },
        "text": "🙂 /search #релиз",
        "entities": [
            {"type": "bot_command", "offset": 3, "length": 7},
            {"type": "hashtag", "offset": 11, "length": 6},
        ],
    }


async def test_entities_of_a_persons_own_join_those_found(telegram: Server) -> None:
    anna = telegram.world.person("Anna")
    link = {"type": "text_link", "offset": 0, "length": 4, "url": "https://example.org/"}
    await anna.says(anna.private, "here #tag", entities=[link])
    assert [entity["type"] for entity in last(telegram)["entities"]] == ["text_link", "hashtag"]


async def test_messages_are_numbered_in_each_chat(telegram: Server) -> None:
    anna, boris = telegram.world.person("Anna"), telegram.world.person("Boris")
    ids = [(await who.says(who.private, "hello")).id for who in (anna, boris, anna)]
    assert ids == [1, 1, 2]


async def test_a_long_paste_comes_in_full_parts_that_nothing_binds(telegram: Server) -> None:
    anna = telegram.world.person("Anna")
    parts = await anna.pastes(anna.private, "🙂" * 2050)
    assert [utf16(part.text) for part in parts] == [LONGEST_TEXT, 4]
    assert "media_group_id" not in last(telegram)
    with pytest.raises(AssertionError, match="pastes"):
        await anna.says(anna.private, "x" * (LONGEST_TEXT + 1))


async def test_a_photo_has_sizes_and_a_caption(telegram: Server) -> None:
    anna = telegram.world.person("Anna")
    await anna.photo(anna.private, "the #board")
    told = last(telegram)
    assert [size["width"] for size in told["photo"]] == [90, 320, 800, 1280]
    assert told["caption"] == "the #board"
    assert told["caption_entities"] == [{"type": "hashtag", "offset": 4, "length": 6}]


async def test_a_document_and_a_voice_tell_what_they_are(telegram: Server) -> None:
    anna = telegram.world.person("Anna")
    await anna.document(anna.private, "plan.pdf", b"%PDF", mime="application/pdf")
    document = last(telegram)["document"]
    assert (document["file_name"], document["mime_type"], document["file_size"]) == (
        "plan.pdf",
        "application/pdf",
        4,
    )
    await anna.voice(anna.private, 7, caption="listen")
    assert last(telegram)["voice"]["duration"] == 7


async def test_an_album_is_messages_of_their_own_with_one_caption(telegram: Server) -> None:
    anna = telegram.world.person("Anna")
    first = await anna.album(anna.private, 3, caption="the trip", caption_on=1)
    second = await anna.album(anna.private, 2)
    assert [part.text for part in first] == ["", "the trip", ""]
    groups = [part.data["media_group_id"] for part in (*first, *second)]
    assert len(set(groups[:3])) == 1
    assert len(set(groups)) == 2


async def test_an_edit_can_change_nothing_that_shows(telegram: Server) -> None:
    anna = telegram.world.person("Anna")
    message = await anna.says(anna.private, "see https://example.org/")
    telegram.clock.advance(5)
    await anna.edits(message)
    told = last(telegram)
    assert told["text"] == "see https://example.org/"
    assert told["edit_date"] == told["date"] + 5


async def test_a_caption_can_be_edited_away(telegram: Server) -> None:
    anna = telegram.world.person("Anna")
    message = await anna.photo(anna.private, "the #board")
    await anna.edits(message, "")
    assert "caption" not in last(telegram)
    assert "caption_entities" not in last(telegram)
    assert message.earlier[0]["caption"] == "the #board"


async def test_nobody_edits_what_others_said(telegram: Server) -> None:
    anna, boris = telegram.world.person("Anna"), telegram.world.person("Boris")
    message = await anna.says(anna.private, "mine")
    with pytest.raises(AssertionError, match="own"):
        await boris.edits(message, "mine now")


async def test_a_deletion_is_told_to_nobody(telegram: Server) -> None:
    anna = telegram.world.person("Anna")
    message = await anna.says(anna.private, "gone")
    reply = await anna.says(anna.private, "still here", reply_to=message)
    made = len(telegram.world.updates.made)
    await anna.deletes(message)
    assert len(telegram.world.updates.made) == made
    assert anna.private.find(message.id) is None
    assert "reply_to_message" not in reply.json()


async def test_a_forward_tells_where_it_comes_from(telegram: Server) -> None:
    anna, boris = telegram.world.person("Anna"), telegram.world.person("Boris")
    hidden = telegram.world.person("Secret Person", hidden_in_forwards=True)
    channel = telegram.world.channel("news")
    group = telegram.world.group("team", members=[anna])
    said = await boris.says(boris.private, "mine")
    secret = await hidden.says(hidden.private, "mine too")
    for what, of in (
        ("x", boris),
        ("x", hidden),
        ("x", "Somebody"),
        ("x", channel),
        ("x", group),
        (said, None),
        (secret, None),
    ):
        await anna.forwards(anna.private, what, of=of)
    origins = [update.body["forward_origin"] for update in telegram.world.updates.made[2:]]
    assert [origin["type"] for origin in origins] == [
        "user",
        "hidden_user",
        "hidden_user",
        "channel",
        "chat",
        "user",
        "hidden_user",
    ]
    assert origins[0]["sender_user"]["first_name"] == "Boris"
    assert origins[1]["sender_user_name"] == "Secret Person"
    assert origins[3]["chat"]["title"] == "news"
    assert origins[5]["sender_user"]["id"] == boris.id


async def test_a_forward_of_a_forward_keeps_the_first_origin(telegram: Server) -> None:
    anna = telegram.world.person("Anna")
    first = await anna.forwards(anna.private, "words", of="Somebody")
    second = await anna.forwards(anna.private, first)
    assert second.data["forward_origin"] == first.data["forward_origin"]


@pytest.mark.parametrize(("first", "order"), [("comment", ["look", "words"]), ("forward", ["words", "look"])])
async def test_a_comment_on_a_forward_may_be_told_before_or_after_it(
    telegram: Server, first: Literal["comment", "forward"], order: list[str]
) -> None:
    anna = telegram.world.person("Anna")
    forward = await anna.forwards(anna.private, "words", comment="look", first=first)
    assert [update.body["text"] for update in telegram.world.updates.made] == order
    assert forward.id == 2


async def test_a_start_carries_the_payload_of_the_link(telegram: Server) -> None:
    anna = telegram.world.person("Anna", started=False)
    await anna.starts("AbC-1_2")
    assert last(telegram)["text"] == "/start AbC-1_2"


async def test_only_members_speak_in_a_group(telegram: Server) -> None:
    anna, boris = telegram.world.person("Anna"), telegram.world.person("Boris")
    group = telegram.world.group("team", members=[anna])
    with pytest.raises(AssertionError, match="Boris is not in"):
        await boris.says(group, "let me in")


async def test_waiting_in_vain_says_what_was_there(telegram: Server) -> None:
    anna = telegram.world.person("Anna")
    await anna.says(anna.private, "hello?")
    with pytest.raises(AssertionError, match="hello"):
        await anna.private.answer(within=0.01)
    telegram.world.updates.drop_all()
