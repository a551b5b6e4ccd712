"""Messages as they stand in a chat."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.telegram.schema import Json
from tests.telegram.texts import cut

if TYPE_CHECKING:
    from tests.telegram.chats import Chat
    from tests.telegram.users import User

SERVICE_FIELDS = (
    "new_chat_members",
    "left_chat_member",
    "new_chat_title",
    "group_chat_created",
    "supergroup_chat_created",
    "migrate_to_chat_id",
    "migrate_from_chat_id",
    "pinned_message",
    "forum_topic_created",
    "forum_topic_closed",
)


@dataclass(eq=False)
class Message:
    """A message: what it says now, what it said before, who reacted and how."""

    chat: Chat
    id: int
    sender: User
    data: Json
    """As the Bot API shows it, without the message replied to."""
    reply_to: Message | None = None
    deleted: bool = False
    earlier: list[Json] = field(default_factory=list)
    reactions: dict[int, list[Json]] = field(default_factory=dict)
    """By the id of who reacted."""
    markup: Json = field(default_factory=dict)
    """What was sent along for the keyboard, such as a request to reply."""
    silent: bool = False
    """Whether the bot sent it without a sound."""

    def json(self, *, with_reply: bool = True) -> Json:
        """A copy as the Bot API shows it; a message replied to is shown without its own."""
        shown = copy.deepcopy(self.data)
        if with_reply and self.reply_to and not self.reply_to.deleted:
            shown["reply_to_message"] = self.reply_to.json(with_reply=False)
        return shown

    def change(self, content: Json, *, gone: tuple[str, ...] = ()) -> None:
        """Put other contents in the place of the present ones, which are kept."""
        self.earlier.append(self.data)
        kept = {name: value for name, value in self.data.items() if name not in gone}
        self.data = {**kept, **content}

    @property
    def text(self) -> str:
        """The text, or the caption, or nothing."""
        text: str = self.data.get("text") or self.data.get("caption") or ""
        return text

    @property
    def entities(self) -> list[Json]:
        """The entities of the text or caption."""
        entities: list[Json] = self.data.get("entities") or self.data.get("caption_entities") or []
        return entities

    def marked(self, kind: str) -> list[str]:
        """The parts of the text that entities of a kind cover, such as `bold`."""
        return [cut(self.text, entity) for entity in self.entities if entity["type"] == kind]

    @property
    def buttons(self) -> list[list[Json]]:
        """The inline keyboard, in rows."""
        rows: list[list[Json]] = self.data.get("reply_markup", {}).get("inline_keyboard", [])
        return rows

    @property
    def labels(self) -> list[str]:
        """What stands on the buttons, row by row."""
        return [button["text"] for row in self.buttons for button in row]

    def button(self, label: str) -> Json:
        """The button with a label."""
        for row in self.buttons:
            for button in row:
                if button["text"] == label:
                    return button
        raise AssertionError(f"no button {label!r} under message {self.id}, only {self.labels}")

    @property
    def document(self) -> Json | None:
        """The document, if it is one."""
        return self.data.get("document")

    @property
    def file_id(self) -> str:
        """The file that the message carries: its document, voice or largest photo."""
        for kind in ("document", "voice", "photo"):
            if carried := self.data.get(kind):
                largest: Json = carried[-1] if isinstance(carried, list) else carried
                file_id: str = largest["file_id"]
                return file_id
        raise AssertionError(f"message {self.id} carries no file")

    @property
    def is_service(self) -> bool:
        """Whether it tells of an event in the chat."""
        return any(name in self.data for name in SERVICE_FIELDS)

    @property
    def thread(self) -> int | None:
        """The thread, or topic, that it stands in."""
        thread: int | None = self.data.get("message_thread_id")
        return thread

    @property
    def topic(self) -> int | None:
        """The topic that it stands in."""
        return self.thread if self.data.get("is_topic_message") else None

    @property
    def reaction(self) -> str | None:
        """The emoji that the bot has set on it."""
        emojis = self.emojis(self.chat.world.bot)
        return emojis[0] if emojis else None

    def emojis(self, user: User) -> list[str]:
        """The emojis that someone has set on it."""
        return [reaction["emoji"] for reaction in self.reactions.get(user.id, [])]

    def origin(self) -> Json:
        """Where a forward of it says that it comes from."""
        if "forward_origin" in self.data:
            origin: Json = self.data["forward_origin"]
            return origin
        date = self.data["date"]
        if self.chat.kind == "channel":
            return {"type": "channel", "date": date, "chat": self.chat.json(), "message_id": self.id}
        if sender_chat := self.data.get("sender_chat"):
            return {"type": "chat", "date": date, "sender_chat": sender_chat}
        if getattr(self.sender, "hidden_in_forwards", False):
            return {"type": "hidden_user", "date": date, "sender_user_name": self.sender.name}
        return {"type": "user", "date": date, "sender_user": self.sender.json()}

    def content(self) -> Json:
        """What a forward or a copy takes over."""
        carried = ("text", "entities", "caption", "caption_entities", "photo", "document", "voice")
        return {name: copy.deepcopy(self.data[name]) for name in carried if name in self.data}

    def __repr__(self) -> str:
        what: Any = self.text or next((name for name in SERVICE_FIELDS if name in self.data), "a file")
        return f"<{self.chat.title} {self.id}, {self.sender.name}: {what!r}>"
