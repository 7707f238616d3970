"""Symmetries as data: what moves variables and exchanges values, and keeps solutions solutions.

>>> from everyway.models import symmetries
>>> from everyway.models.queens import queens
>>> group = symmetries(queens(6))
>>> group.order, [generator.name for generator in group.generators]
(8, ['quarter turn', 'mirror left-right'])
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any

from ..check import Judge
from ..constraints import Constraint, any_of
from ..errors import ModelError
from ..expressions import Domain, Variable, size
from ..late_dataclasses import dataclass, field
from ..model import Model
from ..nodes import Value
from ..phrases import did_you_mean
from ..rules import Rule
from ..solution import Solution

ValueMap = Mapping[Value, Value]
"""The image of each value of a variable; a value that is not named stays."""

MOST_VALUES = 10_000
"""Larger domains are not turned around."""


@dataclass(frozen=True, eq=False)
class Symmetry:
    """A permutation of a model's variables together with one of their values, under a name.

    What a variable holds goes to `variables[its name]`, changed by `values[its name]` on the way.
    Names that are not there stay, as do values.
    """

    name: str
    variables: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, ValueMap] = field(default_factory=dict)

    def __call__(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """The image of an assignment, which may be partial."""
        return {
            self.variables.get(name, name): self.values.get(name, {}).get(value, value)
            for name, value in values.items()
        }

    def image(self, solution: Solution) -> Solution:
        """The image of `solution`."""
        return solution.model.solution(self(solution.assignment))

    def keeps(self, solution: Solution) -> bool:
        """True if `solution` is its own image."""
        return self.image(solution).row == solution.row

    def shown_in(self, model: Model) -> Symmetry:
        """Itself. Raises: ModelError where it is no symmetry of `model`, or is not shown to be."""
        return declared(model, [self])[0]

    def __repr__(self) -> str:
        return f"<symmetry: {self.name}>"


# ---------------------------------------------------------------------------- constructors


def symmetry(
    name: str,
    variables: Mapping[Any, Any] | None = None,
    values: Mapping[Any, ValueMap] | None = None,
) -> Symmetry:
    """The symmetry that brings variables to variables and changes values, by variable or name.

    >>> from everyway.models import variables
    >>> q = variables("q", 2, range(2))
    >>> symmetry("swapped", {q[0]: q[1], q[1]: q[0]})({"q[0]": 0, "q[1]": 1})
    {'q[1]': 0, 'q[0]': 1}
    """
    moved = {_name(source): _name(target) for source, target in (variables or {}).items()}
    return Symmetry(name, moved, {_name(v): dict(change) for v, change in (values or {}).items()})


def exchange(members: Iterable[Variable], first: Value, second: Value, name: str = "") -> Symmetry:
    """In all `members` at once, the two values change places."""
    both = {first: second, second: first}
    return Symmetry(name or f"{first} ↔ {second}", {}, {v.name: both for v in members})


def complement(members: Iterable[Variable], name: str = "complement") -> Symmetry:
    """Each of `members` takes the value that is as far from the end of its domain as it was
    from the beginning.
    """
    known: dict[Domain, ValueMap] = {}
    changes = {v.name: known.setdefault(v.domain, _turned(v.domain)) for v in members}
    return Symmetry(name, {}, changes)


def reversal(members: Sequence[Variable], name: str = "reversal") -> Symmetry:
    """The last of `members` changes places with the first, and so on."""
    return Symmetry(
        name, {a.name: b.name for a, b in zip(members, reversed(members), strict=True)}, {}
    )


# ------------------------------------------------------------------- what can act on a model


def fault_of(model: Model, symmetry: Symmetry) -> str:
    """The reason why `symmetry` does not permute variables of `model` and their values; else ""."""
    known = model.by_name
    for name in (*symmetry.variables, *symmetry.variables.values(), *symmetry.values):
        if name not in known:
            return f"there is no variable {name!r}; {did_you_mean(name, known, 'there are')}"
    targets = [symmetry.variables.get(name, name) for name in known]
    if len(set(targets)) < len(targets):
        twice = next(name for name in targets if targets.count(name) > 1)
        return f"two variables move to {twice}; each needs a place of its own"
    for name, target in zip(known, targets, strict=True):
        change = symmetry.values.get(name)
        source, reached = known[name].domain, known[target].domain
        if not _onto(source, change, reached):
            return f"the values of {name} do not become those of {target}, each once"
    return ""


def _onto(source: Domain, change: ValueMap | None, target: Domain) -> bool:
    if not change:
        return source is target or source == target
    if size(source) != size(target) or size(source) > MOST_VALUES:
        return False
    return {change.get(value, value) for value in source} == set(target)


def declared(model: Model, given: Iterable[Symmetry]) -> tuple[Symmetry, ...]:
    """`given`, each shown to be a symmetry of `model`.

    Raises: ModelError for one that is not, with a solution whose image is none, or that could
    not be shown to be one.
    """
    from .invariance import Invariance

    check = Invariance(model)
    read = tuple(given)
    for one in read:
        if not isinstance(one, Symmetry):
            raise ModelError(f"{one!r} is no symmetry; write one with symmetry(name, …)")
        fault = fault_of(model, one)
        if fault:
            raise ModelError(f"{one.name!r} is no symmetry of {model.name}: {fault}")
        if not check.holds(one):
            _refute(model, one)
    return read


SOLVERS = "everyway.solvers"
"""The module whose `counterexample` searches where the declaration does not show a symmetry."""
MOST_IMAGES, MOST_SECONDS = 20_000, 10.0
"""The most solutions whose images are judged, and the longest search."""


def _refute(model: Model, symmetry: Symmetry) -> None:
    """Nothing, where all solutions were looked at and each has its image among them.

    Raises: ModelError with a solution whose image is none; or that none was found in a search
    that was too large to end.
    """
    # A solution that is its own image proves nothing.
    moved = Rule("not its own image", (any_of(_differences(model, symmetry)),))
    solvers = import_module(SOLVERS)
    try:
        found = solvers.counterexample(
            model.also(moved),
            symmetry,
            limit=MOST_IMAGES,
            time_limit=MOST_SECONDS,
        )
    except (solvers.Incomplete, solvers.Unsupported):
        raise ModelError(
            f"{symmetry.name!r} cannot be shown to be a symmetry of {model.name}: it brings some"
            " constraints to others than those declared; declare them as well, or leave it out"
        ) from None
    if found is not None:
        image = symmetry(found.assignment)
        raise ModelError(
            f"{symmetry.name!r} is no symmetry of {model.name}: of the solution"
            f" {_shown(model, found.assignment)} it makes {_shown(model, image)}, which breaks"
            f" {Judge(model).violations(image)[0]}"
        )


def _differences(model: Model, symmetry: Symmetry) -> Iterator[Constraint]:
    """Constraints: one holds exactly where a solution is not its own image."""
    for variable in model.variables:
        target = model.by_name[symmetry.variables.get(variable.name, variable.name)]
        change = symmetry.values.get(variable.name)
        if change:
            for value in variable.domain:
                yield (variable == value) & (target != change.get(value, value))
        elif target is not variable:
            yield variable != target


def _shown(model: Model, values: Mapping[str, Any]) -> str:
    return json.dumps(model.solution(values).to_json(), ensure_ascii=False)


def _turned(domain: Domain) -> ValueMap:
    return dict(zip(domain, reversed(domain), strict=True)) if size(domain) <= MOST_VALUES else {}


def _name(variable: object) -> str:
    return variable.name if isinstance(variable, Variable) else str(variable)
