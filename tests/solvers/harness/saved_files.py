"""Saving in tests: solvers that are slow or fail, and processes that are killed as they save."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from everyway.models import Model
from everyway.models.queens import queens
from everyway.solvers import SavedSolutions, save
from everyway.solvers.flatmap import solutions as by_flatmap
from everyway.solvers.harness.contract import Control, SolverFailed

SMALL_BOXES = 0.01
"""Seconds after which a box is cut: so few that there are many."""

SLOW = "tests.solvers.harness.saved_files:slowly"


def slowly(model: Model, control: Control) -> Iterator[Any]:
    """It pauses after each solution, so that a kill hits it while it has something to lose."""
    for found in by_flatmap(model, control):
        time.sleep(0.0005)
        yield found


def lies(model: Model, control: Control) -> Iterator[Any]:
    """It reports a value that is not of its domain."""
    control.searching()
    yield {variable.name: 99 for variable in model.variables}


def breaks(model: Model, control: Control) -> Iterator[Any]:
    """It fails after ten solutions."""
    control.searching()
    for number, found in enumerate(by_flatmap(model, control)):
        if number == 10:
            raise SolverFailed("broken")
        yield found


def begin(path: Path, n: int) -> subprocess.Popen[bytes]:
    """A process that saves n queens at `path`, or goes on."""
    command = [sys.executable, "-m", "tests.solvers.harness.saved_files", str(path), str(n)]
    return subprocess.Popen(command, cwd=Path(__file__).parents[3])


def save_under_kills(path: Path, n: int, kills: int, random: Random) -> tuple[str | None, int]:
    """Save n queens in processes that are killed so often; the digest, and how many kills hit.

    A process is killed at some moment while it works, or while it is started or opens the file.
    """
    done = 0
    while done < kills:
        process = begin(path, n)
        wait = random.uniform(0.0, 0.3)
        while not path.exists() and process.poll() is None:
            time.sleep(0.01)
        try:
            process.wait(0.3 * random.random() + wait)
            path.unlink()  # it came through: once more from the beginning
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            done += 1
    assert begin(path, n).wait() == 0
    with SavedSolutions(path) as saved:
        rows = list(saved.rows())
        assert len(set(rows)) == len(rows) == len(saved)
        return saved.digest, done


if __name__ == "__main__":
    save(queens(int(sys.argv[2])), sys.argv[1], SLOW, resume=True, seconds_a_box=SMALL_BOXES)
