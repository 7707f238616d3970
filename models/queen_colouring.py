"""Colouring the queen's graph: squares that a queen's move joins differ in colour."""

from typing import Literal

from everyway.models import Board, Model, counted, known, puzzle, rule, total


@puzzle(
    known("Vasquez and Habet: 2 colourings, and 5! ways to name their colours", n=5, count=240),
    known("OEIS A088202: four rows need five colours", n=4, k=4, count=0),
    known("counted by two programs", n=4, k=5, count=240),
    known("counted by two programs", n=3, k=5, count=240),
    least={"k": 1},
)
def queen_colouring(
    n: int = 5, k: int = 5, form: Literal["colours", "armies"] = "colours"
) -> Model:
    """Colour a board with k colours: no queen's move joins two squares of one colour.

    So the squares of one colour are peaceful queens, and k armies of them fill the board. There
    are always n colours or more, since the squares of a row differ. In `form` "colours" each
    square has a colour; in form "armies" each colour has its squares.

    Source: M. R. Iyer and V. V. Menon, On coloring the n × n chessboard (1966); OEIS A088202.
    """
    board = Board(n)
    name = f"queen's graph of {n}×{n} in {counted(k, 'colour')}"
    if form == "colours":
        colour = board.fill(range(1, k + 1), "colour")
        # No colour stands twice in a row, a column or a diagonal.
        return Model(name, colour, colour.along(board.lines).all_different())
    armies = [board.place(f"colour{number}") for number in range(1, k + 1)]
    return Model(
        name,
        *armies,
        # Each square has one colour,
        rule(
            "one colour a square",
            (total(army[square] for army in armies) == 1 for square in board.open),
        ),
        # and no two squares of a colour share a row, a column or a diagonal.
        (army.per(board.lines) <= 1 for army in armies),
    )
