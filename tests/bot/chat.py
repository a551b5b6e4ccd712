"""A chat with the whole bot in one process: what a test types goes to the real dispatcher and the real store.

    async with talking(tmp_path) as chat:
        said = await chat.type("Deploys are on Fridays")

One `talking` is one run of the process, so that a second one in the same folder is a restart.
"""

import asyncio
import io
import json
import queue
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

from aiogram import Bot
from aiogram.client.session.middlewares.base import NextRequestMiddlewareType
from aiogram.methods import Response, TelegramMethod
from aiogram.types import MessageEntity
from pydantic import TypeAdapter

from bot.app import app_for
from bot.clock import ShiftedClock
from bot.console import Console
from bot.console.streams import Streams
from bot.due import DueJobs
from bot.jobs import answer, jobs_of
from bot.pace import UNLIMITED
from bot.presence import Presence
from bot.texts import texts_for
from core.memory import Memory
from core.ports import Model
from core.query import Query
from core.quiet import QuietHours
from core.records import Record
from core.search import Page, SearchRequest
from core.sight import Sight
from core.spaces import local_group, local_visitor
from core.storage import Store
from tests.core.steps import enter

OWNER = local_visitor("owner").external_id
TEAM = local_group("team").external_id
MORNING = 1_772_442_000
"""When delivered messages were written: 2 March 2026, 9:00 UTC."""
REFERENCE = re.compile(r"\b[0-9A-HJKMNP-TV-Z]{8}\b")


@dataclass(frozen=True)
class Said:
    """What the bot did about a line, as printed."""

    calls: list[dict[str, Any]]

    @property
    def methods(self) -> list[str]:
        """The kinds of calls, in their order."""
        return [call["method"] for call in self.calls]

    @property
    def texts(self) -> list[str]:
        """The texts of messages sent and edited."""
        return [call["text"] for call in self.calls if call["method"] in ("sendMessage", "editMessageText")]

    @property
    def text(self) -> str:
        """The text of the one message sent or edited."""
        (text,) = self.texts
        return text

    @property
    def notice(self) -> str:
        """The words with which the one press was answered."""
        (notice,) = [call["text"] for call in self.calls if call["method"] == "answerCallbackQuery"]
        return str(notice)

    @property
    def number(self) -> int:
        """The number of the last message sent or edited."""
        *_, number = [call["n"] for call in self.calls if "buttons" in call]
        return int(number)

    @property
    def receipts(self) -> list[int]:
        """The numbers of the messages that got the reaction."""
        return [call["n"] for call in self.calls if call.get("emoji") == "👌"]

    @property
    def rows(self) -> list[list[str]]:
        """The labels of the buttons under the last message sent or edited."""
        *_, last = [call["buttons"] for call in self.calls if "buttons" in call]
        return [[button["text"] for button in row] for row in last]

    @property
    def data(self) -> dict[str, str]:
        """What the buttons under the last message carry, by label."""
        *_, last = [call["buttons"] for call in self.calls if "buttons" in call]
        return {button["text"]: button["data"] for row in last for button in row}

    @property
    def refs(self) -> list[str]:
        """The references in the texts, in their order."""
        return REFERENCE.findall("\n".join(self.texts))

    @property
    def ref(self) -> str:
        """The one reference in the texts."""
        (ref,) = self.refs
        return ref


class _Keys(io.BytesIO):
    """Lines as they are typed; reading waits for the next one, and says so first."""

    def __init__(self, asked: Callable[[], object]) -> None:
        super().__init__()
        self._asked = asked
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def hand(self, line: bytes) -> None:
        """Let the line be read."""
        self._lines.put(line)

    def readline(self, size: int | None = -1, /) -> bytes:
        """The next line, once it is typed."""
        self._asked()
        return self._lines.get()


@dataclass
class Chat:
    """One run of the bot in the terminal, and what memory holds meanwhile."""

    store: Store
    memory: Memory
    calls: list[TelegramMethod[Any]] = field(default_factory=list)
    """All calls of the bot's, as they were made."""
    watch: Callable[[TelegramMethod[Any]], None] = lambda _: None
    """Told of each call before it is made; what it raises is Telegram's answer."""
    overrule: Callable[[TelegramMethod[Any]], dict[str, Any] | None] = lambda _: None
    """Gives Telegram's answer in place of the terminal's own, where it gives any."""
    _out: io.BytesIO = field(default_factory=io.BytesIO)
    _errors: io.StringIO = field(default_factory=io.StringIO)
    _asked: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(0))

    def __post_init__(self) -> None:
        loop = asyncio.get_running_loop()
        self._keys = _Keys(lambda: loop.call_soon_threadsafe(self._asked.release))
        self.streams = Streams(self._keys, self._out, self._errors)

    async def type(self, *lines: str) -> Said:
        """Type lines, one after another; all that the bot does about them."""
        begin = len(self._out.getvalue())
        for line in lines:
            self._keys.hand(f"{line}\n".encode())
            await self._asked.acquire()
        return Said([json.loads(line) for line in self._out.getvalue()[begin:].splitlines()])

    async def keep(self, *texts: str) -> None:
        """Write messages, which must all be kept."""
        for text in texts:
            said = await self.type(text)
            assert said.methods == ["setMessageReaction"]

    def complaints(self) -> list[str]:
        """What the terminal complained of since the last time."""
        lines = self._errors.getvalue().splitlines()
        self._errors.seek(0)
        self._errors.truncate()
        return lines

    async def records(self, name: str = "owner", group: str | None = None) -> list[Record]:
        """What the person finds in the chat, the latest first."""
        actor = await enter(self.memory, name, group)
        latest = SearchRequest(Query.parse(""), workspace=None, limit=50)
        page = await self.memory.search(actor, latest, Sight.HERE)
        assert isinstance(page, Page)
        return [found.record for found in page.results]

    async def begun(self) -> None:
        """Wait until the terminal listens."""
        await self._asked.acquire()

    def end(self) -> None:
        """Let the input end."""
        self._keys.hand(b"")

    async def note(
        self,
        make_request: NextRequestMiddlewareType[Any],
        bot: Bot,
        method: TelegramMethod[Any],
    ) -> Response[Any]:
        """Stand between the bot and the terminal, and see what passes."""
        self.calls.append(method)
        self.watch(method)
        answer = self.overrule(method)
        if answer is None:
            return await make_request(bot, method)
        return cast(Response[Any], TypeAdapter(method.__returning__).validate_python(answer))


@asynccontextmanager
async def talking(
    folder: Path, locale: str = "en", model: Model | None = None, quiet: QuietHours | None = None
) -> AsyncIterator[Chat]:
    """One run of the bot, put together as the process does it; without a model nothing is judged.

    At its end the terminal must have complained of nothing, and Telegram have refused nothing.
    """
    store = _opened(folder / "letopis.db")
    try:
        failed: Exception | None = None
        clock = ShiftedClock()
        chat = Chat(store, Memory.on(store, clock, model=model, quiet=quiet))
        files = folder / "files"
        console = Console(store, clock, texts_for(locale), files, script=True, streams=chat.streams)
        console.bot.session.middleware(chat.note)
        presence = Presence(console.bot, clock)
        app_at_work = app_for(console.bot, chat.memory, presence, UNLIMITED, locale)
        async with app_at_work as app, asyncio.TaskGroup() as tasks:
            due = DueJobs(jobs_of(chat.memory, app.notifier.deliver), clock)
            answer(chat.memory.alarms, due)
            talk = console.converse(app.dispatcher, run_due=due.run, drain=app.sender.drain)
            tasks.create_task(talk)
            await chat.begun()
            try:
                yield chat
            except Exception as error:  # noqa: BLE001  it is raised below, out of the group
                failed = error
            chat.end()
        if failed is not None:
            raise failed
        assert chat.complaints() == []
        assert app.sender.dropped == {}
    finally:
        store.close()


def _opened(path: Path) -> Store:
    if not path.exists():
        # Migrating a new file takes a tenth of a second, which is tested elsewhere.
        path.write_bytes(_empty_database())
    return Store.open(f"sqlite:///{path}")


@cache
def _empty_database() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "letopis.db"
        Store.open(f"sqlite:///{path}").close()
        return path.read_bytes()


def person(name: str) -> dict[str, Any]:
    """A local person, as Telegram names people."""
    return {"id": local_visitor(name).external_id, "is_bot": False, "first_name": name}


def place(by: str, group: str | None) -> dict[str, Any]:
    """The person's private chat, or a group, as Telegram names chats."""
    if group is None:
        return {"id": local_visitor(by).external_id, "type": "private", "first_name": by}
    return {"id": local_group(group).external_id, "type": "group", "title": group}


def message(number: int, *, by: str = "owner", group: str | None = None, **fields: Any) -> dict[str, Any]:
    """A message with that number, in the writer's private chat or in a group."""
    return {
        "message_id": number,
        "date": MORNING,
        "chat": place(by, group),
        "from": person(by),
        **fields,
    }


def arriving(number: int, *, by: str = "owner", group: str | None = None, **fields: Any) -> str:
    """The line that delivers such a message."""
    return delivered(message=message(number, by=by, group=group, **fields))


def pressed(
    number: int, data: str | None, *, by: str = "owner", group: str | None = None, date: int = MORNING
) -> str:
    """The line that delivers the press of a button, whether or not the message has one with such data."""
    under = {"message_id": number, "date": date, "chat": place(by, group)}
    press = {"id": "1", "from": person(by), "chat_instance": "1", "message": under, "data": data}
    return delivered(callback_query=press)


def delivered(**update: Any) -> str:
    """The line that delivers an update."""
    return f":update {json.dumps(update)}"


def marked(text: str, entities: list[MessageEntity] | None, kind: str) -> list[str]:
    """What entities of a kind cover, cut out of the text in UTF-16 as Telegram does it."""
    units = text.encode("utf-16-le")
    spans = [(2 * one.offset, 2 * (one.offset + one.length)) for one in entities or [] if one.type == kind]
    return [units[start:end].decode("utf-16-le") for start, end in spans]
