"""Tromino tilings: a board covered with pieces of three squares."""

from typing import Literal

from everyway.models import Model, known, puzzle
from everyway.models.boards import Board, SquaresLike, by_placements, by_squares, placements, shape

PIECES = {"L": shape("XX/X."), "I": shape("XXX")}


@puzzle(
    known("OEIS A046984 and its comment: 2^k on 2 × 3k and 3 × 2k", count=4),
    known("OEIS A046984 and its comment: 2^k on 2 × 3k and 3 × 2k", rows=2, columns={3: 2, 6: 4}),
    known("OEIS A046984", rows=4, columns={3: 4, 6: 18}),
    known("OEIS A084478", rows=5, columns={6: 72}),
    known("OEIS A000930", pieces="I", columns={3: 2, 4: 3, 6: 6, 10: 28}),
    known("OEIS A134438", pieces="IL", columns={3: 10, 4: 23}),
    known("S. W. Golomb (1954): one square left out", rows=4, holes="r1c1", count=1),
    known("OEIS A046984 and its comment", form="placements", count=4),
)
def trominoes(
    rows: int = 3,
    columns: int = 4,
    pieces: Literal["L", "I", "IL"] = "L",
    holes: SquaresLike = "",
    form: Literal["squares", "placements"] = "squares",
) -> Model:
    """Cover a board with trominoes: bent ones `L`, straight ones `I`, or both, as many as needed.

    All squares but the `holes` are covered, each once. A board of 2^k × 2^k can be covered with
    bent trominoes wherever one square is left out. `squares` asks in each square which placement
    covers it, such as `L7`; `placements` asks of each placement whether it is taken.

    Source: S. W. Golomb, Checker boards and polyominoes (1954); OEIS A046984, A134438.
    """
    board = Board(rows, columns, holes=holes)
    laid = placements({name: PIECES[name] for name in pieces}, board.open)
    name = f"{pieces} trominoes on {board.describe()}"
    # Each square is covered by one placement; all squares of a placement show it, or none does.
    covered = by_placements(board.open, laid) if form == "placements" else by_squares(board, laid)
    return Model(name, *covered)
