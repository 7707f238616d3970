"""Choco with its own constraints where they are wrong, too: what its adapter avoids."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any
from unittest.mock import patch

from everyway.models import Model
from everyway.models.language.global_constraints.circuit import Circuit
from everyway.models.language.global_constraints.no_overlap import NoOverlap2D
from everyway.models.language.global_constraints.table import Allowed
from everyway.models.language.late_dataclasses import replace
from everyway.solvers import choco
from everyway.solvers.choco import native_constraints as rightly
from everyway.solvers.choco.native_constraints import NATIVE
from everyway.solvers.harness.adapting.natives import Native, always, by_fields, some
from everyway.solvers.harness.contract import Assignment, Control

Naive = Callable[[Model, Control], Iterator[Assignment]]


def posting(*entries: Native[Any], widest: int = rightly.WIDEST, **otherwise: Any) -> Naive:
    """Choco, with these entries and functions in place of those of the adapter."""

    def solutions(model: Model, control: Control) -> Iterator[Assignment]:
        naive = {entry.kind: entry for entry in entries}
        with patch.multiple(rightly, WIDEST=widest, **otherwise), patch.dict(NATIVE, naive):
            yield from choco.solutions(model, control)

    return solutions


def _variable_tasks(model: Any, tasks: Sequence[Any], capacity: Any) -> Any:
    made = [model.variable("task", start.native, duration.native) for start, duration, _ in tasks]
    return "cumulative", made, [demand.native for _, _, demand in tasks], capacity.native


def _by_str2(_: Any, constraint: Any, terms: Any) -> Any:
    several = [[int(value) for value in row] for row in constraint.rows]
    return ("table", [term.native for term in terms], several, True, "STR2+") if several else False


def _any_rectangles(_: Any, *lists: Any) -> Any:
    return "diff_n", *([term.native for term in terms] for terms in lists), True


extents = posting(replace(NATIVE[NoOverlap2D], post=by_fields(_any_rectangles)))
durations = posting(_constant=lambda *terms: True, _tasks=_variable_tasks)
str2 = posting(replace(NATIVE[Allowed], post=_by_str2))
truths = posting(*(replace(one, reified=some) for one in NATIVE.values()))
repeats = posting(_separate=lambda model, terms: [term.native for term in terms])
alone = posting(replace(NATIVE[Circuit], when=always))
far_apart = posting(widest=10**12)
