"""Lesson 3: the test by which a search keeps safe bishops.

One bishop stands in each row of a board of n rows and n columns, and none attacks another. Bishops
attack along diagonals only, so that a column may hold several.

The search is that of the lesson, on lists of columns: [1, 1] has a bishop in column 1 of the first
row, and one in column 1 of the second. Only the test is missing: write `is_safe`.
"""

#: from everyway.models import Model, allowed, variables
from everyway.models import Board, Model, allowed, variables  #:


def is_safe(columns: list[int]) -> bool:
    """True if the last bishop of the list attacks none of those before it."""
    last = columns[-1]  #: return True  # write this function
    return all(abs(column - last) != i for i, column in enumerate(columns[-2::-1], 1))  #:


def extended(columns: list[int], n: int) -> list[list[int]]:
    """The list with one bishop more, in every way."""
    return [columns + [column] for column in range(1, n + 1)]


def placements(n: int) -> list[list[int]]:
    """All safe placements of n bishops: extend each list, keep what is safe, n times."""
    found: list[list[int]] = [[]]
    for _ in range(n):
        found = [more for columns in found for more in extended(columns, n) if is_safe(more)]
    return found


def safe_bishops(n: int = 5) -> Model:  # marked with n=2..5
    bishop = variables("bishop", n, range(1, n + 1))
    return Model(f"{n} bishops, found by a search", bishop, allowed(bishop, placements(n)))


def reference(n: int) -> Model:
    """The same by rules, on a board."""
    bishop = Board(n).place("bishop")
    peace = bishop.per(bishop.board.diagonals) <= 1
    return Model(f"{n} bishops, one a row", bishop, bishop.per(bishop.board.rows) == 1, peace)
