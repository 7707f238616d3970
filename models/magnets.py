"""Magnets: plates that are magnets or neutral, like poles never side by side."""

from everyway.models import Board, Model, any_of, at_least, exactly, known, puzzle, rule
from everyway.models.boards import in_line, line_clues, read_clues
from everyway.models.pictures import around, looks, notes

REGIONS = """
AABCD
EFBCD
EF.GH
IIJGH
KKJLL
"""

NEUTRAL = "neutral"


@puzzle(
    known("has one solution", count=1),
    known(
        "neutral, or a magnet in one of two ways",
        regions="AA",
        top="",
        left="",
        bottom="",
        right="",
        count=3,
    ),
)
def magnets(
    regions: str = REGIONS,
    grid: str = "",
    top: str = "22...",
    left: str = "22..2",
    bottom: str = ".2..2",
    right: str = "..203",
) -> Model:
    """Magnets: each plate is a magnet, with a pole + and a pole -, or neutral on both cells.

    Like poles never share a side. `regions` draws the plates, a line (or `/`) a row: cells with one
    letter are a plate, `.` is left out. A plate of one cell is a pole or neutral; one of more than
    two has at most two poles, which are neighbours. `top` and `left` say how many + there are in
    the columns and rows, `bottom` and `right` how many -, a character each, `.` where nothing is
    said; with blanks between all, numbers may have more digits. `grid` has the cells that are
    given: `+`, `-` or `.`. A neutral cell is `neutral` in a solution.

    Source: the example is from the tests of pzprjs (MIT).
    """
    board = Board.from_map(regions)
    pole = board.fill(["+", "-", NEUTRAL], "pole")
    given = read_clues(grid, board, "[-+.]", "+, - or .")
    counted = [
        *(("+", line, number) for line, number in line_clues("top", top, board.columns)),
        *(("+", line, number) for line, number in line_clues("left", left, board.rows)),
        *(("-", line, number) for line, number in line_clues("bottom", bottom, board.columns)),
        *(("-", line, number) for line, number in line_clues("right", right, board.rows)),
    ]
    plates = [plate for plate in board.regions if len(plate) > 1]
    return Model(
        f"magnets {board.height}×{board.width}",
        pole,
        around(
            pole, top=in_line(top), left=in_line(left), bottom=in_line(bottom), right=in_line(right)
        ),
        notes(pole, {(0.5, 0.5): "○+", (board.height + 0.5, board.width + 0.5): "○-"}),
        looks(pole, {NEUTRAL: "■"}),
        # Like poles do not share a side.
        rule(
            "like poles apart",
            (any_of([pole[a] != pole[b], pole[a] == NEUTRAL]) for a, b in board.adjacent),
        ),
        # On a plate, a pole has another beside it,
        rule(
            "magnets",
            (
                any_of(
                    [
                        pole[s] == NEUTRAL,
                        *(pole[n] != NEUTRAL for n in board.beside(s) if n in plate),
                    ]
                )
                for plate in plates
                for s in plate
            ),
        ),
        # and there are two at most.
        rule(
            "one magnet a plate",
            (at_least([pole[s] for s in plate], NEUTRAL, len(plate) - 2) for plate in plates),
        ),
        # There are as many poles of a kind in a line as its clue says.
        [
            rule(f"{line.name}: {number} {sign}", exactly([pole[s] for s in line], sign, number))
            for sign, line, number in counted
        ],
        # The given cells stay.
        rule("givens", (pole[s] == mark for s, mark in given.items() if mark != ".")),
    )
