"""Each constraint at the top of a model, over 3 to 9 variables or 10 to 40, all else constant.

In a third column some of the variables stand twice, as they are or moved by a constant. The
class of a constraint draws it; comparisons of sums, of products and the like are drawn here.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from math import prod
from random import Random
from typing import Any

from ...models import (
    Constraint,
    Model,
    ModelError,
    ModelWarning,
    element,
    maximum,
    minimum,
    product,
    total,
)
from ...models.language.check import Judge
from ...models.language.constraints import relation_between
from ...models.language.global_constraints import constraint_classes
from ...models.language.late_dataclasses import dataclass
from ...models.language.sample_scenes import TWO_ALIKE, Scene
from .enumerate_naively import Row, assignments, size_of

MOST_SOLUTIONS = 1_024
_TRIES = 400


@dataclass(frozen=True)
class Larger:
    """A model of one constraint, and all its solutions."""

    model: Model
    rows: Counter[Row]


def _sum(scene: Scene) -> Constraint:
    scene.over(far=True)
    weights = scene.random.choice((scene.numbers(1, 1), scene.numbers(1, 5), scene.numbers(-3, 3)))
    relation = scene.random.choice(("==", "<=", "<=", ">=", "!="))
    left = total(w * term for w, term in zip(weights, scene.terms, strict=True))
    number = scene.tight(lambda row: sum(w * v for w, v in zip(weights, row, strict=True)))
    return relation_between(left, relation, number)


def _product(scene: Scene) -> Constraint:
    scene.over(others=lambda random, size: range(-2, 4))
    relation = scene.random.choice(("==", "<=", ">="))
    return relation_between(product(scene.terms), relation, prod(scene.row))


def _power(scene: Scene) -> Constraint:
    """A power of the sum of some, which may be negative, with the sum of the others."""
    terms = scene.over(_of_both_signs, lambda *_: range(-3, 4), sizes=range(3, 6))
    pick = scene.random
    some, exponent = pick.choice((1, 2, 2, 3)), pick.choice((2, 3, 4, 4, 5))
    left = total(terms[:some]) ** exponent + total(terms[some:])
    number = scene.tight(lambda row: sum(row[:some]) ** exponent + sum(row[some:]))
    return relation_between(left, pick.choice(("==", "<=", ">=", "!=")), number)


def _of_both_signs(random: Random, size: int) -> list[int]:
    return random.choices(range(-3, 4), k=size)


def _extreme(scene: Scene) -> Constraint:
    """The least or the greatest of all but the last is the last, or a number."""
    most, *terms = reversed(scene.over(far=True))
    function = scene.random.choice((minimum, maximum))
    relation = scene.random.choice(("==", "<=", "<", ">="))
    return relation_between(function(terms), relation, scene.random.choice((most, scene.row[0])))


def _element(scene: Scene) -> Constraint:
    """A list of variables or of numbers at a place is the last."""
    # Also indices that are out of range.
    last, index, *items = reversed(scene.over(others=lambda random, size: range(-1, size // 2 + 1)))
    array: Sequence[Any] = scene.random.choice((items, [*scene.row, scene.row[0]]))
    return relation_between(element(array, index), "==", last)


def _divided(scene: Scene) -> Constraint:
    """The sum of all but two, divided by one of them, leaves the other or less."""
    rest, divisor, *terms = reversed(scene.over(others=lambda random, size: range(-3, 4)))
    dividend = total(terms) - scene.random.randint(0, 9)
    made: Constraint = scene.random.choice(
        (dividend % divisor == rest, dividend // divisor <= rest, dividend % 3 == rest)
    )
    return made


KINDS: dict[str, Callable[[Scene], Constraint]] = {
    **{kind.__name__: kind.larger_sample for kind in constraint_classes()},
    "sum": _sum,
    "product": _product,
    "power": _power,
    "extreme": _extreme,
    "element": _element,
    "division": _divided,
}
"""The maker of each constraint, by its class; and of kinds of comparison, by what is compared."""


def larger(kind: str, column: str, number: int) -> Larger:
    """The model of this number, of the constraint `kind`, with as many variables as `column`."""
    random = Random(f"everyway {kind} {column} {number}")
    for _ in range(_TRIES):
        with warnings.catch_warnings(action="ignore", category=ModelWarning):
            try:
                found = _drawn(kind, Scene(random, column))
            except ModelError:
                continue  # such as a constant index out of range
        if found is not None:
            return found
    raise AssertionError(f"no {kind} of {column} variables in {_TRIES} tries")


@cache
def first_of(kind: str, column: str, number: int) -> tuple[Larger, ...]:
    """The first models of a cell, kept for the next solver."""
    return tuple(larger(kind, column, k) for k in range(number))


def _drawn(kind: str, scene: Scene) -> Larger | None:
    """A constraint and its solutions, where it has some, but neither all nor too many."""
    rules = [KINDS[kind](scene) for _ in range(1 + (scene.column == TWO_ALIKE))]
    rules += scene.ties
    if scene.fixed:
        several = [v for v in scene.variables if v.name in scene.fixed and len(v.domain) > 1]
        rules += [one == scene.fixed[one.name] for one in several]
        rules = scene.random.sample(rules, len(rules))
    model = Model(kind, scene.variables, rules)
    open_ = [variable for variable in model.variables if variable.name not in scene.fixed]
    names = [variable.name for variable in model.variables]
    solves = Judge(model).solves
    full = ({**scene.fixed, **values} for values in assignments(open_))
    rows = Counter(tuple(row[name] for name in names) for row in full if solves(row))
    several_but_not_all = 0 < rows.total() <= min(MOST_SOLUTIONS, size_of(open_) - 1)
    return Larger(model, rows) if several_but_not_all else None
