from everyway.models import Board, Model

GIVENS = """
53..7....
6..195...
.98....6.
8...6...3
4..8.3..1
7...2...6
.6....28.
...419..5
....8..79
"""


def my_sudoku(givens: str = GIVENS) -> Model:
    board = Board(9)
    cell = board.fill(range(1, 10))
    rows = cell.along(board.rows).all_different()
    columns = cell.along(board.columns).all_different()
    boxes = cell.along(board.boxes(3, 3)).all_different()
    return Model("a sudoku", cell, rows, columns, boxes, cell.given(givens))
