"""CP-SAT with its own constraints where they are wrong, too: what its adapter avoids."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from unittest.mock import patch

from everyway.models import Model
from everyway.models.language.constraints import Constraint
from everyway.models.language.global_constraints.cumulative import Cumulative
from everyway.models.language.global_constraints.inverse import Inverse
from everyway.models.language.global_constraints.no_overlap import NoOverlap, NoOverlap2D
from everyway.models.language.global_constraints.table import Forbidden
from everyway.solvers import cp_sat
from everyway.solvers.cp_sat import native_constraints as rightly
from everyway.solvers.cp_sat.native_constraints import NATIVE
from everyway.solvers.harness.adapting.natives import Native
from everyway.solvers.harness.contract import Assignment, Control

Naive = Callable[[Model, Control], Iterator[Assignment]]


def posting(entry: Native[Any]) -> Naive:
    """CP-SAT, with this entry in place of that of the adapter."""

    def solutions(model: Model, control: Control) -> Iterator[Assignment]:
        with patch.dict(NATIVE, {entry.kind: entry}):
            yield from cp_sat.solutions(model, control)

    return solutions


def _own_inverse(on: Any, inverse: Inverse, terms: rightly.Lists) -> None:
    """By one variable a list, each variable once, and by copies: otherwise the process aborts."""
    native, size = on.native, len(inverse.forward)
    for term in terms:
        native.within(term, 0, size - 1)
    lists = (rightly.distinct(native, several) for several in (terms[:size], terms[size:]))
    native.model.add_inverse(*(list(map(native.handle, several)) for several in lists))


def _own_table(on: Any, forbidden: Forbidden, terms: rightly.Lists) -> None:
    """Its own forbidden assignments, too."""
    native, rows = on.native, forbidden.rows
    if not terms:
        rightly.table(native, terms, rows, allowed=False)
        return
    handles = [native.handle(variable) for variable in rightly.distinct(native, terms)]
    native.model.add_forbidden_assignments(handles, [list(map(int, row)) for row in rows])


def _own_cumulative(on: Any, tasks: Cumulative, terms: rightly.Lists) -> None:
    """Demands may be variables."""
    native, size = on.native, len(tasks.starts)
    pairs = zip(terms[:size], terms[size : 2 * size], strict=True)
    intervals = [rightly.interval(native, start, duration) for start, duration in pairs]
    demands = [native.plain(demand) for demand in terms[2 * size : -1]]
    native.model.add_cumulative(intervals, demands, native.plain(terms[-1]))


def _own_no_overlap(on: Any, tasks: NoOverlap, terms: rightly.Lists) -> None:
    """Durations may be 0."""
    pairs = zip(terms[: len(tasks.starts)], terms[len(tasks.starts) :], strict=True)
    on.native.model.add_no_overlap([rightly.interval(on.native, *task) for task in pairs])


def _own_no_overlap_2d(on: Any, _: NoOverlap2D, terms: rightly.Lists) -> None:
    """Widths and heights may be 0."""
    size = len(terms) // 4
    x, y, widths, heights = (terms[k * size : (k + 1) * size] for k in range(4))
    sides = (zip(x, widths, strict=True), zip(y, heights, strict=True))
    on.native.model.add_no_overlap_2d(
        *([rightly.interval(on.native, *one) for one in pairs] for pairs in sides)
    )


def _is_natural(constraint: Constraint, _: object) -> bool:
    """Says that all are native whose numbers are never negative."""
    starts = len(vars(constraint)["starts"])
    return all(rightly._least(part) >= 0 for part in constraint.parts[starts:])


def _least_size(ends: Any) -> int:
    return min((low for low, _ in ends[len(ends) // 2 :]), default=0)


inverse = posting(Native(Inverse, _own_inverse))
forbidden = posting(Native(Forbidden, _own_table))
demands = posting(Native(Cumulative, _own_cumulative, _is_natural))
no_extent = posting(Native(NoOverlap2D, _own_no_overlap_2d, lambda _, ends: _least_size(ends) >= 0))
no_duration = posting(Native(NoOverlap, _own_no_overlap, _is_natural))
