"""Nothing is lost and nothing counts twice, however often the process is killed."""

import asyncio
import random
from asyncio.subprocess import Process
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from tests.polling.memory import NAME, contents, kept
from tests.polling.process import Bot, running
from tests.telegram.chats import Chat
from tests.telegram.messages import Message
from tests.telegram.people import Person
from tests.telegram.schema import Json
from tests.telegram.server import Server

SEED = 20261130
MESSAGES, KILLS = 1_000, 10
PEOPLE, GROUPS = 14, 6
FIRST_CALLS = 9
"""Calls that the process makes at least before any that is about a message."""
MOST_DELAY = 0.02
"""Seconds after that call, at most."""
LATEST = 45
"""Seconds after which it is killed anyway: a slow machine drops late receipts, and so makes fewer calls."""
AT_ONCE = 20
"""Messages that get their receipts in time also on a slow machine."""


@dataclass
class Talk:
    """What people say in private and in groups, by chance but alike in every run."""

    telegram: Server
    chance: random.Random
    said: dict[str, Message] = field(default_factory=dict)
    """The messages by the text that is to be kept of each."""

    def __post_init__(self) -> None:
        world = self.telegram.world
        people = [world.person(f"Person {number}") for number in range(PEOPLE)]
        groups = [world.group(f"Group {number}", members=people) for number in range(GROUPS)]
        alone = [(person, person.private) for person in people]
        self._places: list[tuple[Person, Chat]] = [*alone, *zip(people, groups, strict=False)]

    async def go_on(self, count: int) -> None:
        """Let so many messages be written."""
        for _ in range(count):
            text = f"запись {len(self.said)}: 배포 🙂 deploy {len(self.said) * 7919}"
            person, chat = self.chance.choice(self._places)
            command = "" if chat is person.private else "/remember@letopis_bot "
            self.said[text] = await person.says(chat, command + text)

    def with_receipts(self) -> set[str]:
        """The texts of which it was said that they are kept."""
        return {text for text, message in self.said.items() if message.reaction == "👌"}

    def waiting(self) -> set[str]:
        """The texts that Telegram still holds for the bot."""
        pending = self.telegram.world.updates.pending
        numbers = {(update.body["chat"]["id"], update.body["message_id"]) for update in pending}
        return {text for text, message in self.said.items() if (message.chat.id, message.id) in numbers}


async def test_of_a_thousand_messages_from_twenty_chats_each_is_kept_once_over_ten_kills(
    telegram: Server, tmp_path: Path
) -> None:
    chance = random.Random(SEED)
    talk = Talk(telegram, chance)
    orphans: set[str] = set()
    for life in range(1, KILLS + 1):
        share = MESSAGES * life // (KILLS + 1) - len(talk.said)
        calls = chance.randint(1, FIRST_CALLS + len(telegram.world.updates.pending) + share)
        # Some of it waits before the process starts, some comes while it runs.
        await talk.go_on(share // 2)
        async with running(telegram, tmp_path) as bot:
            kill_at(telegram, bot, calls, chance.uniform(0, MOST_DELAY))
            await bot.calls()
            await talk.go_on(share - share // 2)
            await bot.killed()
        if (tmp_path / NAME).exists():
            assert talk.said.keys() - talk.waiting() <= set(contents(tmp_path))
            assert talk.with_receipts() <= set(contents(tmp_path))
        # A receipt that waited to be sent dies with the process; its message is kept and confirmed.
        orphans |= talk.said.keys() - talk.waiting() - talk.with_receipts()
    async with running(telegram, tmp_path) as bot:
        await telegram.world.settled(60)
        while len(talk.said) < MESSAGES:
            await talk.go_on(min(AT_ONCE, MESSAGES - len(talk.said)))
            await telegram.world.settled(60)
        assert await bot.told_to_stop() == (0, "")
    assert telegram.world.updates.pending == []

    assert Counter(contents(tmp_path)) == dict.fromkeys(talk.said, 1)
    sources = {(record.space, record.message): record.content for record in kept(tmp_path)}
    assert sources == {(message.chat.title, message.id): text for text, message in talk.said.items()}
    assert talk.said.keys() - talk.with_receipts() <= orphans


def kill_at(telegram: Server, bot: Bot, number: int, delay: float) -> None:
    """Kill the process a moment after so many of its calls have arrived."""
    loop, left = asyncio.get_running_loop(), [number]

    def count(_: Json) -> bool:
        left[0] -= 1
        if left[0] == 0:
            loop.call_later(delay, kill_if_running, bot.process)
        return False

    telegram.fault("*", answer=500, times=None, when=count)
    loop.call_later(LATEST, kill_if_running, bot.process)


def kill_if_running(process: Process) -> None:
    """Kill it, unless it is gone."""
    if process.returncode is None:
        process.kill()
