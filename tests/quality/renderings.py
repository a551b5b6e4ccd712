"""MemConflict's "person — field: value" put in other words, without the name of the field."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Statement:
    """A statement of MemConflict, taken apart."""

    person: str
    field: str
    value: str

    @classmethod
    def parse(cls, text: str) -> "Statement":
        """Read "person — field: value"."""
        person, _, rest = text.partition(" — ")
        field, _, value = rest.partition(":")
        return cls(person, field, value.strip())

    def __str__(self) -> str:
        return f"{self.person} — {self.field}: {self.value}".strip()


# For each field that changes: how people say it, and how they say that it has changed.
_SAID: Mapping[str, tuple[str, str]] = {
    "Marital Status / Status": ("{p} is {v} as far as love goes", "Love life of {p}: {v} now"),
    "Work Status / Current State": ("At the office {p} is {v}", "{p} is {v} at the office these days"),
    "Social Relationships / Social Status / Current State": (
        "Among friends {p} is {v}",
        "{p} is now {v} among friends",
    ),
    "Career Status / Company Name": ("{p} is employed at {v}", "{p} got hired by {v}, employed there now"),
    "Residence": ("{p} lives in {v}", "{p} now lives in {v}, moved there"),
    "Career Status / Job Title": ("{p} holds the rank of {v}", "{p} was given the rank of {v}"),
    "Career Status / Monthly Income": (
        "{p} earns {v} every four weeks",
        "{p} earns {v} since the last raise",
    ),
    "Career Status / Industry": ("{p} makes a living in the {v} sector", "{p} went over to the {v} sector"),
    "Career Status / Company Type": ("The employer of {p} is a {v}", "The new employer of {p} is a {v}"),
    "Career Status / Savings Amount": ("{p} has {v} put aside in the bank", "In the bank {p} has {v} by now"),
    "Career Status / Employment Status": ("{p} earns a living as {v}", "{p} now makes a living as {v}"),
    "Health Status / Mental Health": ("{p} feels {v} inside", "Inside, {p} feels {v} lately"),
    "Health Status / Physical Health": ("The body of {p} is {v}", "{p} has a body that is {v} now"),
    "Children Status / Status": ("As a parent {p} is {v}", "{p} became a parent: {v}"),
}


@dataclass(frozen=True)
class Rendering:
    """How records are put: the older ones, and the new one."""

    name: str
    old: int | None = None
    """Which way of saying it: None as it is in MemConflict."""
    new: int | None = None

    def as_old(self, statement: Statement) -> str:
        """An older record."""
        return _said(statement, self.old)

    def as_new(self, statement: Statement) -> str:
        """The new record."""
        return _said(statement, self.new)


def _said(statement: Statement, way: int | None) -> str:
    ways = _SAID.get(statement.field)
    if way is None or ways is None:
        return str(statement)
    return ways[way].format(p=statement.person, v=statement.value)


RENDERINGS = (
    Rendering("as given"),
    Rendering("said in a sentence", 0, 0),
    Rendering("a change said in other words", 0, 1),
)
