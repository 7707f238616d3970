"""Running CP-SAT: solutions found by its thread are read by ours, which can stop it at any time.

The callback waits while enough solutions lie unread, so that memory does not grow with their
number; and it waits after the very first until somebody asks for a second.
"""

from __future__ import annotations

import threading
from collections.abc import Generator, Mapping
from typing import TYPE_CHECKING

from ..harness.contract import Control, SolverFailed
from .native import Native

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

Row = tuple[int, ...]

_PATIENCE = 0.02
_MOST_WAITING = 4096
_SEEDS = 2**31
_BY_CHANCE = 0.2


class Channel:
    """A queue of solutions from one thread to another; it holds a bounded number."""

    def __init__(self) -> None:
        self._condition = threading.Condition()
        self._rows: list[Row] = []
        self._room = 0
        self._batch = 1
        self._is_closed = False
        self.is_finished = False

    def put(self, row: Row) -> bool:
        """Hand over `row`, and wait until more are wanted; False when none ever will be."""
        with self._condition:
            self._rows.append(row)
            self._room -= 1
            if len(self._rows) >= self._batch // 2:
                self._condition.notify_all()
            while self._room <= 0 and not self._is_closed:
                self._condition.wait()
            return not self._is_closed

    def take(self) -> list[Row]:
        """The solutions there are, after a short wait for some; more are wanted from now on."""
        with self._condition:
            self._room = self._batch
            self._condition.notify_all()
            if len(self._rows) < max(1, self._batch // 2) and not self.is_finished:
                self._condition.wait(_PATIENCE)
            rows, self._rows = self._rows, []
            if rows:
                self._batch = min(2 * self._batch, _MOST_WAITING)
            return rows

    @property
    def is_waiting(self) -> bool:
        """True if solutions lie unread."""
        return bool(self._rows)

    def finish(self) -> None:
        """Say that no further solution comes."""
        with self._condition:
            self.is_finished = True
            self._condition.notify_all()

    def close(self) -> None:
        """Say that no further solution is wanted."""
        with self._condition:
            self._is_closed = True
            self._condition.notify_all()


class Search(threading.Thread):
    """An enumeration of the values at `indices` in every solution, in a thread of its own."""

    def __init__(
        self, native: Native, indices: list[int], seed: int | None, *, varied: bool = False
    ) -> None:
        from ortools.sat.python import cp_model

        super().__init__(name="cp-sat", daemon=True)
        self.channel = Channel()
        self.error: BaseException | None = None
        self.counts = {"branches": 0, "conflicts": 0}
        self.status: object = None
        self._model = native.model
        self._solver = cp_model.CpSolver()
        configure(self._solver.parameters, seed, presolve=native.may_be_presolved)
        if varied:
            self._solver.parameters.random_branches_ratio = _BY_CHANCE
            self._solver.parameters.random_polarity_ratio = _BY_CHANCE
        if native.in_order:
            self._solver.parameters.search_branching = cp_model.FIXED_SEARCH
        refuse_several_workers(self._solver.parameters)
        self._callback = _callback(self, indices)

    def run(self) -> None:
        """Enumerate; whatever goes wrong is left in `error`."""
        try:
            self.status = self._solver.solve(self._model, self._callback)
            self.note(self._solver.num_branches, self._solver.num_conflicts)
        except BaseException as error:
            self.error = error
        finally:
            self.channel.finish()

    def note(self, branches: int, conflicts: int) -> None:
        """Keep what CP-SAT has counted so far."""
        self.counts = {"branches": branches, "conflicts": conflicts}

    def end(self) -> None:
        """Stop the search and wait for its thread."""
        self.channel.close()
        while self.is_alive():
            # a stop that comes before the search has begun is lost, so it is repeated
            self._solver.stop_search()
            self.join(_PATIENCE)


def enumerated(
    native: Native, indices: list[int], control: Control, *, varied: bool = False
) -> Generator[Row, None, None]:
    """The values at `indices` in every solution of `native`; a normal end means that is all.

    If `varied`, some choices are made by chance, so that solutions differ more from the last.
    Raises: Stopped when told to stop; SolverFailed when CP-SAT ends otherwise than complete.
    """
    search = Search(native, indices, control.seed, varied=varied)
    before = dict(control.statistics)
    search.start()
    try:
        while not search.channel.is_finished or search.channel.is_waiting:
            control.check()
            rows = search.channel.take()
            _add(control.statistics, search.counts, before)
            for row in rows:
                yield row
                control.check()
    finally:
        search.end()
        _add(control.statistics, search.counts, before)
    _refuse_incomplete(search, native.model)


def _add(
    statistics: dict[str, int | float | str],
    counts: dict[str, int],
    before: Mapping[str, int | float | str],
) -> None:
    """Tell `counts`, on top of those of the searches `before`."""
    for name, number in counts.items():
        earlier = before.get(name, 0)
        statistics[name] = number + (earlier if isinstance(earlier, int) else 0)


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


def _callback(search: Search, indices: list[int]) -> cp_model.CpSolverSolutionCallback:
    from ortools.sat.python import cp_model

    class Hand(cp_model.CpSolverSolutionCallback):
        """Hands every solution to the reader, and stops the search when there is none."""

        def on_solution_callback(self) -> None:
            try:
                search.note(self.num_branches, self.num_conflicts)
                if search.channel.put(tuple(map(self.SolutionIntegerValue, indices))):
                    return
            except BaseException as error:
                search.error = error
            self.stop_search()

    return Hand()


def _refuse_incomplete(search: Search, model: cp_model.CpModel) -> None:
    """Raises: whatever kept `search` from being complete."""
    from ortools.sat.python import cp_model

    if search.error is not None:
        raise search.error
    if search.status in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
        return
    if search.status == cp_model.MODEL_INVALID:
        raise SolverFailed(f"CP-SAT refuses the model: {model.validate()}")
    raise SolverFailed(
        f"CP-SAT ended with status {search.status}, which does not say that every solution"
        " was found"
    )
