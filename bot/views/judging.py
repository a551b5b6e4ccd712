"""Which record is right: asked, and answered."""

from collections.abc import Sequence

from aiogram.types import InlineKeyboardButton
from aiogram.utils.formatting import Bold, Text, as_list

from bot.callbacks import BothRight, CountAgain, KeepOne
from bot.texts import Texts
from bot.views.parts import day, ref_code, start_of, who
from bot.views.reply import Reply, fill, keyboard, plain
from core.ids import Ref
from core.records import Record
from core.resolve import Judged
from core.standing import Standing
from core.validate import Validation

VARIANTS = 4
"""Contradicting records that the question names; the others are on the card."""


def which_is_right(record: Record, standing: Standing, texts: Texts) -> Reply:
    """The question under a save or an edit that contradicts other records of the same fact."""
    asked = (record, *standing.contradicts[:VARIANTS])
    head = fill(
        texts.template("{key}: this contradicts what is known. Which is right?"),
        key=Bold(record.fact_key or ""),
    )
    choices = [
        InlineKeyboardButton(text=str(number), callback_data=KeepOne(ref=one.ref).pack())
        for number, one in enumerate(asked, 1)
    ]
    both = BothRight(ref=record.ref).pack()
    return Reply(
        as_list(head, *variants(asked, texts), sep="\n\n"),
        keyboard(choices, [InlineKeyboardButton(text=texts.say("Both are right"), callback_data=both)]),
    )


def resolved(keep: Ref, concerned: Sequence[Judged], texts: Texts) -> Reply:
    """What was kept and what was retired, with the way back where there is one."""
    kept = [record for record, _ in concerned if record.ref == keep]
    retired = [record for record, _ in concerned if record.ref != keep]
    lines = [
        fill(texts.template("Right: {ref} {text}"), ref=ref_code(one.ref), text=start_of(one)) for one in kept
    ]
    lines += [
        fill(texts.template("No more: {ref} {text}"), ref=ref_code(one.ref), text=start_of(one))
        for one in retired
    ]
    undo = [
        InlineKeyboardButton(
            text=texts.say("Undo {ref}", ref=one.ref), callback_data=CountAgain(ref=one.ref).pack()
        )
        for one in retired
    ]
    return Reply(as_list(*lines), keyboard(undo[:VARIANTS]))


def both_stay(texts: Texts) -> Reply:
    """Both records hold."""
    return plain(texts.say("Both stay. The new one is a record of its own now, without the key."))


def validated(record: Record, found: Validation, texts: Texts) -> Reply:
    """Whether a record is still what its message says."""
    lines = []
    if record.id in found.stale:
        lines.append(texts.template("{ref} is not what the message says now."))
    else:
        lines.append(texts.template("{ref} is what the message says."))
    if record.id in found.conflict:
        lines.append(texts.template("{ref} contradicts another record."))
    return Reply(as_list(*(fill(line, ref=ref_code(record.ref)) for line in lines)))


def variants(records: Sequence[Record], texts: Texts) -> list[Text]:
    """The records to choose from, numbered."""
    return [_variant(number, record, texts) for number, record in enumerate(records, 1)]


def _variant(number: int, record: Record, texts: Texts) -> Text:
    about = Text(who(record, texts), " · ", day(record.updated_at, texts), " · ", ref_code(record.ref))
    return Text(f"{number}. {start_of(record)}", "\n", about)
