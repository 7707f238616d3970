"""The steps of the five published answers are open, and those that were published come out."""

from __future__ import annotations

from itertools import islice, pairwise
from types import ModuleType
from typing import Any

import pytest

from everyway.solvers.published import (
    Representation,
    directions,
    matrix,
    pairs,
    queens,
    rows,
    steps,
)
from everyway.solvers.published import reversed as backwards
from everyway.solvers.published.skeleton import (
    accumulate,
    enumerate_interval,
    extensions,
    flat_map,
    queen_cols,
    scheme_list,
)

MODULES: list[ModuleType] = [pairs, backwards, rows, directions, matrix]
every_module = pytest.mark.parametrize("module", MODULES, ids=lambda m: m.REPRESENTATION.name)


def written(by: Representation[Any], positions: Any) -> str:
    return " ".join(by.written(position) for position in positions)


def test_the_steps_of_rows_on_a_board_of_four_are_the_published_ones() -> None:
    by = rows.REPRESENTATION
    first, second, third, fourth = steps(4, by)
    assert written(by, second.partial) == "(1) (2) (3) (4)"
    assert written(by, second.safe) == "(1 3) (1 4) (2 4) (3 1) (4 1) (4 2)"
    assert written(by, queen_cols(2, 4, by)) == "(1 3) (1 4) (2 4) (3 1) (4 1) (4 2)"
    assert scheme_list(map(by.written, third.groups[0])) == "((1 3 1) (1 3 2) (1 3 3) (1 3 4))"
    assert by.written(by.adjoin_position(2, 3, (1, 4))) == "(1 4 2)"
    assert [s.k for s in (first, second, third, fourth)] == [1, 2, 3, 4]


@every_module
def test_the_steps_lead_from_the_empty_board_to_the_solutions(module: ModuleType) -> None:
    by = module.REPRESENTATION
    taken = list(steps(5, by))
    assert taken[0].partial == (by.empty_board(5),)
    assert list(taken[-1].safe) == queens(5, by)
    for before, after in pairwise(taken):
        assert before.safe == after.partial
    for step in taken:
        assert list(step.safe) == queen_cols(step.k, 5, by)
        assert [len(group) for group in step.groups] == [5] * len(step.partial)
        assert step.extended == tuple(p for group in step.groups for p in group)
        assert set(step.safe) <= set(step.extended)


@every_module
def test_a_board_of_size_0_takes_no_step(module: ModuleType) -> None:
    assert list(steps(0, module.REPRESENTATION)) == []


@every_module
def test_a_step_shows_the_extended_placements_before_the_filter(module: ModuleType) -> None:
    by = module.REPRESENTATION
    second = list(islice(steps(4, by), 2))[1]
    flip = by.name == "reversed"
    seen = [sorted((c, r) if flip else (r, c) for r, c in by.squares(p)) for p in second.extended]
    assert seen == [sorted([(a, 1), (b, 2)]) for a in range(1, 5) for b in range(1, 5)]
    assert (len(second.partial), len(second.extended), len(second.safe)) == (4, 16, 6)


@pytest.mark.parametrize(
    ("module", "position", "squares"),
    [
        (pairs, (pairs.Queen(4, 2), pairs.Queen(1, 1)), {(1, 1), (4, 2)}),
        (rows, (1, 4), {(1, 1), (4, 2)}),
        (directions, (1, 4), {(1, 1), (4, 2)}),
        (matrix, ((1, 0, 0, 0), (0,) * 4, (0,) * 4, (0, 1, 0, 0)), {(1, 1), (4, 2)}),
        (backwards, (4, 1), {(1, 1), (2, 4)}),
    ],
)
def test_an_asymmetric_partial_placement_stands_on_its_squares(
    module: ModuleType, position: Any, squares: set[tuple[int, int]]
) -> None:
    by = module.REPRESENTATION
    built = by.adjoin_position(4, 2, by.adjoin_position(1, 1, by.empty_board(4)))
    assert built == position
    assert by.squares(position) == squares


def test_the_tools_of_the_skeleton() -> None:
    assert list(enumerate_interval(1, 3)) == [1, 2, 3]
    assert list(enumerate_interval(1, 0)) == []
    assert list(flat_map(range, [2, 0, 3])) == [0, 1, 0, 1, 2]
    assert accumulate(lambda item, rest: item - rest, 0, [10, 4, 1]) == 7
    assert list(extensions(3, 4, rows.REPRESENTATION, (1, 3)))[-1] == (1, 3, 4)


# The steps of the representations


def test_the_unsafe_squares_of_reversed_are_the_published_ones() -> None:
    each = backwards.attacked_by_each((5, 7, 2, 6))
    assert each == [(4, 5, 6), (5, 7, 9), (-1, 2, 5), (2, 6, 10)]
    assert backwards.unsafe((5, 7, 2, 6)) == {-1, 2, 4, 5, 6, 7, 9, 10}
    assert [x for x in range(1, 9) if backwards.safe(5, (x, 5, 7, 2, 6))] == [1, 3, 8]


@pytest.mark.parametrize("size", range(9))
def test_the_left_fold_of_add_is_the_skeleton(size: int) -> None:
    assert backwards.fold_of_add(size) == queens(size, backwards.REPRESENTATION)


EIGHT = (
    "((0 0 0 0 0 1 0 0) (0 0 1 0 0 0 0 0) (1 0 0 0 0 0 0 0) (0 0 0 0 0 0 1 0)"
    " (0 0 0 0 1 0 0 0) (0 0 0 0 0 0 0 1) (0 1 0 0 0 0 0 0) (0 0 0 1 0 0 0 0))"
)
EIGHT_BY_EIGHT = tuple(tuple(map(int, row.split())) for row in EIGHT[2:-2].split(") ("))


def test_the_steps_of_matrix_are_the_published_ones() -> None:
    board = EIGHT_BY_EIGHT
    assert matrix.written(board) == EIGHT
    assert matrix.written(matrix.make_empty_board(2)) == "((0 0) (0 0))"
    with_ninth = EIGHT.removesuffix("(0 0 0 1 0 0 0 0))") + "(0 0 0 1 0 0 0 1))"
    assert matrix.written(matrix.adjoin_position(8, 8, board)) == with_ninth
    assert matrix.get_element(board, 3, 3) == 0
    assert matrix.get_element(board, 7, 2) == 1
    assert matrix.row_safe(board)
    assert matrix.upper_left_safe(2, board)
    assert matrix.lower_left_safe(3, board)
    assert matrix.safe(8, board)


@pytest.mark.parametrize(
    ("placed", "row", "upper", "lower"),
    [
        ((2, 4, 2), False, True, True),
        ((1, 5, 3), True, False, True),
        ((3, 5, 1), True, True, False),
        ((1, 4, 2), True, True, True),
    ],
)
def test_each_test_of_matrix_sees_its_own_kind_of_attack(
    placed: tuple[int, ...], row: bool, upper: bool, lower: bool
) -> None:
    board = matrix.make_empty_board(5)
    for column, line in enumerate(placed, 1):
        board = matrix.adjoin_position(line, column, board)
    assert matrix.row_safe(board) is row
    assert matrix.upper_left_safe(3, board) is upper
    assert matrix.lower_left_safe(3, board) is lower
    assert matrix.safe(3, board) is (row and upper and lower)


def test_adjoining_leaves_the_board_as_it_was() -> None:
    before = matrix.written(EIGHT_BY_EIGHT)
    matrix.adjoin_position(1, 1, EIGHT_BY_EIGHT)
    assert matrix.written(EIGHT_BY_EIGHT) == before
