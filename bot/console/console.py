"""The chat in the terminal: what is typed goes to the dispatcher, what the bot does is shown."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, nullcontext, suppress
from pathlib import Path
from typing import TypeVar

from aiogram import Bot, Dispatcher

from bot.clock import ShiftedClock
from bot.console.help import help_lines, introduction
from bot.console.lines import Action, Edit, Wait, command_of, parse
from bot.console.outcomes import Output
from bot.console.problems import WrongLine, failure, worded
from bot.console.readable import ReadableOutput
from bot.console.reader import lines_of
from bot.console.script import ScriptOutput
from bot.console.session import ConsoleSession
from bot.console.streams import Streams
from bot.console.styles import shown
from bot.console.typist import Typist
from bot.console.world import BOT, World
from bot.texts import Texts, texts_for
from core.storage import Store

T = TypeVar("T")

TICK = 1.0
"""Seconds between two looks for what is due, at the prompt."""


class Console:
    """The terminal as Telegram: `bot` is what the dispatcher and the sender work with.

    Three faces: a script (JSON out), a prompt for a person at a terminal, and, where no terminal is, lines in
    and readable text out. The folder `files` gets copies of what the bot sends, and is made when needed.
    """

    def __init__(
        self,
        store: Store,
        clock: ShiftedClock,
        texts: Texts,
        files: Path,
        *,
        script: bool,
        streams: Streams | None = None,
    ) -> None:
        self._default_texts = self._texts = texts
        self._streams = streams or Streams.standard()
        self._at_prompt = self._streams.at_terminal and not script
        self._readable = None if script else self._make_readable()
        self._line = 0
        self._output: Output = self._readable or ScriptOutput(self._streams)
        self._world = World(store, clock)
        self._typist = Typist(self._world, clock, self._output)
        self.bot = Bot(f"{BOT.id}:terminal", session=ConsoleSession(self._world, self._output, files))

    async def converse(
        self,
        dispatcher: Dispatcher,
        *,
        run_due: Callable[[], Awaitable[None]],
        drain: Callable[[], Awaitable[None]],
        leave: Callable[[], None] = lambda: None,
    ) -> None:
        """Do line after line until there are no more; then `leave` tells what runs to come to an end.

        After each line `drain` waits for answers that are still being sent, and `run_due` does the jobs that
        are due. At the prompt these run beside the typing instead, as a person need not wait for them; there
        a line ends with them after `:wait` alone.

        No line ends the conversation: whatever it raises is said on one line, by its kind.
        """
        lines = self._prompted() if self._at_prompt else lines_of(self._streams.source)
        async with self._ticking(run_due) if self._at_prompt else nullcontext():
            async for line in lines:
                self._line += 1
                command = command_of(line)
                await self._attempt(self._speak())
                if self._readable is not None and command == ":quit":
                    break
                if self._readable is not None and command == ":help":
                    self._readable.say(help_lines(self._texts))
                elif command:
                    action = await self._attempt(self._act(line, dispatcher))
                    await self._attempt(drain())
                    if not self._at_prompt or isinstance(action, Wait):
                        await self._attempt(run_due())
                        await self._attempt(drain())
            leave()
        await self._attempt(self._world.settle())

    async def _act(self, line: str, dispatcher: Dispatcher) -> Action:
        """Do what a line says, and let the bot hear of it."""
        # A bare number may press a button that is on show.
        press = self._readable and self._readable.press(self._typist.chat.id, line.strip())
        action = press or parse(line)
        for update in await self._typist.act(action):
            if self._readable is not None and isinstance(action, Edit) and update.edited_message is not None:
                # Nothing that the bot does shows it: a record follows its message without a word.
                number = update.edited_message.message_id
                self._readable.say(self._texts.say("#{number}, changed", number=number))
            # One part of a long paste may fail, and the next one not.
            await self._attempt(dispatcher.feed_update(self.bot, update))
        return action

    async def _speak(self) -> None:
        """Go on in the language that the person at the keyboard has chosen; programs get the process's."""
        if self._readable is not None:
            chosen = await self._world.language(self._typist.person.id)
            self._texts = self._readable.texts = self._default_texts if chosen is None else texts_for(chosen)

    @asynccontextmanager
    async def _ticking(self, run_due: Callable[[], Awaitable[None]]) -> AsyncIterator[None]:
        """Do what is due every second, as long as the context lasts; what runs at its end is let finish."""
        leaving = asyncio.Event()

        async def tick() -> None:
            said = None
            while not leaving.is_set():
                failed = await self._due(run_due)
                # What fails every second is said once.
                if failed is not None and failed != said:
                    self._complain(failed)
                said = failed
                with suppress(TimeoutError):
                    await asyncio.wait_for(leaving.wait(), TICK)

        async with asyncio.TaskGroup() as background:
            background.create_task(tick())
            yield
            leaving.set()

    async def _due(self, run_due: Callable[[], Awaitable[None]]) -> str | None:
        """Do what is due; what to say where that failed."""
        try:
            await run_due()
        except Exception as error:  # noqa: BLE001  a job that fails is no reason to stop listening
            return failure(error, self._texts)
        return None

    async def _attempt(self, work: Awaitable[T]) -> T | None:
        """Do a part of a line; None where it failed, which is said."""
        try:
            return await work
        except WrongLine as wrong:
            self._complain(worded(wrong, self._texts))
        except Exception as error:  # noqa: BLE001  whatever a handler raises, the next line is still typed
            self._complain(failure(error, self._texts))
        return None

    def _complain(self, text: str) -> None:
        if not self._at_prompt:
            text = self._texts.say("line {number}: {text}", number=self._line, text=text)
        self._output.complain(text)

    async def _prompted(self) -> AsyncIterator[str]:
        from bot.console.prompt import Prompt

        prompt = Prompt()
        await self._attempt(self._speak())
        if self._readable is not None:
            self._readable.say(introduction(self._texts))
        while (line := await prompt.line(self._where())) is not None:
            # What a terminal hands over may hold halves of characters, as no message does.
            yield line.encode("utf-16", "surrogatepass").decode("utf-16", "replace")

    def _where(self) -> str:
        person, chat = self._typist.person.first_name, self._typist.chat
        return shown(f"{person} @ {chat.title}> " if self._typist.is_in_group else f"{person}> ")

    def _make_readable(self) -> ReadableOutput:
        if self._at_prompt:
            # A script does without it: importing it takes a while.
            from bot.console.prompt import print_above

            return ReadableOutput(print_above, self._texts, ansi=True)
        return ReadableOutput(self._streams.answer, self._texts, ansi=False)
