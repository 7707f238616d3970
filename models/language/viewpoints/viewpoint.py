"""Viewpoints: the same puzzle in other variables.

A placement is one 0/1 variable a square. Where exactly one piece stands in each row, the model
over one integer variable a row has the same solutions, and solvers that reason about domains find
them sooner. The same holds of any 0/1 variables that exactly-one constraints partition.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..errors import ModelError
from ..expressions import Variable
from ..late_dataclasses import dataclass, field
from ..model import Model
from ..own_constraints import without_own
from ..phrases import did_you_mean
from .partition import (
    Choice,
    Partition,
    by_groups,
    by_lines,
    exactly_one_groups,
    is_boolean,
    is_exact_cover,
    squares,
)
from .recast import recast

Restore = Callable[[Mapping[str, Any]], dict[str, Any]]
"""Turns an assignment of a view's model into one of the declared model."""

AXES = {"rows": "row", "columns": "column"}
REWRITTEN = ("rows", "columns", "partition")
NAMES = ("squares", *REWRITTEN)


@dataclass(frozen=True)
class View:
    """A model in other variables, and the way back.

    `name` says which viewpoint was used: `rows`, `columns` or `partition` for a rewritten model;
    `squares`, or `declared` where there are no squares to speak of, for the declared one.
    `marks` says of the declared variables that are no variables of `model` when they are 1: where
    a variable of `model`, by name, has a value.
    """

    model: Model
    restore: Restore
    name: str
    marks: Mapping[str, tuple[str, int]] = field(default_factory=dict)


def in_viewpoint(model: Model, viewpoint: str = "auto", prefers: str = "rows") -> View:
    """`model` seen from `viewpoint`: squares, rows, columns, partition or auto.

    Solutions of the view's model and of `model` belong to each other one by one. `auto` takes the
    declared form for a solver that `prefers` "squares"; else rows, columns, or a partition of at
    least half of the 0/1 variables, the first that there is. For one that prefers "covers", an
    exact cover is not partitioned. A model without any variables is its own view, whatever was
    asked for.

    Raises: ModelError for a viewpoint that is unknown, or that `model` does not have.
    """
    if viewpoint not in ("auto", *NAMES):
        raise ModelError(
            f"unknown viewpoint {viewpoint!r}; {did_you_mean(viewpoint, ('auto', *NAMES), 'use')}"
        )
    if prefers not in ("rows", "squares", "covers"):
        raise ModelError(f"a solver prefers 'rows', 'squares' or 'covers', not {prefers!r}")
    if not model.variables:
        return View(model, dict, "declared")
    if viewpoint == "squares" or (viewpoint == "auto" and prefers == "squares"):
        return _as_squares(model, viewpoint)
    model = without_own(model)
    covers = viewpoint == "auto" and prefers == "covers" and is_exact_cover(model)
    if covers and not _has_squares(model):
        return View(model, dict, "declared")
    groups = exactly_one_groups(model)
    if covers and not any(_choices(model, groups, name) for name in AXES):
        return View(model, dict, "squares")
    return _rewritten(model, viewpoint, groups)


def viewpoints(model: Model) -> tuple[str, ...]:
    """The viewpoints, other than auto, that `model` has; none for a model of integers alone."""
    model = without_own(model)
    groups = exactly_one_groups(model)
    found = [name for name in REWRITTEN if _choices(model, groups, name)]
    return ("squares", *found) if found or _has_squares(model) else ()


Groups = list[list[tuple[Variable, ...]]]


def _rewritten(model: Model, viewpoint: str, groups: Groups) -> View:
    for name in REWRITTEN if viewpoint == "auto" else [viewpoint]:
        choices = _choices(model, groups, name)
        pays = viewpoint != "auto" or name != "partition" or _pays(model, choices)
        if choices and pays:
            return _view(model, Partition(choices), name)
    if viewpoint != "auto":
        raise ModelError(_missing(model, viewpoint))
    return _as_squares(model, viewpoint)


def _choices(model: Model, groups: Groups, name: str) -> list[Choice]:
    if not any(groups):
        return []
    if name in AXES:
        return by_lines(model, groups, AXES[name])
    return by_groups(model, groups)


def _pays(model: Model, choices: list[Choice]) -> bool:
    """True if the choices replace at least half of the 0/1 variables."""
    replaced = sum(len(choice.members) for choice in choices)
    return 2 * replaced >= sum(map(is_boolean, model.variables))


def _has_squares(model: Model) -> bool:
    return next(squares(model), None) is not None


def _as_squares(model: Model, viewpoint: str) -> View:
    """The declared form."""
    if _has_squares(model):
        return View(model, dict, "squares")
    if viewpoint == "auto":
        return View(model, dict, "declared")
    if not viewpoints(model):
        raise ModelError(_missing(model, viewpoint))
    return View(model, dict, "squares")


def _missing(model: Model, viewpoint: str) -> str:
    if viewpoint == "squares":
        reason = "none of its variables stands for a square"
    elif viewpoint == "partition":
        reason = "no rule says that exactly one of several 0/1 variables is 1"
    else:
        reason = f"no rule says {viewpoint} == 1"
    others = " or ".join(viewpoints(model)) or "auto, its declared form"
    return f"{model.name} has no {viewpoint} viewpoint: {reason}; try {others}"


def _view(model: Model, partition: Partition, name: str) -> View:
    marks = {
        member.name: (choice.variable.name, value)
        for choice in partition.choices
        for value, member in choice.members.items()
    }
    return View(recast(model, partition), _restoring(model, partition), name, marks)


def _restoring(model: Model, partition: Partition) -> Restore:
    """Turns an assignment of the choices into one of the declared variables, in their order.

    Of a choice without an integer value the members have none either, and a value outside its
    domain puts all of them at 0: so a wrong assignment stays wrong, for the judge to say.
    """
    empty = {v.name: 0 for v in model.variables}
    kept = [v.name for v in model.variables if v not in partition.pair_of]
    members = {
        choice.variable.name: {value: v.name for value, v in choice.members.items()}
        for choice in partition.choices
    }
    expected = members.keys() | kept

    def restore(values: Mapping[str, Any]) -> dict[str, Any]:
        restored: dict[str, Any] = empty.copy()
        for name in kept:
            _keep(restored, values, name)
        for name, names in members.items():
            value = values.get(name)
            if type(value) is not int:
                for member in names.values():
                    del restored[member]
            elif value in names:
                restored[names[value]] = 1
        if len(values) > len(expected):
            restored |= {n: value for n, value in values.items() if n not in expected}
        return restored

    return restore


def _keep(restored: dict[str, Any], values: Mapping[str, Any], name: str) -> None:
    if name in values:
        restored[name] = values[name]
    else:
        del restored[name]
