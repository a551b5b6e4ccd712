"""The webhook: updates are posted to it, and posted again until it takes them."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import aiohttp

from tests.telegram.clock import Clock
from tests.telegram.refusals import bad_request
from tests.telegram.schema import Json
from tests.telegram.updates import Update, Updates

SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"

_LOOPBACK = {"127.0.0.1", "localhost", "::1"}
_PORTS = {None, 80, 88, 443, 8443}
_LONGEST_DELAY = 60

Perform = Callable[[str, Json], Awaitable[object]]
"""Calls a method for the bot: an answer to a webhook may hold one."""


@dataclass
class Webhook:
    """Where updates are posted, and how that went."""

    clock: Clock
    updates: Updates
    perform: Perform
    url: str = ""
    secret: str | None = None
    max_connections: int = 40
    error: tuple[int, str] | None = None
    waits: int = 0
    """How many updates wait to be posted once more."""
    deliver_to: str | None = None
    """An address to post to instead, where the webhook's own is not on this machine."""
    _task: asyncio.Task[None] | None = None
    _more: asyncio.Event = field(default_factory=asyncio.Event)

    async def change(self, parameters: Json) -> None:
        """Answer setWebhook."""
        url = parameters.get("url", "")
        if url:
            _check_url(url)
        secret = parameters.get("secret_token")
        if secret is not None and not re.fullmatch(r"[A-Za-z0-9_-]{1,256}", secret):
            raise bad_request("secret token contains unallowed characters")
        await self.stop()
        if parameters.get("drop_pending_updates"):
            self.updates.drop_all()
        if not url:
            return
        self.updates.stop_polling("terminated by setWebhook request")
        self.updates.allow(parameters.get("allowed_updates"))
        self.url, self.secret = url, secret
        self.max_connections = parameters.get("max_connections", 40)
        # Ended by `stop`, which waits for it: when the webhook is set anew, is deleted, or the server stops.
        self._task = asyncio.create_task(self._post_all())  # noqa: TID251

    async def stop(self) -> None:
        """Post nothing any more."""
        self.url, self.secret, self.error = "", None, None
        task, self._task = self._task, None
        if task:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    def wake(self) -> None:
        """Look at the queue again."""
        self._more.set()

    def info(self) -> Json:
        """The WebhookInfo."""
        info: Json = {
            "url": self.url,
            "has_custom_certificate": False,
            "pending_update_count": len(self.updates.pending),
        }
        if self.url:
            info |= {"max_connections": self.max_connections, "ip_address": "127.0.0.1"}
            info["allowed_updates"] = sorted(self.updates.allowed)
        if self.error:
            info["last_error_date"], info["last_error_message"] = self.error
        return info

    async def _post_all(self) -> None:
        """Post what waits: in order within a chat, side by side between chats."""
        under_way: set[int] = set()
        connections = asyncio.Semaphore(self.max_connections)
        async with AsyncExitStack() as stack:
            session = await stack.enter_async_context(aiohttp.ClientSession())
            tasks = await stack.enter_async_context(asyncio.TaskGroup())
            while True:
                self._more.clear()
                for update in self.updates.pending:
                    if update.queue not in under_way:
                        under_way.add(update.queue)
                        tasks.create_task(self._post_until_taken(session, connections, update, under_way))
                await self._more.wait()

    async def _post_until_taken(
        self,
        session: aiohttp.ClientSession,
        connections: asyncio.Semaphore,
        update: Update,
        under_way: set[int],
    ) -> None:
        delay = 1
        while update in self.updates.pending:
            async with connections:
                error = await self._post(session, update)
            if error is None:
                self.updates.confirm(update.id)
            else:
                self.error = (self.clock.unix, error)
                await self._wait(delay)
                delay = min(2 * delay, _LONGEST_DELAY)
        under_way.discard(update.queue)
        self.wake()

    async def _wait(self, delay: int) -> None:
        self.waits += 1
        self.updates.changed()
        try:
            await self.clock.reach(self.clock.now + delay)
        finally:
            self.waits -= 1

    async def _post(self, session: aiohttp.ClientSession, update: Update) -> str | None:
        """Post once; what went wrong, or None."""
        address = self.deliver_to or self.url
        if urlsplit(address).hostname not in _LOOPBACK:
            return "Failed to resolve host: No address associated with hostname"
        headers = {SECRET_HEADER: self.secret} if self.secret else {}
        try:
            async with session.post(address, json=update.json(), headers=headers) as answer:
                if not answer.ok:
                    return f"Wrong response from the webhook: {answer.status} {answer.reason}"
                await self._take_answer(answer)
        except aiohttp.ClientError as error:
            return f"Connection failed: {type(error).__name__}"
        return None

    async def _take_answer(self, answer: aiohttp.ClientResponse) -> None:
        """Call the method that the answer holds, if any. Its result is told to nobody."""
        parameters: Json = {}
        if answer.content_type == "application/json":
            body = await answer.json()
            parameters = body if isinstance(body, dict) else {}
        elif answer.content_type == "multipart/form-data":
            async for part in aiohttp.MultipartReader.from_response(answer):
                if isinstance(part, aiohttp.BodyPartReader) and part.name:
                    parameters[part.name] = await part.text()
        if method := parameters.pop("method", None):
            await self.perform(method, parameters)


def _check_url(url: str) -> None:
    """Telegram wants HTTPS on certain ports; loopback addresses are let through."""
    parts = urlsplit(url)
    if not parts.hostname:
        raise bad_request("invalid webhook URL specified")
    if parts.hostname in _LOOPBACK:
        return
    if parts.scheme != "https":
        raise bad_request("bad webhook: An HTTPS URL must be provided for webhook")
    if parts.port not in _PORTS:
        raise bad_request("bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443")
