"""A page of results: one message, edited in place."""

from dataclasses import dataclass

from aiogram.types import InlineKeyboardButton
from aiogram.utils.formatting import Bold, NodeType, Text, as_list

from bot.callbacks import SaveQuestion, ShowCard, TurnPage
from bot.texts import Texts
from bot.views.parts import MARKS, NAME_SHOWN, day, excerpt, highlighted, ref_code, shortened, turns, who
from bot.views.reply import Reply, keyboard
from core.ids import SpaceId
from core.lookups import Lookup, LookupKind
from core.qualifiers import unknown_filter
from core.query import Query
from core.records import Visibility
from core.search import Found, Page

IN_CONFLICT, OUTDATED = "is:conflict", "is:marked"
"""What /conflicts and /stale search for."""
HITS = 5
"""Results on a page."""
GROUPS_SHOWN = 120
"""Characters of the titles of groups that were left out."""


@dataclass(frozen=True)
class Results:
    """A page and what it answers."""

    page: Page
    lookup: Lookup
    query: Query
    token: str
    """Under which the lookup is kept for the buttons."""
    here: SpaceId
    """Where it is shown: records of other spaces name theirs."""
    not_asked: tuple[str, ...]
    """Groups that were left out, because Telegram did not say whether the person is still in them."""


def results(shown: Results, texts: Texts) -> Reply:
    """The page, its buttons, and the offer to save a question that was meant as a record."""
    page, lookup, token = shown.page, shown.lookup, shown.token
    notes = [*_second_chance(page, texts), *_left_out(shown.not_asked, texts)]
    if not page.results:
        text = as_list(_nothing(lookup, texts), *_no_filter(shown, texts), *notes, sep="\n\n")
        return Reply(text, keyboard(_save(lookup, token, texts)))
    hits = [_hit(number, found, shown, texts) for number, found in enumerate(page.results, page.offset + 1)]
    return Reply(
        as_list(_header(page, lookup, texts), *hits, *notes, sep="\n\n"),
        keyboard(_cards(page), _turns(page, token, texts), _save(lookup, token, texts)),
    )


def _left_out(titles: tuple[str, ...], texts: Texts) -> list[Text]:
    if not titles:
        return []
    groups = shortened(", ".join(titles), GROUPS_SHOWN)
    return [Text(texts.say("Left out, because Telegram did not answer: {groups}.", groups=groups))]


def _second_chance(page: Page, texts: Texts) -> list[Text]:
    if page.model_was_away:
        return [Text(texts.say("The language model does not answer: I searched for these words only."))]
    if page.expanded_with:
        return [Text(texts.say("Also searched for: {words}", words=", ".join(page.expanded_with)))]
    return []


def _header(page: Page, lookup: Lookup, texts: Texts) -> Text:
    asked = _asked(lookup, texts)
    return Text(Bold(_counted(page, texts)), *(() if asked is None else (" · ", asked)))


def _asked(lookup: Lookup, texts: Texts) -> str | None:
    if lookup.kind is LookupKind.RECENT:
        return None
    if lookup.text == IN_CONFLICT:
        return texts.say("records that contradict one another")
    if lookup.text == OUTDATED:
        return texts.say("outdated and marked records")
    return shortened(lookup.text, 80)


def _counted(page: Page, texts: Texts) -> str:
    first, last = page.offset + 1, page.offset + len(page.results)
    if page.total is None and (page.has_more or page.offset):
        return texts.say("Records {first}–{last}", first=first, last=last)
    if page.total is None or page.total == len(page.results):
        return texts.count("{n} record", "{n} records", len(page.results))
    return texts.count(
        "{first}–{last} of {n} record",
        "{first}–{last} of {n} records",
        page.total,
        first=first,
        last=last,
    )


def _hit(number: int, found: Found, shown: Results, texts: Texts) -> Text:
    record = found.record
    terms = (*shown.query.terms, *shown.query.terms_beside(shown.page.expanded_with))
    text = highlighted(excerpt(record.content, terms), terms)
    about: list[NodeType] = [who(record, texts), day(record.updated_at, texts), ref_code(record.ref)]
    if record.space.id != shown.here:
        about.insert(0, shortened(record.space.title, NAME_SHOWN))
    if record.visibility is Visibility.AUTHOR:
        about.append(texts.say("your draft"))
    line: list[NodeType] = []
    for part in about:
        line += [" · ", part]
    return Text(f"{number}. {MARKS[found.standing.status]} ", text, "\n", *line[1:])


def _cards(page: Page) -> list[InlineKeyboardButton]:
    return [
        InlineKeyboardButton(text=str(number), callback_data=ShowCard(ref=found.record.ref).pack())
        for number, found in enumerate(page.results, page.offset + 1)
    ]


def _turns(page: Page, token: str, texts: Texts) -> list[InlineKeyboardButton]:
    back = TurnPage(token=token, offset=max(0, page.offset - HITS)) if page.offset > 0 else None
    on = TurnPage(token=token, offset=page.offset + HITS) if page.has_more else None
    return turns(back, on, texts)


def _save(lookup: Lookup, token: str, texts: Texts) -> list[InlineKeyboardButton]:
    if lookup.kind is not LookupKind.QUESTION:
        return []
    data = SaveQuestion(token=token).pack()
    return [InlineKeyboardButton(text=texts.say("Save it as a record instead"), callback_data=data)]


def _no_filter(shown: Results, texts: Texts) -> list[Text]:
    """What looks like a filter may be an ordinary word; where nothing was found it is worth a remark."""
    name = unknown_filter(shown.query.text) if shown.lookup.kind is LookupKind.SEARCH else None
    if name is None:
        return []
    return [
        Text(
            texts.say(
                "“{name}:” was searched for as a word. What narrows a search: key:, scope:, by:, after:, "
                "before:, is:stale, is:marked, is:conflict.",
                name=name,
            )
        )
    ]


def _nothing(lookup: Lookup, texts: Texts) -> Text:
    if lookup.kind is LookupKind.RECENT:
        return Text(
            texts.say(
                "There are no records yet. Write me something worth remembering; in a group, after /remember."
            )
        )
    if lookup.text == IN_CONFLICT:
        return Text(texts.say("No records contradict one another."))
    if lookup.text == OUTDATED:
        return Text(texts.say("No record is outdated or marked."))
    return Text(
        texts.say("Nothing found for “{query}”. Try other words, or fewer.", query=shortened(lookup.text, 80))
    )
