"""Processes of solvers on the command line: noise, limits, Ctrl-C, and the end of them all."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ..support.clocks import until
from ..support.command_lines import ALONE, everyway

HERE = "tests.support.misbehaving"
ROOT = Path(__file__).parents[2]
TALKS, GOOD = ("-S", f"{HERE}:talks"), ("-S", f"{HERE}:good")

NUMBERS = """
from everyway.models import Model, integer

def numbers() -> Model:
    '''One of three numbers.'''
    x = integer("x", 0, 2)
    return Model("numbers", x, x >= 0)
"""


@pytest.fixture
def puzzle(tmp_path: Path) -> str:
    path = tmp_path / "numbers.py"
    path.write_text(NUMBERS)
    return str(path)


def test_noise_does_not_spoil_the_document(puzzle: str):
    result = everyway("compare", puzzle, *TALKS, *GOOD, "--json", "--stats")
    assert json.loads(result.stdout)["verdict"] == "agree"
    assert "it printed:\n  noise on stdout\n  noise on stderr\n" in result.stderr


def test_a_solver_that_crashes_is_reported(puzzle: str):
    result = everyway("compare", puzzle, "-S", f"{HERE}:segfaults", *GOOD)
    assert result.exit_code == 4
    assert f"{HERE}:segfaults: killed by SIGSEGV (segmentation fault)" in result.stdout
    solved = everyway("solve", puzzle, "-a", "--isolate", "-S", f"{HERE}:segfaults")
    assert solved.exit_code == 4
    assert "failed: killed by SIGSEGV" in solved.stderr
    assert solved.stdout


def test_memory_is_capped(puzzle: str):
    words = (puzzle, "-S", f"{HERE}:grows", "--memory", "400M")
    assert "stopped (memory) with 1 solution" in everyway("compare", *words, *GOOD).stdout
    solved = everyway("solve", *words, "-a")
    assert solved.exit_code == 3
    assert "at least 1, stopped: memory" in solved.stderr


def test_memory_needs_a_process_of_its_own(puzzle: str):
    result = everyway("compare", puzzle, "--in-process", "--memory", "2G")
    assert (result.exit_code, "leave out --in-process" in result.stderr) == (2, True)
    result = everyway("compare", puzzle, "--memory", "much")
    assert (result.exit_code, "write for example 2G" in result.stderr) == (2, True)
    result = everyway("solve", "queens", "--up-to-symmetry", "--isolate")
    assert (result.exit_code, "leave out --isolate" in result.stderr) == (2, True)


def test_a_predicate_with_added_rules_travels_by_the_recipe(tmp_path: Path):
    path = tmp_path / "odd.py"
    path.write_text(
        "from everyway.models import Board, Model, predicate\n"
        "def odd(n: int = 3) -> Model:\n"
        "    board = Board(n)\n"
        "    queen = board.place('queen')\n"
        "    return Model('odd', queen, predicate(lambda *all: sum(all) % 2 == 1, *queen))\n"
    )
    rules = ("--rule", "rows <= 1", "--given", "r1c1")
    result = everyway("compare", str(path), "n=2", *rules, "-S", "flatmap", "-S", "cp-sat")
    assert result.exit_code == 0, result.output
    assert "the same single solution" in result.stdout


def test_a_predicate_that_cannot_travel_gets_advice(tmp_path: Path):
    path = tmp_path / "restless.py"
    path.write_text(
        "from random import random\n"
        "from everyway.models import Model, integer, predicate\n"
        "def restless() -> Model:\n"
        "    x = integer('x', 0, int(1e9 * random()) + 1)\n"
        "    return Model('restless', x, predicate(lambda x: x == 0, x))\n"
    )
    result = everyway("compare", str(path), *GOOD)
    assert result.exit_code == 2
    assert "with def at the top level of a module that can be imported" in result.stderr
    assert everyway("compare", str(path), *GOOD, "--in-process").exit_code != 2


# ---------------------------------------------------------------------------- how it all ends


def processes_of(marker: str) -> list[int]:
    """The living processes in whose environment is `marker`."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            alive = folder.joinpath("stat").read_text().rpartition(")")[2].split()[0] != "Z"
            if alive and marker.encode() in folder.joinpath("environ").read_bytes():
                found.append(int(folder.name))
        except OSError:
            continue
    return found


@pytest.fixture
def comparing(puzzle: str, tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A comparison that hangs in C, deaf to every signal; started, and at it."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    process = subprocess.Popen(
        [*ALONE, "compare", puzzle, "-S", f"{HERE}:hangs", *GOOD],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(temporary)},
    )
    try:
        assert until(lambda: len(processes_of(str(temporary))) >= 3)
        time.sleep(1.5)
        assert process.poll() is None
        yield process
    finally:
        process.kill()
        process.communicate()
    assert until(lambda: not processes_of(str(temporary)))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_what_ends_the_command_ends_all_processes(comparing, number, tmp_path: Path):
    comparing.send_signal(number)
    _, written = comparing.communicate(timeout=60)
    assert comparing.returncode == 130
    assert written.strip() == b"interrupted"
    assert list(tmp_path.joinpath("temporary").iterdir()) == []


def test_processes_end_with_one_that_is_killed(comparing):
    comparing.kill()
    assert comparing.wait(timeout=10) == -signal.SIGKILL
