"""Dissections: a rectangle cut along its lines into squares or rectangles."""

from typing import Literal

from everyway.models import Model, known, puzzle
from everyway.models.boards import Board, Placed, by_placements, by_squares
from everyway.models.pictures import looks


@puzzle(
    known("OEIS A045846", count=6),
    known("OEIS A219924", rows=2, columns={2: 2, 3: 3, 4: 5}),
    known("OEIS A116694", pieces="rectangles", rows=2, columns={2: 8, 3: 34, 4: 148}),
    known("OEIS A182275", pieces="rectangles", count=322),
    known("OEIS A045846", rows=4, columns=4, count=40),
    known("OEIS A045846", form="placements", count=6),
)
def dissections(
    rows: int = 3,
    columns: int = 3,
    pieces: Literal["squares", "rectangles"] = "squares",
    form: Literal["squares", "placements"] = "squares",
) -> Model:
    """Cut a rectangle of squared paper along its lines into squares, or into rectangles.

    Pieces of any size may be used, any number of times.

    The `form` says what is asked for: with `squares`, which piece each little square belongs to,
    `2x2.5` being the fifth place for a piece of two rows and two columns; with `placements`, of
    each place for a piece, whether it is cut out.

    Source: OEIS A045846, A219924 (squares), A182275, A116694 (rectangles).
    """
    board = Board(rows, columns)
    sizes = [
        (height, width)
        for height in range(1, rows + 1)
        for width in range(1, columns + 1)
        if pieces == "rectangles" or height == width
    ]
    cut = [
        Placed(f"{height}x{width}", f"{height}x{width}.{number}", window.members)
        for height, width in sizes
        for number, window in enumerate(board.windows(height, width), 1)
    ]
    name = f"{board.describe()} cut into {pieces}"
    # Each little square belongs to one piece; all those of a piece show it, or none does.
    if form == "placements":
        return Model(name, *by_placements(board.open, cut))
    tile, whole = by_squares(board, cut)
    return Model(name, tile, looks(tile, {one.name: "" for one in cut}), whole)
