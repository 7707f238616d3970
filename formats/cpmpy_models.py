"""CPMpy models as models of ours, and back.

What CPMpy has and everyway has too stays whole. What only CPMpy has is decomposed by it, and the
variables that it introduces are projected away.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from math import prod
from typing import Any, NamedTuple

from ..models.language.errors import ModelError
from ..models.language.model import Model
from ..models.language.viewpoints.labels import without_labels
from ..solvers.cpmpy.translation import Translation
from .cpmpy_expressions import Reader, flat, variables_in
from .flatzinc.groups_and_rules import groups_by_index, names_of
from .flatzinc.terms import number, truth


class InCPMpy(NamedTuple):
    """A model in CPMpy, and what its variables are there."""

    model: Any
    """The `cpmpy.Model`; its other variables are determined by those in `variables`."""
    variables: dict[str, Any]
    """CPMpy's variable for each of ours that makes a solution, by its name.

    Over labels, it takes their codes.
    """


def to_cpmpy(model: Model) -> InCPMpy:
    """`model` as a CPMpy model over integers, with an objective if it has one.

    The solutions of ours are those of CPMpy's, by `variables`: a variable that no constraint
    mentions takes each of its values, and CPMpy's `solveAll` leaves it out.
    Raises: Unsupported for what cannot be translated; ModelError for several objectives.
    """
    coded, _ = without_labels(model)
    translation = Translation(coded, lambda: None)
    goals = () if coded.objective is None else coded.objective.goals
    if len(goals) > 1:
        raise ModelError(f"{model.name} has {len(goals)} objectives; a CPMpy model has one")
    for goal in goals:
        translation.require_defined([goal.expression])
        native = translation.term_of(goal.expression).native
        translation.native.objective(native, minimize=goal.sense == "min")
    translation.post(coded.constraints)
    if translation.impossible:
        translation.native.add([importlib.import_module("cpmpy").BoolVal(False)])
    found = {variable.name: term.native for variable, term in translation.variables.items()}
    shown = model.projected(model.projection) if model.projection else model
    return InCPMpy(translation.native, {one.name: found[one.name] for one in shown.variables})


def from_cpmpy(native: Any, variables: Any = None, name: str = "from CPMpy") -> Model:
    """The CPMpy model `native` as a model of ours, with its objective.

    Its variables are those that its constraints and objective mention, as for CPMpy, under their
    own names, also those that CPMpy gave, such as IV0, and a solution takes CPMpy's `x`, too:
    `solution[x]`. Arrays are lists and grids. `variables`, an iterable of variables and arrays or a
    mapping of such by the names that they shall have, are those that make a solution: also what no
    constraint mentions; others are projected away.
    Raises: ModelError for what has no counterpart here, naming it.
    """
    return _read(native, variables, name)


def _read(native: Any, variables: Any, name: str, *, renumbered: bool = False) -> Model:
    if not hasattr(native, "constraints") or not hasattr(native, "objective_"):
        raise ModelError(f"from_cpmpy takes a cpmpy.Model, not {native!r}")
    chosen = None if variables is None else dict(_named(variables))
    reader = Reader({one.name: ours for ours, one in (chosen or {}).items()}, renumbered=renumbered)
    for one in [*(chosen or {}).values(), *variables_in([native.constraints, native.objective_])]:
        reader.declare(one)
    shown = list(reader.variables)[: len(chosen)] if chosen is not None else [*reader.variables]
    constraints = [truth(reader.read(one)) for one in flat(native.constraints)]
    objective: dict[str, Any] = {}
    if native.objective_ is not None:
        key = "minimise" if native.objective_is_min else "maximise"
        objective[key] = number(reader.read(native.objective_))
    constraints += reader.defining()
    groups = groups_by_index(reader.variables.values())
    by_native = {theirs: ours.name for theirs, ours in reader.variables.items()}
    model = Model(name, *groups, *constraints, **objective).known_by(by_native)
    hidden = len(reader.variables) > len(shown)
    kept = frozenset(reader.variables[one].name for one in shown)
    return model.projecting(*names_of(model, kept)) if hidden else model


def model_of(native: Any, name: str) -> Model:
    """The CPMpy model that a Python file holds."""
    return _read(native, None, name, renumbered=True)


def _named(variables: Any) -> Iterator[tuple[str, Any]]:
    """Each variable that is chosen, once, with the name that it shall have."""
    seen: set[str] = set()
    given = variables.items() if isinstance(variables, Mapping) else ((None, v) for v in variables)
    for own, several in given:
        shape = getattr(several, "shape", None)
        for place, one in enumerate(flat(several)):
            if not hasattr(one, "lb") or hasattr(one, "_bv"):
                raise ModelError(f"{one!r} is no variable of CPMpy; give variables and arrays")
            if one.name not in seen:
                seen.add(one.name)
                is_one = several is one or own is None
                yield (own or one.name) if is_one else f"{own}[{_index(place, shape)}]", one


def _index(place: int, shape: Any) -> str:
    """The index of the item at a place of an array, row by row."""
    if not shape:
        return str(place)
    return ",".join(str(place // prod(shape[at + 1 :]) % n) for at, n in enumerate(shape))
