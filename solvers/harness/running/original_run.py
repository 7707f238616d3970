"""A run of a solver on the text from which a model was read, in the place of the model."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ....models.language.model import Model
from ..contract import Control, Unsupported
from ..outcome import Outcome
from ..registry import Solver, solvers
from ..solver_names import ORIGINAL

Adapt = Callable[[Mapping[str, Any]], tuple[Mapping[str, Any], bool]]


def values_of(
    model: Model, solver: Solver, control: Control, outcome: Outcome
) -> tuple[Adapt, Iterator[Mapping[str, Any]]]:
    """A test of assignments for declared values of what the text prints; and the stream.

    Raises: Unsupported where more is asked for than the text prints.
    """
    if control.options.cluster is not None:
        raise Unsupported("the original text is solved on this machine; leave the cluster out")
    shown = model.projected(model.projection) if model.projection else model
    domains = {variable.name: variable.domain for variable in shown.variables}
    missing = [name for name in control.project or domains if name not in domains]
    if missing:
        raise Unsupported(f"the original text does not print {missing[0]}; it prints {[*domains]}")

    def adapt(given: Mapping[str, Any]) -> tuple[Mapping[str, Any], bool]:
        fits = given.keys() == domains.keys()
        return given, fits and all(given[name] in domain for name, domain in domains.items())

    assert solver.originals is not None, "it was looked for when it was named"
    return adapt, iter(solver.originals(model, outcome.objective, control))


def of_originals(model: Model) -> list[str]:
    """The names of installed solvers on the text from which `model` was read, if there is one."""
    suffix = os.path.splitext(model.recipe.puzzle)[1] if model.recipe else ""
    if not suffix:
        return []
    found = [s for s in solvers(b"originals") if suffix in s.traits.originals and s.is_installed()]
    return [f"{solver.name}{_preferred(solver)}+{ORIGINAL}" for solver in found]


def _preferred(solver: Solver) -> str:
    """The solver that a library uses unless another is named, in brackets, if it says so."""
    name = getattr(solver.module, "preferred", str)()
    return f"[{name}]" if name else ""
