"""The chat in the terminal: what is typed goes to the dispatcher, what the bot does is shown."""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from aiogram import Bot, Dispatcher

from bot.clock import ShiftedClock
from bot.console.help import help_lines, introduction
from bot.console.lines import Action, Wait, parse
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
from bot.texts import Texts
from core.storage import Store

T = TypeVar("T")


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
        self._texts = texts
        self._streams = streams or Streams.standard()
        self._at_prompt = self._streams.at_terminal and not script
        self._readable = None if script else self._make_readable()
        self._line = 0
        self._output: Output = self._readable or ScriptOutput(self._streams)
        world = World(store, clock)
        self._typist = Typist(world, clock, self._output)
        self.bot = Bot(f"{BOT.id}:terminal", session=ConsoleSession(world, self._output, files))

    async def converse(
        self,
        dispatcher: Dispatcher,
        *,
        run_due: Callable[[], Awaitable[None]],
        drain: Callable[[], Awaitable[None]],
    ) -> None:
        """Do line after line until there are no more.

        After each line `drain` waits for answers that are still being sent, and `run_due` does the jobs that
        are due. At the prompt that is so after `:wait` alone: there a person need not wait for either.

        No line ends the conversation: whatever it raises is said on one line, by its kind.
        """
        async for line in self._prompted() if self._at_prompt else lines_of(self._streams.source):
            self._line += 1
            typed = line.strip()
            if self._readable is not None and typed == ":quit":
                break
            if self._readable is not None and typed == ":help":
                self._readable.say(help_lines(self._texts))
            elif typed and (action := await self._attempt(self._understand(line))):
                for update in await self._attempt(self._typist.act(action)) or ():
                    await self._attempt(dispatcher.feed_update(self.bot, update))
                if not self._at_prompt or isinstance(action, Wait):
                    for step in (drain, run_due, drain):
                        await self._attempt(step())
        await self._attempt(drain())

    async def _understand(self, line: str) -> Action:
        """What a line means; a bare number may press a button that is on show."""
        press = self._readable and self._readable.press(self._typist.chat.id, line.strip())
        return press or parse(line)

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
