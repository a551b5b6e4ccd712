"""The tool `search` (SPEC section 4)."""

from pydantic import Field

from bot.tools.answers import JSON, judged_json, link_json
from bot.tools.caller import Right
from bot.tools.shapes import Shape, Text, or_null, text_to
from bot.tools.tool import Call, Result, Tool
from core.errors import Refusal
from core.query import DEFAULT_LIMIT, Query
from core.records import LABEL_LIMIT, SOURCE_LIMIT
from core.search import Found, Page, SearchRequest


class SearchArguments(Shape):
    """Types, ranges and defaults. A limit is any whole number: the core takes it to the nearer bound."""

    query: Text = Field(description="a text, blank for the latest")
    workspace: Text = Field("default", min_length=1, max_length=LABEL_LIMIT, description=text_to(LABEL_LIMIT))
    scope: Text | None = Field(
        None, min_length=1, max_length=LABEL_LIMIT, description=or_null(text_to(LABEL_LIMIT))
    )
    limit: int = Field(
        DEFAULT_LIMIT, description="a whole number; what lies outside 1 to 50 is taken to 1 or 50"
    )
    current_source_hash: Text | None = Field(
        None, min_length=1, max_length=SOURCE_LIMIT, description=or_null(text_to(SOURCE_LIMIT))
    )
    exclude_stale: bool = Field(False, description="true or false")


async def _search(call: Call, arguments: SearchArguments) -> Result | Refusal:
    request = SearchRequest(
        query=Query.parse(arguments.query),
        workspace=arguments.workspace,
        scope=arguments.scope,
        limit=arguments.limit,
        current_source_hash=arguments.current_source_hash,
        exclude_stale=arguments.exclude_stale,
    )
    page = await call.memory.search(call.actor, request)
    if not isinstance(page, Page):
        return page
    beside = {"expanded_with": page.expanded_with} if page.expanded_with else {}
    return Result([_found(found) for found in page.results], beside)


def _found(found: Found) -> dict[str, JSON]:
    return {
        **judged_json(found.record, found.standing),
        "superseded_by": found.standing.superseded_by,
        "score": found.score,
        "graph_relations": [link_json(link) for link in found.links],
    }


SEARCH = Tool("search", SearchArguments, _search, Right.READ)
