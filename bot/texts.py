"""Every word that a person reads, in their language (TELEGRAM.md rule 16).

Catalogues are gettext's `.po` files, read when a language is first used; there is nothing to compile. The
source strings are English. `Texts` is a value that is passed, so that no text depends on what runs around it.
"""

import gettext
import io
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

LOCALES = ("en", "ru", "ko")
DEFAULT_LOCALE = "en"
DOMAIN = "letopis"

_INSTALLED = Path(__file__).parent / "locales"
_CHECKOUT = Path(__file__).parent.parent / "locales"


@dataclass(frozen=True)
class Texts:
    """The texts of one language."""

    locale: str
    _catalogue: gettext.NullTranslations

    def say(self, message: str, /, **values: object) -> str:
        """The message in this language, its `{placeholders}` filled."""
        return self._catalogue.gettext(message).format_map(values)

    def count(self, one: str, many: str, n: int, /, **values: object) -> str:
        """The message in the form for the number `n`, which also fills `{n}`."""
        return self._catalogue.ngettext(one, many, n).format_map({"n": n, **values})

    def template(self, message: str, /) -> str:
        """The message in this language, unfilled: for views that put formatted parts into it."""
        return self._catalogue.gettext(message)


@cache
def texts_for(locale: str) -> Texts:
    """The texts of a language of `LOCALES`. KeyError: there is no such language."""
    if locale not in LOCALES:
        raise KeyError(locale)
    return Texts(locale, _catalogue(locale))


def nearest_locale(code: str | None, default: str) -> str:
    """The language for an IETF tag or POSIX locale name, as `ru-RU` or `ko_KR.UTF-8`; else the default."""
    language = (code or "").replace("_", "-").partition("-")[0].lower()
    return language if language in LOCALES else default


def locale_named(name: str) -> str | None:
    """The language of that code, or of that name in any of our languages: `RU`, `Russian`, `русский`."""
    return nearest_locale(name, "") or _locales_by_name().get(name.casefold())


@cache
def _locales_by_name() -> Mapping[str, str]:
    from babel import Locale

    return {
        str(Locale(named).get_display_name(speaking)).casefold(): named
        for named in LOCALES
        for speaking in LOCALES
    }


def catalogue_files() -> Mapping[str, Path]:
    """Where each language's catalogue lies: in the installed package, else in the checkout."""
    root = _INSTALLED if _INSTALLED.is_dir() else _CHECKOUT
    return {locale: root / locale / "LC_MESSAGES" / f"{DOMAIN}.po" for locale in LOCALES}


def _catalogue(locale: str) -> gettext.GNUTranslations:
    # Most commands say nothing but JSON, and Babel takes its time to import.
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with catalogue_files()[locale].open("rb") as source:
        catalogue = read_po(source, locale=locale)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
