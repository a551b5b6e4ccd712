"""What can be wrong with a typed line, and how that is said."""

from enum import Enum, auto

from bot.console.help import usage_of
from bot.texts import Texts


class Problem(Enum):
    """What is wrong."""

    UNKNOWN_COMMAND = auto()
    NOTHING_GIVEN = auto()
    NO_NAME = auto()
    NO_NUMBER = auto()
    NO_SECONDS = auto()
    NO_JSON = auto()
    NO_UPDATE = auto()
    NO_MESSAGE = auto()
    NO_BUTTONS = auto()
    NO_BUTTON = auto()
    WHICH_MESSAGE = auto()
    NO_SUCH_NUMBER = auto()
    AMBIGUOUS = auto()
    NOT_YOURS = auto()
    TOO_LONG = auto()
    NOT_A_GROUP = auto()
    NOT_A_MEMBER = auto()


class WrongLine(Exception):
    """A typed line cannot be done; `about` is what it stumbled over."""

    def __init__(self, problem: Problem, about: str = "") -> None:
        super().__init__(problem, about)
        self.problem = problem
        self.about = about


def worded(wrong: WrongLine, texts: Texts) -> str:
    """What is wrong, on one line."""
    about = wrong.about
    words = {
        Problem.UNKNOWN_COMMAND: texts.say(
            "There is no command {about}. For a message that begins with a colon, type two colons.",
            about=about,
        ),
        Problem.NOTHING_GIVEN: texts.say("Something is missing: {usage}", usage=usage_of(about, texts)),
        Problem.NO_NAME: texts.say("A name has 1 to 64 characters."),
        Problem.NO_NUMBER: texts.say("A message is named by its number, or by the word last."),
        Problem.NO_SECONDS: texts.say("A time is a number of seconds, ten years at most."),
        Problem.NO_JSON: texts.say("This is not a JSON object."),
        Problem.NO_UPDATE: texts.say("Telegram sends no such update: {about}", about=about),
        Problem.NO_MESSAGE: texts.say("There is no such message in this chat."),
        Problem.NO_BUTTONS: texts.say("No message in this chat has buttons."),
        Problem.NO_BUTTON: texts.say("The message has no such button."),
        Problem.WHICH_MESSAGE: texts.say(
            "Several messages have buttons: {about}. :press N BUTTON presses one of them.", about=about
        ),
        Problem.NO_SUCH_NUMBER: texts.say(
            "No button here has the number {about}. To send it as a message: :say {about}", about=about
        ),
        Problem.AMBIGUOUS: texts.say("Several buttons of the message begin like this."),
        Problem.NOT_YOURS: texts.say("You can only edit your own messages."),
        Problem.TOO_LONG: texts.say(
            "A message has 4096 characters at most; some, such as emoji, count twice."
        ),
        Problem.NOT_A_GROUP: texts.say("This is not a group. :chat NAME enters one."),
        Problem.NOT_A_MEMBER: texts.say("You have left this group. :join brings you back."),
    }
    return " ".join(words[wrong.problem].split())


def failure(error: Exception, texts: Texts) -> str:
    """That something broke, by its kind alone: its own words may hold what was typed."""
    return texts.say("This could not be done: {error}.", error=type(error).__name__)
