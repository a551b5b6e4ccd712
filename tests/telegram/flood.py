"""Telegram's limits on how fast a bot may send."""

import math
from collections import defaultdict
from dataclasses import dataclass, field

from tests.telegram.refusals import too_many_requests

MINUTE = 60


@dataclass
class Flood:
    """Counts what is sent; reactions, answers to presses and chat actions are outside of the limits.

    What is refused does not count. `burst` is how many messages a chat takes at once before the pace of one a
    second holds; Telegram promises none.
    """

    burst: int = 1
    a_minute_in_a_group: int = 20
    a_second_in_all: int = 30
    edits_count: bool = False
    _due: dict[int, float] = field(default_factory=dict)
    """By chat: when it would take the next message without any burst."""
    _sent: dict[int | None, list[float]] = field(default_factory=lambda: defaultdict(list))
    """By group, and None for all: the moments of what was sent."""

    def counts(self, method: str) -> bool:
        """Whether a method is under the limits."""
        if method.startswith("editMessage"):
            return self.edits_count
        return method.startswith(("send", "copy", "forward")) and method != "sendChatAction"

    def check(self, chat_id: int, *, is_group: bool, now: float) -> None:
        """Refuse a message that would be one too many."""
        waits = [self._due.get(chat_id, now) - now - (self.burst - 1)]
        waits.append(self._wait(None, self.a_second_in_all, 1, now))
        if is_group:
            waits.append(self._wait(chat_id, self.a_minute_in_a_group, MINUTE, now))
        if max(waits) > 0:
            raise too_many_requests(math.ceil(max(waits)))

    def count(self, chat_id: int, *, now: float) -> None:
        """Count a message that was sent."""
        self._due[chat_id] = max(self._due.get(chat_id, now), now) + 1
        self._sent[None].append(now)
        self._sent[chat_id].append(now)

    def _wait(self, key: int | None, most: int, seconds: int, now: float) -> float:
        """How long until fewer than the most were sent within so many seconds."""
        recent = [moment for moment in self._sent[key] if moment > now - seconds]
        return recent[-most] + seconds - now if len(recent) >= most else 0
