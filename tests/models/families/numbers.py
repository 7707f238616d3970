"""Families of numbers on boards: Latin and magic squares, sudokus, tables and matrices."""

from functools import cache

from everyway.models import Board, Model, load, total


def sudoku(rows, columns, variant="plain", first_row=False):
    """An empty sudoku; if `first_row`, its first row reads 1, 2, 3 …"""
    size = rows * columns
    top = [*range(1, size + 1)] if first_row else [0] * size
    givens = [top, *([0] * size for _ in top[1:])]
    return load("sudoku", givens=givens, box_rows=rows, box_columns=columns, variant=variant)


def small_sudoku(variant):
    """An n × n sudoku, its boxes as square as they can be."""
    return lambda n: sudoku(*boxes(n), variant)


def boxes(n):
    """The greatest height of a box that is not more than its width."""
    height = max(h for h in range(1, n + 1) if n % h == 0 and h * h <= n)
    return height, n // height


def table(size, number, most=None):
    return load("contingency_table", rows=[number] * size, columns=[number] * size, most=most)


def tableau(rows):
    """Young tableaux of `rows` equal rows."""
    return lambda n: load("young_tableau", shape=[n] * rows)


def hard_squares(n):
    """Pieces, no two side by side."""
    board = Board(n)
    piece = board.place("piece")
    return Model(f"hard squares {n}×{n}", piece, piece.per(board.adjacent) <= 1)


def grid_colouring(m, n, k):
    """Colours 1 to k, neighbours different."""
    board = Board(m, n)
    # A domain is never empty, so that it is a rule that refuses every colour where k is 0.
    colour = board.fill(range(1, max(k, 1) + 1), "colour")
    differ = colour.along(board.adjacent).all_different()
    return Model(f"{m}×{n} in {k} colours", colour, differ, [c <= k for c in colour if k < 1])


def singular_matrix(n):
    """0/1 matrices whose determinant is 0."""
    board = Board(n)
    entry = board.fill(range(2), "entry")

    @cache
    def minor(row, columns):
        """The determinant of the rows from `row` on, in `columns`, along its first row."""
        return (
            total(
                (-1) ** place
                * entry[row, column]
                * minor(row + 1, columns[:place] + columns[place + 1 :])
                for place, column in enumerate(columns)
            )
            if columns
            else 1
        )

    return Model(f"singular {n}×{n}", entry, total([minor(1, tuple(range(1, n + 1)))]) == 0)


FAMILIES = {
    "latin_squares_reduced": lambda n: load("latin_square", n=n, reduced=True),
    "latin_rectangles": lambda k, n: load("latin_rectangle", k=k, n=n),
    "diagonal_latin": lambda n: load("latin_square", n=n, diagonals="main"),
    "diagonal_latin_first_row_fixed": lambda n: load(
        "latin_square", n=n, diagonals="main", first_row=True
    ),
    "idempotent_latin": lambda n: load("latin_square", n=n, idempotent=True),
    "symmetric_latin": lambda n: load("latin_square", n=n, symmetric=True),
    "sudoku_4x4_diagonal": small_sudoku("diagonal"),
    "sudoku_4x4_anti_knight": small_sudoku("anti-knight"),
    "sudoku_4x4_nonconsecutive": small_sudoku("non-consecutive"),
    "sudoku_4x4_disjoint_groups": small_sudoku("disjoint-groups"),
    "sudoku_4x4_anti_king": small_sudoku("anti-king"),
    "sudoku_6x6_first_row_fixed": lambda bh, bw: sudoku(bh, bw, first_row=True),
    "sudoku_6x6_nonconsecutive": lambda bh, bw: sudoku(bh, bw, "non-consecutive"),
    "sudoku_6x6_diagonal_first_row_fixed": lambda bh, bw: sudoku(bh, bw, "diagonal", True),
    "sudoku_6x6_anti_knight_first_row_fixed": lambda bh, bw: sudoku(bh, bw, "anti-knight", True),
    "pandiagonal_magic": lambda n: load("magic_square", n=n, kind="pandiagonal"),
    "associative_magic": lambda n: load("magic_square", n=n, kind="associative"),
    "magic_cube": lambda n: load("magic_cube", n=n, once=False),
    "perimeter_magic_triangle": lambda k: load("magic_triangle", per_side=k),
    "heterosquare": lambda n: load("heterosquare", n=n, once=False),
    "antimagic_square": lambda n: load(
        "heterosquare", n=n, consecutive=True, once=False, form="all different"
    ),
    "contingency_3x3": lambda r: table(3, r),
    "contingency_4x4": lambda r: table(4, r),
    "binary_rowcol_2": lambda n: table(n, 2, most=1),
    "binary_rowcol_3": lambda n: table(n, 3, most=1),
    "alternating_sign_matrices": lambda n: load("alternating_sign_matrix", n=n),
    "binairo_no_uniqueness": lambda n: load("binairo", givens="", n=n, unique=False),
    "plane_partitions_box": lambda a, b, c: load("plane_partition", rows=a, columns=b, height=c),
    "syt_2xn": tableau(2),
    "syt_3xn": tableau(3),
    "syt_4xn": tableau(4),
    "hard_squares": hard_squares,
    "grid_colorings": grid_colouring,
    "no_mono_rectangle": lambda m, n, k: load("rectangle_free", rows=m, columns=n, colours=k),
    "lights_out_all_ones": lambda n: load("lights_out", n=n),
    "singular_01_matrices": singular_matrix,
}
