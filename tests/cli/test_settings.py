"""Settings: where they come from, what is accepted, and how all that is wrong is said at once."""

from datetime import time
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from bot.problems import ENGLISH, settings_problem
from bot.settings import BadSettings, LogLevel, ModelKind, Variable, load_settings
from core.quiet import QuietHours
from tests.cli.process import ROOT, letopis


@pytest.fixture(autouse=True)
def nothing_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder, and no settings in the environment."""
    monkeypatch.chdir(tmp_path)
    for name in (*Variable, "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


def test_without_settings_there_is_a_file_in_this_folder_and_no_telegram() -> None:
    settings = load_settings()
    assert settings.database_url == "sqlite:///letopis.db"
    assert settings.bot_token is None
    assert settings.default_locale == "en"
    assert settings.log_level is LogLevel.WARNING


def test_settings_come_from_a_file_in_this_folder() -> None:
    Path(".env").write_text("DEFAULT_LOCALE=ko\nLOG_LEVEL=debug\n# a comment\nOTHER=1\n", "utf-8")
    settings = load_settings()
    assert settings.default_locale == "ko"
    assert settings.log_level is LogLevel.DEBUG


def test_the_file_may_begin_with_a_byte_order_mark() -> None:
    Path(".env").write_text("DEFAULT_LOCALE=ko\n", "utf-8-sig")
    assert load_settings().default_locale == "ko"


def test_the_environment_goes_before_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    Path(".env").write_text("DEFAULT_LOCALE=ko\n", "utf-8")
    monkeypatch.setenv("DEFAULT_LOCALE", "RU")
    assert load_settings().default_locale == "ru"


def test_a_folder_of_that_name_is_no_such_file() -> None:
    Path(".env").mkdir()
    assert load_settings().bot_token is None


def test_blank_values_count_as_unset(monkeypatch: pytest.MonkeyPatch) -> None:
    Path(".env").write_text("LOG_LEVEL=\nBOT_TOKEN\nDEFAULT_LOCALE=ko\n", "utf-8")
    monkeypatch.setenv("DATABASE_URL", "   ")
    monkeypatch.setenv("DEFAULT_LOCALE", "")
    settings = load_settings()
    assert settings.database_url == "sqlite:///letopis.db"
    assert settings.bot_token is None
    assert settings.log_level is LogLevel.WARNING
    assert settings.default_locale == "ko"


@pytest.mark.parametrize(
    ("variables", "locale"),
    [
        ({"LANG": "ko_KR.UTF-8"}, "ko"),
        ({"LANG": "ko_KR.UTF-8", "LC_MESSAGES": "ru_RU"}, "ru"),
        ({"LANG": "ko_KR.UTF-8", "LC_MESSAGES": "ru_RU", "LC_ALL": "en_US.UTF-8"}, "en"),
        ({"LANG": "ko_KR.UTF-8", "LC_ALL": ""}, "ko"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "ko_KR.UTF-8", "DEFAULT_LOCALE": "ru"}, "ru"),
    ],
)
def test_the_language_is_the_systems_unless_it_is_set(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], locale: str
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert load_settings().default_locale == locale


@pytest.mark.parametrize(
    "url", ["sqlite:///a.db", "sqlite+aiosqlite:///a.db", "sqlite+pysqlite:////tmp/a.db"]
)
def test_urls_of_sqlite_files_are_accepted(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    assert load_settings().database_url == url


@pytest.mark.parametrize(
    "url",
    [
        "letopis.db",
        "sqlite://",
        "sqlite:///:memory:",
        "sqlite://host/a.db",
        "sqlite:///a.db?timeout=soon",
        "sqlite:///a%00.db",
        "sqlite:///\udcff.db",
        "postgresql://bob:hunter2@host/letopis",
    ],
)
def test_other_urls_are_not(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    assert problem() == (
        "Letopis cannot start with these settings:\n"
        "  DATABASE_URL: must name a SQLite file, such as sqlite:///letopis.db"
    )


@pytest.mark.parametrize(
    "token", ["123456", "AA:123456", "123456:", "123456:ÄÄ", "123456:AA BB", "bot123456:AA"]
)
def test_a_token_has_the_shape_that_telegram_gives_it(monkeypatch: pytest.MonkeyPatch, token: str) -> None:
    monkeypatch.setenv("BOT_TOKEN", token)
    assert problem() == (
        "Letopis cannot start with these settings:\n"
        "  BOT_TOKEN: must be a token as @BotFather gives it: 123456:AA…"
    )


def test_a_token_does_not_show_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOT_TOKEN", "123456:AAexample")
    settings = load_settings()
    assert settings.bot_token is not None
    assert settings.bot_token.get_secret_value() == "123456:AAexample"
    assert "AAexample" not in repr(settings)


def test_without_settings_the_built_in_judge_is_at_work() -> None:
    settings = load_settings()
    assert settings.model_kind is ModelKind.BUILTIN
    assert settings.archivist_similar == 8
    assert settings.index_memory_mb == 128
    assert settings.quiet is None


@pytest.mark.parametrize(
    ("hours", "start", "end"),
    [
        ("22-8", time(22), time(8)),
        ("22:30 - 7", time(22, 30), time(7)),
        ("0-6", time(0), time(6)),
        ("20–24", time(20), time(0)),
    ],
)
def test_quiet_hours_are_those_of_the_time_zone(
    monkeypatch: pytest.MonkeyPatch, hours: str, start: time, end: time
) -> None:
    monkeypatch.setenv("QUIET_HOURS", hours)
    monkeypatch.setenv("TIME_ZONE", "Asia/Seoul")
    assert load_settings().quiet == QuietHours(start, end, ZoneInfo("Asia/Seoul"))


@pytest.mark.parametrize(
    ("kind", "lacking"),
    [
        ("openai", ["MODEL_URL", "MODEL_NAME"]),
        ("GigaChat", ["MODEL_KEY"]),
        ("builtin", []),
        ("none", []),
        ("llama", ["MODEL_KIND"]),
    ],
)
def test_each_kind_of_model_says_what_it_needs(
    monkeypatch: pytest.MonkeyPatch, kind: str, lacking: list[str]
) -> None:
    monkeypatch.setenv("MODEL_KIND", kind)
    if not lacking:
        assert load_settings().model_kind == kind.lower()
    else:
        _, *lines = problem().splitlines()
        assert [line.split(":")[0].strip() for line in lines] == lacking


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("MODEL_URL", "localhost:8000"),
        ("MODEL_URL", "ftp://host/v1"),
        ("MODEL_URL", "http://host:port/v1"),
        ("MODEL_AUTH_URL", "nowhere"),
        ("MODEL_KEY", "ключ"),
        ("MODEL_KEY", "a\nb"),
        ("MODEL_CA_BUNDLE", "no-such-file.pem"),
        ("MODEL_CA_BUNDLE", "."),
        ("ARCHIVIST_SIMILAR", "-1"),
        ("ARCHIVIST_SIMILAR", "many"),
        ("QUIET_HOURS", "9"),
        ("QUIET_HOURS", "22-25"),
        ("QUIET_HOURS", "8-8"),
        ("QUIET_HOURS", "0-24"),
        ("TIME_ZONE", "Moscow time"),
        ("TIME_ZONE", "../etc/passwd"),
        ("TIME_ZONE", "Asia"),
        ("INDEX_MEMORY_MB", "-7"),
    ],
)
def test_values_for_a_model_that_cannot_be_used_are_named(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    _, line = problem().splitlines()
    assert line.startswith(f"  {name}: ")
    assert value not in line


def test_a_file_that_holds_no_certificates_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("ca.pem").write_text("nothing")
    monkeypatch.setenv("MODEL_CA_BUNDLE", "ca.pem")
    assert "MODEL_CA_BUNDLE" in problem()


def test_a_plain_address_loses_its_last_slash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MODEL_URL", "http://127.0.0.1:8000/v1/")
    assert load_settings().model_url == "http://127.0.0.1:8000/v1"


def test_every_variable_is_described_in_the_example() -> None:
    described = (ROOT / ".env.example").read_text("utf-8")
    assert [name for name in Variable if f"# {name}=" not in described] == []


def test_all_that_is_wrong_is_said_at_once_and_no_value_repeated(tmp_path: Path) -> None:
    done = letopis(
        tmp_path,
        "status",
        DATABASE_URL="postgresql://bob:hunter2@host/letopis",
        BOT_TOKEN="hunter3",
        DEFAULT_LOCALE="fr",
        LOG_LEVEL="loud",
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.splitlines() == [
        "Letopis cannot start with these settings:",
        "  DATABASE_URL: must name a SQLite file, such as sqlite:///letopis.db",
        "  BOT_TOKEN: must be a token as @BotFather gives it: 123456:AA…",
        "  DEFAULT_LOCALE: must be one of en, ru, ko",
        "  LOG_LEVEL: must be one of DEBUG, INFO, WARNING, ERROR",
    ]
    assert list(tmp_path.iterdir()) == []


def test_the_complaint_is_in_the_language_that_is_set_all_the_same(tmp_path: Path) -> None:
    done = letopis(tmp_path, "status", DEFAULT_LOCALE="ru", LOG_LEVEL="loud")
    assert done.returncode == 2
    assert done.stderr.splitlines() == [
        "С такими настройками Letopis не запустится:",
        "  LOG_LEVEL: нужно одно из: DEBUG, INFO, WARNING, ERROR",
    ]


def test_a_file_that_is_no_text_is_reported_beside_the_rest(tmp_path: Path) -> None:
    Path(".env").write_bytes(b"BOT_TOKEN=\xff\xfe\n")
    done = letopis(tmp_path, "call", "search", "{}", LOG_LEVEL="loud")
    assert done.returncode == 2
    assert done.stderr.splitlines() == [
        "Letopis cannot start with these settings:",
        "  .env: must be text in UTF-8",
        "  LOG_LEVEL: must be one of DEBUG, INFO, WARNING, ERROR",
    ]


def test_names_in_the_file_that_are_no_settings_are_said_and_nothing_of_their_values(tmp_path: Path) -> None:
    lines = [
        "BOT_TOKN=123456:AAsecret",
        "log_level=ERROR",
        "DEFAULT_LOCALE=en",
        "123456:AAsecret",
        "X=${HOME}",
    ]
    Path(".env").write_text("\n".join(lines), encoding="utf-8")
    done = letopis(tmp_path, "call", "--stdin")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == (
        f".env sets what Letopis does not know: BOT_TOKN, X. It knows {', '.join(Variable)}.\n"
    )


def test_a_file_with_settings_alone_is_not_talked_about(tmp_path: Path) -> None:
    Path(".env").write_text("\ufeff# comment\n\nexport LOG_LEVEL=ERROR\n", encoding="utf-8")
    assert letopis(tmp_path, "call", "--stdin").stderr == ""


def test_a_file_that_cannot_be_read_is_reported() -> None:
    refused = PermissionError(13, "Permission denied")
    assert settings_problem(BadSettings((), refused, "en"), ENGLISH) == (
        "Letopis cannot start with these settings:\n  .env: cannot be read (Permission denied)"
    )


def problem() -> str:
    """What is said about the settings as they stand."""
    with pytest.raises(BadSettings) as bad:
        load_settings()
    return settings_problem(bad.value, ENGLISH)
