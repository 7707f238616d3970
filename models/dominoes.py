"""Domino tilings: a board covered with dominoes."""

from typing import Literal

from everyway.models import Model, exactly, iff, known, puzzle, rule, total
from everyway.models.boards import Board, SquaresLike, by_placements, placements, shape

LEFT, RIGHT, UP, DOWN, GAP = "<", ">", "^", "v", "."


@puzzle(
    known("P. W. Kasteleyn (1961); OEIS A187596", rows=2, columns={2: 2, 3: 3, 4: 5, 8: 34}),
    known("P. W. Kasteleyn (1961); OEIS A187596", columns={3: 0, 4: 11, 6: 41, 8: 153}, rows=3),
    known("P. W. Kasteleyn (1961); OEIS A004003", count=36),
    known("each domino covers a white and a black square", holes="r1c1 r4c4", count=0),
    known("OEIS A004003", rows=6, columns=6, count=6728),
    known("OEIS A004003", form="placements", count=36),
    known("monomers and dimers, OEIS A030186", gaps=None, rows=2, columns={2: 7, 3: 22, 4: 71}),
    known("monomers and dimers, OEIS A033506", gaps=None, rows=3, columns={3: 131, 4: 823}),
    known("by the colour of the gap", gaps=1, rows=3, columns={3: 18, 4: 0}),
    known("by the colour of the gap", gaps=1, form="placements", rows=3, columns={3: 18}),
    least={"gaps": 0},
)
def dominoes(
    rows: int = 4,
    columns: int = 4,
    holes: SquaresLike = "",
    form: Literal["halves", "placements"] = "halves",
    gaps: int | None = 0,
) -> Model:
    """Cover a board with dominoes; each covers two adjacent squares.

    All squares but the `holes` are covered, each once, and but for so many `gaps` that may be
    anywhere; `none` stands for any number of them. Without two opposite corners a chessboard
    cannot be covered. `halves` asks in each square where the other half of its domino lies:
    `<`, `>`, `^` or `v`. `placements` asks of each way to lay a domino, or to leave a
    gap, whether it is taken.

    Source: P. W. Kasteleyn, The statistics of dimers on a lattice (1961); OEIS A187596; with gaps
    A028420, A030186, A033506.
    """
    board = Board(rows, columns, holes=holes)
    name = f"dominoes on {board.describe()}"
    return (_by_placements if form == "placements" else _by_halves)(name, board, gaps)


def _by_placements(name: str, board: Board, gaps: int | None) -> Model:
    pieces = {"D": shape("XX")} if gaps == 0 else {"D": shape("XX"), "gap": shape("X")}
    ways = placements(pieces, board.open)
    # Each square is covered by one domino, or is a gap.
    laid, covered = by_placements(board.open, ways)
    bare = total(one for way, one in zip(ways, laid, strict=True) if way.piece == "gap")
    # There are as many gaps as asked for.
    return Model(name, laid, covered, [rule("gaps", bare == gaps)] if gaps else [])


def _by_halves(name: str, board: Board, gaps: int | None) -> Model:
    half = board.fill([LEFT, RIGHT, UP, DOWN] + [GAP] * (gaps != 0), "half")
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
        # There are as many gaps as asked for.
        [rule("gaps", exactly(half, GAP, gaps))] if gaps else [],
    )
