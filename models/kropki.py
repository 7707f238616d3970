"""Kropki: a dot wherever neighbours are consecutive or one is the double of the other."""

from everyway.models import Board, Constraint, Filling, Model, ModelError, known, puzzle, rule
from everyway.models.boards import Square, read_map
from everyway.models.pictures import notes, symbols

ACROSS = "w.w/w.w/.bw/wb."
DOWN = "b..b/b.ww/.bb."


@puzzle(
    known("has one solution", count=1),
    known(
        "without a dot, no neighbours may be 1 apart or double", across="./.", down="..", count=0
    ),
)
def kropki(across: str = ACROSS, down: str = DOWN) -> Model:
    """Kropki: fill the cells from the dots between them, no number twice in a row or column.

    The numbers go from 1 to n on a board of n rows and n columns. Between two neighbours there is a
    white dot if they are consecutive, a black one if one is the double of the other, and none if
    neither holds; between 1 and 2 it may be white or black. `across` has the dots within each row,
    a line (or `/`) a row: `w`, `b` or `.`; `down` has those between each row and the next. No text:
    a single column, or a single row.

    Source: the example is from the tests of pzprjs (MIT).
    """
    beside = read_map(across, ".wb") if across.strip() else {}
    below = read_map(down, ".wb") if down.strip() else {}
    height = max(beside)[0] if beside else 1 + max(below, default=(0, 0))[0]
    width = max(below)[1] if below else 1 + max(beside, default=(0, 0))[1]
    if len(beside) != height * (width - 1) or len(below) != (height - 1) * width:
        raise ModelError(
            f"kropki has {len(beside)} places within rows and {len(below)} between rows; on a board"
            f" of {height}×{width} write {width - 1} in each of {height} lines across, and {width}"
            f" in each of {height - 1} lines down"
        )
    board = Board(height, width)
    cell = board.fill(range(1, max(height, width) + 1))
    dots = {(s, (s.row, s.column + 1)): dot for s, dot in beside.items()}
    dots |= {(s, (s.row + 1, s.column)): dot for s, dot in below.items()}
    return Model(
        f"kropki {height}×{width}",
        cell,
        notes(
            cell, symbols({((a + c) / 2, (b + d) / 2): n for ((a, b), (c, d)), n in dots.items()})
        ),
        # No number stands twice in a row,
        cell.along(board.rows).all_different(),
        # or twice in a column.
        cell.along(board.columns).all_different(),
        # Each dot, or that there is none, says how two numbers stand to each other.
        rule("dots", (_said(dot, cell, *two) for two, dot in dots.items())),
    )


def _said(dot: str, cell: Filling, one: Square, other: tuple[int, int]) -> Constraint:
    a, b = cell[one], cell[other]
    consecutive = abs(a - b) == 1
    double = (a == 2 * b) | (b == 2 * a)
    if dot == ".":
        return ~consecutive & ~double
    return consecutive if dot == "w" else double
