"""The tool `edit` (SPEC section 3)."""

from pydantic import Field

from bot.tools.answers import judged_json
from bot.tools.names import record_name
from bot.tools.shapes import Shape, Text, one_of, or_null, text_to
from bot.tools.tool import Call, Result, Tool
from core.edit import Changes, Edited
from core.errors import Invalid, NotFound, Reason, Refusal
from core.records import CONTENT_LIMIT, LABEL_LIMIT, MemoryType, Visibility
from core.standing import alone

_LABEL = text_to(LABEL_LIMIT)


class EditArguments(Shape):
    """Which record, and what of it is set: whatever is not given stays."""

    defaults_count = False

    memory_id: Text = Field(description="the id or reference of a record")
    content: Text = Field("", description=text_to(CONTENT_LIMIT))
    fact_key: Text | None = Field(None, description=or_null(_LABEL))
    scope: Text = Field("", description=_LABEL)
    path: Text = Field("", description="a path that begins with `/`")
    memory_type: MemoryType = Field(MemoryType.SEMANTIC, strict=False, description=one_of(MemoryType))
    visibility: Visibility = Field(
        Visibility.ORGANIZATION, strict=False, description="`organization`, `project` or `author`"
    )


async def _edit(call: Call, arguments: EditArguments) -> Result | Refusal:
    given = arguments.model_fields_set - {"memory_id"}
    if not given:
        return Invalid("content", Reason.MISSING, "given, or any other field that is to change")
    name = record_name(arguments.memory_id)
    if name is None:
        return NotFound()
    changes = Changes(**{field: getattr(arguments, field) for field in given})
    edited = await call.memory.edit(call.actor, name, changes)
    if not isinstance(edited, Edited):
        return edited
    passport = await call.memory.show(call.actor, edited.record.id)
    if isinstance(passport, NotFound):
        # It is another's draft now: nothing is computed from it any more.
        judged = judged_json(edited.record, alone(edited.record))
    else:
        judged = judged_json(passport.record, passport.standing)
    return Result({**judged, "redacted": dict(edited.redacted)})


EDIT = Tool("edit", EditArguments, _edit)
