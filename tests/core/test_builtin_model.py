"""The built-in judge at work (SPEC section 7, point 9)."""

import pytest

from core.builtin_model import BuiltIn, ground_of
from core.graph import Relation
from core.memory import Memory
from core.records import Status
from core.spaces import Actor
from core.storage import Store
from tests.core.fakes import StoppedClock
from tests.core.judging import passport, standing
from tests.core.steps import page, save


@pytest.fixture
def memory(store: Store, clock: StoppedClock) -> Memory:
    return Memory.on(store, clock, model=BuiltIn())


async def test_what_is_plainly_replaced_is_outdated(memory: Memory, owner: Actor) -> None:
    old = await save(memory, owner, "The staging port is 8080")
    new = await save(memory, owner, "The staging port is 9090 now")
    await memory.archive.run_once(now=False)
    found = await standing(memory, owner, old)
    assert (found.status, found.confidence) == (Status.STALE, 0.1)
    assert [ground_of(mark.reason) is not None for mark in found.marks] == [True]
    links = (await passport(memory, owner, new.id)).links
    assert (Relation.SUPERSEDES, 1.0) in [(link.relation, link.weight) for link in links]
    assert await memory.remarks.take() is None, "it comes from no message"


async def test_versions_of_one_fact_are_left_to_the_question_that_the_chat_asks(
    memory: Memory, owner: Actor
) -> None:
    old = await save(memory, owner, "The staging port is 8080", fact_key="port")
    await save(memory, owner, "The staging port is 9090 now", fact_key="port")
    await memory.archive.run_once(now=False)
    found = await standing(memory, owner, old)
    assert (found.status, found.marks) == (Status.CONFLICT, ())


async def test_what_has_nothing_to_do_with_each_other_stays_apart(memory: Memory, owner: Actor) -> None:
    await save(memory, owner, "Lunch is at noon")
    new = await save(memory, owner, "The staging port is 8080")
    await memory.archive.run_once(now=False)
    shown = await passport(memory, owner, new.id)
    assert (shown.links, shown.record.fact_key) == ((), None)


async def test_it_gives_search_no_words_and_is_no_reason_to_speak_of_a_model(
    memory: Memory, owner: Actor
) -> None:
    found = await page(memory, owner, "rollout")
    assert (found.expanded_with, found.model_was_away) == ((), False)


@pytest.mark.parametrize("reason", ["", "because", "rule:", "rule:because", "value_replaced"])
def test_a_models_own_words_are_no_rule(reason: str) -> None:
    assert ground_of(reason) is None
