"""Constraints that have a normal form are read into it, however they are written."""

from __future__ import annotations

import pytest

from everyway.models import Model, all_of, any_of, implies, integer, variables
from everyway.models.language.constraints import Comparison, Constraint, Not
from everyway.models.language.expressions import Constant
from everyway.solvers import count
from everyway.solvers.auto.reading.normal_forms import Clause, Distinct, Form, Logic
from everyway.solvers.auto.reading.normalise import Normaliser

B = variables("b", 3, range(2))
X, Y = integer("x", 0, 5), integer("y", 0, 5)


def forms(*constraints: Constraint) -> list[Form]:
    return list(Normaliser([*B, X, Y])(constraints))


CLAUSES: dict[str, tuple[Constraint, list[tuple[tuple[int, str, int], ...]]]] = {
    "operators": (B[0] | ~B[1] | (X > 3), [((0, "==", 1), (1, "!=", 1), (3, ">=", 4))]),
    "an implication": (
        implies((X == 2) & (Y < 2), B[2]),
        [((3, "!=", 2), (4, ">=", 2), (2, "==", 1))],
    ),
    "a comparison": (X != 3, [((3, "!=", 3),)]),
    "a constant on the left": (Comparison(Constant(3), "<", X), [((3, ">=", 4),)]),
    "a negated disjunction": (~(B[0] | (Y == 4)), [((4, "!=", 4),), ((0, "!=", 1),)]),
    "a negated conjunction": (~(B[0] & ~(Y <= 4)), [((0, "!=", 1), (4, "<=", 4))]),
    "twice negated": (Not(Not(any_of(B[0], B[1]))), [((0, "==", 1), (1, "==", 1))]),
    "one distributed": (
        any_of(B[0], all_of(B[1], X == 1)),
        [((0, "==", 1), (1, "==", 1)), ((0, "==", 1), (3, "==", 1))],
    ),
    "nothing, or a literal": (any_of(any_of([]), B[0]), [((0, "==", 1),)]),
}


@pytest.mark.parametrize("name", CLAUSES)
def test_a_disjunction_of_literals_is_a_clause(name: str) -> None:
    constraint, expected = CLAUSES[name]
    found = forms(constraint)
    assert sorted(form.literals for form in found if isinstance(form, Clause)) == sorted(expected)
    assert len(found) == len(expected)
    model = Model(name, B, X, Y, constraint)
    assert count(model, solver="auto") == count(model, solver="brute-force")


APART = {
    "two variables": X != Y,
    "moved": X + 2 != Y - 1,
    "a difference": X - Y != 3,
    "turned around": 0 != Y - X + 1,
}


@pytest.mark.parametrize("name", APART)
def test_two_variables_that_differ_are_a_pair_of_terms(name: str) -> None:
    (form,) = forms(APART[name])
    assert isinstance(form, Distinct)
    model = Model(name, X, Y, APART[name])
    for solver in ("auto", "auto[python]"):
        assert count(model, solver=solver) == count(model, solver="brute-force")


def test_terms_that_differ_far_from_each_other_need_no_wide_words() -> None:
    z = integer("z", 200, 210)
    (form,) = Normaliser([X, z])([X + 202 != z])
    assert isinstance(form, Distinct)
    (form,) = Normaliser([X, z])([X != z])
    assert isinstance(form, Logic)
