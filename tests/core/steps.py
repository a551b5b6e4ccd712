"""What tests do with memory, a line each."""

from typing import Any

from core.memory import Memory
from core.query import Query
from core.records import Draft, Record
from core.remember import Remembered
from core.search import Page, SearchRequest
from core.sight import Sight
from core.spaces import Actor, Chat, Visitor, local_group, local_role, local_visitor, private_chat


def place(name: str, group: str | None = None) -> tuple[Visitor, Chat]:
    """A person by name, and the group by name or else their own private chat."""
    visitor = local_visitor(name)
    return visitor, private_chat(visitor) if group is None else local_group(group)


async def enter(memory: Memory, name: str, group: str | None = None) -> Actor:
    """The person in the group, or in private; `owner` alone is administrator of groups."""
    visitor, chat = place(name, group)
    return await memory.membership.enter(visitor, chat, local_role(visitor, chat))


async def leave(memory: Memory, name: str, group: str) -> None:
    """The person leaves the group."""
    await memory.membership.leave(*place(name, group))


async def remembered(
    memory: Memory, actor: Actor, content: str, message: int | None = None, **fields: Any
) -> Remembered:
    """Save, where that must succeed."""
    outcome = await memory.remember(actor, Draft(content, **fields), message)
    assert isinstance(outcome, Remembered), outcome
    return outcome


async def save(memory: Memory, actor: Actor, content: str, **fields: Any) -> Record:
    """Save, where that must succeed, and have the record."""
    return (await remembered(memory, actor, content, **fields)).record


async def page(memory: Memory, actor: Actor, query: str, sight: Sight = Sight.HERE, **request: Any) -> Page:
    """Search, where the workspace must be active."""
    found = await memory.search(actor, SearchRequest(Query.parse(query), **request), sight)
    assert isinstance(found, Page), found
    return found


async def contents(
    memory: Memory, actor: Actor, query: str, sight: Sight = Sight.HERE, **request: Any
) -> list[str]:
    """The contents of what is found, in order."""
    return [one.record.content for one in (await page(memory, actor, query, sight, **request)).results]
