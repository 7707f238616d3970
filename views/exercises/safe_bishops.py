"""Lesson 3: the test by which a search keeps safe bishops."""

from everyway.models import Board, Model

CHECKED = ("n=2..5",)
START = '''\
"""Exercise safe_bishops, of lesson 3.

One bishop stands in each row of a board of n rows and n columns, and none attacks another. Bishops
attack along diagonals only, so that a column may hold several.

The search is that of the lesson, on lists of columns: [1, 1] has a bishop in column 1 of the first
row, and one in column 1 of the second. Only the test is missing: write `is_safe`.

Mark it:  everyway check safe_bishops.py
"""

from everyway.models import Model, allowed, variables


def is_safe(columns: list[int]) -> bool:
    """True if the last bishop of the list attacks none of those before it."""
    return True  # write this function


def extended(columns: list[int], n: int) -> list[list[int]]:
    """The list with one bishop more, in every way."""
    return [columns + [column] for column in range(1, n + 1)]


def placements(n: int) -> list[list[int]]:
    """All safe placements of n bishops: extend each list, keep what is safe, n times."""
    found: list[list[int]] = [[]]
    for _ in range(n):
        found = [more for columns in found for more in extended(columns, n) if is_safe(more)]
    return found


def safe_bishops(n: int = 5) -> Model:
    bishop = variables("bishop", n, range(1, n + 1))
    return Model(f"{n} bishops, found by a search", bishop, allowed(bishop, placements(n)))
'''


def safe_bishops(n: int = 5) -> Model:
    """The reference."""
    board = Board(n)
    bishop = board.place("bishop")
    peace = bishop.per(board.diagonals) <= 1
    return Model(f"{n} bishops, one a row", bishop, bishop.per(board.rows) == 1, peace)
