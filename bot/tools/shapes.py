"""Shapes of JSON objects: which names they may hold, with which types, ranges and defaults.

pydantic reads them, strictly: `true` is no number, `1.0` no integer, `"1"` neither. What a name allows stands
as its description, and is said where a value is refused.
"""

from typing import Annotated, Any, ClassVar, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from core.errors import Invalid, Reason
from core.records import is_storable

SHOWN_NAME = 64
"""Characters of a caller's own text that an error repeats."""

_BROKEN_TEXT = "broken_text"


class Shape(BaseModel):
    """A JSON object with known names."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, hide_input_in_errors=True)

    defaults_count: ClassVar[bool] = True
    """Whether the default counts where a name is left out; else nothing is done about it."""


S = TypeVar("S", bound=Shape)


def _storable(text: str) -> str:
    if not is_storable(text):
        raise PydanticCustomError(_BROKEN_TEXT, "lone surrogate or null character")
    return text


Text = Annotated[str, AfterValidator(_storable)]
"""Valid Unicode without null characters."""


def text_to(limit: int) -> str:
    """What a text argument allows."""
    return f"a text of 1 to {limit} characters"


def or_null(allows: str) -> str:
    """What an argument allows that may be left open."""
    return f"{allows}, or null"


def one_of(names: Any) -> str:
    """What an argument allows that is one of several words."""
    return "one of " + quoted(names)


def quoted(names: Any) -> str:
    """Names for an error text."""
    return ", ".join(f"`{name}`" for name in names)


def shown(text: str) -> str:
    """As much of a caller's own text as an error repeats."""
    return text if len(text) <= SHOWN_NAME else text[:SHOWN_NAME] + "…"


def read(shape: type[S], values: dict[str, Any]) -> S | Invalid:
    """The object in that shape, or the first thing wrong with it."""
    allowed = {field.alias or name: field.description or "" for name, field in shape.model_fields.items()}
    for name in values:
        if name not in allowed:
            return Invalid(shown(name), Reason.UNKNOWN, quoted(allowed))
    try:
        return shape.model_validate(values)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        return _invalid(first, allowed)


def _invalid(error: ErrorDetails, allowed: dict[str, str]) -> Invalid:
    name = str(error["loc"][0])
    match error["type"]:
        case "missing":
            return Invalid(name, Reason.MISSING, allowed[name])
        case "string_unicode" | "broken_text":
            return Invalid(name, Reason.BROKEN_TEXT, "valid Unicode text without null characters")
        case kind if kind.endswith("_type"):
            return Invalid(name, Reason.TYPE, allowed[name])
        case _:
            return Invalid(name, Reason.RANGE, allowed[name])
