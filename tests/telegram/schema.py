"""The Bot API schema: every call of the bot and every object of the server is checked against it."""

import json
import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]
"""An object of the Bot API, as it travels."""

FILE = Path(__file__).with_name("botapi-10.3.json")


class SchemaError(Exception):
    """A value that the Bot API does not know: says where it stands and what is wrong with it."""


class Missing(SchemaError):
    """A required field that is not there."""

    def __init__(self, path: str, name: str) -> None:
        super().__init__(f"{path}: required field {name} is missing")
        self.path, self.name = path, name


@dataclass(frozen=True)
class Upload:
    """A file as it came with a call."""

    name: str
    content: bytes = field(repr=False)
    mime: str


@dataclass(frozen=True)
class Schema:
    """The methods and types of one version of the Bot API."""

    version: str
    methods: dict[str, dict[str, str]]
    types: dict[str, dict[str, str] | list[str]]

    def method_name(self, name: str) -> str | None:
        """A method's name as the Bot API spells it, from any case; None for one that it does not have."""
        return _by_lower_case(tuple(self.methods)).get(name.lower())

    def read_parameters(self, method: str, given: Json) -> Json:
        """The parameters of a call as values of their types, from the text that forms and query strings hold.

        Only texts that stand for something else are read; whatever does not fit is left for `check_method`.
        """
        fields = self.methods.get(method, {})
        kinds = {name.removesuffix("!"): kind for name, kind in fields.items()}
        return {
            name: _read(kinds[name], value) if name in kinds and isinstance(value, str) else value
            for name, value in given.items()
        }

    def check_method(self, method: str, parameters: Json) -> None:
        """Raise unless the method exists and the parameters are those that it takes."""
        if method not in self.methods:
            raise SchemaError(f"unknown method {method}")
        self._check_fields(self.methods[method], parameters, method)

    def check_object(self, kind: str, value: object) -> None:
        """Raise unless the value is of the type, all the way down."""
        self._check(kind, value, kind)

    def _check(self, kind: str, value: object, path: str) -> None:
        alternatives = _alternatives(kind)
        if len(alternatives) > 1:
            self._check_one_of(alternatives, value, path)
        elif kind.startswith("["):
            if not isinstance(value, list):
                raise SchemaError(f"{path}: expected an array, got {_shown(value)}")
            for number, item in enumerate(value):
                self._check(kind[1:-1], item, f"{path}[{number}]")
        elif kind in self.types:
            self._check_type(kind, value, path)
        elif not _fits_plain(kind, value):
            raise SchemaError(f"{path}: expected {kind}, got {_shown(value)}")

    def _check_type(self, kind: str, value: object, path: str) -> None:
        entry = self.types[kind]
        if isinstance(entry, list):
            self._check_one_of(tuple(entry), value, path)
        elif kind == "InputFile":
            if not isinstance(value, Upload) and not _names_upload(value):
                raise SchemaError(f"{path}: expected an uploaded file, got {_shown(value)}")
        elif not isinstance(value, dict):
            raise SchemaError(f"{path}: expected {kind}, got {_shown(value)}")
        else:
            self._check_fields(entry, value, path)

    def _check_fields(self, fields: dict[str, str], value: Json, path: str) -> None:
        for name, inner in value.items():
            kind = fields.get(name) or fields.get(f"{name}!")
            if kind is None:
                raise SchemaError(f"{path}: unknown field {name}")
            self._check(kind, inner, f"{path}.{name}")
        for name in fields:
            if name.endswith("!") and name[:-1] not in value:
                raise Missing(path, name[:-1])

    def _check_one_of(self, alternatives: tuple[str, ...], value: object, path: str) -> None:
        errors: dict[str, SchemaError] = {}
        for kind in alternatives:
            try:
                self._check(kind, value, path)
            except SchemaError as error:
                errors[kind] = error
            else:
                return
        raise errors[max(alternatives, key=lambda kind: self._likeness(kind, value))]

    def _likeness(self, kind: str, value: object) -> tuple[bool, int]:
        """How much a value looks like one of several types: whose error says what was meant."""
        entry = self.types.get(kind)
        if not isinstance(entry, dict) or not isinstance(value, dict):
            return False, 0
        words = [name for name, kind in entry.items() if kind.startswith("=")]
        said = all(value.get(name.removesuffix("!")) == entry[name][1:] for name in words)
        return bool(words) and said, sum(name.removesuffix("!") in value for name in entry)


@cache
def schema() -> Schema:
    """The schema that the tests carry."""
    return Schema(**json.loads(FILE.read_text(encoding="utf-8")))


@cache
def _by_lower_case(names: tuple[str, ...]) -> dict[str, str]:
    return {name.lower(): name for name in names}


@cache
def _alternatives(kind: str) -> tuple[str, ...]:
    """`A|[B|C]` as `A` and `[B|C]`."""
    return (kind,) if kind.startswith("[") and kind.endswith("]") else tuple(kind.split("|"))


def _fits_plain(kind: str, value: object) -> bool:
    match kind:
        case "String":
            return isinstance(value, str)
        case "Integer":
            return isinstance(value, int) and not isinstance(value, bool)
        case "Float":
            return isinstance(value, int | float) and not isinstance(value, bool)
        case "Boolean":
            return isinstance(value, bool)
        case "True":
            return value is True
        case _:
            return kind.startswith("=") and value == kind[1:]


def _read(kind: str, text: str) -> object:
    alternatives = _alternatives(kind)
    if "Integer" in alternatives and re.fullmatch(r"-?\d+", text):
        return int(text)
    if "String" in alternatives or "InputFile" in alternatives:
        return text
    try:
        return json.loads(text.lower() if kind == "Boolean" else text)
    except ValueError:
        return text


def _names_upload(value: object) -> bool:
    return isinstance(value, str) and value.startswith("attach://")


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:80] + "…"
