"""No three in line: two points in every row and column, no three on any straight line."""

from collections.abc import Iterator
from itertools import combinations, product
from math import gcd
from typing import Literal

from everyway.models import Board, Family, Model, Square, Squares, counted, known, puzzle


@puzzle(known("OEIS A000755", n={0: 1, 1: 0, 2: 1, 3: 2, 4: 11, 5: 32, 6: 50, 7: 132}))
def no_three_in_line(n: int = 5, form: Literal["lines", "triples"] = "lines") -> Model:
    """No three in line: 2n points on an n × n grid, no three on a straight line of any slope.

    Since a row holds at most two points, 2n of them put two into every row, and two into every
    column. Lines run through the centres of the squares, also as a knight moves, or more steeply.
    Whether there is a way on every grid from n = 2 nobody knows. In `form` "lines" each line has
    a sum; in form "triples" every three of its squares have one: more rules, and simpler ones,
    from which a solver that learns clauses gains and others lose.

    Source: H. E. Dudeney, Amusements in Mathematics (1917), puzzle 317; OEIS A000755.
    """
    board = Board(n)
    point = board.place("point")
    lines = _slanted_lines(board)
    return Model(
        f"{counted(2 * n, 'point')}, no three in line",
        point,
        # Two points stand in each row,
        point.per(board.rows) == 2,
        # two in each column,
        point.per(board.columns) == 2,
        # and at most two on every other line.
        point.per(lines if form == "lines" else _triples(lines)) <= 2,
    )


def _slanted_lines(board: Board) -> Family:
    """The lines of three squares or more that are neither rows nor columns."""
    # The third square of such a line is two steps away from the first, and still on the board.
    steps = range(1, (board.height + 1) // 2)
    slopes = [(down, right) for down, right in product(steps, steps) if gcd(down, right) == 1]
    lines = [
        tuple(_line(board, square, down, right))
        for slope_down, right in slopes
        for down in (slope_down, -slope_down)
        for square in board.open
        if not board.has(Square(square.row - down, square.column - right))
    ]
    groups = (Squares(f"line from {line[0]} to {line[-1]}", line) for line in lines)
    return Family("slanted lines", "each slanted line", tuple(g for g in groups if len(g) > 2))


def _line(board: Board, square: Square, down: int, right: int) -> Iterator[Square]:
    """The squares from `square` on, step by step to the edge of the board."""
    while board.has(square):
        yield square
        square = Square(square.row + down, square.column + right)


def _triples(lines: Family) -> Family:
    """Every three squares on one of `lines`."""
    found = [(line.name, three) for line in lines for three in combinations(line, 3)]
    groups = (Squares(f"{' '.join(map(str, three))} on {name}", three) for name, three in found)
    return Family("triples", "each three squares on a line", tuple(groups))
