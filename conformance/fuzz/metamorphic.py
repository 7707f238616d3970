"""Other models with the same solutions: they prove a solver wrong where no oracle is at hand.

Each variant holds rows of its own; a row of the model becomes one of a variant and back.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, cast

from ...models import Constraint, Model, ModelError, ModelWarning, Variable, any_of
from ...models.language.expressions import Constant
from ...models.language.late_dataclasses import dataclass
from ..instances.random_models import Wild
from ..shrink import goals_of, keywords_of, substituted
from .solver_process import Row

Change = Callable[[Row], "Row | None"]


@dataclass(frozen=True)
class Variant:
    """A model whose rows stand for rows of another."""

    relation: str
    model: Model
    forth: Change
    """A row of the other as a row of this; None where this has none for it."""
    back: Change


def variants(model: Model, random: Random) -> list[Variant]:
    """`model` with its variables and values in other orders, and said in other ways."""
    found: list[Variant] = []
    with warnings.catch_warnings(action="ignore", category=ModelWarning):
        for relation in (_permuted, _mirrored, _implied, _split, _doubly_negated):
            try:
                found.extend(relation(model, random))
            except ModelError:  # numbers became too large, for one
                continue
    return found


def _same(row: Row) -> Row:
    return row


def _permuted(model: Model, random: Random) -> Iterator[Variant]:
    order = random.sample(range(len(model.variables)), len(model.variables))
    inverse = sorted(range(len(order)), key=order.__getitem__)
    rules = random.sample(model.constraints, len(model.constraints))
    yield Variant(
        "variables and constraints in another order",
        Model("permuted", [model.variables[k] for k in order], rules, **keywords_of(model)),
        lambda row: tuple(row[k] for k in order),
        lambda row: tuple(row[k] for k in inverse),
    )


def _mirrored(model: Model, random: Random) -> Iterator[Variant]:
    """The values of one variable in the opposite order: another stands for it, upside down."""
    numbers = [k for k, v in enumerate(model.variables) if not v.labelled]
    if not numbers:
        return
    place = random.choice(numbers)
    old = model.variables[place]
    ends = int(old.domain[0]) + int(old.domain[-1])
    new = Variable(old.name, tuple(sorted(ends - int(value) for value in old.domain)))
    term = ends - new
    changed = substituted([*model.constraints, *goals_of(model)], old, term)
    rules, goals = changed[: len(model.constraints)], changed[len(model.constraints) :]
    variables = [new if v is old else v for v in model.variables]

    def turned(row: Row) -> Row:
        return (*row[:place], ends - row[place], *row[place + 1 :])

    made = Model("mirrored", variables, rules, **keywords_of(model, goals))
    yield Variant("values in another order", made, turned, turned)


def _implied(model: Model, random: Random) -> Iterator[Variant]:
    first: Constraint = model.constraints[0] if model.constraints else Constant(1) == 1
    weaker = any_of([first, Wild(random, list(model.variables), 1).constraint(1)])
    yield Variant("an implied constraint", model + weaker, _same, _same)


def _split(model: Model, random: Random) -> Iterator[Variant]:
    """Two models that share out the values of a variable; the best of a half may be no best."""
    if model.objective is not None:
        return
    wide = [k for k, v in enumerate(model.variables) if len(v.domain) > 1]
    if not wide:
        return
    place = random.choice(wide)
    old = model.variables[place]
    values = list(old.domain)
    half = random.randint(1, len(values) - 1)
    for part in (values[:half], values[half:]):
        made = _replaced(model, old, Variable(old.name, cast(Any, tuple(part))))
        yield Variant("a domain in two", made, _where(place, part), _same)


def _where(place: int, part: list[Any]) -> Change:
    return lambda row: row if row[place] in part else None


def _replaced(model: Model, old: Variable, new: Variable) -> Model:
    nodes = substituted([*model.variables, *model.constraints], old, new)
    count = len(model.variables)
    return Model("half", nodes[:count], nodes[count:])


def _doubly_negated(model: Model, random: Random) -> Iterator[Variant]:
    doubled = [~~constraint for constraint in model.constraints]
    negated = Model("negated", list(model.variables), doubled, **keywords_of(model))
    yield Variant("double negation", negated, _same, _same)
