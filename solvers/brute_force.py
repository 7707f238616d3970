"""Brute force: every assignment there is, kept where every constraint holds.

It defines what the other solvers must find, and asks each constraint for nothing but `holds`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import product
from typing import cast

from ..models.language.check import Judge
from ..models.language.expressions import size
from ..models.language.model import Model
from ..models.language.phrases import grouped
from .harness.contract import Assignment, Control, Traits, Unsupported

TRAITS = Traits(viewpoint="squares", asks_holds=True)

_MOST_ASSIGNMENTS = 10_000_000


def solutions(model: Model, control: Control) -> Iterator[Assignment]:
    """Every assignment of `model` under which every constraint holds, in canonical order."""
    names = [variable.name for variable in model.variables]
    _refuse_too_many(math.prod(size(variable.domain) for variable in model.variables))
    domains = [cast(Iterable[int], variable.domain) for variable in model.variables]
    judge = Judge(model)
    control.searching()
    for values in product(*domains):
        control.check()
        assignment = dict(zip(names, values, strict=True))
        if judge.solves(assignment):
            yield assignment


def _refuse_too_many(assignments: int) -> None:
    if assignments > _MOST_ASSIGNMENTS:
        raise Unsupported(
            f"brute-force would try {_in_words(assignments)} assignments, the product of the sizes"
            f" of the domains; it tries at most {grouped(_MOST_ASSIGNMENTS)}"
        )


def _in_words(number: int) -> str:
    return f"{grouped(number)}" if number < 10**30 else f"about 10^{int(math.log10(number))}"
