"""The terminal as a process of its own."""

import json
from pathlib import Path

from tests.cli.process import letopis, python


def test_a_script_is_utf8_whatever_the_locale(tmp_path: Path) -> None:
    plainest = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    lines = ":as Аня\nДеплой 🐘\n:танец\n"
    ended = letopis(tmp_path, "console", "--script", lines=lines, **plainest)
    said = [json.loads(line) for line in ended.stdout.splitlines()]
    assert [(line["person"], line["n"]) for line in said] == [("Аня", 1)]
    assert "line 3: " in ended.stderr
    assert ended.returncode == 0


def test_a_script_does_not_load_the_prompt(tmp_path: Path) -> None:
    program = "import sys, bot.console; sys.exit('prompt_toolkit' in sys.modules)"
    assert python(tmp_path, "-c", program).returncode == 0
