"""Solvers asked by their own constraints, beside the same models decomposed to the core.

    python benchmarks/natives.py [SOLVER]... [--rounds N]

Five models of one constraint each. Both ways take turns, after a round that is not counted; the
numbers are medians of CPU seconds, of this process and those that it starts, in which all solutions
are found ten times. Without a name it measures choco and minizinc.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

import click
from measure import beside

from everyway.conformance.limits import Stopwatch
from everyway.models import (
    Constraint,
    Model,
    Variable,
    allowed,
    cardinality,
    circuit,
    cumulative,
    regular,
    variable,
    variables,
)
from everyway.solvers import solutions

OFTEN = 10
"""Enumerations in one measurement: other processes' time is known in hundredths of a second."""

Asked = tuple[list[Variable], Constraint]


def _circuit() -> Asked:
    """Nine nodes, each with six that may follow it."""
    after = [variable(f"after{n}", _some(range(9), 6, n)) for n in range(9)]
    return after, circuit(after)


def _cumulative() -> Asked:
    """Six tasks, which leave little room."""
    starts = list(variables("start", 6, range(9)))
    return starts, cumulative(starts, [3, 4, 2, 5, 3, 4], [2, 1, 3, 2, 1, 3], 4)


def _regular() -> Asked:
    """Eight terms of four symbols, read through five states, of which one accepts."""
    random, terms = Random(8), list(variables("x", 8, range(4)))
    moves = {(s, a): random.randrange(5) for s in range(5) for a in range(4) if (s + a) % 3}
    return terms, regular(terms, moves, 0, [1])


def _table() -> Asked:
    """Two hundred rows of six values."""
    random, terms = Random(200), list(variables("x", 6, range(6)))
    rows = {tuple(random.randrange(6) for _ in terms) for _ in range(200)}
    return terms, allowed(terms, sorted(rows))


def _cardinality() -> Asked:
    """Ten terms that take five values twice each, each of them one of three values."""
    terms = [variable(f"x{n}", _some(range(5), 3, n)) for n in range(10)]
    return terms, cardinality(terms, dict.fromkeys(range(5), 2))


def _some(values: range, several: int, seed: int) -> list[int]:
    return sorted(Random(seed).sample(values, several))


TASKS: dict[str, Callable[[], Asked]] = {
    "circuit of 9": _circuit,
    "cumulative of 6 tasks": _cumulative,
    "regular of 8 terms": _regular,
    "table of 200 rows": _table,
    "cardinality of 10": _cardinality,
}


def number(model: Model, solver: str) -> int:
    """The number of solutions, each of which is found so often."""
    (found,) = {sum(1 for _ in solutions(model, solver)) for _ in range(OFTEN)}
    return found


def measured(task: str, solver: str, rounds: int) -> str:
    """A line on both ways."""
    terms, constraint = TASKS[task]()
    model, watch = Model(task, *terms, constraint), Stopwatch()
    ways = {way: partial(number, model, way) for way in (solver, f"{solver}+decomposed")}
    found, middle = beside(ways, rounds, lambda: watch.cpu)
    native, decomposed = middle.values()
    times = ", ".join(f"{way} {cpu:.3f}" for way, cpu in middle.items())
    return f"{task}: {times} ({native / decomposed:.0%}; {found:,} solutions)"


@click.command(help=__doc__)
@click.argument("solvers", nargs=-1)
@click.option("--rounds", default=5)
def main(solvers: tuple[str, ...], rounds: int) -> None:
    """Print a line for each task and solver."""
    for solver in solvers or ("choco", "minizinc"):
        for task in TASKS:
            print(measured(task, solver, rounds), flush=True)


if __name__ == "__main__":
    main()
