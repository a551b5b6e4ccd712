"""GigaChat by its own protocol: a token for half an hour, got with the key; else much like OpenAI's.

Source: https://developers.sber.ru/docs/ru/gigachat/api/reference/rest/gigachat-api
"""

import asyncio
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from core.errors import Failure, ModelAway
from core.judgement import Malformed
from core.llm.answers import read_json
from core.llm.http import Refused, Server
from core.llm.openai_compatible import OpenAICompatible
from core.llm.prompts import Prompt
from core.ports import Clock

BASE = "https://api.giga.chat/v1"
OAUTH = "https://ngw.devices.sberbank.ru:9443/api/v2/oauth"
OWN_HOSTS = ("giga.chat", "sberbank.ru")
"""Domains of GigaChat's own servers, which all get their tokens there."""
MODEL = "GigaChat"
SCOPE = "GIGACHAT_API_PERS"
RENEWED_BEFORE = timedelta(seconds=60)
"""How long before it expires a token is renewed."""


class GigaChat(OpenAICompatible):
    """Renews its token before it expires, and once where it is not accepted."""

    def __init__(
        self, server: Server, clock: Clock, base: str, oauth: str, model: str, key: str, scope: str
    ) -> None:
        """`key` is the authorization key of the personal account, in base64."""
        super().__init__(server, base, model, None)
        self._clock = clock
        self._oauth = oauth
        self._key = key
        self._scope = scope
        self._expires = datetime.min.replace(tzinfo=UTC)
        self._renewing = asyncio.Lock()

    async def _ask(self, prompt: Prompt, *, insist: bool, **more: Any) -> str | Malformed:
        headers = await self._authorised(insist=insist)
        try:
            return await self._said(prompt, headers, insist=insist, **more)
        except Refused as refused:
            if refused.status != 401:
                raise
        if self._headers is headers:
            # Else another call has renewed it meanwhile.
            self._headers = {}
        return await super()._ask(prompt, insist=insist, **more)

    async def _authorised(self, *, insist: bool) -> Mapping[str, str]:
        async with self._renewing:
            if not self._headers or self._clock.now() >= self._expires - RENEWED_BEFORE:
                await self._renew(insist=insist)
            return self._headers

    async def _renew(self, *, insist: bool) -> None:
        headers = {"Authorization": f"Basic {self._key}", "RqUID": str(uuid4())}
        try:
            body = await self.server.post(
                self._oauth, headers=headers, data={"scope": self._scope}, insist=insist
            )
        except Refused as refused:
            # No other form of the call would be let through; 400 is said of a key that is no base64.
            failure = Failure.UNAUTHORIZED if refused.status == 400 else refused.failure
            raise ModelAway(failure) from None
        match None if isinstance(body, Malformed) else read_json(body):
            case {"access_token": str(token), **rest} if token.isascii() and token.isprintable():
                self._headers = {"Authorization": f"Bearer {token}"}
                self._expires = self._end(rest.get("expires_at"))
            case _:
                raise ModelAway(Failure.UNAUTHORIZED)

    def _end(self, milliseconds: object) -> datetime:
        """When a token expires; where that is not said, it is for this call alone."""
        try:
            return datetime.fromtimestamp(float(milliseconds) / 1000, UTC)  # type: ignore[arg-type]
        except (TypeError, ValueError, OverflowError, OSError):
            return self._clock.now()

    def _format(self, prompt: Prompt) -> dict[str, Any]:
        # Not as OpenAI has it: the schema stands there itself.
        return {"type": "json_schema", "schema": prompt.schema, "strict": True}


def oauth_for(base: str) -> str:
    """Where tokens for a server are given: GigaChat's have one place, others give them by the same path."""
    parts = urlsplit(base)
    host = parts.hostname or ""
    if any(host == own or host.endswith(f".{own}") for own in OWN_HOSTS):
        return OAUTH
    return f"{parts.scheme}://{parts.netloc}/api/v2/oauth"
