"""CP-SAT given an objective: better and better solutions, the last of which is proven best.

It is never asked to enumerate at the same time, which it does not do under an objective.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from ...models.language.model import Model
from ...models.language.objectives import Goal
from ..harness.contract import BOUND, Assignment, Control, SolverFailed
from ..harness.processes.background import produced
from .search import configure
from .translation import Translation, places

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

Row = tuple[int, ...]
ROUNDING = 1e-6
"""The most by which a bound is off the whole number that it is."""


def improving(model: Model, goal: Goal, control: Control) -> Iterator[Assignment]:
    """Solutions of `model`, each better in `goal`, a variable of it; the last is the best."""
    translation = Translation(model, control.check)
    held = places(translation.native, list(translation.variables.values()))
    names = [variable.name for variable in translation.variables]
    native: cp_model.CpModel = translation.native.model
    index, factor, constant = held[names.index(str(goal.expression))]
    variable = native.get_int_var_from_proto_index(index)
    if factor * goal.sign > 0:
        native.minimize(variable)
    else:
        native.maximize(variable)
    solver = _solver(control, presolve=translation.native.may_be_presolved)
    control.searching()

    def note(bound: float) -> None:
        """Report the bound of the variable as one of the goal; it may be a little off."""
        whole = round(bound) if abs(bound - round(bound)) < ROUNDING else None
        nearest = math.ceil(bound) if factor * goal.sign > 0 else math.floor(bound)
        control.statistics[BOUND] = factor * (nearest if whole is None else whole) + constant

    search = partial(_search, solver, native, [index for index, _, _ in held], control, note)
    for row in produced(search, control, solver.stop_search):
        values = [f * value + k for value, (_, f, k) in zip(row, held, strict=True)]
        yield dict(zip(names, values, strict=True))


def _solver(control: Control, *, presolve: bool) -> cp_model.CpSolver:
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    configure(solver.parameters, control.seed, presolve=presolve)
    solver.parameters.enumerate_all_solutions = False
    solver.parameters.keep_all_feasible_solutions_in_presolve = False
    solver.parameters.num_workers = control.jobs
    return solver


def _search(
    solver: cp_model.CpSolver,
    model: cp_model.CpModel,
    indices: list[int],
    control: Control,
    note: Callable[[float], None],
    put: Callable[[Row], bool],
) -> None:
    """Hand over each better solution. Raises: whatever kept the last from being proven best."""
    from ortools.sat.python import cp_model

    errors: list[BaseException] = []

    class Hand(cp_model.CpSolverSolutionCallback):
        """Hands over every solution, and stops the search when no more are wanted."""

        def on_solution_callback(self) -> None:
            try:
                note(self.best_objective_bound)
                if put(tuple(map(self.SolutionIntegerValue, indices))):
                    return
            except BaseException as error:
                errors.append(error)
            self.stop_search()

    status = solver.solve(model, Hand())
    control.statistics["branches"] = solver.num_branches
    control.statistics["conflicts"] = solver.num_conflicts
    if errors:
        raise errors[0]
    if status == cp_model.MODEL_INVALID:
        raise SolverFailed(f"CP-SAT refuses the model: {model.validate()}")
    if status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
        raise SolverFailed(f"CP-SAT ended with status {status}, which proves no solution best")
    bound = solver.best_objective_bound
    if status == cp_model.OPTIMAL and abs(bound - solver.objective_value) > ROUNDING:
        raise SolverFailed(f"CP-SAT says OPTIMAL at {solver.objective_value}, bounded by {bound}")
