"""From Telegram's messages to values of the core: the only reader of Telegram's fields."""

import re
from collections.abc import Container
from contextlib import suppress
from dataclasses import dataclass, replace

from aiogram import types
from aiogram.enums import ChatType, MessageEntityType
from aiogram.utils.text_decorations import HtmlDecoration

from bot.rich import rich_words
from bot.splitting import utf16_length
from core.ids import Ref, parse_ref
from core.qualifiers import Labelled
from core.records import Draft, is_storable
from core.spaces import Actor, Chat, SpaceKind, Visitor

CHAT_SOURCE = "telegram"
"""The source of what was written in a chat (SPEC section 10)."""
QUESTION_LIMIT = 300
"""A longer message is a note, whatever it ends with (SPEC section 10)."""
_QUESTION_MARKS = "?？❓❔⁇⁈⁉"
_PAIRS = (("(", ")"), ("[", "]"), ("«", "»"), ("„", "“"), ("“", "”"), ("‘", "’"), ('"', '"'))
"""What encloses a part of a text."""
_ADDRESS = re.compile(r"@(\w+)[\s,:]+")
_COMMAND = re.compile(r"/(\w+)(?:@\w+)?(?!\S)")


def visitor_of(speaker: types.User | types.Chat) -> Visitor:
    """The person behind a Telegram user; a group that speaks itself goes by its own id and title."""
    language = speaker.language_code if isinstance(speaker, types.User) else None
    return Visitor(speaker.id, speaker.full_name, language)


def chat_of(chat: types.Chat) -> Chat:
    """The chat as the core names it."""
    kind = SpaceKind.PRIVATE if chat.type == ChatType.PRIVATE else SpaceKind.GROUP
    return Chat(chat.id, kind, chat.full_name)


class _WithAddresses(HtmlDecoration):
    """Plain text, with the address that a link hides behind its words."""

    def apply_entity(self, entity: types.MessageEntity, text: str) -> str:
        """A link's words and address; the words alone of all else."""
        return f"{text} ({entity.url})" if entity.type == MessageEntityType.TEXT_LINK else text

    def quote(self, value: str) -> str:
        """Words as they are."""
        return value


def words_of(message: types.Message) -> str:
    """What a message says: its text, or the caption of what it carries, with the addresses of its links."""
    if message.rich_message is not None:
        return rich_words(message.rich_message)
    text = message.text or message.caption or ""
    entities = message.entities or message.caption_entities or []
    if is_storable(text) and any(entity.type == MessageEntityType.TEXT_LINK for entity in entities):
        # A link that would cut a character in half hides nothing that can be told.
        with suppress(UnicodeDecodeError):
            return _WithAddresses().unparse(text, entities)
    return text


def covered(entity: types.MessageEntity, text: str) -> str:
    """The part of a text that an entity covers; blank where that would cut a character in half."""
    try:
        return entity.extract_from(text)
    except UnicodeDecodeError:
        return ""


def arguments_of(message: types.Message) -> str:
    """What stands after the command that a message begins with."""
    _, *rest = words_of(message).split(maxsplit=1)
    return rest[0] if rest else ""


def is_command(message: types.Message) -> bool:
    """Whether somebody gives a command here, for whichever bot: one that was sent on is a text."""
    plain = message.forward_origin is None and message.rich_message is None
    return plain and words_of(message).startswith("/")


def command_of(message: types.Message) -> str | None:
    """The name of the command that a message gives to some bot: `remember` of `/Remember@letopis_bot x`."""
    if not is_command(message):
        return None
    return words_of(message).split(maxsplit=1)[0].removeprefix("/").partition("@")[0].lower()


def begins_with_command(text: str) -> bool:
    """Whether a text begins as commands do; a path does not."""
    return _COMMAND.match(text) is not None


def without_address(message: types.Message, name: str, commands: Container[str]) -> types.Message:
    """The message without a bot's name before one of its commands, or before such a name alone, as `help`."""
    text = message.text or message.caption or ""
    address = _ADDRESS.match(text)
    if address is None or address[1].lower() != name.lower() or message.forward_origin is not None:
        return message
    rest = text[address.end() :]
    command = _COMMAND.match(rest) or _COMMAND.fullmatch(f"/{rest.rstrip()}")
    if command is None or command[1].lower() not in commands:
        return message
    rest = rest if rest.startswith("/") else f"/{rest}"
    taken = utf16_length(text) - utf16_length(rest)
    entities = [
        one.model_copy(update={"offset": one.offset - taken})
        for one in message.entities or message.caption_entities or []
        if one.offset >= taken
    ]
    changed = (rest, entities)
    kind = ("text", "entities") if message.text else ("caption", "caption_entities")
    return message.model_copy(update=dict(zip(kind, changed, strict=True)))


def replied_to(message: types.Message) -> types.Message | None:
    """The message replied to; whatever is written in a topic comes as a reply to the one that opened it."""
    replied = message.reply_to_message
    return None if replied is None or replied.forum_topic_created is not None else replied


def is_question(message: types.Message, without_mention: str | None = None) -> bool:
    """Whether a message is a lookup: a short text of one's own that ends in a question.

    What a mention of the bot leaves of the text counts in its place. A broken text is left to saving, which
    says what is wrong with it.
    """
    if message.text is None or message.forward_origin is not None or not is_storable(message.text):
        return False
    text = (message.text if without_mention is None else without_mention).rstrip()
    return len(text) <= QUESTION_LIMIT and ends_in_question(text)


def ends_in_question(text: str) -> bool:
    """Whether no word stands behind the last question mark; signs, smileys and emoji do not matter.

    A mark between quotes or brackets is of what stands there: who tells of a question asks nothing.
    """
    end = max(map(text.rfind, _QUESTION_MARKS))
    before, behind = text[: max(end, 0)], text[end + 1 :]
    # Korean laughs and weeps in single letters, which are no words.
    is_last = end >= 0 and not any(one.isalnum() and not "ㄱ" <= one <= "ㅣ" for one in behind)
    return is_last and not any(two in behind and _is_open(one, two, before) for one, two in _PAIRS)


def _is_open(opening: str, closing: str, text: str) -> bool:
    """Whether quotes or brackets are opened in a text and not closed."""
    if opening == closing:
        return text.count(opening) % 2 == 1
    return text.count(opening) > text.count(closing)


def is_unseen(message: types.Message) -> bool:
    """Whether nothing but its number is known of a message: https://core.telegram.org/bots/api#inaccessiblemessage"""
    return message.date.timestamp() == 0


def searchable(text: str) -> str:
    """What is looked for, without the halves of characters that no record holds."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def speaker_of(event: types.Message | types.CallbackQuery) -> types.User | types.Chat | None:
    """Who speaks: a person, or the group itself where an administrator hides behind it.

    Those share one account for all groups, which is believed only as the group that it speaks in (TELEGRAM.md
    rule 9). None for bots, Telegram itself and channels.
    """
    user = event.from_user
    if isinstance(event, types.Message) and event.sender_chat is not None:
        return event.chat if event.sender_chat.id == event.chat.id else None
    return None if user is None or user.is_bot else user


def is_from_member(message: types.Message) -> bool:
    """Whether a person, or the group itself, wrote it here.

    No bot, no copy from a linked channel, nothing made through a bot, and nothing that the bot itself said.
    """
    return (
        speaker_of(message) is not None
        and message.via_bot is None
        and not message.is_automatic_forward
        and not is_own(message)
    )


def is_own(message: types.Message) -> bool:
    """Whether these are the bot's own words, said here or forwarded: a memory must not eat its own output."""
    origin = message.forward_origin
    said = origin.sender_user if isinstance(origin, types.MessageOriginUser) else message.from_user
    return said is not None and message.bot is not None and said.id == message.bot.id


def refs_in(message: types.Message) -> set[Ref]:
    """The references of records in a message of the bot's, where they stand to be copied."""
    text, entities = message.text or "", message.entities or []
    copied = (covered(entity, text) for entity in entities if entity.type == MessageEntityType.CODE)
    return {ref for ref in map(parse_ref, copied) if ref is not None}


def note(actor: Actor, message: int, text: str) -> Draft:
    """The draft of a record whose source is a message of this chat (SPEC section 10)."""
    return Draft(
        content=text, source=CHAT_SOURCE, source_id=f"tg:{actor.space_key}/{message}", hash_content=True
    )


def draft_of(message: types.Message, actor: Actor, text: str) -> Draft:
    """The draft that a message makes of a text of its own."""
    return replace(
        note(actor, message.message_id, text),
        source_revision=str(message.edit_date) if message.edit_date else None,
        said_at=message.forward_origin.date if message.forward_origin else None,
    )


def labelled_draft(message: types.Message, actor: Actor, told: Labelled) -> Draft:
    """The same of a text with its labels."""
    draft = replace(draft_of(message, actor, told.content), fact_key=told.fact_key)
    return draft if told.scope is None else replace(draft, scope=told.scope)


@dataclass(frozen=True)
class Sayer:
    """Whose words a message holds: a name, its id where Telegram tells it, and whether it is a person's."""

    name: str
    id: int | None = None
    is_person: bool = False


def sayer_of(message: types.Message) -> Sayer | None:
    """Whose words they are: of a forward its origin, else the writer."""
    match message.forward_origin:
        case types.MessageOriginUser(sender_user=user):
            return _sayer(user)
        case types.MessageOriginHiddenUser(sender_user_name=name):
            return Sayer(name)
        case types.MessageOriginChat(sender_chat=chat) | types.MessageOriginChannel(chat=chat):
            return _sayer(chat)
        case _:
            writer = message.sender_chat or message.from_user
            return None if writer is None else _sayer(writer)


def _sayer(writer: types.User | types.Chat) -> Sayer:
    is_person = isinstance(writer, types.User) and not writer.is_bot
    return Sayer(writer.full_name, writer.id, is_person)
