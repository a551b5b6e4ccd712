"""Opening a database: what is used, what is refused and left as it was, and what processes do at once."""

import hashlib
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from core.errors import (
    DatabaseDamaged,
    DatabaseForeign,
    DatabaseFull,
    DatabaseLocked,
    DatabaseNewer,
    DatabaseUnavailable,
    StorageError,
)
from core.memory import Memory
from core.storage import Store
from core.storage.backup import back_up
from core.storage.database import APPLICATION_ID, BUSY_SECONDS, CHECKED_BYTES, sqlite_url
from core.storage.migrations import REVISIONS
from tests.core.fakes import StoppedClock
from tests.core.steps import contents, enter, save

ROOT = Path(__file__).parent.parent.parent.parent
SOON = "?timeout=0.05"
"""Another program's lock is not waited for."""


def program(*arguments: str) -> subprocess.Popen[str]:
    """One of the programs of `tests/core/processes.py`, running."""
    command = [sys.executable, "-m", "tests.core.processes", *arguments]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, encoding="utf-8")


def folder_as_it_is(folder: Path) -> dict[str, str]:
    """The hashes of all files in a folder."""
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in folder.iterdir()}


@contextmanager
def untouched(folder: Path) -> Iterator[None]:
    """Nothing in the folder may change, nor may anything be left beside it."""
    before = folder_as_it_is(folder)
    yield
    assert folder_as_it_is(folder) == before


def refusal(url: str) -> StorageError:
    """The error of a database that must be refused."""
    with pytest.raises(StorageError) as caught:
        Store.open(url)
    return caught.value


def sql(file: Path, *statements: str) -> None:
    """Do something to a database file with plain SQLite."""
    with closing(sqlite3.connect(file)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def asked(file: Path, question: str) -> object:
    """What plain SQLite answers about a database file."""
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(question).fetchone()[0]


@pytest.fixture
async def written(database_file: Path, database_url: str) -> Path:
    """A closed database with a few records."""
    store = Store.open(database_url)
    memory = Memory.on(store, StoppedClock())
    actor = await enter(memory, "owner")
    for number in range(40):
        await save(memory, actor, f"заметка {number} " + "lorem ipsum " * 40, fact_key=f"key-{number % 7}")
    store.close()
    return database_file


async def notes_in(url: str) -> int:
    """How many notes a database holds."""
    store = Store.open(url)
    try:
        return (await Memory.on(store, StoppedClock()).housekeeping.counts()).records
    finally:
        store.close()


class TestUrls:
    @pytest.mark.parametrize(
        ("text", "path"),
        [
            ("sqlite:///letopis.db", "letopis.db"),
            ("sqlite:////var/lib/letopis.db", "/var/lib/letopis.db"),
            ("sqlite+aiosqlite:///letopis.db", "letopis.db"),
            ("sqlite+pysqlite:///letopis.db", "letopis.db"),
            ("sqlite:///with blank.db", "with blank.db"),
            ("sqlite:///with%20blank.db", "with blank.db"),
            ("sqlite:///летопись.db", "летопись.db"),
            ("sqlite:///file:letopis.db?mode=ro&uri=true", "file:letopis.db"),
        ],
    )
    def test_a_file_is_named(self, text: str, path: str) -> None:
        assert sqlite_url(text).database == path

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "letopis.db",
            "sqlite://",
            "sqlite:///",
            "sqlite:///:memory:",
            "sqlite:///file::memory:?uri=true",
            "sqlite:///file:shared?mode=memory&cache=shared&uri=true",
            "sqlite:///letopis.db?timeout=soon",
            "sqlite:///letopis.db?mode=ro",
            "postgresql://owner:secret@localhost/letopis",
        ],
    )
    def test_no_file_is_named(self, text: str) -> None:
        with pytest.raises(ValueError) as caught:  # noqa: PT011  the text is looked at below
            sqlite_url(text)
        assert caught.value.args == (text,)

    @pytest.mark.parametrize(("query", "seconds"), [("", str(BUSY_SECONDS)), ("?timeout=0.5", "0.5")])
    def test_how_long_a_lock_is_waited_for_can_be_said(self, query: str, seconds: str) -> None:
        assert sqlite_url(f"sqlite:///letopis.db{query}").query["timeout"] == seconds


class TestUsed:
    async def test_a_new_file_is_made_and_keeps_what_is_saved(self, database_url: str) -> None:
        store = Store.open(database_url)
        memory = Memory.on(store, StoppedClock())
        await save(memory, await enter(memory, "owner"), "a note")
        store.close()
        assert await notes_in(database_url) == 1

    @pytest.mark.parametrize(
        "name", ["with blank.db", "with%2520percent.db", "летопись 기억.db", "q?uestion.db"]
    )
    async def test_any_name_of_a_file_will_do(self, tmp_path: Path, name: str) -> None:
        url = f"sqlite:///{tmp_path / name.replace('?', '%3F')}"
        Store.open(url).close()
        (file,) = tmp_path.iterdir()
        assert file.name == name.replace("%25", "%")
        assert await notes_in(url) == 0

    async def test_a_relative_path_stays_where_it_was_when_the_program_moves(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "elsewhere").mkdir()
        monkeypatch.chdir(tmp_path)
        store = Store.open("sqlite:///here.db")
        memory = Memory.on(store, StoppedClock())
        monkeypatch.chdir(tmp_path / "elsewhere")
        await save(memory, await enter(memory, "owner"), "a note")
        store.close()
        assert list((tmp_path / "elsewhere").iterdir()) == []
        assert await notes_in(f"sqlite:///{tmp_path / 'here.db'}") == 1

    async def test_an_empty_file_becomes_a_database(self, database_file: Path, database_url: str) -> None:
        database_file.touch()
        assert await notes_in(database_url) == 0
        assert asked(database_file, "PRAGMA application_id") == APPLICATION_ID

    async def test_a_file_with_nothing_but_our_mark_becomes_a_database(
        self, database_file: Path, database_url: str
    ) -> None:
        sql(database_file, f"PRAGMA application_id={APPLICATION_ID}")
        assert await notes_in(database_url) == 0

    async def test_a_copy_that_lost_its_journal_mode_gets_it_back(
        self, written: Path, database_url: str, tmp_path: Path
    ) -> None:
        copy = tmp_path / "copy.db"
        sql(written, f"VACUUM INTO '{copy}'")
        assert asked(copy, "PRAGMA journal_mode") == "delete"
        assert await notes_in(f"sqlite:///{copy}") == 40
        assert asked(copy, "PRAGMA journal_mode") == "wal"

    async def test_a_closed_store_leaves_one_file(self, written: Path, tmp_path: Path) -> None:
        assert [file.name for file in tmp_path.iterdir()] == [written.name]


class TestRefused:
    def test_a_missing_folder(self, tmp_path: Path) -> None:
        with untouched(tmp_path):
            error = refusal(f"sqlite:///{tmp_path / 'nowhere' / 'letopis.db'}")
        assert isinstance(error, DatabaseUnavailable)
        assert error.path == str(tmp_path / "nowhere" / "letopis.db")
        assert "unable to open" in error.detail

    def test_a_folder(self, tmp_path: Path) -> None:
        (tmp_path / "folder").mkdir()
        error = refusal(f"sqlite:///{tmp_path / 'folder'}")
        assert isinstance(error, DatabaseUnavailable)
        assert "unable to open" in error.detail

    @pytest.mark.parametrize("size", [2, 99, 100, 511, 512, 5_000])
    def test_a_file_that_is_no_database(
        self, database_file: Path, database_url: str, tmp_path: Path, size: int
    ) -> None:
        database_file.write_bytes((b"This is a shopping list. " * 200)[:size])
        with untouched(tmp_path):
            assert isinstance(refusal(database_url), DatabaseDamaged)

    @pytest.mark.parametrize("bytes_left", [50, 100, 4_096, 10_000, -4_096])
    def test_a_truncated_file(
        self, written: Path, database_url: str, tmp_path: Path, bytes_left: int
    ) -> None:
        whole = written.read_bytes()
        written.write_bytes(whole[:bytes_left])
        with untouched(tmp_path):
            assert isinstance(refusal(database_url), DatabaseDamaged)

    def test_a_file_with_a_broken_page_whichever_it_is(
        self, written: Path, database_url: str, tmp_path: Path
    ) -> None:
        whole = written.read_bytes()
        for page in range(0, len(whole), 4_096):
            written.write_bytes(whole[:page] + b"\xff" * 64 + whole[page + 64 :])
            with untouched(tmp_path):
                assert isinstance(refusal(database_url), DatabaseDamaged)

    @pytest.mark.parametrize("kept", [-4_096, 0])
    @pytest.mark.parametrize("scheme", ["sqlite:///{}", "sqlite:///file:{}?uri=true"])
    @pytest.mark.parametrize("use", [Store.open, lambda url: back_up(url, Path("no", "copy.db"))])
    async def test_a_file_beside_the_log_of_another(
        self, written: Path, database_url: str, kept: int, scheme: str, use: Callable[[str], object]
    ) -> None:
        part = written.read_bytes()[:kept]
        store = Store.open(database_url)
        memory = Memory.on(store, StoppedClock())
        for number in range(40):
            await save(memory, await enter(memory, "owner"), f"later {number} {'lorem ' * 400}")
        log = Path(f"{written}-wal").read_bytes()
        store.close()
        # What a process that was killed leaves, and somebody who restores a copy forgets.
        written.write_bytes(part)
        Path(f"{written}-wal").write_bytes(log)
        with pytest.raises(DatabaseDamaged):
            use(scheme.format(written))
        assert (written.read_bytes(), Path(f"{written}-wal").read_bytes()) == (part, log)

    def test_a_database_of_another_program(
        self, database_file: Path, database_url: str, tmp_path: Path
    ) -> None:
        sql(database_file, "CREATE TABLE songs (title TEXT)", "INSERT INTO songs VALUES ('Yesterday')")
        with untouched(tmp_path):
            assert isinstance(refusal(database_url), DatabaseForeign)

    def test_a_database_of_another_program_that_has_its_mark_and_no_tables_yet(
        self, database_file: Path, database_url: str, tmp_path: Path
    ) -> None:
        sql(database_file, "PRAGMA application_id=1196444487")
        with untouched(tmp_path):
            assert isinstance(refusal(database_url), DatabaseForeign)

    def test_a_database_that_has_our_mark_but_not_our_tables(
        self, database_file: Path, database_url: str, tmp_path: Path
    ) -> None:
        sql(database_file, f"PRAGMA application_id={APPLICATION_ID}", "CREATE TABLE songs (title TEXT)")
        with untouched(tmp_path):
            assert isinstance(refusal(database_url), DatabaseForeign)

    def test_a_database_of_another_program_in_the_same_journal_mode(
        self, database_file: Path, database_url: str, tmp_path: Path
    ) -> None:
        sql(database_file, "PRAGMA journal_mode=WAL", "CREATE TABLE songs (title TEXT)")
        with untouched(tmp_path):
            assert isinstance(refusal(database_url), DatabaseForeign)

    def test_a_database_of_a_newer_release(self, written: Path, database_url: str, tmp_path: Path) -> None:
        sql(written, "UPDATE alembic_version SET version_num = '9999'")
        with untouched(tmp_path):
            error = refusal(database_url)
        assert isinstance(error, DatabaseNewer)
        assert error.detail == "9999"

    def test_a_database_that_does_not_say_its_revision(
        self, written: Path, database_url: str, tmp_path: Path
    ) -> None:
        sql(written, "DELETE FROM alembic_version")
        with untouched(tmp_path):
            assert isinstance(refusal(database_url), DatabaseNewer)

    async def test_damage_beyond_what_is_checked_at_start_is_told_when_it_is_met(
        self, written: Path, database_url: str
    ) -> None:
        whole = written.read_bytes()
        broken = whole.replace("заметка 17 ".encode(), b"\xff" * 18)
        assert broken != whole
        written.write_bytes(broken)
        store = Store.open(database_url)
        memory = Memory.on(store, StoppedClock())
        actor = await enter(memory, "owner")
        with pytest.raises(DatabaseDamaged):
            await contents(memory, actor, "", limit=50)
        store.close()

    async def test_a_great_database_is_not_read_whole_at_start(
        self, written: Path, database_url: str
    ) -> None:
        sql(written, "CREATE TABLE filler (text)", f"INSERT INTO filler VALUES (zeroblob({CHECKED_BYTES}))")
        whole = written.read_bytes()
        last = len(whole) - 4_096
        written.write_bytes(whole[:last] + b"\xff" * 4_096)
        assert await notes_in(database_url) == 40


class TestLocked:
    def test_a_new_file_that_another_program_is_writing(
        self, database_file: Path, database_url: str, tmp_path: Path
    ) -> None:
        with closing(sqlite3.connect(database_file, isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            assert isinstance(refusal(database_url + SOON), DatabaseLocked)
        assert folder_as_it_is(tmp_path) == {database_file.name: hashlib.sha256(b"").hexdigest()}

    def test_a_new_file_that_another_program_is_about_to_write(
        self, database_file: Path, database_url: str
    ) -> None:
        with closing(sqlite3.connect(database_file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert isinstance(refusal(database_url + SOON), DatabaseLocked)
        Store.open(database_url).close()

    def test_a_new_file_that_another_program_is_about_to_write_is_waited_for(
        self, database_file: Path, database_url: str
    ) -> None:
        with closing(sqlite3.connect(database_file, isolation_level=None, check_same_thread=False)) as other:
            other.execute("BEGIN IMMEDIATE")
            release = threading.Timer(0.3, other.rollback)
            release.start()
            Store.open(database_url).close()
            release.join()
        assert asked(database_file, "PRAGMA journal_mode") == "wal"

    async def test_a_write_while_another_program_writes_is_refused_and_goes_well_afterwards(
        self, database_file: Path, database_url: str
    ) -> None:
        store = Store.open(database_url + SOON)
        memory = Memory.on(store, StoppedClock())
        actor = await enter(memory, "owner")
        with closing(sqlite3.connect(database_file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(DatabaseLocked):
                await save(memory, actor, "too early")
            assert await contents(memory, actor, "") == []
        await save(memory, actor, "in time")
        assert await contents(memory, actor, "") == ["in time"]
        store.close()


class TestTakenAway:
    async def test_a_file_that_was_taken_away_is_not_made_anew(self, written: Path) -> None:
        store = Store.open(f"sqlite:///{written}")
        for file in list(written.parent.iterdir()):
            file.unlink()
        with pytest.raises(DatabaseUnavailable):
            await Memory.on(store, StoppedClock()).housekeeping.counts()
        with pytest.raises(DatabaseUnavailable):
            await enter(Memory.on(store, StoppedClock()), "owner")
        store.close()
        assert list(written.parent.iterdir()) == []


class TestReadOnly:
    @pytest.fixture
    def read_only(self, written: Path) -> str:
        """A URL that opens the written database without the right to write."""
        return f"sqlite:///file:{written}?mode=ro&uri=true"

    async def test_it_can_be_searched(self, read_only: str) -> None:
        assert await notes_in(read_only) == 40

    async def test_a_write_is_refused_with_sqlites_word_for_it(self, read_only: str) -> None:
        store = Store.open(read_only)
        memory = Memory.on(store, StoppedClock())
        actor = await enter(memory, "owner")
        assert len(await contents(memory, actor, "заметка", limit=50)) == 40
        with pytest.raises(DatabaseUnavailable) as caught:
            await save(memory, actor, "a note")
        assert "readonly" in caught.value.detail
        store.close()

    def test_what_would_have_to_be_made_is_refused(self, database_file: Path) -> None:
        database_file.touch()
        error = refusal(f"sqlite:///file:{database_file}?mode=ro&uri=true")
        assert isinstance(error, DatabaseUnavailable)
        assert "readonly" in error.detail
        assert database_file.read_bytes() == b""


class TestFull:
    async def test_a_full_database_refuses_and_loses_nothing_and_goes_on_when_there_is_room(
        self, database_url: str
    ) -> None:
        store = Store.open(database_url)
        memory = Memory.on(store, StoppedClock())
        actor = await enter(memory, "owner")

        async def pragma(text: str) -> int:
            return await store.write(lambda connection: connection.exec_driver_sql(text).scalar_one())

        pages = await pragma("PRAGMA page_count")
        await pragma(f"PRAGMA max_page_count={pages + 20}")
        saved: list[str] = []

        async def save_without_end() -> None:
            while len(saved) < 1_000:
                await save(memory, actor, f"note {len(saved)} " + "x" * 2_000)
                saved.append(f"note {len(saved)}")

        with pytest.raises(DatabaseFull):
            await save_without_end()
        assert 1 < len(saved) < 1_000
        assert await notes_in(database_url) == len(saved)
        await pragma("PRAGMA max_page_count=1073741823")
        await save(memory, actor, "there is room again")
        found = [content.split(" x")[0] for content in await contents(memory, actor, "note", limit=50)]
        assert found == saved[::-1]
        assert await contents(memory, actor, "room") == ["there is room again"]
        store.close()

    def test_a_full_disk_refuses_and_loses_nothing_and_goes_on_when_there_is_room(
        self, database_file: Path, database_url: str
    ) -> None:
        Store.open(database_url).close()
        room = database_file.stat().st_size + 100_000
        with program("fill", database_url, str(room)) as process:
            output, _ = process.communicate(timeout=60)
        assert process.returncode == 0
        lines = [line.split() for line in output.splitlines()]
        refused = [line for line in lines if line[0] == "refused"]
        confirmed = {line[2] for line in lines if line[0] == "saved"}
        assert [line[1] for line in refused] in (["DatabaseFull"], ["DatabaseUnavailable"])
        assert len(confirmed) == len(lines) - 1 > 1
        Store.open(database_url).close()
        with closing(sqlite3.connect(database_file)) as connection:
            assert {row[0] for row in connection.execute("SELECT id FROM records")} == confirmed


class TestSeveralProcesses:
    @pytest.mark.parametrize("attempt", range(3))
    def test_processes_that_make_the_same_database_at_once_all_can_use_it(
        self, database_file: Path, database_url: str, attempt: int
    ) -> None:
        with program("make", database_url, "6") as process:
            output, _ = process.communicate(timeout=60)
        assert output.splitlines() == ["ended 0"] * 6
        assert asked(database_file, "SELECT count(*) FROM records") == 6
        assert asked(database_file, "SELECT version_num FROM alembic_version") == REVISIONS[-1]

    def test_a_process_killed_while_migrating_leaves_a_usable_database(self, tmp_path: Path) -> None:
        with program("die", str(tmp_path), "4") as process:
            output, _ = process.communicate(timeout=150)
        assert process.returncode == 0
        word, kills = output.split()
        assert word == "killed"
        assert int(kills) > 5
