"""Domino tilings: a board covered with dominoes."""

from __future__ import annotations

from typing import Literal

from .language.board import Board
from .language.catalogue import known, puzzle
from .language.constraints import iff
from .language.families import SquaresLike
from .language.model import Model, rule
from .language.polyominoes import by_placements, placements, shape

LEFT, RIGHT, UP, DOWN = "<", ">", "^", "v"


@puzzle(
    known("P. W. Kasteleyn (1961); OEIS A187596", rows=2, columns={2: 2, 3: 3, 4: 5, 8: 34}),
    known("P. W. Kasteleyn (1961); OEIS A187596", columns={3: 0, 4: 11, 6: 41, 8: 153}, rows=3),
    known("P. W. Kasteleyn (1961); OEIS A004003", count=36),
    known("each domino covers a white and a black square", holes="r1c1 r4c4", count=0),
    known("OEIS A004003", rows=6, columns=6, count=6728),
    known("OEIS A004003", form="placements", count=36),
)
def dominoes(
    rows: int = 4,
    columns: int = 4,
    holes: SquaresLike = "",
    form: Literal["halves", "placements"] = "halves",
) -> Model:
    """Cover a board with dominoes; each covers two adjacent squares.

    All squares but the `holes` are covered, each once. Without two opposite corners a chessboard
    cannot be covered. `halves` asks in each square where the other half of its domino lies:
    `<`, `>`, `^` or `v`. `placements` asks of each way to lay a domino whether it is taken.

    Source: P. W. Kasteleyn, The statistics of dimers on a lattice (1961); OEIS A187596.
    """
    board = Board(rows, columns, holes=holes)
    name = f"dominoes on {board.describe()}"
    if form == "placements":
        # Each square is covered by one domino.
        return Model(name, *by_placements(board.open, placements({"D": shape("XX")}, board.open)))
    half = board.fill([LEFT, RIGHT, UP, DOWN], "half")
    beside = [(half[a], half[b]) for a, b in board.adjacent if a.row == b.row]
    below = [(half[a], half[b]) for a, b in board.adjacent if a.column == b.column]
    exits = [
        (half[square], way)
        for square in board.open
        for way, down, right in ((LEFT, 0, -1), (RIGHT, 0, 1), (UP, -1, 0), (DOWN, 1, 0))
        if not board.has(square._replace(row=square.row + down, column=square.column + right))
    ]
    return Model(
        name,
        half,
        # No domino hangs over the edge or into a hole.
        rule("on the board", (one != way for one, way in exits)),
        # A half points to the right where the square to the right points back,
        rule("side by side", (iff(one == RIGHT, other == LEFT) for one, other in beside)),
        # and down where the square below points back.
        rule("one above the other", (iff(one == DOWN, other == UP) for one, other in below)),
    )
