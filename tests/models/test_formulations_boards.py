"""Two formulations of one puzzle on a board have the same solutions, or at least as many."""

from __future__ import annotations

import pytest

from everyway.models import ModelError, load, same
from everyway.models.queens import queens
from everyway.solvers import count, solve_all


def solutions(puzzle, **params):
    """The solutions in JSON's terms, as a set."""
    return {str(solution.to_json()) for solution in solve_all(load(puzzle, **params))}


@pytest.mark.parametrize(
    ("puzzle", "params", "forms"),
    [
        ("kings", {"n": 4, "k": 3}, ("pairs", "windows")),
        ("kings", {"n": 1, "columns": 5, "k": 2}, ("pairs", "windows")),
        ("kings", {"n": 0, "k": 0}, ("pairs", "windows")),
        ("kings", {"n": 5, "k": 5, "lines": True}, ("pairs", "windows")),
        ("peaceable_queens", {"n": 4, "k": 2}, ("pairs", "lines")),
        ("peaceable_queens", {"n": 3, "k": 1}, ("pairs", "lines")),
        ("peaceable_queens", {"n": 0, "k": 0}, ("pairs", "lines")),
        ("peaceable_queens", {"n": 3, "k": 3, "piece": "bishop"}, ("pairs", "lines")),
        ("peaceable_queens", {"n": 3, "k": 3, "piece": "knight"}, ("pairs", "lines")),
        ("no_three_in_line", {"n": 5}, ("lines", "triples")),
        ("no_three_in_line", {"n": 0}, ("lines", "triples")),
    ],
)
def test_two_forms_over_the_same_variables_have_the_same_solutions(puzzle, params, forms):
    first, second = (solutions(puzzle, **params, form=form) for form in forms)
    assert first == second
    assert first


@pytest.mark.parametrize(("n", "turn"), [*((n, "half") for n in range(9)), (12, "quarter")])
def test_symmetric_queens_by_squares_are_those_by_columns(n, turn):
    by_squares = solve_all(load("symmetric_queens", n=n, turn=turn))
    by_columns = solve_all(load("symmetric_queens", n=n, turn=turn, form="columns"))
    as_columns = {tuple(column - 1 for _, column in found["queen"]) for found in by_squares}
    assert as_columns == {tuple(found["column"]) for found in by_columns}


@pytest.mark.parametrize(("n", "number"), [(13, 8), (16, 64), (17, 128)])
def test_larger_quarter_turns_by_squares(n, number):
    assert count(load("symmetric_queens", n=n, turn="quarter"), "cp-sat") == number


@pytest.mark.parametrize(
    ("n", "k", "number"), [(0, 1, 1), (1, 3, 3), (2, 4, 24), (3, 4, 0), (3, 5, 240), (4, 5, 240)]
)
def test_as_many_colourings_by_colours_as_by_armies(n, k, number):
    for form in ("colours", "armies"):
        assert count(load("queen_colouring", n=n, k=k, form=form)) == number


def test_as_many_queens_as_rows_are_the_queens_without_a_number():
    assert same(queens(5, k=5), queens(5))
    assert same(queens(5, columns=5), queens(5))
    assert same(queens(3, columns=5, k=3), queens(3, columns=5))


@pytest.mark.parametrize(("rows", "columns"), [(3, 5), (4, 6), (2, 3), (0, 4), (1, 4)])
def test_a_board_on_its_side_has_as_many_ways(rows, columns):
    assert count(queens(rows, columns=columns)) == count(queens(columns, columns=rows))


def test_too_many_pieces_have_no_place():
    assert count(queens(4, k=5)) == count(queens(5, columns=3, k=5)) == 0
    assert count(load("rooks", n=3, columns=5, k=4)) == 0
    assert count(load("kings", n=3, k=3, lines=True)) == 0
    assert count(load("queens_3d", n=2, k=2)) == 0


def test_an_empty_board_has_one_way_to_put_nothing_on_it():
    for puzzle in ("rooks", "bishops", "kings", "knights", "domination", "queens_3d", "queens"):
        assert count(load(puzzle, n=0, k=0)) == 1


def test_peaceful_pieces_are_those_of_every_number():
    for piece in ("rook", "bishop", "king", "knight", "queen"):
        by_number = [count(load(f"{piece}s", n=3, columns=4, k=k)) for k in range(9)]
        assert count(load("peaceful_pieces", piece=piece, n=3, columns=4)) == sum(by_number)


def test_peaceful_queens_stand_behind_a_wall():
    walled = load("peaceful_pieces", piece="queen", n=1, columns=3, walls="r1c2")
    assert count(walled) == 4


def test_peaceful_domination_is_part_of_domination():
    every = solutions("domination", n=4, k=3)
    peaceful = solutions("domination", n=4, k=3, peaceful=True)
    assert peaceful < every
    assert len(peaceful) == 16


@pytest.mark.parametrize(
    ("puzzle", "params", "part"),
    [
        ("queens", {"k": -1}, "k = -1"),
        ("rooks", {"k": -1}, "k = -1"),
        ("bishops", {"k": -1}, "k = -1"),
        ("kings", {"k": -1}, "k = -1"),
        ("domination", {"k": -1}, "k = -1"),
        ("domination", {"piece": "pawn"}, "pawn"),
        ("peaceful_pieces", {"piece": "pawn"}, "pawn"),
        ("peaceable_queens", {"k": -1}, "k = -1"),
        ("queens_3d", {"k": -1}, "k = -1"),
        ("queens_3d", {"n": -1}, "n = -1"),
        ("queen_colouring", {"k": 0}, "k = 0"),
        ("symmetric_queens", {"n": -1}, "n = -1"),
        ("symmetric_queens", {"turn": "whole"}, "whole"),
        ("amazons", {"n": -1}, "-1 rows"),
        ("star_battle", {"regions": "AAB/ABB/ABB"}, "a map of 3 rows, 3 columns and 2 regions"),
        ("star_battle", {"stars": -1}, "stars = -1"),
    ],
)
def test_parameters_that_make_no_puzzle_are_refused(puzzle, params, part):
    with pytest.raises(ModelError) as error:
        load(puzzle, **params)
    assert part in str(error.value)
