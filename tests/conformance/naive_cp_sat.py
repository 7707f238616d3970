"""CP-SAT with its own constraints where they are wrong, too: what its adapter avoids."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any
from unittest.mock import patch

from everyway.models import Model
from everyway.models.language.constraints import Constraint
from everyway.models.language.global_constraints.cumulative import Cumulative
from everyway.models.language.global_constraints.no_overlap import NoOverlap
from everyway.solvers import cp_sat
from everyway.solvers.cp_sat import native_constraints as rightly
from everyway.solvers.cp_sat import translation as planned
from everyway.solvers.cp_sat.native import Native
from everyway.solvers.harness.contract import Assignment, Control

Naive = Callable[[Model, Control], Iterator[Assignment]]


def posting(**otherwise: Any) -> Naive:
    """CP-SAT, with these functions in place of those of the adapter."""

    def solutions(model: Model, control: Control) -> Iterator[Assignment]:
        is_native = otherwise.get("is_native", RIGHTLY_NATIVE)
        with patch.multiple(rightly, **otherwise), patch.object(planned, "is_native", is_native):
            yield from cp_sat.solutions(model, control)

    return solutions


def _own_inverse(native: Native, forward: rightly.Lists, backward: rightly.Lists) -> None:
    """By one variable a list, each variable once, and by copies: otherwise the process aborts."""
    for term in (*forward, *backward):
        native.within(term, 0, len(forward) - 1)
    there, back = rightly.distinct(native, forward), rightly.distinct(native, backward)
    native.model.add_inverse(list(map(native.handle, there)), list(map(native.handle, back)))


def _own_table(native: Native, terms: rightly.Lists, rows: Any, *, allowed: bool) -> None:
    """Its own forbidden assignments, too."""
    if allowed or not terms:
        return RIGHT_TABLE(native, terms, rows, allowed=allowed)
    handles = [native.handle(variable) for variable in rightly.distinct(native, terms)]
    native.model.add_forbidden_assignments(handles, [list(map(int, row)) for row in rows])
    return None


def _own_cumulative(native: Native, tasks: Sequence[Any], capacity: Any) -> None:
    """Demands may be variables."""
    intervals = [rightly._interval(native, start, duration) for start, duration, _ in tasks]
    demands = [native.plain(demand) for _, _, demand in tasks]
    native.model.add_cumulative(intervals, demands, native.plain(capacity))


def _own_no_overlap(native: Native, starts: rightly.Lists, durations: rightly.Lists) -> None:
    """Durations may be 0."""
    tasks = zip(starts, durations, strict=True)
    native.model.add_no_overlap([rightly._interval(native, *task) for task in tasks])


def _is_any(kind: type[Constraint]) -> Callable[[Constraint], bool]:
    """Says that all of a kind are native whose numbers are never negative."""

    def is_native(constraint: Constraint) -> bool:
        if isinstance(constraint, kind):
            starts = len(vars(constraint)["starts"])
            return all(rightly._least(part) >= 0 for part in constraint.parts[starts:])
        return RIGHTLY_NATIVE(constraint)

    return is_native


RIGHT_TABLE, RIGHTLY_NATIVE = rightly.table, rightly.is_native
inverse = posting(_inverse=_own_inverse)
forbidden = posting(table=_own_table)
demands = posting(_cumulative=_own_cumulative, is_native=_is_any(Cumulative))
no_duration = posting(_no_overlap=_own_no_overlap, is_native=_is_any(NoOverlap))
