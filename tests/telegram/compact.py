"""Make the compact schema that the tests carry from the full one.

python -m tests.telegram.compact PATH_TO_FULL_SCHEMA

The full schema is JSON (gzipped or not) with descriptions. What stays are names, types and what is required,
so that the tests need nothing beside this checkout. The same input gives the same bytes.

A field is `"name": "Type"`, a required one `"name!": "Type"`. `[X]` is an array of X, `X|Y` either of them,
`=word` the one word that the field may hold. A type that is one of several is the list of them.
"""

import gzip
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent

_ARRAY = "Array of "
_ALTERNATIVES = re.compile(r" or |, | and ")
_VARIANT = re.compile(r"^ - (\w+)", re.MULTILINE)
_ONE_WORD = re.compile(r"always '(\w+)'|must be (\w+)$")
_DISCRIMINATORS = {"type", "status", "source"}
_PLAIN_OR_LIST = "either a String for plain text, an Array of "


def compact(full: dict[str, Any]) -> dict[str, Any]:
    """The compact schema: version, methods and types, in the order of their names."""
    children = [child for section in full["items"] for child in section["children"]]
    methods = {child["name"]: _fields(child) for child in children if child["category"] == "methods"}
    types = {child["name"]: _type(child) for child in children if child["category"] == "types"}
    return {
        "version": full["api"]["version"],
        "methods": dict(sorted(methods.items())),
        "types": dict(sorted(types.items())),
    }


def _type(child: dict[str, Any]) -> dict[str, str] | list[str]:
    description = child["description"]
    variants = [] if child["annotations"] else _VARIANT.findall(description)
    if variants and _PLAIN_OR_LIST in description:
        variants = ["String", f"[{child['name']}]", *variants]
    return variants or _fields(child)


def _fields(child: dict[str, Any]) -> dict[str, str]:
    return {
        field["name"] + ("!" if field["required"] else ""): _field_type(field)
        for field in child["annotations"]
    }


def _field_type(field: dict[str, Any]) -> str:
    word = _ONE_WORD.search(field["description"]) if field["name"] in _DISCRIMINATORS else None
    if word and field["type"] == "String":
        return "=" + (word[1] or word[2])
    return _short(field["type"])


def _short(words: str) -> str:
    if words.startswith(_ARRAY):
        return f"[{_short(words.removeprefix(_ARRAY))}]"
    return "|".join(_ALTERNATIVES.split(words))


def lines(schema: dict[str, Any]) -> Iterator[str]:
    """The schema as JSON with a line for each method and type: a new version reads well as a diff."""
    yield f'{{"version": {json.dumps(schema["version"])},'
    for part, end in (("methods", "},"), ("types", "}}")):
        yield f'"{part}": {{'
        entries = [f"{json.dumps(name)}: {json.dumps(entry)}" for name, entry in schema[part].items()]
        yield ",\n".join(entries)
        yield end


def read(path: Path) -> dict[str, Any]:
    """A schema from a file, gzipped or not."""
    content = path.read_bytes()
    plain = gzip.decompress(content) if path.suffix == ".gz" else content
    schema: dict[str, Any] = json.loads(plain)
    return schema


def main(path: str, folder: Path = FOLDER) -> None:
    """Write the compact schema, beside this module unless told otherwise."""
    schema = compact(read(Path(path)))
    (folder / f"botapi-{schema['version']}.json").write_text(
        "\n".join(lines(schema)) + "\n", encoding="utf-8"
    )


if __name__ == "__main__":
    main(sys.argv[1])
