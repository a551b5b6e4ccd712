"""Qualifiers, as in mail and code search: `key:`, `scope:`, `by:`, `after:`, `before:`, `is:`, "…"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, datetime
from typing import Literal

from core.errors import Invalid, Reason
from core.guard import clean
from core.records import Record, Status
from core.words import normalise, runs

# The quotes that keyboards give, straight ones or those of the language.
_QUOTED = r'"([^"]+)"|“([^”]+)”|«([^»]+)»'
_NAMES = "key|scope|by|after|before|is"
_QUALIFIER = re.compile(rf"(?<!\S)({_NAMES}):(?:{_QUOTED}|(\S+))", re.IGNORECASE)
_UNTAKEN = re.compile(r"(key|scope):(\S?)", re.IGNORECASE)
_ONLY_LABELS = re.compile(rf"(?:(?:key|scope):(?:{_QUOTED}|\S*)(?:\s+|$))+", re.IGNORECASE)
_NEAR_FILTER = re.compile(rf"(?<!\S)({_NAMES}):(?!\S)", re.IGNORECASE)
_NO_FILTER = re.compile(r"(?<!\S)([^\W\d_]+):(?![/:\s])")
_PHRASE = re.compile(_QUOTED)
_STATUSES = {"stale": Status.STALE, "conflict": Status.CONFLICT}
_DATE = "a date as 2026-05-31"


@dataclass(frozen=True)
class Filters:
    """What a found record must be besides matching words; None does not matter."""

    scope: str | None = None
    fact_key: str | None = None
    by: str | None = None
    """The author, or whose words they are, as a beginning of the name."""
    after: datetime | None = None
    """The earliest time of its last change."""
    before: datetime | None = None
    """The first time too late."""
    status: Status | None = None
    marked: bool = False
    """Whether it must be outdated, or marked by the archivist in any way."""
    phrases: tuple[tuple[str, ...], ...] = field(default=())
    """Runs of normalised words that its content must hold side by side."""

    def allow(self, record: Record) -> bool:
        """Whether the record passes, its status aside."""
        return (
            (self.scope is None or normalise(record.scope) == normalise(self.scope))
            and (self.fact_key is None or normalise(record.fact_key or "") == normalise(self.fact_key))
            and (self.by is None or _is_by(record, self.by))
            and (self.after is None or record.updated_at >= self.after)
            and (self.before is None or record.updated_at < self.before)
            and all(_holds(record.content, phrase) for phrase in self.phrases)
        )


NO_FILTERS = Filters()


@dataclass(frozen=True)
class Labelled:
    """A text to remember, with the labels that were written before it."""

    content: str
    fact_key: str | None = None
    scope: str | None = None

    @property
    def untaken(self) -> "Untaken | None":
        """What the text still begins with that looks like a label."""
        match = _UNTAKEN.match(self.content)
        if match is None:
            return None
        name = match[1].casefold()
        before = self.fact_key if name == "key" else self.scope
        if match[2] and before is None:
            return None
        alone = _ONLY_LABELS.fullmatch(self.content) is not None
        return Untaken(name, Reason.TWICE if match[2] else Reason.MISSING, alone)


@dataclass(frozen=True)
class Untaken:
    """What looks like a label and is none: it has no value right behind its colon, or a second one."""

    name: str
    why: Literal[Reason.TWICE, Reason.MISSING]
    alone: bool
    """Whether the text is nothing but such labels."""

    @property
    def refusal(self) -> Invalid:
        """Why nothing is kept of a text that is nothing else."""
        return _twice(self.name) if self.why is Reason.TWICE else _without_value(self.name)


def labelled(text: str) -> Labelled:
    """Take `key:` and `scope:` off the beginning of a text; further on they are part of it.

    So is a second one with another value. "key:" may also come before a real key: a secret is no label, and
    stays in the text for Memory Guard.
    """
    found = Labelled(text.lstrip())
    while (match := _QUALIFIER.match(found.content)) and not clean(match[0]).redacted:
        name, value = _parts(match)
        match name:
            case "key" if found.fact_key in (None, value):
                found = replace(found, fact_key=value)
            case "scope" if found.scope in (None, value):
                found = replace(found, scope=value)
            case _:
                return found
        found = replace(found, content=found.content[match.end() :].lstrip())
    return found


def unknown_filter(words: str) -> str | None:
    """What looks like a filter in the words of a query and is none, as `tag` of `tag:release`."""
    match = _NO_FILTER.search(_PHRASE.sub(" ", words))
    return None if match is None else match[1]


def filters(text: str) -> tuple[str, Filters] | Invalid:
    """Take the qualifiers out of a query: the words that are left, phrases included, and the filters."""
    words = _QUALIFIER.sub(" ", text)
    if near := _NEAR_FILTER.search(_PHRASE.sub(" ", words)):
        return _without_value(near[1].casefold())
    found = Filters(phrases=tuple(_phrases(words)))
    for match in _QUALIFIER.finditer(text):
        name, value = _parts(match)
        step = _with(found, name, value)
        if isinstance(step, Invalid):
            return step
        if _overrides(step, found):
            return _twice(name)
        found = step
    return words.strip(), found


def _overrides(after: Filters, before: Filters) -> bool:
    """Whether a filter that was set before has another value."""
    return any(
        getattr(before, one.name) not in (one.default, getattr(after, one.name)) for one in fields(before)
    )


def _without_value(name: str) -> Invalid:
    return Invalid(name, Reason.MISSING, "a value right behind the colon")


def _twice(name: str) -> Invalid:
    return Invalid(name, Reason.TWICE, "one value")


def _parts(match: re.Match[str]) -> tuple[str, str]:
    """The name and the value of a qualifier."""
    name, *values = match.groups()
    return name.casefold(), next(filter(None, values))


def _with(found: Filters, name: str, value: str) -> Filters | Invalid:
    match name:
        case "scope":
            return replace(found, scope=value)
        case "key":
            return replace(found, fact_key=value)
        case "by":
            return replace(found, by=value)
        case "is":
            if value.casefold() == "marked":
                return replace(found, marked=True)
            status = _STATUSES.get(value.casefold())
            return (
                replace(found, status=status)
                if status
                else Invalid(name, Reason.RANGE, "`stale`, `marked` or `conflict`")
            )
        case _:
            moment = _moment(value)
            if moment is None:
                return Invalid(name, Reason.RANGE, _DATE)
            return replace(found, after=moment) if name == "after" else replace(found, before=moment)


def _moment(value: str) -> datetime | None:
    """The moment, in UTC where it does not say otherwise."""
    try:
        moment = datetime.fromisoformat(value)
        return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        return None


def _phrases(text: str) -> Iterator[tuple[str, ...]]:
    for match in _PHRASE.finditer(text):
        if words := tuple(runs(next(filter(None, match.groups())))):
            yield words


def _holds(content: str, phrase: tuple[str, ...]) -> bool:
    words = runs(content)
    size = len(phrase)
    return any(tuple(words[start : start + size]) == phrase for start in range(len(words) - size + 1))


def _is_by(record: Record, name: str) -> bool:
    wanted = normalise(name)
    return any(normalise(one).startswith(wanted) for one in (record.author.name, record.said_by) if one)
