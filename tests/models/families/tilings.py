"""Families of tilings: polyominoes on boards, squares in rectangles, bricks in boxes."""

from everyway.models import load


def polyominoes(puzzle, form="placements", **fixed):
    """Tilings of an m × n board."""
    return lambda m, n: load(puzzle, rows=m, columns=n, form=form, **fixed)


def without(*places):
    """The named 0-based squares, as holes."""
    return " ".join(f"r{row + 1}c{column + 1}" for row, column in places)


def holey_dominoes(n):
    """A square board without the four squares in the middle."""
    middle = (n // 2 - 1, n // 2)
    return load(
        "dominoes",
        rows=n,
        columns=n,
        holes=without(*((row, column) for row in middle for column in middle)),
    )


def deficient(n, row, col):
    return load("trominoes", rows=n, columns=n, holes=without((row, col)), form="placements")


def pentominoes(m, n, pieces="FILNPTUVWXYZ"):
    return load("pentominoes", rows=m, columns=n, pieces=pieces, form="placements")


def squared(width, height, squares):
    return load("squared_rectangle", width=width, height=height, squares=squares)


FAMILIES = {
    "domino_tilings": polyominoes("dominoes", "halves"),
    "domino_mutilated_board": lambda n: load(
        "dominoes", rows=n, columns=n, holes=without((0, 0), (n - 1, n - 1))
    ),
    "domino_holey_square": holey_dominoes,
    "L_tromino_tilings": polyominoes("trominoes", pieces="L"),
    "I_tromino_tilings": polyominoes("trominoes", pieces="I"),
    "tromino_tilings_I_and_L": polyominoes("trominoes", pieces="IL"),
    "L_tromino_deficient": deficient,
    "L_tetromino_tilings": polyominoes("tetrominoes", pieces="L"),
    "tetromino_tilings_all_free": polyominoes("tetrominoes"),
    "pentominoes_rectangle": pentominoes,
    "pentominoes_subset": pentominoes,
    "Y_pentomino_tilings": polyominoes("pentominoes", pieces="Y", repeated=True),
    "square_tilings_nxn": lambda n: load("dissections", rows=n, columns=n, form="placements"),
    "square_tilings_mxn": polyominoes("dissections"),
    "rectangle_dissections_nxn": lambda n: load(
        "dissections", rows=n, columns=n, pieces="rectangles", form="placements"
    ),
    "rectangle_dissections_mxn": polyominoes("dissections", pieces="rectangles"),
    "squared_rectangle": squared,
    "squared_square": squared,
    "dimers_2x2xn": lambda n: load("bricks", length=n, width=2, height=2),
    "dimers_box": lambda a, b, c: load("bricks", length=a, width=b, height=c),
    "slothouber_graatsma": lambda n: load(
        "bricks", length=n, width=n, height=n, kinds="6*1x2x2 + 3*1x1x1"
    ),
}
