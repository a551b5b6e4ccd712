"""Settings: the only reader of the environment, and of a file `.env` in the current folder (SPEC section 11).

Blank values count as unset. All that is wrong is reported at once.
"""

import os
import re
import ssl
from datetime import time
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from dotenv import dotenv_values
from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.texts import DEFAULT_LOCALE, LOCALES, nearest_locale
from core.errors import LetopisError
from core.quiet import QuietHours
from core.records import is_storable
from core.runs import SIMILAR
from core.storage.database import sqlite_url

ENV_FILE = Path(".env")
_ENCODING = "utf-8-sig"
"""UTF-8, with the mark at the beginning that some editors leave there."""
_LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where the system's language stands, the strongest first.

Source: https://pubs.opengroup.org/onlinepubs/9799919799/basedefs/V1_chap08.html#tag_08_02
"""
_WITHOUT_FILE: dict[str, Any] = {"_env_file": None}
# https://core.telegram.org/bots/api#authorizing-your-bot
_TOKEN = re.compile(r"[0-9]+:[A-Za-z0-9_-]+")

_HOURS = re.compile(r"(2[0-4]|[01]?\d)(?::([0-5]\d))?\s*[-–]\s*(2[0-4]|[01]?\d)(?::([0-5]\d))?", re.ASCII)
_NAME = re.compile("[A-Za-z_][A-Za-z0-9_]{0,39}")


class Variable(StrEnum):
    """The variables that are read."""

    DATABASE_URL = "DATABASE_URL"
    BOT_TOKEN = "BOT_TOKEN"
    TELEGRAM_API_URL = "TELEGRAM_API_URL"
    MODEL_KIND = "MODEL_KIND"
    MODEL_URL = "MODEL_URL"
    MODEL_AUTH_URL = "MODEL_AUTH_URL"
    MODEL_NAME = "MODEL_NAME"
    MODEL_KEY = "MODEL_KEY"
    MODEL_SCOPE = "MODEL_SCOPE"
    MODEL_CA_BUNDLE = "MODEL_CA_BUNDLE"
    ARCHIVIST_SIMILAR = "ARCHIVIST_SIMILAR"
    INDEX_MEMORY_MB = "INDEX_MEMORY_MB"
    QUIET_HOURS = "QUIET_HOURS"
    TIME_ZONE = "TIME_ZONE"
    DEFAULT_LOCALE = "DEFAULT_LOCALE"
    LOG_LEVEL = "LOG_LEVEL"


class ModelKind(StrEnum):
    """Who judges what is saved (SPEC section 7, point 9)."""

    BUILTIN = "builtin"
    """A small judge of our own, without a network."""
    GIGACHAT = "gigachat"
    OPENAI = "openai"
    """Any server that speaks OpenAI's chat completions."""
    NONE = "none"
    """Nobody, for now: what is saved waits."""


class LogLevel(StrEnum):
    """From which weight on a line is logged."""

    DEBUG = "DEBUG"
    INFO = "INFO"
    WARNING = "WARNING"
    ERROR = "ERROR"


class BadSettings(LetopisError):
    """Settings that cannot be used: which variables, and what keeps `.env` from being read, if anything."""

    def __init__(
        self, variables: tuple[Variable, ...], unreadable: OSError | UnicodeDecodeError | None, locale: str
    ) -> None:
        super().__init__(variables, unreadable)
        self.variables = variables
        self.unreadable = unreadable
        self.locale = locale
        """The language to say it in, as far as it is known."""


def system_locale() -> str:
    """The language of the system this runs on; English where it is none of ours."""
    named = (os.environ.get(variable) for variable in _LOCALE_VARIABLES)
    return nearest_locale(next(filter(None, named), None), DEFAULT_LOCALE)


class _Language(BaseSettings):
    """The language alone: it is needed to say what is wrong with the rest."""

    model_config = SettingsConfigDict(
        env_file=ENV_FILE,
        env_file_encoding=_ENCODING,
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
    )

    default_locale: str = Field(default_factory=system_locale)

    @model_validator(mode="before")
    @classmethod
    def _without_blanks(cls, values: dict[str, Any]) -> dict[str, Any]:
        stripped = {
            name: value.strip() if isinstance(value, str) else value for name, value in values.items()
        }
        return {name: value for name, value in stripped.items() if value not in (None, "")}

    @field_validator("default_locale")
    @classmethod
    def _is_ours(cls, value: str) -> str:
        if value.lower() not in LOCALES:
            raise ValueError
        return value.lower()


class Settings(_Language):
    """What can be set, parsed."""

    database_url: str = "sqlite:///letopis.db"
    bot_token: SecretStr | None = None
    telegram_api_url: str | None = None
    # What the others need depends on the kind, which therefore comes first.
    model_kind: ModelKind = ModelKind.BUILTIN
    model_url: str | None = Field(default=None, validate_default=True)
    model_auth_url: str | None = None
    model_name: str | None = Field(default=None, validate_default=True)
    model_key: SecretStr | None = Field(default=None, validate_default=True)
    model_scope: str | None = None
    model_ca_bundle: Path | None = None
    archivist_similar: int = Field(default=SIMILAR, ge=0, le=50)
    index_memory_mb: int = Field(default=128, ge=1, le=1 << 20)
    quiet_hours: Annotated[tuple[time, time] | None, NoDecode] = None
    time_zone: ZoneInfo = Field(default=ZoneInfo("UTC"))
    log_level: LogLevel = LogLevel.WARNING
    """Quiet, because the chat in the terminal shares the screen with the log."""

    @field_validator("database_url")
    @classmethod
    def _names_a_file(cls, value: str) -> str:
        if not is_storable(value):
            raise ValueError
        sqlite_url(value)
        return value

    @field_validator("bot_token")
    @classmethod
    def _looks_like_a_token(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None and _TOKEN.fullmatch(value.get_secret_value()) is None:
            raise ValueError
        return value

    @field_validator("telegram_api_url", "model_url", "model_auth_url")
    @classmethod
    def _is_an_address(cls, value: str | None) -> str | None:
        if value is None:
            return None
        parts = urlsplit(value)
        if parts.scheme not in ("http", "https") or not parts.hostname or not value.isprintable():
            raise ValueError
        # It raises ValueError where the port is none.
        _ = parts.port
        return value.rstrip("/")

    @property
    def quiet(self) -> QuietHours | None:
        """When nothing is said in chats that nobody waits for."""
        return None if self.quiet_hours is None else QuietHours(*self.quiet_hours, self.time_zone)

    @field_validator("quiet_hours", mode="before")
    @classmethod
    def _reads_hours(cls, value: str | None) -> tuple[time, time] | None:
        if value is None:
            return None
        match = _HOURS.fullmatch(value)
        if match is None:
            raise ValueError
        start, end = (time(int(match[n] or 0) % 24, int(match[n + 1] or 0)) for n in (1, 3))
        if start == end:
            raise ValueError
        return start, end

    @field_validator("time_zone", mode="before")
    @classmethod
    def _is_a_zone(cls, value: object) -> object:
        try:
            return ZoneInfo(value) if isinstance(value, str) else value
        except (ZoneInfoNotFoundError, OSError):
            raise ValueError from None

    @field_validator("model_kind", mode="before")
    @classmethod
    def _any_kind_case(cls, value: object) -> object:
        return value.lower() if isinstance(value, str) else value

    @field_validator("model_url", "model_name")
    @classmethod
    def _is_there_for_a_server(cls, value: str | None, info: ValidationInfo) -> str | None:
        if value is None and info.data.get("model_kind") is ModelKind.OPENAI:
            raise ValueError
        return value

    @field_validator("model_key")
    @classmethod
    def _fits_into_a_header(cls, value: SecretStr | None, info: ValidationInfo) -> SecretStr | None:
        if value is None:
            if info.data.get("model_kind") is ModelKind.GIGACHAT:
                raise ValueError
            return None
        key = value.get_secret_value()
        if not (key.isascii() and key.isprintable()):
            raise ValueError
        return value

    @field_validator("model_ca_bundle")
    @classmethod
    def _holds_certificates(cls, value: Path | None) -> Path | None:
        if value is not None:
            try:
                ssl.create_default_context(cafile=value)
            except OSError as error:
                raise ValueError from error
        return value

    @field_validator("log_level", mode="before")
    @classmethod
    def _any_level_case(cls, value: object) -> object:
        return value.upper() if isinstance(value, str) else value


def load_settings() -> Settings:
    """The settings as they stand now. `BadSettings` where any cannot be used."""
    unreadable = _unreadable()
    options = {} if unreadable is None else _WITHOUT_FILE
    bad: tuple[Variable, ...] = ()
    try:
        settings = Settings(**options)
        if unreadable is None:
            return settings
    except ValidationError as error:
        found = error.errors(include_url=False, include_context=False, include_input=False)
        named = {str(one["loc"][0]).upper() for one in found}
        bad = tuple(variable for variable in Variable if variable in named)
    raise BadSettings(bad, unreadable, _locale(options)) from None


def unknown_names() -> tuple[str, ...]:
    """The names in `.env` that are no settings, as they stand there: misspelt ones would go unnoticed."""
    if _unreadable() is not None or not ENV_FILE.is_file():
        return ()
    lines = dotenv_values(ENV_FILE, encoding=_ENCODING, interpolate=False)
    # What is no name may be a secret that lost its name.
    names = (name for name, value in lines.items() if value is not None and _NAME.fullmatch(name))
    return tuple(name for name in names if name.upper() not in list(Variable))


def _unreadable() -> OSError | UnicodeDecodeError | None:
    """What keeps `.env` from being read; a folder of that name, as some make for Python, is no such file."""
    try:
        if ENV_FILE.is_file():
            ENV_FILE.read_text(_ENCODING)
    except (OSError, UnicodeDecodeError) as error:
        return error
    return None


def _locale(options: dict[str, Any]) -> str:
    try:
        return _Language(**options).default_locale
    except ValidationError:
        return system_locale()
