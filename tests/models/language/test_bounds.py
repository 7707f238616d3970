"""Bounds of expressions, as importers ask for them."""

from __future__ import annotations

import pytest

from everyway.conformance.instances.enumerate_naively import assignments
from everyway.conformance.instances.random_models import random_model
from everyway.models import (
    Expression,
    ModelError,
    Program,
    bounds,
    element,
    integer,
    product,
    topological,
    total,
    variable,
)

x, y = integer("x", -2, 3), integer("y", 0, 4)


@pytest.mark.parametrize(
    ("term", "ends"),
    [
        (x, (-2, 3)),
        (7, (7, 7)),
        (x == y, (0, 1)),
        (2 * x - y, (-8, 6)),
        (x * x, (-6, 9)),
        (x**2, (0, 9)),
        (x // 2, (-1, 1)),
        (total([]), (0, 0)),
        (product([]), (1, 1)),
        (element([5, 9, 7], y), (5, 9)),
        (variable("gap", [-5, 0, 8]), (-5, 8)),
    ],
    ids=str,
)
def test_bounds_are_those_of_the_parts(term: object, ends: tuple[int, int]) -> None:
    assert bounds(term) == ends


@pytest.mark.parametrize("wrong", [variable("c", ["red", "green"]), "red", True, None, [x], 1.5])
def test_what_has_no_bounds_is_refused(wrong: object) -> None:
    with pytest.raises(ModelError):
        bounds(wrong)


@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
def test_no_value_of_a_random_expression_lies_outside() -> None:
    seen = tight = 0
    for seed in range(60):
        model = random_model(seed)
        terms = [
            node
            for node in topological(model.constraints)
            if isinstance(node, Expression) and not node.labelled
        ]
        program, ends = Program(terms), [bounds(term) for term in terms]
        values: list[set[int]] = [set() for _ in terms]
        for assignment in assignments(model.variables):
            for found, value in zip(values, program.run(assignment), strict=True):
                if isinstance(value, int):
                    found.add(value)
        for found, (low, high) in zip(values, ends, strict=True):
            assert all(low <= value <= high for value in found), seed
            seen += bool(found)
            tight += bool(found) and (min(found), max(found)) == (low, high)
    assert tight > seen / 2 > 100
