"""Editing and deleting."""

from tests.telegram.access import To, find_message, reach
from tests.telegram.clock import DAY
from tests.telegram.markup import inline_keyboard
from tests.telegram.messages import Message
from tests.telegram.methods.registry import Call, plays
from tests.telegram.methods.sending import caption_content, media_content, text_content
from tests.telegram.refusals import bad_request
from tests.telegram.schema import Json

_NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same "
    "as a current content and reply markup of the message"
)
_CONTENT = ("text", "entities", "caption", "caption_entities", "photo", "document", "reply_markup")
_CAPTION = ("caption", "caption_entities", "reply_markup")
_MEDIA = ("photo", "document", "voice")
_MOST_DELETED = 100


@plays("editMessageText", "Message")
def edit_message_text(call: Call) -> Json:
    """Put another text in the place of one."""
    message = _own_message(call)
    content = text_content(call.get("text", ""), call.get("entities"))
    if "text" not in message.data:
        raise bad_request("there is no text in the message to edit")
    return _change(call, message, content, gone=("text", "entities", "reply_markup"))


@plays("editMessageCaption", "Message")
def edit_message_caption(call: Call) -> Json:
    """Put another caption in the place of one."""
    message = _own_message(call)
    if not any(kind in message.data for kind in _MEDIA):
        raise bad_request("there is no caption in the message to edit")
    return _change(call, message, caption_content(call.parameters), gone=_CAPTION)


@plays("editMessageMedia", "Message")
def edit_message_media(call: Call) -> Json:
    """Put another photo or file in the place of one."""
    message = _own_message(call)
    media = call.get("media")
    if media["type"] not in {"photo", "document"}:
        raise bad_request(f"this test server does not play {media['type']}")
    if not any(kind in message.data for kind in _MEDIA):
        raise bad_request("there is no media in the message to edit")
    content = media_content(call, media["type"], media, media["media"])
    return _change(call, message, content, gone=_CONTENT)


@plays("editMessageReplyMarkup", "Message")
def edit_message_reply_markup(call: Call) -> Json:
    """Put another keyboard in the place of one, or take it away."""
    return _change(call, _own_message(call), {}, gone=("reply_markup",))


@plays("deleteMessage")
def delete_message(call: Call) -> bool:
    """Delete a message for everybody."""
    chat = reach(call.world, call.get("chat_id"), To.TOUCH)
    _delete(call, find_message(chat, call.get("message_id"), "message to delete"))
    return True


@plays("deleteMessages")
def delete_messages(call: Call) -> bool:
    """Delete several; those that cannot be found are passed over."""
    chat = reach(call.world, call.get("chat_id"), To.TOUCH)
    ids = call.get("message_ids")
    if not 1 <= len(ids) <= _MOST_DELETED:
        raise bad_request("wrong number of message identifiers specified")
    for message_id in ids:
        if message := chat.find(message_id):
            _delete(call, message)
    return True


def _own_message(call: Call) -> Message:
    call.refuse_what_is_not_played()
    if "chat_id" not in call.parameters or "message_id" not in call.parameters:
        raise bad_request("message identifier is not specified")
    chat = reach(call.world, call.get("chat_id"), To.TOUCH)
    message = find_message(chat, call.get("message_id"), "message to edit")
    if message.sender is not call.world.bot or message.is_service:
        raise bad_request("message can't be edited")
    return message


def _change(call: Call, message: Message, content: Json, *, gone: tuple[str, ...]) -> Json:
    """Change what is given and take away what is not: an edit without a keyboard leaves none."""
    keyboard = inline_keyboard(call.get("reply_markup"))
    if keyboard:
        content = {**content, "reply_markup": keyboard}
    now = {name: message.data[name] for name in gone if name in message.data}
    if now == content:
        raise bad_request(_NOT_MODIFIED)
    message.change({**content, "edit_date": call.world.clock.unix}, gone=gone)
    call.world.changed()
    return message.json()


def _delete(call: Call, message: Message) -> None:
    chat, bot = message.chat, call.world.bot
    own = message.sender is bot
    administrator = chat.kind != "private" and chat.is_administrator(bot)
    if not own and chat.kind != "private" and not administrator:
        raise bad_request("message can't be deleted")
    if not administrator and _age(call, message) >= 2 * DAY:
        raise bad_request("message can't be deleted for everyone")
    message.deleted = True
    call.world.changed()


def _age(call: Call, message: Message) -> int:
    age: int = call.world.clock.unix - message.data["date"]
    return age
