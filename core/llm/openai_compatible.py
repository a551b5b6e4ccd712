"""Any server that speaks OpenAI's chat completions.

Source: https://platform.openai.com/docs/api-reference/chat/create
"""

from collections.abc import Mapping
from typing import Any

from core.errors import ModelAway
from core.judgement import Malformed
from core.llm.answers import read_json
from core.llm.http import Refused, Server
from core.llm.prompts import Prompt

_NOT_UNDERSTOOD = (400, 422)
"""What servers answer that know no structured output."""


class OpenAICompatible:
    """Asks for structured output, until the server shows that it knows none."""

    def __init__(self, server: Server, base: str, model: str, key: str | None) -> None:
        """`base` is the address before `/chat/completions`."""
        self.server = server
        self._base = base
        self._model = model
        self._headers: Mapping[str, str] = {} if key is None else {"Authorization": f"Bearer {key}"}
        self._structured = True

    async def complete(self, prompt: Prompt, *, insist: bool = False) -> str | Malformed:
        """What the model says. `ModelAway` where it does not."""
        async with self.server.in_time(self.server.patience.total):
            return await self._complete(prompt, insist=insist)

    async def reachable(self) -> bool:
        """Whether the server answers and accepts the key."""
        try:
            async with self.server.in_time(self.server.patience.probe):
                headers = await self._authorised(insist=True)
                return await self.server.answers(f"{self._base}/models", headers)
        except ModelAway:
            return False

    async def _complete(self, prompt: Prompt, *, insist: bool) -> str | Malformed:
        if self._structured:
            try:
                return await self._ask(prompt, insist=insist, response_format=self._format(prompt))
            except Refused as refused:
                if refused.status not in _NOT_UNDERSTOOD:
                    raise
        answer = await self._ask(prompt, insist=insist)
        # It was the format then, and nothing else.
        self._structured = False
        return answer

    async def _ask(self, prompt: Prompt, *, insist: bool, **more: Any) -> str | Malformed:
        headers = await self._authorised(insist=insist)
        return await self._said(prompt, headers, insist=insist, **more)

    async def _said(
        self, prompt: Prompt, headers: Mapping[str, str], *, insist: bool, **more: Any
    ) -> str | Malformed:
        body = {"model": self._model, "messages": prompt.messages, **more}
        return said(
            await self.server.post(
                f"{self._base}/chat/completions", headers=headers, json=body, insist=insist
            )
        )

    async def _authorised(self, *, insist: bool) -> Mapping[str, str]:
        return self._headers

    def _format(self, prompt: Prompt) -> dict[str, Any]:
        schema = {"name": prompt.name, "schema": prompt.schema, "strict": True}
        return {"type": "json_schema", "json_schema": schema}


def said(body: bytes | Malformed) -> str | Malformed:
    """The text of the first choice in a chat completion."""
    if isinstance(body, Malformed):
        return body
    match read_json(body):
        case {"choices": [{"message": {"content": str(text)}}, *_]}:
            return text
        case _:
            return Malformed("completion")
