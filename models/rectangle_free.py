"""Colourings of a grid without a rectangle whose corners are alike."""

from itertools import combinations

from everyway.models import Model, ModelError, all_equal, counted, known, puzzle, rule
from everyway.models.boards import Board, Square

COLOURS = ("red", "green", "blue", "yellow", "purple", "orange")


@puzzle(
    known("counted by two programs", count=840),
    known("all but one in each of two colours", rows=2, columns=2, count=14),
    known("counted by two programs", rows=3, columns=3, count=156),
    known("S. Fenner, W. Gasarch, C. Glover, S. Purewal (2010)", rows=5, columns=5, count=0),
    known("S. Fenner, W. Gasarch, C. Glover, S. Purewal (2010)", rows=3, columns=7, count=0),
)
def rectangle_free(rows: int = 4, columns: int = 4, colours: int = 2) -> Model:
    """Colour a grid so that no rectangle has all four corners in one colour.

    The sides of the rectangles run along the rows and columns. Two colours do for 4 rows and 6
    columns, but neither for 5 by 5 nor for 3 by 7. The colours are distinguished.

    Source: S. Fenner, W. Gasarch, C. Glover, S. Purewal, Rectangle free coloring of grids (2010).
    """
    if not 1 <= colours <= len(COLOURS):
        raise ModelError(f"rectangle_free has {colours} colours; write 1 to {len(COLOURS)}")
    board = Board(rows, columns)
    colour = board.fill(COLOURS[:colours], "colour")
    corners = (
        [colour[Square(row, column)] for row in two_rows for column in two_columns]
        for two_rows in combinations(range(1, rows + 1), 2)
        for two_columns in combinations(range(1, columns + 1), 2)
    )
    return Model(
        f"{rows}×{columns} without rectangles in {counted(colours, 'colour')}",
        colour,
        # The corners of a rectangle are not all alike.
        rule("no rectangle", (~all_equal(four) for four in corners)),
    )
