"""Calls to a model's server: in time, a bounded number of tries, and never sooner than the server allows."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

import httpx

from core.errors import Failure, ModelAway
from core.judgement import Malformed
from core.llm.breaker import LONGEST_HOLD, Breaker
from core.llm.limits import Limits
from core.ports import Clock

ANSWER_LIMIT = 1 << 20
"""Bytes of an answer at most: a hundred times what any needs."""
TOO_LONG = Malformed("length")


@dataclass(frozen=True)
class Patience:
    """Seconds that things may take, and how often a call is tried."""

    connect: float = 5.0
    attempt: float = 40.0
    total: float = 100.0
    """All that one answer needs, waiting for a turn included. A run's lease is longer."""
    pause: float = 0.5
    """Before a further try, where the server names no time; doubled each time."""
    retry_after: float = 10.0
    """What a server asks for is waited for up to here; longer pauses are the caller's."""
    attempts: int = 3
    probe: float = 5.0
    """To find out whether the server is there."""


class Refused(ModelAway):
    """The server does not do what it is asked; `status` is HTTP's."""

    def __init__(self, status: int) -> None:
        super().__init__(Failure.UNAUTHORIZED if status in (401, 403) else Failure.REFUSED)
        self.status = status


@dataclass(frozen=True)
class _Again:
    """The call failed and may be made again."""

    failure: Failure
    not_before: datetime | None = None


class Server:
    """One server, with its own breaker and limits."""

    def __init__(
        self,
        clock: Clock,
        ca_bundle: Path | None = None,
        *,
        patience: Patience | None = None,
        limits: Limits | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """Certificates are always checked; a `ca_bundle` is trusted beside those that are known."""
        self._clock = clock
        self.patience = patience or Patience()
        self._limits = limits or Limits()
        self._sleep = sleep
        self.breaker = Breaker(clock)
        # Only the settings read the environment, hence no proxies from there.
        self._client = httpx.AsyncClient(
            verify=_trusting(ca_bundle),
            timeout=httpx.Timeout(self.patience.attempt, connect=self.patience.connect),
            trust_env=False,
            headers={"User-Agent": "letopis"},
        )

    async def close(self) -> None:
        """Let go of the connections."""
        await self._client.aclose()

    async def post(
        self, url: str, *, headers: Mapping[str, str], insist: bool = False, **body: Any
    ) -> bytes | Malformed:
        """The body of the answer to a POST; `body` is `json` or `data`, as httpx has it.

        `ModelAway`: there is no answer; `Refused` where the server says what is wrong with the call.
        """
        request = self._request("POST", url, headers, **body)
        if not insist and not self.breaker.is_closed:
            raise ModelAway(Failure.PAUSED, self.breaker.held_until)
        for attempt in range(1, self.patience.attempts + 1):
            async with self._limits.turn():
                with self.breaker.attempt():
                    answer = await self._attempt_while_awaited(request)
            if not isinstance(answer, _Again):
                self.breaker.succeeded()
                return answer
            self.breaker.failed()
            wait = self._pause(attempt, answer)
            if attempt == self.patience.attempts or wait is None:
                raise ModelAway(answer.failure, answer.not_before)
            await self._sleep(wait)
        raise AssertionError

    async def answers(self, url: str, headers: Mapping[str, str]) -> bool:
        """Whether the server answers a GET, and accepts the key."""
        request = self._request("GET", url, headers)
        try:
            response = await self._client.send(request, stream=True)
            await response.aclose()
        except (httpx.HTTPError, httpx.InvalidURL):
            return False
        return response.status_code < 500 and response.status_code not in (401, 403)

    @asynccontextmanager
    async def in_time(self, seconds: float) -> AsyncIterator[None]:
        """Let all calls together, and the waiting for a turn, take so long at most; else `ModelAway`."""
        try:
            async with asyncio.timeout(seconds):
                yield
        except TimeoutError:
            raise ModelAway(Failure.TIMEOUT) from None

    def _request(self, method: str, url: str, headers: Mapping[str, str], **body: Any) -> httpx.Request:
        """A request to be sent. `ModelAway` where there can be no such host."""
        try:
            return self._client.build_request(method, url, headers=dict(headers), **body)
        except (httpx.InvalidURL, UnicodeError):
            raise ModelAway(Failure.CONNECTION) from None

    async def _attempt_while_awaited(self, request: httpx.Request) -> bytes | Malformed | _Again:
        """Whoever asks may wait for less than a call may take: a search does. That is no answer in time."""
        try:
            return await self._attempt(request)
        except asyncio.CancelledError:
            self.breaker.failed()
            raise

    async def _attempt(self, request: httpx.Request) -> bytes | Malformed | _Again:
        try:
            async with asyncio.timeout(self.patience.attempt):
                response = await self._client.send(request, stream=True)
                try:
                    return await self._read(response)
                finally:
                    await response.aclose()
        except (TimeoutError, httpx.TimeoutException):
            return _Again(Failure.TIMEOUT)
        except (httpx.HTTPError, httpx.InvalidURL):
            return _Again(Failure.CONNECTION)

    async def _read(self, response: httpx.Response) -> bytes | Malformed | _Again:
        status = response.status_code
        if status == 429 or status >= 500:
            not_before = _retry_after(response.headers.get("Retry-After"), self._clock.now())
            if not_before is not None:
                self.breaker.hold(not_before)
            return _Again(Failure.BUSY if status == 429 else Failure.SERVER, not_before)
        if not response.is_success:
            # It is there, whatever it thinks of the call.
            self.breaker.succeeded()
            raise Refused(status)
        body = bytearray()
        async for part in response.aiter_bytes():
            body += part
            if len(body) > ANSWER_LIMIT:
                return TOO_LONG
        return bytes(body)

    def _pause(self, attempt: int, failed: _Again) -> float | None:
        """Seconds until the next try; None where none is worth it."""
        if failed.failure is Failure.TIMEOUT:
            return None
        if failed.not_before is None:
            return self.patience.pause * 2.0 ** (attempt - 1)
        wait = (failed.not_before - self._clock.now()).total_seconds()
        return max(0.0, wait) if wait <= self.patience.retry_after else None


def _trusting(ca_bundle: Path | None) -> ssl.SSLContext:
    context = httpx.create_ssl_context(trust_env=False)
    if ca_bundle is not None:
        context.load_verify_locations(ca_bundle)
    return context


def _retry_after(value: str | None, now: datetime) -> datetime | None:
    """When a server may be asked again, in either of the two forms; None where it does not say.

    Source: https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
    """
    if value is None:
        return None
    try:
        if value.strip().isdecimal():
            return now + timedelta(seconds=min(int(value), int(LONGEST_HOLD.total_seconds())))
        moment = parsedate_to_datetime(value)
        return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
    except (ValueError, OverflowError, TypeError):
        return None
