"""The wheel holds the product, and works where nothing else of this checkout is."""

import json
import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
MIGRATIONS = "core/storage/migrations/"
LANGUAGES = ("ru", "en", "ko")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout, built without the network."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    (wheel,) = folder.iterdir()
    return wheel


@pytest.fixture
def installed(wheel: Path, tmp_path: Path) -> Path:
    """A venv of its own with the wheel in it."""
    folder = tmp_path / "venv"
    venv.create(folder, symlinks=True)
    python = folder / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet"]
    subprocess.run([*pip, "--no-index", "--no-deps", str(wheel)], check=True, capture_output=True)
    lend_dependencies(folder)
    return folder


def lend_dependencies(folder: Path) -> None:
    """Let a venv see the libraries of this Python, after its own.

    Only that folder is lent, not what its .pth files name, so an editable install of the checkout stays out.
    """
    own = sysconfig.get_path("purelib", "venv", {"base": str(folder)})
    lent = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (Path(own) / "lent.pth").write_text("\n".join(sorted(lent)))


def run(folder: Path, *command: str, cwd: Path, typed: str = "") -> str:
    """What a command of the venv prints, with nothing of our environment."""
    result = subprocess.run(
        [folder / "bin" / command[0], *command[1:]],
        cwd=cwd,
        env={"PATH": os.defpath, "HOME": str(cwd)},
        input=typed,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


def files_of(package: str) -> set[str]:
    """The files of a folder of the checkout, as the wheel should name them."""
    found = (path for path in (ROOT / package).rglob("*") if path.is_file())
    return {path.relative_to(ROOT).as_posix() for path in found if "__pycache__" not in path.parts}


def test_the_wheel_holds_both_packages_and_the_texts_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}

    texts = {f"bot/locales/{language}/LC_MESSAGES/letopis.po" for language in LANGUAGES}
    assert texts <= names
    assert {f"{MIGRATIONS}__init__.py", f"{MIGRATIONS}env.py"} <= names
    assert names == files_of("bot") | files_of("core") | {f"bot/{name}" for name in files_of("locales")}


def test_an_installed_wheel_answers_in_an_empty_folder(installed: Path, wheel: Path, tmp_path: Path) -> None:
    here = tmp_path / "empty"
    here.mkdir()
    where = run(installed, "python", "-c", "import bot, core; print(bot.__file__, core.__file__)", cwd=here)
    assert all(Path(file).is_relative_to(installed) for file in where.split())

    version = wheel.name.split("-")[1]
    assert version in run(installed, "letopis", "--version", cwd=here)

    script = "Выкатываем по пятницам\nкогда выкатываем?\n"
    answers = [
        json.loads(line)
        for line in run(installed, "letopis", "console", "--script", cwd=here, typed=script).splitlines()
    ]
    assert any("Выкатываем по пятницам" in answer.get("text", "") for answer in answers)
    assert (here / "letopis.db").is_file()
