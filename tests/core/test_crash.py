"""What was confirmed is there after a crash, and what is sent again is not doubled."""

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

from core.storage import Store
from tests.core.storage.test_database import program

MESSAGES = 200
KILLS = 10


def test_a_killed_process_loses_nothing_that_it_confirmed_and_doubles_nothing(
    database_file: Path, database_url: str
) -> None:
    Store.open(database_url).close()
    random = Random(5)
    confirmed: dict[int, str] = {}
    kills = 0
    done = False
    while not done:
        first = min(set(range(1, MESSAGES + 1)) - confirmed.keys())
        patience = random.randint(1, 2 * MESSAGES // KILLS) if kills < KILLS else MESSAGES + 1
        with program("save", database_url, str(first), str(MESSAGES)) as process:
            assert process.stdout is not None
            for line in process.stdout:
                word, *rest = line.split()
                if word == "done":
                    done = True
                    break
                # A message that was confirmed before, and is sent again, is confirmed as the same record.
                assert confirmed.setdefault(int(rest[0]), rest[1]) == rest[1]
                patience -= 1
                if patience == 0:
                    process.kill()
                    kills += 1
                    break
    Store.open(database_url).close()
    with closing(sqlite3.connect(database_file)) as connection:
        kept = connection.execute(
            "SELECT message, id FROM messages JOIN records ON records.pk = messages.record"
        ).fetchall()
        assert connection.execute("SELECT count(*) FROM records").fetchone()[0] == MESSAGES
        assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    assert kills == KILLS
    assert dict(kept) == confirmed
    assert len(kept) == MESSAGES


def test_a_process_killed_at_any_step_of_a_run_loses_none_and_applies_none_twice(tmp_path: Path) -> None:
    with program("judge", str(tmp_path)) as process:
        assert process.stdout is not None
        *left, (_, killed) = [line.split() for line in process.stdout]
    assert int(killed) > 20
    assert {tuple(words) for words in left} == {("left", "1", "1", "1", "1", "2")}
