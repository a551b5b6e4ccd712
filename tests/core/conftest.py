"""What the histories of random steps begin with."""

from pathlib import Path

import pytest

from core.storage import Store


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new database: copying it is faster than migrating one for every history."""
    file = tmp_path_factory.mktemp("template") / "new.db"
    Store.open(f"sqlite:///{file}").close()
    return file
