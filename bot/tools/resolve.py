"""The tools `resolve`, `unresolve` and `unmark` (SPEC section 3)."""

from pydantic import Field

from bot.tools.answers import JSON, judged_json
from bot.tools.names import record_name
from bot.tools.shapes import Shape, Text, or_null, text_to
from bot.tools.tool import Call, Result, Tool
from core.errors import Invalid, NotFound, Reason, Refusal
from core.records import LABEL_LIMIT
from core.resolve import Judged

_RECORD = "the id or reference of a record"
NAMES_LIMIT = 100
"""How many records one call may name."""


class ResolveArguments(Shape):
    """The records in question, by their key or one by one, and the one that is right."""

    fact_key: Text | None = Field(
        None, min_length=1, max_length=LABEL_LIMIT, description=or_null(text_to(LABEL_LIMIT))
    )
    memory_ids: list[Text] | None = Field(
        None,
        min_length=1,
        max_length=NAMES_LIMIT,
        description=or_null(f"a list of 1 to {NAMES_LIMIT} ids or references"),
    )
    keep: Text = Field(description=_RECORD)
    workspace: Text = Field("default", min_length=1, max_length=LABEL_LIMIT, description=text_to(LABEL_LIMIT))


class RecordArguments(Shape):
    """Which record."""

    memory_id: Text = Field(description=_RECORD)


async def _resolve(call: Call, arguments: ResolveArguments) -> Result | Refusal:
    keep = record_name(arguments.keep)
    match arguments.fact_key, arguments.memory_ids:
        case str(key), None:
            if keep is None:
                return NotFound()
            concerned = await call.memory.resolve.by_key(call.actor, key, keep, arguments.workspace)
        case None, list(named):
            names = [name for text in named if (name := record_name(text))]
            if keep is None or len(names) < len(named):
                return NotFound()
            concerned = await call.memory.resolve.among(call.actor, names, keep)
        case _:
            return Invalid("fact_key", Reason.RANGE, "given, or else `memory_ids`: exactly one of the two")
    return Result([_judged(one) for one in concerned]) if isinstance(concerned, list) else concerned


async def _unresolve(call: Call, arguments: RecordArguments) -> Result | Refusal:
    name = record_name(arguments.memory_id)
    undone = NotFound() if name is None else await call.memory.resolve.undo(call.actor, name)
    return undone if isinstance(undone, NotFound) else Result(_judged(undone))


async def _unmark(call: Call, arguments: RecordArguments) -> Result | Refusal:
    name = record_name(arguments.memory_id)
    undone = NotFound() if name is None else await call.memory.unmark(call.actor, name)
    return undone if isinstance(undone, NotFound) else Result(_judged(undone))


def _judged(judged: Judged) -> dict[str, JSON]:
    record, standing = judged
    return {**judged_json(record, standing), "superseded_by": standing.superseded_by}


RESOLVE = Tool("resolve", ResolveArguments, _resolve)
UNRESOLVE = Tool("unresolve", RecordArguments, _unresolve)
UNMARK = Tool("unmark", RecordArguments, _unmark)
