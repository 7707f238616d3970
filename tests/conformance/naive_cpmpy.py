"""CPMpy with its own constraints where they are wrong, too: what its adapter avoids."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from unittest.mock import patch

from everyway.models import Model
from everyway.models.language.constraints import RELATIONS
from everyway.models.language.global_constraints.count import Count
from everyway.models.language.global_constraints.regular import Regular
from everyway.models.language.late_dataclasses import replace
from everyway.solvers import cpmpy
from everyway.solvers.cpmpy import native_constraints as rightly
from everyway.solvers.cpmpy.translation import Translation
from everyway.solvers.harness.adapting.natives import Native, Natives, always
from everyway.solvers.harness.contract import Assignment, Control

Naive = Callable[[Model, Control], Iterator[Assignment]]


def posting(solver: str, *entries: Native[Any], **otherwise: Any) -> Naive:
    """CPMpy with `solver`, with these in place of those of the adapter."""

    def solutions(model: Model, control: Control) -> Iterator[Assignment]:
        natives = Natives(*rightly.NATIVES.values(), *entries)
        with patch.object(Translation, "natives", natives), patch.multiple(rightly, **otherwise):
            yield from cpmpy.enumerated(model, control, solver)

    return solutions


def _each_value(module: Any, terms: Any, values: Any, relation: str, number: Any) -> Any:
    return RELATIONS[relation](module.Among(terms, values), number)


def _as_numbered(module: Any, terms: Any, transitions: Any, start: int, accepting: Any) -> Any:
    moves = [(before, int(symbol), after) for before, symbol, after in transitions]
    return module.Regular(terms, moves, start, list(accepting))


RIGHT = rightly.NATIVES
COUNT = rightly.own(Count, _each_value, RIGHT[Count].when)
REGULAR = rightly.own(Regular, _as_numbered, RIGHT[Regular].when)
EMPTY = [replace(entry, when=always) for entry in RIGHT.values()]
ortools = posting("ortools", WRONG={}, has_open_demands=lambda constraint, solver: False)
exact = posting("exact", WRONG_REIFIED={})
pumpkin = posting("pumpkin", WRONG={})
values = posting("ortools", COUNT)
states = posting("ortools", REGULAR)
places = posting("z3", _are_places=lambda terms, size: True)
numbers = posting("exact", variables_first=lambda constraint, solver: 0)
empty = posting("z3", *EMPTY)
