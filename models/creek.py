"""Creek: numbers at corners count shaded squares, and the unshaded ones hang together."""

from everyway.models import Board, Model, ModelError, connected, known, puzzle, rule, total
from everyway.models.boards import read_map
from everyway.models.pictures import notes

EXAMPLE = """
.0...0.
....2..
..22...
1..1.2.
1.4.3..
.......
.......
"""


@puzzle(
    known("has one solution", count=1),
    known("unshaded squares of 2×2 that are joined", clues={".../.../...": 14, ".../.2./...": 4}),
)
def creek(clues: str = EXAMPLE) -> Model:
    """Creek: shade squares so that the others hang together over sides.

    A number stands at a corner of squares, and says how many of those that meet there are shaded.
    `clues` has a character for every corner, those on the edge too, a line (or `/`) for every row
    of corners: one line more than there are rows of squares, each longer by one.

    Source: Nikoli; the example is from the tests of pzprjs (MIT).
    """
    corners = read_map(clues, ".?01234")
    lines, length = max(corners)
    if min(lines, length) < 2:
        raise ModelError(
            f"creek has {lines}×{length} corners; write a line more than rows of squares, and a"
            " character more than columns"
        )
    board = Board(lines - 1, length - 1)
    shaded = board.place("shaded")
    circles = {(r - 0.5, c - 0.5): f"○{n}" for (r, c), n in corners.items() if n.isdigit()}
    return Model(
        f"creek {board.height}×{board.width}",
        shaded,
        notes(shaded, circles),
        # The unshaded squares hang together.
        connected(shaded.empty),
        # At a number as many of the squares that meet there are shaded.
        rule(
            "numbers",
            (
                total(
                    shaded.get((row - down, column - right), 0)
                    for down in (0, 1)
                    for right in (0, 1)
                )
                == int(mark)
                for (row, column), mark in corners.items()
                if mark.isdigit()
            ),
        ),
    )
