"""Commands under caps of memory: the whole answer, or words and an exit code that say why not.

As the disk is tested by one that is full. The caps climb from too little to begin with to enough.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from everyway.models.queens import queens
from everyway.solvers import SavedSolutions, save
from everyway.solvers.harness import installing
from everyway.solvers.harness.registry import Solver

resource = pytest.importorskip("resource")
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="no cap on data elsewhere")

CAPS = (6, 9, 12, 14, 16, 18, 20, 24, 32, 48, 96)
"""Megabytes."""
COMMANDS = {
    "count": ["count", "queens", "n=7"],
    "count with solver": ["count", "queens", "n=7", "-S", "flatmap"],
    "solve": ["solve", "queens", "n=5", "--all", "--jsonl"],
    "show": ["show", "queens", "n=5"],
    "svg": ["show", "queens", "n=5", "--svg", "board.svg"],
    "story": ["story", "queens", "n=5"],
    "compare": ["compare", "queens", "n=5", "-S", "flatmap", "-S", "auto[python]", "--json"],
    "check": ["check", "queens", "n=4", '{"queen": ["r1c2", "r2c4", "r3c1", "r4c3"]}'],
    "models": ["compare", "queens", "n=4", "rooks", "n=4"],
    "list": ["list"],
    "solvers": ["solvers"],
    "save": ["solve", "queens", "n=6", "--all", "--save", "found.db"],
    "submissions": ["check", "handed_in", "--against", "queens", "n=4"],
    "export": ["export", "saved.db", "-o", "exported.csv"],
    "new": ["new", "mine"],
    "fuzz": ["fuzz", "-S", "flatmap", "--models", "20"],
}
WHOLE = {"compare": 0, "models": 1, "submissions": 1}
"""The exit code of the whole answer, where it is another than 0."""


def capped(words: list[str], megabytes: int, folder: Path) -> subprocess.CompletedProcess[str]:
    """The result of the command with `megabytes` of memory for data."""
    script = (
        "import resource, runpy, sys; cap = int(sys.argv.pop(1)) << 20;"
        "resource.setrlimit(resource.RLIMIT_DATA, (cap, cap));"
        "from everyway.views.start import main; main()"
    )
    command = [sys.executable, "-c", script, str(megabytes), *words]
    environment = os.environ | {"TMPDIR": str(folder), "COLUMNS": "80"}
    return subprocess.run(
        command, capture_output=True, text=True, cwd=folder, env=environment, check=False
    )


def is_in_words(errors: str) -> bool:
    """False for a traceback through everyway; Python's hashlib prints one of its own."""
    return not re.search(r'File ".*everyway|fault of everyway', errors)


def shown(output: str) -> str:
    """The output without times and all that differs from run to run."""
    return re.sub(r"in \d+ ms", "in time", "" if "seconds" in output else output)


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_with_little_memory_answers_wholly_or_says_why_not(name: str, tmp_path: Path):
    words, whole = COMMANDS[name], WHOLE.get(name, 0)
    prepared(tmp_path)
    reference = capped(words, 4096, tmp_path)
    assert reference.returncode == whole, reference.stderr
    codes = set()
    for megabytes in CAPS:
        folder = tmp_path / str(megabytes)
        prepared(folder)
        done = capped(words, megabytes, folder)
        codes.add(done.returncode)
        assert is_in_words(done.stderr), (megabytes, done.stderr)
        if done.returncode == whole and whole == 0:
            assert shown(done.stdout) == shown(reference.stdout), megabytes
        elif done.returncode != whole:
            assert done.returncode in (3, 4), (megabytes, done)
            assert "memory" in done.stderr + done.stdout, (megabytes, done)
            picture = folder / "board.svg"
            assert not picture.exists() or picture.read_text().endswith("</svg>\n")
        check_saved(folder / "found.db", whole=done.returncode == 0)
        for file in ("exported.csv", "mine.py"):  # of which there is all or nothing
            made = folder / file
            assert not made.exists() or made.read_text() == (tmp_path / file).read_text()
        assert done.returncode or (tmp_path / "mine.py").exists() == (folder / "mine.py").exists()
    assert codes - {whole}, "no cap was too small"


def prepared(folder: Path) -> None:
    """A folder with what the commands read: solutions, and two submissions, one of them wrong."""
    (folder / "handed_in").mkdir(parents=True)
    save(queens(4), folder / "saved.db")
    for name, pieces in (("right", "queen"), ("wrong", "rook")):
        (folder / "handed_in" / f"{name}.py").write_text(
            f"from everyway.models.{pieces}s import {pieces}s as queens\n"
        )


def check_saved(file: Path, *, whole: bool) -> None:
    """Saved solutions, if any, are right, and complete only where the command said so."""
    if file.exists() and file.stat().st_size:
        with SavedSolutions(file) as saved:
            assert saved.complete or not whole
            assert len(saved) == 4 if saved.complete else len(saved) <= 4


@pytest.mark.slow
@pytest.mark.parametrize("megabytes", [20, 32, 48, 96, 160, 320])
def test_a_solver_with_little_memory_counts_rightly_or_says_why_not(
    solver: Solver, megabytes: int, tmp_path: Path
):
    words = ["count", "queens", "n=6", "-S", f"{solver.name}@rows", "-t", "60"]
    done = capped(words, megabytes, tmp_path)
    assert done.returncode in (0, 3, 4), done
    assert is_in_words(done.stderr), done.stderr
    assert (done.returncode == 0) == (done.stdout == "4\n"), done
    assert done.returncode == 0 or "error" in done.stderr or "stopped" in done.stderr, done


def test_a_mistake_of_syntax_in_a_file_of_ours_is_a_lack_of_memory():
    errors = [
        SyntaxError("expected ':'", (file, 1, 1, "")) for file in (installing.__file__, "mine.py")
    ]
    assert [installing.is_for_want_of_memory(error) for error in errors] == [True, False]
