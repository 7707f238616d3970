"""The solutions of a model as a decision diagram, and the way back to the declared variables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Unpack, cast

from ...models.language.check import as_model
from ...models.language.late_dataclasses import dataclass
from ...models.language.model import Model
from ...models.language.own_constraints import without_own
from ...models.language.viewpoints.labels import without_labels
from ...models.language.viewpoints.viewpoint import View, in_viewpoint
from ..harness.options import SearchOptions, asked, offers
from ..harness.outcome import require_complete
from ..harness.running.enumeration import DEFAULT_SOLVER, solutions
from .decision_diagram import Diagram
from .folded_rows import folded


@dataclass(frozen=True)
class ModelDiagram:
    """The set of solutions of a model, held as a diagram over the variables of a viewpoint.

    Each row of `diagram` is one solution, and each solution one row.
    """

    model: Model
    """The model whose assignments the solutions are: the declared one; of a projection, the
    projected one, which has no rules; of a model with an objective, the declared one, and the
    solutions are its best ones.
    """
    view: View
    """The viewpoint that the levels are variables of, over integers: `view.restore` turns its
    assignments into those of the declared variables, and `view.marks` says of a declared variable
    that is none of its own when it is 1.
    """
    decode: Callable[[Mapping[str, Any]], dict[str, Any]]
    """Turns an assignment of codes into one of labels; the same where there are no labels."""
    diagram: Diagram
    order: str
    """The name of the order of the levels: `declared` where it is that of `view.model`."""

    def assignment(self, row: tuple[int, ...]) -> dict[str, Any]:
        """The declared assignment of a row of the diagram, labels and all."""
        return self.decode(self.view.restore(dict(zip(self.diagram.names, row, strict=True))))


@offers(SearchOptions)
def diagram_of(model: Model, **keywords: Unpack[SearchOptions]) -> ModelDiagram:
    """The solutions of `model` as a diagram.

    Raises: Incomplete where the time limit passed.
    """
    options = asked(**keywords)
    declared = as_model(model)
    coded, decode = without_labels(without_own(declared))
    view = in_viewpoint(coded, options.viewpoint)
    names = tuple(variable.name for variable in view.model.variables)
    domains = tuple(tuple(cast(range, variable.domain)) for variable in view.model.variables)
    with solutions(view.model, DEFAULT_SOLVER, options=options) as stream:
        rows = [tuple(solution.row) for solution in stream]
    require_complete(stream.outcome, rows)
    return ModelDiagram(declared, view, decode, folded(names, domains, rows), "declared")
