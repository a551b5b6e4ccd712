"""The archivist as the command line shows it, against a model's server on loopback."""

import asyncio
import json
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from tests.cli.process import answers, letopis, line, running
from tests.llm.server import KEY, Asked, ModelServer, serving, silent, status

SCP = "staging is rolled out by hand with scp"
SYSTEMD = "staging is rolled out by the systemd unit app-staging"
Done = subprocess.CompletedProcess[str]


@pytest.fixture
async def server() -> AsyncIterator[ModelServer]:
    """A model's server."""
    async with serving() as server:
        yield server


class Shop:
    """A folder with a database, and the command in it."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.folder = folder
        self.settings = settings

    async def run(self, *words: str, lines: str = "") -> Done:
        """Run a command to its end, while the server goes on."""
        return await asyncio.to_thread(letopis, self.folder, *words, lines=lines, **self.settings)

    async def json(self, *words: str) -> Any:
        """What a command prints."""
        return json.loads((await self.run(*words, "--json")).stdout)

    async def save(self, *contents: str) -> None:
        """Remember texts."""
        lines = "".join(line("remember", {"content": content}) for content in contents)
        assert (await self.run("call", "--stdin", lines=lines)).returncode == 0


def openai(server: ModelServer) -> dict[str, str]:
    return {"MODEL_KIND": "openai", "MODEL_URL": f"{server.origin}/v1", "MODEL_NAME": "small"}


def refutes_all(asked: Asked) -> object:
    """The new record refutes whatever there is."""
    ids = [candidate["id"] for candidate in asked.candidates]
    return {
        "reason": "it is done otherwise now",
        "decision": "INVALIDATE" if ids else "CREATE",
        "targets": ids,
    }


async def old(shop: Shop) -> str:
    """The id of the record that was saved first."""
    found = answers(await shop.run("call", "search", '{"query": "scp"}'))[0]["result"]
    return str(found[0]["id"])


async def test_what_programs_save_waits_for_jobs_run(server: ModelServer, tmp_path: Path) -> None:
    shop = Shop(tmp_path, **openai(server))
    server.verdict = refutes_all
    await shop.save(SCP, SYSTEMD)
    assert server.asked == []
    assert [run["state"] for run in await shop.json("jobs", "list")] == ["waiting", "waiting"]
    told = await shop.json("status")
    assert (told["runs"]["waiting"], told["model"], told["model_reachable"]) == (2, "openai", True)

    done = await shop.run("jobs", "run")
    assert done.returncode == 0
    assert "judged: 2, skipped: 0" in done.stdout
    assert await shop.json("jobs", "list") == []
    every = await shop.json("jobs", "list", "--all")
    assert [run["state"] for run in every] == ["done", "done"]
    found = answers(await shop.run("call", "search", '{"query": "staging"}'))[0]["result"]
    assert [(one["content"], one["status"], one["confidence"]) for one in found] == [
        (SYSTEMD, "unverified", 0.5),
        (SCP, "stale", 0.1),
    ]


async def test_what_fails_is_skipped_with_status_0_and_shown(server: ModelServer, tmp_path: Path) -> None:
    shop = Shop(tmp_path, **openai(server))
    await shop.save(SCP)
    server.next(*[status(500)] * 3)
    done = await shop.run("jobs", "run")
    assert done.returncode == 0
    assert "skipped: 1" in done.stdout
    [run] = await shop.json("jobs", "list")
    assert (run["state"], run["tries"], run["failure"]) == ("waiting", 1, "server error")
    assert "tries: 1" in (await shop.run("jobs", "list")).stdout
    assert "Last error: the model's server has an error" in (await shop.run("status")).stdout
    assert "judged: 0" in (await shop.run("jobs", "run")).stdout
    assert "judged: 1" in (await shop.run("jobs", "run", "--now")).stdout


async def test_without_a_model_runs_wait_and_are_done_when_one_comes(
    server: ModelServer, tmp_path: Path
) -> None:
    bare = Shop(tmp_path, MODEL_KIND="none")
    await bare.save(SCP, SYSTEMD)
    done = await bare.run("jobs", "run", "--now")
    assert done.returncode == 0
    assert "MODEL_KIND=none" in done.stdout
    assert [run["tries"] for run in await bare.json("jobs", "list")] == [0, 0]
    assert (await bare.json("status"))["model_reachable"] is None
    assert "judged: 2" in (await Shop(tmp_path, **openai(server)).run("jobs", "run")).stdout


async def test_a_message_of_a_script_is_judged_before_the_next_line(
    server: ModelServer, tmp_path: Path
) -> None:
    shop = Shop(tmp_path, **openai(server))
    server.verdict = refutes_all
    await shop.run("console", "--script", lines=f"{SCP}\n{SYSTEMD}\n")
    assert [asked.data["new_record"]["text"] for asked in server.asked] == [SCP, SYSTEMD]
    assert [run["state"] for run in await shop.json("jobs", "list", "--all")] == ["done", "done"]


async def test_what_was_given_up_can_be_queued_again(server: ModelServer, tmp_path: Path) -> None:
    shop = Shop(tmp_path, **openai(server))
    server.next(*[status(400)] * 4)
    await shop.run("console", "--script", lines=f"{SCP}\n:wait 700000\n")
    assert (await shop.json("status"))["runs"]["given_up"] == 1
    assert (await shop.run("jobs", "retry")).stdout == "Runs put back into the queue: 1.\n"
    assert "judged: 1" in (await shop.run("jobs", "run")).stdout


async def test_gigachat_is_asked_by_its_own_protocol(server: ModelServer, tmp_path: Path) -> None:
    server.tell_time(lambda: 4e9)
    shop = Shop(tmp_path, MODEL_KIND="gigachat", MODEL_URL=f"{server.origin}/api/v1", MODEL_KEY=KEY)
    await shop.save(SCP)
    assert "judged: 1" in (await shop.run("jobs", "run")).stdout
    assert (await shop.json("status"))["model_reachable"] is True
    [asked] = server.asked
    assert asked.body["model"] == "GigaChat"


async def test_a_check_of_health_does_not_wait_for_the_model(tmp_path: Path) -> None:
    shop = Shop(tmp_path, MODEL_KIND="openai", MODEL_URL="http://127.0.0.1:9/v1", MODEL_NAME="small")
    await shop.save(SCP)
    assert (await shop.run("status", "--quiet")).returncode == 0
    assert (await shop.json("status"))["model_reachable"] is False


async def test_a_search_of_programs_has_a_second_chance_too(server: ModelServer, tmp_path: Path) -> None:
    shop = Shop(tmp_path, **openai(server))
    await shop.save(SCP)
    server.verdict = lambda _: {"words": ["staging"]}
    widened, plain = answers(
        await shop.run(
            "call",
            "--stdin",
            lines=line("search", {"query": "environment"}) + line("search", {"query": "staging"}),
        )
    )
    assert ([one["content"] for one in widened["result"]], widened["expanded_with"]) == ([SCP], ["staging"])
    assert "expanded_with" not in plain
    server.next(*[status(500)] * 3)
    [away] = answers(await shop.run("call", "search", '{"query": "environment"}'))
    assert away == {"result": []}


async def test_a_process_killed_while_the_model_thinks_loses_no_run(
    server: ModelServer, tmp_path: Path
) -> None:
    shop = Shop(tmp_path, **openai(server))
    server.verdict = refutes_all
    await shop.save(SCP)
    await shop.run("jobs", "run")
    await shop.save(SYSTEMD)
    asked = asyncio.Event()

    async def think(request: web.Request) -> web.StreamResponse:
        asked.set()
        return await silent(request)

    server.next(think)
    with running(tmp_path, "jobs", "run", **shop.settings) as letopis:
        await asked.wait()
        letopis.process.kill()
        await asyncio.to_thread(letopis.process.wait)
    [run] = await shop.json("jobs", "list")
    assert (run["state"], run["running"], run["tries"]) == ("waiting", True, 0)
    assert "judged: 0" in (await shop.run("jobs", "run")).stdout, "the lease has not ended"
    assert "judged: 1" in (await shop.run("jobs", "run", "--now")).stdout
    [history] = [
        one["result"]["history"]
        for one in answers(await shop.run("call", "show", json.dumps({"memory_id": await old(shop)})))
    ]
    assert [event["kind"] for event in history] == ["saved", "marked"]


async def test_two_processes_do_no_run_twice(server: ModelServer, tmp_path: Path) -> None:
    shop = Shop(tmp_path, **openai(server))
    contents = [f"record {number}" for number in range(30)]
    await shop.save(*contents)
    await asyncio.gather(shop.run("jobs", "run"), shop.run("jobs", "run"))
    assert sorted(asked.data["new_record"]["text"] for asked in server.asked) == sorted(contents)
    assert await shop.json("jobs", "list") == []
