"""CP-SAT with its own constraints where they are wrong, too: what its adapter avoids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from unittest.mock import patch

from everyway.models import Model
from everyway.solvers import cp_sat
from everyway.solvers.cp_sat import native_constraints as rightly
from everyway.solvers.cp_sat.native import Native
from everyway.solvers.harness.contract import Assignment, Control


def _own_inverse(native: Native, forward: rightly.Lists, backward: rightly.Lists) -> None:
    """By one variable a list, each variable once, and by copies: otherwise the process aborts."""
    for term in (*forward, *backward):
        native.within(term, 0, len(forward) - 1)
    there, back = rightly.distinct(native, forward), rightly.distinct(native, backward)
    native.model.add_inverse(list(map(native.handle, there)), list(map(native.handle, back)))


def inverse(model: Model, control: Control) -> Iterator[Assignment]:
    with patch.object(rightly, "_inverse", _own_inverse):
        yield from cp_sat.solutions(model, control)


def _own_rows(
    native: Native, columns: rightly.Lists, rows: Sequence[Sequence[int]], allowed: bool
) -> None:
    """By forbidden assignments of the library's own."""
    handles = [native.handle(variable) for variable in rightly.distinct(native, columns)]
    post = (
        native.model.add_allowed_assignments if allowed else native.model.add_forbidden_assignments
    )
    post(handles, rows)


def forbidden(model: Model, control: Control) -> Iterator[Assignment]:
    with patch.object(rightly, "_listed", _own_rows):
        yield from cp_sat.solutions(model, control)
