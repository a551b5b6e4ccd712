"""The tool `show`: the fact passport (SPEC section 3)."""

from collections.abc import Iterator

from pydantic import Field

from bot.tools.answers import JSON, event_json, judged_json, link_json, record_json
from bot.tools.caller import Right
from bot.tools.names import record_name
from bot.tools.shapes import Shape, Text
from bot.tools.tool import Call, Result, Tool
from core.builtin_model import ground_of
from core.errors import NotFound, Refusal
from core.marks import MarkKind
from core.records import Status, iso
from core.show import Passport


class ShowArguments(Shape):
    """Which record."""

    memory_id: Text = Field(description="the id or reference of a record")


async def _show(call: Call, arguments: ShowArguments) -> Result | Refusal:
    name = record_name(arguments.memory_id)
    if name is None:
        return NotFound()
    passport = await call.memory.show(call.actor, name)
    return passport if isinstance(passport, NotFound) else Result(_passport(passport))


def _passport(passport: Passport) -> dict[str, JSON]:
    standing = passport.standing
    return {
        "record": {
            **judged_json(passport.record, standing),
            "superseded_by": standing.superseded_by,
        },
        "why": why(passport),
        "versions": [record_json(version) for version in passport.versions],
        "links": [link_json(link) for link in passport.links],
        "history": [event_json(event) for event in passport.history],
        "earlier_contents": [
            {"content": earlier.content, "replaced_at": iso(earlier.replaced_at)}
            for earlier in passport.earlier
        ],
    }


def why(passport: Passport) -> str:
    """Why the record has its status, in words, for this reader."""
    reasons = list(_reasons(passport)) or ["nothing contradicts it, and nobody has verified it"]
    return "; ".join(reasons)


def _reasons(passport: Passport) -> Iterator[str]:
    standing = passport.standing
    if others := ", ".join(other.ref for other in standing.contradicts):
        yield f"contradicts {others}, of the same fact `{passport.record.fact_key}`"
    for mark in standing.marks:
        why = f": {_reason(mark.reason)}" if mark.reason else ""
        yield f"{_MARKED[mark.kind]} {mark.cause_ref}{why}"
    if standing.retired_for is not None:
        yield f"retired by a person, who kept {standing.retired_for.ref}"
    elif standing.superseded_by is not None:
        yield f"the newest version is {passport.versions[0].ref}"
    if standing.status is not standing.own:
        yield f"summarises a record that is {_INHERITED[standing.status]}"


def _reason(reason: str) -> str:
    ground = ground_of(reason)
    return reason if ground is None else ground.replace("_", " ")


_MARKED = {
    MarkKind.INVALIDATE: "marked as outdated by the archivist because of",
    MarkKind.MERGE: "marked as refined by the archivist because of",
}
_INHERITED = {
    Status.CONFLICT: "in conflict",
    Status.STALE: "stale",
    Status.UNVERIFIED: "unverified",
}
SHOW = Tool("show", ShowArguments, _show, Right.READ)
