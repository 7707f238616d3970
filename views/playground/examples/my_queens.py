from everyway.models import Board, Model


def my_queens(n: int = 8) -> Model:
    queen = Board(n).place("queen")
    rows = queen.per(queen.board.rows) == 1
    columns = queen.per(queen.board.columns) == 1
    diagonals = queen.per(queen.board.diagonals) <= 1
    return Model(f"{n} queens", queen, rows, columns, diagonals)
