"""Loops on grids, shown by their edges, beside clingo, CP-SAT and listing all without repeats.

    python benchmarks/projected.py [--rounds N] [--only TEXT]

A loop is a circuit of successors, each in two directions, and what is shown are its edges alone.
Processor seconds in one process, of the same declaration by each solver; medians of interleaved
rounds after one that is not counted. The numbers must be equal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from random import Random

import click
from measure import beside

from everyway.models import Constraint, Model, Variable, any_of, subcircuit, total, variable
from everyway.solvers import count, solutions

Point = tuple[int, int]
Lines = dict[tuple[Point, Point], Variable]
Rules = Callable[[Lines, list[Variable]], Iterable[Constraint]]
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


def loops(rows: int, columns: int, rules: Rules) -> Model:
    """The loops on a grid of points, or none, that keep rules of their edges and successors."""
    place = {(r, c): r * columns + c for r in range(rows) for c in range(columns)}
    beside = {p: [q for q in neighbours(p) if q in place] for p in place}
    after = [
        variable(f"after[{n}]", sorted([n, *(place[q] for q in beside[p])]))
        for p, n in place.items()
    ]
    line = {
        (p, q): variable(f"line[{place[p]}_{place[q]}]", range(2))
        for p in place
        for q in beside[p]
        if p < q
    }
    drawn = [
        x == ((after[place[p]] == place[q]) | (after[place[q]] == place[p]))
        for (p, q), x in line.items()
    ]
    model = Model("loops", after, *line.values(), subcircuit(after), drawn, *rules(line, after))
    return model.projecting(*[x.name for x in line.values()])


def neighbours(p: Point) -> list[Point]:
    """The points beside one."""
    return [(p[0] + down, p[1] + right) for down, right in STEPS]


def slitherlink(n: int, seed: int, share: float) -> Model:
    """Numbers in some cells of a square say how many sides the loop takes, as one loop does."""
    r = Random(seed)
    inside = {(n // 2, n // 2)}
    while len(inside) < n * n // 3:
        q = r.choice(neighbours(r.choice(sorted(inside))))
        if q[0] in range(n) and q[1] in range(n):
            inside.add(q)
    cells = [(a, b) for a in range(n) for b in range(n) if r.random() < share]

    def rules(line: Lines, after: list[Variable]) -> Iterable[Constraint]:
        for a, b in cells:
            corners = (((0, 0), (0, 1)), ((1, 0), (1, 1)), ((0, 0), (1, 0)), ((0, 1), (1, 1)))
            sides = [line[(a + i, b + j), (a + k, b + m)] for (i, j), (k, m) in corners]
            around = [((a, b) in inside) != (q in inside) for q in neighbours((a, b))]
            yield total(sides) == sum(around)

    return loops(n + 1, n + 1, rules)


def masyu(n: int, seed: int, pearls: int) -> Model:
    """Pearls that a loop turns at, or goes straight through."""
    r = Random(seed)
    points = r.sample([(a, b) for a in range(n) for b in range(n)], pearls)
    kinds = [(p, r.random() < 0.5) for p in points]

    def rules(line: Lines, after: list[Variable]) -> Iterable[Constraint]:
        for p, turns in kinds:
            sides = [line.get((min(p, q), max(p, q)), 0) for q in neighbours(p)]
            right, down, left, up = sides
            yield total(sides) == 2
            yield (
                total([right, left]) == 1
                if turns
                else any_of(total([right, left]) == 2, total([down, up]) == 2)
            )

    return loops(n, n, rules)


def tours(rows: int, columns: int) -> Model:
    """Loops through every point."""
    return loops(rows, columns, lambda _, after: [x != n for n, x in enumerate(after)])


def free(rows: int, columns: int) -> Model:
    """All loops."""
    return loops(rows, columns, lambda line, after: ())


INSTANCES: dict[str, Callable[[], Model]] = {
    "loops 4 × 4 points": partial(free, 4, 4),
    "loops 5 × 5 points": partial(free, 5, 5),
    **{f"tours {r} × {c}": partial(tours, r, c) for r, c in ((4, 4), (4, 6), (5, 6), (6, 6))},
    **{
        f"slitherlink {n} × {n}, {share:.0%}": partial(slitherlink, n, n, share)
        for n, share in ((3, 0.3), (4, 0.3), (5, 0.4), (6, 0.5), (8, 0.6), (10, 0.65))
    },
    **{
        f"masyu {n} × {n}, {pearls} pearls": partial(masyu, n, n, pearls)
        for n, pearls in ((4, 2), (5, 3), (6, 8))
    },
}


def listed(make: Callable[[], Model]) -> int:
    """The number of combinations, by all solutions and what they show."""
    names = (model := make()).projection
    with solutions(model.projecting()) as found:
        return len({tuple(one.assignment[name] for name in names) for one in found})


WAYS: dict[str, Callable[[Callable[[], Model]], int]] = {
    "auto": lambda make: count(make()),
    "clingo": lambda make: count(make(), "clingo"),
    "cp-sat": lambda make: count(make(), "cp-sat"),
    "listed": listed,
}


@click.command()
@click.option("--rounds", default=3)
@click.option("--only", default="")
def main(rounds: int, only: str) -> None:
    """Print the seconds of each, and the ratio to the quickest of the others."""
    print(f"{'':24}{'number':>8}" + "".join(f"{way:>9}" for way in WAYS) + "   auto / best")
    for name, make in INSTANCES.items():
        if only not in name:
            continue
        number, middle = beside({way: partial(run, make) for way, run in WAYS.items()}, rounds)
        times = [*middle.values()]
        shown = "".join(f"{seconds:9.3f}" for seconds in times)
        ratio = times[0] / min(times[1:])
        print(f"{name:24}{number:8}{shown}{ratio:10.2f}", flush=True)


if __name__ == "__main__":
    main()
