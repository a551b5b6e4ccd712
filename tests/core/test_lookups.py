"""Lookups that buttons refer to."""

import re
from dataclasses import replace

from core.lookups import LOOKUP_LIFE, Lookup, LookupKind
from core.memory import Memory
from core.spaces import Actor
from tests.core.fakes import StoppedClock

QUESTION = Lookup(LookupKind.QUESTION, "когда релиз?", 7)


async def test_a_lookup_is_found_by_its_token_in_its_chat(
    memory: Memory, alice: Actor, bob: Actor, owner: Actor
) -> None:
    token = await memory.lookups.keep(alice, QUESTION)
    kept = replace(QUESTION, person=alice.person.id)
    assert await memory.lookups.find(alice, token) == kept
    assert await memory.lookups.find(bob, token) == kept
    assert await memory.lookups.find(owner, token) is None
    assert await memory.lookups.find(alice, "another") is None
    assert await memory.lookups.find(alice, "half a character \ud83d") is None


async def test_a_token_fits_into_a_button_and_is_never_the_same(memory: Memory, alice: Actor) -> None:
    tokens = {await memory.lookups.keep(alice, QUESTION) for _ in range(20)}
    assert len(tokens) == 20
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{12}", token) for token in tokens)


async def test_a_lookup_lives_a_day_and_is_then_tidied_away(
    memory: Memory, alice: Actor, clock: StoppedClock
) -> None:
    old = await memory.lookups.keep(alice, QUESTION)
    clock.advance(hours=1)
    young = await memory.lookups.keep(alice, Lookup(LookupKind.SEARCH, "релиз", 8))
    clock.moment += LOOKUP_LIFE
    assert await memory.lookups.find(alice, old) is None
    assert await memory.lookups.find(alice, young) is not None
    assert (await memory.housekeeping.tidy()).lookups == 1
    clock.advance(seconds=1)
    assert await memory.lookups.find(alice, young) is None
    assert (await memory.housekeeping.tidy()).lookups == 1
