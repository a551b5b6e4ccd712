"""A chat at the keyboard: a line to edit, and what the bot does in the background above it."""

from prompt_toolkit import PromptSession, print_formatted_text
from prompt_toolkit.application import get_app_session
from prompt_toolkit.formatted_text import ANSI
from prompt_toolkit.history import InMemoryHistory

from bot.console.folding import folded


def print_above(text: str) -> None:
    """Print a text with escape sequences, above the prompt where one is shown."""
    columns = get_app_session().output.get_size().columns
    print_formatted_text(ANSI(folded(text, columns)))


class Prompt:
    """Reads what a person types. Earlier lines come back by the arrow keys; they are not written anywhere."""

    def __init__(self) -> None:
        self._session: PromptSession[str] = PromptSession(history=InMemoryHistory())

    async def line(self, prompt: str) -> str | None:
        """The next line; a paste of several lines is one. None at the end, by Ctrl-D."""
        while True:
            try:
                return await self._session.prompt_async(prompt)
            except KeyboardInterrupt:
                continue
            except EOFError:
                return None
