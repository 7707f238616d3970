from everyway.models import Board, Model


def my_magic_square(n: int = 3) -> Model:
    board = Board(n)
    cell = board.fill(range(1, n * n + 1))
    once = cell.along(board.squares).all_different()  # each number from 1 to n² once
    lines = board.rows + board.columns + board.main_diagonals
    magic = cell.along(lines).total() == n * (n * n + 1) // 2
    return Model("a magic square", cell, once, magic)
