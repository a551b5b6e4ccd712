"""A record's card, the fact passport, and what is done from it."""

from aiogram.types import CopyTextButton, InlineKeyboardButton, InlineKeyboardMarkup
from aiogram.utils.formatting import Bold, Code, NodeType, Text, as_list

from bot.callbacks import AskForget, ForgetNow, ShowHistory, UndoForget
from bot.texts import Texts
from bot.views.parts import MARKS, day, minute, ref_code, status_name, who
from bot.views.reply import Reply, fill, keyboard
from core.ids import Ref
from core.records import Event, EventKind, Record, Status
from core.show import Passport
from core.standing import Standing

CONTRADICTIONS = 5
"""Contradicting versions that a card names; the others are counted."""


def card(passport: Passport, texts: Texts) -> Reply:
    """Everything about one record."""
    record, standing = passport.record, passport.standing
    head = Text(
        f"{MARKS[standing.status]} ", Bold(status_name(standing.status, texts)), " · ", ref_code(record)
    )
    facts = [*_why(standing, texts), *_about(record, texts), *_versions(passport, texts)]
    return Reply(as_list(head, record.content, as_list(*facts), sep="\n\n"), card_buttons(record.ref, texts))


def card_buttons(ref: Ref, texts: Texts) -> InlineKeyboardMarkup | None:
    """What can be done from a card."""
    return keyboard(
        [
            InlineKeyboardButton(text=texts.say("Copy {ref}", ref=ref), copy_text=CopyTextButton(text=ref)),
            InlineKeyboardButton(text=texts.say("History"), callback_data=ShowHistory(ref=ref).pack()),
            InlineKeyboardButton(
                text=texts.say("Forget…"), callback_data=AskForget(ref=ref, ask=True).pack()
            ),
        ]
    )


def forget_buttons(ref: Ref, texts: Texts) -> InlineKeyboardMarkup | None:
    """The card's buttons while it asks whether to forget."""
    return keyboard(
        [
            InlineKeyboardButton(text=texts.say("Yes, forget it"), callback_data=ForgetNow(ref=ref).pack()),
            InlineKeyboardButton(
                text=texts.say("Keep it"), callback_data=AskForget(ref=ref, ask=False).pack()
            ),
        ]
    )


def forgotten(record: Record, texts: Texts) -> Reply:
    """What stands where a record was, with the way back."""
    undo = InlineKeyboardButton(text=texts.say("Undo"), callback_data=UndoForget(ref=record.ref).pack())
    text = fill(texts.template("Forgotten: {ref}. Nobody finds it any more."), ref=ref_code(record))
    return Reply(text, keyboard([undo]))


def restored(record: Record, texts: Texts) -> Reply:
    """A forgotten record is back."""
    return Reply(fill(texts.template("{ref} is back, as it was."), ref=ref_code(record)))


def history(passport: Passport, texts: Texts) -> Reply:
    """What happened to a record, oldest first."""
    head = fill(texts.template("History of {ref}"), ref=ref_code(passport.record))
    return Reply(as_list(head, *(_event(event, texts) for event in passport.history)))


def _event(event: Event, texts: Texts) -> Text:
    template = _event_template(event.kind, texts)
    other = Code(event.other or "")
    return fill(template, when=minute(event.at, texts), who=event.person.name, other=other)


def _event_template(kind: EventKind, texts: Texts) -> str:  # noqa: C901  one line a kind
    match kind:
        case EventKind.SAVED:
            return texts.template("{when}: saved by {who}")
        case EventKind.EDITED:
            return texts.template("{when}: text changed by {who}")
        case EventKind.LABELLED:
            return texts.template("{when}: labels changed by {who}")
        case EventKind.VISIBILITY:
            return texts.template("{when}: visibility changed by {who}")
        case EventKind.RETIRED:
            return texts.template("{when}: retired by {who}, who kept {other}")
        case EventKind.BROUGHT_BACK:
            return texts.template("{when}: counted again by {who}, beside {other}")
        case EventKind.MARKED:
            return texts.template("{when}: marked by the archivist because of {other}")
        case EventKind.UNMARKED:
            return texts.template("{when}: mark because of {other} taken off by {who}")
        case EventKind.WIPED:
            return texts.template("{when}: text wiped")
        case EventKind.FORGOTTEN:
            return texts.template("{when}: forgotten by {who}")
        case EventKind.RESTORED:
            return texts.template("{when}: brought back by {who}")


def _why(standing: Standing, texts: Texts) -> list[NodeType]:
    lines: list[NodeType] = [
        fill(
            texts.template("Contradicts {ref} of {day}: {text}"),
            ref=ref_code(other),
            day=day(other.updated_at, texts),
            text=_start(other.content),
        )
        for other in standing.contradicts[:CONTRADICTIONS]
    ]
    if (more := len(standing.contradicts) - CONTRADICTIONS) > 0:
        lines.append(texts.count("and {n} more", "and {n} more", more))
    if not lines and standing.status is Status.CONFLICT:
        lines.append(texts.say("It sums up a record that is in conflict."))
    if standing.status is Status.STALE:
        lines.append(texts.say("It sums up a record that is outdated."))
    return lines


def _about(record: Record, texts: Texts) -> list[NodeType]:
    lines: list[NodeType] = [
        fill(
            texts.template("Saved: {when}, {who}"),
            when=minute(record.created_at, texts),
            who=who(record, texts),
        )
    ]
    if record.said_at is not None:
        lines.append(fill(texts.template("Said: {when}"), when=minute(record.said_at, texts)))
    if record.space.is_group:
        lines.append(texts.say("Group: {title}", title=record.space.title))
    source = record.source if record.source_id is None else f"{record.source} · {record.source_id}"
    lines.append(fill(texts.template("Source: {source}"), source=Code(source)))
    lines.append(texts.say("Confidence: {percent} %", percent=round(100 * record.confidence)))
    if record.fact_key is not None:
        lines.append(fill(texts.template("Key: {key}"), key=Code(record.fact_key)))
    return lines


def _versions(passport: Passport, texts: Texts) -> list[NodeType]:
    if len(passport.versions) < 2:
        return []
    newest = passport.versions[0]
    count = texts.count("{n} version", "{n} versions", len(passport.versions))
    if newest.id == passport.record.id:
        return [texts.say("{versions}, this is the newest", versions=count)]
    return [fill(texts.template("{versions}, the newest is {ref}"), versions=count, ref=ref_code(newest))]


def _start(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= 120 else f"{flat[:119]}…"
