"""Hitori: shade cells until no number is left twice in a line, and the rest hangs together."""

from collections.abc import Mapping
from itertools import combinations

from everyway.models import Model, connected, known, puzzle
from everyway.models.boards import Board, Family, Square, Squares, read_map
from everyway.models.pictures import notes

EXAMPLE = """
1223
2214
4123
5141
"""


@puzzle(
    known("made to have one solution", count=1),
    known("counted by two programs", grid={"12/34": 5, "123/231/312": 39, "111/234/342": 5}),
    known("cells without a number", grid={"1./.1": 5, "11/1?": 1}),
)
def hitori(grid: str = EXAMPLE) -> Model:
    """Hitori: shade cells so that no number is left twice in a row or a column.

    No two shaded cells share a side, and from each cell that is left one can go to each other
    over sides. `grid` is a text of one digit or letter a cell, a line (or `/`) a row; a cell with
    `.` or `?` has no number that is known, and may be left.

    Source: Nikoli, Puzzle Communication 29 (1990); the example is our own.
    """
    marks = read_map(grid)
    board = Board(*max(marks))
    number = {square: mark for square, mark in marks.items() if mark not in ".?"}
    shaded = board.place("shaded")
    return Model(
        f"hitori {board.height}×{board.width}",
        shaded,
        notes(shaded, number),
        # Of two cells in a row with one number, at least one is shaded,
        shaded.per(_alike(board.rows, number)) >= 1,
        # and so of two in a column.
        shaded.per(_alike(board.columns, number)) >= 1,
        # No two shaded cells share a side.
        shaded.per(board.adjacent) <= 1,
        # The cells that are left hang together.
        connected(shaded.empty),
    )


def _alike(lines: Family, number: Mapping[Square, str]) -> Family:
    """Every two cells of a line that hold the same number."""
    pairs = (pair for line in lines for pair in combinations(line, 2))
    alike = ((a, b) for a, b in pairs if a in number and number[a] == number.get(b))
    groups = tuple(Squares(f"{a} and {b}", (a, b)) for a, b in alike)
    return Family(f"{lines.name} alike", f"{lines.each}, each two numbers alike", groups)
