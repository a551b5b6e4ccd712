"""Parts that several views share."""

from datetime import datetime

from aiogram.filters.callback_data import CallbackData
from aiogram.types import InlineKeyboardButton
from aiogram.utils.formatting import Bold, Code, DateTime, NodeType, Text

from bot import dates
from bot.texts import Texts
from core.builtin import Ground
from core.builtin_model import ground_of
from core.ids import Ref
from core.records import Record, Status
from core.words import Term, matched_spans

EXCERPT = 240
"""Characters of a hit's text on a page."""
_LEAD = 60
"""Characters kept before the first matched word where the text is cut."""
NAME_SHOWN = 32
"""Characters of a name where there are several records: five of them must fit into one message."""
MARKS = {Status.CONFLICT: "⚠️", Status.STALE: "🕰", Status.UNVERIFIED: "📝"}


def status_name(status: Status, texts: Texts) -> str:
    """A status in words."""
    match status:
        case Status.CONFLICT:
            return texts.say("in conflict")
        case Status.STALE:
            return texts.say("outdated")
        case Status.UNVERIFIED:
            return texts.say("unverified")


def day(moment: datetime, texts: Texts) -> NodeType:
    """A date; Telegram's clients show it in their own zone and manner."""
    return DateTime(dates.day(moment, texts), unix_time=moment, date_time_format="d")


def minute(moment: datetime, texts: Texts) -> NodeType:
    """A date and time; Telegram's clients show it in their own zone and manner."""
    return DateTime(dates.minute(moment, texts), unix_time=moment, date_time_format="Dt")


def ref_code(ref: Ref) -> Code:
    """A record's reference, to be copied with a tap."""
    return Code(ref)


def reason_in_words(reason: str, texts: Texts) -> str:
    """Why the archivist marked something: a model's own words, or a rule in ours."""
    match ground_of(reason):
        case None:
            return reason
        case Ground.VALUE_REPLACED:
            return texts.say("the newer record gives another value")
        case Ground.REPLACEMENT_NAMED:
            return texts.say("the newer record names what replaced this")
        case Ground.NO_LONGER_SO:
            return texts.say("the newer record says that this is no longer so")
        case Ground.SAYS_THE_SAME:
            return texts.say("the newer record says the same")
        case Ground.MAY_CONTRADICT:
            return texts.say("the newer record may contradict this")


def who(record: Record, texts: Texts, limit: int | None = NAME_SHOWN) -> str:
    """Whose words they are, and who saved them; names cut to so many characters."""
    author = record.author.name
    if record.said_by is None:
        return shortened(author, limit)
    said_by = shortened(record.said_by, limit)
    return texts.say("{said_by}, saved by {author}", said_by=said_by, author=shortened(author, limit))


def start_of(record: Record, limit: int = 120) -> str:
    """The beginning of a record's content, on one line."""
    return shortened(record.content, limit)


def shortened(text: str, limit: int | None) -> str:
    """A text on one line, cut to so many characters; with None it is whole."""
    flat = " ".join(text.split())
    return flat if limit is None or len(flat) <= limit else f"{flat[: limit - 1]}…"


def turns(back: CallbackData | None, on: CallbackData | None, texts: Texts) -> list[InlineKeyboardButton]:
    """The buttons that turn the pages of a list, where there are any."""
    pages = (texts.say("← Back"), back), (texts.say("More →"), on)
    return [
        InlineKeyboardButton(text=text, callback_data=data.pack()) for text, data in pages if data is not None
    ]


def highlighted(text: str, query: tuple[Term, ...]) -> Text:
    """The text with the words that the query found in bold."""
    body: list[NodeType] = []
    end = 0
    for start, stop in matched_spans(text, query):
        body += [text[end:start], Bold(text[start:stop])]
        end = stop
    return Text(*body, text[end:])


def excerpt(text: str, query: tuple[Term, ...]) -> str:
    """At most `EXCERPT` characters on one line, around the first word that the query found."""
    flat = " ".join(text.split())
    if len(flat) <= EXCERPT:
        return flat
    first = next(matched_spans(flat, query), (0, 0))[0]
    start = max(0, min(first - _LEAD, len(flat) - EXCERPT))
    # Better at a word's beginning, where one comes before the match.
    start = flat.find(" ", start, min(first, start + _LEAD)) + 1 or start if start else 0
    cut = flat[start : start + EXCERPT]
    return f"{'…' if start else ''}{cut.rstrip()}{'…' if start + EXCERPT < len(flat) else ''}"
