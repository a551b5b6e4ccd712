"""The tool `remember` (SPEC section 3)."""

from datetime import UTC, datetime

from pydantic import Field, field_validator

from bot.tools.answers import judged_json
from bot.tools.names import record_id
from bot.tools.shapes import Shape, Text, one_of, or_null, text_to
from bot.tools.tool import Call, Result, Tool
from core.errors import NotFound, Refusal
from core.ids import RecordId
from core.records import (
    CONTENT_LIMIT,
    DEFAULT_SCOPE,
    DERIVED_LIMIT,
    LABEL_LIMIT,
    SOURCE_LIMIT,
    Draft,
    MemoryType,
    Visibility,
)
from core.remember import Remembered

_LABEL = text_to(LABEL_LIMIT)
_SOURCE = or_null(text_to(SOURCE_LIMIT))


class RememberArguments(Shape):
    """Types and defaults; lengths and ranges are the core's to judge."""

    content: Text = Field(description=text_to(CONTENT_LIMIT))
    workspace: Text = Field("default", description=_LABEL)
    scope: Text = Field(DEFAULT_SCOPE, description=_LABEL)
    source: Text = Field("owner", description=_LABEL)
    source_id: Text | None = Field(None, description=_SOURCE)
    source_hash: Text | None = Field(None, description=_SOURCE)
    source_revision: Text | None = Field(None, description=_SOURCE)
    fact_key: Text | None = Field(None, description=or_null(_LABEL))
    confidence: float = Field(0.5, description="a number from 0.0 to 1.0")
    derived_from: list[Text] = Field([], description=f"a list of up to {DERIVED_LIMIT} ids")
    path: Text = Field("/", description="a path that begins with `/`")
    memory_type: MemoryType = Field(MemoryType.SEMANTIC, strict=False, description=one_of(MemoryType))
    visibility: Visibility = Field(
        Visibility.ORGANIZATION, strict=False, description="`organization`, `project` or `author`"
    )
    said_by: Text | None = Field(None, description=_SOURCE)
    said_at: datetime | None = Field(
        None, description=or_null("a time such as 2026-05-03T09:12:00+03:00, with its offset")
    )
    idempotency_key: Text | None = Field(None, description=_SOURCE)
    analyze: bool = Field(True, description="true or false")

    @field_validator("said_at", mode="before")
    @classmethod
    def _moment(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        try:
            moment = datetime.fromisoformat(value)
            # Times at the edge of the calendar have no counterpart in UTC.
            return moment.astimezone(UTC) if moment.tzinfo else value
        except (ValueError, OverflowError):
            return value


async def _remember(call: Call, arguments: RememberArguments) -> Result | Refusal:
    sources = tuple(record_id(source) for source in arguments.derived_from)
    if None in sources:
        return NotFound()
    draft = _draft(arguments, tuple(source for source in sources if source is not None))
    saved = await call.memory.remember(call.actor, draft)
    if not isinstance(saved, Remembered):
        return saved
    return Result({**judged_json(saved.record, saved.standing), "redacted": dict(saved.redacted)})


def _draft(arguments: RememberArguments, sources: tuple[RecordId, ...]) -> Draft:
    return Draft(
        content=arguments.content,
        workspace=arguments.workspace,
        scope=arguments.scope,
        source=arguments.source,
        source_id=arguments.source_id,
        source_hash=arguments.source_hash,
        source_revision=arguments.source_revision,
        fact_key=arguments.fact_key,
        confidence=arguments.confidence,
        derived_from=sources,
        path=arguments.path,
        memory_type=arguments.memory_type,
        visibility=arguments.visibility,
        said_by=arguments.said_by,
        said_at=arguments.said_at,
        idempotency_key=arguments.idempotency_key,
        analyze=arguments.analyze,
    )


REMEMBER = Tool("remember", RememberArguments, _remember)
