"""`candidates`: the possible values of any model, without listing its solutions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..models.language.check import as_model
from ..models.language.late_dataclasses import replace
from ..models.language.model import Model
from ..models.language.rules import rule
from ..solvers import marginals
from ..solvers.harness.contract import (
    Control,
    Disagreement,
    Incomplete,
    SolverUnavailable,
    Stopped,
    Unsupported,
)
from ..solvers.harness.options import Options
from ..solvers.harness.running.enumeration import DEFAULT_SOLVER, solutions
from ..solvers.harness.running.independent_parts import LEAST_TIME
from ..solvers.harness.running.optimising import FirstPhase
from .possible_values import Asking, Candidates
from .sessions import Live

COUNTING = 10.0
"""The most seconds that are spent on counting where no time limit is given."""
Counts = Mapping[str, Mapping[Any, int]]


def candidates(
    model: Model, *, counts: bool = True, together: bool = True, time_limit: float | None = None
) -> Candidates:
    """The values that each variable of `model` has in some solution; the solutions are not listed.

    With `together`, the values that always go together; with `counts`, in how many solutions each
    is, where that is known in the time that is left, or else in ten seconds. Of a model with an
    objective they are those of the best solutions, and of a projection those of what is projected.
    Values of which it is not known in time are named, and taken neither for possible nor for
    impossible. Raises: Disagreement where a solver is proven wrong.
    """
    control = Control(Options(time_limit=time_limit))
    control.resume()
    model = as_model(model)
    try:
        plain = _settled(model, control)
    except Incomplete:
        return Candidates.unknown(model)
    numbers = found = None
    try:
        with Live(plain, _left(control)) as session:
            found = session.candidates(together=together)
    except Incomplete:
        return Candidates.unknown(model)
    except (Unsupported, SolverUnavailable):  # what is not asked in clauses is asked of `auto`
        numbers = _counted(plain, control)
        found = Candidates.asked(Declared(plain, control, numbers), together=together)
    if counts and not found.undecided:
        numbers = numbers or _counted(plain, control)
    for name, values in found.values.items() if numbers else ():
        if values != tuple(numbers[name]):
            said = f"{name} has the values {values}, but counted were {numbers[name]}"
            raise Disagreement(f"{said}; compare solvers to see who is wrong", found)
    return replace(found, counts=numbers if counts else None)


def _settled(model: Model, control: Control) -> Model:
    """A model whose solutions are the best ones of `model`. Raises: Incomplete."""
    if model.objective is None:
        return model
    options = Options(time_limit=_left(control))
    sought, outcome = FirstPhase(model.projecting(), DEFAULT_SOLVER, options).settled()
    if sought is None:
        raise Incomplete(f"the best value was not found in time ({outcome.reason})", None)
    return sought.projecting(*model.projection)


def _left(control: Control) -> float | None:
    left = control.remaining()
    return None if left is None else max(left, LEAST_TIME)


def _counted(model: Model, control: Control) -> Counts | None:
    """The number of solutions with each value, where there is the time to count them."""
    try:
        return marginals(model, time_limit=_left(control) or COUNTING)
    except (Incomplete, Unsupported):
        return None


class Declared(Asking):
    """Asks `auto`, of a model declared anew each time; for what clauses cannot say."""

    def __init__(self, model: Model, control: Control, counts: Counts | None) -> None:
        super().__init__(model)
        self._counts = counts
        self._whole, self._control, self._known = model.projecting(), control, list[int]()
        self._bits = {value: bit for bit, value in enumerate(self.values)}

    def possible(self) -> tuple[int, int]:
        if self._counts is None:
            return super().possible()
        counted = ((name, value) for name, each in self._counts.items() for value in each)
        return sum(1 << self._bits[one] for one in counted), 0

    def known(self) -> Sequence[int]:
        return self._known

    def ask(self, *facts: int) -> int | None:
        self._control.check()
        named = [(fact > 0, *self.values[abs(fact) - 1]) for fact in facts]
        of = self.model.by_name
        asked = [of[n] == value if holds else of[n] != value for holds, n, value in named]
        model = self._whole + rule("asked", asked) if asked else self._whole
        options = Options(limit=1, time_limit=self._control.remaining())
        with solutions(model, DEFAULT_SOLVER, options=options) as run:
            solution = next(run, None)
        if solution is None:
            if not run.outcome.complete:
                raise Stopped
            return None
        self._known.append(sum(1 << self._bits[one] for one in solution.assignment.items()))
        return self._known[-1]
