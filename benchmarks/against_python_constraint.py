"""All solutions of n queens: flatmap beside every solver class of python-constraint.

    python benchmarks/against_python_constraint.py [N] [ROUNDS]

One process, rounds interleaved, CPU seconds, medians, every count checked. python-constraint gets
the model by its own interface alone, with its all-different for the columns and a function of two
variables for each pair of diagonals. Ends with 1 where flatmap is slower than the best of them.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from itertools import combinations
from statistics import median
from typing import Any

import constraint

from everyway.models.queens import queens
from everyway.solvers import count

KNOWN = {4: 2, 6: 4, 8: 92, 9: 352, 10: 724, 11: 2680, 12: 14200}


def native_queens(size: int, solver: Any) -> int:
    """The number of solutions by python-constraint's own interface."""
    problem = constraint.Problem(solver)
    rows = range(size)
    problem.addVariables(rows, rows)
    problem.addConstraint(constraint.AllDifferentConstraint(), rows)
    for one, other in combinations(rows, 2):
        problem.addConstraint(_apart(other - one), (one, other))
    return len(problem.getSolutions())


def _apart(distance: int) -> Callable[[int, int], bool]:
    return lambda first, second: abs(first - second) != distance


def contestants(size: int) -> dict[str, Callable[[], int]]:
    """What is timed, by name."""
    classes = ("BacktrackingSolver", "OptimizedBacktrackingSolver", "RecursiveBacktrackingSolver")
    native = [getattr(constraint, name) for name in classes if hasattr(constraint, name)]

    def run(kind: Any) -> Callable[[], int]:
        return lambda: native_queens(size, kind())

    return {
        "flatmap": lambda: count(queens(size), "flatmap"),
        **{f"python-constraint, {kind.__name__}": run(kind) for kind in native},
        "python-constraint, everyway's adapter": lambda: count(queens(size), "python-constraint"),
    }


def main() -> int:
    """Run the benchmark; 0 where flatmap is at least as fast as the best other."""
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 12
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    seconds: dict[str, list[float]] = {name: [] for name in contestants(size)}
    for _ in range(rounds):
        for name, run in contestants(size).items():
            start = time.process_time()
            found = run()
            seconds[name].append(time.process_time() - start)
            if found != KNOWN.get(size, found):
                raise SystemExit(f"{name} found {found} solutions of {size} queens")
    medians = {name: median(times) for name, times in seconds.items()}
    best = min(time for name, time in medians.items() if name != "flatmap")
    print(f"{size} queens, all solutions, CPU seconds, median of {rounds}; ratio to flatmap")
    for name, spent in medians.items():
        print(f"  {name:55} {spent:8.3f}  {spent / medians['flatmap']:6.2f}")
    return 0 if medians["flatmap"] <= best else 1


if __name__ == "__main__":
    raise SystemExit(main())
