"""How fast Telegram lets a bot speak (TELEGRAM.md rule 4), as a pure account of what was sent when.

Source of the limits: https://core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this
"""

from collections import deque
from dataclasses import dataclass, field

_SECOND, _MINUTE = 1.0, 60.0
_MANY = 1_000


@dataclass(frozen=True)
class Limits:
    """Messages a chat may get at once, then a second; a group a minute; all chats a second."""

    burst: int = 5
    chat_interval: float = 1.0
    group_per_minute: int = 20
    overall_per_second: int = 30


UNLIMITED = Limits(burst=1 << 30, chat_interval=0.0, group_per_minute=1 << 30, overall_per_second=1 << 30)
"""For the terminal, where nothing needs to wait."""


@dataclass
class Pace:
    """Tells how long a message must wait. Times are seconds on one monotonic clock."""

    limits: Limits = Limits()
    _chats: dict[int, float] = field(default_factory=dict)
    _groups: dict[int, deque[float]] = field(default_factory=dict)
    _overall: deque[float] = field(default_factory=deque)

    def take(self, chat: int, now: float) -> float:
        """Seconds until a message to the chat may be sent; with 0 it is taken as sent now."""
        pause = self._wait(chat, now)
        if not pause:
            self._note(chat, now)
        return pause

    def _wait(self, chat: int, now: float) -> float:
        ready = [self._chats.get(chat, now) - (self.limits.burst - 1) * self.limits.chat_interval]
        ready.append(_when_free(self._overall, self.limits.overall_per_second, _SECOND))
        if chat < 0:
            ready.append(_when_free(self._groups.get(chat, deque()), self.limits.group_per_minute, _MINUTE))
        return max(0.0, *(moment - now for moment in ready))

    def _note(self, chat: int, now: float) -> None:
        self._forget_idle(now)
        self._chats[chat] = max(self._chats.get(chat, now), now) + self.limits.chat_interval
        _append(self._overall, now, _SECOND)
        if chat < 0:
            _append(self._groups.setdefault(chat, deque()), now, _MINUTE)

    def hold(self, chat: int, until: float) -> None:
        """Let nothing go to the chat before a moment: Telegram said so."""
        full = until + (self.limits.burst - 1) * self.limits.chat_interval
        self._chats[chat] = max(self._chats.get(chat, 0.0), full)

    def _forget_idle(self, now: float) -> None:
        """Now and then drop what no longer restrains anything."""
        if len(self._chats) < _MANY:
            return
        self._chats = {chat: moment for chat, moment in self._chats.items() if moment > now}
        self._groups = {chat: sent for chat, sent in self._groups.items() if sent[-1] > now - _MINUTE}


def _when_free(sent: deque[float], count: int, period: float) -> float:
    return sent[-count] + period if len(sent) >= count else 0.0


def _append(sent: deque[float], now: float, period: float) -> None:
    sent.append(now)
    while sent[0] <= now - period:
        sent.popleft()
