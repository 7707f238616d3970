"""A decision diagram of all solutions, built level by level from the declaration.

What is left of each constraint after the first levels is its residual; nodes with the same
residuals are one. So solutions are counted, and held, that nobody could list. `solution_set` lists
them instead where that is quicker; the solver of this name never does.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING

from ...models.language.model import Model
from ..harness.contract import Assignment, Control, Traits
from .decision_diagram import Diagram

if TYPE_CHECKING:
    from .construction import Construction
    from .decision_diagram import Limits

TRAITS = Traits(projects=True, module="numpy")
READING, NODE, STATE = 50_000, 75, 15_000
"""The work of reading a variable or constraint, of a node with its edges, and of a state of a
constraint.
"""


def solutions(model: Model, control: Control) -> Iterator[Assignment]:
    """Every solution of `model`, along the paths of its diagram. Raises: TooLarge."""
    found = _diagram(model, control)
    for row in found.rows(None if control.project is None else len(control.project)):
        control.check()
        yield dict(zip(found.names, row, strict=True))


def counts(model: Model, control: Control) -> Iterator[int]:
    """The number of solutions of `model`. Raises: TooLarge."""
    if control.project is not None:
        yield _diagram(model, control).count()
        return
    from .decision_diagram import MOST_NODES_COUNTED, Limits

    yield _counted(_construction_of(model, Limits(control.check, MOST_NODES_COUNTED)), control)


class Counting:
    """The count of a model, which may be asked for again with more work, and then goes on."""

    def __init__(self, model: Model) -> None:
        self._model, self._control, self._states = model, Control(), 0.0
        self._construction: Construction | None = None

    def within(self, control: Control, work: float) -> int | None:
        """The number of solutions, if that much work finds it; None where it does not.

        Orders of the variables race. Work is in billionths of a second of a machine of the year
        2026.
        """
        from .decision_diagram import MOST_NODES_COUNTED, Limits, TooLarge

        reading = READING * (len(self._model.variables) + len(self._model.constraints))
        nodes = int(min((work - reading) / NODE, MOST_NODES_COUNTED))
        if nodes <= 0 or not find_spec(TRAITS.module):
            return None
        self._control, self._states = control, work / STATE
        limits = Limits(self._check, nodes)
        if self._construction is None:
            self._construction = _construction_of(self._model, limits)
        self._construction.limits = limits
        self._construction.goes_on = nodes < MOST_NODES_COUNTED
        try:
            return _counted(self._construction, control)
        except (TooLarge, _OutOfWork):
            return None

    def _check(self) -> None:
        self._control.check()
        self._states -= 1
        if self._states < 0:
            raise _OutOfWork


class _OutOfWork(Exception):
    """The work of looking at states of constraints is used up."""


def _construction_of(model: Model, limits: Limits) -> Construction:
    """The construction of diagrams of a model, or of one with as many solutions."""
    from .construction import Construction
    from .positions import by_positions

    return Construction(by_positions(model) or model, limits)


def _counted(construction: Construction, control: Control) -> int:
    control.statistics["order"], number = construction.counted()
    control.searching()
    return number


def _diagram(model: Model, control: Control) -> Diagram:
    from .construction import Construction
    from .decision_diagram import MOST_NODES, Limits

    limits = Limits(control.check, MOST_NODES)
    _, found = Construction(model, limits, control.project, is_cut=False).raced()
    control.statistics["nodes"] = found.nodes
    control.searching()
    return found
