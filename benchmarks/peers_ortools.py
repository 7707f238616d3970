"""OR-Tools: CP-SAT, and the CP solver that it had before."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from measure import Clock, Entrant
from plain import Image, Parts, Plain, Term

if TYPE_CHECKING:
    from tasks import Task

RELATIONS: dict[str, Callable[[Any, Any], Any]] = {"==": operator.eq, "!=": operator.ne}


def _sum(parts: Parts, variables: list[Any]) -> Any:
    """The sum of coefficient × variable, by the operators of a peer's expressions."""
    first, *rest = (variables[p] if c == 1 else variables[p] * c for c, p in parts)
    for part in rest:
        first = first + part
    return first


# ------------------------------------------------------------------------------------ CP-SAT


def _cp_sat(*, fixed: bool) -> Entrant:
    """One worker; `fixed`: by fixed search, smallest domain first, the best found for it."""

    def run(task: Task, clock: Clock) -> int:
        from ortools.sat.python import cp_model

        class Reader(cp_model.CpSolverSolutionCallback):
            def __init__(self) -> None:
                super().__init__()
                self.found = 0

            def on_solution_callback(self) -> None:
                self.found += 1

        clock.lap("importing")
        plain = task.plain()
        clock.lap("declaring")
        model = cp_model.CpModel()
        variables = [
            model.new_int_var_from_domain(cp_model.Domain.from_values(list(domain)), f"x{place}")
            for place, domain in enumerate(plain.domains)
        ]
        for terms in plain.distinct:
            model.add_all_different([_cp_sat_term(model, plain, variables, t) for t in terms])
        for sum_ in plain.sums:
            model.add(RELATIONS[sum_.relation](_sum(sum_.parts, variables), sum_.number))
        solver, reader = cp_model.CpSolver(), Reader()
        solver.parameters.enumerate_all_solutions = True
        solver.parameters.num_workers = 1
        if fixed:
            model.add_decision_strategy(
                variables, cp_model.CHOOSE_MIN_DOMAIN_SIZE, cp_model.SELECT_MIN_VALUE
            )
            solver.parameters.search_branching = cp_model.FIXED_SEARCH
        clock.lap("building")
        solver.solve(model, reader)
        return reader.found

    return run


def _cp_sat_term(model: Any, plain: Plain, variables: list[Any], term: Term | Image) -> Any:
    if isinstance(term, Image):
        values = [term.values[value] for value in plain.domains[term.place]]
        found = model.new_int_var(min(values), max(values), "")
        low = min(plain.domains[term.place])
        model.add_element(variables[term.place] - low, values, found)
        return found
    sum_ = _sum(term.parts, variables) + term.constant
    if len(term.parts) == 1 and not term.absolute:
        return sum_
    found = model.new_int_var(*plain.bounds(term), "")
    if term.absolute:
        model.add_abs_equality(found, sum_)
    else:
        model.add(found == sum_)
    return found


# ----------------------------------------------------------------------------- old CP solver


def _old_cp(*, smallest: bool, strong: bool) -> Entrant:
    """Depth first, reading all values; `strong`: with the stronger propagation of all-different."""

    def run(task: Task, clock: Clock) -> int:
        from ortools.constraint_solver import pywrapcp

        clock.lap("importing")
        plain = task.plain()
        clock.lap("declaring")
        solver = pywrapcp.Solver(task.name)
        variables = [solver.IntVar(list(d), f"x{p}") for p, d in enumerate(plain.domains)]
        for terms in plain.distinct:
            native = [_old_cp_term(solver, plain, variables, term).Var() for term in terms]
            solver.Add(solver.AllDifferent(native, strong))
        for sum_ in plain.sums:
            solver.Add(RELATIONS[sum_.relation](_sum(sum_.parts, variables), sum_.number))
        choice = solver.CHOOSE_MIN_SIZE_LOWEST_MIN if smallest else solver.CHOOSE_FIRST_UNBOUND
        solver.NewSearch(solver.Phase(variables, choice, solver.ASSIGN_MIN_VALUE))
        clock.lap("building")
        found = 0
        while solver.NextSolution():
            tuple([variable.Value() for variable in variables])
            found += 1
        solver.EndSearch()
        return found

    return run


def _old_cp_term(solver: Any, plain: Plain, variables: list[Any], term: Term | Image) -> Any:
    if isinstance(term, Image):
        low = min(plain.domains[term.place])
        values = [term.values[value] for value in plain.domains[term.place]]
        return solver.Element(values, variables[term.place] - low if low else variables[term.place])
    sum_ = _sum(term.parts, variables)
    sum_ = sum_ + term.constant if term.constant else sum_
    return abs(sum_) if term.absolute else sum_


ORTOOLS: dict[str, Entrant] = {
    "CP-SAT": _cp_sat(fixed=True),
    "CP-SAT, default": _cp_sat(fixed=False),
    "old CP solver: in order": _old_cp(smallest=False, strong=False),
    "old CP solver: in order, strong": _old_cp(smallest=False, strong=True),
    "old CP solver: smallest": _old_cp(smallest=True, strong=False),
    "old CP solver: smallest, strong": _old_cp(smallest=True, strong=True),
}
