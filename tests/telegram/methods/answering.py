"""Answering presses and inline queries, and reacting."""

import re

from tests.telegram.access import To, find_message, reach
from tests.telegram.markup import inline_keyboard
from tests.telegram.messages import Message
from tests.telegram.methods.registry import Call, plays
from tests.telegram.methods.sending import caption_content, text_content
from tests.telegram.reactions import EMOJIS
from tests.telegram.refusals import bad_request
from tests.telegram.schema import Json
from tests.telegram.texts import utf16

MOST_RESULTS = 50
LONGEST_NOTICE = 200
LONGEST_OFFSET = 64
"""Of an inline answer's next offset, and of a result's id, in bytes."""

_TOO_OLD = "query is too old and response timeout expired or query ID is invalid"


@plays("answerCallbackQuery")
def answer_callback_query(call: Call) -> bool:
    """Answer a press: once, and soon."""
    press = call.world.queries.take_press(call.get("callback_query_id"))
    if press is None:
        raise bad_request(_TOO_OLD)
    if utf16(call.get("text", "")) > LONGEST_NOTICE:
        raise bad_request("MESSAGE_TOO_LONG")
    press.answer = call.parameters
    call.world.changed()
    return True


@plays("answerInlineQuery")
def answer_inline_query(call: Call) -> bool:
    """Answer an inline query: once, and soon."""
    results: list[Json] = call.get("results")
    if len(results) > MOST_RESULTS:
        raise bad_request("RESULTS_TOO_MUCH")
    if len(call.get("next_offset", "").encode()) > LONGEST_OFFSET:
        raise bad_request("NEXT_OFFSET_INVALID")
    ids = [result["id"] for result in results]
    if len(set(ids)) < len(ids):
        raise bad_request("RESULT_ID_DUPLICATE")
    for result in results:
        _check_result(result)
    _check_button(call.get("button"))
    query = call.world.queries.take_inline(call.get("inline_query_id"))
    if query is None:
        raise bad_request(_TOO_OLD)
    call.world.queries.keep(query, call.parameters)
    return True


@plays("setMessageReaction")
def set_message_reaction(call: Call) -> bool:
    """Set a reaction on a message, or take it off."""
    chat = reach(call.world, call.get("chat_id"), To.TOUCH)
    message = find_message(chat, call.get("message_id"), "message to react")
    if album := message.data.get("media_group_id"):
        parts = (each for each in chat.messages if each.data.get("media_group_id") == album)
        message = next(each for each in parts if not each.deleted)
    reactions: list[Json] = call.get("reaction", [])
    if len(reactions) > 1:
        raise bad_request("REACTIONS_TOO_MANY")
    for reaction in reactions:
        _check_reaction(message, reaction)
    message.reactions[call.world.bot.id] = reactions
    call.world.changed()
    return True


def _check_reaction(message: Message, reaction: Json) -> None:
    allowed = message.chat.available_reactions
    emoji = reaction.get("emoji")
    if emoji not in EMOJIS or message.is_service or (allowed is not None and emoji not in allowed):
        raise bad_request("REACTION_INVALID")


def _check_result(result: Json) -> None:
    if not 1 <= len(result["id"].encode()) <= LONGEST_OFFSET:
        raise bad_request("RESULT_ID_INVALID")
    content = result.get("input_message_content")
    if content and "message_text" in content:
        if "parse_mode" in content:
            raise bad_request("this test server does not play parse_mode")
        text_content(content["message_text"], content.get("entities"))
    caption_content(result)
    inline_keyboard(result.get("reply_markup"))


def _check_button(button: Json | None) -> None:
    if button and "web_app" not in button:
        parameter = button.get("start_parameter", "")
        if not re.fullmatch(r"[A-Za-z0-9_-]{1,64}", parameter):
            raise bad_request("START_PARAM_INVALID" if parameter else "START_PARAM_EMPTY")
