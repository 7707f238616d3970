"""Constraints that have a normal form are read into it, however they are written."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import pytest

from everyway.models import (
    Model,
    all_equal,
    all_of,
    any_of,
    element,
    implies,
    integer,
    predicate,
    variable,
    variables,
)
from everyway.models.language.constraints import Comparison, Constraint, Not
from everyway.models.language.expressions import Constant
from everyway.solvers import count
from everyway.solvers.auto.reading.normal_forms import Clause, Distinct, Form, Logic
from everyway.solvers.auto.reading.normalise import Normaliser, cut_domains

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
    "not all equal": (~all_equal(B), [tuple((k, "!=", v) for k in range(3)) for v in (0, 1)]),
    "not all equal, of the values of both": (
        ~all_equal(X, B[1]),
        [((3, "!=", v), (1, "!=", v)) for v in (0, 1)],
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


def test_not_all_equal_of_many_values_is_no_clause_for_each() -> None:
    x = variables("x", 3, range(100))
    assert len(list(Normaliser(list(x))([~all_equal(x)]))) == 1


def test_items_whose_places_are_inside_need_no_code() -> None:
    reader = Normaliser([*B, X, Y])
    assert len(list(reader([element([X, Y, *B, X], element([X, Y], B[0])) == B[2]]))) == 1
    assert "_read" not in vars(reader)
    (outside,) = reader([element([X, Y, *B], X) == Y])
    assert isinstance(outside, Logic)
    assert "_read" in vars(reader)


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


SAID = {
    "a comparison": (X >= 2, range(2, 6)),
    "turned around": (Comparison(Constant(3), ">", X), range(3)),
    "moved": (X + 2 < 5, range(3)),
    "negative": (4 - X <= 1, range(3, 6)),
    "one value": (all_of(X == 4, X > 1), range(4, 5)),
}


@pytest.mark.parametrize("name", SAID)
def test_what_the_domain_of_a_variable_says_is_left_out(name: str) -> None:
    constraint, domain = SAID[name]
    (left, other), others = cut_domains([X, Y], [constraint, Y != 2])
    assert (left.domain, other) == (domain, Y)
    assert len(others) == 1
    model = Model(name, X, Y, constraint, Y != 2)
    assert count(model) == count(model, solver="brute-force")


PARTLY_SAID = {
    "an index": element([5, 3, 3], X) == 3,
    "an index turned around": 3 == element([5, 3, 3], X + 1),
    "a sum": X + Y <= 3,
    "a multiple": 2 * X == 4,
    "another value": X != 3,
}


@pytest.mark.parametrize("name", PARTLY_SAID)
def test_what_the_domains_do_not_say_alone_is_kept(name: str) -> None:
    _, others = cut_domains([X, Y], [PARTLY_SAID[name]])
    assert [*map(id, others)] == [id(PARTLY_SAID[name])]
    model = Model(name, X, Y, PARTLY_SAID[name])
    assert count(model) == count(model, solver="brute-force")


def test_disjunctions_of_one_shape_are_read_over_their_own_values() -> None:
    x = [integer("x0", 0, 3), integer("x1", 0, 3), integer("x2", 1, 4), integer("x3", 0, 3)]
    apart = [any_of(a - b >= 2, b - a >= 2) for a, b in pairwise(x)]
    far = [variable(f"far{place}", (0, 2, 5_000, 10**6)) for place in range(3)]
    wide = [any_of(a - b >= 3, b - a >= 4_998) for a, b in pairwise(far)]
    model = Model("shape", x, far, apart, wide, any_of(x[0] - x[3] >= 2, x[3] - x[0] >= 1))
    for solver in ("auto[kernel]", "auto[python]"):
        assert count(model, solver=solver) == count(model, solver="brute-force")


@dataclass
class Divides:
    """A test of two numbers that cannot be hashed, since its objects are compared by value."""

    number: int

    def __call__(self, a: int, b: int) -> bool:
        return (a + b) % self.number == 0


def test_a_test_that_cannot_be_hashed_stands_in_disjunctions() -> None:
    first = any_of(predicate(Divides(2), X, Y), X == 3)
    second = any_of(predicate(Divides(3), X, Y), X == 3)
    model = Model("tests", X, Y, first, second)
    for solver in ("auto[kernel]", "auto[python]", "diagram"):
        assert count(model, solver=solver) == count(model, solver="brute-force")
