"""The clock stands still until a test moves it, or runs where nobody does."""

import asyncio

from tests.telegram.clock import Clock


async def test_a_clock_that_stands_still_moves_only_when_it_is_moved() -> None:
    clock = Clock(1_700_000_000)
    assert clock.now == clock.unix == 1_700_000_000
    clock.advance(2.5)
    assert (clock.now, clock.unix) == (1_700_000_002.5, 1_700_000_002)


async def test_whoever_waits_for_a_time_is_woken_when_it_has_come() -> None:
    clock = Clock(0)
    async with asyncio.TaskGroup() as tasks:
        waiting = tasks.create_task(clock.reach(10))
        await asyncio.sleep(0)
        clock.advance(9)
        await asyncio.sleep(0)
        assert not waiting.done()
        clock.advance(1)
    assert clock.now == 10


async def test_a_running_clock_needs_no_moving() -> None:
    clock = Clock(running=True)
    begun = clock.now
    await clock.reach(begun + 0.01)
    assert clock.now >= begun + 0.01
