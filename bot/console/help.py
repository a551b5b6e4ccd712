"""What `:help` says."""

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
    commands = _commands(texts)
    width = max(len(command) for command, _ in commands)
    return "\n".join(f"{command:<{width}}  {what}" for command, what in commands)


def usage_of(command: str, texts: Texts) -> str:
    """How a colon command is typed."""
    return next((usage for usage, _ in _commands(texts) if usage.split()[0] == command), command)


def _commands(texts: Texts) -> tuple[tuple[str, str], ...]:
    """How each is typed, and what it does."""
    return (
        (":as NAME", texts.say("be another person")),
        (":chat NAME", texts.say("go to a group; :chat private goes back")),
        (":reply N TEXT", texts.say("answer message N; last is your own last one")),
        (":edit N TEXT", texts.say("give your message N another text")),
        (":press N LABEL", texts.say("press a button of message N; the number before a button does it too")),
        (":forward TEXT", texts.say("send on what somebody else wrote")),
        (":join, :leave", texts.say("come back to the group, or leave it")),
        (":wait SECONDS", texts.say("let time pass")),
        (":update {…}", texts.say("hand over a raw update, in JSON")),
        (":say TEXT", texts.say("send a message, a bare number too")),
        ("::TEXT", texts.say("a message that begins with a colon")),
        (":quit", texts.say("leave, as Ctrl-D does")),
    )
