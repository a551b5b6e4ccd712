"""How often a model is called."""

from core.llm.limits import Limits


async def test_a_minutes_calls_are_spread_over_the_minute_that_they_take() -> None:
    now = 1_000.0
    rests: list[float] = []

    async def sleep(seconds: float) -> None:
        nonlocal now
        rests.append(seconds)
        now += seconds

    limits = Limits(2, now=lambda: now, sleep=sleep)
    for _ in range(5):
        async with limits.turn():
            now += 1
    assert rests == [58.0, 58.0]
    now += 120
    async with limits.turn():
        assert rests == [58.0, 58.0]
