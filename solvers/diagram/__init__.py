"""A decision diagram of all solutions, built level by level from the declaration.

What is left of each constraint after the first levels is its residual; nodes with the same
residuals are one. So solutions are counted, and held, that nobody could list. `solution_set` lists
them instead where that is quicker; the solver of this name never does.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...models.language.model import Model
from ..harness.contract import Assignment, Control, Traits
from .decision_diagram import Diagram

TRAITS = Traits(projects=True)


def solutions(model: Model, control: Control) -> Iterator[Assignment]:
    """Every solution of `model`, along the paths of its diagram. Raises: TooLarge."""
    found = _diagram(model, control)
    for row in found.rows(None if control.project is None else len(control.project)):
        control.check()
        yield dict(zip(found.names, row, strict=True))


def counts(model: Model, control: Control) -> Iterator[int]:
    """The number of solutions of `model`. Raises: TooLarge."""
    yield _diagram(model, control).count()


def _diagram(model: Model, control: Control) -> Diagram:
    from .construction import Construction
    from .limits_of_diagrams import MOST_NODES, Limits

    limits = Limits(control.check, MOST_NODES)
    _, found = Construction(model, limits, control.project, is_cut=False).raced()
    control.statistics["nodes"] = found.nodes
    control.searching()
    return found
