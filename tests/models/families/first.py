"""The families of the first ten puzzles."""

from everyway.models import Model, load


def squares(cells):
    """0-based pairs as the text that puzzles read."""
    return " ".join(f"r{row + 1}c{column + 1}" for row, column in cells)


def corners(n):
    return squares([[0, 0], [0, n - 1], [n - 1, 0], [n - 1, n - 1]])


def zebra_without(variant: str) -> Model:
    """`full`, or `without clue '…'`."""
    clue = variant.partition("'")[2].rstrip("'")
    return load("zebra").without(clue) if clue else load("zebra")


FAMILIES = {
    "queens_all": lambda n: load("queens", n=n),
    "queens_blocked_corners": lambda n: load("queens", n=n, holes=corners(n)),
    "queens_blocked_main_diagonal": lambda n: load(
        "queens", n=n, holes=squares([[i, i] for i in range(n)])
    ),
    "queens_completion": lambda n, pre: load("queens", n=n, preplaced=squares(pre)),
    "cryptarithm": lambda puzzle: load("send_more_money", puzzle=puzzle),
    "send_more_money_base": lambda base: load("send_more_money", base=base),
    "langford": lambda n: load("langford", n=n),
    "latin_squares": lambda n: load("latin_square", n=n),
    "magic_square": lambda n: load("magic_square", n=n),
    "map_coloring_australia": lambda k: load("map_colouring", colours=k),
    "sudoku_4x4": lambda n: load("sudoku", givens="", box_rows=2, box_columns=n // 2),
    "sudoku_6x6": lambda bh, bw: load("sudoku", givens="", box_rows=bh, box_columns=bw),
    "sudoku_9x9": lambda grid: load("sudoku", givens=grid),
    "knights_k_on_nxn": lambda n, k: load("knights", n=n, k=k),
    "knights_n_on_nxn": lambda n: load("knights", n=n, k=n),
    "knights_max": lambda n, k: load("knights", n=n, k=k),
    "zebra_life1962": zebra_without,
}
