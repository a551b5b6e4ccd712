"""What the bot says about itself, and about what it cannot do."""

from aiogram.types import InlineKeyboardButton
from aiogram.utils.formatting import Bold, Code, Text, as_list

from bot.callbacks import ChooseLanguage
from bot.commands import commands
from bot.texts import LOCALES, Texts
from bot.views.parts import shortened
from bot.views.reply import Reply, fill, plain
from core.errors import Invalid, KeyReused, NotAllowed, NotFound, Reason, Refusal, WorkspaceNotActive
from core.records import ARCHIVIST_PREFIX, CONTENT_LIMIT, LABEL_LIMIT

LANGUAGE_NAMES = {"en": "English", "ru": "Русский", "ko": "한국어"}
_TYPED = {"fact_key": "key", "scope": "scope"}
"""Arguments that people give before a text, and what they type for them."""


def welcome(name: str, texts: Texts) -> Reply:
    """The first thing that someone reads."""
    return Reply(
        as_list(
            Bold(texts.say("Hello, {name}! I am Letopis, the memory of your team.", name=name)),
            texts.say(
                "Write me anything worth remembering: I keep it with its source and date, and answer 👌 once "
                "it is safe. Ask a question, with a question mark at its end, and I look for the answer."
            ),
            fill(
                texts.template("Try: {example}"),
                example=Code(texts.say("staging is rolled out by the systemd unit app-staging")),
            ),
            fill(
                texts.template("and then: {question}"), question=Code(texts.say("how is staging rolled out?"))
            ),
            texts.say("/help shows all that I can do."),
            sep="\n\n",
        )
    )


def help_page(texts: Texts) -> Reply:
    """What can be done, command by command."""
    lines = [Text(f"/{command.name}", " — ", command.description) for command in commands(texts)]
    return Reply(
        as_list(
            Bold(texts.say("What I can do")),
            as_list(
                texts.say("In our private chat every message is kept, and a question is looked up."),
                texts.say(
                    "In a group I keep only what /remember, or a message that mentions me, tells me to."
                ),
            ),
            as_list(*lines),
            texts.say(
                "Give versions of one fact the same key: /remember key:deploy the text. When they "
                "contradict each other, I ask which is right. /search takes key:, scope:, by:, after:, "
                "before:, is:stale, is:marked, is:conflict and “exact words”."
            ),
            texts.say(
                "after:2026-05-31 finds what was saved or changed on that day or later, before:2026-05-31 "
                "what came before that day. Days begin at midnight UTC; after:2026-05-31T09:00+09:00 is a "
                "moment in your own time."
            ),
            texts.say(
                "A record may be forgotten by the one who saved it, the one whose words it holds, and "
                "administrators of the group. Any member may say which record is right."
            ),
            texts.say(
                "On the card of a group's record, “Hide it from the group” makes it a draft, which only its "
                "author sees, in our private chat."
            ),
            as_list(
                texts.say("A record is never simply “true”: it has a source, a date and a status."),
                texts.say("📝 unverified: the normal status; nothing known speaks against it"),
                texts.say("⚠️ in conflict: another record of the same fact says something else"),
                texts.say("🕰 outdated: the archivist or a person found it no longer right"),
                texts.say("❓ may contradict another record: the archivist asks which is right"),
                texts.say("🧩 refined: the archivist thinks that a newer record says the same or more"),
            ),
            sep="\n\n",
        )
    )


def privacy(texts: Texts, *, in_terminal: bool) -> Reply:
    """What is kept, where, and who sees it."""
    return Reply(
        as_list(
            Bold(texts.say("What I keep")),
            texts.say(
                "In our private chat: every message that you write to me. Nobody else can find it, in any "
                "group or any other chat."
            ),
            texts.say(
                "In a group: only what someone tells me to keep, with /remember or by mentioning me. Every "
                "member can find it."
            ),
            texts.say(
                "Nobody tells me when you delete a message: use /forget. A forgotten record is out of every "
                "answer at once, and its text is erased after 30 days."
            ),
            texts.say(
                "If whoever runs this bot has set up a language model, what is kept here is sent to it, to "
                "link records and mark outdated ones; secrets that were found are taken out first."
            ),
            _who_could_read(texts, in_terminal=in_terminal),
            sep="\n\n",
        )
    )


def _who_could_read(texts: Texts, *, in_terminal: bool) -> str:
    if in_terminal:
        return texts.say(
            "This chat is in a terminal: its records are in a file on this computer, and whoever can read "
            "that file can read them. What looks like a password, a key or a card number I take out before "
            "I keep a text."
        )
    return texts.say(
        "Chats with bots are not end-to-end encrypted: Telegram and whoever runs this bot could read them. "
        "What looks like a password, a key or a card number I take out before I keep a text, but the message "
        "itself stays in Telegram: do not send me secrets."
    )


def introduction(name: str, texts: Texts, *, hears_mentions: bool) -> Reply:
    """Said once in a group that the bot was added to: what it reads, what it keeps, how to stop it.

    Where Telegram brings it no mentions, it is spoken to by commands that carry its user name.
    """
    if not hears_mentions:
        return plain(
            texts.say(
                "Hello! I am Letopis, the memory of this group. I keep only what someone tells me to: "
                "/remember@{name} the text, or /remember@{name} as a reply to a message. /search@{name} "
                "finds it again, for every member. Nothing else is kept, and Telegram shows me nothing "
                "else here, not even mentions: for those, make me an administrator. To stop me, remove me "
                "from the group; /privacy@{name} says more.",
                name=name,
            )
        )
    return plain(
        texts.say(
            "Hello! I am Letopis, the memory of this group. I keep only what someone tells me to: "
            "/remember the text, /remember as a reply to a message, or a message that mentions me. /search "
            "finds it again, for every member. Nothing else is kept. To stop me, remove me from the group; "
            "/privacy says more."
        )
    )


def strangers(texts: Texts) -> str:
    """For somebody outside who presses a button of a group."""
    return texts.say("Only members of this group may do that.")


def failed(texts: Texts) -> Reply:
    """For a message that could not be dealt with, however often it was tried."""
    return plain(
        texts.say("Something went wrong on my side: this message was not kept. Please send it again.")
    )


def press_failed(texts: Texts) -> str:
    """For the press of a button that could not be dealt with, however often it was tried."""
    return texts.say("Something went wrong on my side. Please try again.")


def languages(texts: Texts, *, other: bool = False) -> Reply:
    """The languages to choose from; they are named where one wants another."""
    buttons = [
        InlineKeyboardButton(text=LANGUAGE_NAMES[locale], callback_data=ChooseLanguage(locale=locale).pack())
        for locale in LOCALES
    ]
    which = texts.say("Which language should I speak?")
    if other:
        known = texts.say("I speak these languages: {names}.", names=", ".join(LANGUAGE_NAMES.values()))
        which = f"{known} {which}"
    return plain(which, buttons)


def language_chosen(texts: Texts) -> Reply:
    """Said in the new language."""
    return plain(texts.say("I speak English now."))


def text_not_seen(texts: Texts) -> Reply:
    """For a message to be kept that Telegram, or the terminal after a restart, shows without its text."""
    return plain(
        texts.say(
            "I can no longer see the text of that message. To keep it, write it again: /remember the text"
        )
    )


def nothing_to_undo(texts: Texts) -> Reply:
    """For /undo where nothing was forgotten, or not by this person."""
    return plain(texts.say("There is nothing to undo: no record that you forgot here is still kept."))


def nothing_to_keep(texts: Texts) -> Reply:
    """For /remember as a reply to what is no record-to-be: the bot's words, a command, a service message."""
    return plain(
        texts.say(
            "There is nothing to keep in that message: I keep neither my own words nor commands. To keep "
            "such a text, write it after the command: /remember the text"
        )
    )


def unknown_command(texts: Texts) -> Reply:
    """For a command in private that nobody knows."""
    return plain(
        texts.say(
            "I do not know this command; nothing was kept. /help shows what I can do. To keep such a text, "
            "write /remember before it."
        )
    )


def usage(name: str, texts: Texts) -> Reply:
    """How a command is used that was given nothing to work on."""
    match name:
        case "remember":
            text = texts.say(
                "Write the text after the command, or reply to a message with it: /remember the text"
            )
        case "search":
            text = texts.say("Write what to look for after the command: /search words")
        case "validate":
            text = texts.say(
                "Reply to a message with /validate to see whether its record still says the same."
            )
        case "show":
            text = texts.say(
                "Write the record's reference after the command, or reply to its message with it: /show "
                "7K2MQ9XA"
            )
        case _:
            text = texts.say(
                "Write the record's reference after the command, or reply to its message with it: /forget "
                "7K2MQ9XA"
            )
    return plain(text)


def takes_nothing(command: str, texts: Texts) -> Reply:
    """For a list of all that was asked for with words behind it."""
    return plain(
        texts.say("/{command} shows all, whatever follows it. To find some: /search words", command=command)
    )


def not_one_reference(command: str, given: str, texts: Texts) -> Reply:
    """For a command about one record that was given more than its reference."""
    return plain(
        texts.say(
            "Nothing was done: “{given}” is not the reference of one record. Write only the reference: "
            "/{command} 7K2MQ9XA",
            given=shortened(given, 80),
            command=command,
        )
    )


def refused(outcome: Refusal, texts: Texts) -> Reply:
    """Why something was not done, as a message."""
    return plain(refusal(outcome, texts))


def not_kept(outcome: Refusal, texts: Texts) -> Reply:
    """Why a message did not become a record."""
    if isinstance(outcome, Invalid):
        return plain(texts.say("Not kept: {why}", why=_invalid(outcome, texts)))
    return refused(outcome, texts)


def not_changed(outcome: Invalid, texts: Texts) -> Reply:
    """Why a record did not follow its message, which was edited."""
    return plain(texts.say("The record stays as it was: {why}", why=_invalid(outcome, texts)))


def refusal_of(outcome: object, texts: Texts) -> str | None:
    """Why something was not done, where the outcome is a refusal."""
    return refusal(outcome, texts) if isinstance(outcome, Refusal) else None


def refusal(outcome: Refusal, texts: Texts) -> str:
    """Why something was not done, in a sentence."""
    match outcome:
        case NotFound():
            return texts.say("There is no such record.")
        case NotAllowed():
            return texts.say("Only the one who saved this record, or an administrator, may do that.")
        case WorkspaceNotActive(name):
            return texts.say("There is no workspace “{name}” here.", name=name)
        case KeyReused():
            return texts.say("This was saved before, with another text.")
        case Invalid():
            return _invalid(outcome, texts)


def may_not_forget(outcome: NotFound | NotAllowed, texts: Texts) -> str:
    """Why a record was not forgotten: more people may do that than may change it."""
    if isinstance(outcome, NotFound):
        return refusal(outcome, texts)
    return texts.say(
        "Only the one who saved this record, the one whose words it holds, or an administrator may forget it."
    )


def _invalid(refusal: Invalid, texts: Texts) -> str:
    """What is wrong with a value, named as people type it."""
    name = _TYPED.get(refusal.argument, refusal.argument)
    match refusal.reason:
        case Reason.BROKEN_TEXT:
            return texts.say("the text has broken characters in it. Please write it again.")
        case Reason.EMPTY if refusal.argument == "content":
            return texts.say("there is no text in it.")
        case Reason.TOO_LONG if refusal.argument == "content":
            return texts.count(
                "a record may have {n} character at most.",
                "a record may have {n} characters at most.",
                CONTENT_LIMIT,
            )
        case Reason.EMPTY | Reason.TOO_LONG if refusal.argument in _TYPED:
            return texts.count(
                "“{name}:” takes 1 to {n} character.",
                "“{name}:” takes 1 to {n} characters.",
                LABEL_LIMIT,
                name=name,
            )
        case Reason.RANGE if refusal.argument == "fact_key":
            return texts.say(
                "“key:” takes no key that begins with “{prefix}”: those are the archivist's.",
                prefix=ARCHIVIST_PREFIX,
            )
        case Reason.RANGE if refusal.argument in ("after", "before"):
            return texts.say("“{argument}:” takes a date such as 2026-05-31.", argument=refusal.argument)
        case Reason.RANGE if refusal.argument == "is":
            return texts.say("“is:” takes stale, marked or conflict.")
        case Reason.TWICE:
            return texts.say("“{name}:” is there twice, but takes one value.", name=name)
        case Reason.MISSING:
            return texts.say("“{name}:” takes what comes right after the colon, without a space.", name=name)
        case _:
            return texts.say("“{argument}” does not fit.", argument=name)


def not_the_asker(texts: Texts) -> str:
    """For somebody else who would save a question as their own record."""
    return texts.say("Only the one who asked may save it.")


def changed_since(texts: Texts) -> str:
    """For a press that judges what is not as it was shown any more."""
    return texts.say("This has changed in the meantime. Please look again.")


def button_too_old(texts: Texts) -> str:
    """For a press on a button that no longer means anything."""
    return texts.say("This button is too old. Please ask again.")
