"""The part of a kernel's search that is not searched yet, said in the variables of the model.

The path to a node leaves a box for each decision that is not refuted, and the box of the node. What
lies outside of them is forbidden by a clause for each refuted decision: under the decisions before
it that are not refuted, its negation holds.

Source: C. Lecoutre et al., "Recording and minimizing nogoods from restarts", JSAT 1, 2007.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from ....models.language.constraints import Constraint, all_of, any_of
from ....models.language.expressions import Variable
from ..reading.normal_forms import Domain
from .kernel_search import Posted, frames
from .machine_source import records as at


@dataclass(frozen=True, eq=False)
class Unsearched:
    """Disjoint boxes."""

    boxes: int
    clauses: tuple[Constraint, ...]
    """They hold for what lies in a box, and for no solution that does not."""


def unsearched(
    search: Posted, memory: array[int], variables: Sequence[Variable]
) -> Unsearched | None:
    """The boxes that are left; None where decisions cannot be said in the variables of a row.

    Auxiliary variables are decided last: what is left of them stands for one assignment.
    """
    variable_at = dict(zip(search.variables, variables, strict=True))
    is_open, boxes = memory[at.PHASE] != at.RETREAT, 0
    clauses, path = list[Constraint](), list[Constraint]()
    for frame in frames(memory):
        variable = variable_at.get(memory[frame + at.DECIDED])
        if variable is None:
            if memory[frame + at.FRAME_TIER] < memory[at.TIER_COUNT] - 1:
                return None
            is_open = is_open or not memory[frame + at.REFUTED]
            continue
        if memory[frame + at.REFUTED]:
            clauses.append(any_of([*path, stated(memory, frame, variable)]))
        else:
            path.append(stated(memory, frame, variable, holds=False))
            boxes += 1
    if not is_open:
        clauses.append(any_of(path))
    return Unsearched(boxes + is_open, tuple(clauses))


def stated(memory: array[int], frame: int, variable: Variable, *, holds: bool = True) -> Constraint:
    """The decision of a frame, as a constraint; its negation unless it `holds`."""
    means, amount = memory[frame + at.DECIDED_MEANS], memory[frame + at.DECIDED_AMOUNT]
    if means == at.AT_MOST:
        return variable <= amount if holds else variable > amount
    if means == at.AT_LEAST:
        return variable >= amount if holds else variable < amount
    if means == at.IN:
        base = memory[memory[frame + at.DECIDED] + at.BASE]
        return _among(variable, amount, base, holds=holds)
    return variable == amount if holds == (means == at.IS) else variable != amount


def _among(variable: Variable, bits: int, base: int, *, holds: bool) -> Constraint:
    """`variable` has one of the values from `base` on whose `bits` are 1, or it has none of them.

    `bits` are negative for all but a few values; of a lower value the search has none.
    """
    domain = cast(Domain, variable.domain)
    chosen = [value for value in domain if value >= base and bits >> (value - base) & 1]
    others = [value for value in domain if value not in chosen]
    few, are = (chosen, holds) if len(chosen) <= len(others) else (others, not holds)
    if are:
        return any_of(variable == value for value in few)
    return all_of(variable != value for value in few)
