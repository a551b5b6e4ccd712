"""The chat at the keyboard of a terminal."""

import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from aiogram import Dispatcher
from aiogram.types import Message, TelegramObject
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.utils import get_cwidth

from bot.clock import ShiftedClock
from bot.console import Console
from bot.console.help import help_lines
from bot.console.streams import Streams
from bot.texts import LOCALES, texts_for
from core.membership import Membership
from core.spaces import Role, local_visitor, private_chat
from core.storage import Store
from tests.console.stage import Handler, Step, answering, nothing

CTRL_C, CTRL_D, ENTER = "\x03", "\x04", "\r"
PASTE = "\x1b[200~{}\x1b[201~"


class Terminal:
    """A terminal that a test types into before the chat begins; what is shown stays."""

    def __init__(self, keys: PipeInput) -> None:
        self.keys = keys
        self.screen = io.StringIO()

    async def chat(self, store: Store, folder: Path, dispatcher: Dispatcher, run_due: Step = nothing) -> None:
        """Chat until the person leaves."""
        streams = Streams(io.BytesIO(), None, io.StringIO(), at_terminal=True)
        console = Console(store, ShiftedClock(), texts_for("en"), folder, script=False, streams=streams)
        await console.converse(dispatcher, run_due=run_due, drain=nothing)


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    """A terminal of 80 columns."""
    with create_pipe_input() as keys:
        terminal = Terminal(keys)
        output = Vt100_Output(terminal.screen, lambda: Size(rows=40, columns=80), term="xterm")
        with create_app_session(input=keys, output=output):
            yield terminal


def listening() -> tuple[Dispatcher, list[str | None]]:
    """A bot that only hears."""
    heard: list[str | None] = []
    dispatcher = answering("Yes", "No")

    async def hear(handler: Handler, event: TelegramObject, data: dict[str, Any]) -> Any:
        assert isinstance(event, Message)
        heard.append(event.text)
        return await handler(event, data)

    dispatcher.message.middleware(hear)
    return dispatcher, heard


async def test_lines_are_messages_until_ctrl_d(terminal: Terminal, store: Store, tmp_path: Path) -> None:
    dispatcher, heard = listening()
    terminal.keys.send_text(f"hello{ENTER}{ENTER}배포 🐘{ENTER}{CTRL_D}")
    await terminal.chat(store, tmp_path, dispatcher)
    assert heard == ["hello", "배포 🐘"]
    assert "/help shows the commands" in terminal.screen.getvalue()
    assert "Letopis → owner #2" in terminal.screen.getvalue()


async def test_ctrl_c_clears_the_line_and_quit_leaves(
    terminal: Terminal, store: Store, tmp_path: Path
) -> None:
    dispatcher, heard = listening()
    terminal.keys.send_text(f"not this{CTRL_C}this{ENTER}:quit{ENTER}nor that{ENTER}")
    await terminal.chat(store, tmp_path, dispatcher)
    assert heard == ["this"]


async def test_a_paste_of_several_lines_is_one_message(
    terminal: Terminal, store: Store, tmp_path: Path
) -> None:
    dispatcher, heard = listening()
    terminal.keys.send_text(f"{PASTE.format('first' + chr(13) + 'second')}{ENTER}{CTRL_D}")
    await terminal.chat(store, tmp_path, dispatcher)
    assert heard == ["first\nsecond"]


async def test_a_number_presses_a_button_and_errors_are_shown(
    terminal: Terminal, store: Store, tmp_path: Path
) -> None:
    dispatcher, heard = listening()
    terminal.keys.send_text(f"hello{ENTER}2{ENTER}:chat team{ENTER}2{ENTER}:dance{ENTER}{CTRL_D}")
    await terminal.chat(store, tmp_path, dispatcher)
    assert heard == ["hello"]
    shown = terminal.screen.getvalue()
    assert "» No" in shown
    assert "owner @ team> " in shown
    assert "There is no command :dance" in shown
    assert "No button here has the number 2." in shown
    assert "line " not in shown


async def test_the_terminal_speaks_the_language_that_its_person_has_chosen(
    terminal: Terminal, store: Store, tmp_path: Path
) -> None:
    visitor = local_visitor("owner")
    membership = Membership(store, ShiftedClock())
    owner = await membership.enter(visitor, private_chat(visitor), Role.ADMIN)
    await membership.choose_language(owner, "ru")
    terminal.keys.send_text(f":help{ENTER}:dance{ENTER}:as alice{ENTER}:help{ENTER}{CTRL_D}")
    await terminal.chat(store, tmp_path, Dispatcher())
    shown = terminal.screen.getvalue()
    assert "Напишите то, что стоит запомнить" in shown
    assert "Нет команды :dance" in shown
    assert ":wait СЕКУНДЫ" in shown
    assert shown.index("стать другим человеком") < shown.index("become another person")


@pytest.mark.parametrize("locale", LOCALES)
def test_the_help_stands_in_two_columns(locale: str) -> None:
    commands = [re.match(r"\S.*?  +", line) for line in help_lines(texts_for(locale)).splitlines()]
    assert all(commands)
    assert len({get_cwidth(command[0]) for command in commands if command}) == 1


async def test_lines_end_between_words(terminal: Terminal, store: Store, tmp_path: Path) -> None:
    terminal.keys.send_text(f"{'배포는 ' * 30}{ENTER}{CTRL_D}")
    await terminal.chat(store, tmp_path, answering())
    lines = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", terminal.screen.getvalue()).replace("\r", "").split("\n")
    # A syllable takes two columns: 11 words of 6, and the blanks between them.
    assert [line for line in lines if set(line.split(" ")) == {"배포는"}] == [
        " ".join(["배포는"] * 11)
    ] * 2 + [" ".join(["배포는"] * 8)]


async def test_what_breaks_is_said_and_the_chat_goes_on(
    terminal: Terminal, store: Store, tmp_path: Path
) -> None:
    dispatcher, heard = Dispatcher(), []

    @dispatcher.message()
    async def fail(message: Message) -> None:
        heard.append(message.text)
        raise RuntimeError(message.text)

    terminal.keys.send_text(f"secret{ENTER}again{ENTER}{CTRL_D}")
    await terminal.chat(store, tmp_path, dispatcher)
    assert heard == ["secret", "again"]
    assert terminal.screen.getvalue().count("This could not be done: RuntimeError.") == 2


async def test_jobs_run_while_nobody_types(terminal: Terminal, store: Store, tmp_path: Path) -> None:
    runs: list[None] = []

    async def run_due() -> None:
        terminal.keys.send_text(CTRL_D)
        runs.append(None)

    await terminal.chat(store, tmp_path, Dispatcher(), run_due)
    assert runs


async def test_a_job_that_keeps_failing_is_complained_of_once(
    terminal: Terminal, store: Store, tmp_path: Path
) -> None:
    runs: list[None] = []

    async def run_due() -> None:
        runs.append(None)
        if len(runs) == 2:
            terminal.keys.send_text(CTRL_D)
        raise OSError

    await terminal.chat(store, tmp_path, Dispatcher(), run_due)
    assert terminal.screen.getvalue().count("This could not be done: OSError.") == 1
