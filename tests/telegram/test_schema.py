"""Calls and objects are checked against the Bot API, all the way down."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.telegram.compact import compact, lines, main
from tests.telegram.schema import FILE, SchemaError, schema

FULL = Path(__file__).parents[3] / "shared" / "data" / "botapi" / "schema-10.3.json.gz"

USER = {"id": 1, "is_bot": False, "first_name": "Anna"}
ARTICLE = {"type": "article", "id": "1", "title": "Words"}


def button(**fields: object) -> dict[str, Any]:
    """A message's parameters with one button."""
    return {"chat_id": 1, "text": "x", "reply_markup": {"inline_keyboard": [[{"text": "a", **fields}]]}}


def article(**content: object) -> dict[str, Any]:
    """The parameters of an inline answer with one article."""
    return {"inline_query_id": "1", "results": [{**ARTICLE, "input_message_content": content}]}


@pytest.mark.parametrize(
    ("method", "parameters"),
    [
        ("sendMessage", {"chat_id": 1, "text": "x"}),
        ("sendMessage", {"chat_id": "@name", "text": "x", "disable_notification": True}),
        ("sendMessage", button(callback_data="x")),
        (
            "setMessageReaction",
            {"chat_id": 1, "message_id": 2, "reaction": [{"type": "emoji", "emoji": "👌"}]},
        ),
        ("answerInlineQuery", article(message_text="x")),
        ("sendRichMessage", {"chat_id": 1, "rich_message": {"html": "<b>x</b>"}}),
        ("getMe", {}),
    ],
)
def test_a_proper_call_passes(method: str, parameters: dict[str, Any]) -> None:
    schema().check_method(method, parameters)


@pytest.mark.parametrize(
    ("method", "parameters", "error"),
    [
        ("sendNothing", {}, "unknown method sendNothing"),
        ("sendMessage", {"chat_id": 1, "text": "x", "colour": "red"}, "sendMessage: unknown field colour"),
        ("sendMessage", {"chat_id": 1}, "sendMessage: required field text is missing"),
        ("sendMessage", {"chat_id": 1, "text": 5}, "sendMessage.text: expected String, got 5"),
        ("sendMessage", {"chat_id": 1, "text": "x", "disable_notification": 1}, "expected Boolean, got 1"),
        ("setWebhook", {"url": "x", "max_connections": True}, "expected Integer, got True"),
        ("sendMessage", button(data="x"), "inline_keyboard[0][0]: unknown field data"),
        ("sendMessage", button(callback_data=1), "[0][0].callback_data: expected String, got 1"),
        (
            "sendMessage",
            {"chat_id": 1, "text": "x", "entities": [{"type": "bold", "offset": 0}]},
            "sendMessage.entities[0]: required field length is missing",
        ),
        ("sendMessage", {"chat_id": 1, "text": "x", "entities": {}}, "entities: expected an array, got {}"),
        (
            "setMessageReaction",
            {"chat_id": 1, "message_id": 2, "reaction": [{"type": "emoji"}]},
            "reaction[0]: required field emoji is missing",
        ),
        ("answerInlineQuery", article(message_text="x", colour="red"), "unknown field colour"),
        ("setMyCommands", {"commands": [], "scope": {"type": "everyone"}}, "expected =default"),
        ("sendPhoto", {"chat_id": 1, "photo": {"id": 1}}, "sendPhoto.photo: expected"),
    ],
)
def test_an_improper_call_is_named(method: str, parameters: dict[str, Any], error: str) -> None:
    with pytest.raises(SchemaError) as raised:
        schema().check_method(method, parameters)
    assert error in str(raised.value)


@pytest.mark.parametrize(
    ("kind", "value", "error"),
    [
        (
            "ChatMember",
            {"status": "member", "user": {**USER, "nick": "A"}},
            "ChatMember.user: unknown field nick",
        ),
        ("ChatMember", {"status": "kicked", "user": USER}, "required field until_date is missing"),
        ("Update", {"update_id": 1, "message": {"message_id": 1}}, "required field date is missing"),
        ("Update", {"update_id": "1"}, "expected Integer"),
        ("True", False, "expected True"),
        ("[User]", [USER, 5], "[1]: expected User, got 5"),
    ],
)
def test_an_improper_object_is_named(kind: str, value: object, error: str) -> None:
    with pytest.raises(SchemaError) as raised:
        schema().check_object(kind, value)
    assert error in str(raised.value)


def test_texts_of_a_form_are_read_as_what_they_stand_for() -> None:
    given = {
        "chat_id": "-5",
        "text": "12",
        "disable_notification": "true",
        "protect_content": "False",
        "entities": '[{"type": "bold", "offset": 0, "length": 2}]',
    }
    assert schema().read_parameters("sendMessage", given) == {
        "chat_id": -5,
        "text": "12",
        "disable_notification": True,
        "protect_content": False,
        "entities": [{"type": "bold", "offset": 0, "length": 2}],
    }


def test_a_name_of_a_chat_stays_a_name() -> None:
    given = schema().read_parameters("getChat", {"chat_id": "@letopis"})
    assert given == {"chat_id": "@letopis"}


@pytest.mark.parametrize("name", ["sendmessage", "SENDMESSAGE", "sendMessage"])
def test_methods_are_found_in_any_case(name: str) -> None:
    assert schema().method_name(name) == "sendMessage"


def test_the_schema_is_of_the_version_that_the_product_speaks() -> None:
    assert schema().version == "10.3"
    assert len(schema().methods) == 185
    assert len(schema().types) == 400


@pytest.mark.skipif(not FULL.exists(), reason="the full schema is not beside this checkout")
def test_the_compact_schema_is_what_the_command_makes_of_the_full_one(tmp_path: Path) -> None:
    main(str(FULL), tmp_path)
    assert (tmp_path / FILE.name).read_bytes() == FILE.read_bytes()


def test_the_command_reads_a_plain_schema_too(tmp_path: Path) -> None:
    plain = tmp_path / "full.json"
    plain.write_text(json.dumps(full(children=[entry("getIt", "methods")])))
    main(str(plain), tmp_path)
    assert json.loads((tmp_path / "botapi-1.0.json").read_text())["methods"] == {"getIt": {}}


def full(*, children: list[dict[str, Any]]) -> dict[str, Any]:
    """A full schema with these methods and types."""
    return {"api": {"version": "1.0"}, "items": [{"children": children}]}


def entry(name: str, category: str, *fields: tuple[str, str, bool, str], words: str = "") -> dict[str, Any]:
    """A method or type of the full schema."""
    annotations = [
        {"name": name, "type": kind, "required": required, "description": description}
        for name, kind, required, description in fields
    ]
    return {"name": name, "category": category, "description": words, "annotations": annotations}


def test_compacting_keeps_names_types_and_what_is_required() -> None:
    method = entry(
        "sendIt",
        "methods",
        ("to", "Integer or String", True, "where"),
        ("rows", "Array of Array of Row", False, "what"),
        ("media", "Array of A, B and C", False, "which"),
    )
    shape = entry("It", "types", ("type", "String", True, "Type, always 'it'"))
    one_of = entry("Any", "types", words="One of\n - It\n - Row")
    empty = entry("Row", "types", words="Holds nothing.")
    assert compact(full(children=[method, shape, one_of, empty])) == {
        "version": "1.0",
        "methods": {"sendIt": {"to!": "Integer|String", "rows": "[[Row]]", "media": "[A|B|C]"}},
        "types": {"Any": ["It", "Row"], "It": {"type!": "=it"}, "Row": {}},
    }


def test_the_compact_schema_does_not_depend_on_the_order_of_the_full_one() -> None:
    children = [entry("getIt", "methods"), entry("sendIt", "methods"), entry("It", "types")]
    turned = compact(full(children=children[::-1]))
    assert list(lines(turned)) == list(lines(compact(full(children=children))))
