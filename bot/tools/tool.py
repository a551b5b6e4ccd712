"""What a tool is: a name, the shape of its arguments, and what it does with them."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic

from bot.tools.answers import JSON
from bot.tools.caller import Caller, Right
from bot.tools.shapes import S, read
from core.errors import Invalid, Refusal
from core.memory import Memory
from core.spaces import Actor, local_group, local_role, local_visitor, private_chat


@dataclass(frozen=True)
class Call:
    """In whose name and on which memory a tool works."""

    memory: Memory
    actor: Actor
    caller: Caller


@dataclass(frozen=True)
class Result:
    """What a tool answers."""

    value: JSON
    beside: Mapping[str, JSON] = field(default_factory=dict)
    """What stands beside the result in the answer."""


@dataclass(frozen=True)
class Tool(Generic[S]):
    """A tool with arguments of the shape `S`."""

    name: str
    arguments: type[S]
    use: Callable[[Call, S], Awaitable[Result | Refusal]]
    right: Right = Right.WRITE
    """What a caller needs to use it."""

    async def __call__(self, memory: Memory, caller: Caller, values: dict[str, Any]) -> Result | Refusal:
        """Use the tool for the caller. `StorageError` where the database fails.

        The arguments are read first: a call that cannot succeed makes neither a person nor a group.
        """
        arguments = read(self.arguments, values)
        if isinstance(arguments, Invalid):
            return arguments
        actor = await enter(memory, caller)
        return await self.use(Call(memory, actor, caller), arguments)


async def enter(memory: Memory, caller: Caller) -> Actor:
    """The caller as a member where they call: in a group, joined on first use, or in private."""
    visitor = local_visitor(caller.person)
    chat = private_chat(visitor) if caller.group is None else local_group(caller.group)
    return await memory.membership.enter(visitor, chat, local_role(visitor, chat))
