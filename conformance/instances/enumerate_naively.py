"""The oracle: every assignment of the declared domains, each judged.

It knows neither solvers nor decompositions: only `holds`, through the judge.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import Any

from ...models import Model, Variable
from ...models.language.check import Judge
from ...models.language.constraints import Constraint
from ...models.language.nodes import Program

Row = tuple[Any, ...]
FEASIBLE = 20_000
"""The most assignments of a model that are all tried each time that it is shrunk."""


def size_of(variables: Sequence[Variable]) -> int:
    """The number of assignments of `variables`."""
    return prod(len(variable.domain) for variable in variables)


def assignments(variables: Sequence[Variable]) -> Iterator[dict[str, Any]]:
    """Every assignment of `variables`, each once; the empty one where there are none."""
    names = [variable.name for variable in variables]
    for row in product(*(variable.domain for variable in variables)):
        yield dict(zip(names, row, strict=True))


def solution_rows(model: Model) -> Counter[Row]:
    """The values of every solution of `model`, in the order of declaration, each counted once."""
    judged = Judge(model).each(assignments(model.variables))
    return Counter(tuple(values.values()) for values, solves in judged if solves)


def truths(constraint: Constraint, variables: Sequence[Variable]) -> list[bool]:
    """True if `constraint` holds, for every assignment of `variables` in turn."""
    (held,) = Program([constraint]).run_all(list(assignments(variables)))
    return [one is True for one in held]
