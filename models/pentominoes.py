"""Pentominoes: a board covered with pieces of five squares."""

from typing import Literal

from everyway.models import Model, ModelError, known, puzzle, rule, total
from everyway.models.boards import (
    Board,
    SquaresLike,
    by_pieces,
    by_placements,
    by_squares,
    placements,
    shape,
)

PIECES = {
    "F": shape(".XX/XX./.X."),
    "I": shape("XXXXX"),
    "L": shape("XXXX/X..."),
    "N": shape(".XXX/XX.."),
    "P": shape("XXX/XX."),
    "T": shape("XXX/.X./.X."),
    "U": shape("XXX/X.X"),
    "V": shape("XXX/X../X.."),
    "W": shape("XX./.XX/..X"),
    "X": shape(".X./XXX/.X."),
    "Y": shape("XXXX/.X.."),
    "Z": shape("XX./.X./.XX"),
}


@puzzle(
    known("counted by two programs", pieces={"PUV": 4, "LPV": 4, "FIL": 0}),
    known("counted by two programs", rows=4, pieces={"LPUY": 4}),
    known("counted by two programs", form="placements", pieces={"PUV": 4}),
    known("counted by two programs", rows=4, form="placements", pieces={"LPUY": 4}),
    known("counted by two programs", pieces="Y", repeated=True, rows=5, columns={5: 0, 10: 10}),
)
def pentominoes(
    rows: int = 3,
    columns: int = 5,
    pieces: str = "PUV",
    repeated: bool = False,
    holes: SquaresLike = "",
    form: Literal["squares", "placements"] = "squares",
) -> Model:
    """Cover a board with pentominoes, which may be turned and turned over.

    Each of the `pieces` is used once, or, where they are `repeated`, any number of times. All
    twelve, FILNPTUVWXYZ, fill 3×20, 4×15, 5×12, 6×10, and 8×8 without four squares. All squares
    but the `holes` are covered. `squares` asks which piece covers each square, and in which place
    each lies; where pieces are repeated, which placement covers it, such as `Y7`. `placements`
    asks of each placement whether it is taken, which is fastest for all twelve.

    Source: S. W. Golomb, Checker boards and polyominoes (1954); D. S. Scott (1958) for 8×8.
    """
    if not pieces or len(set(pieces)) < len(pieces) or not set(pieces) <= set(PIECES):
        raise ModelError(f"pentominoes has pieces = {pieces!r}; write some of {''.join(PIECES)}")
    board = Board(rows, columns, holes=holes)
    laid = placements({name: PIECES[name] for name in pieces}, board.open)
    name = f"{pieces} pentominoes on {board.describe()}"
    if form == "squares":
        # A square shows the piece whose place covers it; of a piece laid often, all its squares
        # show the placement, or none does.
        found = by_squares(board, laid) if repeated else by_pieces(board, laid, pieces)
        return Model(name, *found)
    # Each square is covered by one placement.
    chosen, covered = by_placements(board.open, laid)
    if repeated:
        return Model(name, chosen, covered)
    # Each piece is laid in one way.
    ways = [[chosen[one.name] for one in laid if one.piece == piece] for piece in pieces]
    once = rule("each piece once", (total(some) == 1 for some in ways))
    return Model(name, chosen, covered, once)
