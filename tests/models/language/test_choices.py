"""Values that the solver chooses: of rows by two indices, of two by a condition."""

from itertools import product

import pytest

from everyway.models import (
    Model,
    ModelError,
    conditional,
    element,
    integer,
    total,
    variable,
    variables,
)
from everyway.solvers import count, solve_all

ROWS = [[1, 2, 3], [4, 5, 6]]


def rows_of(model, solver):
    return {solution.row for solution in solve_all(model, solver.name)}


def test_each_index_is_undefined_outside_its_own_range(solver):
    i, j, value = integer("i", -2, 3), integer("j", -2, 4), integer("value", 0, 7)
    model = Model("m", i, j, value, element(ROWS, i, j) == value)
    assert rows_of(model, solver) == {(r, c, ROWS[r][c]) for r, c in product(range(2), range(3))}


def test_the_negation_holds_outside(solver):
    i, j = integer("i", 0, 1), integer("j", -1, 3)
    found = rows_of(Model("m", i, j, ~(element(ROWS, i, j) == 4)), solver)
    assert found == {(r, c) for r, c in product(range(2), range(-1, 4)) if (r, c) != (1, 0)}


def test_items_may_be_terms_and_undefined(solver):
    x = variables("x", (2, 2), range(2))
    i, j = integer("i", 0, 1), integer("j", 0, 2)
    model = Model("m", x, i, j, element([[x[0, 0] + 1, x[0, 1]], [x[1, 0], 7]], i, j) == 1)
    expected = {
        (a, b, c, d, r, s)
        for a, b, c, d, r, s in product(*[range(2)] * 5, range(3))
        if s < 2 and [[a + 1, b], [c, 7]][r][s] == 1
    }
    assert rows_of(model, solver) == expected
    partial = Model("m", i, j, element([[1, 6 // j], [2, 3]], i, j) >= 0)
    assert rows_of(partial, solver) == {(r, 1) for r in range(2)}


def test_rows_of_labels(solver):
    i, j = integer("i", 0, 1), integer("j", 0, 2)
    names = element([["red", "green"], ["green", "blue"]], i, j)
    assert rows_of(Model("m", i, j, names == "green"), solver) == {(0, 1), (1, 0)}


def test_three_indices():
    cube = [[[100 * a + 10 * b + c for c in range(4)] for b in range(3)] for a in range(2)]
    i, j, k = integer("i", -1, 2), integer("j", -1, 3), integer("k", -1, 4)
    value = element(cube, i, j, k)
    assert count(Model("m", i, j, k, value >= 0)) == 24
    assert count(Model("m", i, j, k, value == 100 * i + 10 * j + k)) == 24


def test_an_index_may_be_a_number():
    j = integer("j", -1, 3)
    assert count(Model("m", j, element(ROWS, 1, j) >= 5)) == 2
    assert count(Model("m", j, element(ROWS, 1, 2) == j + 3)) == 1


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda i: element([[1, 2], [3]], i, i), "the rows of element differ"),
        (lambda i: element([[[1], [2]], [[3], [4, 5]]], i, i, i), "the rows of element differ"),
        (lambda i: element([1, 2], i, i), "1 stands where a row should"),
        (lambda i: element([i, i], i, i), "i stands where a row should"),
        (lambda i: element(["ab", "cd"], i, i), "'ab' stands where a row should"),
        (lambda i: element([], i, i), "element of nothing"),
        (lambda i: element([[], []], i, i), "element of nothing"),
        (lambda i: element(ROWS, 2, i), "write 0 to 1"),
        (lambda i: element(ROWS, i, -1), "write 0 to 2"),
        (lambda i: element(ROWS, i), r"write element\(x, i, j\)"),
        (lambda i: element([[1, "red"]], i, i), "mixes labels and numbers"),
        (lambda i: element(ROWS, i, "red"), "is a label"),
    ],
)
def test_what_is_no_matrix_or_no_index_is_refused(make, says):
    with pytest.raises(ModelError, match=says):
        make(integer("i", 0, 1))


def test_words_say_rows_and_conditions():
    i, j = integer("i", 0, 1), integer("j", 0, 2)
    assert str(element(ROWS, i, j)) == "[1, 2, 3, 4, 5, 6][3*i + j]"
    assert str(conditional(i < j, 5, j) + 1) == "(5 if i < j else j) + 1"


# -------------------------------------------------------------------------- if, then, else


def test_a_conditional_is_one_value_or_the_other(solver):
    a, b, value = integer("a", 0, 3), integer("b", 0, 3), integer("value", 0, 6)
    model = Model("m", a, b, value, value == conditional(a < b, a + b, 2 * a))
    expected = {(p, q, p + q if p < q else 2 * p) for p, q in product(range(4), range(4))}
    assert rows_of(model, solver) == {row for row in expected if row[2] <= 6}


def test_a_conditional_is_undefined_where_either_value_is(solver):
    a, b = integer("a", 0, 2), integer("b", 0, 2)
    guarded = conditional(b != 0, a // b, 9)
    assert rows_of(Model("m", a, b, guarded >= 0), solver) == {
        (p, q) for p, q in product(range(3), range(1, 3))
    }
    # A condition with an undefined term does not hold, and is defined.
    other = conditional(a // b == 1, 1, 0)
    assert rows_of(Model("m", a, b, other == 0), solver) == {
        (p, q) for p, q in product(range(3), range(3)) if not (q and p // q == 1)
    }


def test_a_conditional_of_labels_and_of_constraints(solver):
    a, colour = integer("a", 0, 2), variable("colour", ["red", "green"])
    model = Model("m", a, colour, colour == conditional(a == 1, "red", "green"))
    assert rows_of(model, solver) == {(0, "green"), (1, "red"), (2, "green")}
    flag = integer("flag", 0, 1)
    model = Model("m", a, flag, total([conditional(flag, a == 0, a == 1), a]) == 1)
    assert rows_of(model, solver) == {(0, 1), (1, 1)}


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda a: conditional(a, 1, 2), "the condition of conditional is the integer a"),
        (lambda a: conditional(True, 1, 2), "the condition of conditional is True"),
        (lambda a: conditional(a == 1, "red", 2), "conditional mixes"),
    ],
)
def test_what_is_no_condition_or_no_value_is_refused(make, says):
    with pytest.raises(ModelError, match=says):
        make(integer("a", 0, 2))


def test_an_array_may_be_read_only_once():
    i, j = integer("i", 0, 1), integer("j", 0, 1)
    assert repr(element((v for v in (3, 4)), i)) == repr(element([3, 4], i))
    rows = ((v for v in row) for row in ((1, 2), (3, 4)))
    assert repr(element(rows, i, j)) == repr(element([[1, 2], [3, 4]], i, j))
