"""The tools and their arguments, for `letopis call --help`: from the shapes that read them."""

import json
from collections.abc import Iterator

from pydantic.fields import FieldInfo

from bot.tools.registry import TOOLS


def tools_page() -> str:
    """Each tool with what its arguments allow; what may be left out says what counts then."""
    return "\n".join(["tools and their arguments:", *_lines()]) + "\n"


def _lines() -> Iterator[str]:
    for tool in TOOLS.values():
        yield f"  {tool.name}"
        for name, field in tool.arguments.model_fields.items():
            counts = (
                "; required"
                if field.is_required()
                else _default(field)
                if tool.arguments.defaults_count
                else ""
            )
            yield f"    {field.alias or name}: {field.description}{counts}"


def _default(field: FieldInfo) -> str:
    if field.default is None or not isinstance(field.default, str | int | float | list):
        return ""
    return f"; {json.dumps(field.default)} if left out"
