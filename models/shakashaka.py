"""Shakashaka: black triangles that leave only white rectangles, upright or slanted."""

from functools import cache
from itertools import groupby, product

from everyway.models import Board, Constraint, Model, allowed, known, puzzle, rule, total
from everyway.models.boards import Filling, read_map
from everyway.models.pictures import notes

EXAMPLE = """
.2...
.....
#....
..2..
"""

WHITE, BLACK = ".#"
CORNERS = {"◣": 3, "◤": 0, "◥": 1, "◢": 2}
"""Each triangle, by the corner of the cell that is black: from the upper left, clockwise."""


@puzzle(
    known("made to have one solution", count=1),
    known("nothing, or a white square that stands on its tip", plan="../..", count=2),
    known("a cell that is no rectangle with its triangle", plan="1.", count=0),
)
def shakashaka(plan: str = EXAMPLE) -> Model:
    """Shakashaka: put black triangles into white cells so that what stays white is rectangles.

    A triangle is half of its cell, cut along a diagonal; rectangles are upright or slanted by 45°.
    A number says how many of the cells beside its black cell have a triangle. `plan` is a text of
    one character a cell, a line (or `/`) a row: `.` is a white cell, `#` a black one, a digit a
    black one with its number.

    Source: Guten (2008), Nikoli; the example is our own.
    """
    marks = read_map(plan, ".#01234")
    board = Board(*max(marks), walls=[s for s, mark in marks.items() if mark != "."])
    cell = board.fill([WHITE, *CORNERS])
    points = product(range(board.height + 1), range(board.width + 1))
    return Model(
        f"shakashaka {board.height}×{board.width}",
        cell,
        notes(cell, {wall: mark for wall, mark in marks.items() if mark.isdigit()}),
        # Around each point where cells meet, what is white is a right angle, straight, or all.
        rule("rectangles", (_rectangular(cell, row, column) for row, column in points)),
        # As many cells beside a number have a triangle.
        rule(
            "numbers",
            {
                wall: total(cell[s] != WHITE for s in board.beside(wall)) == int(mark)
                for wall, mark in marks.items()
                if mark.isdigit()
            },
        ),
    )


def _rectangular(cell: Filling, row: int, column: int) -> Constraint:
    """At the lower right corner of (row, column) white has no other angle than a rectangle."""
    around = [(row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column)]
    inside = [cell.get(place) for place in around]
    return allowed(
        [one for one in inside if one is not None], _fitting(*(one is not None for one in inside))
    )


@cache
def _fitting(*white: bool) -> list[tuple[str, ...]]:
    """The values of the cells that meet in a point, clockwise from the upper left, if `white`."""
    return [
        tuple(mark for mark, one in zip(marks, white, strict=True) if one)
        for marks in product(*([WHITE, *CORNERS] if one else [BLACK] for one in white))
        if _right([half for k, mark in enumerate(marks) for half in _halves(mark, (k + 2) % 4)])
    ]


def _halves(mark: str, corner: int) -> list[bool]:
    """True if white, for each of the two eighths of a turn at a corner of a cell, clockwise."""
    if mark in (WHITE, BLACK):
        return [mark == WHITE] * 2
    turns = (corner - CORNERS[mark]) % 4
    return {0: [False, False], 1: [True, False], 2: [True, True], 3: [False, True]}[turns]


def _right(eighths: list[bool]) -> bool:
    """True if each white angle is of 90°, 180° or 360°."""
    if all(eighths):
        return True
    black = eighths.index(False)
    turned = eighths[black:] + eighths[:black]
    return all(len(list(run)) in (2, 4) for white, run in groupby(turned) if white)
