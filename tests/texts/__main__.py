"""Bring the catalogues in `locales/` up to date with the source, and name what is to be translated.

python -m tests.texts
"""

import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from bot.texts import DEFAULT_LOCALE, LOCALES, catalogue_files

BOT = Path(__file__).parents[2] / "bot"
KEYWORDS = {"say": None, "template": None, "count": (1, 2)}
WIDTH = 110
HEADER = "# Letopis: texts that people read."
_OF_NO_USE = (
    '"POT-Creation',
    '"PO-Revision',
    '"Last-Trans',
    '"Generated-By',
    '"Report-Msgid',
    '"Language-Team',
)

Message = str | tuple[str, ...]


def messages() -> list[Message]:
    """All texts of the source, in the order in which they stand there."""
    found = extract_from_dir(str(BOT), method_map=[("**.py", "python")], keywords=KEYWORDS)
    return list(dict.fromkeys(message for _, _, message, _, _ in found))


def renewed(locale: str, file: Path) -> tuple[str, list[Message]]:
    """A catalogue with the texts of the source and the translations that it had, and what lacks one."""
    known = read_po(file.open("rb"), locale=locale) if file.exists() else Catalog(locale=locale)
    catalogue = Catalog(locale=locale, header_comment=HEADER, fuzzy=False)
    missing: list[Message] = []
    for message in messages():
        one = message if isinstance(message, str) else message[0]
        before = known.get(one)
        translated = message if locale == DEFAULT_LOCALE else before.string if before else None
        if not translated:
            missing.append(message)
        catalogue.add(message, translated or "")
    return _written(catalogue), missing


def _written(catalogue: Catalog) -> str:
    from io import BytesIO

    out = BytesIO()
    write_po(out, catalogue, width=WIDTH, no_location=True)
    lines = out.getvalue().decode().splitlines()
    kept = [line for line in lines if not line.startswith((*_OF_NO_USE, '"Project-Id'))]
    return "\n".join(kept).rstrip() + "\n"


def main() -> int:
    """Write the catalogues; the exit status is 1 where something is to be translated."""
    lacking = False
    for locale in LOCALES:
        file = catalogue_files()[locale]
        text, missing = renewed(locale, file)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        for message in missing:
            print(f"{locale}: {message!r}")
        lacking = lacking or bool(missing)
    return int(lacking)


if __name__ == "__main__":
    sys.exit(main())
