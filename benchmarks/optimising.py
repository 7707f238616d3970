"""All best solutions, beside programs written by hand and Gecode by way of MiniZinc.

    python benchmarks/optimising.py [--rounds N] [--solver NAME]...

The same problems: `auto` beside Gecode, which needs a run for each phase, and `cp-sat`, `clingo`
and `sat` beside programs for the same libraries (`best_by_hand.py`). The best value and the number
of solutions that have it must be equal. Processor time, medians of interleaved rounds after one
that is not counted: beyond imports, but for Gecode's, with the start and the flattening of both
runs, and ours as a process of its own.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial

import click
from best_tasks import CASES
from measure import beside

from everyway.solvers import solutions

Found = tuple[int, int]
"""The best value, and the number of solutions that have it."""
SOLVERS = ("auto", "cp-sat", "clingo", "sat")


def by_everyway(name: str, solver: str) -> Found:
    """The best value, and the number of solutions that have it."""
    with solutions(CASES[name]()[0], solver) as found:
        number = sum(1 for _ in found)
    best = found.outcome.objective
    assert best is not None, "there is something to be best in"
    return int(best.value), number


def by_hand(name: str, solver: str) -> Found:
    """The same by a program for the library of a solver."""
    import best_by_hand

    return best_by_hand.PROGRAMS[solver, name.split()[0]]()


def by_gecode(name: str) -> Found:
    """The same by a run for the best value, and one for all that have it."""
    _, text, sense = CASES[name]()
    best = _lines(f'{text} solve {sense} o; output ["= \\(o)\\n"];')[-1].split()[1]
    every = f'{text} constraint o = {best}; solve satisfy; output ["= \\(m)\\n"];'
    return int(best), len(_lines(every, "-a"))


def _lines(text: str, *options: str) -> list[str]:
    with tempfile.NamedTemporaryFile("w", suffix=".mzn") as file:
        file.write(text)
        file.flush()
        command = ["minizinc", "--solver", "gecode", *options, file.name]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [line for line in done.stdout.splitlines() if line.startswith("=") and " " in line]


def as_process(name: str, solver: str) -> Found:
    """The same by everyway in a process of its own."""
    command = [sys.executable, __file__, "--only", name, "--solver", solver]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    value, number = map(int, done.stdout.split())
    return value, number


def ways(name: str, solver: str) -> dict[str, Callable[[], Found]]:
    """By everyway, and by the other program."""
    ours: dict[str, Callable[[], Found]] = {"everyway": partial(by_everyway, name, solver)}
    if solver != "auto":
        return {**ours, "by hand": partial(by_hand, name, solver)}
    apart = partial(as_process, name, solver)
    return {**ours, "as a process": apart, "Gecode": partial(by_gecode, name)}


@click.command()
@click.option("--rounds", default=5, help="Rounds of each problem.")
@click.option("--solver", "asked", multiple=True, default=SOLVERS, help="Our solver.")
@click.option("--only", type=click.Choice(list(CASES)), help="Print what is found of one alone.")
def main(rounds: int, asked: tuple[str, ...], only: str | None) -> None:
    """Print the ratios of each problem."""
    if only:
        click.echo(" ".join(map(str, by_everyway(only, asked[0]))))
        return
    for name in CASES:
        for solver in asked:
            _, middle = beside(ways(name, solver), rounds)
            *ours, theirs = middle.values()
            times = ", ".join(f"{who} {seconds:.4f} s" for who, seconds in middle.items())
            ratios = " and ".join(f"{seconds / theirs:.2f}" for seconds in ours)
            click.echo(f"{name} by {solver}: {ratios} of the other's ({times})")


if __name__ == "__main__":
    main()
