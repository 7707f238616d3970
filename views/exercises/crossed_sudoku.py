"""Lesson 7: a small sudoku whose long diagonals count as well.

In a crossed sudoku no number stands twice on either of the two long diagonals. Make one of 4 rows
and 4 columns from the ordinary sudoku, with the number 1 in the top left corner, r1c1.
"""

from everyway.models import Model
from everyway.models.sudoku import sudoku


def crossed_sudoku() -> Model:
    model = sudoku("", box_rows=2, box_columns=2)
    cell = model["cell"]
    diagonals = cell.board.main_diagonals
    #: return model  # and two rules more; cell[1, 1] is the corner
    crossed: Model = model + cell.along(diagonals).all_different() + (cell[1, 1] == 1)  #:
    return crossed.renamed("sudoku 4×4, diagonal")  #:
