"""Which record is right: asked, and answered."""

from collections.abc import Sequence
from hashlib import sha256

from aiogram.types import InlineKeyboardButton
from aiogram.utils.formatting import Bold, Text, as_list

from bot.callbacks import BothRight, KeepOne, KeyAgain, UndoChoice
from bot.texts import Texts
from bot.views.parts import day, ref_code, start_of, who
from bot.views.reply import Reply, fill, keyboard, plain
from core.ids import Ref
from core.records import Record, content_hash
from core.resolve import Judged
from core.show import Passport
from core.standing import Standing
from core.validate import Validation

VARIANTS = 4
"""Contradicting records that the question names; the others are on the card."""
UNDOABLE = 5
"""Records that a button can name; the cards of the others have one of their own."""


def question(passport: Passport, texts: Texts) -> Reply:
    """Which is right, or that nothing contradicts the record any more."""
    record, standing = passport.record, passport.standing
    if standing.contradicts:
        return which_is_right(record, standing, texts)
    return nothing_contradicts(record.ref, texts)


def nothing_contradicts(ref: Ref, texts: Texts) -> Reply:
    """There is no question about a record any more."""
    return Reply(fill(texts.template("Nothing contradicts {ref} any more."), ref=ref_code(ref)))


def which_is_right(record: Record, standing: Standing, texts: Texts) -> Reply:
    """The question under a save or an edit that contradicts other records of the same fact."""
    asked = (record, *standing.contradicts[:VARIANTS])
    shown = shown_of(record, standing)
    head = fill(
        texts.template("{key}: this contradicts what is known. Which is right?"),
        key=Bold(record.fact_key or ""),
    )
    choices = [
        InlineKeyboardButton(
            text=str(number), callback_data=KeepOne(ref=one.ref, about=record.ref, shown=shown).pack()
        )
        for number, one in enumerate(asked, 1)
    ]
    both = texts.say("Both are right") if len(asked) == 2 else texts.say("The new one is right too")
    rest = len(standing.contradicts) - VARIANTS
    return Reply(
        as_list(
            head,
            *variants(asked, texts),
            *([texts.count("and {n} more", "and {n} more", rest)] if rest > 0 else []),
            sep="\n\n",
        ),
        keyboard(
            choices,
            [InlineKeyboardButton(text=both, callback_data=BothRight(ref=record.ref, shown=shown).pack())],
        ),
    )


def shown_of(record: Record, standing: Standing) -> str:
    """What a record and those that contradict it say, as 8 characters: other ones as soon as that changes."""
    said = sorted(f"{one.id} {content_hash(one.content)}" for one in (record, *standing.contradicts))
    return sha256("\n".join(said).encode()).hexdigest()[:8]


def resolved(keep: Ref, concerned: Sequence[Judged], texts: Texts) -> Reply:
    """What was kept and what was retired, with the way back where there is one."""
    kept = [record for record, _ in concerned if record.ref == keep]
    retired = [record for record, _ in concerned if record.ref != keep]
    lines = [
        fill(texts.template("Right: {ref} {text}"), ref=ref_code(one.ref), text=start_of(one)) for one in kept
    ]
    lines += [
        fill(texts.template("No longer right: {ref} {text}"), ref=ref_code(one.ref), text=start_of(one))
        for one in retired
    ]
    refs = [one.ref for one in retired[:UNDOABLE]]
    undo = [
        InlineKeyboardButton(
            text=texts.say("Undo {ref}", ref=", ".join(refs)),
            callback_data=UndoChoice(refs="-".join(refs)).pack(),
        )
    ]
    return Reply(as_list(*lines), keyboard(undo if refs else []))


def both_stay(record: Record, standing: Standing, texts: Texts) -> Reply:
    """The new record, as it stood before, is of another fact than those it contradicted."""
    others = standing.contradicts
    said = (
        texts.say("Both stay. The new one is a record of its own now, without the key.")
        if len(others) == 1
        else texts.say("The new one stays, as a record of its own now, without the key.")
    )
    undo = KeyAgain(ref=record.ref, other=others[0].ref).pack()
    return plain(said, [InlineKeyboardButton(text=texts.say("Undo"), callback_data=undo)])


def validated(record: Record, found: Validation, texts: Texts, *, moved_on: bool) -> Reply:
    """Whether a record is still what its message says, or that has moved on, and whether it holds."""
    lines = []
    if moved_on:
        lines.append(texts.template("{ref} no longer says what the message says."))
    else:
        lines.append(texts.template("{ref} says what the message says."))
        if record.id in found.stale:
            lines.append(texts.template("{ref} is outdated."))
    if record.id in found.conflict:
        lines.append(texts.template("{ref} contradicts another record."))
    return Reply(as_list(*(fill(line, ref=ref_code(record.ref)) for line in lines)))


def not_compared(passport: Passport, texts: Texts) -> Reply:
    """For a message that Telegram, or the terminal after a restart, shows without its text."""
    lines = [
        texts.template(
            "{ref} is the record of that message. I can no longer see the text of the message, so I cannot "
            "compare the two."
        )
    ]
    if passport.standing.contradicts:
        lines.append(texts.template("{ref} contradicts another record."))
    return Reply(as_list(*(fill(line, ref=ref_code(passport.record.ref)) for line in lines)))


def variants(records: Sequence[Record], texts: Texts) -> list[Text]:
    """The records to choose from, numbered."""
    return [_variant(number, record, texts) for number, record in enumerate(records, 1)]


def _variant(number: int, record: Record, texts: Texts) -> Text:
    about = Text(who(record, texts), " · ", day(record.updated_at, texts), " · ", ref_code(record.ref))
    return Text(f"{number}. {start_of(record)}", "\n", about)
