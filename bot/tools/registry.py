"""All tools by name."""

from collections.abc import Mapping
from typing import Any

from bot.tools.forget import FORGET, RESTORE
from bot.tools.remember import REMEMBER
from bot.tools.search import SEARCH
from bot.tools.show import SHOW
from bot.tools.tool import Tool

TOOLS: Mapping[str, Tool[Any]] = {tool.name: tool for tool in (REMEMBER, SEARCH, SHOW, FORGET, RESTORE)}
