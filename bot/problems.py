"""What keeps Letopis from starting, in words: what happened, and what to do about it."""

import gettext
from collections.abc import Sequence

from bot.settings import ENV_FILE, BadSettings, LogLevel, Variable
from bot.texts import LOCALES, Texts
from core.errors import (
    CopyExists,
    CopyFailed,
    DatabaseDamaged,
    DatabaseForeign,
    DatabaseFull,
    DatabaseLocked,
    DatabaseMissing,
    DatabaseNewer,
    StorageError,
)

ENGLISH = Texts("en", gettext.NullTranslations())
"""The source strings as they are: for programs, and where the catalogues are not worth their time."""


def storage_problem(error: StorageError, texts: Texts) -> str:
    """Why the database cannot be used."""
    path = error.path
    match error:
        case DatabaseDamaged():
            return texts.say(
                "The database {path} is damaged. It was left untouched. Move it away, together with "
                "{path}-wal and {path}-shm if they exist, then restore a backup or start over; `sqlite3 "
                '{path} ".recover"` reads what can still be read.',
                path=path,
            )
        case DatabaseForeign():
            return texts.say(
                "{path} is a database of another program. It was left untouched."
                " Choose another file in DATABASE_URL.",
                path=path,
            )
        case DatabaseNewer():
            return texts.say(
                "{path} was written by a newer Letopis (revision {revision}). It was left untouched."
                " Upgrade Letopis.",
                path=path,
                revision=error.detail,
            )
        case DatabaseLocked():
            return texts.say(
                "Another program holds the database {path}. Stop that program, then try again.", path=path
            )
        case DatabaseFull():
            return texts.say(
                "There is no room left for the database {path}. Free some disk space, then try again.",
                path=path,
            )
        case DatabaseMissing():
            return texts.say(
                "There is no database {path}. `letopis run` makes one; DATABASE_URL names another.", path=path
            )
        case CopyExists():
            return texts.say("{path} already exists: a copy needs another name.", path=path)
        case CopyFailed():
            return texts.say(
                "The copy {path} cannot be written ({detail}). Nothing was copied.",
                path=path,
                detail=error.detail,
            )
        case _:
            return texts.say(
                "The database {path} cannot be opened, read or written ({detail})."
                " Its folder must exist, and both must be readable and writable.",
                path=path,
                detail=error.detail,
            )


def settings_problem(error: BadSettings, texts: Texts) -> str:
    """All that is wrong with the settings, a line each. Values are not repeated: one may be a secret."""
    lines = [texts.say("Letopis cannot start with these settings:")]
    match error.unreadable:
        case UnicodeDecodeError():
            lines.append(texts.say("{path}: must be text in UTF-8", path=ENV_FILE))
        case OSError(strerror=detail):
            lines.append(texts.say("{path}: cannot be read ({detail})", path=ENV_FILE, detail=detail))
        case None:
            pass
    lines += [f"{variable.value}: {_expected(variable, texts)}" for variable in error.variables]
    return "\n  ".join(lines)


def _expected(variable: Variable, texts: Texts) -> str:  # noqa: C901  one line a variable
    match variable:
        case Variable.DATABASE_URL:
            return texts.say("must name a SQLite file, such as sqlite:///letopis.db")
        case Variable.BOT_TOKEN:
            return texts.say("must be a token as @BotFather gives it: 123456:AA…")
        case Variable.TELEGRAM_API_URL:
            return texts.say("must be the address of a Bot API server, such as https://api.telegram.org")
        case Variable.MODEL_KIND:
            return texts.say("must be builtin, gigachat, openai or none")
        case Variable.MODEL_URL:
            return texts.say(
                "must be the address before /chat/completions, such as http://host/v1; MODEL_KIND=openai "
                "needs it"
            )
        case Variable.MODEL_AUTH_URL:
            return texts.say(
                "must be the address where GigaChat gives tokens, such as https://host/api/v2/oauth"
            )
        case Variable.MODEL_NAME:
            return texts.say("must be the name of a model; MODEL_KIND=openai needs it")
        case Variable.MODEL_KEY:
            return texts.say("must be a key of ASCII characters; MODEL_KIND=gigachat needs it")
        case Variable.MODEL_SCOPE:
            return texts.say("must be a scope, such as GIGACHAT_API_PERS")
        case Variable.MODEL_CA_BUNDLE:
            return texts.say("must name a file of certificates in PEM form")
        case Variable.ARCHIVIST_SIMILAR:
            return texts.say("must be a whole number from 0 to 50")
        case Variable.INDEX_MEMORY_MB:
            return texts.say("must be a whole number from 1 to 1048576")
        case Variable.QUIET_HOURS:
            return texts.say("must be two different times of day, such as 22-8 or 22:30-7")
        case Variable.TIME_ZONE:
            return texts.say("must be a time zone, such as Europe/Moscow")
        case Variable.DEFAULT_LOCALE:
            return texts.say("must be one of {names}", names=", ".join(LOCALES))
        case Variable.LOG_LEVEL:
            return texts.say("must be one of {names}", names=", ".join(LogLevel))


def unknown_settings(names: Sequence[str], texts: Texts) -> str:
    """That `.env` sets what is not there to be set."""
    return texts.say(
        "{path} sets what Letopis does not know: {names}. It knows {known}.",
        path=ENV_FILE,
        names=", ".join(names),
        known=", ".join(Variable),
    )
