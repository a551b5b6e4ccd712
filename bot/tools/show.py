"""The tool `show`: the fact passport (SPEC section 3)."""

from pydantic import Field

from bot.tools.answers import JSON, event_json, record_json
from bot.tools.names import record_name
from bot.tools.shapes import Shape, Text
from bot.tools.tool import Call, Result, Tool
from core.errors import NotFound, Refusal
from core.records import Status
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
            **record_json(passport.record),
            "status": standing.status.value,
            "superseded_by": standing.superseded_by,
        },
        "why": why(passport),
        "versions": [record_json(version) for version in passport.versions],
        # Links come with the archivist, in a later release.
        "links": [],
        "history": [event_json(event) for event in passport.history],
    }


def why(passport: Passport) -> str:
    """Why the record has its status, in words, for this reader."""
    if passport.standing.superseded_by is None:
        return _reason(passport)
    return f"{_reason(passport)}; the newest version is {passport.versions[0].ref}"


def _reason(passport: Passport) -> str:
    others = ", ".join(other.ref for other in passport.standing.contradicts)
    match passport.standing.status:
        case Status.CONFLICT if others:
            return f"contradicts {others}, of the same fact `{passport.record.fact_key}`"
        case Status.CONFLICT:
            return "summarises a record that is in conflict"
        case Status.STALE:
            return "summarises a record that is stale"
        case Status.UNVERIFIED:
            return "nothing contradicts it, and nobody has verified it"


SHOW = Tool("show", ShowArguments, _show)
