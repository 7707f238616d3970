"""Tetromino tilings: a board covered with pieces of four squares."""

from typing import Literal

from everyway.models import Model, ModelError, known, puzzle
from everyway.models.boards import Board, SquaresLike, by_placements, by_squares, placements, shape

PIECES = {
    "I": shape("XXXX"),
    "L": shape("XXX/X.."),
    "O": shape("XX/XX"),
    "S": shape(".XX/XX."),
    "T": shape("XXX/.X."),
}


@puzzle(
    known("OEIS A230031", count=117),
    known("counted by two programs", pieces={"L": 10, "T": 2, "O": 1, "I": 2, "S": 0}),
    known("OEIS A230031", form="placements", count=117),
)
def tetrominoes(
    rows: int = 4,
    columns: int = 4,
    pieces: str = "ILOST",
    holes: SquaresLike = "",
    form: Literal["squares", "placements"] = "squares",
) -> Model:
    """Cover a board with tetrominoes, which may be turned and turned over.

    Of the `pieces` that are named, out of I, L, O, S and T, any number is used. All squares but
    the `holes` are covered, each once. `squares` asks in each square which placement covers it,
    such as `L7`; `placements` asks of each placement whether it is taken.

    Source: S. W. Golomb, Polyominoes (1965); OEIS A230031.
    """
    if not pieces or len(set(pieces)) < len(pieces) or not set(pieces) <= set(PIECES):
        raise ModelError(f"tetrominoes has pieces = {pieces!r}; write some of I, L, O, S, T")
    board = Board(rows, columns, holes=holes)
    laid = placements({name: PIECES[name] for name in pieces}, board.open)
    name = f"{pieces} tetrominoes on {board.describe()}"
    # Each square is covered by one placement; all squares of a placement show it, or none does.
    covered = by_placements(board.open, laid) if form == "placements" else by_squares(board, laid)
    return Model(name, *covered)
