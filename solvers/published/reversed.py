"""A placement as columns, one a row, the newest first: the board is filled row by row.

The other representations place a queen a column and write down its row. Here everything is the
other way round, so that the squares are those of the transposed board. A number is safe when it is
not in the set of columns that the queens above attack in the new row; `add` puts every safe queen
into one further row, and the whole program is a left fold of `add` over the rows 1 to n.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial, reduce

from .skeleton import (
    PUBLISHED,
    Representation,
    Squares,
    enumerate_interval,
    flat_map,
    scala_list,
    scala_transcript,
    solve,
)

Columns = tuple[int, ...]
"""The columns of the queens, that of the newest row first."""


def empty_board(board_size: int) -> Columns:
    """No queens: the size of the board does not matter."""
    return ()


def adjoin_position(new_column: int, k: int, rest: Columns) -> Columns:
    """A queen in `new_column` of row k in front of `rest`; k is its place counted from the end."""
    return (new_column, *rest)


def attacked_by(column: int, distance: int) -> tuple[int, int, int]:
    """The columns that a queen attacks in the row `distance` below its own."""
    return (column - distance, column, column + distance)


def attacked_by_each(queens: Columns) -> list[tuple[int, int, int]]:
    """For each queen, the columns that it attacks in the next row.

    >>> attacked_by_each((5, 7, 2, 6))
    [(4, 5, 6), (5, 7, 9), (-1, 2, 5), (2, 6, 10)]
    """
    distances = enumerate_interval(1, len(queens))
    return [attacked_by(column, r) for column, r in zip(queens, distances, strict=True)]


def unsafe(queens: Columns) -> frozenset[int]:
    """The columns that are attacked in the next row; some lie outside the board.

    >>> sorted(unsafe((5, 7, 2, 6)))
    [-1, 2, 4, 5, 6, 7, 9, 10]
    """
    return frozenset(flat_map(tuple, attacked_by_each(queens)))


def safe(k: int, positions: Columns) -> bool:
    """True if the newest queen stands in none of the columns that the others attack."""
    newest, *rest = positions
    return newest not in unsafe(tuple(rest))


def add(board_size: int, placements: Sequence[Columns], row: int) -> list[Columns]:
    """`placements` with a safe queen in `row`, in every way there is.

    The unsafe columns are worked out once a placement, and not once a candidate.
    """

    def with_queen(rest: Columns) -> Iterator[Columns]:
        attacked = unsafe(rest)
        free = (x for x in enumerate_interval(1, board_size) if x not in attacked)
        return (adjoin_position(x, row, rest) for x in free)

    return list(flat_map(with_queen, placements))


def fold_of_add(board_size: int) -> list[Columns]:
    """Every solution, as the left fold of `add` over the rows, from the empty board.

    >>> fold_of_add(4)
    [(3, 1, 4, 2), (2, 4, 1, 3)]
    """
    empty = [empty_board(board_size)]
    return reduce(partial(add, board_size), enumerate_interval(1, board_size), empty)


def squares(positions: Columns) -> Squares:
    """The squares of the queens: the last number is the column of row 1.

    >>> sorted(squares((4, 1)))
    [(1, 1), (2, 4)]
    """
    return frozenset(enumerate(positions[::-1], start=1))


def written(positions: Columns) -> str:
    """The placement as Scala prints it.

    >>> written((3, 1, 4, 2))
    'List(3, 1, 4, 2)'
    """
    return scala_list(positions)


REPRESENTATION = Representation(
    "reversed", empty_board, adjoin_position, safe, squares, written, scala_transcript
)
TRAITS = PUBLISHED
solutions = partial(solve, representation=REPRESENTATION)
