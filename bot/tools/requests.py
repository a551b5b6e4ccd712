"""One call as it is asked for: the line of `letopis call --stdin`, or the words of the command line."""

from dataclasses import dataclass
from typing import Any

from pydantic import Field, field_validator

from bot.tools.caller import NAME_LIMIT, Caller, Profile, Right, read_name, read_rights
from bot.tools.json_text import Malformed, read_object
from bot.tools.registry import TOOLS
from bot.tools.shapes import Shape, Text, one_of, or_null, quoted, read
from core.errors import Invalid, Reason

_NAME = or_null(f"a name of 1 to {NAME_LIMIT} characters")
_RIGHTS = or_null("a list of " + quoted(Right))


@dataclass(frozen=True)
class Request:
    """One call."""

    caller: Caller
    tool: str
    arguments: dict[str, Any]


class _Line(Shape):
    tool: Text = Field(description=one_of(TOOLS))
    args: dict[str, Any] = Field({}, description="an object with the arguments of the tool")
    person: Text | None = Field(None, alias="as", description=_NAME)
    chat: Text | None = Field(None, description=_NAME)
    profile: Profile | None = Field(None, strict=False, description=or_null(one_of(Profile)))
    rights: list[Text] | None = Field(None, description=_RIGHTS)

    @field_validator("rights", mode="before")
    @classmethod
    def _separate(cls, value: object) -> object:
        """As on the command line, rights may be one text with commas."""
        return value.split(",") if isinstance(value, str) else value


def read_words(caller: Caller, tool: str, arguments: str) -> Request | Malformed:
    """The call in the words of the command line."""
    values = read_object("the arguments", arguments)
    return values if isinstance(values, Malformed) else Request(caller, tool, values)


def read_line(line: bytes, default: Caller) -> Request | Malformed | Invalid:
    """The call on a line; what it leaves out is as in `default`."""
    try:
        # Some shells and editors begin what they pipe with a byte order mark.
        text = line.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return Malformed(f"the line: not UTF-8 at byte {error.start + 1}")
    values = read_object("the line", text)
    if isinstance(values, Malformed):
        return values
    asked = read(_Line, values)
    if isinstance(asked, Invalid):
        return asked
    caller = _caller(asked, default)
    return caller if isinstance(caller, Invalid) else Request(caller, asked.tool, asked.args)


def _caller(asked: _Line, default: Caller) -> Caller | Invalid:
    person = default.person if asked.person is None else read_name(asked.person)
    if person is None:
        return Invalid("as", Reason.RANGE, _NAME)
    chat = default.chat
    if asked.chat is not None and (chat := read_name(asked.chat)) is None:
        return Invalid("chat", Reason.RANGE, _NAME)
    rights = default.rights
    if asked.rights is not None and (rights := read_rights(asked.rights)) is None:
        return Invalid("rights", Reason.RANGE, _RIGHTS)
    return Caller(person, chat, asked.profile or default.profile, rights)
