"""Updates are posted to a webhook, until it takes them."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from aiogram import Bot, Dispatcher
from aiogram.methods import SendMessage
from aiogram.types import Message
from aiogram.webhook.aiohttp_server import SimpleRequestHandler
from aiohttp import web

from tests.telegram.conftest import Api
from tests.telegram.people import Person
from tests.telegram.schema import Json
from tests.telegram.server import Server
from tests.telegram.webhook import SECRET_HEADER


@dataclass
class Hook:
    """A webhook that notes what it gets, and answers as it is told."""

    url: str
    posted: list[Json] = field(default_factory=list)
    secrets: list[str | None] = field(default_factory=list)
    statuses: list[int] = field(default_factory=list)
    """The next answers; 200 once there are none."""
    body: Json = field(default_factory=dict)
    held: asyncio.Event | None = None
    changed: Callable[[], None] = lambda: None

    async def take(self, request: web.Request) -> web.Response:
        """Answer a post."""
        self.posted.append(await request.json())
        self.secrets.append(request.headers.get(SECRET_HEADER))
        self.changed()
        if self.held:
            await self.held.wait()
        return web.json_response(self.body, status=self.statuses.pop(0) if self.statuses else 200)

    @property
    def texts(self) -> list[str]:
        """The texts that were posted."""
        return [update["message"]["text"] for update in self.posted]


@pytest.fixture
def anna(telegram: Server) -> Person:
    """Somebody."""
    return telegram.world.person("Anna")


async def serve(app: web.Application) -> tuple[web.AppRunner, str]:
    """Serve an application on any port of the loopback address."""
    runner = web.AppRunner(app, shutdown_timeout=1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    return runner, f"http://127.0.0.1:{runner.addresses[0][1]}/hook"


@pytest.fixture
async def hook(telegram: Server) -> AsyncIterator[Hook]:
    """A webhook on this machine."""
    app = web.Application()
    made = Hook("", changed=telegram.world.changed)
    app.router.add_post("/hook", made.take)
    runner, made.url = await serve(app)
    yield made
    await telegram.webhook.stop()
    await runner.cleanup()


async def test_an_update_is_posted_with_the_secret(
    telegram: Server, anna: Person, api: Api, hook: Hook
) -> None:
    assert (await api("setWebhook", url=hook.url, secret_token="s3cret_-"))["result"] is True
    await anna.says(anna.private, "hello")
    await telegram.world.settled()
    assert hook.texts == ["hello"]
    assert hook.secrets == ["s3cret_-"]


async def test_what_waited_before_is_posted_too_unless_it_is_dropped(
    telegram: Server, anna: Person, api: Api, hook: Hook
) -> None:
    await anna.says(anna.private, "before")
    await api("setWebhook", url=hook.url, drop_pending_updates=True)
    await anna.says(anna.private, "after")
    await telegram.world.settled()
    assert hook.texts == ["after"]


async def test_what_is_not_taken_is_posted_again_in_order(
    telegram: Server, anna: Person, api: Api, hook: Hook
) -> None:
    hook.statuses = [500, 503]
    await api("setWebhook", url=hook.url)
    await anna.says(anna.private, "first")
    await anna.says(anna.private, "second")
    await telegram.world.wait_for(lambda: telegram.webhook.error)
    info = (await api("getWebhookInfo"))["result"]
    assert info["last_error_message"] == "Wrong response from the webhook: 500 Internal Server Error"
    assert info["pending_update_count"] == 2
    await later(telegram, 1)
    await telegram.world.wait_for(lambda: len(hook.posted) == 2)
    await later(telegram, 2)
    await telegram.world.settled()
    assert hook.texts == ["first", "first", "first", "second"]
    assert len({update["update_id"] for update in hook.posted}) == 2


async def later(telegram: Server, seconds: int) -> None:
    """Move on, once an update waits to be posted once more."""
    await telegram.world.wait_for(lambda: telegram.webhook.waits)
    telegram.clock.advance(seconds)


async def test_another_chat_does_not_wait_for_one_that_is_held_up(
    telegram: Server, anna: Person, api: Api, hook: Hook
) -> None:
    boris = telegram.world.person("Boris")
    hook.held = asyncio.Event()
    await api("setWebhook", url=hook.url)
    await anna.says(anna.private, "one")
    await anna.says(anna.private, "two")
    await boris.says(boris.private, "other")
    await telegram.world.wait_for(lambda: len(hook.posted) == 2)
    assert sorted(hook.texts) == ["one", "other"]
    hook.held.set()
    await telegram.world.settled()
    assert sorted(hook.texts) == ["one", "other", "two"]


async def test_while_a_webhook_is_set_there_is_no_polling(telegram: Server, api: Api, hook: Hook) -> None:
    async with asyncio.TaskGroup() as tasks:
        poll = tasks.create_task(polling(api))
        await telegram.world.wait_for(lambda: telegram.world.updates.is_polled)
        await api("setWebhook", url=hook.url)
    assert poll.result()["description"] == "Conflict: terminated by setWebhook request"
    answer = await api("getUpdates")
    assert answer["error_code"] == 409
    assert answer["description"] == (
        "Conflict: can't use getUpdates method while webhook is active; "
        "use deleteWebhook to delete the webhook first"
    )
    assert (await api("deleteWebhook"))["result"] is True
    assert (await api("getUpdates"))["ok"]
    assert (await api("getWebhookInfo"))["result"]["url"] == ""


async def test_deleting_a_webhook_that_is_not_there_leaves_polling_alone(
    telegram: Server, anna: Person, api: Api
) -> None:
    async with asyncio.TaskGroup() as tasks:
        poll = tasks.create_task(polling(api))
        await telegram.world.wait_for(lambda: telegram.world.updates.is_polled)
        await api("deleteWebhook", drop_pending_updates=False)
        await anna.says(anna.private, "hello")
    assert len(poll.result()["result"]) == 1


async def polling(api: Api) -> Json:
    """A coroutine for a task."""
    return await api("getUpdates", timeout=50)


async def test_a_webhook_names_its_updates_as_polling_does(
    telegram: Server, anna: Person, api: Api, hook: Hook
) -> None:
    await api("setWebhook", url=hook.url, allowed_updates=["callback_query"], max_connections=5)
    message = await anna.says(anna.private, "not told")
    await anna.presses(message, data="x")
    await telegram.world.settled()
    assert [sorted(update) for update in hook.posted] == [["callback_query", "update_id"]]
    info = (await api("getWebhookInfo"))["result"]
    assert (info["allowed_updates"], info["max_connections"]) == (["callback_query"], 5)


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"url": "http://example.org/hook"}, "An HTTPS URL must be provided for webhook"),
        ({"url": "https://example.org:5000/hook"}, "Webhook can be set up only on ports 80, 88, 443 or 8443"),
        ({"url": "nonsense"}, "invalid webhook URL specified"),
        (
            {"url": "https://example.org/", "secret_token": "a b"},
            "secret token contains unallowed characters",
        ),
    ],
)
async def test_an_improper_webhook_is_refused(
    telegram: Server, api: Api, parameters: dict[str, Any], words: str
) -> None:
    telegram.allow_refusal(words)
    assert words in (await api("setWebhook", **parameters))["description"]


async def test_a_webhook_elsewhere_is_not_reached_unless_an_address_here_stands_for_it(
    telegram: Server, anna: Person, api: Api, hook: Hook
) -> None:
    await api("setWebhook", url="https://example.org/hook")
    await anna.says(anna.private, "hello")
    error = await telegram.world.wait_for(lambda: telegram.webhook.error)
    assert error[1].startswith("Failed to resolve host")
    telegram.webhook.deliver_to = hook.url
    await later(telegram, 1)
    await telegram.world.settled()
    assert hook.texts == ["hello"]


async def test_where_nobody_listens_updates_wait(telegram: Server, anna: Person, api: Api) -> None:
    await api("setWebhook", url="http://127.0.0.1:9/hook")
    await anna.says(anna.private, "hello")
    await telegram.world.wait_for(lambda: telegram.webhook.error)
    info = (await api("getWebhookInfo"))["result"]
    assert info["last_error_message"].startswith("Connection failed")
    assert info["pending_update_count"] == 1


async def test_the_answer_to_a_post_may_be_a_call(
    telegram: Server, anna: Person, api: Api, hook: Hook
) -> None:
    hook.body = {"method": "sendMessage", "chat_id": anna.id, "text": "by return"}
    await api("setWebhook", url=hook.url)
    await anna.says(anna.private, "hello")
    assert (await anna.private.answer()).text == "by return"


async def test_aiograms_own_webhook_takes_updates_and_answers(
    telegram: Server, anna: Person, bot: Bot
) -> None:
    dispatcher = Dispatcher()

    @dispatcher.message()
    async def echo(message: Message) -> SendMessage:
        return message.answer(f"you said {message.text}")

    app = web.Application()
    handler = SimpleRequestHandler(dispatcher, bot, handle_in_background=False, secret_token="s3cret")
    handler.register(app, path="/hook")
    runner, url = await serve(app)
    await bot.set_webhook(url, secret_token="s3cret")
    await anna.says(anna.private, "привет")
    assert (await anna.private.answer()).text == "you said привет"
    await telegram.webhook.stop()
    await runner.cleanup()
