"""The server starts by hand, and is driven from another process."""

import asyncio
import sys
from asyncio.subprocess import PIPE
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession

from tests.telegram.conftest import Api
from tests.telegram.schema import Json, Upload
from tests.telegram.server import Server

ROOT = Path(__file__).parents[2]


class Control:
    """The control endpoint, as another process uses it."""

    def __init__(self, client: ClientSession, url: str) -> None:
        self._client = client
        self._url = url

    async def act(self, status: int = 200, /, **said: Any) -> Json:
        """Let somebody do something."""
        async with self._client.post(f"{self._url}/control", json=said) as answer:
            body: Json = await answer.json()
            assert answer.status == status, body
            return body

    async def list(self, what: str, **query: Any) -> list[Json]:
        """Messages or calls."""
        async with self._client.get(f"{self._url}/control/{what}", params=query) as answer:
            listed: list[Json] = await answer.json()
            return listed


@pytest.fixture
def control(telegram: Server, client: ClientSession) -> Control:
    """The control endpoint of the server."""
    return Control(client, telegram.url)


async def test_people_and_groups_come_about_when_they_are_named(
    telegram: Server, control: Control, api: Api
) -> None:
    await control.act(person="Anna", says="hello")
    said = await control.act(person="Anna", chat="team", says="/remember this")
    await control.act(
        person="Boris", chat="team", says="/remember that", reply_to=said["message"]["message_id"]
    )
    texts = [update["message"]["text"] for update in (await api("getUpdates"))["result"]]
    assert texts == ["hello", "/remember this", "/remember that"]
    assert len(await control.list("messages")) == 3
    team = await control.list("messages", chat="team")
    assert [message["from"]["first_name"] for message in team] == ["Anna", "Boris"]
    (private,) = await control.list("messages", chat="private:Anna")
    assert (private["in"], private["by_bot"], private["reaction"]) == ("private:Anna", False, None)


async def test_every_act_can_be_done(telegram: Server, control: Control, api: Api) -> None:
    await api(
        "getUpdates", allowed_updates=["message", "edited_message", "callback_query", "message_reaction"]
    )
    await control.act(person="Anna", says="one")
    keys = {"inline_keyboard": [[{"text": "yes", "callback_data": "y"}]]}
    anna = telegram.world.find("Anna")
    assert hasattr(anna, "private")
    await api("sendMessage", chat_id=anna.id, text="two", reply_markup=keys)
    await control.act(person="Anna", edits=1, text="uno")
    assert "query" in await control.act(person="Anna", presses=2, label="yes")
    await control.act(person="Anna", reacts=2, emoji="👍")
    assert "query" in await control.act(person="Anna", inline="words")
    await control.act(person="Anna", forwards="words", of="Somebody")
    await control.act(person="Anna", document="x.txt", content="text", caption="a file")
    await control.act(person="Boris", chat="team", says="/start")
    await control.act(person="Anna", chat="team", joins=True)
    await control.act(person="Anna", chat="team", leaves=True)
    kinds = [update.kind for update in telegram.world.updates.made]
    assert kinds == [
        "message",
        "edited_message",
        "callback_query",
        "message_reaction",
        "message",
        "message",
        "message",
        "message",
        "message",
    ]
    now = telegram.clock.now
    assert await control.act(advance=60) == {"now": now + 60}


@pytest.mark.parametrize(
    ("said", "error"),
    [
        ({"person": "Anna"}, "say one act of says, edits"),
        ({"says": "x"}, "person"),
        ({"person": "Anna", "edits": 9, "text": "x"}, "no message 9 in Anna"),
        ({"person": "team", "says": "x"}, "team is a chat"),
        ({"person": "Boris", "chat": "Boris", "says": "x"}, "Boris is a person"),
    ],
)
async def test_what_cannot_be_done_is_answered_with_why(
    telegram: Server, control: Control, said: Json, error: str
) -> None:
    telegram.world.group("team")
    assert error in (await control.act(400, **said))["error"]


async def test_calls_are_waited_for(telegram: Server, control: Control, api: Api) -> None:
    await control.act(person="Anna", says="hello")
    async with asyncio.TaskGroup() as tasks:
        waiting = tasks.create_task(control.list("calls", after=0, wait=5))
        await api("sendChatAction", chat_id=next(iter(telegram.world.people)), action="typing")
    (call,) = waiting.result()
    assert (call["method"], call["parameters"]["action"], call["refused"]) == (
        "sendChatAction",
        "typing",
        None,
    )
    assert await control.list("calls", after=1) == []
    anna = next(iter(telegram.world.people))
    upload = Upload("x.txt", b"content", "text/plain")
    await telegram.perform("sendDocument", {"chat_id": anna, "document": upload})
    (call,) = await control.list("calls", after=1)
    assert "x.txt" in call["parameters"]["document"]
    assert call["parameters"]["chat_id"] == anna
    assert await control.list("calls", after=2, wait=0.01) == []


async def test_it_starts_from_the_command_line(client: ClientSession) -> None:
    command = [sys.executable, "-m", "tests.telegram", "--port", "0", "--token", "1:TEST"]
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=PIPE)
    try:
        assert process.stdout is not None
        url, _, token = (await process.stdout.readline()).decode().split()
        assert token == "1:TEST"
        async with client.get(f"{url}/bot1:TEST/getMe") as answer:
            assert (await answer.json())["result"]["id"] == 1
        await Control(client, url).act(person="Anna", says="hello")
        async with client.get(f"{url}/bot1:TEST/getUpdates") as answer:
            (update,) = (await answer.json())["result"]
        assert update["message"]["text"] == "hello"
    finally:
        process.terminate()
        await process.wait()
