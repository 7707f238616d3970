"""The puzzles on boards: known counts, by an own count apart from every solver."""

from __future__ import annotations

import pytest

from everyway.models import Model, ModelError, Square, fingerprint
from everyway.models.crowns import crowns
from everyway.models.knights import knights
from everyway.models.language.files.catalogue import load
from everyway.models.latin_square import latin_square
from everyway.models.magic_square import magic_square
from everyway.models.queens import queens
from everyway.models.sudoku import SEVENTEEN_GIVENS, sudoku

from ..support.count_on_boards import count


@pytest.mark.parametrize(
    "model",
    [
        *[queens(n) for n in range(9)],
        *[queens(n, wrap=True) for n in range(1, 8)],
        *[knights(n, n) for n in range(2, 5)],
        *[knights(3, 2), knights(6, 2), knights(4, 3), knights(5, 3)],
        *[latin_square(n) for n in range(5)],
        *[magic_square(n) for n in range(4)],
        *[sudoku(), sudoku("", 2, 2), crowns()],
    ],
    ids=lambda model: f"{model.name} {dict(model.recipe.params)}"[:60],
)
def test_a_puzzle_has_as_many_solutions_as_the_world_knows(model):
    assert count(model) == model.known.count


def test_queens_declares_three_rules_and_nothing_else():
    model = queens(5)
    assert [rule.label for rule in model.rules] == ["rows == 1", "columns == 1", "diagonals <= 1"]
    assert [len(rule.constraints) for rule in model.rules] == [5, 5, 18]
    assert [v.name for v in model.variables][:2] == ["queen[r1c1]", "queen[r1c2]"]
    assert model.name == "5 queens"
    assert fingerprint(model) == fingerprint(load("queens", n="5"))


@pytest.mark.parametrize(
    ("params", "expected"),
    [
        ({"n": 8, "preplaced": "r1c4"}, 18),
        ({"n": 8, "preplaced": "r1c1"}, 4),
        ({"n": 10, "preplaced": ["r3c5", (8, 2)]}, 9),
        ({"n": 6, "holes": "r1c1 r2c2 r3c3 r4c4 r5c5 r6c6"}, 4),
        ({"n": 8, "holes": [(i, i) for i in range(1, 9)]}, 28),
        ({"n": 8, "holes": "r1c1,r1c8,r8c1,r8c8"}, 76),
    ],
)
def test_queens_with_holes_or_queens_that_are_there(params, expected):
    model = queens(**params)
    assert model.known is None
    assert count(model) == expected
    assert count(load("queens", **params)) == expected


def test_a_preplaced_queen_is_a_rule_of_its_own():
    model = queens(4, preplaced="r1c2")
    assert model.rules[-1].label == "at r1c2"
    assert fingerprint(model.without("at r1c2")) == fingerprint(queens(4))
    assert fingerprint(model) != fingerprint(queens(4))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: queens(-1), "a board cannot have -1 rows"),
        (lambda: queens(4, holes="r5c1"), "r5c1 is not on a board of 4 rows"),
        (lambda: queens(4, holes="r1c1", preplaced="r1c1"), "r1c1 is a hole"),
        (lambda: queens(4, preplaced="e4"), "'e4' is not a square"),
        (lambda: knights(-1, 2), "a board cannot have -1 rows"),
        (lambda: knights(3, -1), "knights has k = -1; write k from 0"),
        (lambda: latin_square(-2), "a board cannot have -2 rows"),
        (lambda: magic_square(-2), "a board cannot have -2 rows"),
        (lambda: crowns("AAB\nABB\nABB"), "a map of 3 rows, 3 columns and 2 regions"),
        (lambda: crowns("AAB\nAB"), "line 2 of the map has 2 squares"),
        (lambda: sudoku("12"), "the givens have 2 characters and the board has 81 squares"),
        (lambda: sudoku("5" + "." * 15, 2, 2), "the given 5 on r1c1 is not a value"),
        (lambda: sudoku("", 0, 3), "sudoku has boxes of 0×3"),
        (lambda: sudoku("", 6, 6), "sudoku has boxes of 6×6"),
    ],
)
def test_parameters_that_make_no_puzzle_are_refused(make, message):
    with pytest.raises(ModelError, match=message):
        make()


def test_a_knight_too_many_has_no_place():
    assert [count(knights(n, k)) for n, k in ((2, 4), (3, 5), (4, 8))] == [1, 2, 6]
    assert [count(knights(n, k)) for n, k in ((2, 5), (3, 6), (4, 9))] == [0, 0, 0]


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (2, 3), (3, 2), (3, 4), (4, 4)])
def test_a_sudoku_may_have_boxes_of_any_shape(rows, columns):
    model = sudoku("", rows, columns)
    size = rows * columns
    assert [rule.label for rule in model.rules] == [
        "rows all different",
        "columns all different",
        f"boxes({rows},{columns}) all different",
    ]
    assert [len(rule.constraints) for rule in model.rules] == [size] * 3
    assert len(model.variables) == size * size


def test_sixteen_by_sixteen_takes_letters():
    givens = "123456789ABCDEFG" + "." * 240
    model = sudoku(givens, 4, 4)
    assert [c.right.constant for c in model.rules[-1].constraints] == list(range(1, 17))


def test_givens_are_text_or_rows():
    rows = [[int(mark) or None for mark in SEVENTEEN_GIVENS[i : i + 9]] for i in range(0, 81, 9)]
    assert fingerprint(sudoku(rows)) == fingerprint(sudoku(SEVENTEEN_GIVENS))
    assert len(sudoku(SEVENTEEN_GIVENS).rules[-1].constraints) == 17


def test_a_step_of_a_thermometer_is_a_sign_across_a_side_and_is_named_across_a_corner():
    model = sudoku("", 2, 2, thermometers="r1c1-r1c2-r2c2-r3c3")
    steps = [rule.label for rule in model.rules if len(rule.constraints) == 1]
    assert steps == ["r1c1<r1c2", "r1c2<r2c2", "thermometer r2c2-r3c3"]


def test_the_crowns_stand_where_they_should():
    model = crowns()
    squares = ["r1c3", "r2c7", "r3c5", "r4c8", "r5c2", "r6c4", "r7c6", "r8c1"]
    solved = model
    for square in squares:
        solved = solved + model["crown"].at(square)
    assert count(solved) == 1
    assert isinstance(solved, Model)
    read = model.solution({**dict.fromkeys(model.by_name, 0), "crown[r1c3]": 1})["crown"]
    assert read == (Square(1, 3),)
