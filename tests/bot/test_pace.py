"""How fast the bot may speak. Times are multiples of an eighth, which floats hold exactly."""

import pickle
from copy import deepcopy
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.pace import UNLIMITED, Limits, Pace

GRAIN = 0.125
PRIVATE, GROUP = 7, -7

requests = st.lists(
    st.tuples(st.sampled_from([1, 2, 3, -1, -2]), st.sampled_from([0.0, 0.0, GRAIN, 0.5, 1.0, 4.0, 30.0])),
    min_size=20,
    max_size=150,
)
"""To which chat, and how long after the one before."""


def sent(pace: Pace, wanted: list[tuple[int, float]]) -> list[tuple[int, float]]:
    """Which messages went, and when, where each waits as long as it is told, one after another."""
    now, went = 0.0, []
    for chat, later in wanted:
        now += later
        while pause := pace.take(chat, now):
            now += pause
        went.append((chat, now))
    return went


def most_within(moments: list[float], seconds: float) -> int:
    """The most moments in any stretch of time that is shorter than the seconds."""
    return max(
        sum(begin <= moment < begin + seconds for moment in moments[number:])
        for number, begin in enumerate(moments)
    )


@given(requests)
def test_no_more_goes_than_telegram_allows(wanted: list[tuple[int, float]]) -> None:
    limits = Limits(overall_per_second=8)
    went = sent(Pace(limits), wanted)
    assert len(went) == len(wanted)
    assert most_within([moment for _, moment in went], 1.0) <= limits.overall_per_second
    for chat in {chat for chat, _ in went}:
        own = [moment for one, moment in went if one == chat]
        for seconds in (1.0, 5.0, 20.0):
            assert most_within(own, seconds) <= limits.burst + seconds
        if chat < 0:
            assert most_within(own, 60.0) <= limits.group_per_minute


@given(requests, st.sampled_from([1, -1]))
def test_a_message_may_go_when_its_wait_is_over_and_not_before(
    wanted: list[tuple[int, float]], chat: int
) -> None:
    pace = Pace(Limits(overall_per_second=8))
    went = sent(pace, wanted)
    now = went[-1][1]
    if pause := deepcopy(pace).take(chat, now):
        assert deepcopy(pace).take(chat, now + pause) == 0
        assert deepcopy(pace).take(chat, now + pause - GRAIN) == GRAIN


def test_a_chat_gets_five_at_once_and_then_one_a_second() -> None:
    went = sent(Pace(), [(PRIVATE, 0.0)] * 8)
    assert [moment for _, moment in went] == [0, 0, 0, 0, 0, 1, 2, 3]


def test_after_a_silence_five_go_at_once_again() -> None:
    went = sent(Pace(), [(PRIVATE, 0.0)] * 5 + [(PRIVATE, 5.0)] + [(PRIVATE, 0.0)] * 5)
    assert [moment for _, moment in went] == [0] * 5 + [5] * 5 + [6]


def test_a_group_gets_twenty_a_minute() -> None:
    went = sent(Pace(), [(GROUP, 0.0)] * 22)
    assert [moment for _, moment in went][19:] == [15, 60, 60]


def test_a_private_chat_is_not_held_to_a_groups_minute() -> None:
    went = sent(Pace(), [(PRIVATE, 0.0)] * 40)
    assert went[-1] == (PRIVATE, 35)


def test_thirty_a_second_go_out_in_all() -> None:
    went = sent(Pace(), [(chat, 0.0) for chat in range(1, 65)])
    assert [moment for _, moment in went] == [0] * 30 + [1] * 30 + [2] * 4


def test_what_had_to_wait_is_not_accounted_for() -> None:
    pace = Pace()
    sent(pace, [(PRIVATE, 0.0)] * 5)
    assert [pace.take(PRIVATE, 0.0) for _ in range(3)] == [1, 1, 1]


def test_nothing_goes_to_a_chat_that_is_held_and_then_one_a_second() -> None:
    pace = Pace()
    pace.hold(PRIVATE, 10.0)
    assert pace.take(PRIVATE, 4.0) == 6
    went = sent(pace, [(PRIVATE, 10.0), (PRIVATE, 0.0), (PRIVATE, 0.0)])
    assert [moment for _, moment in went] == [10, 11, 12]


def test_a_hold_of_one_chat_is_none_of_another() -> None:
    pace = Pace()
    pace.hold(PRIVATE, 10.0)
    assert pace.take(PRIVATE + 1, 0.0) == 0


def test_a_shorter_hold_does_not_end_a_longer_one() -> None:
    pace = Pace()
    pace.hold(PRIVATE, 10.0)
    pace.hold(PRIVATE, 3.0)
    assert pace.take(PRIVATE, 3.0) == 7


@pytest.mark.parametrize("chat", [PRIVATE, GROUP])
def test_in_the_terminal_nothing_waits(chat: int) -> None:
    went = sent(Pace(UNLIMITED), [(chat, 0.0)] * 200)
    assert went[-1] == (chat, 0)


def test_chats_that_fell_silent_are_forgotten() -> None:
    pace = Pace(replace(Limits(), overall_per_second=1 << 30))
    sizes = []
    for hundred in range(100):
        for chat in range(1, 101):
            sent(pace, [(-chat - 100 * hundred, 100.0 * hundred)])
        sizes.append(len(pickle.dumps(pace)))
    assert max(sizes[20:]) <= max(sizes[:20])


def test_forgetting_the_silent_lets_no_one_speak_too_fast() -> None:
    pace = Pace(replace(Limits(), overall_per_second=1 << 30))
    talkative = [(GROUP, 0.0)] * 20
    went = sent(pace, talkative)
    now = went[-1][1]
    for chat in range(1, 1500):
        assert pace.take(chat, now) == 0
    assert pace.take(GROUP, now) == 45
