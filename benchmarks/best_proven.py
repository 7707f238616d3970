"""The best value, proven, on random instances of families, beside CP-SAT's own programs.

    python benchmarks/best_proven.py [--rounds N] [--only TEXT]

Each family is a function of a size and a seed that declares the problem twice: for everyway, and
for CP-SAT by hand. Processor seconds in one process, from the declaration to the proof, with one
worker; medians of interleaved rounds after one that is not counted. The values must be equal.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, pairwise
from operator import mul
from random import Random
from typing import Any

import click
from measure import cpu, medians

from everyway.models import (
    Model,
    all_different,
    any_of,
    circuit,
    cumulative,
    element,
    integer,
    maximum,
    total,
    variable,
    variables,
)
from everyway.solvers import solutions

Declared = tuple[Callable[[], Model], Callable[[Any], Any]]
"""everyway's model, and a function that adds the same to a `CpModel` and returns the objective,
which CP-SAT is to make small; of what is to be great it is the opposite."""


def knapsack(n: int, seed: int) -> Declared:
    """Items of about the worth of their weight, half of which there is room for."""
    return knapsacks(n, seed, 1)


def knapsacks(n: int, seed: int, sacks: int = 5) -> Declared:
    """Items that have several weights, each of which is limited."""
    r = Random(seed)
    weights = [[r.randint(20, 200) for _ in range(n)] for _ in range(sacks)]
    worth = [sum(w) // sacks + r.randint(-15, 25) for w in zip(*weights, strict=True)]

    def ours() -> Model:
        x = variables("x", n, range(2))
        limits = [
            total(w * v for w, v in zip(ws, x, strict=True)) <= sum(ws) // 2 for ws in weights
        ]
        value = total(p * v for p, v in zip(worth, x, strict=True))
        return Model("knapsack", x, limits, maximise=value)

    def theirs(m: Any) -> Any:
        x = [m.new_bool_var("") for _ in range(n)]
        for ws in weights:
            m.add(sum(w * v for w, v in zip(ws, x, strict=True)) <= sum(ws) // 2)
        return -sum(p * v for p, v in zip(worth, x, strict=True))

    return ours, theirs


def warehouses(n: int, seed: int) -> Declared:
    """Twice as many shops as warehouses, which have a capacity and cost to be opened."""
    r, shops = Random(seed), 2 * n
    opened = [r.randint(20, 60) for _ in range(n)]
    room = [r.randint(2, 5) for _ in range(n)]
    costs = [[r.randint(1, 60) for _ in range(n)] for _ in range(shops)]

    def ours() -> Model:
        by, is_open = variables("by", shops, range(n)), variables("open", n, range(2))
        rules = [total(b == w for b in by) <= room[w] * is_open[w] for w in range(n)]
        cost = total(element(c, b) for c, b in zip(costs, by, strict=True))
        cost += total(o * v for o, v in zip(opened, is_open, strict=True))
        return Model("warehouses", by, is_open, rules, minimise=cost)

    def theirs(m: Any) -> Any:
        by = [[m.new_bool_var("") for _ in range(n)] for _ in range(shops)]
        is_open = [m.new_bool_var("") for _ in range(n)]
        for each in by:
            m.add_exactly_one(each)
        for w in range(n):
            m.add(sum(each[w] for each in by) <= room[w] * is_open[w])
        paid = sum(sum(map(mul, *pair)) for pair in zip(costs, by, strict=True))
        return paid + sum(o * v for o, v in zip(opened, is_open, strict=True))

    return ours, theirs


def assignment(n: int, seed: int) -> Declared:
    """Each task to a person of its own."""
    r = Random(seed)
    costs = [[r.randint(1, 99) for _ in range(n)] for _ in range(n)]

    def ours() -> Model:
        x = variables("x", n, range(n))
        cost = total(element(c, v) for c, v in zip(costs, x, strict=True))
        return Model("assignment", x, all_different(x), minimise=cost)

    def theirs(m: Any) -> Any:
        x = [[m.new_bool_var("") for _ in range(n)] for _ in range(n)]
        for line in [*x, *zip(*x, strict=True)]:
            m.add_exactly_one(line)
        return sum(sum(map(mul, *pair)) for pair in zip(costs, x, strict=True))

    return ours, theirs


def bins(n: int, seed: int) -> Declared:
    """Items in as few bins as possible; bins are filled in their order."""
    r, room, most = Random(seed), 100, (n + 1) // 2
    sizes = sorted((r.randint(20, 60) for _ in range(n)), reverse=True)

    def ours() -> Model:
        at, used = variables("at", n, range(most)), integer("used", 1, most)
        loads = [total(s * (a == b) for s, a in zip(sizes, at, strict=True)) for b in range(most)]
        rules = [load <= room for load in loads]
        return Model("bins", at, used, rules, [a < used for a in at], minimise=used)

    def theirs(m: Any) -> Any:
        at = [[m.new_bool_var("") for _ in range(most)] for _ in range(n)]
        used = m.new_int_var(1, most, "")
        for each in at:
            m.add_exactly_one(each)
            for b, v in enumerate(each):
                m.add(used > b).only_enforce_if(v)
        for b in range(most):
            m.add(sum(s * each[b] for s, each in zip(sizes, at, strict=True)) <= room)
        return used

    return ours, theirs


def schedule(n: int, seed: int) -> Declared:
    """Tasks that share a capacity, some of them after others: as soon as possible."""
    r = Random(seed)
    durations = [r.randint(1, 6) for _ in range(n)]
    demands = [r.randint(1, 7) for _ in range(n)]
    after = [(i, j) for i, j in combinations(range(n), 2) if r.random() < 0.15]
    horizon = sum(durations)

    def ours() -> Model:
        s = [variable(f"s{i}", range(horizon - d + 1)) for i, d in enumerate(durations)]
        end = integer("end", 0, horizon)
        rules = [s[j] - s[i] >= durations[i] for i, j in after]
        rules += [end - v >= d for v, d in zip(s, durations, strict=True)]
        return Model("schedule", *s, end, cumulative(s, durations, demands, 7), rules, minimise=end)

    def theirs(m: Any) -> Any:
        s = [m.new_int_var(0, horizon - d, "") for d in durations]
        end = m.new_int_var(0, horizon, "")
        tasks = [m.new_fixed_size_interval_var(v, d, "") for v, d in zip(s, durations, strict=True)]
        m.add_cumulative(tasks, demands, 7)
        for i, j in after:
            m.add(s[j] >= s[i] + durations[i])
        for v, d in zip(s, durations, strict=True):
            m.add(end >= v + d)
        return end

    return ours, theirs


def independent(n: int, seed: int) -> Declared:
    """The most vertices of a sparse graph of which no two are neighbours."""
    r = Random(seed)
    edges = [pair for pair in combinations(range(n), 2) if r.random() < 5 / n]

    def ours() -> Model:
        x = variables("x", n, range(2))
        return Model("independent", x, [x[i] + x[j] <= 1 for i, j in edges], maximise=total(x))

    def theirs(m: Any) -> Any:
        x = [m.new_bool_var("") for _ in range(n)]
        for i, j in edges:
            m.add_at_most_one(x[i], x[j])
        return -sum(x)

    return ours, theirs


def golomb(n: int, seed: int) -> Declared:
    """The shortest ruler with so many marks."""
    longest = n * n

    def ours() -> Model:
        mark = variables("mark", n, range(longest + 1))
        gaps = [mark[j] - mark[i] for i, j in combinations(range(n), 2)]
        rising = [a < b for a, b in pairwise(mark)]
        return Model("golomb", mark, mark[0] == 0, rising, all_different(gaps), minimise=mark[-1])

    def theirs(m: Any) -> Any:
        mark = [m.new_int_var(0, longest, "") for _ in range(n)]
        m.add(mark[0] == 0)
        for a, b in pairwise(mark):
            m.add(a < b)
        m.add_all_different(mark[j] - mark[i] for i, j in combinations(range(n), 2))
        return mark[-1]

    return ours, theirs


def tour(n: int, seed: int) -> Declared:
    """The shortest tour of points in the plane."""
    r = Random(seed)
    points = [(r.randint(0, 60), r.randint(0, 60)) for _ in range(n)]
    far = [[abs(a - c) + abs(b - d) for c, d in points] for a, b in points]

    def ours() -> Model:
        after = variables("after", n, range(n))
        length = total(element(row, v) for row, v in zip(far, after, strict=True))
        return Model("tour", after, circuit(after), minimise=length)

    def theirs(m: Any) -> Any:
        arcs = [(i, j, m.new_bool_var("")) for i in range(n) for j in range(n) if i != j]
        m.add_circuit(arcs)
        return sum(far[i][j] * v for i, j, v in arcs)

    return ours, theirs


def job_shop(n: int, seed: int) -> Declared:
    """Jobs that visit three machines, each in an order of its own."""
    r, machines = Random(seed), 3
    jobs = [[(m, r.randint(1, 9)) for m in r.sample(range(machines), machines)] for _ in range(n)]
    horizon = sum(d for job in jobs for _, d in job)

    def ours() -> Model:
        s = variables("s", (n, machines), range(horizon + 1))
        end, rules = integer("end", 0, horizon), []
        for j, job in enumerate(jobs):
            rules += [s[j, k] + job[k][1] <= s[j, k + 1] for k in range(machines - 1)]
            rules.append(s[j, machines - 1] + job[-1][1] <= end)
        for m in range(machines):
            on = [
                (s[j, k], d)
                for j, job in enumerate(jobs)
                for k, (at, d) in enumerate(job)
                if at == m
            ]
            rules += [any_of([a + d <= b, b + e <= a]) for (a, d), (b, e) in combinations(on, 2)]
        return Model("job shop", s, end, rules, minimise=end)

    def theirs(m: Any) -> Any:
        s = [[m.new_int_var(0, horizon, "") for _ in job] for job in jobs]
        end = m.new_int_var(0, horizon, "")
        for j, job in enumerate(jobs):
            for k in range(machines - 1):
                m.add(s[j][k] + job[k][1] <= s[j][k + 1])
            m.add(s[j][-1] + job[-1][1] <= end)
        for machine in range(machines):
            m.add_no_overlap(
                m.new_fixed_size_interval_var(s[j][k], d, "")
                for j, job in enumerate(jobs)
                for k, (at, d) in enumerate(job)
                if at == machine
            )
        return end

    return ours, theirs


def colours(n: int, seed: int) -> Declared:
    """The fewest colours of a graph."""
    r, most = Random(seed), 8
    edges = [pair for pair in combinations(range(n), 2) if r.random() < 0.25]

    def ours() -> Model:
        x = variables("x", n, range(most))
        return Model("colours", x, [x[i] != x[j] for i, j in edges], minimise=maximum(x))

    def theirs(m: Any) -> Any:
        x = [m.new_int_var(0, most - 1, "") for _ in range(n)]
        for i, j in edges:
            m.add(x[i] != x[j])
        end = m.new_int_var(0, most - 1, "")
        m.add_max_equality(end, x)
        return end

    return ours, theirs


CASES = {
    f"{family.__name__} {n}": (family, n)
    for family, sizes in {
        knapsack: (20, 30, 40, 60),
        knapsacks: (20, 30, 40),
        warehouses: (6, 8, 10),
        assignment: (12, 16, 24),
        bins: (14, 18, 24),
        schedule: (12, 16, 24),
        independent: (30, 50, 80),
        golomb: (7, 8, 9, 10),
        tour: (8, 12, 16),
        job_shop: (4, 6, 8),
        colours: (25, 35, 50),
    }.items()
    for n in sizes
}


NO_SOLUTION = "no solution"


def by_everyway(declared: Declared) -> str | None:
    """The best value without its sign, or `NO_SOLUTION`; None where it was not proven in time."""
    with solutions(declared[0](), limit=1, time_limit=10) as found:
        next(iter(found), None)
    best = found.outcome.objective
    assert best is not None, "there is something to be best in"
    if not best.proven:
        return None
    return NO_SOLUTION if best.value is None else str(abs(int(best.value)))


def by_hand(declared: Declared) -> str | None:
    """The same by CP-SAT's own program."""
    from ortools.sat.python import cp_model

    model, solver = cp_model.CpModel(), cp_model.CpSolver()
    model.minimize(declared[1](model))
    solver.parameters.num_workers, solver.parameters.max_time_in_seconds = 1, 10
    match solver.solve(model):
        case cp_model.OPTIMAL:
            return str(abs(round(solver.objective_value)))
        case cp_model.INFEASIBLE:
            return NO_SOLUTION
        case _:
            return None


@click.command(help=__doc__)
@click.option("--rounds", default=3, show_default=True)
@click.option("--only", default="", help="Cases whose name begins so.")
@click.option("--seed", default=1, show_default=True)
def main(rounds: int, only: str, seed: int) -> None:
    """Print a line for each case."""
    for name, (family, n) in CASES.items():
        if not name.startswith(only):
            continue
        declared, values = family(n, seed), set[str | None]()

        def one_round(
            declared: Declared = declared, values: set[str | None] = values
        ) -> dict[str, float]:
            found = {"everyway": cpu(lambda: by_everyway(declared))}
            found["by hand"] = cpu(lambda: by_hand(declared))
            values.update(value for value, _ in found.values())
            return {who: seconds for who, (_, seconds) in found.items()}

        found = medians(one_round, rounds)
        ratio = found["everyway"] / found["by hand"]
        agree = "" if len(values - {None}) == len(values) == 1 else f"  values {values}"
        print(f"{name:16} {found['everyway']:9.4f} {found['by hand']:9.4f} {ratio:8.2f}{agree}")


if __name__ == "__main__":
    main()
