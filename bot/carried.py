"""What a message carries besides words, told in words; nothing of it is listened to or looked into."""

from aiogram import types

from bot.incoming import arguments_of, is_command, words_of
from bot.texts import Texts
from core.qualifiers import labelled


def content_of(message: types.Message, texts: Texts) -> str:
    """All that is worth keeping of a message: its words, and what it carries. Blank for a service message."""
    carried = description(message, texts)
    return "\n".join(part for part in (words_of(message), f"[{carried}]" if carried else "") if part)


def kept_of(message: types.Message, texts: Texts) -> str:
    """What the record of a message should say: of a command, what stands after it and its labels."""
    if is_command(message):
        return labelled(arguments_of(message)).content
    return content_of(message, texts)


def description(message: types.Message, texts: Texts) -> str | None:
    """What a message carries: its kind, and whatever Telegram tells of it; None where it carries nothing."""
    for describe in (_recording, _file, _picture, _place, _other):
        if (found := describe(message, texts)) is not None:
            return found
    return None


def is_only_described(message: types.Message) -> bool:
    """Whether a message carries what nobody looks into, so that little of it is kept.

    Of a sticker, a place, a contact or a poll the words are all there is.
    """
    carried = (
        message.voice,
        message.video_note,
        message.audio,
        message.video,
        message.animation,
        message.document,
        message.photo,
        message.live_photo,
        message.story,
        message.paid_media,
        message.game,
        message.invoice,
        message.giveaway,
    )
    return any(carried)


def _recording(message: types.Message, texts: Texts) -> str | None:
    if message.voice:
        return _listed(texts.say("voice message"), _length(message.voice.duration))
    if message.video_note:
        return _listed(texts.say("video message"), _length(message.video_note.duration))
    if audio := message.audio:
        return _listed(
            texts.say("audio"), audio.performer, audio.title, audio.file_name, _length(audio.duration)
        )
    if video := message.video:
        return _listed(texts.say("video"), video.file_name, _length(video.duration))
    return None


def _file(message: types.Message, texts: Texts) -> str | None:
    # An animation comes with a document too, for older clients.
    if message.animation:
        return _listed(texts.say("animation"), message.animation.file_name)
    if document := message.document:
        return _listed(texts.say("file"), document.file_name, document.mime_type)
    return None


def _picture(message: types.Message, texts: Texts) -> str | None:
    if message.photo or message.live_photo:
        return texts.say("photo")
    if message.sticker:
        return _listed(texts.say("sticker"), message.sticker.emoji)
    return None


def _place(message: types.Message, texts: Texts) -> str | None:
    if venue := message.venue:
        return _listed(texts.say("place"), venue.title, venue.address)
    if location := message.location:
        return _listed(texts.say("location"), f"{location.latitude:.5f}", f"{location.longitude:.5f}")
    return None


def _other(message: types.Message, texts: Texts) -> str | None:
    if contact := message.contact:
        name = " ".join(filter(None, (contact.first_name, contact.last_name)))
        return _listed(texts.say("contact"), name, contact.phone_number)
    if poll := message.poll:
        return _listed(texts.say("poll"), poll.question, *(option.text for option in poll.options))
    if checklist := message.checklist:
        return _listed(texts.say("checklist"), checklist.title, *(task.text for task in checklist.tasks))
    if message.dice:
        return _listed(texts.say("dice"), message.dice.emoji, str(message.dice.value))
    if message.story or message.paid_media or message.game or message.invoice or message.giveaway:
        return texts.say("something that I cannot keep")
    return None


def _listed(kind: str, *details: str | None) -> str:
    return ", ".join(part for part in (kind, *details) if part)


def _length(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02}"
