"""Sets of solutions as decision diagrams: processor seconds, nodes and memory, and exact counts.

    python benchmarks/sets.py [NAME …] [--rounds N]

Each in a process of its own, beyond imports, the median of rounds; the model is declared before
the clock starts. A count that is not the known one ends the program with 1.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from statistics import median

import click
from measure import cpu, peak_megabytes, runs_apart

from everyway.models import Model, all_different, load, regular, variables


def different(n: int) -> Model:
    """All orders of n values."""
    q = variables("q", n, range(n))
    return Model("different values", q, all_different(q))


def near(n: int, far: int) -> Model:
    """Orders of n values in which none is further than `far` from its place."""
    q = variables("q", n, range(n))
    return Model("near places", q, all_different(q), [abs(q[i] - i) <= far for i in range(n)])


def words(n: int) -> Model:
    """Words of n bits without 000."""
    moves = {("", 0): "0", ("", 1): "", ("0", 0): "00", ("0", 1): "", ("00", 1): ""}
    x = variables("x", n, range(2))
    return Model("words without 000", x, regular(x, moves, "", ["", "0", "00"]))


TASKS: dict[str, tuple[Callable[[], Model], int | str]] = {
    "dominoes 12 × 12": (lambda: load("dominoes", rows=12, columns=12), 53060477521960000),
    "dominoes 40 × 8": (lambda: load("dominoes", rows=40, columns=8), "4.378e+37"),
    "independent sets 12 × 12": (
        lambda: load("independent-sets", graph="grid_12_12"),
        162481813349792588536582997,
    ),
    "independent sets 14 × 14": (lambda: load("independent-sets", graph="grid_14_14"), "3.388e+35"),
    "16 different values": (lambda: different(16), 20922789888000),
    "sign matrices 8": (lambda: load("alternating-sign-matrix", n=8), 10850216),
    "4-colourings 6 × 6": (
        lambda: load("graph-colouring", graph="grid_6_6", colours=4),
        380053267505964,
    ),
    "words of 200": (lambda: words(200), "9.679e+52"),
    "40 near places": (lambda: near(40, 3), 7451174146242927724),
    "queens 10": (lambda: load("queens", n=10), 724),
    "queens 12": (lambda: load("queens", n=12), 14200),
}
"""The model and the number of its solutions, in full or its first digits."""


def measured(name: str) -> dict[str, float | int | str]:
    """One round, in this process."""
    from everyway.solvers import auto as auto
    from everyway.solvers import solution_set

    solution_set(different(3))  # which imports what is imported late
    model = TASKS[name][0]()
    (found, number), seconds = cpu(lambda: ((s := solution_set(model)), s.diagram.count()))
    return {
        "seconds": seconds,
        "count": str(number) if isinstance(TASKS[name][1], int) else f"{number:.3e}",
        "nodes": found.diagram.nodes,
        "megabytes": int(peak_megabytes()),
        "how": "listed" if found.is_listed else found.order,
    }


@click.command(help=__doc__)
@click.argument("names", nargs=-1)
@click.option("--rounds", default=3, show_default=True)
@click.option("--one", hidden=True)
def main(names: tuple[str, ...], rounds: int, one: str | None) -> None:
    """Print a line a task."""
    if one is not None:
        click.echo(json.dumps(measured(one)))
        return
    wrong = 0
    for name in names or TASKS:
        runs = runs_apart(__file__, name, number=rounds)
        known, first = str(TASKS[name][1]), runs[0]
        right = all(run["count"] == known for run in runs)
        wrong += not right
        seconds = median(run["seconds"] for run in runs)
        click.echo(
            f"{name:26} {seconds:6.2f} s {first['nodes']:8} nodes {first['megabytes']:5} MB"
            f"  {first['how']:9} {first['count']}{'' if right else f'  WRONG, {known}'}"
        )
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
