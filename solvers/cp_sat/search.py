"""Running CP-SAT: a thread of its own searches, so that ours can stop it at any time."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, suppress
from functools import partial
from typing import TYPE_CHECKING

from ...models.language.constraints import Comparison
from ...models.language.expressions import Expression, Variable
from ...models.language.model import Model
from ...models.language.objectives import Goal
from ..harness.contract import BOUND, Assignment, Control, OutOfEffort, SolverFailed
from ..harness.processes.background import produced
from ..harness.running.run import Seen
from . import native_constraints
from .native import Native
from .translation import Translation, places

if TYPE_CHECKING:
    from ortools.sat.python import cp_model


Row = tuple[int, ...]

_SEEDS = 2**31
_BY_CHANCE = 0.2
LEAST_EFFORT = 1e-6
"""The effort of a search after one that has used up all."""


def enumerated(
    native: Native, indices: list[int], control: Control, *, varied: bool = False
) -> Generator[Row, None, None]:
    """The values at `indices` in every solution of `native`; a normal end means that is all.

    If `varied`, some choices are made by chance, so that solutions differ more from the last.
    Raises: Stopped when asked to stop; SolverFailed when CP-SAT ends otherwise than complete.
    """
    solver = _solver(native, control.seed, varied=varied)
    lacking = "does not say that every solution was found"
    search = partial(_handed_over, solver, native.model, indices, control, lacking=lacking)
    return produced(search, control, solver.stop_search)


def _solver(native: Native, seed: int | None, *, varied: bool) -> cp_model.CpSolver:
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    configure(solver.parameters, seed, presolve=native.may_be_presolved)
    if not native.may_be_probed:
        solver.parameters.cp_model_probing_level = 0
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


def _handed_over(
    solver: cp_model.CpSolver,
    model: cp_model.CpModel,
    indices: list[int],
    control: Control,
    put: Callable[[Row], bool],
    *,
    lacking: str,
    note: Callable[[cp_model.CpSolverSolutionCallback], object] = lambda _: None,
) -> cp_model.CpSolverStatus:
    """Hand over every solution, each after a `note`: the status, which is complete.

    Raises: whatever kept the search from that; `lacking` says of another status what it is not.
    """
    from ortools.sat.python import cp_model

    before = {name: control.statistics.get(name, 0) for name in ("branches", "conflicts")}
    errors: list[BaseException] = []

    def count(branches: int, conflicts: int) -> None:
        """Report the counts, on top of those of the searches before."""
        for name, number in (("branches", branches), ("conflicts", conflicts)):
            control.statistics[name] = int(before[name]) + number

    class Hand(cp_model.CpSolverSolutionCallback):
        """Hands over every solution, and stops the search when no more are wanted."""

        def on_solution_callback(self) -> None:
            try:
                count(self.num_branches, self.num_conflicts)
                note(self)
                if put(tuple(map(self.SolutionIntegerValue, indices))):
                    return
            except BaseException as error:
                errors.append(error)
            self.stop_search()

    if control.effort is not None:
        solver.parameters.max_deterministic_time = control.effort
    status = solver.solve(model, Hand())
    count(solver.num_branches, solver.num_conflicts)
    if errors:
        raise errors[0]
    if status == cp_model.MODEL_INVALID:
        raise SolverFailed(f"CP-SAT refuses the model: {model.validate()}")
    if status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
        if control.effort is not None and solver.deterministic_time >= control.effort:
            raise OutOfEffort
        raise SolverFailed(f"CP-SAT ended with status {status}, which {lacking}")
    if control.effort is not None:
        control.effort = max(control.effort - solver.deterministic_time, LEAST_EFFORT)
    return status


# --------------------------------------------------------------------------------------- improving
# Better and better solutions, the last of which is proven best.
#
# CP-SAT is never asked to enumerate at the same time, which it does not do under an objective.


ROUNDING = 1e-6
"""The most by which a bound is off the whole number that it is."""
WORTH_TWO_WAYS = 0.1
"""The effort of which half goes to other strategies by turns, where any solution is the best."""


def improving(model: Model, goal: Goal, control: Control) -> Iterator[Assignment]:
    """Solutions of `model`, each better in `goal`, a variable of it; the last is the best.

    Effort is in CP-SAT's deterministic seconds, each some seconds of a processor. Where it is
    enough, and no solution is better than another, it is spent in two ways, one after the other:
    what one of them does not find in a long time the other often finds at once.
    """
    from ortools.sat.python import cp_model

    if model not in control.kept:
        control.kept.clear()
        control.kept[model] = Translation(model, control.check)
    translation: Translation = control.kept[model]
    held = places(translation.native, list(translation.variables.values()))
    names = [variable.name for variable in translation.variables]
    native = translation.native.model
    value = model.by_name[str(goal.expression)]
    is_any_best = len(value.domain) == 1
    if is_any_best:  # with no objective it finds one sooner, and has no bound to say
        native.clear_objective()  # type: ignore[no-untyped-call]
        control.statistics[BOUND] = int(value.domain[0])
    else:
        translation.native.aim(translation.term_of(_worth(model, value)), goal.sign)
    solver = cp_model.CpSolver()
    configure(solver.parameters, control.seed, presolve=translation.native.may_be_presolved)
    solver.parameters.enumerate_all_solutions = False
    solver.parameters.keep_all_feasible_solutions_in_presolve = False
    # else it takes one value to be no worse than another that `!=` may need: docs/faults
    solver.parameters.keep_symmetry_in_presolve = True
    solver.parameters.num_workers = control.jobs
    if control.effort is not None and not is_any_best:  # most such searches are shorter than these
        solver.parameters.max_presolve_iterations = 1
        solver.parameters.cp_model_probing_level = 0
    if translation.native.aims_at_values:  # cuts bound such a sum best
        solver.parameters.linearization_level = 2
    control.searching()

    def note(search: cp_model.CpSolverSolutionCallback) -> None:
        """Report the bound of the variable as one of the goal; it may be a little off."""
        if is_any_best:
            return
        bound = search.best_objective_bound
        whole = round(bound) if abs(bound - round(bound)) < ROUNDING else None
        nearest = math.ceil(bound) if goal.sign > 0 else math.floor(bound)
        control.statistics[BOUND] = nearest if whole is None else whole

    def search(put: Callable[[Row], bool]) -> None:
        """Hand over each better solution. Raises: whatever kept the last from proven best."""
        indices, lacking = [index for index, _, _ in held], "proves no solution best"
        place, least = names.index(value.name), math.inf
        _, factor, constant = held[place]

        def put_better(row: Row) -> bool:
            """Of those reported some were better only until presolve was undone, or never."""
            nonlocal least
            cost = goal.sign * (factor * row[place] + constant)
            is_better, least = cost < least, min(least, cost)
            return put(row) if is_better else True

        status = _handed_over(
            solver, native, indices, control, put_better, lacking=lacking, note=note
        )
        if status != cp_model.OPTIMAL or is_any_best:
            return
        bound, best = solver.best_objective_bound, solver.objective_value
        if abs(bound - best) > ROUNDING:
            raise SolverFailed(f"CP-SAT says OPTIMAL at {best}, bounded by {bound}")
        if abs(goal.sign * best - least) > ROUNDING:
            raise SolverFailed(f"CP-SAT says OPTIMAL at {best}, which it did not report")

    def in_two_ways(put: Callable[[Row], bool]) -> None:
        """The same by one strategy, and then, in this thread too, by all of them by turns."""
        effort = control.effort
        if is_any_best and effort is not None and effort >= WORTH_TWO_WAYS:
            control.effort = effort / 2
            with suppress(OutOfEffort):
                return search(put)
            solver.parameters.interleave_search = True
        return search(put)

    for row in produced(in_two_ways, control, solver.stop_search):
        values = [f * number + k for number, (_, f, k) in zip(row, held, strict=True)]
        yield dict(zip(names, values, strict=True))


def _worth(model: Model, value: Variable) -> Expression:
    """The expression that a variable is required to equal: CP-SAT bounds it better; or itself."""
    for constraint in reversed(model.constraints):
        match constraint:
            case Comparison(left, "==", right) if left is value:
                return right
            case _:
                pass
    return value


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
