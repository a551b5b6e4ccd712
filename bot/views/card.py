"""A record's card, the fact passport, and what is done from it."""

from aiogram.filters.callback_data import CallbackData
from aiogram.types import CopyTextButton, InlineKeyboardButton, InlineKeyboardMarkup
from aiogram.utils.formatting import Bold, Code, NodeType, Text, as_list

from bot.callbacks import (
    AskForget,
    AskWhich,
    ChangeReaders,
    CountAgain,
    ForgetNow,
    ShowHistory,
    ThisIsRight,
    UndoForget,
    Unmark,
)
from bot.incoming import CHAT_SOURCE
from bot.texts import Texts
from bot.views.judging import shown_of
from bot.views.parts import MARKS, day, minute, reason_in_words, ref_code, start_of, status_name, who
from bot.views.reply import Reply, fill, keyboard
from core.ids import Ref
from core.marks import Mark, MarkKind
from core.records import DEFAULT_SCOPE, Event, EventKind, Record, Status, Visibility
from core.show import Passport
from core.standing import Standing

CONTRADICTIONS = 5
"""Contradicting versions that a card names; the others are counted."""


def card(passport: Passport, texts: Texts, *, in_terminal: bool) -> Reply:
    """Everything about one record; `in_terminal` tells where its messages were written."""
    record, standing = passport.record, passport.standing
    head = Text(
        f"{MARKS[standing.status]} ", Bold(status_name(standing.status, texts)), " · ", ref_code(record.ref)
    )
    facts = [
        *_why(standing, texts),
        *_about(record, standing, texts, in_terminal=in_terminal),
        *_versions(passport, texts),
    ]
    return Reply(as_list(head, record.content, as_list(*facts), sep="\n\n"), card_buttons(passport, texts))


def card_buttons(passport: Passport, texts: Texts) -> InlineKeyboardMarkup | None:
    """What can be done from a card; rights are checked at the press."""
    ref = passport.record.ref
    copy = InlineKeyboardButton(text=texts.say("Copy {ref}", ref=ref), copy_text=CopyTextButton(text=ref))
    always = [
        _button(texts.say("History"), ShowHistory(ref=ref)),
        _button(texts.say("Forget…"), AskForget(ref=ref, ask=True)),
    ]
    return keyboard(
        _judging(passport, texts), _asking(passport, texts), [copy, *always], _readers(passport.record, texts)
    )


def _judging(passport: Passport, texts: Texts) -> list[InlineKeyboardButton]:
    ref, standing = passport.record.ref, passport.standing
    buttons = []
    if standing.contradicts:
        right = ThisIsRight(ref=ref, shown=shown_of(passport.record, standing))
        buttons.append(_button(texts.say("This one is right"), right))
    if standing.retired_for is not None:
        buttons.append(_button(texts.say("Treat as right again"), CountAgain(ref=ref)))
    if standing.marks:
        buttons.append(_button(texts.say("Not outdated"), Unmark(ref=ref)))
    return buttons


def _asking(passport: Passport, texts: Texts) -> list[InlineKeyboardButton]:
    """The question that was asked when the contradiction appeared, with all its answers."""
    if not passport.standing.contradicts:
        return []
    return [_button(texts.say("Which is right?"), AskWhich(ref=passport.record.ref))]


def _readers(record: Record, texts: Texts) -> list[InlineKeyboardButton]:
    """Who may read matters in a group alone."""
    if not record.space.is_group:
        return []
    if record.visibility is Visibility.AUTHOR:
        return [_button(texts.say("Show it to the group"), ChangeReaders(ref=record.ref, draft=False))]
    return [_button(texts.say("Hide it from the group"), ChangeReaders(ref=record.ref, draft=True))]


def _button(text: str, data: CallbackData) -> InlineKeyboardButton:
    return InlineKeyboardButton(text=text, callback_data=data.pack())


def forget_buttons(ref: Ref, texts: Texts) -> InlineKeyboardMarkup | None:
    """The card's buttons while it asks whether to forget."""
    return keyboard(
        [
            _button(texts.say("Yes, forget it"), ForgetNow(ref=ref)),
            _button(texts.say("Keep it"), AskForget(ref=ref, ask=False)),
        ]
    )


def forgotten(record: Record, texts: Texts) -> Reply:
    """What stands where a record was, with the way back."""
    undo = _button(texts.say("Undo"), UndoForget(ref=record.ref))
    text = fill(texts.template("Forgotten: {ref}. Nobody can find it now."), ref=ref_code(record.ref))
    return Reply(text, keyboard([undo]))


def draft_now(texts: Texts) -> Reply:
    """What stands in a group where the card of a record was that only its author may read now."""
    return Reply(
        Text(texts.say("This record is a draft now: only its author sees it, in a private chat with me."))
    )


def restored(record: Record, texts: Texts) -> Reply:
    """A forgotten record is back."""
    return Reply(fill(texts.template("{ref} is back, as it was."), ref=ref_code(record.ref)))


def not_forgotten(record: Record, texts: Texts) -> Reply:
    """For /undo of a record that is there."""
    return Reply(
        fill(texts.template("{ref} is not forgotten: there is nothing to undo."), ref=ref_code(record.ref))
    )


def history(passport: Passport, texts: Texts) -> Reply:
    """What happened to a record, oldest first."""
    head = fill(texts.template("History of {ref}"), ref=ref_code(passport.record.ref))
    before = [
        fill(
            texts.template("Until {when} it said: {text}"),
            when=minute(earlier.replaced_at, texts),
            text=earlier.content,
        )
        for earlier in passport.earlier
    ]
    return Reply(as_list(head, *(_event(event, texts) for event in passport.history), *before))


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
            return texts.template("{when}: ruled out by {who}, who kept {other}")
        case EventKind.BROUGHT_BACK:
            return texts.template("{when}: called right again, along with {other}, by {who}")
        case EventKind.MARKED:
            return texts.template("{when}: marked by the archivist because of {other}")
        case EventKind.UNMARKED:
            return texts.template("{when}: mark because of {other} taken off by {who}")
        case EventKind.BOTH_RIGHT:
            return texts.template("{when}: called right together with {other} by {who}")
        case EventKind.IN_DOUBT:
            return texts.template("{when}: no longer called right together with {other}, by {who}")
        case EventKind.WIPED:
            return texts.template("{when}: text wiped")
        case EventKind.FORGOTTEN:
            return texts.template("{when}: forgotten by {who}")
        case EventKind.RESTORED:
            return texts.template("{when}: brought back by {who}")


def _why(standing: Standing, texts: Texts) -> list[NodeType]:
    lines: list[NodeType] = [
        fill(
            texts.template("Contradicts {ref} from {day}: {text}"),
            ref=ref_code(other.ref),
            day=day(other.updated_at, texts),
            text=start_of(other),
        )
        for other in standing.contradicts[:CONTRADICTIONS]
    ]
    if (more := len(standing.contradicts) - CONTRADICTIONS) > 0:
        lines.append(texts.count("and {n} more", "and {n} more", more))
    lines += [_mark(mark, texts) for mark in standing.marks]
    if standing.retired_for is not None:
        lines.append(texts.say("Someone called another record right instead."))
    if standing.status is not standing.own:
        lines.append(_inherited(standing.status, texts))
    return lines


def _mark(mark: Mark, texts: Texts) -> Text:
    cause = Code(mark.cause_ref)
    if not mark.reason:
        return fill(_unexplained(mark.kind, texts), ref=cause)
    return fill(_explained(mark.kind, texts), ref=cause, reason=reason_in_words(mark.reason, texts))


def _explained(kind: MarkKind, texts: Texts) -> str:
    match kind:
        case MarkKind.INVALIDATE:
            return texts.template("Outdated by {ref}, the archivist thinks: {reason}")
        case MarkKind.MERGE:
            return texts.template("Refined by {ref}, the archivist thinks: {reason}")


def _unexplained(kind: MarkKind, texts: Texts) -> str:
    match kind:
        case MarkKind.INVALIDATE:
            return texts.template("Outdated by {ref}, the archivist thinks")
        case MarkKind.MERGE:
            return texts.template("Refined by {ref}, the archivist thinks")


def _inherited(status: Status, texts: Texts) -> str:
    if status is Status.CONFLICT:
        return texts.say("It sums up a record that is in conflict.")
    return texts.say("It sums up a record that is outdated.")


def _about(record: Record, standing: Standing, texts: Texts, *, in_terminal: bool) -> list[NodeType]:
    lines: list[NodeType] = [
        fill(
            texts.template("Saved: {when}, {who}"),
            when=minute(record.created_at, texts),
            who=who(record, texts, limit=None),
        )
    ]
    if record.said_at is not None:
        lines.append(fill(texts.template("Said: {when}"), when=minute(record.said_at, texts)))
    if record.space.is_group:
        lines.append(texts.say("Group: {title}", title=record.space.title))
    # The terminal's messages are kept as Telegram's are (SPEC section 10); people are told what is true.
    saved_by = texts.say("terminal") if in_terminal and record.source == CHAT_SOURCE else record.source
    source = saved_by if record.source_id is None else f"{saved_by} · {record.source_id}"
    lines.append(fill(texts.template("Source: {source}"), source=Code(source)))
    lines.append(texts.say("Confidence: {percent}%", percent=round(100 * standing.confidence)))
    if record.visibility is Visibility.AUTHOR:
        lines.append(texts.say("A draft: only you can see it."))
    if record.scope != DEFAULT_SCOPE:
        lines.append(fill(texts.template("Scope: {scope}"), scope=Code(record.scope)))
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
    return [fill(texts.template("{versions}, the newest is {ref}"), versions=count, ref=ref_code(newest.ref))]
