"""The commands, in the order in which people are told of them."""

from dataclasses import dataclass
from functools import cache

from bot.texts import DEFAULT_LOCALE, Texts, texts_for


@dataclass(frozen=True)
class Command:
    """A command's name and what it does."""

    name: str
    description: str


def commands(texts: Texts) -> tuple[Command, ...]:
    """All commands, described in a language."""
    return (
        Command("remember", texts.say("keep a text: /remember the text")),
        Command("search", texts.say("find records: /search words")),
        Command("recent", texts.say("the latest records")),
        Command("show", texts.say("one record in full: /show 7K2MQ9XA")),
        Command("forget", texts.say("forget a record: /forget 7K2MQ9XA")),
        Command("undo", texts.say("bring back what you forgot last, or one record: /undo 7K2MQ9XA")),
        Command("conflicts", texts.say("records that contradict one another, and open questions")),
        Command("stale", texts.say("outdated and marked records")),
        Command("validate", texts.say("as a reply: does the record still say what the message says?")),
        Command("archivist", texts.say("is the archivist on here? switch it on or off")),
        Command("lang", texts.say("choose the language")),
        Command("privacy", texts.say("what is kept, and who sees it")),
        Command("help", texts.say("what I can do")),
    )


@cache
def names() -> frozenset[str]:
    """The names of all commands, /start included, which nobody needs to be told of."""
    return frozenset({"start", *(command.name for command in commands(texts_for(DEFAULT_LOCALE)))})
