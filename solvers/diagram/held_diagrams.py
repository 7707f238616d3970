"""Sets of solutions held as diagrams, and the way back to the declared variables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, cast

from ...models.language.late_dataclasses import dataclass
from ...models.language.model import Model
from ...models.language.viewpoints.labels import codes_of, without_labels
from ...models.language.viewpoints.viewpoint import View
from .decision_diagram import Diagram, Domains
from .folded_rows import folded


@dataclass(frozen=True)
class ModelDiagram:
    """The set of solutions of a model, held as a diagram over the variables of a viewpoint.

    Each row of `diagram` is one solution, and each solution one row.
    """

    source: Model
    """The model that was declared, with its rules."""
    model: Model
    """The model whose assignments the solutions are: the declared one; of a projection, the
    projected one, which has no rules; of a model with an objective, the declared one, and the
    solutions are its best ones.
    """
    view: View
    """The viewpoint that the levels are variables of, over integers: `view.restore` turns its
    assignments into those of the declared variables, and `view.marks` says of a declared variable
    that is none of its own when it is 1. Of a projection it is the declared form, and the levels
    are those of its variables that are projected on.
    """
    decode: Callable[[Mapping[str, Any]], dict[str, Any]]
    """Turns an assignment of codes into one of labels; the same where there are no labels."""
    diagram: Diagram
    order: str
    """The name of the order of the levels: `declared` where it is that of `view.model`."""
    is_listed: bool = False
    """True if the diagram was not built from the rules: listed solutions make it."""
    is_whole: bool = True
    """True if these are said to be all solutions of the model, and not a part of them."""
    is_read: bool = False
    """True if these were not found here, but read from a file or a list."""

    @property
    def can_be_built(self) -> bool:
        """True if another diagram of the same set can be built from the rules."""
        return self.is_whole and not self.is_read

    def assignment(self, row: Sequence[int]) -> dict[str, Any]:
        """The declared assignment of a row of the diagram, labels and all, in declared order."""
        values = dict(zip(self.diagram.names, row, strict=True))
        found = self.decode(self.view.restore(values))
        return {variable.name: found[variable.name] for variable in self.model.variables}


def coded(model: Model) -> tuple[Model, Callable[[Mapping[str, Any]], dict[str, Any]]]:
    """The variables of `model` over codes of labels, and what turns assignments back."""
    return without_labels(model.rewritten(model.groups, []))


def domains_of(model: Model) -> Domains:
    """The domains of a model without labels."""
    return cast(Domains, tuple(variable.domain for variable in model.variables))


def listed(
    source: Model, model: Model, rows: Iterable[Sequence[Any]], *, is_whole: bool
) -> ModelDiagram:
    """The set of these rows of values of the variables of `model`, labels and all, each once."""
    (over, decode), codes = coded(model), codes_of(model.rewritten(model.groups, []))
    names = tuple(variable.name for variable in over.variables)
    plain = (tuple([codes[v] if isinstance(v, str) else v for v in row]) for row in rows)
    diagram = folded(names, domains_of(over), plain)
    view = View(over, dict, "declared")
    known = source, model, view, decode, diagram, "declared"
    return ModelDiagram(*known, is_listed=True, is_whole=is_whole, is_read=True)
