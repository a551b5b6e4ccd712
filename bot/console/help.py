"""What `:help` says."""

from bot.texts import Texts


def introduction(texts: Texts) -> str:
    """The first lines of a chat at the keyboard: what one can type."""
    return "\n".join(
        (
            texts.say("Type anything worth remembering, or ask a question with a question mark at its end."),
            texts.say(
                "Press a button by typing its number. /help shows the commands, :help how to act as "
                "several people in several chats. Ctrl-D leaves."
            ),
        )
    )


def help_lines(texts: Texts) -> str:
    """The colon commands, one a line."""
    # A script does without it: importing it takes a while.
    from prompt_toolkit.utils import get_cwidth

    commands = _commands(texts)
    width = max(get_cwidth(command) for command, _ in commands)
    return "\n".join(f"{command}{' ' * (width - get_cwidth(command))}  {what}" for command, what in commands)


def usage_of(command: str, texts: Texts) -> str:
    """How a colon command is typed."""
    return next((usage for usage, _ in _commands(texts) if usage.split()[0] == command.lower()), command)


def _commands(texts: Texts) -> tuple[tuple[str, str], ...]:
    """How each is typed, and what it does."""
    return (
        (texts.say(":as NAME"), texts.say("become another person")),
        (texts.say(":chat NAME"), texts.say("go to a group; :chat private goes back")),
        (texts.say(":reply N TEXT"), texts.say("reply to message N; last is your own last one")),
        (texts.say(":edit N TEXT"), texts.say("edit your message N")),
        (
            texts.say(":press N BUTTON"),
            texts.say("press a button of message N; typing the number before it does the same"),
        ),
        (texts.say(":forward TEXT"), texts.say("forward what somebody else wrote")),
        (":join, :leave", texts.say("rejoin the group, or leave it")),
        (texts.say(":wait SECONDS"), texts.say("let time pass")),
        (":update {…}", texts.say("hand over a raw update, in JSON")),
        (texts.say(":say TEXT"), texts.say("send a message, even one that is only a number")),
        (texts.say("::TEXT"), texts.say("a message that begins with a colon")),
        (":quit", texts.say("leave, like Ctrl-D")),
    )
