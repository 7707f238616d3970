"""The first solution of instances of families, beside other solvers.

    python benchmarks/first_solution.py [--seeds N] [--only TEXT] [--peers NAMES]

The instances are those of the catalogue of families and of the gallery, in other sizes, and of
`best_proven.py` without their objectives. Processor seconds count from the model on, in one process
that has loaded all libraries; beside them stand, of the others, the seconds by the clock of the
search alone, for which the machine has to be idle. Who is stopped after ten seconds has that for
its time.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

import best_proven
import click
import declaring
from families.catalogue import task_named
from measure import cpu, processor_seconds

from everyway.models import Model, any_of, load, total, variables
from everyway.models import count as counting
from everyway.solvers import Outcome, solutions

LIMIT = 10.0
LEAST = 0.005
"""Seconds that `auto` may always take more."""
PEERS = "cp-sat,cp,choco,minizinc[gecode]"


def planted_clauses(seed: int) -> Model:
    """Clauses of three literals that a hidden assignment satisfies."""
    number = 100 * seed
    x = variables("x", number, range(2))
    rules = declaring.with_operators(x, declaring.clauses(int(4.25 * number), number, 3))
    return Model("planted clauses", x, rules)


def cars(seed: int) -> Model:
    """Cars in a line, whose options are limited in each five that follow each other."""
    r, kinds = Random(seed), range(6)
    n, has = r.choice((20, 40, 60)), [[r.random() < 0.4 for _ in range(4)] for _ in kinds]
    made, x = [r.choice(kinds) for _ in range(n)], variables("x", n, kinds)
    rules = [counting(x, kind) == made.count(kind) for kind in kinds]
    fives = [range(start, start + 5) for start in range(n - 4)]
    for option in range(4):
        those = [kind for kind in kinds if has[kind][option]]
        most = max(sum(made[at] in those for at in five) for five in fives)
        has_it = [any_of([one == kind for kind in those]) for one in x] if those else []
        rules += [total(has_it[at] for at in five) <= most for five in fives if those]
    return Model("cars", x, rules)


def of_the_catalogue(name: str, seed: int) -> Model:
    """An instance of a family of the catalogue."""
    return task_named(f"{name} seed={seed}").declared()


def of_the_gallery(name: str, key: str, least: int, step: int, seed: int) -> Model:
    """A puzzle of the gallery, the larger the greater the seed."""
    return load(name, **{key: least + step * seed})


def without_objective(case: str, seed: int) -> Model:
    """An instance of `best_proven.py`, of which any solution will do."""
    family, size = best_proven.CASES[case]
    model = family(size, seed)[0]()
    return Model(case, *model.groups, *model.rules)


FAMILIES: dict[str, Callable[[int], Model]] = {
    "planted clauses": planted_clauses,
    "cars": cars,
    **{
        name: partial(of_the_catalogue, name)
        for name in (
            "quasigroup completion order=25 holes=260",
            "graph colouring vertices=120 edges=250 colours=3",
            "binary CSPs n=30 d=10 density=0.3 tightness=0.3",
            "tables n=40 d=5 arity=3 number=60 share=0.35",
            "nonograms n=25 black=0.6",
            "market split rows=2 n=24",
            "knapsacks n=24 heaviest=100000 most=1",
            "random exact covers items=60 options=300 largest=6",
        )
    },
    **{
        name: partial(of_the_gallery, name, key, least, step)
        for name, key, least, step in (
            ("queens", "n", 15, 15),
            ("magic_square", "n", 3, 1),
            ("all_interval", "n", 6, 2),
            ("langford", "n", 8, 4),
        )
    },
    **{
        case: partial(without_objective, case)
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

    def search() -> Outcome:
        own = solver == "auto"
        with solutions(model, solver, limit=1, time_limit=LIMIT, hand_over=own) as found:
            next(found, None)
        return found.outcome

    outcome, spent = cpu(search, processor_seconds)
    if not outcome.solutions and not outcome.complete:
        return LIMIT, LIMIT
    alone = outcome.seconds["first" if outcome.solutions else "all"] or 0.0
    return spent, spent if solver == "auto" else alone


@click.command(help=__doc__)
@click.option("--seeds", default=4, show_default=True)
@click.option("--only", default="", help="Families whose name begins so.")
@click.option("--peers", default=PEERS, show_default=True)
def main(seeds: int, only: str, peers: str) -> None:
    """Print a line for each instance, and how many are within the bar."""
    names, ratios = peers.split(","), (list[float](), list[float]())
    for solver in ("auto", *names):
        first_by(load("queens", n=8), solver)
    for name, family in FAMILIES.items():
        for seed in range(1, seeds + 1) if name.startswith(only) else ():
            ours, _ = first_by(family(seed), "auto")
            times = {peer: first_by(family(seed), peer) for peer in names}
            line = f"{name:52} {seed} {ours:9.4f}"
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
