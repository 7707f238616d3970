"""Boards: their squares, maps and families."""

from __future__ import annotations

import re
from itertools import combinations, product
from math import gcd

import pytest
from hypothesis import given

from everyway.models import (
    KNIGHT,
    QUEEN,
    Board,
    Family,
    Model,
    ModelError,
    Square,
    Squares,
    leaper,
)
from everyway.models.boards import read_plan

from ....support.boards import boards
from ....support.clocks import growth
from ....support.count_on_boards import count


def names(family):
    return [group.name for group in family]


def sets(family):
    return [{str(square) for square in group} for group in family]


# ------------------------------------------------------------------------------ squares


@pytest.mark.parametrize("written", ["r3c5", (3, 5), [3, 5], Square(3, 5)])
def test_a_square_is_written_in_several_ways(written):
    assert Board(5).square(written) == Square(3, 5)
    assert str(Board(5).square(written)) == "r3c5"


def test_a_square_is_two_numbers_too_the_row_first():
    board = Board(3, 5)
    assert board.square(3, 5) == board.square("r3c5") == Square(3, 5)
    assert type(board.square(3, 5)) is Square
    for outside in ((5, 3), (0, 1), (1, -1)):
        with pytest.raises(ModelError, match="is not on a board of 3 rows and 5 columns"):
            board.square(*outside)
    for none in ((), (1, 2, 3), (True, 1), ("r1c1", 2), (1, "2"), (Square(1, 1), Square(1, 2))):
        with pytest.raises(ModelError, match="is not a square; write 'r3c5'"):
            board.square(*none)


def test_rays_run_to_the_edge_over_walls_and_holes_the_nearest_square_first():
    rays = Board(3, 4, walls="r2c2", holes="r1c3").rays("r2c3")
    assert {side: " ".join(map(str, ray)) for side, ray in rays.items()} == {
        "top": "r1c3",
        "right": "r2c4",
        "bottom": "r3c3",
        "left": "r2c2 r2c1",
    }
    around = Board(1, 3, wrap=True).rays("r1c1")
    assert [len(ray) for ray in around.values()] == [0, 2, 0, 2]
    assert around["left"] == (Square(1, 3), Square(1, 2))
    with pytest.raises(ModelError, match="r1c4 is not on a board"):
        Board(1, 3).rays("r1c4")


def test_a_plan_has_a_character_a_square_or_words_between_blanks():
    squares = {Square(1, 1): "1", Square(1, 2): ".", Square(2, 1): ".", Square(2, 2): "2"}
    for text in ("1./.2", "1 . / . 2", "\n1.\n.2\n", "  1 .\n  .\t2\n"):
        assert read_plan(text, r"[.]|\d+", "a number") == squares
    assert read_plan("12 . / . 3", r"[.]|\d+", "a number")[Square(1, 1)] == "12"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1./.x", "line 2, column 2 of the plan is 'x'; write a number"),
        ("1. ./. .x", "line 1, column 1 of the plan is '1.'; write a number"),
        ("1 . / .", "line 2 of the plan has 1 square, line 1 has 2"),
        ("1./.", "line 2 of the map has 1 square, line 1 has 2"),
        (" ", "the map is empty"),
        ("1\u0661", "line 1, column 2 of the plan is '\u0661'"),
        (7, "a text of one line a row, not 7"),
    ],
)
def test_a_plan_that_does_not_fit_is_refused_with_the_place(text, message):
    with pytest.raises(ModelError, match=re.escape(message)):
        read_plan(text, r"[.]|\d+", "a number")


@pytest.mark.parametrize(
    "written", ["e4", "r1", 3, None, (1, 2, 3), (True, 1), ("r1", "c1"), b"ab"]
)
def test_what_is_no_square_is_refused_by_name(written):
    with pytest.raises(ModelError, match="is not a square; write 'r3c5'"):
        Board(5).square(written)


@pytest.mark.parametrize("written", ["r9c1", "r1c9", "r0c1", (1, 0)])
def test_a_square_outside_is_refused_with_the_size_of_the_board(written):
    with pytest.raises(ModelError, match=r"r\dc\d is not on a board of 8 rows and 6 columns; rows"):
        Board(8, 6).square(written)


def test_several_squares_are_text_or_any_iterable():
    expected = (Square(1, 1), Square(2, 3))
    for written in ("r1c1 r2c3", "r1c1, r2c3", ["r1c1", (2, 3)], (s for s in expected)):
        assert Board(3).squares_at(written) == expected
    assert Board(3).squares_at("") == () == Board(3).squares_at([])
    assert Board(3).squares_at((2, 3)) == (Square(2, 3),) == Board(3).squares_at(Square(2, 3))
    with pytest.raises(ModelError, match="r1c1 is named twice"):
        Board(3).squares_at("r1c1 r1c1")


def test_a_board_refuses_impossible_sizes_holes_and_walls():
    with pytest.raises(ModelError, match="a board cannot have -1 rows"):
        Board(-1)
    with pytest.raises(ModelError, match=r"number of columns of a board is 2\.5"):
        Board(2, 2.5)
    with pytest.raises(ModelError, match="r3c1 is not on a board of 2 rows and 2 columns"):
        Board(2, holes="r3c1")
    with pytest.raises(ModelError, match="r1c2 is both a hole and a wall"):
        Board(2, holes="r1c2", walls=["r1c2"])


def test_boards_are_values():
    assert Board(3) == Board(3, 3)
    assert hash(Board(3)) == hash(Board(3, 3))
    assert (
        len(
            {
                Board(3),
                Board(4),
                Board(3, wrap=True),
                Board(3, holes="r1c1"),
                Board(3, walls="r1c1"),
                Board.from_map("AAA/AAA/AAA"),
            }
        )
        == 6
    )


def test_a_board_says_what_it_is():
    assert Board(8).describe() == "8×8 board"
    assert Board(2, 3, wrap=True, holes="r1c1").describe() == "2×3 torus with 1 hole"
    assert Board.from_map("AB#/AB#").describe() == "2×3 board with 2 walls, 2 regions"


# --------------------------------------------------------------------------------- maps


def test_a_map_draws_regions_holes_and_walls():
    board = Board.from_map("""
        AAB
        A.B
        #CC
    """)
    assert (board.height, board.width) == (3, 3)
    assert board.holes == {Square(2, 2)}
    assert board.walls == {Square(3, 1)}
    assert names(board.regions) == ["region A", "region B", "region C"]
    assert sets(board.regions) == [{"r1c1", "r1c2", "r2c1"}, {"r1c3", "r2c3"}, {"r3c2", "r3c3"}]
    assert board == Board.from_map("AAB/A.B/#CC")
    assert board.region_of(Square(2, 3)) == "B"
    assert board.region_of(Square(2, 2)) == ""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("AAB\nAB\nAAB", "line 2 of the map has 2 squares, line 1 has 3"),
        ("AA\n\nAA", "line 2 of the map has 0 squares"),
        ("AA\nA5", "line 2, column 2 of the map is '5'"),
        (" \n ", "the map is empty"),
        (None, "a map is a text"),
    ],
)
def test_a_map_that_cannot_be_read_names_the_place(text, message):
    with pytest.raises(ModelError, match=message):
        Board.from_map(text)


def test_regions_need_a_map():
    with pytest.raises(
        ModelError, match="this board has no regions; draw them as a map of letters"
    ):
        _ = Board(3).regions


# ----------------------------------------------------------------------------- families


def test_rows_and_columns_are_ordered_and_named():
    board = Board(2, 3)
    assert names(board.rows) == ["row 1", "row 2"]
    assert sets(board.rows) == [{"r1c1", "r1c2", "r1c3"}, {"r2c1", "r2c2", "r2c3"}]
    assert [str(group[0]) for group in board.columns] == ["r1c1", "r1c2", "r1c3"]
    assert board.rows is board.rows


def test_diagonals_of_a_plain_board_go_from_corner_to_corner():
    board = Board(2, 3)
    assert [[str(s) for s in group] for group in board.falling] == [
        ["r2c1"],
        ["r1c1", "r2c2"],
        ["r1c2", "r2c3"],
        ["r1c3"],
    ]
    assert [[str(s) for s in group] for group in board.rising] == [
        ["r1c1"],
        ["r2c1", "r1c2"],
        ["r2c2", "r1c3"],
        ["r2c3"],
    ]
    assert names(board.rising)[1] == "rising diagonal from r2c1"
    assert len(Board(8).diagonals) == 30
    assert len(Board(8).lines) == 46


@pytest.mark.parametrize(("height", "width"), list(product(range(1, 6), repeat=2)))
def test_diagonals_of_a_torus_are_orbits(height, width):
    board = Board(height, width, wrap=True)
    for family, down in ((board.falling, 1), (board.rising, -1)):
        assert len(family) == gcd(height, width)
        for group in family:
            for square in group:
                after = Square((square.row - 1 + down) % height + 1, square.column % width + 1)
                assert after in group.members
            assert len(group) * gcd(height, width) == height * width


@given(boards())
def test_rows_columns_and_each_kind_of_diagonal_partition_the_open_squares(board):
    for family in (
        board.rows,
        board.columns,
        board.falling,
        board.rising,
        board.squares,
        board.boxes(1, 1),
        board.boxes(board.height, board.width),
    ):
        found = [square for group in family for square in group]
        assert sorted(found) == list(board.open)
        assert len(family) >= 1
        assert all(isinstance(group, Squares) for group in family)


def test_main_diagonals_need_a_square_board():
    assert sets(Board(3).main_diagonals) == [{"r1c1", "r2c2", "r3c3"}, {"r3c1", "r2c2", "r1c3"}]
    with pytest.raises(ModelError, match="main_diagonals need a square board, not one of 2 rows"):
        _ = Board(2, 3).main_diagonals


def test_boxes_tile_the_board_or_are_refused():
    boxes = Board(4, 6).boxes(2, 3)
    assert names(boxes) == ["box at r1c1", "box at r1c4", "box at r3c1", "box at r3c4"]
    assert boxes.name == "boxes(2,3)"
    assert boxes.each == "each 2×3 box"
    assert sets(boxes)[1] == {"r1c4", "r1c5", "r1c6", "r2c4", "r2c5", "r2c6"}
    with pytest.raises(ModelError, match=r"boxes\(3, 2\) do not divide a board of 4 rows"):
        Board(4, 6).boxes(3, 2)
    with pytest.raises(ModelError, match=r"boxes\(0, 2\) hold no square; give sizes from 1"):
        Board(4).boxes(0, 2)


def test_windows_overlap_and_go_around_a_torus():
    assert len(Board(4, 5).windows(2, 3)) == 3 * 3
    assert len(Board(4, 5, wrap=True).windows(2, 3)) == 20
    assert {"r4c5", "r4c1", "r1c5", "r1c1"} in sets(Board(4, 5, wrap=True).windows(2, 2))
    with pytest.raises(ModelError, match=r"windows\(3, 1\) do not fit on a board of 2 rows"):
        Board(2).windows(3, 1)


def test_border_corners_and_squares_are_one_group_each():
    board = Board(3, 4, holes="r1c1")
    assert sets(board.corners) == [{"r1c4", "r3c1", "r3c4"}]
    assert sets(board.border)[0] == {str(s) for s in board.open} - {"r2c2", "r2c3"}
    assert [len(group) for group in board.squares] == [11]
    assert [len(group) for group in Board(1, 4).corners] == [2]


def pairs_by_definition(board, steps):
    """Every two open squares of which one step leads from one to the other."""

    def reached(a, b):
        for down, right in steps:
            row, column = a.row + down, a.column + right
            if board.wrap:
                row, column = (row - 1) % board.height + 1, (column - 1) % board.width + 1
            if (row, column) == b:
                return True
        return False

    return {frozenset((a, b)) for a, b in combinations(board.open, 2) if reached(a, b)}


@given(boards())
def test_pairs_are_the_squares_one_move_apart_each_once(board):
    steps = list(product((-2, -1, 0, 1, 2), repeat=2))
    families = {
        board.pairs(KNIGHT): [s for s in steps if abs(s[0] * s[1]) == 2],
        board.touching: [s for s in steps if max(map(abs, s)) == 1],
        board.adjacent: [s for s in steps if abs(s[0]) + abs(s[1]) == 1],
        board.pairs(leaper(2, 0)): [s for s in steps if sorted(map(abs, s)) == [0, 2]],
    }
    for family, moves in families.items():
        found = [frozenset(pair) for pair in family]
        assert len(set(found)) == len(found)
        assert set(found) == pairs_by_definition(board, moves)


def test_pairs_of_a_piece_that_slides_are_refused():
    with pytest.raises(ModelError, match=r"pairs\(queen\) needs a move of fixed length"):
        Board(3).pairs(QUEEN)


def test_sightlines_are_cut_by_walls_and_not_by_holes():
    board = Board(1, 7, walls="r1c3", holes="r1c5")
    assert [len(group) for group in board.rows] == [5]
    rows = list(board.sight(["rows"]))
    assert [[str(s) for s in group] for group in rows] == [
        ["r1c1", "r1c2"],
        ["r1c4", "r1c6", "r1c7"],
    ]
    around = Board(1, 7, wrap=True, walls="r1c3").sight(["rows"])
    assert [[s.column for s in group] for group in around] == [[4, 5, 6, 7, 1, 2]]


def test_families_add_slice_and_filter():
    board = Board(4)
    both = board.rows + board.columns
    assert isinstance(both, Family)
    assert both.name == "rows + columns"
    assert len(both) == 8
    assert both.each == "each row, each column"
    assert board.rows[1:3].groups == board.rows.groups[1:3]
    assert board.rows[1:3].name == "rows[1:3]"
    assert board.rows[::2].name == "rows[::2]"
    assert names(board.diagonals.where(lambda d: len(d) == 4, "long diagonals")) == [
        "falling diagonal from r1c1",
        "rising diagonal from r4c1",
    ]
    assert board.rows[-1].name == "row 4"


def test_a_row_of_holes_stays_so_that_it_cannot_be_kept():
    board = Board(2, holes="r1c1 r1c2")
    rook = board.place("rook")
    assert [len(group) for group in board.rows] == [0, 2]
    with pytest.warns(UserWarning, match=r"rule 'rows == 1' can never hold"):
        model = Model("blocked", rook, rook.per(board.rows) == 1)
    assert count(model) == 0


def test_a_board_without_squares_has_families_without_groups():
    for family in (Board(0).rows, Board(0).columns, Board(0).diagonals, Board(0).touching):
        assert len(family) == 0
    assert len(Board(0, 2).columns) == 2
    assert len(Board(0, 2, wrap=True).diagonals) == 0


def lines_and_leaps(n):
    board = Board(n)
    return len(board.lines) + len(board.pairs(KNIGHT))


def test_the_cost_of_a_board_grows_like_its_squares():
    assert lines_and_leaps(30) == 60 + 118 + 4 * 29 * 28
    assert growth(lines_and_leaps, 15, 30) < 12


def test_the_squares_around_a_square():
    board = Board(3, holes="r2c2", walls="r3c3")
    assert " ".join(map(str, board.around("r1c1"))) == "r1c2 r2c1"
    assert " ".join(map(str, board.beside((2, 2)))) == "r1c2 r2c1 r2c3 r3c2"
    assert " ".join(map(str, board.around("r1c1", KNIGHT))) == "r2c3 r3c2"
    assert " ".join(map(str, board.around("r0c2"))) == "r1c1 r1c2 r1c3"
    assert Board(0, wrap=True).around("r1c1") == Board(1, wrap=True).around("r1c1") == ()


def test_the_squares_around_a_square_of_a_torus_are_reported_once():
    assert " ".join(map(str, Board(3, wrap=True).beside("r1c1"))) == "r1c2 r1c3 r2c1 r3c1"
    assert " ".join(map(str, Board(2, wrap=True).around("r1c1"))) == "r1c2 r2c1 r2c2"


def test_a_piece_that_slides_has_no_squares_around():
    with pytest.raises(ModelError, match=r"around\(queen\) needs a move of fixed length"):
        Board(3).around("r1c1", QUEEN)


def test_a_square_may_be_asked_for_as_it_is_written():
    board = Board.from_map("A.\nAB")
    asked = board.has("r1c1"), board.has((1, 2)), board.has((9, 9))
    assert asked == (True, False, False)
    assert board.region_of("r2c2") == "B"
