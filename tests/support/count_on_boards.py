"""An own way to count the solutions of small board puzzles, apart from every solver.

It assigns the variables in the order of declaration, given ones first, and leaves a branch as soon
as a sum can no longer come right or two values of an all-different are equal.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any

from everyway.models import Model
from everyway.models.language.arithmetic_expressions import Sum
from everyway.models.language.constraints import RELATIONS, Comparison, Constraint
from everyway.models.language.expressions import Constant, Variable
from everyway.models.language.global_constraints.all_different import AllDifferent

Test = Callable[[Mapping[str, Any]], bool]


def count(model: Model) -> int:
    """The number of solutions of `model`."""
    tests: dict[str, list[Test]] = defaultdict(list)
    for constraint in model.constraints:
        test, scope = _possible(constraint)
        if not scope and not test({}):
            return 0
        for name in scope:
            tests[name].append(test)
    fixed = {name for constraint in model.constraints for name in _alone(constraint)}
    order = sorted(model.variables, key=lambda variable: variable.name not in fixed)
    return _count(tuple(order), tests, {})


def _alone(constraint: Constraint) -> list[str]:
    """The scope of `constraint` if it is a single variable: it is assigned first."""
    scope = _possible(constraint)[1]
    return scope if len(scope) == 1 else []


def _count(
    left: tuple[Variable, ...], tests: Mapping[str, list[Test]], values: dict[str, Any]
) -> int:
    if not left:
        return 1
    variable, found = left[0], 0
    for value in variable.domain:
        values[variable.name] = value
        if all(test(values) for test in tests.get(variable.name, ())):
            found += _count(left[1:], tests, values)
        del values[variable.name]
    return found


def _possible(constraint: Constraint) -> tuple[Test, list[str]]:
    """A test that a partial assignment can still keep `constraint`, and its scope."""
    match constraint:
        case AllDifferent(terms) if all(isinstance(term, Variable) for term in terms):
            names = [term.name for term in terms if isinstance(term, Variable)]
            return lambda values: _differ([values[n] for n in names if n in values]), names
        case Comparison(Variable() as term, relation, Constant(number)):
            return _sum_test((term,), relation, number), [term.name]
        case Comparison(Sum(terms, coefficients, 0), relation, Constant(number)):
            assert set(coefficients) <= {1}
            variables = tuple(term for term in terms if isinstance(term, Variable))
            assert len(variables) == len(terms)
            return _sum_test(variables, relation, number), [v.name for v in variables]
    raise AssertionError(f"not a constraint of a board puzzle: {constraint}")


def _differ(values: list[Any]) -> bool:
    return len(set(values)) == len(values)


def _sum_test(variables: tuple[Variable, ...], relation: str, number: Any) -> Test:
    def test(values: Mapping[str, Any]) -> bool:
        low = sum(values.get(v.name, v.domain[0]) for v in variables)
        high = sum(values.get(v.name, v.domain[-1]) for v in variables)
        return any(RELATIONS[relation](total, number) for total in range(low, high + 1))

    return test
