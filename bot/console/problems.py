"""What can be wrong with a typed line, and how that is said."""

from enum import Enum

from bot.texts import Texts


class Problem(Enum):
    """What is wrong; the value is the source string of its text."""

    UNKNOWN_COMMAND = "There is no command {about}. A message that begins with a colon is typed with two."
    NOTHING_GIVEN = "Something is missing after the command."
    NO_NAME = "A name has 1 to 64 characters."
    NO_NUMBER = "A message is named by its number, or by the word last."
    NO_SECONDS = "A time is a number of seconds, of ten years at most."
    NO_JSON = "This is not a JSON object."
    NO_UPDATE = "This is no update of Telegram's: {about}"
    NO_MESSAGE = "There is no such message in this chat."
    NO_BUTTONS = "No message in this chat has buttons."
    NO_BUTTON = "The message has no such button."
    AMBIGUOUS = "Several buttons of the message begin like this."
    NOT_YOURS = "Only what one wrote oneself can be edited."
    TOO_LONG = "A message has 4096 characters at most; those outside the basic plane count twice."
    NOT_A_GROUP = "This is no group. :chat NAME enters one."
    NOT_A_MEMBER = "You have left this group. :join brings you back."


class WrongLine(Exception):
    """A typed line cannot be done; `about` is what it stumbled over."""

    def __init__(self, problem: Problem, about: str = "") -> None:
        super().__init__(problem, about)
        self.problem = problem
        self.about = about


def worded(wrong: WrongLine, texts: Texts) -> str:
    """What is wrong, on one line."""
    return " ".join(texts.say(wrong.problem.value, about=wrong.about).split())


def failure(error: Exception, texts: Texts) -> str:
    """That something broke, by its kind alone: its own words may hold what was typed."""
    return texts.say("This could not be done: {error}.", error=type(error).__name__)
