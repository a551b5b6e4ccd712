"""What `:help` says."""

from unicodedata import east_asian_width

from bot.texts import Texts


def introduction(texts: Texts) -> str:
    """The first lines of a chat at the keyboard: what one can type."""
    return "\n".join(
        (
            texts.say("Type anything worth remembering, or ask a question with a question mark at its end."),
            texts.say(
                "A button is pressed by its number. /help shows the commands, :help how to be"
                " several people and chats. Ctrl-D leaves."
            ),
        )
    )


def help_lines(texts: Texts) -> str:
    """The colon commands, one a line."""
    commands = (
        (texts.say(":as NAME"), texts.say("be another person")),
        (texts.say(":chat NAME"), texts.say("go to a group; :chat private goes back")),
        (texts.say(":reply N TEXT"), texts.say("answer message N; last is your own last one")),
        (texts.say(":edit N TEXT"), texts.say("give your message N another text")),
        (
            texts.say(":press N BUTTON"),
            texts.say("press a button of message N; the number before a button does it too"),
        ),
        (texts.say(":forward TEXT"), texts.say("send on what somebody else wrote")),
        (":join, :leave", texts.say("come back to the group, or leave it")),
        (texts.say(":wait SECONDS"), texts.say("let time pass")),
        (":update {…}", texts.say("hand over a raw update, in JSON")),
        (texts.say(":say TEXT"), texts.say("send a message, a bare number too")),
        (texts.say("::TEXT"), texts.say("a message that begins with a colon")),
        (":quit", texts.say("leave, as Ctrl-D does")),
    )
    width = max(_columns(command) for command, _ in commands)
    return "\n".join(f"{command}{' ' * (width - _columns(command))}  {what}" for command, what in commands)


def _columns(text: str) -> int:
    """How many columns a text takes in a terminal: a syllable of Hangul takes two."""
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)
