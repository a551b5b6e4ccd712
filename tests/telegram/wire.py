"""HTTP: how calls come in and answers go out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from aiohttp import BodyPartReader, web

from tests.telegram.control import Control
from tests.telegram.faults import Fault
from tests.telegram.files import LARGEST_UPLOAD
from tests.telegram.refusals import Refusal, not_found
from tests.telegram.schema import Json, Upload, schema

if TYPE_CHECKING:
    from tests.telegram.server import Server

_LARGEST_BODY = LARGEST_UPLOAD + 10 * 1024 * 1024
_CUT_SHORT = '{"ok": true, "resul'


class Wire:
    """The HTTP side of a server."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._runner: web.AppRunner | None = None
        self.url = ""

    async def start(self, port: int) -> None:
        """Listen."""
        app = web.Application(client_max_size=_LARGEST_BODY)
        app.router.add_route("*", "/bot{token}/{method}", self._call)
        app.router.add_get("/file/bot{token}/{path:.+}", self._file)
        Control(self._server).add_routes(app.router)
        # A poll whose bot has gone away ends.
        self._runner = web.AppRunner(app, handler_cancellation=True, shutdown_timeout=1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", port)
        await site.start()
        port = self._runner.addresses[0][1]
        self.url = f"http://127.0.0.1:{port}"

    async def stop(self) -> None:
        """Listen no more."""
        if self._runner:
            await self._runner.cleanup()

    def _check_token(self, request: web.Request) -> None:
        token = request.match_info["token"]
        if not re.fullmatch(r"\d+:[\w-]+", token):
            raise not_found()
        if token != self._server.token:
            raise Refusal(401, "Unauthorized")

    async def _call(self, request: web.Request) -> web.StreamResponse:
        try:
            self._check_token(request)
            given, uploads = await _read(request)
        except Refusal as refusal:
            return _answer(refusal.answer())
        method = schema().method_name(request.match_info["method"]) or request.match_info["method"]
        given = schema().read_parameters(method, given)
        fault = self._server.faults.take(method, given)
        if fault and fault.answer == "slow" and not fault.after_effect:
            await fault.hold()
        elif fault and not fault.after_effect:
            self._server.note(method, given, fault).refusal = _refusal(fault)
            return _trouble(request, fault)
        answer = await self._server.perform(method, given, uploads, fault)
        if fault and fault.after_effect:
            if fault.answer != "slow":
                return _trouble(request, fault)
            await fault.hold()
        return _answer(answer)

    async def _file(self, request: web.Request) -> web.Response:
        try:
            self._check_token(request)
        except Refusal as refusal:
            return _answer(refusal.answer())
        path = request.match_info["path"]
        fault = self._server.faults.take("file", {"path": path})
        if fault and fault.answer == "slow":
            await fault.hold()
        elif fault:
            return _trouble(request, fault)
        file = self._server.world.files.at(path)
        return web.Response(body=file.content) if file else _answer(not_found().answer())


async def _read(request: web.Request) -> tuple[Json, dict[str, Upload]]:
    """The parameters of a call, from wherever Telegram takes them, and the files that came with it."""
    given: Json = dict(request.query)
    uploads: dict[str, Upload] = {}
    if request.content_type == "application/json" and request.can_read_body:
        try:
            body = await request.json()
        except ValueError:
            body = None
        if not isinstance(body, dict):
            raise Refusal(400, "Bad Request: can't parse JSON object")
        given |= body
    elif request.content_type == "multipart/form-data":
        async for part in await request.multipart():
            if not isinstance(part, BodyPartReader) or part.name is None:
                continue
            if part.filename is None:
                given[part.name] = await part.text()
            else:
                mime = part.headers.get("Content-Type", "application/octet-stream")
                uploads[part.name] = Upload(part.filename, await part.read(), mime)
        _put_uploads_in_place(request, given, uploads)
    else:
        given |= {name: str(value) for name, value in (await request.post()).items()}
    return given, uploads


def _put_uploads_in_place(request: web.Request, given: Json, uploads: dict[str, Upload]) -> None:
    """A file may come as a parameter itself; or under any name, which a parameter then names as `attach://`."""
    name = schema().method_name(request.match_info["method"]) or ""
    parameters = {each.removesuffix("!") for each in schema().methods.get(name, {})}
    text = str(given)
    for part, upload in uploads.items():
        if part in parameters or f"attach://{part}" not in text:
            given[part] = upload


def _answer(body: Json) -> web.Response:
    return web.json_response(body, status=body.get("error_code", 200))


def _refusal(fault: Fault) -> Refusal | None:
    return fault.refusal() if isinstance(fault.answer, int) else None


def _trouble(request: web.Request, fault: Fault) -> web.Response:
    """The answer that a fault gives."""
    if refusal := _refusal(fault):
        return _answer(refusal.answer())
    if fault.answer == "dropped":
        if request.transport:
            request.transport.abort()
        return web.Response()
    return web.Response(text=_CUT_SHORT, content_type="application/json")
