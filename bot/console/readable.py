"""What the bot does, for people."""

import re
from collections.abc import Callable, Iterator, Sequence

from bot.console.keyboards import Button, Keyboard, Kind, press_numbers
from bot.console.lines import Press
from bot.console.outcomes import (
    Copy,
    Deleted,
    Edited,
    Left,
    Noticed,
    Opened,
    Outcome,
    Place,
    Posted,
    Reacted,
    Suggested,
    Suggestion,
)
from bot.console.problems import Problem, WrongLine
from bot.console.styles import BOLD, DIM, YELLOW, formatted, shown, style
from bot.console.world import BOT
from bot.texts import Texts


def _label(button: Button, number: int) -> str:
    return f"[{number}]" if button.text == str(number) else f"[{number}] {shown(button.text)}"


class ReadableOutput:
    """Writes messages as a chat shows them, with bold and the like where the terminal has it: `ansi`.

    A button is pressed by the number before it, as long as nothing but presses and colon commands was typed
    since. Where several messages have that number, the one that the latest line brought means it.
    `texts` may become those of another language at any time.
    """

    def __init__(self, write: Callable[[str], None], texts: Texts, *, ansi: bool) -> None:
        self._write = write
        self.texts = texts
        self._ansi = ansi
        self._pressable: dict[int, dict[int, tuple[int, ...]]] = {}
        """For each chat, the numbers of the buttons of what was shown since the last message."""
        self._fresh: set[tuple[int, int]] = set()
        """Chat and number of the messages with buttons that the last line brought which brought any."""
        self._is_next = False
        """Whether a line was typed since."""

    def say(self, text: str) -> None:
        """Write what comes from the terminal itself, not from the bot."""
        self._write(self._style(text, DIM))

    def show(self, outcome: Outcome) -> None:
        """Write what the bot did; what only ends a waiting writes nothing."""
        text = "\n".join(line for line in self._lines(outcome) if line)
        if text:
            self._write(text)

    def complain(self, text: str) -> None:
        """Write a line that stands out."""
        self._write(self._style(shown(text), YELLOW))

    def press(self, chat: int, typed: str) -> Press | None:
        """The press that a bare number means in a chat; None for other texts, long numbers among them.

        `WrongLine`: no button on show has that number, or those of several messages that one line brought.
        Whatever else is typed takes older buttons off the numbers, so that a number never means one that
        scrolled away.
        """
        if re.fullmatch("[0-9]{1,3}", typed) is None:
            if not typed.startswith(":"):
                self._pressable.pop(chat, None)
            self._is_next = True
            return None
        present = self._pressable.get(chat, {})
        found = [message for message, numbers in present.items() if typed in map(str, numbers)]
        fresh = [message for message in found if (chat, message) in self._fresh]
        if len(fresh) == 1:
            found = fresh
        if not found:
            raise WrongLine(Problem.NO_SUCH_NUMBER, typed)
        if len(found) > 1:
            raise WrongLine(Problem.WHICH_MESSAGE, ", ".join(f"#{message}" for message in found))
        self._is_next = True
        return Press(found[0], present[found[0]].index(int(typed)))

    def _lines(self, outcome: Outcome) -> Iterator[str]:
        match outcome:
            case Posted(_, place, number, text, entities, keyboard, copy):
                yield self._head(place, f"#{number}")
                yield "" if copy is None else self._file(copy)
                yield formatted(text, entities, ansi=self._ansi)
                yield from self._buttons(place, number, keyboard)
            case Edited() | Deleted() | Left():
                yield from self._change(outcome)
            case Reacted(_, number, emoji):
                yield self._style(f"{emoji or '–'} #{number}", DIM)
            case Noticed(text, alert):
                yield self._style(f"{'!' if alert else '»'} {shown(text)}", YELLOW) if text else ""
            case Suggested(results):
                yield from self._suggestions(results)
            case Opened(button):
                yield self._opened(button)

    def _change(self, outcome: Edited | Deleted | Left) -> Iterator[str]:
        match outcome:
            case Edited(place, number, text, entities, keyboard):
                yield self._head(place, self.texts.say("#{number}, changed", number=number))
                yield formatted(text or "", entities, ansi=self._ansi)
                yield from self._buttons(place, number, keyboard)
            case Deleted(place, number):
                yield self._head(place, self.texts.say("#{number}, deleted", number=number))
                yield from self._buttons(place, number, ())
            case Left(place):
                yield self._head(place, self.texts.say("has left the group"))

    def _head(self, place: Place, what: str) -> str:
        return self._style(f"{BOT.first_name} → {shown(place.name)} {what}", DIM)

    def _file(self, copy: Copy) -> str:
        fields = {"name": shown(copy.name), "path": shown(str(copy.path))}
        return self.texts.count(
            "File {name}, {n} byte: {path}", "File {name}, {n} bytes: {path}", copy.size, **fields
        )

    def _buttons(self, place: Place, number: int, keyboard: Keyboard) -> Iterator[str]:
        numbers = press_numbers(keyboard)
        present = self._pressable.setdefault(place.chat, {})
        if keyboard:
            if self._is_next:
                self._fresh.clear()
            self._is_next = False
            present[number] = numbers
            self._fresh.add((place.chat, number))
        else:
            present.pop(number, None)
            self._fresh.discard((place.chat, number))
        rest = iter(numbers)
        for row in keyboard:
            labels = (_label(button, at) for button, at in zip(row, rest, strict=False))
            yield "  ".join(self._style(label, BOLD) for label in labels)

    def _suggestions(self, results: Sequence[Suggestion]) -> Iterator[str]:
        if not results:
            yield self._style(self.texts.say("No suggestions."), DIM)
        for result in results:
            yield self._style(f"• {shown(result.title)}", BOLD)
            yield shown(result.description)

    def _opened(self, button: Button) -> str:
        if button.kind is Kind.COPY:
            return self.texts.say("To be copied: {text}", text=shown(button.data))
        return shown(button.data)

    def _style(self, text: str, code: str) -> str:
        return style(text, code) if self._ansi else text
