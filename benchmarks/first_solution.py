"""The first solution of random instances of families, beside other solvers.

    python benchmarks/first_solution.py [--seeds N] [--only TEXT] [--peers NAMES]

Each family is a function of a seed; the families of `best_proven.py` stand without their
objectives. For `auto` processor seconds count from the model on; of the others the seconds by the
clock that our adapters take to build, and they to search, and those of the search alone, in one
process that has loaded all libraries: run it on an idle machine. Who is stopped after ten seconds
has that for its time.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import combinations, pairwise
from random import Random

import best_proven
import click

from everyway.models import (
    Expression,
    Model,
    all_different,
    allowed,
    any_of,
    circuit,
    regular,
    total,
    variables,
)
from everyway.models import count as counting
from everyway.solvers import solutions

LIMIT = 10.0
LEAST = 0.005
"""Seconds that `auto` may always take more."""
PEERS = "cp-sat,cp,choco,minizinc[gecode]"


def planted_clauses(seed: int) -> Model:
    """Clauses of three literals that a hidden assignment satisfies."""
    r = Random(seed)
    n = r.choice((100, 200, 300, 400))
    x, hidden = variables("x", n, range(2)), [r.randint(0, 1) for _ in range(n)]
    rules = []
    while len(rules) < 4.25 * n:
        clause = [(place, r.randint(0, 1)) for place in r.sample(range(n), 3)]
        if any(hidden[place] == value for place, value in clause):
            rules.append(any_of([x[place] == value for place, value in clause]))
    return Model("planted clauses", x, rules)


def latin_square_with_holes(seed: int) -> Model:
    """A Latin square of which some squares are open."""
    r = Random(seed)
    n = r.choice((15, 20, 25, 30))
    cell, (p, q, k) = variables("cell", (n, n), range(n)), (r.sample(range(n), n) for _ in "pqk")
    squares = [(i, j) for i in range(n) for j in range(n)]
    rules = [all_different(line) for i in range(n) for line in (cell[i, :], cell[:, i])]
    given = r.sample(squares, int(0.58 * n * n))
    return Model("holes", cell, rules, [cell[i, j] == k[(p[i] + q[j]) % n] for i, j in given])


def queens(seed: int) -> Model:
    """Queens in the rows, none of which attacks another."""
    n = (20, 35, 50, 80)[seed % 4]
    q = variables("q", n, range(n))
    lines = [all_different(q[i] + sign * i for i in range(n)) for sign in (-1, 0, 1)]
    return Model("queens", q, lines)


def magic_square(seed: int) -> Model:
    """A magic square of which some numbers are given."""
    r, n = Random(seed), 4 + seed % 3
    cell = variables("cell", (n, n), range(1, n * n + 1))
    lines = [line for i in range(n) for line in (cell[i, :], cell[:, i])]
    lines += [[cell[i, i] for i in range(n)], [cell[i, n - 1 - i] for i in range(n)]]
    rules = [total(line) == n * (n * n + 1) // 2 for line in lines]
    return Model("magic", cell, all_different(cell), rules, cell[0, 0] <= r.randint(1, n * n))


def golfers(seed: int) -> Model:
    """Groups of players, week by week, of whom no two meet twice."""
    groups, size, weeks = ((4, 3, 3), (5, 3, 4), (5, 4, 3), (6, 3, 5))[seed % 4]
    people = range(groups * size)
    x = variables("x", (weeks, len(people)), range(groups))
    full = [counting(x[w, :], g) == size for w in range(weeks) for g in range(groups)]
    meet = [
        total(x[w, a] == x[w, b] for w in range(weeks)) <= 1 for a, b in combinations(people, 2)
    ]
    return Model("golfers", x, full, meet)


def block_design(seed: int) -> Model:
    """Rows of ones, of which each two have as many in common."""
    sizes = (7, 7, 3, 3, 1), (9, 12, 4, 3, 1), (13, 13, 4, 4, 1), (10, 15, 6, 4, 2)
    v, b, ones, k, common = sizes[seed % 4]
    x = variables("x", (v, b), range(2))
    rules = [total(x[i, :]) == ones for i in range(v)] + [total(x[:, j]) == k for j in range(b)]
    pairs = combinations(range(v), 2)
    rules += [total(x[i, t] * x[j, t] for t in range(b)) == common for i, j in pairs]
    return Model("design", x, rules)


def cars(seed: int) -> Model:
    """Cars in a line, whose options are limited in each five that follow each other."""
    r, kinds = Random(seed), range(6)
    n, has = r.choice((20, 40, 60)), [[r.random() < 0.4 for _ in range(4)] for _ in kinds]
    made, x = [r.choice(kinds) for _ in range(n)], variables("x", n, kinds)
    rules = [counting(x, kind) == made.count(kind) for kind in kinds]
    for option in range(4):
        those = [kind for kind in kinds if has[kind][option]]
        fives = [range(start, start + 5) for start in range(n - 4)]
        most = max(sum(made[at] in those for at in five) for five in fives)
        has_it = [any_of([one == kind for kind in those]) for one in x] if those else []
        rules += [total(has_it[at] for at in five) <= most for five in fives if those]
    return Model("cars", x, rules)


def subset_sum(seed: int) -> Model:
    """Weights of which half make a given sum."""
    r = Random(seed)
    n = r.choice((20, 24, 30))
    weights, x = [r.randint(10_000, 100_000) for _ in range(n)], variables("x", n, range(2))
    return Model("subset", x, _dot(weights, x) == sum(r.sample(weights, n // 2)))


def all_interval(seed: int) -> Model:
    """Numbers in a row whose distances differ, too."""
    n = (8, 10, 12, 14)[seed % 4]
    x = variables("x", n, range(n))
    return Model("series", x, all_different(x), all_different(abs(a - b) for a, b in pairwise(x)))


def langford(seed: int) -> Model:
    """Pairs of numbers, each as far apart as it says."""
    n = (12, 16, 20, 24)[seed % 4]
    p = variables("p", (2, n), range(2 * n))
    return Model("langford", p, all_different(p), [p[1, i] == p[0, i] + i + 2 for i in range(n)])


def colourings(seed: int) -> Model:
    """A graph that a hidden colouring satisfies."""
    r, colours = Random(seed), range(4)
    n = r.choice((80, 120, 200))
    hidden, x = [r.choice(colours) for _ in range(n)], variables("x", n, colours)
    apart = [(i, j) for i, j in combinations(range(n), 2) if hidden[i] != hidden[j]]
    return Model("graph", x, [x[i] != x[j] for i, j in r.sample(apart, 4 * n)])


def tables(seed: int) -> Model:
    """Tables of a third of all triples, and of a hidden assignment."""
    r, values = Random(seed), range(5)
    n = r.choice((30, 45, 60))
    hidden, x, rules = [r.choice(values) for _ in range(n)], variables("x", n, values), []
    for _ in range(2 * n):
        places = r.sample(range(n), 3)
        rows = {tuple(r.choice(values) for _ in places) for _ in range(40)}
        rows.add(tuple(hidden[place] for place in places))
        rules.append(allowed([x[place] for place in places], sorted(rows)))
    return Model("tables", x, rules)


def knights_tour(seed: int) -> Model:
    """Moves of a knight over all squares and back."""
    n = (6, 6, 8, 10)[seed % 4]
    squares = [(row, column) for row in range(n) for column in range(n)]
    x = variables("x", n * n, range(n * n))
    near = [
        any_of([x[a] == b for b, (p, q) in enumerate(squares) if (p - i) ** 2 + (q - j) ** 2 == 5])
        for a, (i, j) in enumerate(squares)
    ]
    return Model("tour", x, circuit(x), near)


def rosters(seed: int) -> Model:
    """Shifts by an automaton: at most three days on end, and a night before no early one."""
    r = Random(seed)
    people, days = r.choice((8, 12, 16)), 14
    x = variables("x", (people, days), range(3))
    step = {(on, 0): 0 for on in range(7)} | {(on, 1): on + 1 for on in range(3)}
    step |= {(on, 2): min(on, 3) + 4 for on in range(3)} | {(on, 2): on + 1 for on in (4, 5)}
    rules = [regular(x[p, :], step, 0, range(7)) for p in range(people)]
    for day in range(days):
        rules += [counting(x[:, day], shift) >= people // 4 for shift in (1, 2)]
    return Model("rosters", x, rules)


def _dot(weights: list[int], x: list[Expression]) -> Expression:
    return total(weight * one for weight, one in zip(weights, x, strict=True))


def _without_objective(case: str) -> Callable[[int], Model]:
    family, size = best_proven.CASES[case]

    def declared(seed: int) -> Model:
        model = family(size, seed)[0]()
        return Model(case, *model.groups, *model.rules)

    return declared


FAMILIES: dict[str, Callable[[int], Model]] = {
    **{
        made.__name__.replace("_", " "): made
        for made in (
            planted_clauses,
            latin_square_with_holes,
            queens,
            magic_square,
            golfers,
            block_design,
            cars,
            subset_sum,
            all_interval,
            langford,
            colourings,
            tables,
            knights_tour,
            rosters,
        )
    },
    **{
        case: _without_objective(case)
        for case in (
            "knapsack 40",
            "knapsacks 30",
            "warehouses 10",
            "assignment 24",
            "bins 18",
            "schedule 16",
            "schedule 24",
            "golomb 9",
            "tour 16",
            "job_shop 6",
            "colours 50",
        )
    },
}


def first_by(model: Model, solver: str) -> tuple[float, float]:
    """Seconds to the first solution, or until there is none: with building, and of search alone."""
    begun = time.process_time()
    with solutions(model, solver, limit=1, time_limit=LIMIT, hand_over=solver == "auto") as found:
        for _ in found:
            break
    spent, outcome = time.process_time() - begun, found.outcome
    if not outcome.solutions and not outcome.complete:
        return LIMIT, LIMIT
    alone = outcome.seconds["first" if outcome.solutions else "all"] or 0.0
    return (spent, spent) if solver == "auto" else (alone + (outcome.seconds["build"] or 0), alone)


@click.command(help=__doc__)
@click.option("--seeds", default=4, show_default=True)
@click.option("--only", default="", help="Families whose name begins so.")
@click.option("--peers", default=PEERS, show_default=True)
def main(seeds: int, only: str, peers: str) -> None:
    """Print a line for each instance, and how many are within the bar."""
    names, ratios = peers.split(","), (list[float](), list[float]())
    for solver in ("auto", *names):
        first_by(queens(0), solver)
    for name, family in FAMILIES.items():
        for seed in range(1, seeds + 1) if name.startswith(only) else ():
            ours, _ = first_by(family(seed), "auto")
            times = {peer: first_by(family(seed), peer) for peer in names}
            line = f"{name:24} {seed} {ours:9.4f}"
            for way, found in enumerate(ratios):
                best = min(times, key=lambda peer, way=way: times[peer][way])
                theirs = times[best][way]
                found.append(1.0 if ours <= theirs + LEAST else ours / theirs)
                late = " late" if ours >= LIMIT > theirs else ""
                line += f"   {theirs:9.4f} {best:17} {found[-1]:6.1f}{late}"
            print(line, flush=True)
    for way, found in zip(("translating and searching", "searching alone"), ratios, strict=True):
        within = sum(ratio <= 4 for ratio in found)
        print(f"{within} of {len(found)} in 4 times the best {way}; worst {max(found):.1f}")


if __name__ == "__main__":
    main()
