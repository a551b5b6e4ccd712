"""The migrations make exactly the tables that `tables.py` describes."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from core.storage import Store, migrations
from core.storage.tables import metadata

FULL_TEXT = "record_words"
"""FTS5 tables, which SQLAlchemy cannot describe."""


def structure(file: Path) -> dict[str, set[tuple[object, ...]]]:
    """All that SQLite knows of each table: columns, keys, and indexes with their SQL."""
    with closing(sqlite3.connect(file)) as connection:
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        questions = ["table_xinfo", "foreign_key_list", "index_list"]
        found = {
            name: {
                (question, *row[2 if question == "foreign_key_list" else 1 :])
                for question in questions
                for row in connection.execute(f"PRAGMA {question}({name})")
            }
            for (name,) in names
            if not name.startswith((FULL_TEXT, "alembic", "sqlite"))
        }
        indexes = "SELECT tbl_name, name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
        for table, name, sql in connection.execute(indexes):
            if table in found:
                found[table].add(("sql", name, " ".join(sql.split())))
    return found


def test_migrating_and_creating_give_the_same_structure(tmp_path: Path) -> None:
    migrated, created = tmp_path / "migrated.db", tmp_path / "created.db"
    Store.open(f"sqlite:///{migrated}").close()
    engine = create_engine(f"sqlite:///{created}")
    metadata.create_all(engine)
    engine.dispose()
    assert structure(migrated) == structure(created)
    assert set(structure(migrated)) == set(metadata.tables)


@pytest.mark.filterwarnings("ignore:.*expression-based index")
def test_alembic_finds_nothing_to_change(store: Store, database_url: str) -> None:
    def is_ours(thing: Any, name: str | None, kind: str, reflected: bool, other: Any) -> bool:
        # Of these, what a database tells is too little; the test above compares all that SQLite itself knows.
        told = kind != "foreign_key_constraint" and name != "uq_audiences_workspace_visibility_author"
        return told and not str(name).startswith(FULL_TEXT)

    engine = create_engine(database_url)
    with engine.connect() as connection:
        context = MigrationContext.configure(
            connection, opts={"include_object": is_ours, "compare_type": True, "compare_server_default": True}
        )
        assert compare_metadata(context, metadata) == []
    engine.dispose()


def test_the_revisions_that_are_known_without_alembic_are_its_chain() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    chain = ScriptDirectory.from_config(config).walk_revisions()
    assert tuple(script.revision for script in chain)[::-1] == migrations.REVISIONS
