"""A copy of the database is whole, whatever happens meanwhile, and nothing is touched for it."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from core.errors import (
    CopyExists,
    CopyFailed,
    DatabaseDamaged,
    DatabaseForeign,
    DatabaseMissing,
    StorageError,
)
from core.memory import Memory
from core.spaces import Actor
from core.storage import Store
from core.storage.backup import back_up
from tests.core.fakes import StoppedClock
from tests.core.steps import contents, enter, save


async def copied(copy: Path, query: str) -> list[str]:
    """What the person finds in the copy."""
    store = Store.open(f"sqlite:///{copy}")
    try:
        memory = Memory.on(store, StoppedClock())
        return await contents(memory, await enter(memory, "alice", "team"), query, limit=50)
    finally:
        store.close()


async def test_a_copy_made_amid_saves_has_all_that_was_saved_before_and_can_be_used(
    memory: Memory, alice: Actor, database_url: str, tmp_path: Path
) -> None:
    before = {f"note {number}" for number in range(20)}
    for text in before:
        await save(memory, alice, text)
    async with asyncio.TaskGroup() as tasks:
        copying = tasks.create_task(asyncio.to_thread(back_up, database_url, tmp_path / "copy.db"))
        later = 0
        while not copying.done():
            await save(memory, alice, f"later {later}")
            later += 1
    assert copying.result() == (tmp_path / "copy.db").stat().st_size
    assert before <= set(await copied(tmp_path / "copy.db", "note"))
    assert len(await contents(memory, alice, "later", limit=50)) == min(later, 50)


@pytest.mark.parametrize("name", ["with blanks.db", "50%3F?#.db", "копия.db"])
async def test_any_name_will_do_for_both(tmp_path: Path, name: str) -> None:
    url = f"sqlite:///{tmp_path}/{name.replace('%', '%25').replace('?', '%3F')}"
    store = Store.open(url)
    memory = Memory.on(store, StoppedClock())
    await save(memory, await enter(memory, "alice"), "note")
    store.close()
    assert back_up(url, tmp_path / f"copy of {name}")
    with closing(sqlite3.connect(tmp_path / f"copy of {name}")) as copy:
        assert copy.execute("SELECT content FROM records").fetchall() == [("note",)]


@pytest.mark.parametrize("made", [False, True])
def test_nothing_is_made_where_there_is_no_database(tmp_path: Path, made: bool) -> None:
    if made:
        (tmp_path / "no.db").touch()
    with pytest.raises(DatabaseMissing) as refused:
        back_up(f"sqlite:///{tmp_path / 'no.db'}", tmp_path / "copy.db")
    assert refused.value.path == str(tmp_path / "no.db")
    assert [file.name for file in tmp_path.iterdir() if file.stat().st_size or not made] == []


@pytest.mark.parametrize("suffix", ["", "-wal", "-shm", "-journal"])
def test_what_has_the_copys_name_or_would_belong_to_it_stays(
    store: Store, database_url: str, tmp_path: Path, suffix: str
) -> None:
    there = tmp_path / f"copy.db{suffix}"
    there.write_text("precious")
    with pytest.raises(CopyExists) as refused:
        back_up(database_url, tmp_path / "copy.db")
    assert refused.value.path == str(there)
    assert there.read_text() == "precious"


def test_a_link_to_nowhere_is_there_too(store: Store, database_url: str, tmp_path: Path) -> None:
    (tmp_path / "copy.db").symlink_to("nowhere")
    with pytest.raises(CopyExists):
        back_up(database_url, tmp_path / "copy.db")


@pytest.mark.parametrize("suffix", ["", "-wal", "-shm", "-journal"])
def test_a_copy_never_has_the_name_of_what_belongs_to_the_database(
    store: Store, database_file: Path, database_url: str, suffix: str
) -> None:
    with pytest.raises(CopyExists):
        back_up(database_url, Path(f"{database_file}{suffix}"))


def test_nor_does_it_by_another_way_to_it(
    store: Store, database_file: Path, database_url: str, tmp_path: Path
) -> None:
    (tmp_path / "way").symlink_to(database_file.parent)
    with pytest.raises(CopyExists):
        back_up(database_url, tmp_path / "way" / f"{database_file.name}-journal")


@pytest.mark.parametrize("name", ["", ".", "/"])
def test_what_is_no_name_of_a_file_is_refused(store: Store, database_url: str, name: str) -> None:
    with pytest.raises(CopyExists):
        back_up(database_url, Path(name))


def test_a_copy_is_for_the_eyes_of_those_who_may_read_the_database(
    store: Store, database_file: Path, database_url: str, tmp_path: Path
) -> None:
    database_file.chmod(0o640)
    back_up(database_url, tmp_path / "copy.db")
    assert (tmp_path / "copy.db").stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("name", ["no/copy.db", "n" * 300])
def test_a_copy_that_cannot_be_written_is_told_by_its_name_and_leaves_nothing(
    store: Store, database_url: str, tmp_path: Path, name: str
) -> None:
    before = sorted(tmp_path.iterdir())
    with pytest.raises(CopyFailed) as refused:
        back_up(database_url, tmp_path / name)
    assert refused.value.path == str(tmp_path / name)
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize(
    ("content", "error"), [(b"precious " * 1_000, DatabaseDamaged), (None, DatabaseForeign)]
)
def test_what_is_no_database_of_ours_is_not_copied(
    tmp_path: Path, content: bytes | None, error: type[StorageError]
) -> None:
    file, copies = tmp_path / "any.db", tmp_path / "copies"
    copies.mkdir()
    if content is None:
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("CREATE TABLE songs (title TEXT)")
    else:
        file.write_bytes(content)
    with pytest.raises(error):
        back_up(f"sqlite:///{file}", copies / "copy.db")
    assert list(copies.iterdir()) == []


def test_a_database_of_an_earlier_release_is_copied_as_it_is(
    store: Store, database_file: Path, database_url: str, tmp_path: Path
) -> None:
    store.close()
    with closing(sqlite3.connect(database_file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '0001'")
    back_up(database_url, tmp_path / "copy.db")
    for file in (database_file, tmp_path / "copy.db"):
        with closing(sqlite3.connect(file)) as connection:
            assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [("0001",)]
