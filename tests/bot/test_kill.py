"""No receipt without its record, and no record twice, however often the process is killed."""

import json
import os
import random
import signal
import threading
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import IO

import pytest

from core.memory import Memory
from core.query import Query
from core.records import Record
from core.search import Page, SearchRequest
from core.storage import Store
from tests.bot.chat import arriving
from tests.cli.process import running
from tests.core.fakes import StoppedClock
from tests.core.steps import enter

MESSAGES = {number: f"запись {number}:배포 🙂 deploy {number * 7919}" for number in range(1, 101)}
KILLS_WHILE_SAVING = 2


@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_no_message_with_a_receipt_is_lost_or_doubled_by_kills(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    receipts = until_killed(tmp_path, MESSAGES, 0, chance.uniform(0.2, 2.0))
    for _ in range(KILLS_WHILE_SAVING):
        unanswered = MESSAGES.keys() - receipts
        receipts |= until_killed(tmp_path, unanswered, chance.randint(1, 25), chance.uniform(0, 0.03))
    assert receipts < MESSAGES.keys()
    receipts |= to_the_end(tmp_path, MESSAGES.keys() - receipts)
    assert receipts == MESSAGES.keys()

    kept = await all_records(tmp_path)
    sources = [int(str(record.source_id).rpartition("/")[2]) for record in kept]
    assert len(sources) == len(set(sources))
    assert dict(zip(sources, (record.content for record in kept), strict=True)) == MESSAGES


def until_killed(folder: Path, numbers: Collection[int], after: int, delay: float) -> set[int]:
    """Send messages, and kill the process a moment after so many receipts; all receipts that were read."""
    with running(folder, "console", "--script") as letopis:
        kill = threading.Timer(delay, letopis.process.kill)
        writing = threading.Thread(target=send, args=(letopis.input, numbers))
        writing.start()
        receipts = set()
        if not after:
            kill.start()
        for line in letopis.output:
            # The last line may be torn.
            if line.endswith(b"\n"):
                receipts.add(receipt(line))
            if len(receipts) == after and kill.ident is None:
                kill.start()
        writing.join()
        assert letopis.process.wait() == -signal.SIGKILL
    return receipts


def to_the_end(folder: Path, numbers: Collection[int]) -> set[int]:
    """Send messages, and let the process end by itself; all receipts."""
    with running(folder, "console", "--script") as letopis:
        send(letopis.input, numbers)
        letopis.input.close()
        receipts = {receipt(line) for line in letopis.output}
        assert letopis.process.wait() == 0
    return receipts


def send(to: IO[bytes], numbers: Collection[int]) -> None:
    """Deliver the messages with these numbers, in their order, as far as somebody listens."""
    lines = "".join(f"{arriving(number, text=MESSAGES[number])}\n" for number in sorted(numbers)).encode()
    with suppress(BrokenPipeError):
        while lines:
            # Past the buffer, which would want to be flushed at the end.
            lines = lines[os.write(to.fileno(), lines) :]


def receipt(line: bytes) -> int:
    """The number of the message that a printed receipt is for; nothing else may be printed."""
    said = json.loads(line)
    assert (said["method"], said["emoji"]) == ("setMessageReaction", "👌")
    return int(said["n"])


async def all_records(folder: Path) -> list[Record]:
    """All that the store holds for the person."""
    store = Store.open(f"sqlite:///{folder / 'letopis.db'}")
    try:
        memory = Memory.on(store, StoppedClock())
        owner = await enter(memory, "owner")
        kept: list[Record] = []
        while True:
            page = await memory.search(owner, SearchRequest(Query.parse(""), limit=50, offset=len(kept)))
            assert isinstance(page, Page)
            if not page.results:
                return kept
            kept += [found.record for found in page.results]
    finally:
        store.close()
