"""The process's own streams, as the terminal uses them."""

import io
import os
import sys
from typing import BinaryIO, TextIO


class Streams:
    """Where lines come from, answers go, and complaints go; `at_terminal` where a person sits there.

    Answers are UTF-8, whatever the locale. `out` None is nowhere.
    """

    def __init__(
        self, source: BinaryIO, out: BinaryIO | None, errors: TextIO, *, at_terminal: bool = False
    ) -> None:
        self.source = source
        self.at_terminal = at_terminal
        self._out = out
        self._errors = errors

    @classmethod
    def standard(cls) -> "Streams":
        """The process's own; each of them is missing where it was started without."""
        at_terminal = all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
        if sys.stdout is not None:
            sys.stdout.flush()
        return cls(
            io.BytesIO() if sys.stdin is None else os.fdopen(sys.stdin.fileno(), "rb", closefd=False),
            None if sys.stdout is None else os.fdopen(sys.stdout.fileno(), "wb", closefd=False),
            io.StringIO() if sys.stderr is None else sys.stderr,
            at_terminal=at_terminal,
        )

    def answer(self, text: str) -> None:
        """Write a line to whoever reads the answers."""
        if self._out is None:
            return
        try:
            self._out.write(f"{text}\n".encode())
            self._out.flush()
        except BrokenPipeError:
            # They have left. What is typed is kept all the same, so the run goes on, silently.
            self._out = None

    def complain(self, text: str) -> None:
        """Write a line to the error stream."""
        self._errors.write(f"{text}\n")
        self._errors.flush()
