"""The messages that stand beside: ordinary ones, and ones with a secret in them, in three languages."""

import random
import re
from dataclasses import dataclass
from pathlib import Path

from core.guard import Cleaned, clean
from core.guard.spans import PLACEHOLDER
from tests.quality.fakes import fake

SAMPLES = Path(__file__).parent / "samples"
LANGUAGES = ("en", "ru", "ko")
_MARKED = re.compile(r"⟦(@?)(.+?)⟧")


@dataclass(frozen=True)
class Told:
    """A message that tells secrets."""

    text: str
    secrets: tuple[str, ...]

    def is_safe(self) -> bool:
        """Whether Guard leaves nothing of them: not even a character beside the placeholder."""
        return clean(self.text).text == self.expected(clean(self.text))

    def expected(self, cleaned: Cleaned) -> str:
        """The message with the placeholders that Guard chose in place of the secrets, all else as it was."""
        kinds = iter(PLACEHOLDER.findall(cleaned.text))
        return re.sub("|".join(map(re.escape, self.secrets)), lambda _: next(kinds, "[missed]"), self.text)


def ordinary() -> list[str]:
    """Messages without a secret."""
    return [line for language in LANGUAGES for line in _lines(f"ordinary_{language}")]


def telling() -> list[Told]:
    """Messages with a secret; vendors' own are made anew, alike at each run."""
    return [_told(line) for language in LANGUAGES for line in _lines(f"secrets_{language}")]


def _told(line: str) -> Told:
    dice = random.Random(line)
    secrets: list[str] = []

    def shown(match: re.Match[str]) -> str:
        secrets.append(fake(match[2], dice) if match[1] else match[2])
        return secrets[-1]

    text = _MARKED.sub(shown, line.replace(r"\n", "\n"))
    return Told(text, tuple(secrets))


def _lines(name: str) -> list[str]:
    return (SAMPLES / f"{name}.txt").read_text(encoding="utf-8").splitlines()
