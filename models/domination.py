"""Domination: few pieces that keep the whole board under attack."""

from typing import Literal

from everyway.models import Model, counted, known, puzzle
from everyway.models import total as sum_of
from everyway.models.boards import PIECES, Board, Family, Piece, Squares, SquaresLike


@puzzle(
    known("OEIS A002564", n=1, k=1, count=1),
    known("OEIS A002564", n=4, k=2, count=12),
    known("OEIS A002564", k=3, n={5: 186, 6: 4}),
    known("OEIS A075458", n=5, k=2, count=0),
    known("OEIS A248744: 2 n^n - n!", piece="rook", n=3, k=3, count=48),
    known("OEIS A248744: 2 n^n - n!", piece="rook", n=4, k=4, count=488),
    known("OEIS A103315", piece="knight", k=4, n={2: 1, 3: 8, 4: 9}),
    known("OEIS A006075", piece="knight", n=5, k=4, count=0),
    known("the centres of the four 3 × 3 boxes", piece="king", n=6, k=4, count=1),
    known("rooks that are a permutation", piece="rook", n=4, k=4, peaceful=True, count=24),
    known("OEIS A002564", fewest=True, n={3: 1, 4: 12, 5: 186}),
    known("counted by two programs", total=True, n={3: 20, 4: 12}, k=2),
    known("counted by two programs", piece="knight", total=True, n=4, k={5: 0, 6: 36}),
    known("counted by two programs", piece="king", total=True, n=4, k={3: 0, 4: 35}),
    known("counted by two programs", piece="king", holes="r2c2", n=3, k={1: 0, 2: 2}),
    least={"k": 0},
)
def domination(
    piece: Literal["queen", "rook", "bishop", "king", "knight"] = "queen",
    n: int = 5,
    columns: int | None = None,
    k: int = 3,
    peaceful: bool = False,
    total: bool = False,
    holes: SquaresLike = "",
    fewest: bool = False,
) -> Model:
    """Domination: k pieces of a kind, so that every square is occupied or attacked.

    The board has n rows and as many columns, unless `columns` says otherwise. A piece attacks
    through others, as if they were not there, and over `holes`, on which none stands and which
    need no guard. With `peaceful`, no piece attacks another: this is independent domination. With
    `total`, each square is attacked, also those on which a piece stands. Five queens suffice for
    the chessboard, four do not.

    With `fewest`, there are as few as can be, whatever k.

    Source: C. F. de Jaenisch (1862); OEIS A075458 (fewest queens), A002564 (their places).
    """
    board = Board(n, columns, holes=holes)
    guard = board.place(piece)
    many = f"fewest {piece}s" if fewest else counted(k, piece)
    model = Model(
        f"{many} to dominate {n}×{board.width}",
        guard,
        # There are k pieces in all, unless there are to be as few as can be,
        [] if fewest else guard.total == k,
        # and of each square and those from which it is attacked, or of these alone in total
        # domination, at least one is taken.
        guard.per(_neighbourhoods(board, PIECES[piece], total)) >= 1,
    )
    if fewest:
        model = model.minimising(sum_of(guard))
    # If the pieces are to be peaceful, none attacks another.
    return model + guard.no_attacks(PIECES[piece]) if peaceful else model


def _neighbourhoods(board: Board, piece: Piece, total: bool) -> Family:
    """For each square, the squares from which `piece` attacks it, and, unless in total
    domination, the square itself.
    """
    leaps = board.pairs(Piece(piece.name, piece.leaps)) if piece.leaps else ()
    near = {square: {square} for square in board.open}
    for group in [*board.sight(piece.slides), *leaps]:
        for square in group:
            near[square].update(group)
    if total:
        near = {square: squares - {square} for square, squares in near.items()}
    groups = (Squares(f"around {square}", tuple(sorted(near[square]))) for square in board.open)
    return Family("neighbourhoods", "each square with those that attack it", tuple(groups))
