"""Sudoku: every number once in each row, column and box."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal

from everyway.models import Model, ModelError, Rule, all_different, known, puzzle, rule, total
from everyway.models.boards import KING, KNIGHT, Board, Family, Filling, Square, Squares

SEVENTEEN_GIVENS = (
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000"
)

# The plain one is that of Wikipedia's article Sudoku, the miracle Mitchell Lee's of 2020, and
# the others are our own.
EXAMPLES = {
    "plain": ("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"),
    "diagonal": (
        ".4....7..9...36.....1..2...7...4...8...........981..5.....8.5........2.....3....."
    ),
    "anti-knight": (
        "....4....1.9.8.3....42...1.....34.....1.....33...........3.6.....5.....9.3.....2."
    ),
    "anti-king": (
        "6.....4.5..1....9......8..........71.......3.7............5...9529....6.3..6....7"
    ),
    "non-consecutive": (
        ".4....6.......2.....5..........3............................8...................1"
    ),
    "disjoint-groups": (
        "..5.9..8.6..............3.....7....4........8..8....7.....12.3..5.....6....5....."
    ),
    "miracle": (
        "......................................1............2............................."
    ),
    "windoku": (
        "....1.3..7..4......6.......6.........5...4....7...2..5.2........8...7.1....6..8.."
    ),
}

# A sudoku of 4×4 in which nothing is given but the sums of its cages.
CAGES = "AAAB/CDBB/CDEE/FFFE"
SUMS = "A9 B8 C3 D4 E9 F7"


@puzzle(
    known("published with one solution", count=1),
    known("made or published with one solution", variant=dict.fromkeys(EXAMPLES, 1)),
    known("made with one solution", box_rows=2, box_columns=2, cages=CAGES, sums=SUMS, count=1),
    known(
        "made with one solution",
        givens="1......5...3...6.........45.........",
        box_rows=2,
        box_columns=3,
        regions="AAABBB/AAABBB/CCDDDE/CCCDEE/FFCDDE/FFFFEE",
        count=1,
    ),
    known(
        "made with one solution",
        box_rows=2,
        box_columns=2,
        thermometers={
            "r2c4-r3c4-r2c3-r2c2 r4c2-r3c2-r4c1 r1c2-r2c1": 1,
        },
    ),
    known(
        "made with one solution",
        box_rows=2,
        box_columns=2,
        arrows={"r2c2-r2c3-r1c3 r4c3-r3c2-r2c1 r4c1-r3c1-r4c2": 1},
    ),
    known(
        "counted by two programs",
        givens="",
        box_rows=2,
        box_columns=2,
        regions="AAAB/ACBB/CCBD/CDDD",
        count=24,
    ),
    known("Royle's collection of unique sudokus with 17 givens", givens=SEVENTEEN_GIVENS, count=1),
    known("OEIS A107739", givens="", box_rows=2, box_columns=2, count=288),
    known("published number of 2×3 grids", givens="", box_rows=2, box_columns=3, count=28200960),
)
def sudoku(
    givens: str | Sequence[Sequence[int | None]] = "example",
    box_rows: int = 3,
    box_columns: int = 3,
    variant: Literal[
        "plain",
        "diagonal",
        "anti-knight",
        "anti-king",
        "non-consecutive",
        "disjoint-groups",
        "miracle",
        "windoku",
    ] = "plain",
    cages: str = "",
    sums: str = "",
    regions: str = "",
    thermometers: str = "",
    arrows: str = "",
) -> Model:
    """Sudoku: fill the cells so that no row, column or box holds a number twice.

    A box has `box_rows` rows and `box_columns` columns, a row as many cells as a box: 4×4 to
    16×16, and 6×6 with boxes of 2×3. `givens` is a text of one character a cell, row by row:
    `.` or `0` is empty, `A` is 10 and so on; line breaks do not matter. No text: nothing is
    given; `"example"`: that of the variant, on 9×9 without cages.

    A `variant` asks for more: `diagonal`, neither main diagonal holds a number twice;
    `anti-knight`, no two cells a knight's move apart are alike, `anti-king`, no two that touch;
    `non-consecutive`, numbers in cells that share a side differ by more than 1;
    `disjoint-groups`, no two cells at the same place of their boxes are alike; `miracle`, all of
    anti-knight, anti-king and non-consecutive; `windoku`, further boxes, a cell away from the
    edges and from each other (four on 9×9), hold no number twice.

    In a killer sudoku `cages` is a map of letters, a line (or `/`) a row, `.` for no cage; `sums`
    says what a cage adds up to: `"A10 B3"`; no number stands twice in a cage. In a jigsaw sudoku
    a map of `regions`, as many as rows, stands for the boxes. Along `thermometers` the numbers
    grow: `"r1c1-r1c2-r2c3 r9c9-r8c9"`. On `arrows`, written alike, the number in the first cell is
    the sum of the others.

    Source: H. Garns, Number Place (1979); OEIS A107739.
    """
    size = box_rows * box_columns
    if min(box_rows, box_columns) < 1 or size > 35:
        raise ModelError(
            f"sudoku has boxes of {box_rows}×{box_columns}; write box_rows and box_columns from 1,"
            " their product at most 35"
        )
    if givens == "example":
        own = cages or regions or thermometers or arrows
        givens = EXAMPLES[variant] if (box_rows, box_columns) == (3, 3) and not own else ""
    board = _jigsaw(regions, size) if regions else Board(size)
    cell = board.fill(range(1, size + 1))
    boxes = board.regions if regions else board.boxes(box_rows, box_columns)
    return Model(
        f"sudoku {size}×{size}" + (f", {variant}" if variant != "plain" else ""),
        cell,
        # No number stands twice in a row,
        cell.along(board.rows).all_different(),
        # twice in a column,
        cell.along(board.columns).all_different(),
        # or twice in a box.
        cell.along(boxes).all_different(),
        # What the variant asks for,
        list(_variant(cell, boxes, variant, (box_rows, box_columns))),
        # and the cages.
        list(_cages(cell, cages, sums)),
        # From cell to cell of a thermometer numbers grow,
        [
            rule(_grows(a, b), cell[a] < cell[b])
            for a, b in dict.fromkeys(_steps(board, thermometers))
        ],
        # and those on the shaft of an arrow add up to that at its end.
        [_arrow(cell, way) for way in _ways(board, arrows)],
        # The given numbers stay.
        [cell.given(givens)] if givens else [],
    )


def _jigsaw(regions: str, size: int) -> Board:
    board = Board.from_map(regions)
    each = {len(region) for region in board.regions}
    if (board.height, board.width, len(board.open)) != (size, size, size**2) or each != {size}:
        raise ModelError(
            f"the map of regions must have {size} rows of {size} letters, each letter {size} times"
        )
    return board


def _ways(board: Board, written: str) -> Iterator[list[Square]]:
    """Each way from cell to cell, such as r1c1-r1c2."""
    for way in written.split():
        squares = [board.square(name) for name in way.split("-")]
        if len(squares) < 2 or len(set(squares)) < len(squares):
            raise ModelError(f"{way!r} must lead from cell to cell, none twice, such as r1c1-r1c2")
        yield squares


def _steps(board: Board, written: str) -> Iterator[tuple[Square, Square]]:
    return (step for way in _ways(board, written) for step in pairwise(way))


def _grows(one: Square, other: Square) -> str:
    """The label of a step; pictures show the sign of a step across a side."""
    beside = one.row == other.row or one.column == other.column
    return f"{one}<{other}" if beside else f"thermometer {one}-{other}"


def _arrow(cell: Filling, way: list[Square]) -> Rule:
    end, *shaft = way
    return rule(f"arrow {'-'.join(map(str, way))}", cell[end] == total(cell[s] for s in shaft))


def _windows(board: Board, height: int, width: int) -> Family:
    """The boxes that lie a cell away from the edges and from each other."""

    def starts(size: int, step: int) -> range:
        return range(2, size - step + 1, step + 1)

    rows, columns = starts(board.height, height), starts(board.width, width)
    inside = [
        w for w in board.windows(height, width) if w[0].row in rows and w[0].column in columns
    ]
    return Family("windows", "each window", tuple(inside))


def _variant(cell: Filling, boxes: Family, variant: str, box: tuple[int, int]) -> Iterator[Rule]:
    board = cell.board
    if variant == "diagonal":
        # No number stands twice on a main diagonal.
        yield cell.along(board.main_diagonals).all_different()
    if variant in ("anti-knight", "miracle"):
        # No two cells a knight's move apart are alike.
        yield cell.along(board.pairs(KNIGHT)).all_different()
    if variant in ("anti-king", "miracle"):
        # No two cells that touch are alike, also at a corner.
        yield cell.along(board.pairs(KING)).all_different()
    if variant in ("non-consecutive", "miracle"):
        # Numbers side by side differ by more than 1.
        sides = cell.over(board.adjacent)
        yield rule("non-consecutive", (abs(one - other) > 1 for _, (one, other) in sides))
    if variant == "windoku":
        # No number stands twice in one of the four windows.
        yield cell.along(_windows(board, *box)).all_different()
    if variant == "disjoint-groups":
        # No number stands twice at the same place of its box.
        places = enumerate(zip(*boxes, strict=True), 1)
        groups = tuple(Squares(f"place {number}", squares) for number, squares in places)
        yield cell.along(Family("places", "each place of a box", groups)).all_different()


def _cages(cell: Filling, cages: str, sums: str) -> Iterator[Rule]:
    """Each cage: no number twice, and its sum where it has one."""
    if not cages and not sums:
        return
    plan = Board.from_map(cages or ".")
    groups = {name.removeprefix("region "): group for name, group in cell.over(plan.regions)}
    if (plan.height, plan.width) != (cell.board.height, cell.board.width):
        raise ModelError(
            f"the cages have {plan.height} rows of {plan.width} and the sudoku"
            f" {cell.board.height} of {cell.board.width}; draw one letter a cell, . for no cage"
        )
    yield rule("cages all different", (all_different(group) for group in groups.values()))
    for clue in sums.split():
        parts = re.fullmatch(r"(\w)(\d+)", clue)
        if not parts or parts[1] not in groups:
            names = " ".join(groups)
            raise ModelError(f"the sum {clue!r} is not of the form A10, for a cage of {names}")
        yield rule(f"cage {clue}", total(groups[parts[1]]) == int(parts[2]))
