"""Running CP-SAT: a thread of its own searches, so that ours can stop it at any time."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING

from ..harness.contract import Assignment, Control, SolverFailed
from ..harness.processes.background import produced
from ..harness.running.run import Seen
from . import native_constraints
from .native import Native
from .translation import Translation

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


# ---------------------------------------------------------------------------------------- blocking
# Each combination of values of the projected variables once, by forbidding what was found.
#
# CP-SAT enumerates the values of all its variables, and takes no constraint while it does. So a
# search is left to itself as long as it keeps finding new combinations; when it mostly repeats
# itself it is ended, what was found is forbidden, and another search begins. That one makes some
# of its choices by chance: in CP-SAT's own order one combination may come with millions of
# completions before the next, by chance the next soon comes.


PATIENCE = 1_000
"""The repeats read before a search is ended: about as long as another takes to start."""
MOST_FORBIDDEN = 100_000
"""Past so many combinations no more are forbidden: the native model would outgrow the search."""

Search = Callable[[bool], Generator[Assignment, None, None]]
"""Searches for all solutions of the native model as it then is, partly by chance if asked so."""


def projected(
    names: Sequence[str], search: Search, translation: Translation, control: Control
) -> Generator[Assignment, None, None]:
    """A solution for each combination of values of `names`; a normal end means that is all."""
    projection = Projection(names, translation, control)
    while not projection.is_complete:
        with closing(search(projection.repeats_itself)) as found:
            yield from projection.new(found)
        projection.forbid()  # only now, as the search that has ended read the same native model


class Projection:
    """The combinations that were found, and those of them that the native model forbids."""

    def __init__(self, names: Sequence[str], translation: Translation, control: Control) -> None:
        held = {variable.name: linear for variable, linear in translation.variables.items()}
        self._names, self._terms = names, [held[name] for name in names]
        self._native, self._statistics = translation.native, control.statistics
        self._seen = Seen(names)
        self._searches = self._repeats = self._forbidden = 0
        self._to_forbid: list[tuple[int, ...]] = []
        self.is_complete = False
        """True if a search came to its end, so that no combination is left."""

    @property
    def repeats_itself(self) -> bool:
        """True if a search had to be ended."""
        return self._searches > 0

    def new(self, found: Iterator[Assignment]) -> Iterator[Assignment]:
        """Those of a search's solutions that are new, until it ends or repeats itself too much."""
        self._searches += 1
        repeats = 0
        self._report()
        for solution in found:
            if self._seen.is_new(solution):
                self._note(solution)
                yield solution
                continue
            repeats += 1
            self._repeats += 1
            self._report()
            if self._is_worth_another(repeats):
                return
        self.is_complete = True

    def _report(self) -> None:
        self._statistics.update(searches=self._searches, repeats=self._repeats)

    def _note(self, solution: Assignment) -> None:
        if self._forbidden + len(self._to_forbid) < MOST_FORBIDDEN:
            self._to_forbid.append(tuple(solution[name] for name in self._names))

    def _is_worth_another(self, repeats: int) -> bool:
        """True if so many repeats took about as long as another search takes to start.

        That takes the longer the more is forbidden, and is in vain if nothing was found since.
        """
        known = self._forbidden + len(self._to_forbid)
        return bool(self._to_forbid) and repeats >= PATIENCE + known

    def forbid(self) -> None:
        """Have the native model forbid what was found since this was last done."""
        native_constraints.table(self._native, self._terms, self._to_forbid, allowed=False)
        self._forbidden += len(self._to_forbid)
        self._to_forbid = []
