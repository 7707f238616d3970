"""Whole processes: a command line, or a bare script of a peer, from its start to its end."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from measure import Clock, Entrant, Skip

if TYPE_CHECKING:
    from collections.abc import Callable

    from tasks import Task

FOLDER = Path(__file__).parent / "bare"


def _process(command: Callable[[int], list[str]]) -> Entrant:
    def run(task: Task, clock: Clock) -> int:
        arguments = command(task.size)
        if not Path(arguments[0]).exists():
            raise Skip(f"{arguments[0]} is not there")
        clock.lap("importing")
        ran = subprocess.run(arguments, capture_output=True, text=True, check=False)
        if "ModuleNotFoundError" in ran.stderr:
            raise Skip(ran.stderr.splitlines()[-1])
        found = re.search(r"\d[\d  , _]*", ran.stdout)
        assert found, f"{arguments} printed {ran.stdout!r}{ran.stderr!r}"
        return int(re.sub(r"\D", "", found[0]))

    return run


def _everyway(size: int) -> list[str]:
    return [str(Path(sys.executable).with_name("everyway")), "count", "queens", f"n={size}"]


def _script(name: str) -> Callable[[int], list[str]]:
    return lambda size: [sys.executable, str(FOLDER / name), str(size)]


PROCESSES: dict[str, Entrant] = {
    "everyway count, whole process": _process(_everyway),
    "old CP solver, whole process": _process(_script("old_cp_solver.py")),
    "CP-SAT, whole process": _process(_script("cp_sat.py")),
}
