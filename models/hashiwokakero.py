"""Hashiwokakero: bridges between islands, so many at each, and a way from each to each."""

from itertools import pairwise

from everyway.models import Model, connected, known, puzzle, rule, total, variables
from everyway.models.boards import Board, Square, read_map
from everyway.models.pictures import at_places

EXAMPLE = """
4.2..
.3..2
3....
.3.1.
3.4.3
"""


@puzzle(
    known("made to have one solution", count=1),
    known("one bridge or two in each gap", plan={"?.?": 2, "?.?.?": 4, "?.?/.../?.?": 48}),
    known("two islands with no way to a third", plan="1.1.1", count=0),
    known("the bridges would cross", plan=".1./1.1/.1.", count=0),
)
def hashiwokakero(plan: str = EXAMPLE) -> Model:
    """Hashiwokakero: build bridges between islands, so that one can go from each to each.

    A bridge runs straight along a row or a column from an island to the next one, at most two
    beside each other. No two bridges cross. `plan` is a text of one character a square, a line (or
    `/`) a row: a digit is an island with so many bridges, `?` one with any number, `.` is water.

    Source: Nikoli, Puzzle Communication 31 (1990); the example is that of pzpr (MIT).
    """
    marks = read_map(plan, ".?12345678")
    islands = [square for square, mark in marks.items() if mark != "."]
    board = Board(*max(marks))
    gaps = [
        (a, b)
        for line in (*board.rows, *board.columns)
        for a, b in pairwise(square for square in line if square in islands)
    ]
    bridges = variables("bridges", (f"{a}-{b}" for a, b in gaps), range(3))
    built = dict(zip(gaps, bridges, strict=True))
    edges = [(islands.index(a), islands.index(b)) for a, b in gaps]
    return Model(
        f"hashiwokakero of {len(islands)} islands",
        bridges,
        at_places(
            [], [(s.column, s.row) for s in islands], edges, [marks[s] for s in islands], bridges
        ),
        # From each island one can go to each other.
        rule("all joined", connected([1] * len(islands), edges, [n >= 1 for n in bridges])),
        # As many bridges end at an island as it says.
        rule(
            "numbers",
            {
                island: total(number for ends, number in built.items() if island in ends)
                == int(mark)
                for island, mark in marks.items()
                if mark.isdigit()
            },
        ),
        # No two bridges cross.
        rule(
            "no two cross",
            {
                f"{across[0]}-{across[1]} and {down[0]}-{down[1]}": (one == 0) | (other == 0)
                for across, one in built.items()
                for down, other in built.items()
                if _cross(across, down)
            },
        ),
    )


def _cross(across: tuple[Square, Square], down: tuple[Square, Square]) -> bool:
    """True if the first way, along a row, crosses the second, along a column, between its ends."""
    (a, b), (c, d) = across, down
    return a.column < c.column < b.column and c.row < a.row < d.row
