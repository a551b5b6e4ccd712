"""GigaChat by its own protocol. The server of the tests is itself tried by the official client."""

import asyncio
from typing import Any

import pytest
from aiohttp import web
from gigachat import GigaChat as Official
from gigachat.exceptions import AuthenticationError, RateLimitError
from gigachat.models import Chat, Messages, MessagesRole

from core.errors import Failure, ModelAway
from core.judgement import Judgement, Malformed, Question
from core.llm.gigachat import BASE, OAUTH, GigaChat, oauth_for
from core.llm.http import Server
from core.llm.language_model import LanguageModel
from tests.core.fakes import StoppedClock
from tests.llm.server import KEY, SCOPE, ModelServer, body, status

QUESTION = Question("staging is rolled out by systemd")


@pytest.fixture
def model(server: ModelServer, http: Server, clock: StoppedClock) -> LanguageModel:
    server.tell_time(lambda: clock.now().timestamp())
    return LanguageModel(gigachat(server, http, clock), lambda text: text)


def gigachat(
    server: ModelServer, http: Server, clock: StoppedClock, *, key: str = KEY, scope: str = SCOPE
) -> GigaChat:
    base, oauth = f"{server.origin}/api/v1", f"{server.origin}/api/v2/oauth"
    return GigaChat(http, clock, base, oauth, "GigaChat", key, scope)


async def test_one_token_serves_many_calls(model: LanguageModel, server: ModelServer) -> None:
    assert (
        await asyncio.gather(*(model.judge(QUESTION) for _ in range(5))) == [Judgement("nothing like it")] * 5
    )
    assert server.tokens == ["token-1"]
    assert {asked.headers["Authorization"] for asked in server.asked} == {"Bearer token-1"}


async def test_the_schema_stands_as_gigachat_wants_it(model: LanguageModel, server: ModelServer) -> None:
    await model.judge(QUESTION)
    given = server.asked[-1].body["response_format"]
    assert (given["type"], given["strict"]) == ("json_schema", True)
    assert "decision" in given["schema"]["properties"]


async def test_a_token_is_renewed_a_minute_before_it_expires(
    model: LanguageModel, server: ModelServer, clock: StoppedClock
) -> None:
    await model.judge(QUESTION)
    clock.advance(seconds=server.token_life - 61)
    await model.judge(QUESTION)
    assert server.tokens == ["token-1"]
    clock.advance(seconds=1)
    await model.judge(QUESTION)
    assert server.tokens == ["token-1", "token-2"]


async def test_a_token_that_is_not_accepted_is_renewed_once(
    model: LanguageModel, server: ModelServer
) -> None:
    await model.judge(QUESTION)
    server.valid.clear()
    assert isinstance(await model.judge(QUESTION), Judgement)
    assert server.tokens == ["token-1", "token-2"]
    server.next(status(401), status(401))
    with pytest.raises(ModelAway) as away:
        await model.judge(QUESTION)
    assert away.value.failure is Failure.UNAUTHORIZED
    assert server.tokens == ["token-1", "token-2", "token-3"]


async def test_calls_whose_token_expired_on_the_way_share_the_next_one(
    model: LanguageModel, server: ModelServer
) -> None:
    await model.judge(QUESTION)
    arrived, all_there = 0, asyncio.Event()

    async def expired(_: web.Request) -> web.StreamResponse:
        nonlocal arrived
        arrived += 1
        if arrived == 4:
            server.valid.clear()
            all_there.set()
        await all_there.wait()
        return web.Response(status=401)

    server.next(*[expired] * 4)
    assert (
        await asyncio.gather(*(model.judge(QUESTION) for _ in range(4))) == [Judgement("nothing like it")] * 4
    )
    assert server.tokens == ["token-1", "token-2"]


async def test_a_key_that_gives_no_token_is_shown_once(model: LanguageModel, server: ModelServer) -> None:
    for code in (400, 401):
        server.next_oauth(status(code))
        with pytest.raises(ModelAway) as away:
            await model.judge(QUESTION)
        assert away.value.failure is Failure.UNAUTHORIZED
    assert server.tokens == []


@pytest.mark.parametrize(("key", "scope"), [("wrong", SCOPE), (KEY, "GIGACHAT_API_CORP")])
async def test_a_wrong_key_or_scope_gives_no_token(
    server: ModelServer, http: Server, clock: StoppedClock, key: str, scope: str
) -> None:
    model = LanguageModel(gigachat(server, http, clock, key=key, scope=scope), str)
    with pytest.raises(ModelAway) as away:
        await model.judge(QUESTION)
    assert away.value.failure is Failure.UNAUTHORIZED
    assert (server.asked, server.tokens) == ([], [])
    assert not await model.reachable()


@pytest.mark.parametrize(
    "answer",
    ["", "<html>", "[]", '{"access_token": 7}', '{"access_token": "a\\nb"}', '{"access_token": "ключ"}'],
)
async def test_a_token_that_is_none_is_no_token(
    model: LanguageModel, server: ModelServer, answer: str
) -> None:
    server.next_oauth(body(answer))
    with pytest.raises(ModelAway):
        await model.judge(QUESTION)
    assert server.asked == []


@pytest.mark.parametrize(
    "expires", ["", ', "expires_at": "soon"', ', "expires_at": 1e300', ', "expires_at": -1']
)
async def test_a_token_without_a_time_is_for_one_call(
    model: LanguageModel, server: ModelServer, expires: str
) -> None:
    server.valid.add("odd")
    server.next_oauth(body(f'{{"access_token": "odd"{expires}}}'))
    assert isinstance(await model.judge(QUESTION), Judgement)
    await model.judge(QUESTION)
    assert server.tokens == ["token-1"]


async def test_trouble_with_tokens_is_tried_again_like_any_other(
    model: LanguageModel, server: ModelServer, pauses: list[float]
) -> None:
    server.next_oauth(status(500), status(429, retry_after="3"))
    assert isinstance(await model.judge(QUESTION), Judgement)
    assert pauses == [0.5, 3.0]


async def test_it_is_reachable_by_its_token(model: LanguageModel) -> None:
    assert await model.reachable()


async def test_an_answer_of_the_censor_is_malformed(model: LanguageModel, server: ModelServer) -> None:
    server.verdict = lambda _: "Не люблю менять тему разговора, но вот сейчас тот самый случай."
    assert await model.judge(QUESTION) == Malformed("answer")


@pytest.mark.parametrize(
    ("base", "oauth"),
    [
        (BASE, OAUTH),
        ("https://gigachat.devices.sberbank.ru/api/v1", OAUTH),
        ("http://127.0.0.1:8000/api/v1", "http://127.0.0.1:8000/api/v2/oauth"),
        ("https://notsberbank.ru/v1", "https://notsberbank.ru/api/v2/oauth"),
    ],
)
def test_where_tokens_are_given(base: str, oauth: str) -> None:
    assert oauth_for(base) == oauth


def official(server: ModelServer, **more: Any) -> Official:
    """GigaChat's own client."""
    return Official(
        credentials=more.pop("credentials", KEY),
        scope=SCOPE,
        model="GigaChat",
        base_url=f"{server.origin}/api/v1",
        auth_url=f"{server.origin}/api/v2/oauth",
        **more,
    )


CHAT = Chat(
    messages=[Messages(role=MessagesRole.USER, content='{"new_record": {"text": "a"}, "candidates": []}')]
)


async def test_the_official_client_gets_on_with_the_server(server: ModelServer) -> None:
    server.tell_time(lambda: 4e9)
    async with official(server) as client:
        said = await client.achat(CHAT)
        server.valid.clear()
        again = await client.achat(CHAT)
    assert "CREATE" in said.choices[0].message.content
    assert said == again
    assert server.tokens == ["token-1", "token-2"]


async def test_the_official_client_understands_its_refusals(server: ModelServer) -> None:
    async with official(server, credentials="wrong") as client:
        with pytest.raises(AuthenticationError):
            await client.achat(CHAT)
    server.tell_time(lambda: 4e9)
    server.next(status(429, retry_after="7"))
    async with official(server) as client:
        with pytest.raises(RateLimitError):
            await client.achat(CHAT)
