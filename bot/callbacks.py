"""What buttons carry: versioned, stateless, ids only (TELEGRAM.md rule 11); at most 64 bytes.

The number in a prefix is the version: a button of an older one is answered as too old.
"""

from aiogram.filters.callback_data import CallbackData
from pydantic import Field


class TurnPage(CallbackData, prefix="page1"):
    """Show another page of a lookup."""

    token: str
    offset: int


class SaveQuestion(CallbackData, prefix="keep1"):
    """Save the message of a lookup after all."""

    token: str


class ShowCard(CallbackData, prefix="card1"):
    """Show a record's card."""

    ref: str


class ShowHistory(CallbackData, prefix="hist1"):
    """Show what happened to a record."""

    ref: str


class AskForget(CallbackData, prefix="drop1"):
    """Ask whether to forget a record, or take the question back."""

    ref: str
    ask: bool


class ForgetNow(CallbackData, prefix="gone1"):
    """Forget a record."""

    ref: str


class UndoForget(CallbackData, prefix="back1"):
    """Bring a forgotten record back."""

    ref: str


class ChooseLanguage(CallbackData, prefix="lang1"):
    """Speak another language."""

    locale: str


class KeepOne(CallbackData, prefix="right2"):
    """Call this variant right, and retire the others of its fact."""

    ref: str
    about: str
    """The new record, which the question is about."""
    shown: str
    """What the question showed, so that nobody judges by it what has changed since."""


class BothRight(CallbackData, prefix="both2"):
    """Take the key off the new record: it is of another fact."""

    ref: str
    shown: str


class KeyAgain(CallbackData, prefix="rekey1"):
    """Give the new record back the key that it has in common with another one."""

    ref: str
    other: str


class ThisIsRight(CallbackData, prefix="pick2"):
    """Call the record of a card right."""

    ref: str
    shown: str


class AskWhich(CallbackData, prefix="ofall1"):
    """Ask which version of a card's fact is right."""

    ref: str


class UndoChoice(CallbackData, prefix="rejudge1"):
    """Undo the retirements that one choice made: `refs`, with `-` between them."""

    refs: str


class CountAgain(CallbackData, prefix="unret1"):
    """Undo the retirement of a card's record."""

    ref: str


class Unmark(CallbackData, prefix="unmark1"):
    """Take the archivist's marks off a record."""

    ref: str


class NotSo(CallbackData, prefix="notso1"):
    """Take the archivist's marks off a record, under the remark that told of them."""

    remark: int
    ref: str


class KeepAmong(CallbackData, prefix="among1"):
    """Call one of those records right of which the archivist asked."""

    remark: int
    ref: str


class BothHold(CallbackData, prefix="hold1"):
    """Nothing contradicts anything, whatever the archivist thinks."""

    remark: int


class DoubtAgain(CallbackData, prefix="doubt1"):
    """Take back that all these records are right: `refs`, with `-` between them."""

    refs: str


class AskAgain(CallbackData, prefix="which1"):
    """Ask which is right, of what a digest or a list named."""

    remark: int


class TurnQuestions(CallbackData, prefix="asked1"):
    """Show another page of open questions."""

    offset: int


class NotSoListed(CallbackData, prefix="notall1"):
    """Take the archivist's marks off a record that a digest named among others."""

    ref: str


class SwitchArchivist(CallbackData, prefix="arch1"):
    """Switch the archivist on or off in this chat."""

    on: bool


class ChangeReaders(CallbackData, prefix="vis1"):
    """Let other members of the group read a record, or the author alone."""

    ref: str
    draft: bool


class DeleteMessage(CallbackData, prefix="del1"):
    """Delete a message of the chat, in which a secret was."""

    message: int = Field(gt=0, lt=2**31)
