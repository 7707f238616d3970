"""Aquarium: water in tanks, level within each, so much in every row and column."""

from collections.abc import Iterator
from itertools import pairwise

from everyway.models import Board, Constraint, Model, Square, known, puzzle, rule
from everyway.models.boards import Placement, in_line, line_clues
from everyway.models.pictures import around

REGIONS = """
AABB
CABD
CACD
CCCD
"""


@puzzle(
    known("has one solution", count=1),
    known("heights of the water in two tanks", regions="AB/AB/AB", top="", left="", count=16),
    known("one side of a U fills only with the other", regions="A.A/AAA", top="", left="", count=3),
)
def aquarium(
    regions: str = REGIONS, top: str = "...3", left: str = "213.", whole: bool = False
) -> Model:
    """Aquarium: fill tanks with water, so that each row and column has as much as it says.

    Water falls to the bottom of its tank and is level: where water is joined, inside a tank, it is
    equally high; with `whole`, it is so all over each tank, also where it is not joined. `regions`
    draws the tanks, a line (or `/`) a row: squares with one letter are a tank. `top` and `left` say
    how many squares of each column and row have water, a character each, `.` where nothing is said;
    with blanks between all, numbers may have more digits.

    Source: the example is from the tests of pzprjs (MIT).
    """
    board = Board.from_map(regions)
    water = board.place("shaded")
    clues = line_clues("top", top, board.columns) + line_clues("left", left, board.rows)
    return Model(
        f"aquarium {board.height}×{board.width}",
        water,
        around(water, top=in_line(top), left=in_line(left)),
        # Water is level, and there is water below it.
        rule("level", _level(water, whole)),
        # Each line has as much water as its clue says.
        [water.per(line) == number for line, number in clues],
    )


def _level(water: Placement, whole: bool) -> Iterator[Constraint]:
    basins = [*_basins(water.board, whole)]
    for top, under in basins:
        # Where there is water at the surface, there is below it,
        falls = [(a, b) for a in top for b in under if a.column == b.column]
        yield from (water[a] <= water[b] for a, b in falls or zip(top, under[:1], strict=False))
    for top, _ in basins:
        # and all over it.
        yield from (water[a] == water[b] for a, b in pairwise(top))


def _basins(board: Board, whole: bool) -> Iterator[list[list[Square]]]:
    """The surface of each water that there may be, and the squares a row below it."""
    for tank in board.regions:
        for surface in sorted({square.row for square in tank}):
            deep = [square for square in tank if square.row >= surface]
            for basin in [deep] if whole else _joined(board, deep):
                rows = surface, surface + 1
                yield [[square for square in basin if square.row == row] for row in rows]


def _joined(board: Board, squares: list[Square]) -> list[list[Square]]:
    """The parts of `squares` that hang together over sides."""
    left = set(squares)
    found = []
    while left:
        part, new = set(), {min(left)}
        while new:
            part |= new
            new = {near for square in new for near in board.beside(square)} & left - part
        left -= part
        found.append(sorted(part))
    return found
