"""All best solutions, beside Gecode by way of MiniZinc, which needs a run for each phase.

    python benchmarks/optimising.py [--rounds N] [--solver NAME]

The same problems, written for MiniZinc by hand; both find the best value and then all solutions
that have it, which must be equally many. Processor time, medians of interleaved rounds: Gecode's
with the start and the flattening of both runs, ours beyond imports, and as a process of its own.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from random import Random
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from statistics import median

import click

from everyway.models import Model, all_different, element, load, total, variables
from everyway.solvers import count

Case = tuple[Model, str, str]
"""A model, MiniZinc's of the same, whose value is `o`, and what it calls the sense."""


def domination(n: int = 6) -> Case:
    """The fewest queens that dominate a board."""
    seen = "a = i \\/ b = j \\/ abs(a - i) = abs(b - j)"
    text = f"""array[1..{n}, 1..{n}] of var 0..1: m; var int: o = sum(m);
    constraint forall(i, j in 1..{n})(sum(a, b in 1..{n} where {seen})(m[a, b]) >= 1);"""
    return load("domination", n=n, fewest=True), text, "minimize"


def golomb(marks: int = 7, longest: int = 30) -> Case:
    """The shortest rulers on which all distances differ."""
    pairs = "i < j /\\ k < l /\\ (i < k \\/ (i = k /\\ j < l))"
    text = f"""array[1..{marks}] of var 0..{longest}: m; var int: o = m[{marks}];
    constraint m[1] = 0 /\\ forall(i in 1..{marks - 1})(m[i] < m[i + 1]);
    constraint forall(i, j, k, l in 1..{marks} where {pairs})(m[j] - m[i] != m[l] - m[k]);
    constraint forall(g in 2..{marks}, i in 1..{marks} - g)
        (m[i + g] - m[i] >= g * (g + 1) div 2);"""
    mark = variables("mark", marks, range(longest + 1))
    gaps = [mark[j] - mark[i] for j in range(marks) for i in range(j)]
    rising = [a < b for a, b in pairwise(mark)]
    model = Model("golomb", mark, mark[0] == 0, rising, all_different(gaps), minimise=mark[-1])
    return model, text, "minimize"


def knapsack(n: int = 20) -> Case:
    """The most value within a weight."""
    random = Random(7)
    weights, worth = ([random.randint(5, 40) for _ in range(n)] for _ in range(2))
    room, take = sum(weights) // 3, variables("take", n, range(2))
    text = f"""array[1..{n}] of var 0..1: m;
    constraint sum(i in 1..{n})({weights}[i] * m[i]) <= {room};
    var int: o = sum(i in 1..{n})({worth}[i] * m[i]);"""
    carried = total(w * x for w, x in zip(weights, take, strict=True))
    value = total(v * x for v, x in zip(worth, take, strict=True))
    return Model("knapsack", take, carried <= room, maximise=value), text, "maximize"


def tour(n: int = 8) -> Case:
    """The shortest tours of some points, from the first."""
    random = Random(5)
    points = [(random.randint(0, 30), random.randint(0, 30)) for _ in range(n)]
    far = [abs(a - c) + abs(b - d) for c, d in points for a, b in points]
    last = n - 1
    text = f"""array[0..{last}, 0..{last}] of int: d = array2d(0..{last}, 0..{last}, {far});
    array[0..{last}] of var 0..{last}: m; constraint m[0] = 0;
    constraint forall(i, j in 0..{last} where i < j)(m[i] != m[j]);
    var int: o = sum(i in 0..{last})(d[m[i], m[(i + 1) mod {n}]]);"""
    at = variables("at", n, range(n))
    cost = total(element(far, at[i] * n + at[(i + 1) % n]) for i in range(n))
    return Model("tour", at, at[0] == 0, all_different(at), minimise=cost), text, "minimize"


CASES: dict[str, Callable[[], Case]] = {
    "domination 6": domination,
    "Golomb 7": golomb,
    "knapsack 20": knapsack,
    "tour 8": tour,
}


def timed(action: Callable[[], int], whose: int) -> tuple[int, float]:
    """The number that `action` finds, and the seconds of processor time of this or of children."""
    before = getrusage(whose)
    found, after = action(), getrusage(whose)
    return found, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def by_gecode(text: str, sense: str) -> int:
    """The number of best solutions, by a run for the best value and one for all that have it."""
    best = _lines(f'{text} solve {sense} o; output ["= \\(o)\\n"];')[-1].split()[1]
    return len(_lines(f'{text} constraint o = {best}; solve satisfy; output ["= \\(m)\\n"];', "-a"))


def _lines(text: str, *options: str) -> list[str]:
    with tempfile.NamedTemporaryFile("w", suffix=".mzn") as file:
        file.write(text)
        file.flush()
        command = ["minizinc", "--solver", "gecode", *options, file.name]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [line for line in done.stdout.splitlines() if line.startswith("=") and " " in line]


def as_process(name: str, solver: str) -> int:
    """The same by everyway in a process of its own."""
    command = [sys.executable, __file__, "--only", name, "--solver", solver]
    return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def one_round(name: str, solver: str) -> tuple[float, float, float]:
    """The seconds of everyway beyond imports, as a process, and of Gecode."""
    model, text, sense = CASES[name]()
    theirs, gecode = timed(partial(by_gecode, text, sense), RUSAGE_CHILDREN)
    ours, beyond = timed(lambda: count(CASES[name]()[0], solver), RUSAGE_SELF)
    again, cold = timed(partial(as_process, name, solver), RUSAGE_CHILDREN)
    if not theirs == ours == again:
        raise click.ClickException(f"{model.name}: {ours} solutions, and {theirs} by Gecode")
    return beyond, cold, gecode


@click.command()
@click.option("--rounds", default=5, help="Rounds of each problem.")
@click.option("--solver", default="auto", help="Our solver.")
@click.option("--only", type=click.Choice(list(CASES)), help="Print the number of one alone.")
def main(rounds: int, solver: str, only: str | None) -> None:
    """Print the ratio of each problem."""
    if only:
        click.echo(count(CASES[only]()[0], solver))
        return
    for name in CASES:
        found = [one_round(name, solver) for _ in range(rounds)]
        beyond, cold, gecode = (median(times) for times in zip(*found, strict=True))
        click.echo(
            f"{name}: {beyond:.3f} s, {beyond / gecode:.2f} of Gecode's {gecode:.2f} s;"
            f" as a process {cold:.2f} s"
        )


if __name__ == "__main__":
    main()
