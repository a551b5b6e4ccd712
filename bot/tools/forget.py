"""The tools `forget` and `restore` (SPEC section 3)."""

from pydantic import Field

from bot.tools.answers import judged_json
from bot.tools.names import record_name
from bot.tools.shapes import Shape, Text, or_null, text_to
from bot.tools.tool import Call, Result, Tool
from core.errors import Invalid, NotFound, Reason, Refusal
from core.ids import RecordId
from core.records import LABEL_LIMIT, SOURCE_LIMIT, Record

_RECORD = "the id or reference of a record"


class ForgetArguments(Shape):
    """One record, or all of a source; without a workspace a record may be in any, a source in `default`."""

    memory_id: Text | None = Field(None, description=or_null(_RECORD))
    source_id: Text | None = Field(
        None, min_length=1, max_length=SOURCE_LIMIT, description=or_null(text_to(SOURCE_LIMIT))
    )
    workspace: Text | None = Field(
        None, min_length=1, max_length=LABEL_LIMIT, description=or_null(text_to(LABEL_LIMIT))
    )


class RestoreArguments(Shape):
    """Which record."""

    memory_id: Text = Field(description=_RECORD)


async def _forget(call: Call, arguments: ForgetArguments) -> Result | Refusal:
    match arguments.memory_id, arguments.source_id:
        case str(named), None:
            return await _forget_one(call, named, arguments.workspace)
        case None, str(source_id):
            workspace = arguments.workspace or "default"
            return _forgotten(await call.memory.forget.by_source(call.actor, source_id, workspace))
        case _:
            return Invalid("memory_id", Reason.RANGE, "given, or else `source_id`: exactly one of the two")


async def _forget_one(call: Call, named: str, workspace: str | None) -> Result | Refusal:
    name = record_name(named)
    if name is None:
        return NotFound()
    gone = await call.memory.forget.by_name(call.actor, name, workspace=workspace)
    return _forgotten([gone]) if isinstance(gone, Record) else gone


def _forgotten(records: list[Record]) -> Result:
    ids: list[RecordId] = [record.id for record in records]
    return Result({"forgotten": len(ids), "ids": ids})


async def _restore(call: Call, arguments: RestoreArguments) -> Result | Refusal:
    name = record_name(arguments.memory_id)
    if name is None:
        return NotFound()
    restored = await call.memory.restore(call.actor, name)
    if isinstance(restored, NotFound):
        return restored
    # What it contradicts now is computed afresh, as for any reader.
    passport = await call.memory.show(call.actor, restored.id)
    if isinstance(passport, NotFound):
        return passport
    return Result(judged_json(passport.record, passport.standing))


FORGET = Tool("forget", ForgetArguments, _forget)
RESTORE = Tool("restore", RestoreArguments, _restore)
