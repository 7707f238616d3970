"""A placement as pairs of row and column, the newest first.

Each queen carries its own column, so the order of the list means nothing to `safe`: it looks for
the queen in column k, wherever that stands, and compares it with every other one.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from .skeleton import PUBLISHED, Representation, Squares, accumulate, scheme_list, solve


class Queen(NamedTuple):
    """The square that a queen stands on, 1-based."""

    row: int
    column: int


Pairs = tuple[Queen, ...]
"""Queens, the newest first."""


def empty_board(board_size: int) -> Pairs:
    """No queens: the size of the board does not matter."""
    return ()


def adjoin_position(new_row: int, k: int, rest: Pairs) -> Pairs:
    """A queen at (`new_row`, k) in front of `rest`."""
    return (Queen(new_row, k), *rest)


def queen_in_column(k: int, positions: Pairs) -> Queen:
    """The queen in column k; there is one."""
    return next(queen for queen in positions if queen.column == k)


def attacks(one: Queen, other: Queen) -> bool:
    """True if two queens of different columns share a row or a diagonal."""
    distance = one.column - other.column
    return one.row in (other.row, other.row + distance, other.row - distance)


def safe(k: int, positions: Pairs) -> bool:
    """True if the queen in column k is attacked by none: every comparison, folded with `and`."""
    newest = queen_in_column(k, positions)
    others = [queen for queen in positions if queen.column != k]

    def conjoin(queen: Queen, rest_is_safe: bool) -> bool:
        return not attacks(newest, queen) and rest_is_safe

    return accumulate(conjoin, True, others)


def squares(positions: Pairs) -> Squares:
    """The squares of the queens: the pairs themselves."""
    return frozenset((queen.row, queen.column) for queen in positions)


def written(positions: Pairs) -> str:
    """The placement as Scheme prints it.

    >>> written((Queen(4, 2), Queen(2, 1)))
    '((4 . 2) (2 . 1))'
    """
    return scheme_list(f"({queen.row} . {queen.column})" for queen in positions)


REPRESENTATION = Representation("pairs", empty_board, adjoin_position, safe, squares, written)
TRAITS = PUBLISHED
solutions = partial(solve, representation=REPRESENTATION)
