"""How a method is found, and what it is given."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.telegram.refusals import bad_request
from tests.telegram.schema import Json, Upload

if TYPE_CHECKING:
    from tests.telegram.webhook import Webhook
    from tests.telegram.world import World

_NOT_PLAYED = (
    "business_connection_id",
    "direct_messages_topic_id",
    "ephemeral_message_parameters",
    "inline_message_id",
    "parse_mode",
    "rich_message",
    "suggested_post_parameters",
)


@dataclass(frozen=True)
class Call:
    """A call whose parameters have been read and checked."""

    world: World
    webhook: Webhook
    parameters: Json
    uploads: dict[str, Upload]

    def get(self, name: str, default: Any = None) -> Any:
        """A parameter."""
        return self.parameters.get(name, default)

    def upload(self, value: object) -> Upload | None:
        """The file that a parameter names, if it came with the call."""
        if isinstance(value, Upload):
            return value
        if isinstance(value, str) and value.startswith("attach://"):
            if found := self.uploads.get(value.removeprefix("attach://")):
                return found
            raise bad_request("wrong file identifier/HTTP URL specified")
        return None

    def refuse_what_is_not_played(self) -> None:
        """Refuse what Telegram would take but this server would pass over in silence."""
        for name in _NOT_PLAYED:
            if name in self.parameters:
                raise bad_request(f"this test server does not play {name}")


Function = Callable[[Call], object | Awaitable[object]]


@dataclass(frozen=True)
class Played:
    """A method's function, and the type of its result."""

    function: Function
    result: str


PLAYED: dict[str, Played] = {}
"""By name."""


def plays(name: str, result: str = "True") -> Callable[[Function], Function]:
    """Make a function the one that answers a method."""

    def enter(function: Function) -> Function:
        PLAYED[name] = Played(function, result)
        return function

    return enter
