"""Programs as entrants: the queens in C, the yardstick, a command line, a bare script of a peer.

The C is our own source, and another's where a path to it is given. Peers that read an instance as
text stand here too, each by its own library and in a bare loop.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import partial, reduce
from importlib import import_module
from operator import or_
from pathlib import Path
from typing import TYPE_CHECKING, Any

from measure import Clock, Entrant, Skip

if TYPE_CHECKING:
    from tasks import Task

SOURCES = {name: Path(__file__).with_name(f"{name}.c") for name in ("queens", "dlx")}
FLAGS = {"O3": ("-O3",), "native": ("-O3", "-march=native")}
PLACE = "EVERYWAY_BENCHMARK_PROGRAMS"
"""The environment variable that says in which folder the programs are."""


def build(folder: Path, reference: Path | None) -> None:
    """Compile the sources into `folder`, which later processes find by the environment."""
    os.environ[PLACE] = str(folder)
    compiler = os.environ.get("CC") or shutil.which("cc")
    if compiler is None:
        return
    sources = SOURCES | ({"reference": reference} if reference else {})
    for name, source in sources.items():
        for kind, flags in FLAGS.items():
            target = folder / f"{name}-{kind}"
            subprocess.run([compiler, *flags, "-o", str(target), str(source)], check=True)


OURS = r"(?P<count>\d+) (?P<cpu>\S+)"
"""The output of our sources."""


def _ours(mode: str, kind: str) -> Entrant:
    """`queens.c`, which takes the mode and the size."""
    return lambda task, clock: program(f"queens-{kind}", [mode, str(task.size)], OURS, clock)


def _reference(mode: str, kind: str) -> Entrant:
    """A program that takes the size and the mode, and prints `count=… cpu=…`."""
    name, pattern = f"reference-{kind}", r"count=(?P<count>\d+) cpu=(?P<cpu>\S+)"
    return lambda task, clock: program(name, [str(task.size), mode], pattern, clock)


def program(name: str, arguments: list[str], pattern: str, clock: Clock, read: str = "") -> int:
    """The count that a program prints, given `read` as its input; its seconds go to the clock."""
    command = [_path(name), *arguments]
    clock.lap("importing")
    run = subprocess.run(command, input=read, capture_output=True, text=True, check=True)
    found = re.search(pattern, run.stdout)
    assert found, f"{command} printed {run.stdout!r}"
    clock.apart["searching"] = float(found["cpu"])
    return int(found["count"])


def _path(name: str) -> str:
    """The path of a program. Raises: Skip where it is not there."""
    path = Path(os.environ.get(PLACE, ".")) / name
    if not path.exists():
        raise Skip("no C compiler, or no source")
    return str(path)


def _at_once(number: int) -> Entrant:
    """Several processes at once, each on the whole board: the cores that the machine gives."""

    def run(task: Task, clock: Clock) -> int:
        command = [_path("queens-O3"), "whole", str(task.size)]
        clock.lap("importing")
        running = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(number)]
        counts = {int(process.communicate()[0].split()[0]) for process in running}
        return counts.pop()

    return run


def _process(command: Callable[[int], list[str]]) -> Entrant:
    """A whole process, from its start to its end."""

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
    return lambda size: [sys.executable, str(Path(__file__).parent / "bare" / name), str(size)]


PROGRAMS: dict[str, Entrant] = {
    "C, two processes at once": _at_once(2),
    "C, whole board": _ours("whole", "O3"),
    "C, whole board, native": _ours("whole", "native"),
    "C, half board": _ours("half", "O3"),
    "C, half board, native": _ours("half", "native"),
    "C, writing": _ours("write", "O3"),
    "C, writing, native": _ours("write", "native"),
    "everyway count, whole process": _process(_everyway),
    "old CP solver, whole process": _process(_script("old_cp_solver.py")),
    "CP-SAT, whole process": _process(_script("cp_sat.py")),
    **{
        f"reference C, {what}: {mode}, {kind}": _reference(mode, kind)
        for what, modes in {
            "whole board": ("rec", "iter", "iterp"),
            "half board": ("somers",),
            "writing": ("out",),
        }.items()
        for mode in modes
        for kind in FLAGS
    },
}


# ------------------------------------------------------------- peers that read an instance as text


def text_of(task: Task) -> str:
    """The instance as text. Raises: Skip where it has none."""
    if task.text is None:
        raise Skip("the family is not written for this peer")
    return task.text()


def _cadical(task: Task, clock: Clock) -> int:
    """CaDiCaL through python-sat: each model is forbidden by a clause."""
    library: Any = import_module("pysat.solvers")
    lines = text_of(task).splitlines()[1:]
    clauses = [[int(word) for word in line.split()[:-1]] for line in lines]
    clock.lap("importing")
    with library.Solver(name="cadical153", bootstrap_with=clauses) as solver:
        clock.lap("building")
        found = 0
        variables = {abs(literal) for clause in clauses for literal in clause}
        number = int(text_of(task).split()[2])
        while solver.solve():
            model = solver.get_model()
            solver.add_clause([-literal for literal in model])
            found += 1
    # A variable in no clause is free, and in no model.
    return found << number - len(variables)


def _dlx(task: Task, clock: Clock) -> int:
    """Dancing links, in C."""
    return program("dlx-O3", [], OURS, clock, text_of(task))


def _merged(task: Task, clock: Clock) -> int:
    """A grid read cell by cell, where beginnings with the same last row are merged."""
    grid = json.loads(text_of(task))
    size, pairs = grid["n"], {tuple(pair) for pair in grid["pairs"]}
    clock.lap("importing")
    counts: dict[tuple[int, ...], int] = {(): 1}
    for cell in range(size * size):
        after: dict[tuple[int, ...], int] = {}
        for last, number in counts.items():
            for value in range(grid["values"]):
                above = len(last) < size or (last[0], value) in pairs
                beside = cell % size == 0 or (last[-1], value) in pairs
                if above and beside:
                    row = (*last, value)[-size:]
                    after[row] = after.get(row, 0) + number
        counts = after
    return sum(counts.values())


def _oxidd(task: Task, clock: Clock, *, last_first: bool) -> int:
    """A binary decision diagram of the grid's cells, a variable for each value of each.

    What each cell asks is added from the first cell on, as one would write it, or from the last
    cell on, where each step stays at the top of the diagram.
    """
    try:
        library: Any = import_module("oxidd.bdd")
    except ImportError:
        raise Skip("the Python module oxidd is not installed") from None
    grid = json.loads(text_of(task))
    size, values = grid["n"], range(grid["values"])
    manager = library.BDDManager(1 << 22, 1 << 22, 1)
    clock.lap("importing")
    taken = [manager.var(k) for k in manager.add_vars(size * size * len(values))]
    all_of = manager.true()
    for cell in sorted(range(size * size), reverse=last_first):
        here = taken[cell * len(values) : (cell + 1) * len(values)]
        fits = manager.false()
        for value in values:
            one = here[value]
            for other in values:
                one = one if other == value else one & ~here[other]
            for step, inside in ((1, (cell + 1) % size > 0), (size, cell + size < size * size)):
                if inside:
                    start = (cell + step) * len(values)
                    may = [taken[start + v] for v in values if [value, v] in grid["pairs"]]
                    one = one & reduce(or_, may, manager.false())
            fits = fits | one
        all_of = all_of & fits
    clock.lap("building")
    return int(all_of.sat_count(len(taken)))


BARE: dict[str, Entrant] = {
    "CaDiCaL": _cadical,
    "DLX in C": _dlx,
    "OxiDD": partial(_oxidd, last_first=False),
    "OxiDD, last cell first": partial(_oxidd, last_first=True),
    "rows merged in Python": _merged,
}
