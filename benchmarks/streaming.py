"""The time that a `Solution` costs a user who streams them, beside arrays of the same rows.

    python benchmarks/streaming.py [ROUNDS]

CPU µs a solution, medians of interleaved rounds (5 unless given), compiled solver, 12 queens and
Latin squares of order 5: `for s in solutions(model)`; the same rows as arrays, and as plain tuples
made of these arrays by Python.
"""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Callable, Iterable
from statistics import median
from typing import Any

from everyway.models import Model, load
from everyway.solvers import solutions

TASKS = {"queens": {"n": 12}, "latin_square": {"n": 5}}


def streamed(model: Model) -> Iterable[Any]:
    """Every solution, as a user has it."""
    return solutions(model, solver="compiled")


def arrays(model: Model) -> Iterable[Any]:
    """Every solution, in blocks."""
    return solutions(model, solver="compiled").arrays()


def tuples(model: Model) -> Iterable[Any]:
    """Every row of every block, as a tuple of Python's integers."""
    for block in arrays(model):
        yield from map(tuple, block.tolist())


WAYS: dict[str, Callable[[Model], Iterable[Any]]] = {
    "solutions": streamed,
    "arrays": arrays,
    "tuples of arrays": tuples,
}


def seconds(way: Callable[[Model], Iterable[Any]], model: Model) -> float:
    """CPU seconds to go through all of it, and to keep none."""
    start = time.process_time()
    deque(way(model), maxlen=0)
    return time.process_time() - start


def main(rounds: int) -> None:
    """Print a table."""
    for name, parameters in TASKS.items():
        model = load(name, **parameters)
        number = sum(len(block) for block in arrays(model))
        spent: dict[str, list[float]] = {way: [] for way in WAYS}
        for _ in range(rounds):
            for way, run in WAYS.items():
                spent[way].append(seconds(run, model))
        print(f"{model.name}: {number} solutions; µs each, building and compiling included")
        for way, times in spent.items():
            each = 1e6 * median(times) / number
            beyond = 1e6 * (median(times) - median(spent["arrays"])) / number
            print(f"  {way:20} {each:8.2f}  beyond arrays {beyond:8.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 5)
