"""The archivist in the process that polls: it starts by itself, speaks in the chat, and stops at once."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

from aiohttp import web

from bot.polling import GRACE_SECONDS
from tests.cli.process import letopis
from tests.llm.server import Asked, ModelServer, serving, silent
from tests.polling.process import running
from tests.telegram.server import Server

SCP = "staging is rolled out by hand with scp"
SYSTEMD = "staging is rolled out by the systemd unit app-staging"


def settings(server: ModelServer) -> dict[str, str]:
    return {"MODEL_KIND": "openai", "MODEL_URL": f"{server.origin}/v1", "MODEL_NAME": "small"}


def refutes_all(asked: Asked) -> object:
    ids = [candidate["id"] for candidate in asked.candidates]
    decision = "INVALIDATE" if ids else "CREATE"
    return {"reason": "scp is not used any more", "decision": decision, "targets": ids}


def runs(folder: Path) -> list[tuple[str, int]]:
    """The state and the tries of each run."""
    with closing(sqlite3.connect(folder / "letopis.db")) as connection:
        return connection.execute("SELECT state, tries FROM runs ORDER BY record").fetchall()


async def test_what_is_marked_is_said_under_the_message_and_taken_back_by_a_button(
    telegram: Server, tmp_path: Path
) -> None:
    anna = telegram.world.person("Anna")
    async with serving() as model, running(telegram, tmp_path, **settings(model)) as bot:
        model.verdict = refutes_all
        await bot.listens()
        await anna.says(anna.private, SCP)
        new = await anna.says(anna.private, SYSTEMD)
        remark = await telegram.world.wait_for(
            lambda: next((answer for answer in anna.private.answers if "Outdated" in answer.text), None), 60
        )
        assert remark.reply_to is new
        assert "Why: scp is not used any more" in remark.text
        assert (await bot.told_to_stop())[0] == 0
    assert runs(tmp_path) == [("done", 0), ("done", 0)]


async def test_sigterm_does_not_wait_for_a_silent_model_and_loses_no_run(
    telegram: Server, tmp_path: Path
) -> None:
    anna = telegram.world.person("Anna")
    asked = asyncio.Event()

    async def silence(request: web.Request) -> web.StreamResponse:
        asked.set()
        return await silent(request)

    async with serving() as model:
        async with running(telegram, tmp_path, **settings(model)) as bot:
            model.next(silence)
            await bot.listens()
            message = await anna.says(anna.private, SCP)
            await telegram.world.wait_for(lambda: message.reaction)
            async with asyncio.timeout(60):
                await asked.wait()
            async with asyncio.timeout(GRACE_SECONDS):
                assert (await bot.told_to_stop())[0] == 0
        assert runs(tmp_path) == [("waiting", 0)]
        done = await asyncio.to_thread(letopis, tmp_path, "jobs", "run", **settings(model))
        assert "judged: 1" in done.stdout
        assert runs(tmp_path) == [("done", 0)]
