"""Programs, written by hand, that find the best value of a problem, and all solutions that have it.

For CP-SAT in two runs, for clingo in one by its `optN`, for python-sat by Glucose with totalisers
and the bound assumed. Each gives the best value and the number of solutions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import combinations, pairwise, product
from typing import Any

import clingo
from best_tasks import LONGEST, MARKS, SIDE, TOWNS, distances, in_sight, items
from ortools.sat.python import cp_model
from pysat.solvers import Glucose4

Found = tuple[int, int]
"""The best value, and the number of solutions that have it."""


# -------------------------------------------------------------------------------------- CP-SAT

Native = tuple[cp_model.CpModel, Any, bool]
"""A model, its objective, and True if that is to be greatest."""


def cp_domination() -> Native:
    """The fewest queens that dominate a board."""
    model = cp_model.CpModel()
    queen = [model.new_bool_var("") for _ in range(SIDE**2)]
    for seen in in_sight():
        model.add_bool_or([queen[k] for k in seen])
    return model, sum(queen), False


def cp_golomb() -> Native:
    """The shortest rulers on which all distances differ."""
    model = cp_model.CpModel()
    mark = [model.new_int_var(0, LONGEST, "") for _ in range(MARKS)]
    model.add(mark[0] == 0)
    for a, b in pairwise(mark):
        model.add(a < b)
    model.add_all_different([b - a for a, b in combinations(mark, 2)])
    return model, mark[-1], False


def cp_knapsack() -> Native:
    """The most value within a weight."""
    model, (weights, worth, room) = cp_model.CpModel(), items()
    take = [model.new_bool_var("") for _ in weights]
    model.add(cp_model.LinearExpr.weighted_sum(take, weights) <= room)
    return model, cp_model.LinearExpr.weighted_sum(take, worth), True


def cp_tour() -> Native:
    """The shortest tours of some points, from the first."""
    model, far = cp_model.CpModel(), distances()
    at = [model.new_int_var(0, TOWNS - 1, "") for _ in range(TOWNS)]
    legs = [model.new_int_var(0, max(far), "") for _ in at]
    model.add(at[0] == 0)
    model.add_all_different(at)
    for k, leg in enumerate(legs):
        model.add_element(at[k] * TOWNS + at[(k + 1) % TOWNS], far, leg)
    return model, sum(legs), False


class Counting(cp_model.CpSolverSolutionCallback):
    """The number of solutions."""

    found = 0

    def on_solution_callback(self) -> None:
        self.found += 1


def by_cp_sat(built: Callable[[], Native]) -> Found:
    """The best value by one run, and the solutions that have it by another."""
    model, value, is_greatest = built()
    (model.maximize if is_greatest else model.minimize)(value)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.solve(model)
    best, counting = round(solver.objective_value), Counting()
    model, value, _ = built()
    model.add(value == best)
    solver.parameters.enumerate_all_solutions = True
    solver.solve(model, counting)
    return best, counting.found


# -------------------------------------------------------------------------------------- clingo


def clingo_domination() -> str:
    """The fewest queens that dominate a board."""
    seen = "".join(f":- {', '.join(f'not q({k})' for k in seen)}. " for seen in in_sight())
    return f"{{q(0..{SIDE**2 - 1})}}. {seen} #minimize{{1,K: q(K)}}."


def clingo_golomb() -> str:
    """The shortest rulers on which all distances differ."""
    return f"""1 {{at(K, 0..{LONGEST})}} 1 :- K = 1..{MARKS}. :- not at(1, 0).
    :- at(K, X), at(K + 1, Y), X >= Y.
    gap(I, J, Y - X) :- at(I, X), at(J, Y), I < J, Y > X.
    :- gap(I, J, D), gap(K, L, D), (I, J) < (K, L). #minimize {{X: at({MARKS}, X)}}."""


def clingo_knapsack() -> str:
    """The most value within a weight."""
    weights, worth, room = items()
    facts = "".join(f"i({k},{w},{v})." for k, (w, v) in enumerate(zip(weights, worth, strict=True)))
    return f"""{facts} {{t(I): i(I, _, _)}}. :- #sum {{W,I: t(I), i(I, W, _)}} > {room}.
    #maximize {{V,I: t(I), i(I, _, V)}}."""


def clingo_tour() -> str:
    """The shortest tours of some points, from the first."""
    facts = "".join(f"d({k // TOWNS},{k % TOWNS},{d})." for k, d in enumerate(distances()))
    return f"""{facts} n(0..{TOWNS - 1}). at(0, 0).
    1 {{at(P, C): n(C)}} 1 :- n(P). 1 {{at(P, C): n(P)}} 1 :- n(C).
    #minimize {{X,P: at(P, A), at((P + 1) \\ {TOWNS}, B), d(A, B, X)}}."""


def by_clingo(program: Callable[[], str]) -> Found:
    """The proven best value, whose sign is another where it is greatest, and its solutions."""
    native, best, found = clingo.Control(["--opt-mode=optN", "0"]), 0, 0
    native.add("base", [], program())
    native.ground([("base", [])])
    with native.solve(yield_=True) as answers:
        for answer in answers:
            if answer.optimality_proven:
                best, found = answer.cost[0], found + 1
    return abs(best), found


# ---------------------------------------------------------------------------------- python-sat


class Clauses:
    """Glucose, and the number of its last variable."""

    def __init__(self) -> None:
        self.native = Glucose4()
        self._last = 0

    def new(self, several: int) -> list[int]:
        """New variables."""
        self._last += several
        return list(range(self._last - several + 1, self._last + 1))

    def one_of(self, values: int) -> list[int]:
        """Variables of which just one holds."""
        literals = self.new(values)
        self.native.add_clause(literals)
        for pair in combinations(literals, 2):
            self.native.add_clause([-one for one in pair])
        return literals

    def total(self, weighted: Iterable[tuple[int, int]]) -> dict[int, int]:
        """For each sum, what holds where the weights of literals that hold come to it."""
        sums = [{weight: literal} for weight, literal in weighted]
        while len(sums) > 1:
            halves = (sums[::2], sums[1::2])
            rest = halves[0][len(halves[1]) :]
            sums = [self._both(*pair) for pair in zip(*halves, strict=False)] + rest
        return sums[0]

    def _both(self, left: dict[int, int], right: dict[int, int]) -> dict[int, int]:
        together = sorted({*left, *right, *(a + b for a in left for b in right)})
        both = dict(zip(together, self.new(len(together)), strict=True))
        for value, literal in [*left.items(), *right.items()]:
            self.native.add_clause([-literal, both[value]])
        for (a, one), (b, other) in product(left.items(), right.items()):
            self.native.add_clause([-one, -other, both[a + b]])
        for a, b in pairwise(together):
            self.native.add_clause([-both[b], both[a]])
        return both

    def holding(self, assumed: list[int]) -> set[int] | None:
        """The literals that hold in a model under assumptions."""
        return set(self.native.get_model()) if self.native.solve(assumptions=assumed) else None


Clausal = tuple[list[int], list[tuple[int, int]]]
"""Variables that say what a solution is, and literals whose weights are to come to little."""


def sat_domination(clauses: Clauses) -> Clausal:
    """The fewest queens that dominate a board."""
    queen = clauses.new(SIDE**2)
    for seen in in_sight():
        clauses.native.add_clause([queen[k] for k in seen])
    return queen, [(1, literal) for literal in queen]


def sat_golomb(clauses: Clauses) -> Clausal:
    """The shortest rulers on which all distances differ."""
    mark = [clauses.one_of(LONGEST + 1) for _ in range(MARKS)]
    clauses.native.add_clause([mark[0][0]])
    gaps: dict[int, list[int]] = {}
    for one, other in combinations(mark, 2):
        gap = clauses.new(LONGEST)
        for x, y in product(range(LONGEST + 1), repeat=2):
            holds = [gap[y - x - 1]] if y > x else []
            clauses.native.add_clause([-one[x], -other[y], *holds])
        for d, literal in enumerate(gap):
            gaps.setdefault(d, []).append(literal)
    for literals in gaps.values():
        for pair in combinations(literals, 2):
            clauses.native.add_clause([-one for one in pair])
    return [literal for values in mark for literal in values], list(enumerate(mark[-1]))[1:]


def sat_knapsack(clauses: Clauses) -> Clausal:
    """The most value within a weight."""
    weights, worth, room = items()
    take = clauses.new(len(weights))
    for weight, literal in clauses.total(zip(weights, take, strict=True)).items():
        if weight > room:
            clauses.native.add_clause([-literal])
    return take, [(value, -literal) for value, literal in zip(worth, take, strict=True)]


def sat_tour(clauses: Clauses) -> Clausal:
    """The shortest tours of some points, from the first."""
    at, far = [clauses.one_of(TOWNS) for _ in range(TOWNS)], distances()
    clauses.native.add_clause([at[0][0]])
    for literals in zip(*at, strict=True):
        clauses.native.add_clause(literals)
    costs = []
    for k, here in enumerate(at):
        there, legs = at[(k + 1) % TOWNS], sorted(set(far) - {0})
        leg = dict(zip(legs, clauses.new(len(legs)), strict=True))
        for a, b in product(range(TOWNS), repeat=2):
            if a != b:
                clauses.native.add_clause([-here[a], -there[b], leg[far[a * TOWNS + b]]])
        costs += leg.items()
    return [literal for values in at for literal in values], costs


def by_sat(posted: Callable[[Clauses], Clausal]) -> Found:
    """The least weight under falling bounds, then its solutions, each excluded when found."""
    clauses = Clauses()
    shown, weighted = posted(clauses)
    sums, assumed, found, best = clauses.total(weighted), list[int](), 0, 0
    while (holding := clauses.holding(assumed)) is not None:
        best = sum(weight for weight, literal in weighted if literal in holding)
        assumed = [-literal for value, literal in sums.items() if value >= best][:1]
    assumed = [-literal for value, literal in sums.items() if value > best][:1]
    while (holding := clauses.holding(assumed)) is not None:
        clauses.native.add_clause([-literal for literal in shown if literal in holding])
        found += 1
    clauses.native.delete()
    everything = sum(weight for weight, _ in weighted)
    return (everything - best if posted is sat_knapsack else best), found


_BY_PROBLEM: dict[str, tuple[Callable[..., Any], ...]] = {
    "domination": (cp_domination, clingo_domination, sat_domination),
    "Golomb": (cp_golomb, clingo_golomb, sat_golomb),
    "knapsack": (cp_knapsack, clingo_knapsack, sat_knapsack),
    "tour": (cp_tour, clingo_tour, sat_tour),
}
_RUNNERS: dict[str, Callable[..., Found]] = {
    "cp-sat": by_cp_sat,
    "clingo": by_clingo,
    "sat": by_sat,
}
PROGRAMS: dict[tuple[str, str], Callable[[], Found]] = {
    (solver, problem): partial(run, posted)
    for problem, several in _BY_PROBLEM.items()
    for (solver, run), posted in zip(_RUNNERS.items(), several, strict=True)
}
"""By solver and problem."""
