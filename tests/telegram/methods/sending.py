"""Sending texts, photos and documents."""

from typing import Literal

from tests.telegram.access import To, check_topic, find_message, reach
from tests.telegram.chats import Chat
from tests.telegram.files import LARGEST_UPLOAD, check_photo
from tests.telegram.markup import inline_keyboard
from tests.telegram.messages import Message
from tests.telegram.methods.registry import Call, plays
from tests.telegram.people import LONGEST_CAPTION, LONGEST_TEXT
from tests.telegram.refusals import bad_request, too_large
from tests.telegram.schema import Json, Upload
from tests.telegram.texts import formatted, utf16


@plays("sendMessage", "Message")
def send_message(call: Call) -> Json:
    """Send a text."""
    return _send(call, text_content(call.get("text", ""), call.get("entities")))


@plays("sendPhoto", "Message")
def send_photo(call: Call) -> Json:
    """Send a photo."""
    return _send(call, media_content(call, "photo", call.parameters, call.get("photo")))


@plays("sendDocument", "Message")
def send_document(call: Call) -> Json:
    """Send a file."""
    return _send(call, media_content(call, "document", call.parameters, call.get("document")))


def text_content(text: str, entities: list[Json] | None) -> Json:
    """A text as a message carries it."""
    if not text:
        raise bad_request("message text is empty")
    kept, marked = formatted(text, entities or [])
    if not kept:
        raise bad_request("text must be non-empty")
    if utf16(kept) > LONGEST_TEXT:
        raise bad_request("message is too long")
    return {"text": kept, **({"entities": marked} if marked else {})}


def caption_content(parameters: Json) -> Json:
    """A caption, which may be empty."""
    kept, marked = formatted(parameters.get("caption", ""), parameters.get("caption_entities") or [])
    if utf16(kept) > LONGEST_CAPTION:
        raise bad_request("message caption is too long")
    content: Json = {"caption": kept} if kept else {}
    return {**content, "caption_entities": marked} if marked else content


def media_content(
    call: Call, kind: Literal["photo", "document"], parameters: Json, media: str | Upload | None
) -> Json:
    """A photo or file, new or sent before, with its caption."""
    files = call.world.files
    upload = call.upload(media)
    if upload is None:
        return {kind: _sent_before(call, str(media), kind), **caption_content(parameters)}
    _check_upload(upload)
    if kind == "photo":
        width, height = check_photo(upload.content)
        kept = files.add(upload.content, upload.name, "image/jpeg").photo(width, height)
        return {"photo": kept, **caption_content(parameters)}
    document = files.add(upload.content, upload.name, upload.mime).document()
    return {"document": document, **caption_content(parameters)}


def _sent_before(call: Call, file_id: str, kind: str) -> object:
    """Telegram sends a file that it knows only as what it was sent as before."""
    for chat in call.world.chats.values():
        for message in chat.messages:
            carried = message.data.get(kind) or []
            sizes = carried if isinstance(carried, list) else [carried]
            if any(size["file_id"] == file_id for size in sizes):
                return carried
    if call.world.files.knows(file_id):
        raise bad_request(f"can't use file of another type as {kind.capitalize()}")
    raise bad_request("wrong file identifier/HTTP URL specified")


def _check_upload(upload: Upload) -> None:
    if not upload.content:
        raise bad_request("file must be non-empty")
    if len(upload.content) > LARGEST_UPLOAD:
        raise too_large()


def _send(call: Call, content: Json) -> Json:
    call.refuse_what_is_not_played()
    chat = reach(call.world, call.get("chat_id"), To.WRITE)
    topic = call.get("message_thread_id")
    check_topic(chat, topic)
    reply_to, quote = _reply(call, chat)
    keyboard = inline_keyboard(call.get("reply_markup"))
    extra: Json = {**quote}
    if keyboard:
        extra["reply_markup"] = keyboard
    if call.get("protect_content"):
        extra["has_protected_content"] = True
    if options := call.get("link_preview_options"):
        extra["link_preview_options"] = options
    message = call.world.post(
        chat, call.world.bot, {**content, **extra}, reply_to=reply_to, topic=topic, told=False
    )
    message.markup = call.get("reply_markup") or {}
    message.silent = bool(call.get("disable_notification"))
    return message.json()


def _reply(call: Call, chat: Chat) -> tuple[Message | None, Json]:
    """The message that is replied to, and the part of it that is quoted."""
    wanted: Json = call.get("reply_parameters") or {}
    if "message_id" not in wanted:
        return None, {}
    if wanted.get("chat_id", chat.id) not in {chat.id, f"@{chat.username}"}:
        raise bad_request("this test server does not play replies to other chats")
    if wanted.get("allow_sending_without_reply") and not chat.find(wanted["message_id"]):
        return None, {}
    message = find_message(chat, wanted["message_id"], "message to be replied")
    if "quote" not in wanted:
        return message, {}
    place = message.text.find(wanted["quote"])
    if place < 0:
        raise bad_request("QUOTE_TEXT_INVALID")
    quote = {"text": wanted["quote"], "position": utf16(message.text[:place]), "is_manual": True}
    return message, {"quote": quote}
