"""clingo given an objective, by the parts of a sum: better and better answer sets."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Sequence
from typing import Any

from ...models.language.arithmetic_expressions import Sum
from ...models.language.constraints import Comparison, Constraint
from ...models.language.expressions import Expression
from ...models.language.model import Model
from ...models.language.nodes import Program
from ...models.language.objectives import Goal
from ...models.language.phrases import grouped
from ...models.language.undefinedness import defined
from ..harness.contract import Assignment, Control, Unsupported
from .answer_sets import answer_sets
from .translation import Translation

MOST = 2**31 - 1
"""The largest weight that clingo holds."""


def improving(model: Model, goal: Goal, control: Control) -> Iterator[Assignment]:
    """Solutions of `model`, each better in `goal`, a variable of it; the last is the best.

    The variable is left out: what it equals, by the last constraint of the model, is minimised
    by its parts, since a table of the values of a sum would be large.
    """
    library: Any = importlib.import_module("clingo")
    native = library.Control(["--models=0", "--opt-mode=opt"])
    name = str(goal.expression)
    rules = list(model.constraints)
    equal = _equal(rules, goal)
    rules = [one for one in rules if one is not equal]
    value = equal.right
    with native.backend() as program:
        groups = [group for group in model.groups if group.name != name]
        translation = Translation(program, model.rewritten(groups, []), control)
        translation.post([*rules, *defined([value])])
        program.add_minimize(0, _weights(translation, value, goal.sign))
    control.searching()
    declared = {variable.name: term for variable, term in translation.variables.items()}
    valued = Program([value])
    for found in answer_sets(native, declared, control):
        yield {**found, name: int(valued.run(found)[0] or 0)}


def _equal(rules: Sequence[Constraint], goal: Goal) -> Comparison:
    """The constraint that the variable of the goal equals something. Raises: Unsupported."""
    for one in reversed(rules):
        if isinstance(one, Comparison) and one.relation == "==" and one.left is goal.expression:
            return one
    raise Unsupported(f"clingo finds nothing that {goal.expression} equals")


def _weights(translation: Translation, value: Expression, sign: int) -> list[tuple[int, int]]:
    """Literals, and what each adds to the cost where it holds; a constant is left out."""
    terms = value.terms if isinstance(value, Sum) else (value,)
    coefficients = value.coefficients if isinstance(value, Sum) else (1,)
    weights: list[tuple[int, int]] = []
    for term, coefficient in zip(terms, coefficients, strict=True):
        literals = translation.term_of(term)
        costs = {number: sign * coefficient * number for number in literals}
        least = min(costs.values())
        if max(costs.values()) - least > MOST:
            raise translation.refused(f"clingo adds up weights of at most {grouped(MOST)}")
        weights += [(literals[x], cost - least) for x, cost in costs.items() if cost > least]
    return weights
