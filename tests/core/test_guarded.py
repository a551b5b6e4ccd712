"""No secret reaches the store, whichever way it comes (SPEC section 9)."""

import random
from pathlib import Path
from typing import Any

import pytest

from core.edit import Changes, Edited
from core.errors import Invalid, KeyReused, Reason, WorkspaceNotActive
from core.guard import clean
from core.ids import PersonId
from core.lookups import Lookup, LookupKind
from core.memory import Memory
from core.query import Query
from core.records import Draft, content_hash
from core.search import Page, SearchRequest
from core.spaces import Actor, Visitor
from core.validate import Validation
from tests.core.judging import edited, passport
from tests.core.steps import enter, page, remembered, save
from tests.quality.fakes import fake

TOKEN = fake("github", random.Random(9))
PLACEHOLDER = "[secret:github-token]"
HASH = "sha256:" + "5e" * 32


def stored(file: Path) -> bytes:
    """All bytes of the database, what waits in its log included."""
    return b"".join(part.read_bytes() for part in file.parent.glob(f"{file.name}*"))


@pytest.mark.parametrize(
    "field",
    [
        "content",
        "workspace",
        "scope",
        "source",
        "source_id",
        "source_hash",
        "source_revision",
        "fact_key",
        "path",
        "said_by",
        "idempotency_key",
    ],
)
async def test_every_text_of_a_save_is_cleaned(
    memory: Memory, alice: Actor, database_file: Path, field: str
) -> None:
    given: dict[str, Any] = {"content": "a note", field: f"/{TOKEN}"}
    outcome = await remembered(memory, alice, **given)
    assert outcome.redacted == {"github-token": 1}
    assert getattr(outcome.record, field, f"/{PLACEHOLDER}") == f"/{PLACEHOLDER}"
    assert TOKEN.encode() not in stored(database_file)


@pytest.mark.parametrize("field", ["content", "fact_key", "scope", "path"])
async def test_every_text_of_an_edit_is_cleaned(
    memory: Memory, alice: Actor, database_file: Path, field: str
) -> None:
    record = await save(memory, alice, "a note")
    changes: dict[str, Any] = {field: f"/{TOKEN}"}
    outcome = await memory.edit(alice, record.ref, Changes(**changes))
    assert isinstance(outcome, Edited)
    assert outcome.redacted == {"github-token": 1}
    assert getattr(outcome.record, field) == f"/{PLACEHOLDER}"
    await edited(memory, alice, record, content="and another")
    assert TOKEN.encode() not in stored(database_file)


async def test_the_record_of_a_message_that_is_edited_is_cleaned(
    memory: Memory, alice: Actor, database_file: Path
) -> None:
    record = await save(memory, alice, "a note", message=7, hash_content=True)
    told = Draft(f"use {TOKEN}", hash_content=True)
    outcome = await memory.edit.of_message(alice, 7, told)
    assert isinstance(outcome, Edited)
    assert (outcome.record.content, outcome.redacted) == (f"use {PLACEHOLDER}", {"github-token": 1})
    assert outcome.record.source_hash == content_hash(f"use {PLACEHOLDER}")
    assert await memory.edit.of_message(alice, 7, told) is None
    await edited(memory, alice, record, content="on Fridays")
    shown = await passport(memory, alice, record.ref)
    assert [one.content for one in shown.earlier] == ["a note", f"use {PLACEHOLDER}"]
    assert TOKEN.encode() not in stored(database_file)


async def test_an_ordinary_save_and_edit_say_that_nothing_was_taken_out(memory: Memory, alice: Actor) -> None:
    outcome = await remembered(memory, alice, "the password is in Vault")
    assert (outcome.record.content, outcome.redacted) == ("the password is in Vault", {})
    again = await memory.edit(alice, outcome.record.ref, Changes(content="ask Anna for it"))
    assert isinstance(again, Edited)
    assert again.redacted == {}


async def test_our_own_hash_is_of_the_text_after_guard(memory: Memory, alice: Actor) -> None:
    record = await save(memory, alice, f"use {TOKEN}", hash_content=True)
    assert record.source_hash == content_hash(f"use {PLACEHOLDER}")


@pytest.mark.parametrize("plain", [HASH, "3f2a9c1b8d7e6f5a4b3c2d1e0f9a8b7c6d5e4f3a", "1772442060"])
async def test_plain_hashes_and_revisions_stay(memory: Memory, alice: Actor, plain: str) -> None:
    record = await save(memory, alice, "a note", source_hash=plain, source_revision=plain)
    assert (record.source_hash, record.source_revision) == (plain, plain)


async def test_contents_with_one_key_are_the_same_after_guard(memory: Memory, alice: Actor) -> None:
    other = fake("github", random.Random(10))
    first = await remembered(memory, alice, f"use {TOKEN}", idempotency_key="k")
    again = await remembered(memory, alice, f"use {other}", idempotency_key="k")
    assert (again.record, again.new) == (first.record, False)
    assert await memory.remember(alice, Draft("use it", idempotency_key="k")) == KeyReused()


async def test_the_limit_counts_after_guard(memory: Memory, alice: Actor) -> None:
    key = fake("pem", random.Random(3))
    most = "x" * (20_000 - len("\n[secret:private-key]"))
    record = await save(memory, alice, f"{most}\n{key}")
    assert len(record.content) == 20_000
    outcome = await memory.remember(alice, Draft(f"x{most}\n{key}"))
    assert isinstance(outcome, Invalid)
    assert (outcome.argument, outcome.reason) == ("content", Reason.TOO_LONG)


@pytest.mark.parametrize(
    ("argument", "limit", "most"),
    [("content", 20_000, 40_000), ("scope", 128, 1_280), ("source_id", 1_000, 10_000)],
)
async def test_what_is_far_too_long_is_refused_as_ever_without_a_look(
    memory: Memory, alice: Actor, argument: str, limit: int, most: int
) -> None:
    keys = f"{fake('pem', random.Random(3))}\n" * most
    looked_through: dict[str, Any] = {"content": "a note", argument: keys[:most]}
    outcome = await remembered(memory, alice, **looked_through)
    assert {*outcome.redacted} == {"private-key"}
    refused = await memory.remember(alice, Draft(**{**looked_through, argument: keys[: most + 1]}))
    assert refused == Invalid(argument, Reason.TOO_LONG, f"a text of 1 to {limit} characters")


async def test_a_lookup_is_kept_without_its_secrets(
    memory: Memory, alice: Actor, database_file: Path
) -> None:
    token = await memory.lookups.keep(alice, Lookup(LookupKind.QUESTION, f"who uses {TOKEN}?", 7))
    found = await memory.lookups.find(alice, token)
    assert found is not None
    assert found.text == f"who uses {PLACEHOLDER}?"
    assert TOKEN.encode() not in stored(database_file)


async def test_names_of_people_and_chats_are_cleaned_too(memory: Memory, database_file: Path) -> None:
    actor = await enter(memory, f"bob {TOKEN}", f"team {TOKEN}")
    assert (actor.person.name, actor.title) == (f"bob {PLACEHOLDER}", f"team {PLACEHOLDER}")
    known: PersonId = await memory.membership.know(Visitor(5, f"carol {TOKEN}"))
    assert known != actor.person.id
    assert TOKEN.encode() not in stored(database_file)


async def test_labels_with_a_secret_find_what_was_saved_under_them(memory: Memory, alice: Actor) -> None:
    await save(memory, alice, "a note", workspace=TOKEN, scope=TOKEN, source_id=TOKEN, source_hash=HASH)
    found = await page(memory, alice, "note", workspace=TOKEN, scope=TOKEN)
    assert [one.record.content for one in found.results] == ["a note"]
    validation = await memory.validate(alice, TOKEN, "another", TOKEN, TOKEN)
    assert isinstance(validation, Validation)
    assert len(validation.stale) == 1
    assert len(await memory.forget.by_source(alice, TOKEN, TOKEN)) == 1


async def test_no_refusal_repeats_a_secret(memory: Memory, alice: Actor) -> None:
    outcome = await memory.search(alice, SearchRequest(Query.parse("x"), workspace=TOKEN))
    assert outcome == WorkspaceNotActive(PLACEHOLDER)
    assert await memory.validate(alice, "s", None, TOKEN) == WorkspaceNotActive(PLACEHOLDER)


async def test_the_words_of_a_secret_are_not_in_the_index(memory: Memory, alice: Actor) -> None:
    record = await save(memory, alice, "wifi password: sunflower42")
    for query, hits in (("sunflower42", 0), ("sunflower", 0), ("wifi", 1)):
        found = await memory.search(alice, SearchRequest(Query.parse(query)))
        assert isinstance(found, Page)
        assert len(found.results) == hits
    assert record.content == clean("wifi password: sunflower42").text
