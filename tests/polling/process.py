"""The bot as a process of its own, as people start it."""

import asyncio
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.cli.process import environment
from tests.telegram.server import Server

STARTING = 60
"""Seconds until the process polls, on a slow machine."""


@dataclass
class Bot:
    """A process that was started with `letopis run`."""

    telegram: Server
    process: Process
    said: str = ""
    """What it printed, once it has ended."""

    async def listens(self) -> None:
        """Wait until it waits for updates."""
        await self.telegram.world.wait_for(lambda: self.telegram.world.updates.is_polled or None, STARTING)

    async def calls(self) -> None:
        """Wait for its first call."""
        before = len(self.telegram.calls)
        await self.telegram.world.wait_for(lambda: len(self.telegram.calls) > before or None, STARTING)

    async def killed(self) -> None:
        """Wait until it is gone without a word, as after SIGKILL."""
        await self.process.communicate()
        assert self.process.returncode == -signal.SIGKILL

    async def ended(self) -> tuple[int | None, str]:
        """Wait for its end; its exit status, and what it said on standard error."""
        said, errors = await self.process.communicate()
        self.said = said.decode()
        return self.process.returncode, errors.decode()

    async def told_to_stop(self) -> tuple[int | None, str]:
        """Send SIGTERM, and wait for its end."""
        self.process.terminate()
        return await self.ended()


@asynccontextmanager
async def running(telegram: Server, folder: Path, **settings: str) -> AsyncIterator[Bot]:
    """The bot as a process; it is killed at the end where it still runs."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "run"),
        cwd=folder,
        env=environment({"BOT_TOKEN": telegram.token, "TELEGRAM_API_URL": telegram.url, **settings}),
        stdout=PIPE,
        stderr=PIPE,
    )
    try:
        yield Bot(telegram, process)
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()
