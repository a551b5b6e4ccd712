"""What the archivist says: what it marked, or what it asks. It always names the records."""

from collections.abc import Sequence

from aiogram.filters.callback_data import CallbackData
from aiogram.types import InlineKeyboardButton
from aiogram.utils.formatting import Bold, NodeType, Text, as_list

from bot.callbacks import (
    AskAgain,
    BothHold,
    DoubtAgain,
    KeepAmong,
    NotSo,
    NotSoListed,
    ShowCard,
    SwitchArchivist,
    TurnQuestions,
)
from bot.texts import Texts
from bot.views.judging import VARIANTS, nothing_contradicts, variants
from bot.views.parts import NAME_SHOWN, reason_in_words, ref_code, shortened, start_of, turns
from bot.views.reply import Reply, fill, keyboard, plain
from core.ids import Ref, SpaceId
from core.marks import MarkKind
from core.records import Record
from core.remarks import NAMED, Digest, Marked, Questions, Remark


def speech(said: Remark | Digest, texts: Texts) -> Reply:
    """What is said in a chat without being asked."""
    match said:
        case Remark():
            return remark(said, texts)
        case Digest():
            return _digest(said, texts)


def remark(said: Remark, texts: Texts) -> Reply:
    """What is said under the message of a new record."""
    return _question(said, texts) if said.asked else _marks(said, texts)


def switch(texts: Texts, *, on: bool) -> Reply:
    """Whether the archivist is at work in a chat, and the switch."""
    if on:
        text = texts.say(
            "The archivist is on here: in the background it links records and marks outdated ones."
        )
        return plain(text, [_button(texts.say("Switch it off"), SwitchArchivist(on=False))])
    text = texts.say(
        "The archivist is off here: what is saved or asked while it is off never goes to a model, even "
        "after it is switched on again."
    )
    return plain(text, [_button(texts.say("Switch it on"), SwitchArchivist(on=True))])


def only_administrators(texts: Texts) -> str:
    """For somebody else who would switch it."""
    return texts.say("Only an administrator may do that.")


def taken_off(ref: Ref, left: Remark | None, texts: Texts) -> Reply:
    """A person says that a mark is wrong; what else was marked stays there."""
    done = unmarked(ref, texts)
    if left is None:
        return done
    rest = _marks(left, texts)
    return Reply(as_list(done.text, rest.text, sep="\n\n"), rest.keyboard)


def unmarked(ref: Ref, texts: Texts) -> Reply:
    """A person says that a mark is wrong which was told of among others."""
    return Reply(fill(texts.template("{ref} is no longer marked."), ref=ref_code(ref)))


def all_hold(together: Sequence[Record], texts: Texts) -> Reply:
    """A person says that nothing contradicts anything."""
    said = texts.say("Both stay as they are.") if len(together) == 2 else texts.say("All stay as they are.")
    refs = "-".join(record.ref for record in together)
    return plain(said, [_button(texts.say("Undo"), DoubtAgain(refs=refs))])


def question(said: Remark | None, ref: Ref, texts: Texts) -> Reply:
    """Which is right, or that nothing contradicts the record any more."""
    return nothing_contradicts(ref, texts) if said is None else _question(said, texts)


def variants_of(said: Remark) -> tuple[Record, ...]:
    """The records among which a question lets people choose; what is left is asked by the next."""
    return (said.record, *said.asked[:VARIANTS])


def questions(page: Questions, here: SpaceId, texts: Texts) -> Reply:
    """What is asked and not answered yet; records of other spaces than this one name theirs."""
    first, last = page.offset + 1, page.offset + len(page.found)
    counted = (
        texts.count("{n} open question", "{n} open questions", page.total)
        if page.total == len(page.found)
        else texts.count(
            "{first}–{last} of {n} open question",
            "{first}–{last} of {n} open questions",
            page.total,
            first=first,
            last=last,
        )
    )
    lines = [_listed(number, one, here, texts) for number, one in enumerate(page.found, first)]
    chosen = [
        _button(str(number), AskAgain(remark=one.number)) for number, one in enumerate(page.found, first)
    ]
    head = Text(Bold(counted), " · ", texts.say("which is right?"))
    return Reply(as_list(head, *lines, sep="\n\n"), keyboard(chosen, _turns(page, texts)))


def all_answered(texts: Texts) -> Reply:
    """For a page of questions that were answered meanwhile."""
    return Reply(Text(texts.say("There are no open questions.")))


def _listed(number: int, said: Remark, here: SpaceId, texts: Texts) -> Text:
    space = said.record.space
    where = "" if space.id == here else f"{shortened(space.title, NAME_SHOWN)} · "
    return Text(f"{number}. {where}", _doubt(said, texts))


def _turns(page: Questions, texts: Texts) -> list[InlineKeyboardButton]:
    end = page.offset + len(page.found)
    back = TurnQuestions(offset=max(0, page.offset - NAMED)) if page.offset > 0 else None
    on = TurnQuestions(offset=page.offset + NAMED) if end < page.total else None
    return turns(back, on, texts)


def _question(said: Remark, texts: Texts) -> Reply:
    asked = variants_of(said)
    head = fill(
        texts.template("{ref} may contradict what is known. Which is right?"), ref=ref_code(said.record.ref)
    )
    choices = [
        _button(str(number), KeepAmong(remark=said.number, ref=one.ref))
        for number, one in enumerate(asked, 1)
    ]
    label = texts.say("Both are right") if len(asked) == 2 else texts.say("All are right")
    text = as_list(head, *variants(asked, texts), *_last(said, texts), sep="\n\n")
    return Reply(text, keyboard(choices, [_button(label, BothHold(remark=said.number))]))


def _marks(said: Remark, texts: Texts) -> Reply:
    shown = said.marked[:VARIANTS]
    lines: list[NodeType] = [_mark(one, said, texts) for one in shown]
    if len(said.marked) > len(shown):
        lines.append(texts.say("More records were marked: /stale lists them."))
    return Reply(
        as_list(*lines, *_last(said, texts), sep="\n\n"),
        keyboard(*(_buttons(one, said, texts, alone=len(shown) == 1) for one in shown)),
    )


def _digest(said: Digest, texts: Texts) -> Reply:
    marked = {one.record.ref: (one, by) for by in said.marks for one in by.marked}
    shown = list(marked.values())[:VARIANTS]
    lines: list[NodeType] = [texts.say("What I have not told you yet:")]
    if marked:
        counted = texts.count("{n} record was marked.", "{n} records were marked.", len(marked))
        lines.append(texts.say("{counted} /stale lists them.", counted=counted))
    lines += [_head(one, by, texts) for one, by in shown]
    lines += [_doubt(one, texts) for one in said.questions]
    refs = [one.record.ref for one, _ in shown]
    cards = [
        [
            _button(texts.say("Not so: {ref}", ref=ref), NotSoListed(ref=ref)),
            _button(texts.say("Show {ref}", ref=ref), ShowCard(ref=ref)),
        ]
        for ref in refs
    ]
    asked = [
        [_button(texts.say("Which is right? {ref}", ref=one.record.ref), AskAgain(remark=one.number))]
        for one in said.questions
    ]
    return Reply(as_list(*lines, sep="\n\n"), keyboard(*cards, *asked))


def _doubt(said: Remark, texts: Texts) -> Text:
    return fill(
        texts.template("❓ May contradict {other}: {ref} {text}"),
        other=ref_code(said.asked[0].ref),
        ref=ref_code(said.record.ref),
        text=start_of(said.record),
    )


def _head(one: Marked, by: Remark, texts: Texts) -> Text:
    return fill(
        _template(one.kind, texts),
        ref=ref_code(one.record.ref),
        text=start_of(one.record),
        by=ref_code(by.record.ref),
    )


def _mark(one: Marked, said: Remark, texts: Texts) -> Text:
    head = _head(one, said, texts)
    if not one.reason:
        return head
    why = texts.say("Why: {reason}", reason=reason_in_words(one.reason, texts))
    return Text(head, "\n", why)


def _template(kind: MarkKind, texts: Texts) -> str:
    match kind:
        case MarkKind.INVALIDATE:
            return texts.template("🕰 Outdated by {by}, the archivist thinks: {ref} {text}")
        case MarkKind.MERGE:
            return texts.template("🧩 Refined by {by}, the archivist thinks: {ref} {text}")


def _buttons(one: Marked, said: Remark, texts: Texts, *, alone: bool) -> list[InlineKeyboardButton]:
    ref = one.record.ref
    not_so = texts.say("Not so") if alone else texts.say("Not so: {ref}", ref=ref)
    show = texts.say("Show") if alone else texts.say("Show {ref}", ref=ref)
    return [_button(not_so, NotSo(remark=said.number, ref=ref)), _button(show, ShowCard(ref=ref))]


def _last(said: Remark, texts: Texts) -> list[str]:
    if not said.is_last_today:
        return []
    return [
        texts.say(
            "Anything else today comes in one message tomorrow; /stale lists what is marked, /conflicts "
            "what is asked."
        )
    ]


def _button(text: str, data: CallbackData) -> InlineKeyboardButton:
    return InlineKeyboardButton(text=text, callback_data=data.pack())
