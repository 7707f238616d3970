"""CPMpy with its own constraints where they are wrong, too: what its adapter avoids."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from unittest.mock import patch

from everyway.models import Model
from everyway.models.language.constraints import RELATIONS
from everyway.models.language.global_constraints.count import Count
from everyway.models.language.global_constraints.regular import Regular
from everyway.solvers import cpmpy
from everyway.solvers.cpmpy import native_constraints as rightly
from everyway.solvers.harness.contract import Assignment, Control

Naive = Callable[[Model, Control], Iterator[Assignment]]


def posting(solver: str, **otherwise: Any) -> Naive:
    """CPMpy with `solver`, with these in place of those of the adapter."""

    def solutions(model: Model, control: Control) -> Iterator[Assignment]:
        with patch.multiple(rightly, **otherwise):
            yield from cpmpy.enumerated(model, control, solver)

    return solutions


def _each_value(module: Any, constraint: Count, given: list[Any]) -> Any:
    size = len(constraint.terms)
    found = module.Among(given[:size], given[size:-1])
    return RELATIONS[constraint.relation](found, given[-1])


def _as_numbered(module: Any, regular: Regular, given: list[Any]) -> Any:
    moves = [(before, int(symbol), after) for before, symbol, after in regular.transitions]
    return module.Regular(given, moves, regular.start, list(regular.accepting))


ortools = posting("ortools", WRONG={}, _has_open_demands=lambda constraint, solver: False)
exact = posting("exact", WRONG_REIFIED={})
pumpkin = posting("pumpkin", WRONG={})
values = posting("ortools", _count=_each_value)
states = posting("ortools", _regular=_as_numbered)
places = posting("z3", _are_places=lambda terms, size: True)
numbers = posting("exact", variables_first=lambda constraint, solver: 0)
empty = posting("z3", _is_offered=lambda constraint: True)
