"""Peaceful pieces: every way to put pieces of one kind on a board, however many they are."""

from typing import Literal

from everyway.models import Model, known, puzzle
from everyway.models.boards import BISHOP, KING, KNIGHT, QUEEN, ROOK, Board, SquaresLike

PIECES = {piece.name: piece for piece in (QUEEN, ROOK, BISHOP, KING, KNIGHT)}


@puzzle(
    known("OEIS A063443", n={0: 1, 1: 2, 2: 5, 3: 35, 4: 314}),
    known("OEIS A287227", piece="queen", n={1: 2, 2: 5, 3: 18, 4: 87, 5: 462}),
    known("OEIS A141243", piece="knight", n={1: 2, 2: 16, 3: 94, 4: 1365}),
    known("OEIS A002720", piece="rook", n={1: 2, 2: 7, 3: 34, 4: 209, 5: 1546}),
    known("OEIS A201862", piece="bishop", n={1: 2, 2: 9, 3: 70}),
)
def peaceful_pieces(
    piece: Literal["queen", "rook", "bishop", "king", "knight"] = "king",
    n: int = 3,
    columns: int | None = None,
    walls: SquaresLike = "",
) -> Model:
    """Peaceful pieces: any number of them, none attacking another; the empty board is one way.

    The board has n rows and as many columns, unless `columns` says otherwise. Nothing stands on
    `walls`, and no rook, bishop or queen sees through them: behind a wall two queens may share a
    row. In the words of graph theory, these are the independent sets of the piece's graph.

    Source: OEIS A063443 (kings), A287227 (queens), A141243 (knights), A002720 (rooks).
    """
    board = Board(n, columns, walls=walls)
    placed = board.place(piece)
    return Model(
        f"peaceful {piece}s on {n}×{board.width}",
        placed,
        # No piece attacks another: at most one stands on each line of sight of a queen, rook or
        # bishop, and on every two squares a king's or knight's move apart.
        placed.no_attacks(PIECES[piece]),
    )
