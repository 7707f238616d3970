"""Peers that read an instance as text, each by its own library and in a bare loop."""

from __future__ import annotations

import json
from functools import partial, reduce
from importlib import import_module
from operator import or_
from typing import TYPE_CHECKING, Any

from measure import Clock, Entrant, Skip
from programs import OURS, program

if TYPE_CHECKING:
    from tasks import Task


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
