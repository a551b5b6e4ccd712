"""The one command that proves a checkout.

python -m tests                 every step, in order; the first that fails ends it
python -m tests -- -k forget    only pytest, with these arguments
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
PYTHON = sys.executable

# import-linter has no `-m` of its own.
CONTRACTS = "from importlinter.cli import lint_imports_command; lint_imports_command(['--no-logo'])"

STEPS = [
    ("format", [PYTHON, "-m", "ruff", "format", "--check", "."]),
    ("lint", [PYTHON, "-m", "ruff", "check", "."]),
    ("types", [PYTHON, "-m", "mypy"]),
    ("import contracts", [PYTHON, "-c", CONTRACTS]),
    ("forget earlier measurements", [PYTHON, "-m", "coverage", "erase"]),
    ("tests", [PYTHON, "-m", "coverage", "run", "-m", "pytest", "-n", "auto", "--dist", "worksteal"]),
    ("gather measurements", [PYTHON, "-m", "coverage", "combine", "--quiet"]),
    (
        "coverage of core, lines and branches, at least 95 %",
        [PYTHON, "-m", "coverage", "report", "--include=core/*", "--fail-under=95"],
    ),
    (
        "coverage of all, lines and branches, at least 90 %",
        [PYTHON, "-m", "coverage", "report", "--fail-under=90"],
    ),
]


def main(pytest_arguments: list[str]) -> int:
    """Run the steps, or pytest alone with the arguments given, and answer with the exit status."""
    if pytest_arguments:
        return subprocess.run([PYTHON, "-m", "pytest", *pytest_arguments], cwd=ROOT, check=False).returncode
    for title, command in STEPS:
        print(f"\n--- {title}", flush=True)
        status = subprocess.run(command, cwd=ROOT, check=False).returncode
        if status:
            print(f"\n--- failed: {title}", flush=True)
            return status
    print("\n--- all is well", flush=True)
    return 0


if __name__ == "__main__":
    arguments = sys.argv[1:]
    sys.exit(main(arguments[1:] if arguments[:1] == ["--"] else arguments))
