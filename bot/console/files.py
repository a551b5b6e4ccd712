"""Files that the bot sends: copies that a person can open."""

import asyncio
import re
from pathlib import Path

from aiogram import Bot
from aiogram.types import InputFile

from bot.console.outcomes import Copy

UNNAMED = "file"
_AWKWARD = re.compile(r"[^\w.-]")
"""What a name of a file on disk had better not hold."""


async def save(folder: Path, bot: Bot, chat: int, number: int, file: InputFile) -> Copy:
    """Write a file into the folder, under a name that no other message's file has.

    The folder is for its owner's eyes alone, as what the bot sends is memory. OSError: it cannot be written.
    """
    name = file.filename or UNNAMED
    data = b"".join([chunk async for chunk in file.read(bot)])
    path = folder / f"{abs(chat):x}-{number}-{_AWKWARD.sub('_', name)}"
    await asyncio.to_thread(_write, path, data)
    return Copy(name, len(data), path)


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.write_bytes(data)
