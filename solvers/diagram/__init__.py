"""A decision diagram of all solutions, built level by level from the declaration.

What is left of each constraint after the first levels is its residual; nodes with the same
residuals are one. So solutions are counted, and held, that nobody could list. `solution_set` lists
them instead where that is quicker; the solver of this name never does.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING

from ...models.language.model import Model
from ..harness.contract import Assignment, Control, Traits
from .decision_diagram import Diagram

if TYPE_CHECKING:
    from .decision_diagram import Limits

TRAITS = Traits(projects=True, module="numpy")
READING, NODE, STATE = 400_000, 500, 15_000
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
    from .decision_diagram import MOST_NODES, Limits

    yield _counted(model, control, Limits(control.check, MOST_NODES))


def counts_within(model: Model, control: Control, work: float) -> int | None:
    """The number of solutions of `model`, if that much work finds it; None where it does not.

    Orders of the variables race. Work is in billionths of a second of a machine of the year 2026.
    """
    from .decision_diagram import MOST_NODES_COUNTED, Limits, TooLarge

    reading = READING * (len(model.variables) + len(model.constraints))
    nodes = int(min((work - reading) / NODE, MOST_NODES_COUNTED))
    if nodes <= 0 or not find_spec(TRAITS.module):
        return None
    states = itertools.count()

    def check() -> None:
        control.check()
        if next(states) * STATE > work:
            raise TooLarge(0, len(model.variables), "any", "too many states of constraints")

    try:
        return _counted(model, control, Limits(check, nodes))
    except TooLarge:
        return None


def _counted(model: Model, control: Control, limits: Limits) -> int:
    from .construction import Construction

    name, number = Construction(model, limits).counted()
    control.statistics["order"] = name
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
