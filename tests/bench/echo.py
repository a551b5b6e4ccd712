"""What a remembered message costs, HTTP in, commit, HTTP out, against aiogram's own echo in the same run.

python -m tests.bench.echo [--messages 1000] [--rounds 5]

Both bots are processes of their own and live through the whole run; the server is a third one. In a round
each deals with so many messages; the two take turns, and the best round of each counts, since whatever else
the machine does only makes a round slower. CPU is that of the bot's process with all its threads.
"""

import argparse
import asyncio
import os
import sys
import time
from asyncio.subprocess import DEVNULL, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.telegram import TOKEN, Telegram
from tests.cli.process import environment

CHATS = (1, 16, 100)
STARTING = 60
"""Seconds until a bot asks for updates, on a slow machine."""
REACH = 2.5
"""How many times the cost of an echo a remembered message may have (PERFORMANCE.md)."""

_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Cost:
    """Milliseconds a message."""

    cpu: float
    wall: float


@dataclass(frozen=True)
class Contestant:
    """A bot at work, and the server that it calls."""

    telegram: Telegram
    process: Process

    async def round(self, chats: int, messages: int) -> Cost:
        """What a message costs when so many chats write at once."""
        began, spent = time.perf_counter(), self._cpu_seconds()
        await self.telegram.exchange(chats, messages)
        wall, cpu = time.perf_counter() - began, self._cpu_seconds() - spent
        return Cost(1000 * cpu / messages, 1000 * wall / messages)

    def _cpu_seconds(self) -> float:
        # The fields after the name, which stands in brackets: https://man7.org/linux/man-pages/man5/proc.5.html
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS


@asynccontextmanager
async def contestant(folder: Path, *words: str, **settings: str) -> AsyncIterator[Contestant]:
    """A bot, started by Python with these words, where {url} stands for its server's address."""
    telegram = Telegram()
    await telegram.start()
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *(word.format(url=telegram.url) for word in words),
        cwd=folder,
        env=environment({name: value.format(url=telegram.url) for name, value in settings.items()}),
        stdout=DEVNULL,
    )
    try:
        await asyncio.wait_for(telegram.polled.wait(), STARTING)
        yield Contestant(telegram, process)
    finally:
        process.terminate()
        await process.wait()
        await telegram.stop()


async def measure(messages: int, rounds: int) -> None:
    """Print the table."""
    print(f"{messages} messages a round, the best of {rounds} rounds; milliseconds a message")
    print("chats |  echo CPU  Letopis CPU  ratio |  echo wall  Letopis wall  ratio")
    with TemporaryDirectory() as folder:
        async with (
            contestant(Path(folder), "-m", "tests.bench.echo_bot", "{url}", TOKEN) as echo,
            contestant(
                Path(folder), "-m", "bot", "run", BOT_TOKEN=TOKEN, TELEGRAM_API_URL="{url}"
            ) as letopis,
        ):
            for chats in CHATS:
                for bot in (echo, letopis):
                    # Whoever writes for the first time is new to the bot, which costs once.
                    await bot.round(chats, max(2 * chats, messages // 5))
                costs = [
                    (await echo.round(chats, messages), await letopis.round(chats, messages))
                    for _ in range(rounds)
                ]
                print(_line(chats, [one for one, _ in costs], [other for _, other in costs]), flush=True)
    print(f"to reach: at most {REACH} times")


def _line(chats: int, echoes: list[Cost], kept: list[Cost]) -> str:
    cpu = min(cost.cpu for cost in echoes), min(cost.cpu for cost in kept)
    wall = min(cost.wall for cost in echoes), min(cost.wall for cost in kept)
    return (
        f"{chats:5} | {cpu[0]:9.2f} {cpu[1]:12.2f} {cpu[1] / cpu[0]:6.2f} |"
        f" {wall[0]:10.2f} {wall[1]:13.2f} {wall[1] / wall[0]:6.2f}"
    )


def main() -> None:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(description="A remembered message against aiogram's echo")
    parser.add_argument("--messages", type=int, default=1_000, help="messages in a round")
    parser.add_argument("--rounds", type=int, default=5, help="rounds for each number of chats")
    arguments = parser.parse_args()
    asyncio.run(measure(arguments.messages, arguments.rounds))


if __name__ == "__main__":
    main()
