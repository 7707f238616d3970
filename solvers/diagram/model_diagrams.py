"""The solutions of a model as a decision diagram, and the way back to the declared variables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, Unpack

from ...models.language.check import as_model
from ...models.language.errors import ModelError
from ...models.language.expressions import Variable, size
from ...models.language.late_dataclasses import replace
from ...models.language.model import Model
from ...models.language.own_constraints import without_own
from ...models.language.phrases import grouped
from ...models.language.viewpoints.labels import without_labels
from ...models.language.viewpoints.viewpoint import in_viewpoint
from ..harness.contract import Control, Incomplete, Stopped
from ..harness.options import AUTO, Options, SearchOptions, asked, offers
from ..harness.outcome import require_complete
from ..harness.rows.arrays import numpy, smallest_type
from ..harness.running.enumeration import DEFAULT_SOLVER, Enumeration
from ..harness.running.optimising import FirstPhase
from .construction import MOST_PLACES, Construction
from .decision_diagram import MOST_NODES, Diagram, Limits, TooLarge, resident
from .folded_rows import folded, folded_arrays
from .held_diagrams import ModelDiagram, domains_of
from .solution_diagram import SolutionDiagram

MOST_BYTES = 10**9
"""The most bytes of memory that a diagram takes, unless another limit is given."""
WORTH_LISTING = 250_000
"""From so many nodes on, it is also tried to list the solutions."""


class DiagramOptions(SearchOptions, total=False):
    """The keyword arguments of what builds a diagram."""

    memory: int | None
    project: Any


@offers(DiagramOptions)
def diagram_of(
    model: Model,
    *,
    nodes: int = MOST_NODES,
    order: str | None = None,
    **keywords: Unpack[DiagramOptions],
) -> ModelDiagram:
    """The solutions of `model` as a diagram, built from the declaration or of listed solutions.

    It has at most so many `nodes` before any are merged from below, or else so many solutions,
    and this process at most `memory` bytes, by default a gigabyte more than it has. Of a model
    with an objective, the best solutions; of one with a projection, or where `project` is asked
    for, the projected ones. Where an `order` is asked for, only that is tried, over the variables
    as declared.

    Raises: TooLarge; Incomplete where the time limit passed; as the solver that lists fails.
    """
    options = asked(**keywords)
    options.refuse("a diagram", "limit", "cluster", "isolate")
    declared = as_model(model)
    options = options.projecting(declared)
    control = Control(options)
    control.resume()
    try:
        memory = resident() + MOST_BYTES if options.memory is None else options.memory
        limits = Limits(control.check, nodes, memory)
        return _Building(declared, options, control, limits, order).found()
    except Stopped:
        raise Incomplete(f"the diagram of {declared.name} was stopped (time limit)", None) from None


class _Building:
    """One diagram in the making."""

    def __init__(
        self,
        declared: Model,
        options: Options,
        control: Control,
        limits: Limits,
        order: str | None,
    ) -> None:
        self._order = order
        self._options, self._control, self._limits = options, control, limits
        sought = declared if declared.objective is None else self._best(declared)
        coded, self._decode = without_labels(without_own(sought))
        self._declared = self._model = declared
        self._names: tuple[str, ...] | None = None
        if options.project is None:
            prefers = "rows" if order is None else "squares"
            self._view = in_viewpoint(coded, options.viewpoint, prefers)
        else:
            self._model = declared.projected(options.project)
            self._names = tuple(variable.name for variable in self._model.variables)
            self._view = in_viewpoint(coded, prefers="squares")

    def _best(self, declared: Model) -> Model:
        sought, outcome = FirstPhase(declared, DEFAULT_SOLVER, self._left()).settled()
        require_complete(outcome, None)
        assert sought is not None, "the first phase is complete"
        return sought

    def _left(self, patience: float | None = None) -> Options:
        """The options of a solver, which has the rest of the time, or less of `patience`."""
        times = [left for left in (self._control.remaining(), patience) if left is not None]
        if times and min(times) <= 0:
            raise Stopped
        limit = min(times, default=None)
        return replace(self._options, time_limit=limit, memory=None, project=None, viewpoint=AUTO)

    def found(self) -> ModelDiagram:
        """The diagram, built or of listed solutions."""
        building = Construction(self._view.model, self._limits, self._names)
        if self._order is not None:
            return self._held(building.in_order(self._order), self._order)
        most = self._limits.nodes
        can_list = all(size(v.domain) <= MOST_PLACES for v in self._view.model.variables)
        for nodes in building.limits_of_rounds():
            try:
                order, diagram = building.round(nodes)
            except TooLarge as error:
                refused = error
            else:
                return self._held(diagram, order)
            if can_list and nodes >= min(WORTH_LISTING, most):
                patience = None if nodes == most else self._control.elapsed()
                listed = self._listed(nodes, patience)
                if listed is not None:
                    return self._held(listed, "declared", is_listed=True)
        if not can_list:
            raise refused
        raise refused.with_more(f"; and there are more than {grouped(most)} solutions")

    def _held(self, diagram: Diagram, order: str, *, is_listed: bool = False) -> ModelDiagram:
        known = self._declared, self._model, self._view, self._decode
        return ModelDiagram(*known, diagram, order, is_listed)

    def _listed(self, most: int, patience: float | None) -> Diagram | None:
        """The diagram of the listed solutions; None where there are more than `most`.

        With `patience`, in seconds, also where it takes longer.
        """
        model = self._view.model
        options = replace(self._left(patience), limit=most + 1, project=self._names)
        with Enumeration(model, DEFAULT_SOLVER, options) as run:
            variables = run.projected.variables
            rows = list(self._blocks(run) if _fit_in_arrays(variables) else run)
        self._control.check()
        if not run.latest.complete:
            return None
        names = tuple(variable.name for variable in variables)
        domains = domains_of(run.projected)
        if _fit_in_arrays(variables):
            every = numpy().concatenate(rows) if rows else numpy().empty((0, len(names)))
            return folded_arrays(names, domains, every, self._limits)
        return folded(names, domains, (solution.row for solution in rows))

    def _blocks(self, run: Enumeration) -> Iterator[Any]:
        for block in run.arrays():
            size = len(run.projected.variables)
            self._limits.look(0, size, size, "declared")
            yield block


def _fit_in_arrays(variables: Sequence[Variable]) -> bool:
    """True if NumPy is installed, and 64 bits hold every value."""
    try:
        smallest_type(variables)
    except (ImportError, ModelError):
        return False
    return True


@offers(DiagramOptions)
def solution_set(
    model: Model, *, nodes: int = MOST_NODES, **keywords: Unpack[DiagramOptions]
) -> SolutionDiagram:
    """Every solution of `model` as an object, which need not list them.

    It is built of at most so many `nodes`, in at most `memory` bytes of this process; where it
    would take more, of as many listed solutions. Of a model with an objective they are the best
    ones, and with `project` the values of some variables.

    Raises: TooLarge, an Unsupported; Incomplete where the time limit passed.

    >>> from everyway.models import load
    >>> from everyway.solvers import solution_set
    >>> tilings = solution_set(load("dominoes", rows=8, columns=8))
    >>> tilings.count()
    12988816
    >>> tilings.place(tilings[10**7])
    10000000
    """
    return SolutionDiagram(diagram_of(model, nodes=nodes, **keywords))


WORTH_TALLYING, AT_ONCE = 100_000, 10_000
"""The solutions that are listed before a diagram is tried, and those that are tallied together."""


@offers(DiagramOptions)
def marginals(model: Model, **keywords: Unpack[DiagramOptions]) -> dict[str, dict[Any, int]]:
    """For each variable of `model` the number of solutions with each value, in order of the domain.

    A value that no solution has is left out. Up to 100,000 solutions are listed; more are held as
    `solution_set` does, and listed where that is too large. Of a model with an objective they are
    the best solutions, and with `project` those of some variables.

    Raises: Incomplete, with the number of solutions found so far, where the time limit passed.
    """
    options = asked(**keywords)
    options.refuse("what counts values", "limit", "cluster", "isolate")
    control = Control(options)
    control.resume()

    def rest(most: int | None = None) -> Options:
        left = control.remaining()
        return replace(options, limit=most, time_limit=left if left is None else max(left, 1e-9))

    for most in (WORTH_TALLYING, None):
        with Enumeration(model, DEFAULT_SOLVER, replace(rest(most), memory=None)) as run:
            variables = run.projected.variables
            tallies: list[Counter[Any]] = [Counter() for _ in variables]
            while rows := [solution.row for solution in islice(run, AT_ONCE)]:
                for tally, column in zip(tallies, zip(*rows, strict=True), strict=True):
                    tally.update(column)
        if run.outcome.reason != "limit":
            break
        with suppress(TooLarge, Incomplete):
            return solution_set(model, options=rest()).marginals()
    known = WORTH_TALLYING if most is None else 0
    require_complete(run.outcome, max(run.outcome.solutions, known))
    found = zip(variables, tallies, strict=True)
    order = {v.name: v.domain.index if v.labelled else None for v in variables}
    return {v.name: {x: each[x] for x in sorted(each, key=order[v.name])} for v, each in found}
