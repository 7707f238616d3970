"""Futoshiki: a Latin square with signs between its cells."""

import re

from everyway.models import Board, Filling, Model, ModelError, Rule, known, puzzle, rule

EXAMPLE = "r1c1<r2c1 r1c3<r1c4 r1c4<r2c4 r2c1<r3c1 r2c2<r3c2 r3c3>r4c3"


@puzzle(
    known("made to have one solution", count=1),
    known(
        "counted by looking at all Latin squares",
        signs="|r1c1-r1c2|=1 |r1c1-r2c1|=1",
        givens="",
        n=3,
        count=6,
    ),
    known("OEIS A002860: without signs, the Latin squares", signs="", givens="", count=576),
)
def futoshiki(signs: str = EXAMPLE, givens: str = "", n: int = 4) -> Model:
    """Futoshiki: each number from 1 to n once in each row and column, the signs being obeyed.

    `signs` are the signs < and > between cells that share a side, each with its two cells:
    `"r1c1<r1c2 r1c2>r2c2"`; `"|r1c1-r1c2|=3"` says how much two differ. `givens` is a text of one
    character a cell, row by row, `.` or `0` for an empty one; no text: nothing is given.

    Source: Tamaki Seto (2001); the example is our own.
    """
    board = Board(n)
    cell = board.fill(range(1, n + 1))
    return Model(
        f"futoshiki {n}×{n}",
        cell,
        # No number stands twice in a row,
        cell.along(board.rows).all_different(),
        # or twice in a column.
        cell.along(board.columns).all_different(),
        # Each sign points to the less of its two numbers, or says how much they differ.
        [_obeyed(cell, sign) for sign in signs.split()],
        # The given numbers stay.
        [cell.given(givens)] if givens else [],
    )


def _obeyed(cell: Filling, sign: str) -> Rule:
    """The rule of one sign such as `r1c1<r1c2` or `|r1c1-r1c2|=3`."""
    found = re.fullmatch(r"(r\d+c\d+)[<>](r\d+c\d+)|\|(r\d+c\d+)-(r\d+c\d+)\|=(\d{1,9})", sign)
    if not found:
        raise ModelError(
            f"the sign {sign!r} is not of the form r1c1<r1c2, r1c1>r1c2 or |r1c1-r1c2|=3"
        )
    one, other = (found[1], found[2]) if found[1] else (found[3], found[4])
    (row, column), (below, right) = map(cell.board.square, (one, other))
    if abs(row - below) + abs(column - right) != 1:
        raise ModelError(f"the sign {sign!r} is not between two cells that share a side")
    if found[5]:
        return rule(sign, abs(cell[one] - cell[other]) == int(found[5]))
    less, greater = (one, other) if "<" in sign else (other, one)
    return rule(sign, cell[less] < cell[greater])
