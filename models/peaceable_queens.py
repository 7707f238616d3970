"""Peaceable queens: two armies of queens that do not see each other."""

from itertools import combinations
from typing import Literal

from everyway.models import Model, count, exactly, known, none_of, puzzle, rule
from everyway.models.boards import PIECES, Board

EMPTY, WHITE, BLACK = ".", "W", "B"


@puzzle(
    known("OEIS A250000 and A260680", n=3, k=1, count=16),
    known("OEIS A250000 and A260680", n=4, k=2, count=112),
    known("OEIS A250000 and A260680", n=5, k=4, count=18),
    known("OEIS A250000", n=3, k=2, count=0),
    known("OEIS A250000", n=4, k=3, count=0),
    known("counted by two programs", piece="rook", n=4, k={4: 36, 5: 0}),
    known("counted by two programs", piece="king", n=3, k={3: 4, 4: 0}),
    known("counted by two programs", piece="knight", n=3, k={3: 88}),
    known("counted by two programs", piece="bishop", n=3, k={3: 88, 4: 10}),
    known("OEIS A250000 and A260680", most=True, n={3: 16, 4: 112}),
    least={"k": 0},
)
def peaceable_queens(
    n: int = 4,
    k: int = 2,
    form: Literal["pairs", "lines"] = "pairs",
    piece: Literal["queen", "rook", "bishop", "king", "knight"] = "queen",
    most: bool = False,
) -> Model:
    """Peaceable queens: k white and k black queens, no white one attacking a black one.

    Queens of one colour may attack each other, and they attack through others, as if those were
    not there. Swapping the armies gives another solution. Most in each army, from n = 1:
    0, 0, 1, 2, 4, 5, 7, 9, 12, 14. In `form` "pairs" no two squares of a line hold queens of
    both armies; in form "lines" the same is said of the line as a whole. The armies may be of
    another `piece`; lines of kings and knights are the two ends of a move. With `most`, the
    armies are equal and as large as can be, whatever k.

    Source: S. Ainley, Mathematical Puzzles (1977); B. M. Smith, K. E. Petrie and I. P. Gent,
    Models and symmetry breaking for peaceable armies of queens (2004); OEIS A250000.
    """
    board = Board(n)
    queen = board.fill([EMPTY, WHITE, BLACK], piece)
    moves = PIECES[piece]
    attacks = board.sight(moves.slides) if moves.slides else board.pairs(moves)
    lines = [squares for _, squares in queen.over(attacks)]
    if form == "pairs":
        # Of two squares on a line one is empty, or both hold queens of one army.
        peace = [
            (square == EMPTY) | (other == EMPTY) | (square == other)
            for line in lines
            for square, other in combinations(line, 2)
        ]
    else:
        # Each line is free of white queens, or free of black ones.
        peace = [
            none_of(square == WHITE for square in line)
            | none_of(square == BLACK for square in line)
            for line in lines
        ]
    # No queen attacks one of the other army.
    peaceful = rule("peace", peace)
    if most:
        # The armies are equal, and as large as can be.
        equal = rule("equal armies", count(queen, WHITE) == count(queen, BLACK))
        name = f"largest armies of {piece}s on {n}×{n}"
        return Model(name, queen, equal, peaceful, maximise=count(queen, WHITE))
    return Model(
        f"{k} white and {k} black {piece}s on {n}×{n}",
        queen,
        # There are k queens in the white army,
        rule("white army", exactly(queen, WHITE, k)),
        # and k in the black one.
        rule("black army", exactly(queen, BLACK, k)),
        peaceful,
    )
