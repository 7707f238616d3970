"""Running CP-SAT: a thread of its own searches, so that ours can stop it at any time."""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import partial
from typing import TYPE_CHECKING

from ..harness.contract import Control, SolverFailed
from ..harness.processes.background import produced
from .native import Native

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

Row = tuple[int, ...]

_SEEDS = 2**31
_BY_CHANCE = 0.2


def enumerated(
    native: Native, indices: list[int], control: Control, *, varied: bool = False
) -> Generator[Row, None, None]:
    """The values at `indices` in every solution of `native`; a normal end means that is all.

    If `varied`, some choices are made by chance, so that solutions differ more from the last.
    Raises: Stopped when asked to stop; SolverFailed when CP-SAT ends otherwise than complete.
    """
    solver = _solver(native, control.seed, varied=varied)
    search = partial(_search, solver, native.model, indices, control)
    return produced(search, control, solver.stop_search)


def _solver(native: Native, seed: int | None, *, varied: bool) -> cp_model.CpSolver:
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    configure(solver.parameters, seed, presolve=native.may_be_presolved)
    if varied:
        solver.parameters.random_branches_ratio = _BY_CHANCE
        solver.parameters.random_polarity_ratio = _BY_CHANCE
    if native.in_order:
        solver.parameters.search_branching = cp_model.FIXED_SEARCH
    refuse_several_workers(solver.parameters)
    return solver


def configure(parameters: cp_model.SatParameters, seed: int | None, *, presolve: bool) -> None:
    """Set `parameters` to find every solution once."""
    # beyond some size of values its presolve loses solutions
    parameters.cp_model_presolve = presolve
    # with more workers CP-SAT loses solutions and says that it is complete
    parameters.num_workers = 1
    parameters.enumerate_all_solutions = True
    parameters.keep_all_feasible_solutions_in_presolve = True
    # the interpreter must see Ctrl-C, not the library
    parameters.catch_sigint_signal = False
    parameters.random_seed = (1 if seed is None else seed) % _SEEDS


def refuse_several_workers(parameters: cp_model.SatParameters) -> None:
    """Raises: SolverFailed unless a single worker is to enumerate."""
    several = parameters.interleave_search or parameters.num_search_workers > 1
    if parameters.num_workers != 1 or several:
        raise SolverFailed(
            f"cp-sat was set to {parameters.num_workers} workers; with more than one it loses"
            " solutions, so it enumerates with one"
        )


def _search(
    solver: cp_model.CpSolver,
    model: cp_model.CpModel,
    indices: list[int],
    control: Control,
    put: Callable[[Row], bool],
) -> None:
    """Hand over every solution. Raises: whatever kept the search from being complete."""
    from ortools.sat.python import cp_model

    before = {name: control.statistics.get(name, 0) for name in ("branches", "conflicts")}
    errors: list[BaseException] = []

    def note(branches: int, conflicts: int) -> None:
        """Report the counts, on top of those of the searches before."""
        for name, number in (("branches", branches), ("conflicts", conflicts)):
            control.statistics[name] = int(before[name]) + number

    class Hand(cp_model.CpSolverSolutionCallback):
        """Hands over every solution, and stops the search when no more are wanted."""

        def on_solution_callback(self) -> None:
            try:
                note(self.num_branches, self.num_conflicts)
                if put(tuple(map(self.SolutionIntegerValue, indices))):
                    return
            except BaseException as error:
                errors.append(error)
            self.stop_search()

    status = solver.solve(model, Hand())
    note(solver.num_branches, solver.num_conflicts)
    if errors:
        raise errors[0]
    if status == cp_model.MODEL_INVALID:
        raise SolverFailed(f"CP-SAT refuses the model: {model.validate()}")
    if status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
        raise SolverFailed(
            f"CP-SAT ended with status {status}, which does not say that every solution was found"
        )
