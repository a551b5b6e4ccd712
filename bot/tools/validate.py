"""The tool `validate_memory` (SPEC section 3)."""

from pydantic import Field

from bot.tools.caller import Right
from bot.tools.shapes import Shape, Text, or_null, text_to
from bot.tools.tool import Call, Result, Tool
from core.errors import Refusal, WorkspaceNotActive
from core.records import LABEL_LIMIT, SOURCE_LIMIT


class ValidateArguments(Shape):
    """Which source, and what its hash is now."""

    source_id: Text = Field(min_length=1, max_length=SOURCE_LIMIT, description=text_to(SOURCE_LIMIT))
    current_source_hash: Text | None = Field(
        None, min_length=1, max_length=SOURCE_LIMIT, description=or_null(text_to(SOURCE_LIMIT))
    )
    workspace: Text = Field("default", min_length=1, max_length=LABEL_LIMIT, description=text_to(LABEL_LIMIT))
    scope: Text | None = Field(
        None, min_length=1, max_length=LABEL_LIMIT, description=or_null(text_to(LABEL_LIMIT))
    )


async def _validate(call: Call, arguments: ValidateArguments) -> Result | Refusal:
    source, hashed = arguments.source_id, arguments.current_source_hash
    found = await call.memory.validate(call.actor, source, hashed, arguments.workspace, arguments.scope)
    if isinstance(found, WorkspaceNotActive):
        return found
    return Result(
        {
            "checked": len(found.checked),
            "source_id": source,
            "current_source_hash": hashed,
            "stale_ids": found.stale,
            "stale_count": len(found.stale),
            "conflict_ids": found.conflict,
            "conflict_count": len(found.conflict),
            "workspace": arguments.workspace,
        }
    )


VALIDATE = Tool("validate_memory", ValidateArguments, _validate, Right.READ)
