"""All tools by name."""

from collections.abc import Mapping
from typing import Any

from bot.tools.edit import EDIT
from bot.tools.forget import FORGET, RESTORE
from bot.tools.remember import REMEMBER
from bot.tools.resolve import RESOLVE, UNMARK, UNRESOLVE
from bot.tools.search import SEARCH
from bot.tools.show import SHOW
from bot.tools.tool import Tool
from bot.tools.validate import VALIDATE

_TOOLS: tuple[Tool[Any], ...] = (
    REMEMBER,
    SEARCH,
    SHOW,
    EDIT,
    FORGET,
    RESTORE,
    RESOLVE,
    UNRESOLVE,
    UNMARK,
    VALIDATE,
)
TOOLS: Mapping[str, Tool[Any]] = {tool.name: tool for tool in _TOOLS}
