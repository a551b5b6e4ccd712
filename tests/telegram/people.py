"""What people do: speak, edit, forward, press, react, ask inline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tests.telegram.chats import Chat
from tests.telegram.gathering import Gatherer
from tests.telegram.messages import Message
from tests.telegram.queries import InlineQuery, Press, query_json
from tests.telegram.schema import Json
from tests.telegram.texts import formatted, utf16

LONGEST_TEXT = 4096
LONGEST_CAPTION = 1024

_HOUR = 3600
_MARKED_UP = {"text": ("text", "entities"), "caption": ("caption", "caption_entities")}


@dataclass(eq=False)
class Person(Gatherer):
    """Someone who uses Telegram. Each act is one that clients offer, and tells the bot what it would hear."""

    async def says(
        self,
        chat: Chat,
        text: str,
        *,
        reply_to: Message | None = None,
        topic: int | None = None,
        entities: list[Json] | None = None,
    ) -> Message:
        """Send a text. What Telegram marks by itself is added to the entities given."""
        assert utf16(text) <= LONGEST_TEXT, "clients split such a text: use `pastes`"
        return self._send(chat, words("text", text, entities), reply_to, topic)

    async def pastes(self, chat: Chat, text: str) -> list[Message]:
        """Send a text of any length, split as clients split it: in full parts that nothing binds."""
        parts, part = [], ""
        for character in text:
            if utf16(part + character) > LONGEST_TEXT:
                parts.append(part)
                part = ""
            part += character
        return [self._send(chat, words("text", each), None, None) for each in [*parts, part]]

    async def starts(self, payload: str = "") -> Message:
        """Press Start in the private chat, perhaps after following a link with a payload."""
        return await self.says(self.private, f"/start {payload}".strip())

    async def photo(
        self, chat: Chat, caption: str = "", *, reply_to: Message | None = None, topic: int | None = None
    ) -> Message:
        """Send a photo."""
        return self._send(chat, {**self._photo(), **words("caption", caption)}, reply_to, topic)

    async def document(
        self,
        chat: Chat,
        name: str,
        content: bytes = b"something",
        *,
        caption: str = "",
        mime: str = "text/plain",
        size: int | None = None,
        reply_to: Message | None = None,
        topic: int | None = None,
    ) -> Message:
        """Send a file. A size may be claimed that the content does not have."""
        file = self.world.files.add(content, name, mime, size=size)
        carried = {"document": file.document(), **words("caption", caption)}
        return self._send(chat, carried, reply_to, topic)

    async def voice(self, chat: Chat, seconds: int = 3, *, caption: str = "") -> Message:
        """Send a voice message."""
        file = self.world.files.add(b"OggS", "voice.ogg", "audio/ogg")
        return self._send(chat, {"voice": file.voice(seconds), **words("caption", caption)}, None, None)

    async def album(
        self, chat: Chat, count: int = 2, *, caption: str = "", caption_on: int = 0
    ) -> list[Message]:
        """Send several photos at once: messages of their own, the caption on one of them."""
        group = {"media_group_id": str(13_000_000_000 + self.world.next_number())}
        captions = [words("caption", caption) if number == caption_on else {} for number in range(count)]
        return [self._send(chat, {**self._photo(), **group, **each}, None, None) for each in captions]

    async def forwards(
        self,
        chat: Chat,
        what: Message | str,
        *,
        of: Person | Chat | str | None = None,
        comment: str | None = None,
        first: Literal["comment", "forward"] = "comment",
        topic: int | None = None,
    ) -> Message:
        """Forward a message, or words from a place that the bot knows nothing of.

        `of` is who said the words: a person, a channel, a group (by an anonymous administrator), or the bare
        name of somebody whom Telegram does not tell. A comment gets the lower id, but the bot may hear of
        either `first`.
        """
        told_first = first == "comment"
        before = None
        if comment is not None:
            before = self._send(chat, words("text", comment), None, topic, told=told_first)
        if isinstance(what, Message):
            content, origin = what.content(), what.origin()
        else:
            content, origin = words("text", what), self._origin(of)
        forwarded = self._send(chat, {**content, "forward_origin": origin}, None, topic)
        if before and not told_first:
            self.world.tell(before)
        return forwarded

    async def edits(self, message: Message, text: str | None = None) -> None:
        """Edit the text or caption of an own message; with no text, a change that is not in the text."""
        assert message.sender is self or "sender_chat" in message.data, "only own messages can be edited"
        kind: Literal["text", "caption"] = "text" if "text" in message.data else "caption"
        content = {} if text is None else words(kind, text)
        gone = () if text is None else _MARKED_UP[kind]
        message.change({**content, "edit_date": self.world.clock.unix}, gone=gone)
        self.world.tell(message, edited=True)

    async def deletes(self, message: Message) -> None:
        """Delete a message. No bot is ever told of it."""
        message.deleted = True
        self.world.changed()

    async def presses(
        self,
        message: Message,
        label: str | None = None,
        *,
        data: str | None = None,
        inaccessible: bool = False,
    ) -> Press:
        """Press a button by its label, or any data, as an old keyboard on a screen would send it.

        Of a message that is deleted, or too old to be shown to it, the bot is told only that it was there.
        """
        self._assert_inside(message.chat)
        if data is None:
            assert label is not None, "say which button"
            button = message.button(label)
            assert "callback_data" in button, f"{label!r} does not call the bot"
            data = button["callback_data"]
        press = self.world.queries.press(self, data)
        shown = message.json()
        if inaccessible or message.deleted:
            shown = {"chat": message.chat.json(), "message_id": message.id, "date": 0}
        query = {"id": press.id, "from": self.json(with_language=True), "message": shown, "data": data}
        query["chat_instance"] = str(message.chat.id * 7)
        self.world.presses.append(press)
        self.world.updates.put("callback_query", self.id + (3 << 33), query)
        return press

    async def reacts(self, message: Message, *emojis: str) -> None:
        """Set these reactions on a message, or take them off. As an administrator the bot hears of it."""
        self._assert_inside(message.chat)
        old = message.reactions.get(self.id, [])
        new = [{"type": "emoji", "emoji": emoji} for emoji in emojis]
        message.reactions[self.id] = new
        if message.chat.kind == "private" or message.chat.is_administrator(self.world.bot):
            update = {"chat": message.chat.json(), "message_id": message.id, "user": self.json()}
            update |= {"date": self.world.clock.unix, "old_reaction": old, "new_reaction": new}
            self.world.updates.put("message_reaction", message.chat.id, update)

    async def inline(self, typed: str, chat: Chat | None = None, *, offset: str = "") -> InlineQuery:
        """Type words after the bot's name, in a chat (by default in the private one with the bot)."""
        query = self.world.queries.inline(self, typed, offset)
        if not query.from_cache:
            kind = "sender" if chat is None or chat is self.private else chat.kind
            self.world.updates.put("inline_query", self.id + (1 << 33), query_json(query, self, kind))
        return query

    async def chooses(self, query: InlineQuery, title: str, chat: Chat) -> Message:
        """Choose a result of an inline query: its text is sent to the chat."""
        result = next(result for result in query.results if result.get("title") == title)
        sent = result["input_message_content"]
        content = words("text", sent["message_text"], sent.get("entities"))
        content["via_bot"] = self.world.bot.json()
        if "reply_markup" in result:
            content["reply_markup"] = result["reply_markup"]
        message = self._send(chat, content, None, None)
        if self.world.bot.inline_feedback:
            chosen = {"result_id": result["id"], "from": self.json(with_language=True), "query": query.words}
            self.world.updates.put("chosen_inline_result", self.id + (2 << 33), chosen)
        return message

    def _photo(self) -> Json:
        content = b"photo %d" % self.world.next_number()
        file = self.world.files.add(content, "photo.jpg", "image/jpeg")
        return {"photo": file.photo(1280, 960)}

    def _origin(self, of: Person | Chat | str | None) -> Json:
        date = self.world.clock.unix - _HOUR
        match of:
            case Person(hidden_in_forwards=False):
                return {"type": "user", "date": date, "sender_user": of.json()}
            case Person():
                return {"type": "hidden_user", "date": date, "sender_user_name": of.name}
            case Chat(kind="channel"):
                return {"type": "channel", "date": date, "chat": of.json(), "message_id": of.next_id()}
            case Chat():
                return {"type": "chat", "date": date, "sender_chat": of.json()}
            case str():
                return {"type": "hidden_user", "date": date, "sender_user_name": of}
            case None:
                return {"type": "user", "date": date, "sender_user": self.json()}


def words(kind: Literal["text", "caption"], text: str, entities: Sequence[Json] | None = None) -> Json:
    """A text or caption with its entities, as a message carries it."""
    name, entities_name = _MARKED_UP[kind]
    kept, marked = formatted(text, list(entities or []))
    content: Json = {name: kept} if kept else {}
    return {**content, entities_name: marked} if marked else content
